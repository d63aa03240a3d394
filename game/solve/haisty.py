"""The search for solo Haisty, best first through the packed positions (packed/haisty.py). None goes on that
is proved hopeless (haisty_proof.py)."""

from collections.abc import Hashable, Iterator, Sequence
from heapq import heappop, heappush

from game.core.rules import Rules, fold_all
from game.core.table import Move, Table
from game.rules.haisty import BUILD, BUILDS, OWN, STOCK, WASTE, Haisty
from game.solve import by_rules
from game.solve.haisty_proof import Proof
from game.solve.packed.haisty import LAY, Packing, Position, Step, number_of
from game.solve.packed.line import Line
from game.solve.verdict import HOPELESS, UNDECIDED, WON, Attempt, Budget

MOST = 850_000
"""Positions kept: some 350 MB."""
Way = list[tuple[Step, Position]]
"""Steps, each with the position that it leads to."""


def attempts(rules: Rules, table: Table, budget: Budget) -> Iterator[Attempt]:
    """One attempt; see solve()."""
    if not _packs(rules, table):
        yield from by_rules.attempts(rules, table, budget)
        return
    assert isinstance(rules, Haisty)
    yield _attempt(Packing(rules, table), table, budget)


def alike(rules: Rules, deal: Table, tables: Sequence[Table]) -> Sequence[Hashable]:
    """The tables of a deal for one, packed: turning the hand then mostly changes nothing."""
    assert isinstance(rules, Haisty)
    packing = Packing(rules, deal)
    return [packing.position(table) if _packs(rules, table) else table for table in tables]


def _packs(rules: Rules, table: Table) -> bool:
    builds = table.piles[BUILD : BUILD + BUILDS]
    alone = isinstance(rules, Haisty) and len(table.piles) == OWN + BUILDS + 1
    return alone and all(pile.cards for pile in builds)


def _attempt(packing: Packing, table: Table, budget: Budget) -> Attempt:
    """Until every position has been tried or there is no room for more."""
    root, proof = packing.position(table), Proof(packing, budget)
    if proof.hopeless(root):
        return HOPELESS, ()
    came: dict[Position, tuple[Position, Step] | None] = {root: None}
    heap = [(0, 0, root)]
    while heap and len(came) <= MOST:
        budget.spend()
        here = heappop(heap)[-1]
        if proof.hopeless(here):
            continue
        for step, there in packing.steps(here):
            if there in came:
                continue
            came[there] = here, step
            if not there.left:
                way = _way(came, there)
                line = _line(packing, table, _needed(packing, root, way)) or _line(packing, table, way)
                return WON if line else UNDECIDED, line
            heappush(heap, (_score(there), -len(came), there))
    return UNDECIDED if heap else HOPELESS, ()


def _score(position: Position) -> int:
    """Less is better: a short 13-pile weighs most."""
    return 16 * position.left - sum(position.laid)


def _way(came: dict[Position, tuple[Position, Step] | None], position: Position) -> Way:
    way: Way = []
    while before := came[position]:
        way.append((before[1], position))
        position = before[0]
    return way[::-1]


def _needed(packing: Packing, root: Position, way: Way) -> Way:
    """The way without the steps that are not needed: each may cost dozens of turns."""
    for number in reversed(range(len(way))):
        here = way[number - 1][1] if number else root
        rest = _following(packing, here, [step for step, _there in way[number + 1 :]])
        if rest is not None:
            way = way[:number] + rest
    return way


def _following(packing: Packing, here: Position, steps: list[Step]) -> Way | None:
    """The steps from a position until the deal is won; None if they do not win it."""
    ways: dict[Position, Way] = {here: []}
    for wanted in steps:
        ways = {
            there: [*way, (step, there)]
            for here, way in ways.items()
            for step, there in packing.steps(here)
            if step == wanted
        }
        if won := next((way for there, way in ways.items() if not there.left), None):
            return won
    return None


def _line(packing: Packing, table: Table, way: Way) -> tuple[Move, ...]:
    """The way as moves, with the fewest turns and calls before each step; none if it cannot be played."""
    line = Line(packing.rules, table)
    for step, there in way:
        if not (moves := _moves(packing, line.table, step, there)):
            return ()
        for move in moves:
            line.play(*move)
    return tuple(line.moves)


def _moves(packing: Packing, table: Table, step: Step, there: Position) -> list[Move]:
    """The fewest turns and calls after which a move makes the step to the position, and that move; none if
    that cannot be."""
    rules = packing.rules
    ways: list[tuple[Table, list[Move]]] = [(table, [])]
    seen = set()
    for here, way in ways:
        for move in rules.moves(here, 0):
            after = fold_all(here, tuple(rules.effects(here, 0, move)))
            if move.src == STOCK:
                lies = after.mode, len(after.piles[STOCK].cards), after.piles[WASTE].cards[-1:]
                if lies not in seen:
                    seen.add(lies)
                    ways.append((after, [*way, move]))
            elif _does(here, move, step) and (rules.won(after) or packing.position(after) == there):
                return [*way, move]
    return []


def _does(table: Table, move: Move, step: Step) -> bool:
    """Whether the move carries out the step."""
    if move.count != step.count or number_of(table.piles[move.src].cards[-move.count]) != step.card:
        return False
    if step.target == LAY:
        return move.dst >= OWN
    return move.dst < OWN and number_of(table.piles[move.dst].cards[-1]) == step.target
