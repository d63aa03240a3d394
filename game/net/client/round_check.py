"""The check of a round that is over, by what a client saw of it and what the host told at its end."""

from collections.abc import Iterator
from typing import NamedTuple

from game.core.fair_deal import FairDeal
from game.core.rules import Rules
from game.core.state import Dealt, Event, Play, Started, Thrown
from game.core.table import Move
from game.net.client.round_proof import Fault, RoundProof, SeenRound
from game.net.client.round_verdict import (
    BROKEN,
    LATE,
    LOG,
    LONG,
    OPEN,
    PROVED,
    SECRET,
    UNPROVABLE,
    WITHHELD,
    RoundVerdict,
)
from game.net.wire.messages import Reveal
from game.net.wire.round_log import unpacked_log

MOST = 60_000
"""The most events of a round, and the most own moves, that are kept for its proof."""


class PlayedFor(NamedTuple):
    """What is played at the table: see Match."""

    rules: Rules
    target: int
    rounds: int


class Numbers:
    """The numbers of one deal as they are gathered, seen by one client."""

    def __init__(self, host: bytes) -> None:
        """`host`: the host's commitment."""
        self.host = host
        self.seat: int | None = None
        self.own = self.commitment = b""
        """The own number and the commitment to it."""
        self.opened = False
        """Whether the own number has been told."""
        self.changed = False
        """Whether the host has named another commitment than before."""
        self.terms: PlayedFor | None = None
        """What was played for when all commitments were told."""
        self.commitments: tuple[bytes, ...] = ()
        self.openings: tuple[bytes, ...] = ()


class RoundRecord:
    """What a client saw of a round from its deal on."""

    def __init__(self, dealt: Dealt, totals: tuple[int, ...], numbers: Numbers) -> None:
        """`totals`: before the round."""
        self.dealt, self.totals, self.numbers = dealt, totals, numbers
        self.seated = False
        """Whether it played, and should have had a part in the deal."""
        self.events: list[Event] = []
        self.plays: list[Play] = []
        self.heard: dict[tuple[Move, int], int] = {}
        """By move and press, when the host's word of an own throw came, by the host's clock."""
        self.log: list[bytes] = []
        """The parts of the log told so far."""

    def take(self, event: Event, seat: int | None, now: int) -> None:
        """Take an event that came at `now` by the host's clock; `seat`: the own one, if there is one."""
        self.seated |= seat is not None
        if len(self.events) < MOST:
            self.events.append(event)
            if isinstance(event, Thrown) and event.seat == seat:
                self.heard.setdefault((event.move, event.at), now)

    @property
    def starts(self) -> int:
        """When play opened."""
        return next((event.at for event in self.events if isinstance(event, Started)), 0)


def verdict(seen: RoundRecord, told: Reveal, table: bytes, terms: PlayedFor) -> Iterator[RoundVerdict | None]:
    """Check a round that is over, a move at a time; the last value is the verdict."""
    numbers = seen.numbers
    own = numbers.own if numbers.opened else b""
    deal = FairDeal(table, told.round, told.secret, numbers.commitments, numbers.openings)
    what = SeenRound(seen.dealt, seen.totals, seen.events, numbers.seat, own, seen.plays, seen.heard)
    proof = RoundProof(terms.rules, terms.target, terms.rounds, deal, numbers.host, what)
    long = not told.parts or len(seen.events) >= MOST
    try:
        proof.check_deal()
        yield None
        entries = unpacked_log(seen.starts, b"".join(seen.log))
        yield None
        if not long:
            for _ in proof.check_log(entries):
                yield None
    except Fault as fault:
        yield RoundVerdict(BROKEN, str(fault))
    except (IndexError, ValueError):  # it cannot even be read or played
        yield RoundVerdict(BROKEN, LOG)
    else:
        yield _accepted(seen, deal, long)._replace(late=proof.late)


def _accepted(seen: RoundRecord, deal: FairDeal, long: bool) -> RoundVerdict:
    """The verdict on a round in which nothing is wrong: could somebody have chosen the deal all the same?"""
    if seen.numbers.changed:
        return RoundVerdict(BROKEN, SECRET)
    if deal.withheld:
        return RoundVerdict(UNPROVABLE, WITHHELD, deal.withheld)
    if seen.seated and not seen.numbers.opened:
        return RoundVerdict(UNPROVABLE, LATE)
    if not any(deal.openings):
        return RoundVerdict(UNPROVABLE, OPEN)
    return RoundVerdict(UNPROVABLE, LONG) if long else RoundVerdict(PROVED)
