"""The search for Rot und Schwarz: it knows the rules' moves, and its beams complete each other."""

from collections import Counter
from collections.abc import Iterable
from operator import add
from random import Random

import pytest

from game.challenges.level_files import levels
from game.core.build import alternate_down, alternate_up, suit_up
from game.core.cards import Card, Pile, pack
from game.core.rules import fold_all, play, replay
from game.core.shuffle import Stream
from game.core.table import Table
from game.rules import rot_und_schwarz
from game.rules.rot_und_schwarz import COLUMNS, FOUNDATIONS, LAYING, STOCK, WASTE, RotUndSchwarz
from game.solve import rot, rot_proof, solve
from game.solve.packed import rot as packed
from game.solve.packed.rot import TURNED, UP, Packing
from game.solve.rot import BeamSearch
from game.solve.rot_proof import Proof, _columns
from game.solve.verdict import HOPELESS, UNDECIDED, WON, Budget
from levels.shorten import walk
from tests.playout import playout
from tests.solve.tables import wander
from tests.solve.test_hopeless import plainly

HOUSES = [
    RotUndSchwarz(),
    RotUndSchwarz(any_part=True),
    RotUndSchwarz(foundations="suit"),
    RotUndSchwarz(foundations="suit", any_part=True),
    RotUndSchwarz(must_lay=False),
]


@pytest.mark.parametrize("rules", HOUSES, ids=str)
@pytest.mark.parametrize("seed", range(0, 25, 5))
def test_packed_moves_are_those_of_the_rules(rules: RotUndSchwarz, seed: int) -> None:
    table = wander(rules, seed, 12 * seed)
    packing = Packing(rules)
    state = heights, columns, waste = packing.pack(table)
    steps = list(packing.steps(state, full=True))
    if table.mode == LAYING:
        _, ways = packing.draw((heights, columns, waste[:-1]), waste[-1:])
        steps = [way for way in ways if way]
    numbers = dict(enumerate(sorted(COLUMNS, key=lambda number: packing.cards(table, number))))

    def cards(number: int) -> bytes:
        """What equal piles have in common."""
        return packing.cards(table, number)

    ours = {
        (
            cards(WASTE if src == TURNED else numbers[src]),
            src == TURNED,
            count,
            None if dst == UP else cards(numbers[dst]),
        )
        for src, count, dst in steps
    }
    theirs = {
        (cards(src), src == WASTE, count, None if dst in FOUNDATIONS else cards(dst))
        for src, dst, count in rules.moves(table, 0)
        if src != STOCK
    }
    assert ours == theirs


def test_what_one_beam_misses_another_finds() -> None:
    rules = RotUndSchwarz()
    assert solve(rules, rules.deal(170, 1), expansions=60_000).verdict == WON


def test_what_comes_out_is_never_proved_hopeless() -> None:
    for level in [level for level in levels()[0] if level.game == "rot-und-schwarz"][::9]:
        rules = level.variant()
        assert isinstance(rules, RotUndSchwarz)
        for table in walk(rules, rules.deal(level.seed, 1), level.line())[::7]:
            proof = Proof(rules, table)
            assert proof.lasts(Packing(rules).cards(table, WASTE), 0)
            assert not next(proof.search(), False)


def test_what_is_proved_hopeless_does_not_come_out_by_trying_every_move() -> None:
    rules, found = RotUndSchwarz(), Counter[tuple[str, bool]]()
    for seed in range(60):
        made, _end = playout(rules, rules.deal(seed, 1), Stream(seed))
        table = walk(rules, rules.deal(seed, 1), made[: -1 - seed % 20])[-1]
        found[plainly(rules, table), any(Proof(rules, table).search())] += 1
    assert not found[WON, True]
    assert found[HOPELESS, True] > 3 * found[HOPELESS, False]


@pytest.mark.parametrize(("seed", "at"), [(4, 90), (52, 60), (60, 60), (76, 60), (80, 60)])
def test_waste_that_can_never_all_leave_is_found_hopeless_early(seed: int, at: int) -> None:
    rules = RotUndSchwarz(must_lay=False)
    made, _end = playout(rules, rules.deal(seed, 1), Stream(seed))
    table = walk(rules, rules.deal(seed, 1), made)[at]
    assert next(Proof(rules, table).search(), False)


def test_cards_never_lie_in_fewer_columns_than_the_proof_takes_for_possible() -> None:
    draw = Random(4)
    for _ in range(300):
        heights = sorted((draw.randint(1, 13) for _pile in range(4)), reverse=True)
        up = tuple(sum(height >= rank for height in heights) for rank in range(1, 14))
        waste, stock, laid = [0] * 13, [0] * 13, [0] * 13
        columns: list[int] = []
        for rank in range(12, 0, -1):
            for _card in range(4 - up[rank]):
                where = draw.choice((waste, stock, laid, laid))
                where[rank] += 1
                if where is laid:
                    if rank + 1 in columns and draw.random() < 0.8:
                        columns.remove(rank + 1)
                        columns.append(rank)
                    else:
                        columns.append(rank)
        out, raised = counts([*map(add, up, laid)]), counts(up)
        assert _columns(out) <= len(columns)
        for rank in range(1, 13):
            taken = rank + 1 in columns or up[rank - 1] > up[rank]
            if taken and _columns(out) == len(columns):
                assert _columns(out, raised, rank + 1) == len(columns)


def counts(cards: Iterable[int]) -> int:
    """So many cards of each rank, as the proof packs them."""
    return sum(number << 4 * rank for rank, number in enumerate(cards, 1))


def test_what_leaves_the_waste_leaves_it_in_the_proof_too() -> None:
    left = 0
    for seed in range(30):
        rules = RotUndSchwarz()
        deal = rules.deal(seed, 1)
        made, _end = playout(rules, deal, Stream(seed))
        for table, move in zip(walk(rules, deal, made), made, strict=False):
            if move.src == WASTE:
                waste = Packing(rules).cards(table, WASTE)
                assert Proof(rules, table)._leaves(waste, 0)
                left += 1
    assert left > 1000, left


def ending(draw: Random, in_suit: bool, few: int) -> Table:
    """Some of the last cards, anyhow: in the first few columns, in the stock and on the waste."""
    cards = sorted(pack(0) + pack(1), key=lambda card: (card.rank, draw.random()))
    up, rest, left = [[card] for card in cards[:8]], cards[8:], draw.randint(7, 11)
    while len(rest) > left:
        pile = draw.choice(up)
        goes_up = suit_up if in_suit else alternate_up
        if fitting := [card for card in rest if goes_up(Pile(tuple(pile)), card)]:
            pile.append(draw.choice(fitting))
            rest.remove(pile[-1])
    columns: list[list[Card]] = [[] for _ in COLUMNS]
    stock, waste = list[Card](), list[Card]()
    for card in draw.sample(rest, left):
        fits = [column for column in columns[:few] if not column or alternate_down(column[-1], card)]
        draw.choice([stock, waste, *fits]).append(card)
    laid = (Pile(tuple(cards), len(cards)) for cards in (*up, *columns))
    return Table((*laid, Pile(tuple(stock)), Pile(tuple(waste), len(waste))))


@pytest.mark.parametrize("columns", [1, 2])
@pytest.mark.parametrize("rules", HOUSES, ids=str)
def test_endings_with_few_columns_come_out_as_by_trying_every_move(
    rules: RotUndSchwarz, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the middle of a duty, too. There are no other columns: with all eight little is hopeless."""
    for module in (rot_und_schwarz, packed, rot, rot_proof):
        monkeypatch.setattr(module, "COLUMNS", COLUMNS[:columns])
    said: Counter[tuple[str, int]] = Counter()
    for seed in range(60):
        draw = Random(seed)
        table = ending(draw, rules.foundations == "suit", columns)
        for _ in range(draw.randint(0, 6)):
            if table.mode != LAYING and (moves := sorted(rules.moves(table, 0))):
                table = fold_all(table, play(rules, table, 0, draw.choice(moves)))
        search, packing = BeamSearch(rules, table, Budget(None, None)), Packing(rules)
        steps, _all = search._beam(packing, True, 10**6, 1)
        assert steps is None or rules.won(replay(rules, table, search._moves(packing, steps, True)))
        found = WON if steps is not None else HOPELESS
        plain = plainly(rules, table)
        assert plain in (found, UNDECIDED), (seed, table)
        said[plain, table.mode] += 1
    assert columns == 2 or said[HOPELESS, 0] > 5
    assert not rules.must_lay or said[WON, LAYING] > 2
