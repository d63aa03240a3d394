"""The check of a deal when its round is over: whether it follows from everyone's numbers, and the cards
seen in the round are those dealt.

Everything checked here was told by a host that need not be honest; nothing it says can do more than fail.
"""

from collections.abc import Iterable
from typing import NamedTuple

from game.core.cards import HIDDEN
from game.core.fair_deal import FairDeal, host_commitment
from game.core.rules import Rules
from game.core.shuffle import derive
from game.core.state import Dealt, Event
from game.core.table import Moved, Table, Turned, fold
from game.net.client import deal_verdict as why
from game.net.client.deal_verdict import DealVerdict

MOST = 60_000
"""The most events of a round that are kept for the check of its deal; what comes later is not checked."""


class PlayedFor(NamedTuple):
    """What is played at the table: see Match."""

    rules: Rules
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
        self.handicaps: tuple[int, ...] = ()
        """With which all were told that the round would be dealt."""


class DealRecord:
    """What a client saw of a deal, and of its cards in the round."""

    def __init__(self, dealt: Dealt, totals: tuple[int, ...], numbers: Numbers) -> None:
        """`totals`: before the round."""
        self.dealt, self.totals, self.numbers = dealt, totals, numbers
        self.seated = False
        """Whether it played, and should have had a part in the deal."""
        self.shown: list[Moved | Turned] = []
        """All that was done with the cards, in order, with what is face down masked."""
        self.challenges = set[str]()
        """What was said to be played beside the table: at most one name, if the host is honest."""

    def take(self, event: Event, seat: int | None) -> None:
        """Take an event; `seat`: the own one, if there is one."""
        self.seated |= seat is not None
        if isinstance(event, Moved | Turned) and len(self.shown) < MOST:
            self.shown.append(event)


def judged(seen: DealRecord, deal: FairDeal, terms: PlayedFor) -> DealVerdict:
    """The verdict on a deal, once the host has opened its number."""
    fault, numbers = _fault(seen, deal, terms), seen.numbers
    if fault or numbers.changed:
        return DealVerdict(why.BROKEN, fault or why.SECRET)
    if deal.withheld:
        return DealVerdict(why.UNPROVABLE, why.WITHHELD, deal.withheld)
    if seen.seated and not numbers.opened:
        return DealVerdict(why.UNPROVABLE, why.LATE)
    return DealVerdict(why.PROVED) if any(deal.openings) else DealVerdict(why.UNPROVABLE, why.OPEN)


def _fault(seen: DealRecord, deal: FairDeal, terms: PlayedFor) -> str:
    """Why the deal does not hold: everyone's number is to be the one committed to, the own one among them,
    and the cards to lie, and what is played beside them to be drawn, as they say. Empty if it holds."""
    rules, numbers = terms.rules, seen.numbers
    if host_commitment(deal.table, deal.round, deal.secret) != numbers.host:
        return why.SECRET
    if not (len(deal.commitments) == len(deal.openings) == len(seen.totals) and deal.opened):
        return why.NUMBER
    if numbers.opened and (numbers.seat is None or deal.openings[numbers.seat] != numbers.own):
        return why.LEFT_OUT
    table = rules.next_deal(derive(deal.seed, deal.round), seen.totals, numbers.handicaps)
    if seen.dealt != Dealt(deal.round, table.view(), numbers.handicaps):
        return why.DEAL
    drawn = {rules.drawn(deal.seed, deal.round, terms.rounds)} - {""}
    return "" if seen.challenges == drawn and _shows(table, seen.shown) else why.DEAL


def _shows(table: Table, events: Iterable[Moved | Turned]) -> bool:
    """Whether the cards that these events name are those that lay there. A pile turned over has its cards in
    the reverse order."""
    for event in events:
        if isinstance(event, Turned):
            if table.piles[event.pile].cards[-1:] != (event.card,):
                return False
        else:
            cards = table.piles[event.src].cards[-len(event.cards) :]
            if HIDDEN in event.cards:
                event = event._replace(cards=cards[::-1])  # noqa: PLW2901
            elif event.cards not in (cards, cards[::-1]):
                return False
        table = fold(table, event)
    return True
