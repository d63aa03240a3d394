"""A client's part in the deals: it gives its own numbers, and checks each deal when its round is over.

Everything that affects the states lives in this file. One table says what a host may do in which state, and
what is found by that alone; a client leaves a host that does anything else.
"""

from typing import NamedTuple

from game.core.fair_deal import NUMBER, FairDeal, seat_commitment
from game.core.state import SCORED, WON, Dealt, Event, Knock, Request, Scored, State, Won
from game.net.client import deal_verdict as why
from game.net.client.deal_check import DealRecord, Numbers, PlayedFor, judged
from game.net.client.deal_verdict import BROKEN, PROVED, UNPROVABLE, DealVerdict
from game.net.wire.messages import (
    Commitments,
    Digest,
    FromDeal,
    HostCommitment,
    Openings,
    Reveal,
    RunDeal,
    SeatCommitment,
    SeatOpening,
    Sit,
    ToHost,
)
from game.net.wire.snapshot import digest
from game.system import here

NEW, LOBBY, LATE, REST, ASKED, LISTED, KNOWN, DEALT, OVER, BLIND = (
    "new", "lobby", "late", "rest", "asked", "listed", "known", "dealt", "over", "blind",
)  # fmt: skip
"""States of a connection: nothing has been told of the match; there is none; it was told when numbers may
have been asked for already; none have been; the own one is committed to; all commitments are known, and the
own number is opened; all numbers are known; the round that follows from them is played; it is over, and the
host's number is to come; a round is played that was not seen whole."""
PUT_AWAY, BEFORE, DURING, AFTER = "put away", "before", "during", "after"
"""What a host does besides sending messages and events: it puts the match away, or tells it as it stands
before the first deal, during a round, or after one."""


class Step(NamedTuple):
    """The next state, and what this alone says of the latest round dealt."""

    to: str
    found: DealVerdict | None = None


_UNTOLD, _RETOLD = DealVerdict(BROKEN, why.UNTOLD), DealVerdict(BROKEN, why.RETOLD)
_UNSEEN, _OPEN = DealVerdict(UNPROVABLE, why.GAP), DealVerdict(UNPROVABLE, why.OPEN)
_Steps = dict[type | str, Step]
_FIRST: _Steps = {PUT_AWAY: Step(LOBBY), BEFORE: Step(LATE), DURING: Step(BLIND), AFTER: Step(LATE)}
_AGAIN: _Steps = {what: Step(to, _RETOLD) for what, (to, _) in _FIRST.items()} | {PUT_AWAY: Step(LOBBY)}
_GATHER: _Steps = {HostCommitment: Step(ASKED), Commitments: Step(LISTED)}
STEPS: dict[str, _Steps] = {
    NEW: _FIRST,
    LOBBY: _FIRST | {BEFORE: Step(REST)},
    LATE: _AGAIN | _GATHER | {Openings: Step(LATE), Reveal: Step(LATE), Dealt: Step(BLIND, _UNSEEN)},
    REST: _AGAIN | _GATHER | {Reveal: Step(REST), Dealt: Step(BLIND, _OPEN)},
    ASKED: _AGAIN | {Commitments: Step(LISTED)},
    LISTED: _AGAIN | {Openings: Step(KNOWN)},
    KNOWN: _AGAIN | {Dealt: Step(DEALT)},
    DEALT: _AGAIN | {Scored: Step(OVER)},
    OVER: _AGAIN
    | {Reveal: Step(REST), PUT_AWAY: Step(LOBBY, _UNTOLD)}
    | {HostCommitment: Step(ASKED, _UNTOLD), Commitments: Step(LISTED, _UNTOLD)},
    BLIND: _AGAIN | {Scored: Step(REST)},
}
"""By state, all that a host may do. To tell the match again is allowed, but found."""
_NEXT = (HostCommitment, Commitments, Openings, Dealt)
"""What is about the round after the latest one."""
_WORST = (PROVED, UNPROVABLE, BROKEN)
_ROUNDS = 256
"""The most verdicts kept; the latest."""


class ToldLog(NamedTuple):
    """What a host has told of a round that is over: also those who have not seen all of it."""

    round: int
    seed: bytes
    """Of its deal."""
    data: bytes
    """See wire.round_log."""


class Ledger:
    """What one player has given to the deals of a match and found of its rounds, on whatever connection."""

    def __init__(self) -> None:
        self.opened = 0
        """The latest round that an own number was opened for."""
        self.due = 0
        """That round, until it has ended; else 0."""
        self.epoch: int | None = None
        """The host's that told the match last; see Welcome."""
        self.verdicts: dict[int, DealVerdict] = {}
        """By round; they only get worse."""

    def judge(self, number: int, found: DealVerdict) -> None:
        """Keep the verdict on a round unless there is one as bad."""
        known = self.verdicts.get(number, found)
        self.verdicts[number] = max(known, found, key=lambda each: _WORST.index(each.kind))
        if len(self.verdicts) > _ROUNDS:
            del self.verdicts[min(self.verdicts)]

    def forget(self) -> None:
        """Another match begins, unless the number given last was for a round that never ended."""
        if not self.due:
            self.opened = 0
            self.verdicts.clear()


class DealWitness:
    """For one connection to the table."""

    def __init__(self, ledger: Ledger | None = None) -> None:
        """`ledger`: that of the player's connections to this table before; None: it is the first."""
        self.ledger = ledger or Ledger()
        self._state = NEW
        self._round = 0
        """The latest round dealt."""
        self._numbers = Numbers(b"")
        """Those of the next deal."""
        self._record: DealRecord | None = None
        """What is seen of the round, from DEALT on."""
        self.told: ToldLog | None = None
        """The log of the latest round that one was told of."""
        self._won = self._again = False
        """Whether the match is won; and whether the player has knocked for another one."""
        self._said: Digest | None = None
        """What the host was told of the table after a round; if it differs, the match is told again."""

    def verdict(self, number: int) -> DealVerdict | None:
        """What is found of the deal of a round; None if the host has not opened its number yet, or the round
        was not played here."""
        return self.ledger.verdicts.get(number)

    # -- what the host does

    def receive(
        self, message: FromDeal, table: bytes, terms: PlayedFor | None
    ) -> SeatCommitment | SeatOpening | None:
        """Take what the host says of a deal, at the table with this id; returns the answer, if there is one.

        Without `terms` nothing is checked. Raises ValueError if the message makes no sense.
        """
        asked, record = self._state == ASKED, self._record
        self._step(type(message), message.round)
        match message:
            case HostCommitment():
                return self._commit(message, table)
            case Commitments():
                return self._open(message, asked, terms)
            case Openings():
                self._numbers.openings = message.numbers
            case Reveal():
                if message.log:
                    self.told = ToldLog(message.round, message.seed, message.log)
                if record and (terms := record.numbers.terms):
                    numbers = record.numbers.commitments, record.numbers.openings
                    deal = FairDeal(table, message.round, message.secret, *numbers)
                    self.ledger.judge(message.round, judged(record, deal, terms))
                self._record = None
        return None

    def observe(self, event: Event, before: State, seat: int | None) -> None:
        """Take a confirmed event; `before` is the match before it, `seat` the own one, if there is one.
        Raises ValueError if it is not its turn."""
        if isinstance(event, Dealt):
            self._step(Dealt, event.round)
            if self._state == DEALT:
                self._record = DealRecord(event, before.totals, self._numbers)
        elif self._record:
            self._record.take(event, seat)
        if isinstance(event, Won):
            self._won = True
        if isinstance(event, Scored):
            self._step(Scored, before.round)
            if self.ledger.due <= before.round:
                self.ledger.due = 0

    def play(self, deal: RunDeal) -> None:
        """The host says what is played in a round beside the table."""
        if self._record and deal.round == self._round and len(self._record.challenges) <= 1:
            self._record.challenges.add(deal.challenge)

    def resume(self, state: State, epoch: int) -> None:
        """The host of this epoch told the match as it stands."""
        ledger, number, said = self.ledger, state.round, self._said
        self._won = state.phase == WON
        differs = said is not None and said.round == number and said.crc != digest(state)
        unseen = _UNSEEN if ledger.epoch in (None, epoch) else DealVerdict(UNPROVABLE, why.MOVED)
        ledger.epoch, self._said = epoch, None
        what = BEFORE if not number else AFTER if state.phase in (SCORED, WON) else DURING
        if number and (what == DURING or differs or self.verdict(number) is None):
            ledger.judge(number, unseen)
        if self._state == NEW and 0 < ledger.due < number + (what == AFTER):
            ledger.judge(ledger.due, unseen)
            ledger.due = 0
        if not differs:
            self._round, self._record = max(self._round, number, ledger.opened), None
            self._step(what, self._round)
            self._round = number

    def put_away(self) -> None:
        """There is no match now."""
        self._step(PUT_AWAY, self._round)
        self._record, self._round = None, 0
        if self._again or not self.ledger.opened:
            self.ledger.forget()
        self._won = self._again = False

    # -- what is done here

    def ask(self, request: Request | ToHost) -> None:
        """The player, or this program, asks the host for something."""
        match request:
            case Digest():
                self._said = request
            case Knock() | Sit() if self._state == LOBBY:
                self.ledger.forget()
            case Knock() | Sit() if self._won:
                self._again = True

    # -- steps

    def _step(self, what: type | str, number: int) -> None:
        """The host does this for a round. Raises ValueError if it is not its turn."""
        step = STEPS[self._state].get(what)
        if step is None or number != self._round + (what in _NEXT):
            raise ValueError("that is not its turn")
        if what is Dealt:
            self._round = number
        if step.found:
            self.ledger.judge(max(1, self._round), step.found)
        self._state = step.to

    def _commit(self, message: HostCommitment, table: bytes) -> SeatCommitment:
        """Commit to a number."""
        numbers = self._numbers = Numbers(message.commitment)
        numbers.seat, numbers.own = message.seat, here().entropy.draw(NUMBER)
        numbers.commitment = seat_commitment(table, message.round, message.seat, numbers.own)
        return SeatCommitment(message.round, numbers.commitment)

    def _open(self, message: Commitments, asked: bool, terms: PlayedFor | None) -> SeatOpening | None:
        """Open the own number, if the deal is bound to all that were committed to, the own one included."""
        if not asked:
            self._numbers = Numbers(message.host)
        numbers, seat = self._numbers, self._numbers.seat
        numbers.commitments, numbers.changed = message.commitments, message.host != numbers.host
        numbers.terms, numbers.handicaps = terms, message.handicaps
        if message.round <= self.ledger.opened or self.ledger.due:
            self.ledger.judge(message.round, DealVerdict(UNPROVABLE, why.AGAIN))
        if seat is None or numbers.changed or message.commitments[seat : seat + 1] != (numbers.commitment,):
            return None
        numbers.opened = True
        self.ledger.opened, self.ledger.due = max(self.ledger.opened, message.round), message.round
        return SeatOpening(message.round, numbers.own)
