"""What each message may hold, as `game/net/WIRE.md` says it: written down here once more, by hand.

A shape is a list of shapes (fields in order), or a leaf below. From it come messages with one field at, just
inside and far outside its bounds.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from game.core.state import (
    Cheer,
    Cheered,
    Dealt,
    Dud,
    Knock,
    Play,
    Ready,
    Returned,
    Sat,
    Scored,
    Shout,
    Shouted,
    Started,
    Thrown,
    Won,
)
from game.core.table import Called, Mode, Moved, Turned
from game.net.wire.messages import (
    Acts,
    Appearance,
    Closed,
    Commitments,
    Digest,
    EventReport,
    GoOn,
    HostCommitment,
    HouseRules,
    Leave,
    Lines,
    Openings,
    RaceDeal,
    RaceTimes,
    Rematch,
    Reveal,
    Room,
    RoundLog,
    RunActs,
    RunPart,
    RunsHeld,
    RunsWanted,
    SeatCommitment,
    SeatOpening,
    SetBot,
    Sit,
    SnapshotHead,
    SnapshotPiles,
    Successors,
    Welcome,
)


class Whole(NamedTuple):
    """A number."""

    least: int
    most: int


class Text(NamedTuple):
    """So many characters; `line`: without any that a line may not have."""

    most: int
    line: bool = True


class Data(NamedTuple):
    """So many bytes."""

    least: int
    most: int


class Many(NamedTuple):
    """So many of a shape."""

    each: "Shape"
    least: int
    most: int


class Named(NamedTuple):
    """Flags by their names."""

    name: Text
    most: int


class Maybe(NamedTuple):
    """Or nothing."""

    shape: "Shape"


class OneOf(NamedTuple):
    """One of these words."""

    words: frozenset[str]


class Flag(NamedTuple):
    """True or false."""


Shape = Any
"""Whole | Text | Data | Many | Named | Maybe | OneOf | Flag | list[Shape]"""

SEAT, PILE, SMALL, BACK, FLAG = Whole(0, 7), Whole(0, 127), Whole(0, 255), Whole(0, 7), Flag()
COUNT, TIME, PORT = Whole(0, 2_147_483_647), Whole(0, 9_007_199_254_740_992), Whole(0, 65_535)
NAME, KEY, TOKEN, ID = Text(16), Data(32, 32), Data(16, 16), Data(8, 8)
LEVEL = Maybe(OneOf(frozenset({"easy", "medium", "hard", "adaptive"})))
MOVE = [PILE, PILE, Whole(0, 63)]
CARD = [Whole(1, 13), Whole(0, 3), SEAT]
THROWN = [SEAT, MOVE, Many(CARD, 0, 1), TIME]
POINTS = Many(Whole(-2_147_483_648, 2_147_483_647), 0, 8)
FACES = Data(0, 832)
PACKED = [SMALL, FACES]
REASON = Text(16, line=False)
HOUSE = Named(Text(24, line=False), 8)
RACE = Text(48)
TERMS = [Whole(0, 9999), Whole(0, 99), HOUSE, RACE]
ACTS = Many([TIME, Maybe(MOVE), Whole(0, 2)], 0, 48)
PLACE = [OneOf(frozenset({"empty", "person", "bot", "away"})), NAME, BACK, FLAG, LEVEL, Maybe(SMALL)]

RUN = [Whole(1, 3_652_059), ID]
OF_RUNS: dict[type, Shape] = {
    RunsHeld: [Many([*RUN, TIME], 0, 32)],
    RunsWanted: [Many(RUN, 0, 4)],
    RunPart: [RUN, FLAG, Data(0, 1024)],
}
JOIN: Shape = [NAME, BACK, Maybe(TOKEN), FLAG, PORT, LEVEL]
UP: dict[type, Shape] = {
    Play: [MOVE, TIME],
    Knock: [],
    Shout: [Whole(0, 5)],
    Cheer: [Whole(0, 1)],
    Appearance: [NAME, BACK],
    SetBot: [SEAT, LEVEL],
    HouseRules: TERMS,
    Sit: [FLAG],
    Leave: [FLAG],
    Digest: [COUNT, Whole(0, 4_294_967_295)],
    Rematch: [],
    EventReport: [TIME, Data(0, 1000)],
    SeatCommitment: [COUNT, KEY],
    SeatOpening: [COUNT, KEY],
    **OF_RUNS,
    Acts: [COUNT, COUNT, ACTS],
    GoOn: [],
}
DOWN: dict[type, Shape] = {
    Welcome: [SMALL, TOKEN, ID, COUNT, KEY, Maybe(KEY), PORT, Many(Text(64), 0, 8)],
    Room: [Text(24), Many(PLACE, 1, 8), Many(NAME, 0, 16), Whole(-1, 255), FLAG, TERMS, Whole(0, 16)],
    Successors: [Many([SMALL, Maybe(SEAT), Text(64), PORT, Data(0, 8), Data(0, 16)], 0, 12)],
    Closed: [OneOf(frozenset({"left", "kicked"}))],
    SnapshotHead: [
        OneOf(frozenset({"waiting", "playing", "scored", "won"})), COUNT, POINTS, SMALL, Maybe(TIME),
        Many(THROWN, 0, 8), POINTS, REASON, Maybe(SEAT), Maybe(SEAT), SMALL, SMALL, SMALL,
        Whole(0, 128), TIME, SMALL,
    ],
    SnapshotPiles: [PILE, Many(PACKED, 1, 128)],
    HostCommitment: [COUNT, SEAT, KEY],
    Commitments: [COUNT, KEY, Many(Data(0, 32), 0, 8)],
    Openings: [COUNT, Many(Data(0, 32), 0, 8)],
    RoundLog: [COUNT, Whole(0, 119), Data(0, 1000)],
    Reveal: [COUNT, KEY, Whole(0, 120), Data(0, 32)],
    **OF_RUNS,
    RaceDeal: [COUNT, RACE, Whole(0, 9_223_372_036_854_775_807), TIME],
    RunActs: [COUNT, SEAT, COUNT, ACTS],
    RaceTimes: [COUNT, Many([TIME, Maybe(TIME)], 0, 8), Maybe(TIME)],
    Lines: [Many([SMALL, *[Whole(0, 9999)] * 3, SMALL, Whole(0, 100)], 0, 8)],
}  # fmt: skip
EVENTS: dict[type, Shape] = {
    Moved: [SEAT, PILE, PILE, SMALL, FACES, FLAG],
    Turned: [PILE, CARD],
    Called: [SEAT],
    Mode: [SMALL],
    Dealt: [COUNT, SMALL, SMALL, Many(PACKED, 0, 128)],
    Ready: [SEAT],
    Started: [TIME, SMALL],
    Thrown: THROWN,
    Returned: [SEAT, MOVE, Maybe(SEAT), FLAG],
    Dud: [SEAT],
    Scored: [REASON, Maybe(SEAT), POINTS, POINTS],
    Won: [SEAT],
    Shouted: [SEAT, Whole(0, 5)],
    Cheered: [SEAT, Whole(0, 1)],
    Sat: [SEAT],
}
POINTED = Maybe([SMALL, SMALL])
POINTING: Shape = [POINTED]
HANDS: Shape = [COUNT, Many([SEAT, POINTED], 0, 8)]
ANSWER: Shape = [
    ID, COUNT, Text(24, line=False), Whole(0, 8), Whole(2, 8), FLAG, FLAG,
    Many([Text(16, line=False), BACK, FLAG], 0, 8), SMALL, Data(0, 24),
]  # fmt: skip


def plain(shape: Shape) -> Any:
    """A value of this shape: the least there is."""
    match shape:
        case list():
            return [plain(each) for each in shape]
        case Whole(least):
            return least
        case Text():
            return ""
        case Data(least):
            return _data(least)
        case Many(each, least):
            return [plain(each)] * least
        case Named():
            return {}
        case Maybe():
            return None
        case OneOf(words):
            return min(words)
    return False


def varied(shape: Shape, base: Any = None) -> Iterator[tuple[Any, bool]]:
    """Values with one field at −1, 0, its bounds, beyond them, and huge; and whether it is one of this
    shape. The other fields are those of `base`; None: the least there is."""
    base = plain(shape) if base is None else base
    match shape:
        case list():
            for at, each in enumerate(shape):
                for value, good in varied(each, base[at]):
                    yield [*base[:at], value, *base[at + 1 :]], good
        case Whole(least, most):
            for number in (-1, 0, least - 1, least, most, most + 1, 2**63, -(2**63), 2**64 - 1):
                yield number, least <= number <= most
            yield "1", False
        case Text(most, is_line):
            yield from (("a" * size, size <= most) for size in (0, 1, most, most + 1, 1050))
            yield "\n", not is_line
        case Data(least, most):
            one = 2 if shape == FACES else 1
            for size in {0, least - one, least, most, most + one, 1050} - {-1, -2}:
                yield _data(size), least <= size <= most
        case Many(each, least, most):
            one = base[0] if base else plain(each)
            for size in {0, least - 1, least, most, most + 1} - {-1}:
                yield [one] * size, least <= size <= most
            for value, good in varied(each, one):
                yield [value, *base[1:]], good
        case Named(name, most):
            for size in (0, 1, most, most + 1):
                yield {f"rule{number}": True for number in range(size)}, size <= most
            for text, good in varied(name):
                yield {text: True}, good
            yield {"rule": 1}, False
        case Maybe(each):
            yield None, True
            yield from varied(each, base)
        case OneOf(words):
            yield from ((word, True) for word in sorted(words))
            yield from ((word, False) for word in ("", "none", 0))
        case Flag():
            yield from ((True, True), (False, True), (1, False), (None, False))


def _data(size: int) -> bytes:
    """So many bytes; where they are cards, there are such cards."""
    return (b"\x01\x00" * (size // 2 + 1))[:size]
