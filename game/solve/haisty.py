"""The search for solo Haisty, which ignores the order of the hand.

Speltorka makes every card of the hand playable at any time: in a solo game the call counts at once, and
turned one by one all cards come up, round and round, until one is laid. So the order of the hand affects only
the number of turns, and a position is the set of cards in the hand, the foundations, the build piles (in any
order) and the number of cards left in the 13-pile. This covers every position that the rules can reach, so an
exhausted search is a proof.
"""

from collections.abc import Iterator
from heapq import heappop, heappush

from game.core.rules import Rules, fold_all
from game.core.table import Move, Table
from game.rules.haisty import BUILD, BUILDS, OWN, RESERVE, STOCK, WASTE, Haisty
from game.solve import best_first
from game.solve.budget import Budget
from game.solve.packed.haisty import (
    LAY,
    Parts,
    Position,
    Step,
    harmless,
    number_of,
    packed,
    parts_of,
    steps_from,
    ways_from,
)
from game.solve.verdict import HOPELESS, UNDECIDED, WON, Verdict

MOST = 850_000
"""Positions kept: some 350 MB."""
Came = tuple[Position, tuple[Step, ...]] | None
"""The position before, and the steps from there; None at the root."""


def search(rules: Rules, table: Table, seconds: float | None, expansions: int | None) -> Verdict:
    """The verdict on the table; see solve()."""
    builds = table.piles[BUILD : BUILD + BUILDS]
    alone = isinstance(rules, Haisty) and len(table.piles) == OWN + BUILDS + 1
    if rules.won(table) or not alone or not all(pile.cards for pile in builds):
        return best_first.search(rules, table, seconds, expansions)
    budget = Budget(seconds, expansions)
    assert isinstance(rules, Haisty)
    parts = parts_of(rules)
    reserve = [number_of(card) for card in table.piles[RESERVE].cards]
    root = packed(table)
    begun, first = harmless(root, reserve)
    came: dict[Position, Came] = {root: None}
    if begun:
        came[first] = root, tuple(begun)
    heap = [(0, 0, first)]
    while heap:
        if not first.left:
            return Verdict(WON, _line(rules, table, begun), budget.expanded)
        if budget.exhausted or len(came) > MOST:
            return Verdict(UNDECIDED, (), budget.expanded)
        here = heappop(heap)[-1]
        budget.expanded += 1
        for way, after in ways_from(here, reserve, parts):
            more, there = harmless(after, reserve)
            if there in came:
                continue
            came[there] = here, (*way, *more)
            if not there.left:
                steps = _needed(root, _way(came, there), reserve, parts)
                return Verdict(WON, _line(rules, table, steps), budget.expanded)
            heappush(heap, (_score(there), -len(came), there))
    return Verdict(HOPELESS, (), budget.expanded)


def _score(position: Position) -> int:
    """Less is better: a short 13-pile weighs most."""
    return 16 * position.left - sum(position.laid)


def _way(came: dict[Position, Came], position: Position) -> list[Step]:
    ways: list[tuple[Step, ...]] = []
    while before := came[position]:
        position, way = before
        ways.append(way)
    return [step for way in reversed(ways) for step in way]


def _needed(root: Position, steps: list[Step], reserve: list[int], parts: Parts) -> list[Step]:
    """The steps without those that are not needed: each may cost dozens of turns."""

    def walk(here: Position, steps: list[Step]) -> Iterator[Position]:
        """The position before each step and after the last, until a step is impossible or the deal is won."""
        for step in steps:
            yield here
            there = next((there for found, there in steps_from(here, reserve, parts) if found == step), None)
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
        if any(number_of(card) == step.card for n in (STOCK, WASTE) for card in table.piles[n].cards):
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
    if number_of(table.piles[move.src].cards[-move.count]) != step.card:
        return False
    if step.target == LAY:
        return move.dst >= OWN
    return move.dst < OWN and number_of(table.piles[move.dst].cards[-1]) == step.target


def _turns(rules: Rules, table: Table, card: int) -> tuple[list[Move], Table]:
    """The fewest turns and calls that bring a card of the hand to the top of the turned ones.

    Turning keeps the cyclic order of the hand, so the number not turned and the top card are its state.
    """
    ways: list[tuple[Table, list[Move]]] = [(table, [])]
    seen = set()
    for here, way in ways:
        waste = here.piles[WASTE].cards
        if waste and number_of(waste[-1]) == card:
            return way, here
        for move in rules.moves(here, 0):
            if move.src == STOCK:
                there = fold_all(here, tuple(rules.effects(here, 0, move)))
                lies = there.mode, len(there.piles[STOCK].cards), there.piles[WASTE].cards[-1:]
                if lies not in seen:
                    seen.add(lies)
                    ways.append((there, [*way, move]))
    raise RuntimeError("a card of the hand that never comes up")
