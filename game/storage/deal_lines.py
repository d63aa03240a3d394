"""How the deals of a match came about, as lines of its replay.

`deal ROUND COMMITMENT=NUMBER SEAT...`, in hexadecimal digits: first the host's commitment and the number that
it opened; then for each seat the same, without the number if the seat did not open it, or `-` if it committed
to none.
"""

import re
from typing import NamedTuple

from game.core.fair_deal import COMMITMENT, NUMBER, FairDeal, host_commitment
from game.core.limits import SEATS

DEAL = "deal"
"""The first word of such a line."""
_NONE = "-"
_PAIR = re.compile(rf"([0-9a-f]{{{2 * COMMITMENT}}})=([0-9a-f]{{{2 * NUMBER}}})?")


class StatedDeal(NamedTuple):
    """What a replay states about a deal."""

    commitment: bytes
    """The host's."""
    deal: FairDeal

    @property
    def holds(self) -> bool:
        """Whether all numbers are those committed to."""
        deal = self.deal
        return deal.opened and self.commitment == host_commitment(deal.table, deal.round, deal.secret)


def deal_line(deal: FairDeal) -> str:
    """The line for a deal."""
    host = _pair(host_commitment(deal.table, deal.round, deal.secret), deal.secret)
    seats = map(_pair, deal.commitments, deal.openings)
    return " ".join((DEAL, str(deal.round), host, *seats))


def parse_deal(line: str, table: bytes) -> StatedDeal:
    """The deal that a line states, at the table with this id. Raises ValueError."""
    _deal, number, host, *seats = line.split(" ")
    if not number.isdecimal() or len(number) > 9:
        raise ValueError("not a round")
    commitment, secret = _read_pair(host)
    if not secret or not 0 < len(seats) <= SEATS:
        raise ValueError("the host opened nothing, or there are no such seats")
    pairs = [_read_pair(seat) if seat != _NONE else (b"", b"") for seat in seats]
    commitments, openings = zip(*pairs, strict=True)
    return StatedDeal(commitment, FairDeal(table, int(number), secret, commitments, openings))


def _pair(commitment: bytes, number: bytes) -> str:
    return f"{commitment.hex()}={number.hex()}" if commitment else _NONE


def _read_pair(text: str) -> tuple[bytes, bytes]:
    found = _PAIR.fullmatch(text)
    if not found:
        raise ValueError("not a commitment")
    return bytes.fromhex(found[1]), bytes.fromhex(found[2] or "")
