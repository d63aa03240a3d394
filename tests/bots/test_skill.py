"""Bots that become as good as the people at their table, and what each of them likes to do."""

import pytest

from game.bots.bot import Bot
from game.bots.choose import PROFILES
from game.bots.pace import PACES
from game.bots.skill import (
    ADAPTIVE,
    FIRST,
    GREEDY,
    HOARDER,
    LATE,
    MOST,
    PLAIN,
    STEP,
    STRONGEST,
    WEAKEST,
    Adaptation,
    adjusted,
    between,
    personality_of,
    skill_of,
    strength_of,
)
from game.core.match import Match
from game.core.portraits import BOT_NAMES
from game.core.state import PLAYING, SCORED, WON, Play
from game.core.table import Move
from game.net.server.match_server import BotPlayer, MatchServer, SeatView
from game.rules.haisty import STOCK, Haisty
from game.sessions.bot_table import GLIMPSE, BotDriver, BotTable
from tests.bench.bots import ACTING, Task, meet


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


def test_after_one_round_bots_have_the_pace_of_who_plays() -> None:
    adaptation = Adaptation()
    adaptation.learn([0], {1: -10, 2: 0, 3: -9}, None)
    assert not adaptation.known, "who has not played a card tells nothing of a hand"
    adaptation.learn([0], {1: -10, 2: 0, 3: -9}, 500_000)
    assert adaptation.known
    assert 1 < adaptation.strength < 1.5
    told = adaptation.strength
    adaptation.learn([90], {1: 0, 2: 0, 3: 0}, 3_000_000)
    assert adaptation.strength == pytest.approx(told + MOST), "then points count, and not the pace"


def test_the_slower_the_hand_the_weaker_the_bots() -> None:
    strengths = [strength_of(time) for time in (100_000, 300_000, 545_000, 1_120_000, 3_015_000, 9_000_000)]
    assert strengths == sorted(strengths, reverse=True)
    assert strengths[2:5] == pytest.approx([1.0, 0.5, 0.0])
    assert (strengths[0], strengths[-1]) == (STRONGEST, WEAKEST)


def test_the_strength_goes_with_the_lead_in_the_match() -> None:
    adaptation = Adaptation(0.2)
    adaptation.learn([12], {1: 3, 2: 4, 3: 8}, 500_000)
    assert adaptation.strength == pytest.approx(0.2 + STEP * 4)
    adaptation.learn([6, 8], {1: 12, 3: 3}, None)
    assert adaptation.strength == pytest.approx(0.2 + STEP * 4), "19 to 15: the lead is the same"
    adaptation.learn([6, 7], {}, None)
    adaptation.learn([], {1: 5}, None)
    assert adaptation.strength == pytest.approx(0.2 + STEP * 4), "nobody to be compared with"
    adaptation.learn([0], {1: 4, 3: 4}, None)
    assert adaptation.strength == pytest.approx(0.2)
    adaptation.learn([30], {1: 0, 3: 0}, None)
    adaptation.learn([0], {1: 0, 3: 0}, None)
    assert adaptation.strength == pytest.approx(0.2 + STEP * 30), "the rest of it comes a round later"
    adaptation.begin()
    adaptation.learn([0], {1: 0}, None)
    assert adaptation.strength == pytest.approx(0.2 + STEP * 30), "in the next match nobody is ahead"
    for _ in range(60):
        adaptation.learn([-26], {1: 30}, None)
    assert adaptation.strength == WEAKEST


def test_adaptive_bots_change_during_a_match_as_the_first_round_was_played() -> None:
    adaptation, levels = Adaptation(), ("2 a second", "hard", ADAPTIVE)
    meet(Task(levels, seed=5, rounds=1), adaptation=adaptation)
    assert adaptation.known
    assert adaptation.strength == pytest.approx(1.25, abs=MOST + 0.1)


def test_who_sits_a_round_out_teaches_the_bots_nothing() -> None:
    match = Match(Haisty(), 3, 5, target=0, rounds=2)
    server, adaptation = MatchServer(match), Adaptation(0.9)
    views = [SeatView(3) for _ in range(3)]
    bots = {seat: BotPlayer(ADAPTIVE, BOT_NAMES[seat], views[seat]) for seat in (1, 2)}
    driver, now = BotDriver(adaptation), 0
    server.start()
    server.ready(0, 0, out=True)
    while match.state.round < 2:
        for event, to, _ in server.settle(now):
            for seat in to & bots.keys():
                views[seat].put(event)
        for seat, request in driver.look(match, bots, now):
            server.ask(seat, request, now)
        if match.state.phase == PLAYING and match.state.table.calls & 6 == 6:
            server.ask(0, Play(Move(STOCK, STOCK, 0), now), now)
        if match.state.phase == SCORED:
            server.ready(0, now, out=True)
        landing = server.next_time(now)
        now = min([*driver.wakes, *([landing] if landing else [])])
    assert max(match.results[0].scores[1:]) > 0
    assert adaptation.strength == 0.9


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


@pytest.mark.parametrize("strength", [None, FIRST])
def test_bots_take_up_the_pace_of_unknown_people_within_the_first_round(strength: float | None) -> None:
    match = Match(Haisty(), 3, 5, target=0, rounds=1)
    table = BotTable(match, dict.fromkeys((1, 2), ADAPTIVE), adaptation=Adaptation(strength))
    person = Bot(match.rules, 0, "hard", 5)
    person.become(ACTING["3 a second"])
    begun = 0
    while match.state.phase != WON:
        now = min(at for at in (table.next_time(), person.wake) if at is not None)
        table.advance(now)
        table.views[0].update(table.now)
        begun = match.state.starts or 0
        for request in person.look(table.views[0].state, now) if person.wake <= now else ():
            table.ask(0, request)
    presses = [entry.press - begun for entry in match.log if entry.move and entry.seat]
    before = sum(press < GLIMPSE for press in presses) / GLIMPSE
    after = sum(press > GLIMPSE for press in presses) / (match.results[0].duration - GLIMPSE)
    assert (after > 2 * before) == (strength is None)
