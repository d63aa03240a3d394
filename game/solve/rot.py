"""The search for Rot und Schwarz: a beam that keeps the best positions from one drawn card to the next.

There is one pass, so a position after n drawn cards never recurs after n + 1: the search goes through the
stock once, all positions between two draws form one layer, and the best of a layer go on. A drawn card that
must be laid is laid before its layer begins. Beams grow wider until one wins, each with weights of its own.
Between them an exhaustive search runs within bounds that grow as well: if it ends without a win, the position
is hopeless. The same is known where an easier game cannot be won, and no position goes on whose waste could
not all leave in that game (see rot_proof).
"""

from collections.abc import Iterable, Iterator
from itertools import count

from game.core.rules import Rules
from game.core.table import Move, Table
from game.rules.rot_und_schwarz import COLUMNS, FOUNDATIONS, LAYING, STOCK, WASTE, RotUndSchwarz
from game.solve.nodes import Trail, various, way
from game.solve.packed.line import Line
from game.solve.packed.rot import DRAWN, Packing, Played, Position, Step
from game.solve.rot_proof import Proof
from game.solve.verdict import HOPELESS, UNDECIDED, WON, Attempt, Budget

Choice = tuple[bool, Step | None]
"""Whether a card is drawn, and the step that follows, if any."""
WIDTH, BEAMS = 30, 8
"""How many positions of a layer go on in the first beams; twice as many after each BEAMS beams."""
ALIKE = 30
"""In every second beam, at most one position in ALIKE may have the same cards on the foundations."""
WHOLE = 20
"""How many times the beam's width a layer may hold in the exhaustive search."""


class BeamSearch:
    """A search from one position."""

    def __init__(self, rules: RotUndSchwarz, table: Table, budget: Budget) -> None:
        self._rules, self._table = rules, table
        packing = Packing(rules)
        heights, columns, waste = packing.pack(table)
        at = len(waste) - (table.mode == LAYING)
        self._start = heights, columns, waste[:at]
        stock = packing.cards(table, STOCK)[::-1]
        self._draws = [waste[at:], *(stock[i : i + 1] for i in range(len(stock)))]
        """The first has been drawn already: the card that must be laid, or none."""
        self._budget = budget
        self._proof = Proof(rules, table)

    def attempts(self) -> Iterator[Attempt]:
        """Beams that grow wider, and between them exhaustive searches and parts of the proof by an easier
        game, until one of these ends."""
        proof = self._proof.search()
        for number in count():
            packing, width = Packing(self._rules, number), WIDTH << number // BEAMS
            steps, _ = self._beam(packing, False, width, ALIKE if number % 2 else 1)
            ended = full = steps is None and number % BEAMS == 1
            if full:
                steps, ended = self._beam(packing, True, WHOLE * width, 1)
            if steps is not None:
                yield WON, self._moves(packing, steps, full)
            else:
                yield HOPELESS if ended or next(proof, False) else UNDECIDED, ()

    def _beam(self, packing: Packing, full: bool, room: int, alike: int) -> tuple[list[Choice] | None, bool]:
        """One beam through the stock: the winning steps, if found, and whether nothing was pruned.

        At most one position in `alike` of a layer may have the same cards on the foundations."""
        layer: dict[Position, Trail[Choice]] = {self._start: None}
        for drawn, card in enumerate(self._draws):
            following: dict[Position, Trail[Choice]] = {}
            for position, trail in layer.items():
                pulled, steps = packing.draw(position, card)
                for step in steps:
                    there = packing.after(pulled, step, full)
                    if self._proof.lasts(there[2], drawn):
                        following.setdefault(there, (trail, (True, step)))
            best = list(following)
            if not full:
                best = various(sorted(best, key=packing.score), lambda one: one[0], room, alike)
            layer = {position: following[position] for position in best}
            queue = best
            for position in queue:
                self._budget.spend()
                trail = layer[position]
                for step in packing.steps(position, full):
                    there = packing.after(position, step, full)
                    if there not in layer and self._proof.lasts(there[2], drawn):
                        layer[there] = trail, (False, step)
                        queue.append(there)
            for position in queue:
                if sum(position[0]) == 104:
                    return way(layer[position]), True
            if full and len(queue) > room:
                return None, False
        return None, full

    def _moves(self, packing: Packing, choices: Iterable[Choice], full: bool) -> tuple[Move, ...]:
        """The steps as moves of the game."""
        line, draws = Line(self._rules, self._table), iter(self._draws)
        played: list[Played] = []
        position = self._start
        for drawn, step in choices:
            if drawn:
                played.append(DRAWN)
                position, _ = packing.draw(position, next(draws))
            position = packing.after(position, step, full, played)
        for one in played[1:]:
            _follow(line, packing, one)
        return tuple(line.moves)


def _follow(line: Line, packing: Packing, played: Played) -> None:
    """Make the move on the table."""
    if played == DRAWN:
        line.play(STOCK, WASTE)
        return
    source, count, onto = played
    cards = {number: packing.cards(line.table, number) for number in COLUMNS}
    src = WASTE if source is None else next(n for n in COLUMNS if cards[n] == source)
    if onto is None:
        line.send_up(src, FOUNDATIONS)
    else:
        line.play(src, next(n for n in COLUMNS if cards[n] == onto and n != src), count)


def attempts(rules: Rules, table: Table, budget: Budget) -> Iterator[Attempt]:
    """See BeamSearch.attempts."""
    assert isinstance(rules, RotUndSchwarz)
    return BeamSearch(rules, table, budget).attempts()
