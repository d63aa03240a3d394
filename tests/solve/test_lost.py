"""Where a run was lost, against each of its positions searched by itself."""

from collections import Counter
from random import Random

import pytest

from game.core.rules import Rules
from game.core.shuffle import Stream
from game.core.table import Table
from game.rules.haisty import Haisty
from game.rules.staffelpatience import Staffelpatience
from game.rules.zahlenpatience import Zahlenpatience
from game.solve import alike, solve
from game.solve.lost import Lost, lost, rows
from game.solve.verdict import HOPELESS, UNDECIDED, WON, Verdict
from levels.shorten import walk
from tests.playout import playout

RULES = Zahlenpatience()
EXPANSIONS = 10_000


def by_expansions(rules: Rules, table: Table, *_limits: float) -> Verdict:
    """Gives the same verdict on any machine."""
    return solve(rules, table, expansions=EXPANSIONS)


class Known:
    """Knows the verdicts on the tables up to the one numbered `won`, and from `hopeless` on."""

    def __init__(self, tables: list[Table], won: int, hopeless: int) -> None:
        self._tables, self._won, self._hopeless, self.calls = tables, won, hopeless, 0

    def __call__(self, _rules: Rules, table: Table, *_limits: float) -> Verdict:
        self.calls += 1
        at = self._tables.index(table)
        return Verdict(WON if at <= self._won else HOPELESS if at >= self._hopeless else UNDECIDED)


@pytest.mark.parametrize("rules", [RULES, Staffelpatience()], ids=str)
def test_it_is_where_the_positions_one_by_one_say(rules: Rules) -> None:
    for seed in range(2):
        deal = rules.deal(seed, 1)
        made, end = playout(rules, deal, Stream(seed))
        if rules.won(end):
            continue
        found = lost(rules, deal, made, 100, ask=by_expansions)
        verdicts = [by_expansions(rules, table).verdict for table in walk(rules, deal, made)]
        won = [at for at, verdict in enumerate(verdicts) if verdict == WON]
        hopeless = [at for at, verdict in enumerate(verdicts) if verdict == HOPELESS]
        assert (found.won, found.hopeless) == (max(won, default=None), min(hopeless, default=None))
        if found.won is not None:
            there = walk(rules, deal, made[: found.won])[-1]
            assert rules.won(walk(rules, there, found.line)[-1])
            assert found.line[0] != made[found.won]


def test_what_stays_undecided_is_told_as_narrowly_as_it_is_known() -> None:
    deal, draw = RULES.deal(2, 1), Random(5)
    made, _end = playout(RULES, deal, Stream(2))
    tables = walk(RULES, deal, made)
    for _ in range(200):
        won, hopeless = sorted(draw.sample(range(-1, len(tables) + 1), 2))
        known = Known(tables, won, hopeless)
        found = lost(RULES, deal, made, 100, ask=known)
        expected = won if won >= 0 else None, hopeless if hopeless < len(tables) else None
        assert (found.won, found.hopeless) == expected
        assert known.calls <= (8 if hopeless - won == 1 else 50)


@pytest.mark.parametrize("seed", range(4))
def test_of_positions_between_which_the_hand_was_only_turned_one_is_searched(seed: int) -> None:
    rules = Haisty()
    deal = rules.deal(seed, 1)
    made, _end = playout(rules, deal, Stream(seed))
    tables = walk(rules, deal, made)
    ends = rows(alike(rules, deal, tables))
    assert len(ends) < len(tables) // 2
    for number in range(0, len(ends) - 1, 5):
        known = Known(tables, ends[number], ends[number] + 1)
        found = lost(rules, deal, made, 100, ask=known)
        assert (found.won, found.hopeless) == (ends[number], ends[number] + 1)
        assert known.calls <= len(ends).bit_length()


def test_positions_taken_to_be_alike_come_out_alike() -> None:
    rules, told = Haisty(), Counter[str]()
    for seed in range(2):
        deal = rules.deal(seed, 1)
        made, _end = playout(rules, deal, Stream(seed))
        tables = walk(rules, deal, made)
        begin = 0
        for end in rows(alike(rules, deal, tables)):
            some = {solve(rules, tables[at], expansions=300).verdict for at in (begin, end)}
            assert len(some - {UNDECIDED}) <= 1
            told.update(some)
            begin = end + 1
    assert told[WON] and told[HOPELESS], told


def test_what_lies_between_two_that_are_alike_is_alike() -> None:
    assert rows("abcbd") == [0, 3, 4]
    assert rows("aabbc") == [1, 3, 4]
    assert rows("abca") == [3]


def test_a_line_that_is_known_is_followed_as_far_as_it_was_played() -> None:
    deal = RULES.deal(5, 1)
    line = solve(RULES, deal).moves
    assert line
    assert lost(RULES, deal, line[:9], 100, line, ask=nothing) == Lost(9, line[9:], None)


def test_without_time_nothing_is_asked() -> None:
    assert lost(RULES, RULES.deal(2, 1), (), 0, ask=nothing) == Lost()


def nothing(_rules: Rules, _table: Table, *_limits: float) -> Verdict:
    """Not to be called."""
    raise AssertionError
