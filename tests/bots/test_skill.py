"""Bots that become as good as the people at their table, and what each of them likes to do."""

import pytest

from game.bots.bot import Bot
from game.bots.choose import PROFILES
from game.bots.pace import PACES
from game.bots.skill import (
    ADAPTIVE,
    GREEDY,
    HOARDER,
    LATE,
    PLAIN,
    STEP,
    STRONGEST,
    WEAKEST,
    Adaptation,
    adjusted,
    between,
    personality_of,
    skill_of,
)
from game.core.match import Match
from game.core.portraits import BOT_NAMES
from game.rules.haisty import Haisty
from game.sessions.bot_table import BotTable


@pytest.mark.parametrize(("strength", "level"), [(0.0, "easy"), (0.5, "medium"), (1.0, "hard")])
def test_a_strength_is_that_of_a_level(strength: float, level: str) -> None:
    assert between(strength) == (PROFILES[level], PACES[level])
    assert skill_of(level) == (PROFILES[level], PACES[level])


def test_the_stronger_the_faster() -> None:
    reaches = [between(WEAKEST + n * (STRONGEST - WEAKEST) / 9).pace.reach.quantiles[3] for n in range(10)]
    assert reaches == sorted(reaches, reverse=True)
    assert len(set(reaches)) == 10


def test_beyond_hard_only_the_time_shrinks() -> None:
    hard, twice = skill_of("hard"), between(2.0)
    assert twice.profile == hard.profile
    for slow, fast in zip(hard.pace, twice.pace, strict=True):
        assert all(abs(a - 2 * b) <= 1 for a, b in zip(slow.quantiles, fast.quantiles, strict=True))


def test_who_wins_more_than_a_share_meets_stronger_bots() -> None:
    adaptation = Adaptation(0.2)
    assert adaptation.follow([(20, 3, 4, 5)], {0})
    assert adaptation.strength == pytest.approx(0.2 + STEP * 0.75)
    assert not adaptation.follow([(20, 3, 4, 5)], {0}), "each round counts once"
    adaptation.follow([(20, 3, 4, 5), (1, 8, 4, 5), (1, 8, 4, 5), (1, 8, 4, 5)], {0})
    assert adaptation.strength == pytest.approx(0.2), "one in four is the share of one in four"
    adaptation.follow([(7, 3, 4, 7)], {0, 1})
    assert adaptation.strength == pytest.approx(0.2), "a shared win of two in four, in a match of its own"
    for _ in range(60):
        adaptation.follow([], {0})
        adaptation.follow([(0, 1)], {0})
    assert adaptation.strength == WEAKEST


def test_adaptive_bots_change_during_a_match() -> None:
    adaptation = Adaptation(0.9)
    match = Match(Haisty(), 3, 5, target=0, rounds=2)
    table = BotTable(match, {1: "hard", 2: ADAPTIVE}, names=("You", *BOT_NAMES[:2]), adaptation=adaptation)
    person = Bot(match.rules, 0, "easy", 7)
    while not match.results:
        now = min(at for at in (table.next_time(), person.wake) if at is not None)
        table.advance(now)
        table.views[0].update(table.now)
        if person.wake <= now:
            for request in person.look(table.views[0].state, now):
                table.ask(0, request)
    table.advance(table.now)
    assert adaptation.strength != 0.9


def test_each_bot_has_a_temper_by_which_it_is_known() -> None:
    assert [personality_of(name) for name in BOT_NAMES[:4]] == [GREEDY, HOARDER, LATE, PLAIN]
    assert personality_of("Anna") == PLAIN
    medium = PROFILES["medium"]
    greedy, hoarder, late = (adjusted(medium, personality) for personality in (GREEDY, HOARDER, LATE))
    assert min(greedy.lay) > max(greedy.put)
    assert min(hoarder.put) > max(hoarder.lay)
    assert late.extra > medium.extra
    assert adjusted(medium, PLAIN) == medium
    never = medium._replace(lay=(70, 0, 68))
    assert adjusted(never, GREEDY).lay[1] == 0
