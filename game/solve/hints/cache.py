"""What is known about the tables of a deal: which can be won, with what move, and which are hopeless."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol

from game.core.rules import Rules, fold_all, play, replay
from game.core.solo import History
from game.core.table import Move, Table
from game.solve.verdict import HOPELESS, UNDECIDED, WON, Verdict

_HOME, _BARES, _ON, _WHOLE, _TURN, _GAP, _OVER, _OTHER, _GESTURE = range(9)
"""Kinds of moves, the most sensible first: a card goes to a foundation; a hidden card is uncovered; a turned
card goes onto others; a whole column goes onto others; the stock is turned; a gap is filled; the waste is
turned over; anything else; a move of no cards."""
_HELD = ("stock", "waste", "turned")
"""Roles of the piles whose cards wait to be placed."""
_STRIDE = 6
"""How many tables of a new line are worked out per poll, so that no frame waits for the whole line."""


def sensible(
    rules: Rules, table: Table, loses: Callable[[Table], bool], seen: tuple[Table, ...]
) -> Move | None:
    """The most sensible legal move that does not lead to a table known to be lost; None if there is none.

    Moves to tables not in `seen` are preferred.
    """
    roles = [spot.role for spot in rules.spots(1)]
    found: list[tuple[bool, int, Move]] = []
    for move in rules.moves(table, 0):
        after = fold_all(table, play(rules, table, 0, move))
        if not loses(after):
            found.append((after in seen, _kind(table, roles, move), move))
    if not found:
        return None
    best = min(found, key=lambda each: each[:2])
    if best[1] == _GESTURE and (turn := _turn(rules, table, roles)) and _leads_on(rules, table, roles, seen):
        return turn
    return best[2]


def home(rules: Rules, table: Table) -> Move | None:
    """A move that brings a card to a foundation, if there is one."""
    roles = [spot.role for spot in rules.spots(1)]
    up = (move for move in rules.moves(table, 0) if _kind(table, roles, move) == _HOME)
    return next(up, None)


def _kind(table: Table, roles: list[str], move: Move) -> int:
    src, dst, pile = roles[move.src], roles[move.dst], table.piles[move.src]
    if not move.count:
        return _GESTURE
    if dst == "stock":
        return _OVER
    if dst == "foundation":
        return _HOME if src != "foundation" else _OTHER
    if src == "stock" and dst in _HELD:
        return _TURN
    if src not in _HELD and move.count == pile.up < len(pile.cards):
        return _BARES
    if src in _HELD:
        return _ON if table.piles[move.dst].cards else _GAP
    return _WHOLE if table.piles[move.dst].cards and move.count == len(pile.cards) else _OTHER


def _turn(rules: Rules, table: Table, roles: list[str]) -> Move | None:
    turns = (move for move in rules.moves(table, 0) if _kind(table, roles, move) in (_TURN, _OVER))
    return next(turns, None)


def _leads_on(rules: Rules, table: Table, roles: list[str], seen: tuple[Table, ...]) -> bool:
    """Whether turning the stock further leads to a table where moving a card gives one not seen yet."""
    passed: set[Table] = set()
    while table not in passed and (turn := _turn(rules, table, roles)):
        passed.add(table)
        table = fold_all(table, play(rules, table, 0, turn))
        for move in rules.moves(table, 0):
            turned = _kind(table, roles, move) in (_TURN, _OVER, _GESTURE)
            if not turned and fold_all(table, play(rules, table, 0, move)) not in seen:
                return True
    return False


class Solver(Protocol):
    """Searches in the background: one question at a time; a new one replaces the last."""

    def ask(
        self, rules: Rules, table: Table, seconds: float, known: tuple[Move, ...], since: tuple[Move, ...]
    ) -> None:
        """Begin a search from a table, hidden cards known; `known` wins from an earlier table, and `since`
        are the moves made from there."""

    def poll(self) -> Verdict | None:
        """The answer to the last question, once."""

    def close(self) -> None:
        """Stop searching."""


class Hint(NamedTuple):
    """A hint for the table: WON with a move that leads on to the win; HOPELESS, with a move that still
    brings a card to a foundation, if there is one; UNDECIDED, with a sensible move that is not proven.

    `back`: how many moves ago the deal was last known to be winnable; 0 if unknown."""

    verdict: str
    move: Move | None = None
    back: int = 0


class SolverCache:
    """Caches what is known about the tables of one deal, and asks a solver for more."""

    def __init__(self, rules: Rules, solver: Solver | None) -> None:
        self._rules, self._solver = rules, solver
        self._lines: dict[Table, tuple[tuple[Move, ...], int]] = {}
        """Winnable tables: the line that each lies on, and how many of its moves come before it."""
        self._hopeless: set[Table] = set()
        self._open: dict[Table, float] = {}
        """Tables that were searched without a result, and for how many seconds."""
        self._asked: tuple[Table, float] | None = None
        self._laying: Iterator[None] = iter(())

    def learn(self, table: Table, line: Sequence[Move]) -> None:
        """Store a line that wins from the table, all of it at once."""
        for _step in self._lay(table, line):
            pass

    def move(self, table: Table) -> Move | None:
        """The next move of a winning line, if one is known."""
        line, at = self._lines.get(table, ((), 0))
        return line[at] if line else None

    def winnable(self, history: History) -> str:
        """WON, HOPELESS or UNDECIDED: what is known about the current table."""
        if self._rules.won(history.table) or history.table in self._lines:
            return WON
        # No move leads from a lost table to one that can be won.
        return HOPELESS if any(table in self._hopeless for table in reversed(history.tables)) else UNDECIDED

    def hint(self, history: History) -> Hint:
        """The best hint available now."""
        if move := self.move(history.table):
            return Hint(WON, move)
        winnable, table = self.winnable(history), history.table
        if winnable == HOPELESS:
            move = home(self._rules, table)
        else:
            move = sensible(self._rules, table, self._hopeless.__contains__, history.tables)
        return Hint(winnable, move, self._back(history) or 0)

    def searched(self, history: History, seconds: float) -> bool:
        """Whether a search of that length would tell nothing new."""
        return self.winnable(history) != UNDECIDED or self._open.get(history.table, 0.0) >= seconds

    @property
    def asking(self) -> bool:
        """Whether a search is under way."""
        return self._asked is not None

    def ask(self, history: History, seconds: float) -> bool:
        """Have the current table searched; False if there is no solver."""
        if self._solver is None:
            return False
        table = history.table
        if self._asked != (table, seconds):
            self._asked = table, seconds
            known: tuple[Move, ...] = ()
            since: tuple[Move, ...] = ()
            if (back := self._back(history)) is not None:
                line, at = self._lines[history.tables[-1 - back]]
                known, since = line[at:], history.line[len(history.line) - back :]
            self._solver.ask(self._rules, table, seconds, known, since)
        return True

    def poll(self) -> bool:
        """Take in the solver's answer, if any, and go on storing lines; True if an answer came."""
        for _step, _ in zip(range(_STRIDE), self._laying, strict=False):
            pass
        if self._asked is None or self._solver is None or (verdict := self._solver.poll()) is None:
            return False
        (table, seconds), self._asked = self._asked, None
        if verdict.verdict == WON and verdict.moves:
            self._lines[table] = verdict.moves, 0
            self._laying = self._lay(table, verdict.moves)
        elif verdict.verdict == HOPELESS:
            self._hopeless.add(table)
        elif verdict.verdict == UNDECIDED:
            self._open[table] = seconds
        return True

    def close(self) -> None:
        """Close the solver."""
        if self._solver:
            self._solver.close()

    def _back(self, history: History) -> int | None:
        """How many moves ago the deal was last known to be winnable."""
        known = (n for n, table in enumerate(reversed(history.tables)) if table in self._lines)
        return next(known, None)

    def _lay(self, table: Table, line: Sequence[Move]) -> Iterator[None]:
        moves = tuple(line)
        for number, move in enumerate(moves):
            self._lines[table] = moves, number
            table = replay(self._rules, table, (move,))
            yield


def laying_out(rules: Rules, table: Table) -> tuple[Move, ...]:
    """The moves onto the foundations that end a deal, if nothing is hidden and nothing else is needed."""
    if any(pile.up < len(pile.cards) for pile in table.piles):
        return ()
    roles = [spot.role for spot in rules.spots(1)]
    line: list[Move] = []
    while not rules.won(table):
        up = (m for m in rules.moves(table, 0) if m.count and roles[m.dst] == "foundation")
        if (move := next((m for m in up if m.src != m.dst), None)) is None:
            return ()
        line.append(move)
        table = replay(rules, table, (move,))
    return tuple(line)
