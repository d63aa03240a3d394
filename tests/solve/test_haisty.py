"""The search for Haisty alone: its positions and steps are those of the rules, its lines are theirs."""

from collections import Counter
from random import Random

import pytest

from game.challenges.level_files import levels
from game.core.cards import SUITS, Card, Pile, pack
from game.core.rules import fold_all, replay
from game.core.shuffle import Stream
from game.core.table import Table
from game.rules.haisty import BUILDS, ONES, RESERVE, STOCK, Haisty
from game.solve import best_first, haisty, haisty_proof, solve
from game.solve.haisty_proof import Proof
from game.solve.packed.haisty import Packing, Position
from game.solve.verdict import HOPELESS, UNDECIDED, WON, Budget, search
from levels.shorten import walk
from tests.playout import playout

VARIANTS = (
    Haisty(),
    Haisty(any_part=True),
    Haisty(round_corner=False),
    Haisty(auto_knock=True),
    Haisty(speltorka_any_time=True),
)


def positions(rules: Haisty, seed: int, count: int) -> list[Table]:
    """Tables on a way of any moves, laying and building before turning."""
    draw, table = Random(seed), rules.deal(seed, 1)
    found: list[Table] = []
    while len(found) < count:
        found.append(table)
        moves = sorted(rules.moves(table, 0))
        moves = [move for move in moves if move.src != STOCK and draw.random() < 0.8] or moves
        table = fold_all(table, tuple(rules.effects(table, 0, draw.choice(moves))))
        if not table.piles[RESERVE].cards:
            break
    return found


def by_the_rules(rules: Haisty, table: Table, packing: Packing) -> set[Position]:
    """Where one card or pile can come from here, after any turns and calls, as the search notes it.

    Its notation and its steps are its own business; that these are right is what is proved here.
    """
    turned, reached = [table], set[Position]()
    for here in turned:
        for move in rules.moves(here, 0):
            there = fold_all(here, tuple(rules.effects(here, 0, move)))
            if move.src != STOCK:
                reached.add(packing.position(there))
            elif there not in turned:
                turned.append(there)
    return reached


@pytest.mark.parametrize("rules", VARIANTS)
@pytest.mark.parametrize("seed", range(2))
def test_its_steps_are_what_the_rules_allow_after_turning(rules: Haisty, seed: int) -> None:
    for table in positions(rules, seed, 24)[seed::4]:
        packing = Packing(rules, table)
        steps = {there for _, there in packing.steps(packing.position(table))}
        reached = by_the_rules(rules, table, packing)
        assert steps <= reached
        later = {there for there in reached - steps if there.turned >= 0 and not rules.round_corner}
        assert {there[:-1] for there in later} <= {there[:-1] for there in steps}, "turned on before the step"
        assert reached - steps == later


@pytest.mark.parametrize("rules", VARIANTS)
def test_it_finds_lines_from_the_deal_and_from_the_middle(rules: Haisty) -> None:
    won = 0
    for table in [rules.deal(seed, 1) for seed in range(1, 8)] + positions(rules, 2, 20)[7::6]:
        verdict = solve(rules, table, expansions=2000)
        if verdict.verdict == WON:
            won += 1
            assert rules.won(replay(rules, table, verdict.moves))
    assert won > 4


def test_it_proves_what_does_not_come_out_and_the_rules_search_finds_no_line() -> None:
    rules = Haisty()
    table = rules.deal(8, 1)
    assert search(haisty.attempts, rules, table, None, None).verdict == HOPELESS
    assert search(best_first.attempts, rules, table, None, 3000).verdict == UNDECIDED


def small(draw: Random, mode: int) -> Table:
    """A table with few cards left; the lowest lie on the foundations."""
    laid = [draw.randrange(1, 6) for _suit in SUITS]
    foundations = [Pile(tuple(Card(rank + 1, suit) for rank in range(laid[suit])), 1) for suit in SUITS]
    cards = [card for card in pack() if card.rank > laid[card.suit]]
    draw.shuffle(cards)
    reserve, cards = cards[:3], cards[3:]
    builds, cards = [Pile((card,), 1) for card in cards[:BUILDS]], cards[BUILDS:]
    cards = cards[: draw.randrange(1, 13)]
    turned = draw.randrange(len(cards) + 1)
    hand = Pile(tuple(cards[turned:])), Pile(tuple(cards[:turned]), turned)
    return Table((Pile(tuple(reserve), 1), *builds, *hand, *foundations, Pile()), mode=mode)


def by_all_moves(rules: Haisty, table: Table) -> str:
    """The verdict of trying every move of the rules from every table that is reached."""
    seen, ahead = {table}, [table]
    for here in ahead:
        if rules.won(here):
            return WON
        for move in rules.moves(here, 0):
            there = fold_all(here, tuple(rules.effects(here, 0, move)))
            if there not in seen:
                seen.add(there)
                ahead.append(there)
        if len(seen) > 3000:
            return UNDECIDED
    return HOPELESS


@pytest.mark.parametrize("rules", VARIANTS)
def test_of_small_tables_it_finds_what_trying_all_moves_finds(rules: Haisty) -> None:
    found = Counter[str]()
    for seed in range(48):
        table = small(Random(seed), mode=ONES * (seed % 4 == 0))
        right = by_all_moves(rules, table)
        found[right] += 1
        assert right in (solve(rules, table, expansions=5000).verdict, UNDECIDED)
    assert min(found[WON], found[HOPELESS]) > 12


def exhausted(packing: Packing, root: Position) -> bool | None:
    """Whether it is hopeless by all steps there are; None if there are too many."""
    ahead, seen = [root], {root}
    for here in ahead:
        for _, there in packing.steps(here):
            if not there.left:
                return False
            if there not in seen:
                seen.add(there)
                ahead.append(there)
        if len(seen) > 600:
            return None
    return True


def test_proof_is_right_both_ways_where_any_card_of_the_hand_can_be_played() -> None:
    rules, verdicts = Haisty(speltorka_any_time=True), Counter[bool]()
    for seed in range(8):
        made, _end = playout(rules, rules.deal(seed, 1), Stream(seed))
        for table in walk(rules, rules.deal(seed, 1), made)[30:90:20]:
            packing = Packing(rules, table)
            if table.piles[RESERVE].cards and all(pile.cards for pile in table.piles[1:5]):
                root = packing.position(table)
                if (hopeless := exhausted(packing, root)) is not None:
                    assert Proof(packing, Budget(None, None)).hopeless(root) == hopeless
                    verdicts[hopeless] += 1
    assert verdicts[True] and verdicts[False]


def test_proof_without_room_for_more_positions_proves_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Haisty()
    made, _end = playout(rules, rules.deal(2, 1), Stream(2))
    table = walk(rules, rules.deal(2, 1), made)[60]
    packing, budget = Packing(rules, table), Budget(None, None)
    root, proof = packing.position(table), Proof(packing, budget)
    assert proof.hopeless(root) and budget.expanded > 1
    monkeypatch.setattr(haisty_proof, "MOST", 1)
    assert proof.hopeless(root)  # It is known.
    assert not Proof(packing, budget).hopeless(root)


def test_line_that_wins_is_never_proved_hopeless() -> None:
    for level in [level for level in levels()[0] if level.game == "haisty"][::15]:
        rules = level.variant()
        for table in walk(rules, rules.deal(level.seed, 1), level.line())[-2::-12]:
            assert solve(rules, table, expansions=3000).verdict != HOPELESS


def test_memory_that_is_full_ends_in_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(haisty, "MOST", 10)
    rules = Haisty()
    assert search(haisty.attempts, rules, rules.deal(14, 1), None, None).verdict == UNDECIDED
