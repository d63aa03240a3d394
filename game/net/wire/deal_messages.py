"""What host and seats tell each other so that a deal can be proved afterwards: commitments, then openings,
and when the round is over the host's own number and the log.
"""

from typing import Annotated

from msgspec import Meta

from game.core.fair_deal import COMMITMENT, NUMBER
from game.core.limits import SEATS
from game.net.wire.fields import Count, Message, Seat

LOG_PART, LOG_PARTS = 1000, 100
"""Bytes of a round's log in one message, and the most such messages: some 12,000 moves."""

Number = Annotated[bytes, Meta(min_length=NUMBER, max_length=NUMBER)]
Commitment = Annotated[bytes, Meta(min_length=COMMITMENT, max_length=COMMITMENT)]


class HostCommitment(Message):
    """The host commits to its number for a round, and asks a seat to commit to one."""

    round: Count
    seat: Seat
    commitment: Commitment


class SeatCommitment(Message):
    """A seat commits to its number for a round."""

    round: Count
    commitment: Commitment


class Commitments(Message):
    """All commitments for a round, by seat; empty where there is none. The seats may now open theirs."""

    round: Count
    host: Commitment
    commitments: Annotated[tuple[Annotated[bytes, Meta(max_length=COMMITMENT)], ...], Meta(max_length=SEATS)]


class SeatOpening(Message):
    """A seat opens its number."""

    round: Count
    number: Number


class Openings(Message):
    """All numbers opened for a round, by seat; empty where a seat was passed over. The deal follows."""

    round: Count
    numbers: Annotated[tuple[Annotated[bytes, Meta(max_length=NUMBER)], ...], Meta(max_length=SEATS)]


class RoundLog(Message):
    """Part of the log of a round that is over; see wire.round_log."""

    round: Count
    part: Annotated[int, Meta(ge=0, lt=LOG_PARTS)]
    entries: Annotated[bytes, Meta(max_length=LOG_PART)]


class Reveal(Message):
    """The host opens its number for a round that is over, and says in how many parts it has told the log."""

    round: Count
    secret: Number
    parts: Annotated[int, Meta(ge=0, le=LOG_PARTS)]


FromDeal = HostCommitment | Commitments | Openings | RoundLog | Reveal
"""What the host tells of a deal."""
