"""The check of a round that is over: whether it is the one that its deal, its log and the rules give.

Everything checked here was told by a host that need not be honest; nothing it says can do more than fail.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from game.core.fair_deal import FairDeal, host_commitment
from game.core.match import TIE, LogEntry, Match
from game.core.race import Race
from game.core.rules import Rules
from game.core.shuffle import derive, lot
from game.core.state import (
    FLIGHT,
    PLAYING,
    Dealt,
    Event,
    Play,
    Returned,
    Scored,
    Started,
    State,
    Thrown,
    Won,
    fold_match,
    mask_match,
    private_to,
)
from game.core.table import Move, Table, TableEvent
from game.net.client import round_verdict as why
from game.net.client.round_verdict import RoundVerdict
from game.net.wire.messages import Reveal
from game.net.wire.round_log import unpacked_log

CLOCK = 20_000
"""Microseconds by which a seat's idea of the host's clock may be wrong."""
MOST = 60_000
"""The most events of a round, and the most own moves, that are kept for its proof."""


class Fault(Exception):
    """The round does not hold; its only argument is one of the reasons in round_verdict."""


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
        """From before any seat opened its number."""
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
        """All that followed the deal, in order, with what is face down masked."""
        self.plays: list[Play] = []
        """The moves asked for by the own seat, in order."""
        self.heard: dict[tuple[Move, int], int] = {}
        """By move and press, when the host's word of an own throw came, by the host's clock."""
        self.challenges = set[str]()
        """What was said to be played in a race: one name, if the host is honest."""

    def take(self, event: Event, seat: int | None, now: int) -> None:
        """Take an event that came at `now` by the host's clock; `seat`: the own one, if there is one."""
        self.seated |= seat is not None
        if len(self.events) < MOST:
            self.events.append(event)
            if isinstance(event, Thrown) and event.seat == seat:
                self.heard.setdefault((event.move, event.at), now)

    @property
    def start(self) -> Started | None:
        """The opening of play; None if it was not seen."""
        return next((event for event in self.events if isinstance(event, Started)), None)


class RoundProof:
    """Checks one round, a move at a time."""

    def __init__(self, terms: PlayedFor, deal: FairDeal, seen: RoundRecord) -> None:
        self._rules, self._deal, self._seen, self._seat = terms.rules, deal, seen, seen.numbers.seat
        self._match = Match(terms.rules, len(seen.totals), deal.seed, terms.target, terms.rounds)
        self._coming = deque(seen.events)
        """What was seen and is not explained yet."""
        self._plays = dict(enumerate(seen.plays))
        """The own moves that are not in the log so far, by their number."""
        self._last = -1
        """The number of the latest own move in the log."""
        self._refused = sum(map(self._is_refusal, seen.events))
        """How many own moves the host returned without a judgement."""
        self._air: list[Thrown] = []
        """What was seen to be in the air."""
        self._aloft = {
            _key(event) for event in seen.events if isinstance(event, Thrown) and event.seat == self._seat
        }
        """The own throws that the host told of and that are not in the log so far."""
        self._landing = 0
        self._late: list[int] = []
        """By how much later than made each own move in the log was counted."""

    @property
    def late(self) -> int:
        """By how many microseconds, as the median, own moves were counted later than they were made."""
        return sorted(self._late)[len(self._late) // 2] if self._late else 0

    def check_log(self, entries: Sequence[LogEntry]) -> Iterator[None]:
        """Check the round against its log; pauses after each move. Raises Fault."""
        self._begin()
        for place, entry in enumerate(entries):
            self._check_move(entry, islice(entries, place + 1, None))
            yield
        self._skip()
        landed = not any(thrown.move.count for thrown in self._air)
        if self._coming or not self._match.results or not landed:
            raise Fault(why.LOG)
        self._check_missing()

    def check_deal(self) -> None:
        """Check that everyone's number is the one committed to, the own one is among them, and the cards lay,
        or the challenge of a race was drawn, as the numbers say. Raises Fault."""
        deal, seen, numbers = self._deal, self._seen, self._seen.numbers
        if host_commitment(deal.table, deal.round, deal.secret) != numbers.host:
            raise Fault(why.SECRET)
        if not (len(deal.commitments) == len(deal.openings) == len(seen.totals) and deal.opened):
            raise Fault(why.NUMBER)
        if numbers.opened and (numbers.seat is None or deal.openings[numbers.seat] != numbers.own):
            raise Fault(why.LEFT_OUT)
        if seen.dealt != Dealt(deal.round, self._dealt.view()):
            raise Fault(why.DEAL)
        rules, rounds = self._rules, self._match.rounds
        if isinstance(rules, Race) and seen.challenges != {rules.drawn(deal.seed, deal.round, rounds)}:
            raise Fault(why.DEAL)

    @cached_property
    def _dealt(self) -> Table:
        """The opening table as the numbers say."""
        deal = self._deal
        return self._rules.next_deal(derive(deal.seed, deal.round), self._seen.totals)

    def _begin(self) -> None:
        start = self._seen.start
        if start is None:
            raise Fault(why.LOG)
        begun = State(PLAYING, self._deal.round, self._dealt, self._seen.totals)
        self._match.resume(fold_match(begun, start), start.at)

    def _check_move(self, entry: LogEntry, later: Iterable[LogEntry]) -> None:
        """Whether a move was judged as the rules say, in its turn, with the events seen."""
        match, (_at, seat, press, move) = self._match, entry
        if move is None or seat >= match.seats:
            raise Fault(why.LOG)
        flies = self._rules.flies(match.state.table, seat, move)
        count = len(match.log)
        events = match.redo(entry)
        expected = [mask_match(event) for event in events if _is_judged(event)]
        self._refused -= sum(map(self._is_refusal, events))
        if len(match.log) == count:
            raise Fault(why.LOG)
        if seat == self._seat and not match.state.sits_out(seat):  # for who does the host agrees
            self._check_own(entry)
        if expected:
            self._skip()
        if flies:
            self._check_order(entry, later)
            self._air = [thrown for thrown in self._air if _key(thrown) != (seat, press, move)]
            self._aloft.discard((seat, press, move))
            self._landing += 1
        for event in expected:
            if isinstance(event, Scored):
                self._take_back()
            self._skip()
            if not self._coming or self._coming.popleft() != event:
                raise Fault(why.LOG)

    def _check_own(self, entry: LogEntry) -> None:
        """Whether this move was made here. The host may count its press later, as it came so late, but not
        later than it came."""
        move, press = entry.move, entry.press
        latest = press + CLOCK
        alike = [number for number, own in self._plays.items() if own.move == move and own.press <= latest]
        exact = [number for number in alike if self._plays[number].press == press]
        if not alike or move is None:
            raise Fault(why.OWN)
        if not exact and press > self._seen.heard.get((move, press), press) + CLOCK:
            raise Fault(why.OWN)
        self._late.append(max(0, press - max(self._plays[number].press for number in exact or alike)))
        number = (exact or alike)[0]
        del self._plays[number]
        self._last = max(self._last, number)

    def _check_missing(self) -> None:
        """Whether each own move before the last in the log was judged, returned, or in the air at the end.

        One pressed before the start does not count.
        """
        state = self._match.state
        missing = [
            play
            for number, play in self._plays.items()
            if number < self._last and play.press >= (state.starts or 0)
        ]
        if len(missing) > self._refused + len(self._aloft):
            raise Fault(why.OWN)

    def _is_refusal(self, event: Event) -> bool:
        return isinstance(event, Returned) and event.seat == self._seat and not event.thrown

    def _check_order(self, entry: LogEntry, later: Iterable[LogEntry]) -> None:
        """Whether this landing came first of all that was in the air, by its press or by the draw.

        A press that was not seen yet may have been in the air too, and then decides who takes part in a tie.
        """
        others = [thrown for thrown in self._air if _key(thrown) != entry[1:]]
        first = min((thrown.at for thrown in others), default=entry.press)
        unseen = (each.press for each in later if each.at - each.press >= FLIGHT - TIE)
        lots: dict[int, int] = {}
        for earliest in (min(first, entry.press), *(press for press in unseen if press < entry.press)):
            tied = [thrown.seat for thrown in others if thrown.at - earliest <= TIE]
            if earliest <= first and entry.press - earliest <= TIE:
                lots |= {seat: self._lot(seat) for seat in {entry.seat, *tied} - lots.keys()}
                if all(lots[entry.seat] <= lots[seat] for seat in tied):
                    return
        raise Fault(why.ORDER)

    def _lot(self, seat: int) -> int:
        return lot(self._deal.seed, self._deal.round, self._landing, seat)

    def _skip(self) -> None:
        """Pass over what was seen until the next event that is a judgement.

        An own throw may be in the log already: a knock that was not allowed is no judgement that all see.
        """
        while self._coming and not _is_judged(self._coming[0]):
            event = self._coming.popleft()
            if isinstance(event, Thrown) and (event.seat != self._seat or _key(event) in self._aloft):
                self._air.append(event)

    def _take_back(self) -> None:
        """Pass over the return of what was in the air when the round ended, seen there or not."""
        self._skip()
        while self._coming and isinstance(back := self._coming[0], Returned):
            if back.faster is not None:
                raise Fault(why.LOG)
            self._air = [thrown for thrown in self._air if thrown[:2] != (back.seat, back.move)]
            self._coming.popleft()
            self._skip()


def _is_judged(event: Event) -> bool:
    """Whether everyone sees the event, and it follows from the log."""
    return isinstance(event, TableEvent | Scored | Won) or (
        isinstance(event, Returned) and private_to(event) is None
    )


def _key(thrown: Thrown) -> tuple[object, ...]:
    return thrown.seat, thrown.at, thrown.move


def verdict(
    seen: RoundRecord, told: Reveal, log: bytes, table: bytes, terms: PlayedFor
) -> Iterator[RoundVerdict | None]:
    """Check a round that is over, with the log that was told, a move at a time; the last value is the
    verdict."""
    numbers = seen.numbers
    deal = FairDeal(table, told.round, told.secret, numbers.commitments, numbers.openings)
    proof = RoundProof(terms, deal, seen)
    raced = isinstance(terms.rules, Race)
    long = not raced and (not told.parts or len(seen.events) >= MOST)
    try:
        proof.check_deal()
        yield None
        entries = unpacked_log(seen.start.at if seen.start else 0, log)
        yield None
        if not (long or raced):
            for _ in proof.check_log(entries):
                yield None
    except Fault as fault:
        yield RoundVerdict(why.BROKEN, str(fault))
    except (IndexError, ValueError):  # it cannot even be read or played
        yield RoundVerdict(why.BROKEN, why.LOG)
    else:
        found = _accepted(seen, deal, long)
        drawn = raced and found.kind == why.PROVED
        yield RoundVerdict(why.PROVED, why.DRAWN) if drawn else found._replace(late=proof.late)


def _accepted(seen: RoundRecord, deal: FairDeal, long: bool) -> RoundVerdict:
    """The verdict on a round in which nothing is wrong: could somebody have chosen the deal all the same?"""
    if seen.numbers.changed:
        return RoundVerdict(why.BROKEN, why.SECRET)
    if deal.withheld:
        return RoundVerdict(why.UNPROVABLE, why.WITHHELD, deal.withheld)
    if seen.seated and not seen.numbers.opened:
        return RoundVerdict(why.UNPROVABLE, why.LATE)
    if not any(deal.openings):
        return RoundVerdict(why.UNPROVABLE, why.OPEN)
    return RoundVerdict(why.UNPROVABLE, why.LONG) if long else RoundVerdict(why.PROVED)
