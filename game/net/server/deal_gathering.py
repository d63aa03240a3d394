"""The numbers that a deal follows from, gathered from the seats: first all commitments, then all openings."""

from collections.abc import Mapping

from game.core.fair_deal import FairDeal, host_commitment, seat_commitment
from game.net.server.peer import Delivery, Peer
from game.net.wire.messages import Commitments, HostCommitment, Openings, SeatCommitment, SeatOpening

COMMITTING, OPENING = 300_000, 700_000
"""Microseconds that the host waits for the seats' commitments, once the deal is asked for, and for their
openings: who opens too late has had a part in the gathering, and so is waited for longer."""

Players = Mapping[int, Peer]
"""By seat, the connections of the members who play."""


class DealGathering:
    """For one round. Times in microseconds of the host's clock."""

    def __init__(self, table: bytes, number: int, secret: bytes) -> None:
        """`number`: of the round; `secret`: the host's number for it."""
        self._table, self._round, self._secret = table, number, secret
        self._commitment = host_commitment(table, number, secret)
        self._asked: dict[int, Peer] = {}
        self._commitments: dict[int, bytes] = {}
        self._openings: dict[int, bytes] = {}
        self._listed: tuple[bytes, ...] = ()
        """The commitments by seat, once they have been told to all: from then on none is taken."""
        self.due: int | None = None
        """When the host stops waiting for what is missing; None until `begin`."""
        self.handicaps: tuple[int, ...] = ()
        """With which the round is dealt, once that has been told with the commitments."""
        self.deal: FairDeal | None = None
        """What the deal follows from, once that is certain."""

    def begin(self, now: int) -> None:
        """The round is to be dealt as soon as the numbers are there."""
        if self.due is None:
            self.due = now + COMMITTING

    def take(self, seat: int, peer: Peer, message: SeatCommitment | SeatOpening) -> None:
        """A seat commits to its number, or opens it. What comes late, twice or does not fit is ignored."""
        if message.round != self._round or self._asked.get(seat) is not peer:
            return
        match message:
            case SeatCommitment(commitment=commitment) if not self._listed:
                self._commitments.setdefault(seat, commitment)
            case SeatOpening(number=number) if self._listed and self._commitments.get(seat):
                if seat_commitment(self._table, self._round, seat, number) == self._commitments[seat]:
                    self._openings[seat] = number

    def update(
        self, players: Players, handicaps: tuple[int, ...], seats: int, everyone: tuple[Peer, ...], now: int
    ) -> list[Delivery]:
        """Ask whoever has not been asked, and go a step further if nobody is waited for any more.
        `handicaps`: those of now, see State."""
        deliveries: list[Delivery] = []
        if not self._listed:
            deliveries += self._ask(players)
            if self.due is None or (self._commitments.keys() < players.keys() and now < self.due):
                return deliveries
            self._listed, self.due = self._by_seat(self._commitments, seats), now + OPENING
            self.handicaps = handicaps
            told = Commitments(self._round, self._commitment, self._listed, handicaps)
            deliveries.append(Delivery(told, everyone))
        if self.deal is None and self.due is not None:
            there = {seat for seat in self._commitments if players.get(seat) is self._asked[seat]}
            if there - self._openings.keys() and now < self.due:
                return deliveries
            openings = self._by_seat(self._openings, seats)
            self.deal = FairDeal(self._table, self._round, self._secret, self._listed, openings)
            deliveries.append(Delivery(Openings(self._round, openings), everyone))
        return deliveries

    def _ask(self, players: Players) -> list[Delivery]:
        """Ask each seat that has another connection, or another player, than before."""
        for seat in [seat for seat in self._asked if players.get(seat) is not self._asked[seat]]:
            del self._asked[seat]
            self._commitments.pop(seat, None)
        new = {seat: peer for seat, peer in players.items() if seat not in self._asked}
        self._asked.update(new)
        return [
            Delivery(HostCommitment(self._round, seat, self._commitment), (peer,))
            for seat, peer in new.items()
        ]

    def _by_seat(self, values: Mapping[int, bytes], seats: int) -> tuple[bytes, ...]:
        return tuple(values.get(seat, b"") for seat in range(seats))
