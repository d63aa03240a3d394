"""The search for Staffelpatience: its steps are what moves can do, its verdicts those of all moves."""

from collections.abc import Iterator
from random import Random

import pytest

from game.core.cards import Card, Pile, is_red, pack
from game.core.notation import pile_names
from game.core.rules import fold_all, play, replay
from game.core.table import Table
from game.rules.staffelpatience import BOOKS, COLUMNS, DECLARED, STOCK, WASTE, Staffelpatience
from game.solve import best_first, solve
from game.solve.packed.staffel import Packing, Position, number
from game.solve.packed.staffel_moves import Unpacker
from game.solve.verdict import HOPELESS, UNDECIDED, WON, search
from tests.positions import parse_table
from tests.solve.tables import wander

RULES = Staffelpatience()
FOUR = Staffelpatience(double_series=False)
VARIANTS = [FOUR, RULES, Staffelpatience(by_click=False), Staffelpatience(beneath=True)]
NAMES = pile_names(RULES.spots(1), 0)
MOST = 200
"""Positions that a test looks at by all moves before it takes another."""


def state_of(table: Table) -> Position:
    """The packed position of a table, where kings that lie on nothing are gone; of twins that are both in
    the stock neither is told from the other once one is."""
    gone, books, series = Packing(table, double=True).start
    for column in COLUMNS:
        cards, up = table.piles[column]
        if cards and up == len(cards) and cards[0].rank == 13:
            gone |= 1 << number(cards[0])
    return Position(gone, books, series)


def alike(state: Position, table: Table) -> Position:
    """The position where of twins that are both in the table's stock the one with the lower number goes."""
    stock = {number(card) for pile in (STOCK, WASTE) for card in table.piles[pile].cards}
    gone = state.gone
    for bit in stock:
        if bit % 2 and bit - 1 in stock and gone >> bit - 1 & 0b11 == 0b10:
            gone ^= 0b11 << bit - 1
    return state._replace(gone=gone)


def moved(table: Table, rules: Staffelpatience = RULES) -> Iterator[Table]:
    """The table after each of the rules' moves."""
    for move in rules.moves(table, 0):
        yield fold_all(table, play(rules, table, 0, move))


def ending(random: Random) -> Table:
    """A table with few cards left to play: books, runs from kings, and the low cards dealt anew."""
    left: dict[tuple[int, bool], list[Card]] = {}
    for card in sorted(pack(), key=lambda _: random.random()):
        left.setdefault((card.rank, is_red(card)), []).append(card)
    runs = [[left[rank, (rank % 2 == 1) == red].pop() for rank in range(13, 0, -1)] for red in (0, 1, 0, 1)]
    random.shuffle(runs)
    piles = [Pile()] * 13
    low, books = random.randint(1, 3), random.randrange(3)
    heads: list[list[Card]] = []
    rest: list[Card] = []
    for book, run in enumerate(runs):
        if book < books:
            piles[BOOKS[book]] = Pile(tuple(run), 13)
        else:
            cut = 13 - random.randint(low - 1, low + 1)
            heads.append(run[:cut])
            rest += run[cut:]
    random.shuffle(rest)
    stock = tuple(rest.pop() for _ in range(min(len(rest), random.choice((0, 1, 2, 4)))))
    beneath: list[list[Card]] = [[] for _ in COLUMNS]
    for card in rest:
        beneath[random.randrange(random.choice((4, 7)))].append(card)
    for column in COLUMNS:
        head = heads[column] if column < len(heads) else []
        cards = (*beneath[column], *head)
        piles[column] = Pile(cards, len(head) or min(len(cards), 1))
    turned = random.randint(0, len(stock))
    piles[STOCK], piles[WASTE] = Pile(stock[turned:]), Pile(stock[:turned], turned)
    return Table(tuple(piles), mode=DECLARED if books and random.randrange(2) else 0)


LOST = (58, 161, 190, 382, 419, 427, 448, 522)
"""Seeds of endings that do not come out, as is soon proved by all moves."""
POSITIONS = [wander(RULES, seed, 20 * seed) for seed in range(9)]
POSITIONS += [ending(Random(seed)) for seed in range(12)]


@pytest.mark.parametrize("table", POSITIONS, ids=range(len(POSITIONS)))
def test_packed_steps_are_what_the_rules_moves_lead_to(table: Table) -> None:
    """With the safe steps made first, whose moves are played too."""
    unpacker = Unpacker(RULES, table)
    while steps := (packing := Packing(unpacker.table, double=True)).steps(state_of(unpacker.table))[0]:
        unpacker.make(steps)
    table = unpacker.table
    here = state_of(table)
    same, theirs, todo = {table}, set(), [table]
    while todo and len(same) < MOST:
        for there in moved(todo.pop()):
            if state_of(there) != here:
                theirs.add(alike(state_of(there), table))
            elif there not in same:
                same.add(there)
                todo.append(there)
    ours = set()
    for step in packing.steps(here)[1]:
        unpacker = Unpacker(RULES, table)
        unpacker.make([step])
        assert not packing.after(here, step).gone & ~state_of(unpacker.table).gone
        ours.add(alike(state_of(unpacker.table), table))
    assert ours == theirs if not todo else ours >= theirs


@pytest.mark.parametrize("rules", VARIANTS[:3], ids=str)
def test_verdicts_on_endings_are_those_of_all_moves(rules: Staffelpatience) -> None:
    proved = []
    for seed in (*range(20), *LOST):
        table = ending(Random(seed))
        found = solve(rules, table)
        whole = search(best_first.attempts, rules, table, None, 600 if seed in LOST else 100)
        assert found.verdict != UNDECIDED
        assert whole.verdict in (found.verdict, UNDECIDED), seed
        proved.append(whole.verdict)
    assert proved.count(WON) > 5
    assert proved.count(HOPELESS) > 5


def test_hopeless_deals_are_proved_at_once_or_after_a_search() -> None:
    assert solve(FOUR, FOUR.deal(9, 1)) == (HOPELESS, (), 1)
    assert solve(FOUR, FOUR.deal(5, 1)).verdict == HOPELESS


def test_a_deal_without_four_books_may_come_out_with_double_series() -> None:
    seed = 10
    assert solve(FOUR, FOUR.deal(seed, 1)).verdict == HOPELESS
    table = RULES.deal(seed, 1)
    found = solve(RULES, table)
    outcome = RULES.outcome(replay(RULES, table, found.moves))
    assert outcome is not None
    assert outcome.reason == "double"


def test_a_table_that_no_deal_leads_to_is_searched_by_its_rules_alone() -> None:
    table = parse_table("B1: | 2s Ah", NAMES)
    assert solve(FOUR, table).verdict == HOPELESS
