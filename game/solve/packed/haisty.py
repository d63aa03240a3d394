"""Positions of solo Haisty as small numbers, their steps, and the ways worth trying.

A card of the hand can be played at any time, so it can wait there until something else needs it: it goes
onto a build pile only when a card that is not from the hand goes onto it at once, directly or on more cards
of the hand; and onto a foundation only when a card that is not from the hand follows at once. Every winning
line can be played so: put such cards off, or leave them out. A way is one step of a card that is not from the
hand, with the cards of the hand that it needs.

A card X of rank r is laid on its foundation at once where that loses nothing. Only cards W of rank r - 1
and the other colour can lie on X, and on those, cards V of rank r - 2 in X's colour. If both foundations of
the other colour are at r - 2 or higher and the other one of X's colour at r - 3 or higher, each W and V can
be laid as soon as it is free: a winning line also wins with X laid now, if it lays each W and V where it
would have put it on X or on such a W. If all of the other colour are at r - 1 or higher, there is no W left.
Where X was a whole pile, the next card of the 13-pile takes its place, and can be played from there as well.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from game.core.cards import KING, SUITS, Card, is_red
from game.core.table import Table
from game.rules.haisty import BUILD, BUILDS, OWN, RESERVE, STOCK, WASTE, Haisty

LAY = -1
"""The target of a step to a foundation; otherwise the target is the card that it goes on."""
Parts = Callable[[int], Iterable[int]]
"""From the length of a build pile, the indices from which its cards may move to another."""


class Position(NamedTuple):
    """A position. Cards are numbers, the hand is a bit set, foundations are heights by suit."""

    left: int
    laid: tuple[int, ...]
    hand: int
    builds: tuple[bytes, ...]


class Step(NamedTuple):
    """`count` cards of a pile, from `card` on, go on `target`."""

    card: int
    count: int  # type: ignore[assignment]  # shadows tuple.count, which is not used
    target: int


def number_of(card: Card) -> int:
    return card.suit * KING + card.rank - 1


def _below(number: int) -> tuple[int, ...]:
    """The cards that may lie on a card in a build pile."""
    suit, rank = divmod(number, KING)
    red = is_red(Card(rank + 1, suit))
    return tuple(s * KING + rank - 1 for s in SUITS if rank and is_red(Card(1, s)) != red)


BELOW = tuple(_below(number) for number in range(KING * len(SUITS)))


def _reached() -> list[int]:
    """For each card, those that can go onto it, directly or on others, as a bit set."""
    reached = [0] * len(BELOW)
    for card in sorted(range(len(BELOW)), key=lambda number: number % KING):
        for below in BELOW[card]:
            reached[card] |= 1 << below | reached[below]
    return reached


REACHED = _reached()
OTHERS = tuple(tuple(s for s in SUITS if is_red(Card(1, s)) != is_red(Card(1, suit))) for suit in SUITS)
"""The suits of the other colour."""


def packed(table: Table) -> Position:
    """The position of a table."""
    laid = [0] * len(SUITS)
    for pile in table.piles[OWN:]:
        for card in pile.cards:
            laid[card.suit] += 1
    hand = sum(1 << number_of(card) for number in (STOCK, WASTE) for card in table.piles[number].cards)
    builds = (bytes(map(number_of, pile.cards)) for pile in table.piles[BUILD : BUILD + BUILDS])
    return Position(len(table.piles[RESERVE].cards), tuple(laid), hand, tuple(sorted(builds)))


def parts_of(rules: Haisty) -> Parts:
    """A function from the length of a build pile to the indices from which its cards may move to another."""
    if rules.any_part:
        return range
    return (lambda size: {0, size - 1}) if rules.exposed else (lambda size: (0,))


def steps_from(here: Position, reserve: list[int], parts: Parts) -> Iterator[tuple[Step, Position]]:
    """Every step, with the position it leads to."""
    left, laid, hand, builds = here
    top = reserve[left - 1]
    for suit, height in enumerate(laid):
        card = suit * KING + height
        if height == KING:
            continue
        higher = (*laid[:suit], height + 1, *laid[suit + 1 :])
        step = Step(card, 1, LAY)
        if hand >> card & 1:
            yield step, Position(left, higher, hand ^ 1 << card, builds)
        elif card == top:
            yield step, Position(left - 1, higher, hand, builds)
        else:
            for number, build in enumerate(builds):
                if build[-1] == card:
                    yield step, _without(left, higher, hand, builds, number, len(build) - 1, top)
    for number, build in enumerate(builds):
        for card in BELOW[build[-1]]:
            step = Step(card, 1, build[-1])
            if hand >> card & 1:
                grown = _swapped(builds, number, build + bytes((card,)))
                yield step, Position(left, laid, hand ^ 1 << card, grown)
            elif card == top:
                yield step, Position(left - 1, laid, hand, _swapped(builds, number, build + bytes((card,))))
        for other, source in enumerate(builds):
            if other == number:
                continue
            for at in parts(len(source)):
                if source[at] in BELOW[build[-1]]:
                    grown = (*builds[:number], build + source[at:], *builds[number + 1 :])
                    step = Step(source[at], len(source) - at, build[-1])
                    yield step, _without(left, laid, hand, grown, other, at, top)


def ways_from(
    here: Position, reserve: list[int], parts: Parts
) -> Iterator[tuple[tuple[Step, ...], Position]]:
    """The ways worth trying, each with the position that it leads to."""
    left, laid, hand, builds = here
    top = reserve[left - 1]
    for number, card in enumerate((*(build[-1] for build in builds), top)):
        suit, rank = divmod(card, KING)
        needed = range(suit * KING + laid[suit], card)
        if laid[suit] <= rank and all(hand >> one & 1 for one in needed):
            higher = (*laid[:suit], rank + 1, *laid[suit + 1 :])
            rest = hand & ~sum(1 << one for one in needed)
            way = tuple(Step(one, 1, LAY) for one in (*needed, card))
            if number == len(builds):
                yield way, Position(left - 1, higher, rest, builds)
            else:
                yield way, _without(left, higher, rest, builds, number, len(builds[number]) - 1, top)
    for number, build in enumerate(builds):
        for chain, rest in _chains(hand, build[-1], top):
            cards = (*chain, top)
            way = tuple(Step(card, 1, onto) for card, onto in zip(cards, (build[-1], *chain), strict=True))
            yield way, Position(left - 1, laid, rest, _swapped(builds, number, build + bytes(cards)))
        for other, source in enumerate(builds):
            if other == number:
                continue
            for at in parts(len(source)):
                for chain, rest in _chains(hand, build[-1], source[at]):
                    onto = (build[-1], *chain)
                    way = (
                        *(Step(card, 1, target) for card, target in zip(chain, onto, strict=False)),
                        Step(source[at], len(source) - at, onto[-1]),
                    )
                    grown = (*builds[:number], build + bytes(chain) + source[at:], *builds[number + 1 :])
                    yield way, _without(left, laid, rest, grown, other, at, top)


def harmless(here: Position, reserve: list[int]) -> tuple[list[Step], Position]:
    """The position after all cards are laid that lose nothing by it, and these steps."""
    steps: list[Step] = []
    while here.left:
        for suit, height in enumerate(here.laid):
            if height < KING and _loses_nothing(here.laid, suit, height):
                card = suit * KING + height
                step, there = _laid(here, reserve, card)
                if there:
                    steps.append(step)
                    here = there
                    break
        else:
            break
    return steps, here


def _laid(here: Position, reserve: list[int], card: int) -> tuple[Step, Position | None]:
    """The step that lays a card, and the position after it if the card is free."""
    left, laid, hand, builds = here
    suit = card // KING
    higher = (*laid[:suit], laid[suit] + 1, *laid[suit + 1 :])
    top, step = reserve[left - 1], Step(card, 1, LAY)
    if hand >> card & 1:
        return step, Position(left, higher, hand ^ 1 << card, builds)
    if card == top:
        return step, Position(left - 1, higher, hand, builds)
    for number, build in enumerate(builds):
        if build[-1] == card:
            return step, _without(left, higher, hand, builds, number, len(build) - 1, top)
    return step, None


def _loses_nothing(laid: tuple[int, ...], suit: int, height: int) -> bool:
    """Whether nothing is lost by laying the next card of a suit that is laid so high."""
    other = min(laid[one] for one in OTHERS[suit])
    same = min(laid[one] for one in SUITS if one not in OTHERS[suit])
    return other >= height or (other >= height - 1 and same >= height - 2)


def _chains(hand: int, onto: int, card: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """The cards of the hand, in order, over which a card can go onto another, and the hand without them."""
    if card in BELOW[onto]:
        yield (), hand
    elif REACHED[onto] >> card & 1:
        for one in BELOW[onto]:
            if hand >> one & 1:
                for chain, rest in _chains(hand ^ 1 << one, one, card):
                    yield (one, *chain), rest


def _without(
    left: int, laid: tuple[int, ...], hand: int, builds: tuple[bytes, ...], number: int, kept: int, top: int
) -> Position:
    """The position after a build pile keeps only `kept` cards; an empty one is refilled from the 13-pile."""
    build = builds[number][:kept]
    if not build:
        build, left = bytes((top,)), left - 1
    return Position(left, laid, hand, _swapped(builds, number, build))


def _swapped(builds: tuple[bytes, ...], number: int, build: bytes) -> tuple[bytes, ...]:
    return tuple(sorted((*builds[:number], build, *builds[number + 1 :])))
