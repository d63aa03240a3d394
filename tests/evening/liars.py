"""Peers that lie: their programs are patched, all others are not; what must hold around honest people holds
around these as well."""

import random
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, NamedTuple

from game.challenges.level_files import named
from game.core.solo import Act, Solo
from game.core.state import Play
from game.core.table import Standing
from game.net.client import connection
from game.net.server import peer
from game.net.server.live_race import LiveRace
from game.net.server.match_server import BotPlayer
from game.net.wire import codec
from game.net.wire.codec import encode_up
from game.net.wire.messages import Digest, ToClient, ToHost
from tests.net.dishonest import CHEATS
from tests.net.messages import mutated, said
from tests.world.world import world

_SELDOM, _NOW_AND_THEN = 0.01, 0.2
"""How likely a message is a lie."""
PLANTED = 31_003
"""Microseconds from one act to the next in runs that a host has made up, and before the first."""


class Patch(NamedTuple):
    """Puts something in place of a function, in the program of this name only."""

    name: str

    def setattr(self, target: Any, name: str, value: object, /) -> None:
        """Have it be called there."""
        right, wrong = getattr(target, name), value

        def chosen(*args: Any, **more: Any) -> Any:
            machine = world().current.machine
            said: Any = wrong if machine and machine.name == self.name else right
            return said(*args, **more)

        setattr(target, name, chosen)


def _garble(patch: Patch, chance: random.Random, where: ModuleType, name: str) -> None:
    """What is encoded there is nonsense now and then."""
    right = getattr(where, name)

    def encode(message: ToHost | ToClient) -> bytes:
        data = right(message)
        return mutated(chance, data, [data]) if chance.random() < _SELDOM else data

    patch.setattr(where, name, encode)


def _babble(patch: Patch, chance: random.Random) -> None:
    """A guest sends nonsense now and then."""
    _garble(patch, chance, connection, "encode_up")


def _forge(patch: Patch, chance: random.Random) -> None:
    """A guest dates its presses back, says that it has seen another table, and asks for what it may not."""

    def encode(message: ToHost) -> bytes:
        if isinstance(message, Play):
            message = message._replace(press=max(0, message.press - 400_000))
        elif isinstance(message, Digest):
            message = Digest(message.round, message.crc ^ 1)
        elif chance.random() < _NOW_AND_THEN:
            return said(chance, codec.UP, world().now)
        return encode_up(message)

    patch.setattr(connection, "encode_up", encode)


def _mumble(patch: Patch, chance: random.Random) -> None:
    """A host tells its guests nonsense now and then."""
    _garble(patch, chance, peer, "encode_down")


def _cheat(patch: Patch, chance: random.Random) -> None:
    """A host cheats at the deal."""
    chance.choice(CHEATS)(patch)


def _plant(patch: Patch, _chance: random.Random) -> None:
    """A host says of all who race that they have come out, as soon as that can be."""
    right = LiveRace.due

    def due(race: LiveRace, bots: Mapping[int, BotPlayer], now: int) -> list[Standing]:
        if judge := race.judging:
            line = named(judge.patience.name).line()
            acts = [Act(PLANTED * number, move) for number, move in enumerate(line, 1)]
            for run in judge.runs if judge.clock(now) > acts[-1].at else ():
                if not (run.bot or run.out):
                    run.solo = Solo(judge.patience.rules, judge.patience.seed)
                    run.solo.replay(acts)
                    run.count, run.out = judge.patience.rules.progress(run.solo.table)[0], True
                    race._told.clear()  # all are told the deal, and their run, anew
        return right(race, bots, now)

    patch.setattr(LiveRace, "due", due)


GUESTS: dict[str, Callable[[Patch, random.Random], None]] = {"babbler": _babble, "forger": _forge}
HOSTS: dict[str, Callable[[Patch, random.Random], None]] = {
    "mumbler": _mumble,
    "cheat": _cheat,
    "planter": _plant,
}
"""What liars do, by their mood."""
LIARS = GUESTS | HOSTS


def lie(name: str, mood: str, seed: str) -> None:
    """Have the program of this name lie from now on."""
    LIARS[mood](Patch(name), random.Random(f"lies {seed} {name}"))
