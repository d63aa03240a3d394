"""The search for solo Haisty, which ignores the order of the hand.

Speltorka makes every card of the hand playable at any time: in a solo game the call counts at once, and
turned one by one all cards come up, round and round, until one is laid. So the order of the hand affects only
the number of turns, and a position is the set of cards in the hand, the foundations, the build piles (in any
order) and the number of cards left in the 13-pile. This covers every position that the rules can reach, so an
exhausted search is a proof.
"""

from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from game.core.cards import KING, SUITS, Card, is_red
from game.core.rules import Rules, fold_all
from game.core.table import Move, Table
from game.rules.haisty import BUILD, BUILDS, OWN, RESERVE, STOCK, WASTE, Haisty
from game.solve import best_first
from game.solve.budget import Budget
from game.solve.verdict import HOPELESS, UNDECIDED, WON, Verdict

MOST = 850_000
"""Positions kept: some 350 MB."""
LAY = -1
"""The target of a step to a foundation; otherwise the target is the card that it goes on."""


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


def _number(card: Card) -> int:
    return card.suit * KING + card.rank - 1


def _below(number: int) -> tuple[int, ...]:
    """The cards that may lie on a card in a build pile."""
    suit, rank = divmod(number, KING)
    red = is_red(Card(rank + 1, suit))
    return tuple(s * KING + rank - 1 for s in SUITS if rank and is_red(Card(1, s)) != red)


BELOW = tuple(_below(number) for number in range(KING * len(SUITS)))


def search(rules: Rules, table: Table, seconds: float | None, expansions: int | None) -> Verdict:
    """The verdict on the table; see solve()."""
    builds = table.piles[BUILD : BUILD + BUILDS]
    alone = isinstance(rules, Haisty) and len(table.piles) == OWN + BUILDS + 1
    if rules.won(table) or not alone or not all(pile.cards for pile in builds):
        return best_first.search(rules, table, seconds, expansions)
    budget = Budget(seconds, expansions)
    assert isinstance(rules, Haisty)
    parts = parts_of(rules)
    reserve = [_number(card) for card in table.piles[RESERVE].cards]
    root = _position(table)
    came: dict[Position, tuple[Position, Step] | None] = {root: None}
    heap = [(0, 0, root)]
    while heap:
        if budget.exhausted or len(came) > MOST:
            return Verdict(UNDECIDED, (), budget.expanded)
        here = heappop(heap)[-1]
        budget.expanded += 1
        for step, there in _steps(here, reserve, parts):
            if there in came:
                continue
            came[there] = here, step
            if not there.left:
                steps = _needed(root, _way(came, there), reserve, parts)
                return Verdict(WON, _line(rules, table, steps), budget.expanded)
            heappush(heap, (_score(there), -len(came), there))
    return Verdict(HOPELESS, (), budget.expanded)


def _position(table: Table) -> Position:
    laid = [0] * len(SUITS)
    for pile in table.piles[OWN:]:
        for card in pile.cards:
            laid[card.suit] += 1
    hand = sum(1 << _number(card) for number in (STOCK, WASTE) for card in table.piles[number].cards)
    builds = (bytes(map(_number, pile.cards)) for pile in table.piles[BUILD : BUILD + BUILDS])
    return Position(len(table.piles[RESERVE].cards), tuple(laid), hand, tuple(sorted(builds)))


def _score(position: Position) -> int:
    """Less is better: a short 13-pile weighs most."""
    return 16 * position.left - sum(position.laid)


def parts_of(rules: Haisty) -> Callable[[int], Iterable[int]]:
    """A function from the length of a build pile to the indices from which its cards may move to another."""
    if rules.any_part:
        return range
    return (lambda size: {0, size - 1}) if rules.exposed else (lambda size: (0,))


def _steps(
    here: Position, reserve: list[int], parts: Callable[[int], Iterable[int]]
) -> Iterator[tuple[Step, Position]]:
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


def _way(came: dict[Position, tuple[Position, Step] | None], position: Position) -> list[Step]:
    steps: list[Step] = []
    while before := came[position]:
        position, step = before
        steps.append(step)
    return steps[::-1]


def _needed(
    root: Position, steps: list[Step], reserve: list[int], parts: Callable[[int], Iterable[int]]
) -> list[Step]:
    """The steps without those that are not needed: each may cost dozens of turns."""

    def walk(here: Position, steps: list[Step]) -> Iterator[Position]:
        """The position before each step and after the last, until a step is impossible or the deal is won."""
        for step in steps:
            yield here
            there = next((there for found, there in _steps(here, reserve, parts) if found == step), None)
            if there is None:
                return
            here = there
            if not here.left:
                break
        yield here

    before = list(walk(root, steps))
    for number in reversed(range(len(steps))):
        rest = steps[number + 1 :]
        positions = list(walk(before[number], rest))
        if not positions[-1].left:
            steps = steps[:number] + rest[: len(positions) - 1]
    return steps


def _line(rules: Rules, table: Table, steps: list[Step]) -> tuple[Move, ...]:
    """The steps as moves, with the fewest turns and calls before each card of the hand."""
    line: list[Move] = []
    for step in steps:
        if any(_number(card) == step.card for n in (STOCK, WASTE) for card in table.piles[n].cards):
            turns, table = _turns(rules, table, step.card)
            line += turns
        move = next(move for move in rules.moves(table, 0) if _does(table, move, step))
        line.append(move)
        table = fold_all(table, tuple(rules.effects(table, 0, move)))
    return tuple(line)


def _does(table: Table, move: Move, step: Step) -> bool:
    """Whether the move carries out the step."""
    if move.src == STOCK or move.count != step.count:
        return False
    if _number(table.piles[move.src].cards[-move.count]) != step.card:
        return False
    if step.target == LAY:
        return move.dst >= OWN
    return move.dst < OWN and _number(table.piles[move.dst].cards[-1]) == step.target


def _turns(rules: Rules, table: Table, card: int) -> tuple[list[Move], Table]:
    """The fewest turns and calls that bring a card of the hand to the top of the turned ones.

    Turning keeps the cyclic order of the hand, so the number not turned and the top card are its state.
    """
    ways: list[tuple[Table, list[Move]]] = [(table, [])]
    seen = set()
    for here, way in ways:
        waste = here.piles[WASTE].cards
        if waste and _number(waste[-1]) == card:
            return way, here
        for move in rules.moves(here, 0):
            if move.src == STOCK:
                there = fold_all(here, tuple(rules.effects(here, 0, move)))
                lies = there.mode, len(there.piles[STOCK].cards), there.piles[WASTE].cards[-1:]
                if lies not in seen:
                    seen.add(lies)
                    ways.append((there, [*way, move]))
    raise RuntimeError("a card of the hand that never comes up")
