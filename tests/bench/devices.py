"""What each device can bring in: moves without one lost, and the presses that the usual moves take.

The moves are legal ones of a patience, brought in through SDL's own queue, SDL's virtual gamepad and the real
loop; whether one is lost is read from the run's record.
"""

import os
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from difflib import SequenceMatcher
from itertools import product
from pathlib import Path
from statistics import mean
from subprocess import Popen
from tempfile import TemporaryDirectory
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
from pygame import Rect
from pygame.event import Event

from game.core.notation import move_text, pile_names
from game.core.rules import fold_all, play
from game.core.shuffle import Stream
from game.core.table import Move
from game.rules.acht_mal_acht import AchtMalAcht
from game.rules.haisty import Haisty
from game.sessions.live_run import LiveRun
from game.storage.settings import Settings
from game.ui.engine.assets import CardImages
from game.ui.engine.devices import DIRECTIONS, PadButton
from game.ui.engine.loop import Loop
from game.ui.engine.scene import Context
from game.ui.engine.sound import Sounds
from game.ui.engine.window import Window
from game.ui.input.gamepad import Gamepad, Target, neighbour
from game.ui.input.keys import pile_keys
from game.ui.play.match.layout import table_layout
from game.ui.play.patience.game import solo_table
from tests.bench.fingers import ten_a_second
from tests.desktop.program import Start
from tests.pads import VirtualPad
from tests.ports import kept_port

PACE, SECONDS = 10, 60
"""Moves a second, and for how long."""
SIZE = (1280, 720)
_WHILE = 40
"""Moves after which a deal is begun again: later nothing new comes up."""
SEATS = 4
UNDER_LOAD, BUSY = 128, 3
"""Presses, and loops beside them that never rest."""


class Table:
    """A patience at which a script plays through the loop."""

    def __init__(self) -> None:
        self.ctx = Context(Window(SIZE), CardImages(), Sounds(muted=True), Settings())
        self.ctx.pads.open()
        self.session = LiveRun(AchtMalAcht(), 1, time.perf_counter)
        self.scene = solo_table(self.session)
        self.ctx.push(self.scene)
        self.loop = Loop(self.ctx)
        self._stream = Stream(b"devices")
        self.keys = pile_keys([spot.role for spot in self.session.rules.spots(1)])
        self.turn(1.5)

    def turn(self, seconds: float = 0.0) -> None:
        """Let the loop go on for so long, but at least once."""
        end = time.perf_counter() + seconds
        while True:
            now = time.perf_counter()
            self.loop.turn(self.scene, now)
            if now >= end:
                return

    @property
    def made(self) -> list[Move]:
        """The moves made so far."""
        return [move for move in self.session.solo.history.line if isinstance(move, Move)]

    def next(self) -> Move:
        """Some legal move of one card; the deal is begun again after a while, and when there is none left."""
        moves = self._moves() if len(self.made) < _WHILE else []
        if not moves:
            self.scene.game.restart()
            self.turn(1.5)
            moves = self._moves()
        return moves[self._stream.below(len(moves))]

    def _moves(self) -> list[Move]:
        table, roles = self.session.state.table, self.scene.stage.roles if self.scene.stage else []
        moves = [move for move in self.session.rules.moves(table, 0) if move.count == 1]
        back = self.made[-1][1::-1] if self.made else ()  # going to and fro would be one move after all
        lays = [move for move in moves if roles[move.dst] in ("build", "foundation", "waste")]
        return [move for move in lays if move[:2] != back]

    def same(self, made: Move, meant: Move) -> bool:
        """Whether a move is the one that was meant; all foundations share one key."""
        roles = self.scene.stage.roles if self.scene.stage else []
        onto = roles[meant.dst] == roles[made.dst] == "foundation"
        return made.src == meant.src and (onto or made.dst == meant.dst)

    def post(self, kind: int, **what: Any) -> None:
        """Put an event into SDL's queue."""
        pygame.event.post(Event(kind, **what))


Bring = Callable[[Table, Move], int]
"""Brings a move in; returns how many presses it took."""


def by_keys(table: Table, move: Move) -> int:
    """The pile's key, then the target's."""
    stage = table.scene.stage
    assert stage
    names = ["V"] if stage.roles[move.src] == "stock" else [table.keys[move.src], table.keys[move.dst]]
    for name in names:
        key = ord(name.lower())
        table.post(pygame.KEYDOWN, key=key, mod=0, unicode=name.lower())
        table.post(pygame.KEYUP, key=key, mod=0, unicode="")
    table.turn()
    return len(names)


def by_mouse(table: Table, move: Move) -> int:
    """A click on the stock; any other card is dragged."""
    stage = table.scene.stage
    assert stage

    def middle(pile: int) -> tuple[int, int]:
        if sprites := stage.piles[pile]:
            return round(sprites[-1].rest.x), round(sprites[-1].rest.y)
        return Rect(stage.layout.places[pile].box).center

    start, end = middle(move.src), middle(move.dst)
    path = [start] if stage.roles[move.src] == "stock" else [start, (start[0] + 15, start[1] + 15), end]
    table.post(pygame.MOUSEMOTION, pos=start, rel=(9, 9), buttons=(0, 0, 0))
    table.post(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
    for pos in path[1:]:
        table.post(pygame.MOUSEMOTION, pos=pos, rel=(9, 9), buttons=(1, 0, 0))
    table.post(pygame.MOUSEBUTTONUP, pos=path[-1], button=1)
    table.turn()
    return 1


class ByPad:
    """A gamepad: the cursor goes to the card, picks it up, goes on and puts it down."""

    def __init__(self, table: Table) -> None:
        self._pad = VirtualPad()
        while not self._pad.noticed:
            table.turn()

    def __call__(self, table: Table, move: Move) -> int:
        stage, before = table.scene.stage, self._presses
        assert stage
        if stage.roles[move.src] == "stock":
            self._press(table, "y")
        else:
            self._to(table, move.src)
            self._press(table, "x")
            self._to(table, move.dst)
            self._press(table, "x")
        return self._presses - before

    _presses = 0

    def _press(self, table: Table, button: PadButton) -> None:
        self._presses += 1
        for down in (True, False):
            self._pad.set(button, down)
            while not self._pad.reported(button, down):
                table.turn()

    def _to(self, table: Table, pile: int) -> None:
        controls = table.scene.game.players[0]
        gamepad = controls._gamepad if controls else None
        assert isinstance(gamepad, Gamepad)
        places = gamepad._places()
        if gamepad.at not in places:  # it has just put a card there
            self._press(table, "left")
        way = ways(gamepad._places(), gamepad.at)[pile]
        for button in way:
            self._press(table, button)

    def unplug(self) -> None:
        """Pull it out."""
        self._pad.unplug()


def ways(places: Mapping[Target, Rect], start: Target | None) -> dict[Target, list[PadButton]]:
    """The fewest presses from a place to every other one."""
    assert start is not None
    found: dict[Target, list[PadButton]] = {start: []}
    queue = [start]
    for here in queue:
        others = {place: rect for place, rect in places.items() if place != here}
        for direction in DIRECTIONS:
            to = neighbour(places[here], others, direction, SIZE)
            if to is not None and to not in found:
                found[to] = [*found[here], direction]
                queue.append(to)
    return found


def bring(table: Table, device: Bring, moves: int, pace: float) -> dict[str, object]:
    """Bring in moves, so many a second (0: as fast as the loop takes them), and count those that are lost."""
    lost, presses, begun = 0, 0, time.perf_counter()
    waited = 0.0
    for number in range(moves):
        before = time.perf_counter()
        move = table.next()
        made = len(table.made)
        waited += time.perf_counter() - before  # dealing anew is not the device's
        presses += device(table, move)
        table.turn()
        lost += not (len(table.made) == made + 1 and table.same(table.made[-1], move))
        if pace:
            table.turn(begun + waited + (number + 1) / pace - time.perf_counter())
    spent = time.perf_counter() - begun - waited
    return {
        "moves": moves,
        "lost": lost,
        "moves_a_second": round(moves / spent, 1),
        "presses_a_move": round(presses / moves, 2),
    }


def steps() -> dict[str, dict[str, float]]:
    """The presses that the ten most usual moves of a match take: clicks or drags, keys, buttons of a pad,
    whose cursor is on any of the own piles before."""
    spots = Haisty().spots(SEATS)
    layout = table_layout(SIZE, spots, (0,))
    rects: dict[Target, Rect] = {pile: Rect(place.box) for pile, place in enumerate(layout.places)}

    def piles(*roles: str) -> dict[Target, Rect]:
        mine = (pile for pile, spot in enumerate(spots) if spot.seat in (0, None) and spot.role in roles)
        return {pile: rects[pile] for pile in mine}

    own = piles("reserve", "build", "stock", "waste")
    carrying = piles("reserve", "build", "waste", "foundation")
    of = {role: list(piles(role)) for role in ("reserve", "build", "waste")}

    def reach(role: str) -> float:
        return mean(len(ways(own, start)[end]) for start, end in product(own, of[role]))

    def exact(role: str) -> float:
        way = mean(len(ways(carrying, a)[b]) for a, b in product(of[role], of["build"]) if a != b)
        return reach(role) + 1 + way + 1

    def row(mouse: float, keys: float, pad: float) -> dict[str, float]:
        return {"mouse": mouse, "keys": keys, "pad": round(pad, 1)}

    return {
        "turn the hand": row(1, 1, 1),
        "turned card to the table": row(1, 2, reach("waste") + 1),
        "13-pile to the table": row(1, 2, reach("reserve") + 1),
        "build pile to the table": row(1, 2, reach("build") + 1),
        "turned card to a build pile": row(1, 2, exact("waste")),
        "13-pile to a build pile": row(1, 2, exact("reserve")),
        "build pile to another": row(1, 2, exact("build")),
        "knock": row(1, 1, 1),
        "speltorka": row(1, 1, 1),
        "first shout": row(2, 1, 2),
    }


def under_load() -> dict[str, object]:
    """Presses of keys in a real window, with busy loops beside it: how many moves are not those meant."""
    rules = AchtMalAcht()
    table, meant, names = rules.deal(1, 1), list[Move](), list[str]()
    stream, keys = Stream(b"under load"), pile_keys([spot.role for spot in rules.spots(1)])
    while len(names) < UNDER_LOAD:
        moves = [each for each in rules.moves(table, 0) if each.count == 1 or keys[each.dst] == "V"]
        into_gaps = {each for each in moves if keys[each.dst].isdigit() and not table.piles[each.dst].cards}
        firsts = {(each.src, keys[each.dst]): each for each in reversed(moves) if each not in into_gaps}
        meant.append(move := list(firsts.values())[stream.below(len(firsts))])
        turns = "V" in (keys[move.src], keys[move.dst])
        names += ["v"] if turns else [keys[move.src].lower(), keys[move.dst].lower()]
        table = fold_all(table, play(rules, table, 0, move))
    with TemporaryDirectory() as folder, ExitStack() as stack:
        start = Start(Path(folder), stack.enter_context(kept_port()))
        game = stack.enter_context(start("play", rules.name, "--seed", "1"))
        for _ in range(BUSY):
            stack.callback(Popen([sys.executable, "-c", "while True: pass"]).kill)
        game.wait_scene("solo")
        game.wait_still()
        begun = time.monotonic()
        for number, name in enumerate(names):
            time.sleep(max(0.0, begun + number / PACE - time.monotonic()))
            game.key(name)
        time.sleep(2)
        game.close()
        (kept,) = Path(folder).rglob("*.run")
        made = [line.split()[1] for line in kept.read_text("utf-8").splitlines() if line[:1].isdigit()]
    piles = pile_names(rules.spots(1), 0)
    same = SequenceMatcher(None, made, [move_text(move, piles) for move in meant], autojunk=False)
    matched = sum(block.size for block in same.get_matching_blocks())
    return {"presses": len(names), "busy_loops": BUSY, "moves": len(meant), "lost": len(meant) - matched}


def measure() -> dict[str, object]:
    """All of it."""
    table = Table()
    pad = ByPad(table)
    devices: dict[str, Bring] = {"mouse": by_mouse, "keys": by_keys, "pad": pad}
    paced = {name: bring(table, device, PACE * SECONDS, PACE) for name, device in devices.items()}
    fast = {name: bring(table, device, 200, 0) for name, device in devices.items()}
    pad.unplug()
    return {
        "paced": paced | {"touch": ten_a_second()},
        "as_fast_as_it_goes": fast,
        "steps": steps(),
        "under_load": under_load(),
    }
