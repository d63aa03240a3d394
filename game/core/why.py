"""Why a move is illegal: found by asking `moves` about tables with other cards, so the two cannot disagree.

The player gets one reason, the closest to what was meant: another card would fit there, the same card from
elsewhere, or more cards together. Only visible cards count, as in `moves`; that others decide is all that is
told of them.
"""

from collections.abc import Iterable, Iterator
from itertools import product, starmap

from game.core.cards import ACE, CLUBS, HEARTS, HIDDEN, KING, SUITS, Card, Pile, is_red
from game.core.rules import Rules
from game.core.table import Move, Table
from game.core.words import N_

SAME_COLOUR = N_("same colour")
NEEDS_SUIT = (N_("needs clubs"), N_("needs diamonds"), N_("needs hearts"), N_("needs spades"))
NEEDS_RANK = (
    *(N_("needs an ace"), N_("needs a 2"), N_("needs a 3"), N_("needs a 4"), N_("needs a 5")),
    *(N_("needs a 6"), N_("needs a 7"), N_("needs an 8"), N_("needs a 9"), N_("needs a 10")),
    *(N_("needs a jack"), N_("needs a queen"), N_("needs a king")),
)
WHOLE_PILE, WHOLE_RUN = N_("whole pile only"), N_("whole run only")
NO_RUN = N_("no run")
ALL_OF_IT = N_("king to ace only")
TURNED_ONLY, ONE_CARD = N_("turned cards only"), N_("one card only")
IT_FITS = N_("a card fits: lay it first")
STAYS = N_("stays there")
FULL = N_("pile is full")
NOTHING_THERE = N_("nothing goes there")
NO_CARDS = N_("no cards left")
NO_PASS = N_("no more passes")
FACE_DOWN = N_("face down")
NOT_NOW = N_("not now")
TURN_ON = N_("turn on: a card will fit")
NOWHERE, HAND_BUSY = N_("fits nowhere"), N_("hand busy")
"""The card fits on no pile at all; the seat's hand is still busy."""
ONLY_ONTO, ONLY_EMPTY = N_("only onto {cards}"), N_("only onto an empty place")
"""Instead of the first: where it would fit."""

_OPEN = ("waste", "turned")
"""Roles of the pile that the stock is turned onto."""


def why_not(rules: Rules, table: Table, seat: int, move: Move) -> str | None:
    """Why the seat may not make the move, in two or three words to be translated; None if it may."""
    offered = tuple(rules.moves(table, seat))
    if move in offered:
        return None
    # Where a card must be laid, the table's mode forbids what else may be done.
    if offered and move.count and move in rules.moves(table._replace(mode=0), seat):
        return IT_FITS
    return _Question(rules, table, seat, move).answer()


def why_nowhere(rules: Rules, table: Table, seat: int, move: Move) -> tuple[str, tuple[Card, ...]]:
    """Why as many cards as the move's fit nowhere, to be translated; and the cards that they would go onto,
    without regard to the pack."""
    freely = rules.moves(table._replace(mode=0), seat)
    if any((each.src, each.count) == (move.src, move.count) for each in freely):
        return (IT_FITS if table.mode else NOWHERE), ()
    return _Question(rules, table, seat, move).fits_onto()


class _Question:
    """One illegal move, and the table it was tried on."""

    def __init__(self, rules: Rules, table: Table, seat: int, move: Move) -> None:
        self._rules, self._table, self._seat, self._move = rules, table, seat, move
        seats = next(n for n in rules.seats if len(rules.spots(n)) == len(table.piles))
        spots = rules.spots(seats)
        self._roles = [spot.role for spot in spots]
        self._own = [spot.seat == seat for spot in spots]
        self._near = [spot.seat in (seat, None) for spot in spots]

    def answer(self) -> str:
        src, dst, count = self._move
        pile = self._table.piles[src]
        if self._move in self._rules.moves(self._table.view(), self._seat):
            return TURN_ON
        if count < 1 or not self._own[src]:
            return NOT_NOW
        if "stock" in (self._roles[src], self._roles[dst]):
            return self._about_turning()
        if count > len(pile.cards):
            return NO_CARDS
        if self._roles[src] in ("foundation", "finished", "row"):
            return STAYS
        cards = pile.cards[-count:]
        if count > pile.up or HIDDEN in cards:
            return FACE_DOWN
        if (self._roles[src], self._roles[dst]) == ("turned", "waste"):
            return IT_FITS
        return (
            self._about_what_lies_below(cards) or self._about_the_cards(cards) or self._about_the_place(cards)
        )

    def fits_onto(self) -> tuple[str, tuple[Card, ...]]:
        """What why_nowhere tells: asked of the first pile of each kind."""
        src, _, count = self._move
        found, empty = set[Card](), False
        near = [i for i, own in enumerate(self._near) if own and i != src]
        for dst in {self._roles[i]: i for i in near[::-1]}.values():
            if self._roles[dst] != "stock":
                every = starmap(Card, product(range(ACE, KING + 1), SUITS))
                # As many as a pile built up to it has: some rules count them.
                piles = (Pile((card,) * card.rank, card.rank) for card in every)
                found |= {pile.cards[0] for pile in piles if self._goes(Move(src, dst, count), pile)}
                empty = empty or self._goes(Move(src, dst, count), Pile())
        cards = tuple(sorted(found))
        return (ONLY_ONTO if cards else ONLY_EMPTY if empty else NOWHERE), cards

    def _goes(self, move: Move, onto: Pile) -> bool:
        """Whether it would be legal with this as the pile that it goes to."""
        piles = (onto if i == move.dst else pile for i, pile in enumerate(self._table.piles))
        return move in self._rules.moves(self._table._replace(piles=tuple(piles)), self._seat)

    def _may(self, cards: Iterable[Card], src: int | None = None, below: Iterable[Card] = ()) -> bool:
        """Whether it would be legal with just `below` and these cards on its pile, or on pile `src`."""
        laid, src = tuple(cards), self._move.src if src is None else src
        piles = list(self._table.piles)
        piles[self._move.src] = Pile()
        piles[src] = Pile((*below, *laid), len(laid) + len(tuple(below)))
        move = Move(src, self._move.dst, len(laid))
        return move in self._rules.moves(self._table._replace(piles=tuple(piles)), self._seat)

    def _about_turning(self) -> str:
        src, dst, _ = self._move
        stock, other = (src, dst) if self._roles[src] == "stock" else (dst, src)
        if self._roles[other] not in _OPEN:
            return NOTHING_THERE
        if self._table.piles[stock].cards:
            return IT_FITS if stock == src else NOT_NOW
        return NO_PASS if stock == dst and self._table.piles[other].cards else NO_CARDS

    def _about_what_lies_below(self, cards: tuple[Card, ...]) -> str | None:
        """The reason if these cards would fit there were there no cards below them."""
        if not self._may(cards):
            return None
        # On top of a card that does not continue them they are a whole run, but not a whole pile.
        return WHOLE_RUN if self._may(cards, below=(cards[0],)) else WHOLE_PILE

    def _about_the_cards(self, cards: tuple[Card, ...]) -> str | None:
        """The reason if other cards would fit there."""
        first = cards[0]
        fits = [run[0] for run in _runs(len(cards)) if self._may(run)]
        suits = {card.suit for card in fits if card.rank == first.rank}
        ranks = {card.rank for card in fits}
        if first.suit in suits:
            return SAME_COLOUR if len({is_red(card) for card in cards}) == 1 else NO_RUN
        if suits:
            other = suits == {suit for suit in SUITS if is_red(Card(ACE, suit)) != is_red(first)}
            return SAME_COLOUR if other else NEEDS_SUIT[min(suits)]
        return NEEDS_RANK[min(ranks) - 1] if len(ranks) == 1 else None

    def _about_the_place(self, cards: tuple[Card, ...]) -> str:
        """The reason if no cards fit there from this pile."""
        src, dst, _ = self._move
        roles = enumerate(self._roles)
        turned = [i for i, role in roles if role in _OPEN and self._own[i] and i != src]
        if len(cards) == 1 and any(self._may(run, src) for src in turned for run in _runs(1)):
            return TURNED_ONLY
        if len(cards) > 1 and any(self._may(run) for run in _runs(1)):
            return ONE_CARD
        if self._may(_run(Card(KING, CLUBS), KING)):
            return ALL_OF_IT
        onto = self._table.piles[dst].exposed
        return FULL if onto and onto.rank == KING and self._roles[dst] == "foundation" else NOTHING_THERE


def _runs(length: int) -> Iterator[tuple[Card, ...]]:
    """All runs of that length."""
    for rank in range(length, KING + 1):
        for suit in SUITS:
            yield _run(Card(rank, suit), length)


def _run(first: Card, length: int) -> tuple[Card, ...]:
    """The run of that length down from `first`, in alternating colour."""
    other = CLUBS if is_red(first) else HEARTS
    return tuple(Card(first.rank - i, other if i % 2 else first.suit) for i in range(length))
