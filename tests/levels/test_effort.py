"""What a person needs for a line of moves: more for a longer way, for a smaller target, for a choice."""

from dataclasses import replace

import pytest

from game.bots.pace import PACES, SHARES
from game.challenges.level import Challenge
from game.challenges.level_files import FOLDER, levels, listed
from game.core.table import Move
from game.rules.acht_mal_acht import STOCK, WASTE, AchtMalAcht
from game.rules.farbwechsel import Farbwechsel
from game.rules.zahlenpatience import Zahlenpatience
from game.solve import solve
from levels.effort import KEY, LOOK, THOUGHT, Effort, effort
from levels.shorten import walk
from tests.bench.author import by_hand

RULES = AchtMalAcht()


def of(moves: tuple[Move, ...], seed: int = 1, ways: int = 1) -> Effort:
    """The effort of moves of Acht mal Acht, each with so many sensible ones."""
    return effort(RULES, moves, walk(RULES, RULES.deal(seed, 1), moves), [ways] * len(moves))


def test_turning_the_stock_is_a_key_and_a_look() -> None:
    turns = of((Move(STOCK, WASTE),) * 3)
    assert (turns.keys, turns.drags, turns.looks, turns.thoughts) == (3, 0, 3, 0)
    assert turns.seconds == pytest.approx(3 * (KEY + LOOK) + 3 * 0.15)


def test_a_longer_way_takes_longer() -> None:
    rules = Zahlenpatience(must_lay=False)
    table = rules.deal(1, 1)
    line = solve(rules, table, expansions=10_000).moves
    lays = [move for move in line if rules.spots(1)[move.dst].role == "foundation"]
    assert lays
    near, far = min(lays, key=lambda move: move.dst), max(lays, key=lambda move: move.dst)
    tables = [table, table]
    times = [effort(rules, [move], tables, [1]).drag_bits for move in (near, far)]
    spots = rules.spots(1)
    ways = [abs(spots[move.dst].x - spots[move.src].x) for move in (near, far)]
    assert (times[0] < times[1]) == (ways[0] < ways[1])


def test_a_decision_costs_a_thought_and_what_is_hidden_another() -> None:
    rules = Zahlenpatience(must_lay=False)
    line = solve(rules, rules.deal(1, 1), expansions=10_000).moves
    tables = walk(rules, rules.deal(1, 1), line)
    thoughts = [
        effort(each, line, tables, [1] * len(line)).thoughts for each in (rules, replace(rules, hidden=True))
    ]
    assert thoughts == [0, 44], "each card that is laid"
    assert Effort(thoughts=44).seconds == pytest.approx(44 * THOUGHT)
    turn = Move(STOCK, WASTE)
    assert of((turn,), ways=3).choice_bits == 2


def test_a_reflex_game_is_a_look_a_choice_and_a_key_for_each_card() -> None:
    rules = Farbwechsel(way="a")
    line = solve(rules, rules.deal(500, 1), expansions=1_000).moves
    found = effort(rules, line, walk(rules, rules.deal(500, 1), line), ())
    assert (found.keys, found.glances) == (len(line), len(line))
    assert 0.4 < found.seconds / len(line) < 0.7, "between the times of a simple and a fourfold choice (Hick)"


def bot_seconds(bot: str, level: Challenge) -> float:
    """The time that a bot of this level needs for a challenge's solution."""
    roles, line = [spot.role for spot in level.variant().spots(1)], level.line()
    turns = sum("stock" in (roles[move.src], roles[move.dst]) for move in line)
    pace, middle = PACES[bot], SHARES.index(50)
    turn, play, reach = (d.quantiles[middle] for d in (pace.after_turn, pace.after_play, pace.reach))
    return (turns * turn + (len(line) - turns) * (play + reach)) / 1000


def test_gold_lies_between_the_pace_of_the_hard_bot_and_half_that_of_the_medium_one() -> None:
    """The bots' delays come from how people react, the model from how they point and choose."""
    for level in [level for level in levels()[0] if level.game == "haisty"][::4]:
        assert bot_seconds("hard", level) < level.gold < 2 * bot_seconds("medium", level), level.id


def test_who_knows_the_deal_beats_gold_on_every_stored_deal() -> None:
    games = {level.game for level in levels()[0]}
    deals = [*levels()[0], *(deal for game in games for deal in listed(FOLDER / "daily" / f"{game}.toml"))]
    assert len(deals) > 4000
    assert all(0 < deal.author < deal.gold and deal.presses for deal in deals)


@pytest.mark.parametrize("game", sorted({level.game for level in levels()[0]}))
def test_stored_times_of_the_author_are_those_of_the_hand_on_the_clock(game: str) -> None:
    """A bot plays the stored line: each move at the pace of the hand."""
    for level in [level for level in levels()[0] if level.game == game][::20]:
        assert by_hand(level)[0].elapsed / 1e6 == pytest.approx(level.author, abs=0.01)
        assert level.presses == len(level.line())
