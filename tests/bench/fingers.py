"""Fingers that play without a pause: of so many moves a second, each must arrive.

SDL's own events of a touch screen, put into its queue by a thread of their own while the loop runs as always:
taps on the stock and on a card, drags there and back, and two fingers together.
"""

import os
import threading
import time
from itertools import cycle

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from game.core.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Card, Pile, pack
from game.core.table import Move, Table
from game.rules.haisty import BUILD, STOCK, Haisty
from game.sessions.live_run import LiveRun
from game.storage.settings import Settings
from game.ui.engine import window
from game.ui.engine.assets import CardImages
from game.ui.engine.loop import Loop
from game.ui.engine.scene import Context
from game.ui.engine.sound import Sounds
from game.ui.engine.window import Window
from game.ui.play.patience.game import SoloTable, solo_table
from tests.bench.figures import figures
from tests.sessions.dealing import dealing
from tests.touches import touch

SIZE = 1280, 720
A_SECOND, SECONDS = 10, 60.0
_STEPS = 4
"""Movements of a finger that drags."""
_HOLD = 0.04
"""Seconds that a finger is down."""


def ten_a_second(seconds: float = SECONDS) -> dict[str, object]:
    """How many moves were made by fingers, how many of them were lost, and the milliseconds from the finger
    that completes a move to the move."""
    window = Window(SIZE)
    rules = dealing(Haisty(any_part=True), _table())
    made: list[float] = []
    session = _Noted(rules, 1, made)
    scene = solo_table(session)
    ctx = Context(window, CardImages(), Sounds(muted=True), Settings())
    ctx.push(scene)
    script = _Script(ctx, scene, round(seconds * A_SECOND))
    thread = threading.Thread(target=script.run, daemon=True)
    thread.start()
    Loop(ctx).run()
    thread.join()
    waits = [min((each - up for each in made if each >= up), default=1.0) * 1000 for up in script.ups]
    return {
        "moves": len(script.ups),
        "lost": len(script.ups) - len(made),
        "finger_to_move_ms": figures(waits),
    }


class _Noted(LiveRun):
    """A run that notes when a move is made."""

    def __init__(self, rules: Haisty, seed: int, made: list[float]) -> None:
        super().__init__(rules, seed, time.perf_counter)
        self._made = made

    def play(self, move: Move, press: int | None = None) -> None:
        """Make it."""
        before = len(self.solo.history.line)
        super().play(move)
        if len(self.solo.history.line) > before:
            self._made.append(time.perf_counter())


class _Script:
    """Touches in time."""

    def __init__(self, ctx: Context, scene: SoloTable, moves: int) -> None:
        self._ctx, self._scene, self._moves = ctx, scene, moves
        self._there = False
        self.ups: list[float] = []
        """When each move was completed."""

    def run(self) -> None:
        """Play, then close the window."""
        while not self._scene.stage or self._scene.stage.moving:
            time.sleep(0.05)
        begun = time.perf_counter()
        for i, act in zip(range(self._moves), cycle((self._tap_stock, self._drag, self._two, self._send))):
            time.sleep(max(0.0, begun + i / A_SECOND - time.perf_counter()))
            act()
        time.sleep(0.5)
        window.request_quit()

    def _tap_stock(self) -> None:
        self._touch("down", self._at(STOCK))
        time.sleep(_HOLD)
        self._up(self._at(STOCK))

    def _two(self) -> None:
        (x, y), aside = self._at(BUILD + 3), 0.03
        self._touch("down", (x, y))
        self._touch("down", (x + aside, y), 2)
        time.sleep(_HOLD)
        self._touch("up", (x, y))
        self._up((x + aside, y), 2)

    def _drag(self) -> None:
        a, b = (self._at(pile) for pile in self._from_to())
        self._touch("down", a)
        for i in range(1, _STEPS + 1):
            time.sleep(_HOLD / _STEPS)
            self._touch("move", (a[0] + (b[0] - a[0]) * i / _STEPS, a[1] + (b[1] - a[1]) * i / _STEPS))
        self._up(b)

    def _send(self) -> None:
        at = self._at(self._from_to()[0])
        self._touch("down", at)
        time.sleep(_HOLD)
        self._up(at)

    def _from_to(self) -> tuple[int, int]:
        """Where the card that goes there and back lies, and where it goes now."""
        self._there = not self._there
        return (BUILD, BUILD + 1) if self._there else (BUILD + 1, BUILD)

    def _at(self, pile: int) -> tuple[float, float]:
        """A point on the pile's top card, in shares of the window: on its lower half, which a card that comes
        and goes covers as well."""
        assert self._scene.stage
        box = self._scene.stage.layout.places[pile].box
        return (box.x + box.w / 2) / SIZE[0], (box.y + box.h * 0.7) / SIZE[1]

    def _touch(self, what: str, at: tuple[float, float], finger: int = 1) -> None:
        touch(what, finger, *at)

    def _up(self, at: tuple[float, float], finger: int = 1) -> None:
        self.ups.append(time.perf_counter())
        self._touch("up", at, finger)


def _table() -> Table:
    """A red seven on one black eight, which another would take as well; and a hand to turn for ever."""
    used = [
        Card(8, SPADES),
        Card(7, HEARTS),
        Card(8, CLUBS),
        Card(13, SPADES),
        Card(13, CLUBS),
        Card(5, DIAMONDS),
    ]
    seven, five = used[:2], used[5:]
    rest = tuple(card for card in pack() if card not in used and card.rank > 1)
    builds = Pile(tuple(seven), 2), Pile((used[2],), 1), Pile((used[3],), 1), Pile((used[4],), 1)
    return Table((Pile(tuple(five), 1), *builds, Pile(rest[:30]), Pile(), *(Pile(),) * 5))
