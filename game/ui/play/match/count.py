"""The count of a round: the table is gathered, and every card flies home to its owner."""

import math
from collections import Counter
from itertools import zip_longest

from game.core.state import Scored
from game.ui.cards.canvas import SEEN
from game.ui.cards.labels import burst, figure
from game.ui.cards.layout import TRAY
from game.ui.cards.moments import At
from game.ui.cards.motion import EFFECTS, SHIFT, Pose
from game.ui.cards.sprite import Sprite
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.sound import Sounds
from game.ui.play.match.hud import Hud
from game.ui.play.match.standings import tally

_LONGEST, _GAP = 4.5, 0.06
"""The most seconds for sending all cards home, and the longest interval between two."""
_PENALTY = 1.4
"""Seconds for the cards left in the 13-piles."""
_OCTAVES = 24


class Count:
    """Moves the cards of one stage. Times are seconds of the stage."""

    def __init__(self, hud: Hud, stage: Stage, scored: Scored, sounds: Sounds) -> None:
        self._hud, self._stage, self._scored, self._sounds = hud, stage, scored, sounds
        self._begin = math.nan
        self.end = math.inf
        """When all has been counted."""
        self._penalty_at = math.inf
        self._all = 0
        self._waiting: list[Sprite] = []
        """The cards to be sent home, the next one last."""
        self._times: list[float] = []
        """When each of them sets out."""
        self._flights: list[tuple[float, Sprite]] = []
        """The cards under way, and when they arrive."""
        self._counts = Counter[int]()
        """How many of each seat's cards are home."""
        self.lefts = Counter[int]()
        """How many cards are left in each seat's 13-pile."""
        for pile, owner in enumerate(stage.owners):
            if owner is None or hud.session.state.sits_out(owner):
                continue
            if stage.roles[pile] == "reserve":
                self.lefts[owner] = len(stage.piles[pile])

    def step(self, at: float) -> None:
        """Let the cards fly that are due."""
        if math.isnan(self._begin):
            self._gather(at)
        self._send(at)
        if self._penalty_at <= at:
            self._penalty_at = math.inf
            self._penalties()

    def skip(self, at: float) -> None:
        """Count no further: all cards are home."""
        self._clear_shared()
        for sprite in [*self._waiting, *(flight[1] for flight in self._flights)]:
            if sprite in self._stage.canvas.flying:
                self._stage.canvas.flying.remove(sprite)
        self._waiting, self._times, self._flights = [], [], []
        self._penalty_at, self._begin, self.end = math.inf, at, at

    def clear(self) -> None:
        """Remove what is shown at the seats."""
        for seat in range(len(self._scored.scores)):
            self._stage.overlay.end(f"score{seat}")

    def _gather(self, at: float) -> None:
        stage = self._stage
        self._begin = at
        width, height = stage.layout.size
        size = max(place.box.w for place in stage.layout.places)
        motion = EFFECTS["gather"].motion or SHIFT
        by_owner: dict[int, list[Sprite]] = {}
        for pile, owner in enumerate(stage.owners):
            if owner is not None:
                continue
            sprites = stage.piles[pile][:]
            for i, sprite in enumerate(sprites):
                stage.canvas.set_out(sprite)
                sprite.ghost = i < len(sprites) - SEEN
                to = Pose(width / 2 + i % 3 - 1, height * 0.45 - i % 4, size, sprite.rest.angle * 2)
                stage.travel(sprite, motion, at, to=to)
                sprite.aloft = True
                by_owner.setdefault(sprite.card.pack, []).append(sprite)
        self._clear_shared()
        # One card for each in turn: the player who laid most is still counting when the others are done.
        rounds = zip_longest(*by_owner.values())
        self._waiting = [sprite for turn in rounds for sprite in turn if sprite][::-1]
        self._all = len(self._waiting)
        gap = min(_GAP, _LONGEST / max(1, self._all))
        first = at + motion.time + 0.25
        self._times = [first + gap * i for i in range(self._all)][::-1]
        self._penalty_at = first + gap * self._all + 0.35
        self.end = self._penalty_at + _PENALTY
        self._sounds.play(EFFECTS["gather"].sound, 0.7)

    def _send(self, at: float) -> None:
        """Start the cards whose turn it is, and count those that have arrived."""
        stage = self._stage
        motion = EFFECTS["home"].motion or SHIFT
        if at >= self._begin + motion.time:
            for i, sprite in enumerate(reversed(self._waiting)):
                sprite.ghost = i >= SEEN
        while self._times and self._times[-1] <= at:
            self._times.pop()
            sprite = self._waiting.pop()
            sprite.ghost, sprite.up = False, False
            stage.travel(sprite, motion, at, to=self._home(sprite.card.pack), flip=True)
            self._flights.append((at + motion.time, sprite))
        while self._flights and self._flights[0][0] <= at:
            sprite = self._flights.pop(0)[1]
            stage.canvas.flying.remove(sprite)
            owner = sprite.card.pack
            self._counts[owner] += 1
            self._show_score(owner, f"+{self._counts[owner]}")
            steps = round(_OCTAVES * self._counts.total() / max(1, self._all))
            pan = 2 * self._home(owner).x / stage.layout.size[0] - 1
            self._sounds.play("count", 0.8, pan * 0.7, steps)

    def _home(self, seat: int) -> Pose:
        x, y, w, h = self._stage.layout.places[self._stage.find("stock", seat)].box
        return Pose(x + w / 2, y + h / 2, w)

    def _penalties(self) -> None:
        for seat, score in enumerate(self._scored.scores):
            left = self.lefts[seat]
            words = f"{tally(score, left)} = {figure(score, True)}" if left else figure(score, True)
            self._show_score(seat, words, theme.colors.ivory if left else theme.GOLD)
        self._sounds.play("land", 0.6)

    def _show_score(self, seat: int, words: str, color: theme.Color = theme.GOLD) -> None:
        """Show at the seat what has been counted."""
        layout = self._stage.layout
        u, area = layout.unit, next(area for area in layout.areas if area.seat == seat)
        plate, (x, y) = burst(words, 40, (*theme.colors.plate, 236), color), self._hud.seat_point(seat)
        at = At("center", (x, y))
        if area.kind == TRAY:  # its name and total must stay visible
            at = At("midbottom", (x, y + 7 * u))
        self._stage.overlay.say(f"score{seat}", plate, at, room=area.box.w / u)

    def _clear_shared(self) -> None:
        """Nothing lies on the shared table any more."""
        for pile, owner in enumerate(self._stage.owners):
            if owner is None:
                self._stage.piles[pile].clear()
                self._stage.canvas.changed(pile)
