"""Shorter lines: what a solution does not need is taken out of it."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from game.core.rules import Rules, fold_all
from game.core.table import Move, Table

P = TypeVar("P")
S = TypeVar("S")

SKIPS = 3
"""A line that has to leave out more moves than these after one was taken out is given up."""


def shorten(rules: Rules, table: Table, moves: Sequence[Move]) -> tuple[Move, ...]:
    """A line from the table that comes out too, and from which no single move can be taken.

    Taking a move out takes out those that then have become impossible, too: later moves are remembered by
    the card that they take and the pile it goes to, wherever the card then lies.
    """
    line, tables = list(moves), walk(rules, table, moves)
    index = len(line) - 1
    tried = 0
    while line and tried < len(line):
        index %= len(line)
        shorter = _cut_loop(line, tables, index) or _without(rules, line, tables, index)
        if shorter is None or not comes_out(rules, table, shorter):
            tried += 1
        else:
            line, tried = shorter, 0
            tables = walk(rules, table, line)
        index -= 1
    return tuple(line)


def walk(rules: Rules, table: Table, moves: Sequence[Move]) -> list[Table]:
    """The table and those after each of the moves, which are legal."""
    tables = [table]
    for move in moves:
        tables.append(after(rules, tables[-1], move))
    return tables


def after(rules: Rules, table: Table, move: Move) -> Table:
    """The table after a legal move of the only seat."""
    return fold_all(table, tuple(rules.effects(table, 0, move)))


def _cut_loop(line: list[Move], tables: list[Table], index: int) -> list[Move] | None:
    """The line without what lies between a table and the same table later on."""
    here = tables[index]
    later = next((n for n in range(len(tables) - 1, index, -1) if tables[n] == here), None)
    return None if later is None else line[:index] + line[later:]


def _without(rules: Rules, line: list[Move], tables: list[Table], index: int) -> list[Move] | None:
    """The line without one move, if it then comes out; a part of it may then be left out, too."""
    rest = follow(rules, tables[index], line, tables, index + 1)
    return None if rest is None else line[:index] + rest


def follow(
    rules: Rules, table: Table, line: Sequence[Move], tables: Sequence[Table], start: int
) -> list[Move] | None:
    """The moves of the line from number `start` on, made from another table, if it then comes out; `tables`
    are those of the line. Moves that are not possible there are left out, up to SKIPS of them. Each takes the
    card that it takes in the line, wherever that lies."""
    made: list[Move] = []
    skips = 0
    for number in range(start, len(line)):
        if table == tables[number]:
            return made + list(line[number:])
        then = tables[number]
        move = _same_card(table, then, line[number])
        # Where neither pile has changed the move is taken for legal: the whole line is replayed in the end.
        same = all(table.piles[pile] == then.piles[pile] for pile in {*line[number][:2], *move[:2]})
        if (same and move == line[number]) or move in rules.moves(table, 0):
            table = after(rules, table, move)
            made.append(move)
        elif (skips := skips + 1) > SKIPS:
            return None
    return made if rules.won(table) else None


def comes_out(rules: Rules, table: Table, moves: Sequence[Move]) -> bool:
    """Whether all moves are legal and bring the deal out."""
    for move in moves:
        if move not in rules.moves(table, 0):
            return False
        table = after(rules, table, move)
    return rules.won(table)


def _same_card(table: Table, then: Table, move: Move) -> Move:
    """What takes the card to the pile now that the move took there then."""
    cards = then.piles[move.src].cards
    if move.count == len(cards) > 1 and table.piles[move.src].cards[:1] != cards[:1]:
        return move._replace(count=len(table.piles[move.src].cards))  # a pile turned over as a whole
    if not 0 < move.count <= len(cards) or table.piles[move.src].cards[-move.count :] == cards[-move.count :]:
        return move
    card = cards[-move.count]
    for number, pile in enumerate(table.piles):
        if card in pile.cards:
            return Move(number, move.dst, len(pile.cards) - pile.cards.index(card))
    return move


def way_to(came: Mapping[P, tuple[P, S] | None], end: P) -> list[S]:
    """The steps that a search has made to this position: `came` says from where, and by which."""
    way: list[S] = []
    while before := came[end]:
        end, step = before
        way.append(step)
    return way[::-1]
