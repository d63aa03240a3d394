"""A client's part in the deals: it gives its own numbers, and checks each round when it is over."""

import os
from collections.abc import Iterator

from game.core.fair_deal import NUMBER, seat_commitment
from game.core.requests import Play
from game.core.state import PLAYING, WAITING, Dealt, Event, Scored, State, Thrown
from game.core.verdict import BROKEN, CHECKING, GAP, MOVED, OPEN, UNPROVABLE, UNTOLD, Verdict
from game.net.client.round_check import MOST, Numbers, PlayedFor, RoundRecord, verdict
from game.net.wire.deal_messages import (
    Commitments,
    FromDeal,
    HostCommitment,
    Openings,
    Reveal,
    RoundLog,
    SeatCommitment,
    SeatOpening,
)

_ROUNDS = 256
"""The most verdicts kept; the latest."""


class DealWitness:
    """For one connection to the table."""

    def __init__(self) -> None:
        self.verdicts: dict[int, Verdict] = {}
        """By round of the match."""
        self._numbers: Numbers | None = None
        """Those of the next deal."""
        self._record: RoundRecord | None = None
        """The round that is played, or for which the host has yet to open its number."""
        self._again = False
        """Whether an own number was opened for a deal that did not come."""
        self._opened = 0
        """The round that the latest own number was opened for, if its deal was not seen; else 0."""
        self._moved = False
        """Whether another host goes on with the match, and has not dealt yet."""
        self._check: tuple[int, Iterator[Verdict | None]] | None = None
        """The round being checked."""

    # -- what the host says

    def hear(
        self, message: FromDeal, table: bytes, terms: PlayedFor | None
    ) -> SeatCommitment | SeatOpening | None:
        """Take what the host says of a deal, at the table with this id; returns the answer, if there is one.

        Without `terms` nothing is checked. Raises ValueError if the message makes no sense.
        """
        numbers, record = self._numbers, self._record
        match message:
            case HostCommitment():
                return self._commit(message, table)
            case Commitments():
                return self._open(message)
            case Openings(number, openings) if numbers and numbers.round == number:
                if numbers.openings is not None:
                    raise ValueError("the numbers are known")
                numbers.openings = openings
            case RoundLog(number, part, entries) if record and record.dealt.round == number:
                if part != len(record.log):
                    raise ValueError("another part of the log was to come")
                record.log.append(entries)
            case Reveal(number, _, parts) if record and record.dealt.round == number:
                if parts != len(record.log):
                    raise ValueError("parts of the log are missing")
                self._record = None
                if terms and record.numbers:
                    self._check = number, verdict(record, record.numbers, message, table, terms)
        return None

    def _commit(self, message: HostCommitment, table: bytes) -> SeatCommitment:
        """Commit to a number; the host's for the round before must be known by now."""
        if self._record and self._record.numbers:
            self._judge(self._record.dealt.round, Verdict(BROKEN, UNTOLD))
            self._record = None
        self._again |= self._opened >= message.round or (self._numbers is not None and self._numbers.opened)
        self._numbers = numbers = Numbers(message.round, message.commitment)
        numbers.seat, numbers.own = message.seat, os.urandom(NUMBER)
        numbers.commitment = seat_commitment(table, message.round, message.seat, numbers.own)
        return SeatCommitment(message.round, numbers.commitment)

    def _open(self, message: Commitments) -> SeatOpening | None:
        """Open the own number, if the deal is bound to all that were committed to, the own one included."""
        numbers = self._numbers
        if numbers is None or numbers.round != message.round:  # a watcher is asked for none
            numbers = self._numbers = Numbers(message.round, message.host)
        if numbers.commitments:
            raise ValueError("the commitments are known")
        numbers.commitments, numbers.changed = message.commitments, message.host != numbers.host
        seat = numbers.seat
        if seat is None or numbers.changed or message.commitments[seat : seat + 1] != (numbers.commitment,):
            return None
        numbers.opened, self._opened = True, max(self._opened, numbers.round)
        return SeatOpening(numbers.round, numbers.own)

    # -- what happens

    def observe(self, event: Event, before: State, seat: int | None, now: int) -> None:
        """Take a confirmed event that came at `now` by the host's clock; `before` is the match before it,
        `seat` the own one, if there is one."""
        if isinstance(event, Dealt):
            self._begin(event, before.totals, seat)
        elif self._record and len(self._record.events) < MOST:
            self._record.events.append(event)
            if isinstance(event, Thrown) and event.seat == seat:
                self._record.heard.setdefault((event.move, event.at), now)
        if isinstance(event, Scored):
            self._end(before.round)

    def play(self, play: Play) -> None:
        """Take a move asked for here."""
        if self._record and len(self._record.plays) < MOST:
            self._record.plays.append(play)

    def resume(self, state: State) -> None:
        """The match was told as it stands: what came before in this round is not known."""
        if state.phase in (PLAYING, WAITING) and state.round:
            self._record = self._numbers = None
        elif state.round and not self._record and state.round not in self.verdicts:
            self._judge(state.round, Verdict(UNPROVABLE, GAP))

    def stop(self) -> None:
        """The match is over, or was broken off."""
        if (record := self._record) and self.verdicts.get(record.dealt.round) == Verdict(CHECKING):
            self._judge(record.dealt.round, Verdict(BROKEN, UNTOLD))
        self._again |= self._numbers is not None and self._numbers.opened
        self._record, self._numbers, self._opened = None, None, 0

    def follow(self, old: "DealWitness", moved: bool) -> None:
        """Continue from an earlier connection to the table; `moved`: to another host."""
        asked_again = self._numbers is not None and old._opened >= self._numbers.round
        self._again |= old._again or asked_again
        self._opened = max(self._opened, old._opened)
        self._moved |= moved or old._moved
        self._check = self._check or old._check
        for number, known in old.verdicts.items():
            if known.kind != CHECKING or (self._check and self._check[0] == number):
                self.verdicts[number] = known

    def advance(self, moves: int) -> None:
        """Check the next moves of a round that is over."""
        for _ in range(moves):
            if self._check is None:
                return
            number, check = self._check
            if found := next(check):
                self._check = None
                self._judge(number, found)

    def _begin(self, dealt: Dealt, totals: tuple[int, ...], seat: int | None) -> None:
        numbers = self._numbers
        if numbers and (numbers.round != dealt.round or numbers.openings is None):
            self._again |= numbers.opened
            numbers = None
        if dealt.round == 1:
            self.verdicts.clear()
        self._record = RoundRecord(dealt, totals, numbers, seat is not None, self._again)
        self._numbers, self._again, self._moved = None, False, False
        if self._opened <= dealt.round:
            self._opened = 0

    def _end(self, number: int) -> None:
        """A round is scored."""
        if self._record is None:
            self._judge(number, Verdict(UNPROVABLE, MOVED if self._moved else GAP))
        elif self._record.numbers is None:
            self._judge(number, Verdict(UNPROVABLE, OPEN))
        else:
            self._judge(number, Verdict(CHECKING))

    def _judge(self, number: int, found: Verdict) -> None:
        self.verdicts[number] = found
        if len(self.verdicts) > _ROUNDS:
            del self.verdicts[min(self.verdicts)]
