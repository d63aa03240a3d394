"""A race over the network: each plays a patience of its own, judged by the host; its public table follows."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from unittest.mock import ANY

import pytest

from game.challenges.level_files import named
from game.challenges.race import read_terms
from game.core.match import Match
from game.core.race import Race, done, give_up, places, qualifying, still_in
from game.core.shuffle import Seed
from game.core.solo import HINT, UNDO, Act, Solo
from game.core.state import (
    FLIGHT,
    HAND,
    PLAYING,
    SCORED,
    WON,
    Dealt,
    Knock,
    fold_match,
)
from game.core.table import Move, Standing, fold
from game.lan.bot_client import BotClient
from game.lan.hosting import rules_of
from game.lan.race_deals import draw_patience, is_drawn_from
from game.net.client.deal_verdict import BROKEN, DEAL, PROVED, DealVerdict
from game.net.server.live_race import Draw, LiveRace
from game.net.server.race_judge import Patience, RaceJudge
from game.net.server.runs import Runs, RunsSoFar
from game.net.transport.channel import LONGEST
from game.net.wire.acts import packed_acts
from game.net.wire.codec import decode_down, encode_down
from game.net.wire.messages import (
    ACTS,
    HouseRules,
    Leave,
    Rematch,
    RunActs,
    RunDeal,
    RunsEnd,
    SetBot,
)
from game.net.wire.snapshot import snapshot
from game.rules.haisty import Haisty
from tests.net.cups import Cup, cup_after
from tests.net.fair_rounds import SEED
from tests.net.fuzzing import say, to_host
from tests.net.impair import BUSY, LAN
from tests.net.programs import Programs
from tests.net.races import FORGERIES, KIND, LINE, Racing, accepted, next_deal, race_for, rules_for, terms_for
from tests.net.simnet import SECOND, lobby


def judge_count(net: Racing, acts: int) -> int:
    """How many cards the first so many acts lay out."""
    solo = Solo(net.judge.patience.rules, net.judge.patience.seed)
    solo.replay(net.counted(0)[:acts])
    return solo.rules.progress(solo.table)[0]


def test_all_are_told_one_deal_which_nobody_chose_before_they_begin() -> None:
    net = Racing(LAN, LAN, race="race:staffelpatience/1", watch=True)
    deals = [net.deal_at(client) for client in net.clients]
    assert deals[0] == deals[1] == deals[2]
    rules = rules_for("race:staffelpatience/1")
    assert isinstance(rules, Race) and deals[0].challenge == rules.drawn(7, 1, 1)
    assert is_drawn_from(terms_for("race:staffelpatience/1"), deals[0])
    assert not is_drawn_from(terms_for("race:staffelpatience/2"), deals[0])


def test_standings_follow_the_run_and_who_comes_out_first_wins() -> None:
    net = Racing(LAN, LAN)
    first, second = net.clients
    net.race(first, LINE[:150])
    assert net.done[0] == done(second.table.state.table, 0) > 0 == net.done[1]
    net.race(first, LINE[150:])
    net.run(0.2)
    assert net.came == [0]
    assert net.state.table.standing(0) == Standing(0, 52, 0, net.counted(0)[-1].at)
    net.press(second, give_up(1))
    net.play(2)
    assert (net.state.phase, net.state.scores, places(net.state.table)) == (WON, (2, 0), (1, 2))
    assert net.table.room.disagreed == 0


def placing(line: Sequence[Move], cards: int, challenge: str) -> Sequence[Move]:
    """The first moves of a line, until so many cards have reached their goals."""
    solo = Solo(named(challenge).variant(), named(challenge).seed)
    for count, move in enumerate(line):
        if solo.rules.progress(solo.table)[0] == cards:
            return line[:count]
        solo.replay([Act(solo.log[-1].at if solo.log else 0, move)])
    raise ValueError(f"never {cards}")


@pytest.mark.parametrize("challenge", ["acht-mal-acht-01", "rot-und-schwarz-01"])
def test_of_two_packs_each_card_counts(challenge: str) -> None:
    net, line = Racing(LAN, LAN, LAN, race=f"race:{challenge}", watch=True), named(challenge).line()
    net.run(0.2)
    at_first = net.done[0]
    assert at_first == (8 if challenge[0] == "r" else 0)
    for seat, more in enumerate((2, 3, 2)):
        net.race(net.clients[seat], placing(line, at_first + more, challenge), 0.035)
    net.run(0.2)
    for client in net.clients:
        shown = [done(client.table.state.table, seat) - at_first for seat in range(3)]
        assert shown == [2, 3, 2]
    for seat in range(3):
        net.press(net.clients[seat], give_up(seat))
    assert net.run(2, lambda: net.state.phase == WON)
    assert (places(net.state.table), net.state.scores) == ((2, 1, 2), (0, 2, 0))


def test_of_two_packs_the_table_of_the_most_seats_fits_the_wire() -> None:
    net = Racing(LAN, race="race:acht-mal-acht-01", seats=8, begin=False)
    for number in range(7):
        net.table.room.seat_bot("easy", f"Bot {number}")
    net.start()
    assert len(encode_down(snapshot(net.state, 0))) <= 250
    for standing in Standing(7, 104, 0, 2**53), Standing(7, 0, 2**53, None, True):
        assert decode_down(encode_down(standing)) == standing


def test_the_others_have_sixty_seconds_more() -> None:
    net = Racing(LAN, LAN)
    net.race(net.clients[0], LINE)
    net.race(net.clients[1], LINE[:150])
    assert not net.run((Race.last - 9 * SECOND) / SECOND, lambda: net.state.phase != PLAYING)
    assert net.run(4, lambda: net.state.phase == WON)
    assert net.state.scores == (2, 0)


def test_the_others_have_as_long_as_the_terms_say_also_at_another_host() -> None:
    net = Racing(LAN, LAN, race="race:farbwechsel-01+30")
    net.race(net.clients[0], named("farbwechsel-01").line(), 0.035)
    assert net.run(1, lambda: net.came == [0])
    assert not net.run(29, lambda: net.state.phase != PLAYING)
    assert isinstance(net.match.rules, Race)
    ends = (net.judge.runs[0].told or 0) + FLIGHT + 30 * SECOND
    so_far = RunsSoFar(net.judge.deal, net.now - ends, net.now)
    judge = RaceJudge(net.match.rules, net.judge.patience, frozenset(), net.state, so_far)
    assert judge.next_time(net.now + 2 * SECOND) is None and judge.due(net.state, net.now + 2 * SECOND)
    assert net.run(2, lambda: net.state.phase == WON)


def test_bots_have_sixty_seconds_once_the_last_player_has_given_up() -> None:
    net = Racing(LAN, LAN, seats=3, begin=False)
    net.table.room.seat_bot("easy", "Otto")
    net.start()
    for client in net.clients:
        assert net.run(1, lambda: client.table.runs.end is not None)  # noqa: B023 - looked at now
        assert client.table.runs.end == RunsEnd(1, None)
        net.press(client, give_up(client.table.seat or 0))
    given_up = net.judge.clock(net.now)
    net.run(0.5)
    for client in net.clients:
        told = client.table.runs.end
        assert told and told.at and 0 <= told.at - FLIGHT - Race.last - given_up < SECOND // 10
    assert not net.run((Race.last - 9 * SECOND) / SECOND, lambda: net.state.phase != PLAYING)
    assert net.run(10, lambda: net.state.phase != PLAYING)


def test_who_comes_during_a_deal_learns_who_is_out_and_when_and_all_hear_of_penalties() -> None:
    net = Racing(LAN, LAN, house=KIND)
    first, second = net.clients
    net.act(first, HINT)
    net.run(0.1)
    assert second.table.state.table.standings == (Standing(0, 0, 10 * SECOND),)
    assert second.table.runs.end == RunsEnd(1, None)
    net.race(first, LINE)
    assert net.run(11, lambda: net.came == [0])
    late = net.join(level=None, rules=rules_of, watch=True)
    net.run(1)
    out = net.judge.runs[0].acted + 10 * SECOND
    for client in (late, second):
        assert client.table.state.table.standings == (Standing(0, 52, 10 * SECOND, out),)
        assert client.table.runs.end == RunsEnd(1, out + FLIGHT + Race.last)


def test_penalties_decide_who_is_out_first() -> None:
    net = Racing(LAN, LAN, house=KIND)
    first, second = net.clients
    net.act(first, HINT)
    net.race(first, LINE)
    net.race(second, LINE)
    assert net.run(5, lambda: net.came == [1, 0])
    took = net.judge.runs[0].acted + 10 * SECOND
    assert net.state.table.standing(0).out == took


def test_what_cannot_be_is_taken_back_at_its_player_and_the_run_goes_on() -> None:
    net = Racing(BUSY, BUSY)
    client = net.clients[0]
    net.act(client, *LINE[:3])
    net.act(client, Move(0, 0, 1))
    net.act(client, LINE[3])  # on its way before the other is refused
    net.run(0.2)
    assert [act.what for act in client.table.runs.own.replaced or ()] == list(LINE[:3])
    net.act(client, LINE[3])  # before its player has looked: that is of the run that was
    client.table.runs.own.replaced = None
    net.race(client, LINE[3:])
    assert net.run(1, lambda: net.came == [0])


def test_who_watches_or_is_out_is_told_of_all_runs_and_others_of_none() -> None:
    net = Racing(LAN, LAN, LAN, watch=True)
    first, second, third, watcher = net.clients
    net.race(second, LINE[:70])
    net.run(0.3)
    assert not first.table.runs.told and not third.table.runs.told
    assert [act.what for act in watcher.table.runs.told[1]] == list(LINE[:70])
    net.press(first, give_up(0))
    net.run(0.5)
    assert first.table.runs.told == watcher.table.runs.told
    solo = Solo(net.judge.patience.rules, net.judge.patience.seed)
    solo.replay(first.table.runs.told[1])
    assert solo.table == net.judge.runs[1].solo.table


@pytest.mark.parametrize("restarted", [False, True])
def test_who_comes_back_goes_on_with_the_own_run(restarted: bool) -> None:
    net = Racing(LAN, LAN)
    client = net.clients[0]
    net.race(client, LINE[:60])
    client.stopped = True
    net.run(1)
    client.table.runs.tell([Act(net.clock(client), LINE[60])])  # on its way when the line was lost
    back = net.come_back(client, rules=rules_of)
    if not restarted:
        back.table.runs = type(back.table.runs)(client.table.runs.own)
    net.run(1)
    own = back.table.runs.own
    assert [act.what for act in own.acts] == list(LINE[: 60 if restarted else 61])
    assert (own.replaced is not None) == restarted
    own.replaced = None
    net.race(back, LINE[len(own.acts) :])
    assert net.run(1, lambda: net.came == [0])


def stand_in(net: Racing) -> None:
    """The second seat's player is away, and its owner has a bot play there."""
    net.clients[1].stopped = True
    assert net.run(20, lambda: net.clients[0].kinds[1] == "away")
    net.ask(net.clients[0], SetBot(1, "hard"))


def test_who_comes_back_goes_on_with_the_own_run_after_a_bot_that_began_anew() -> None:
    net = Racing(LAN, LAN, watch=True)
    net.race(net.clients[1], LINE[:150])
    own, shown = net.counted(1), net.done[1]
    stand_in(net)
    net.run(0.3)
    assert (net.done[1], net.counted(1), net.clients[2].table.runs.told[1]) == (0, [], []) and shown
    net.run(20)
    assert net.clients[2].table.runs.told[1] == net.counted(1) and 5 < len(net.counted(1)) < len(own)
    back = net.come_back(net.clients[1], rules=rules_of)
    back.table.runs = type(back.table.runs)(net.clients[1].table.runs.own)
    net.run(1)
    assert back.table.runs.own.replaced is None
    assert (net.done[1], net.counted(1), net.clients[2].table.runs.told[1]) == (shown, own, own)
    net.race(back, LINE[150:])
    assert net.run(1, lambda: net.came == [1])


def test_who_comes_back_when_a_bot_has_come_out_sees_its_run() -> None:
    net = Racing(LAN, LAN, race="race:paare-01")
    net.run(1)
    stand_in(net)
    assert net.run(120, lambda: net.came == [1])
    back = net.come_back(net.clients[1], rules=rules_of)
    net.run(1)
    assert back.table.runs.own.replaced == net.counted(1) and net.judge.runs[1].out


def test_who_sits_down_late_races_from_the_next_deal_on() -> None:
    net = Racing(LAN, LAN, race="race:staffelpatience", rounds=3, seats=3)
    late = net.join(level=None, rules=rules_of)
    net.run(1)
    net.say(late, 0, [Act(0, move) for move in named(net.judge.patience.name).line()])
    for seat in range(2):
        net.press(net.clients[seat], give_up(seat))
    assert net.run(2, lambda: net.state.phase == SCORED)
    assert net.run(1, lambda: late.table.seat == 2)
    net.knock_all()
    assert net.run(8, lambda: net.state.round == 2 and net.judge.clock(net.now) > SECOND // 10)
    net.race(late, named(net.judge.patience.name).line())
    assert net.run(1, lambda: net.came == [2])


@pytest.mark.parametrize("left", [False, True])
def test_who_comes_to_the_standings_has_yet_to_knock(left: bool) -> None:
    net = Racing(*[LAN] * (2 + left), race="race:staffelpatience", rounds=3, seats=3)
    for seat, client in enumerate(net.clients):
        net.press(client, give_up(seat))
    assert net.run(2, lambda: net.state.phase == SCORED)
    if left:
        net.ask(net.clients[2], Leave())
        net.run(1)
    late = net.join(level=None, rules=rules_of)
    net.ask(net.clients[0], Knock())
    assert net.run(1, lambda: late.table.seat is not None) and not net.run(1, lambda: net.state.ready != 1)
    net.ask(net.clients[1], Knock())
    assert not net.run(3, lambda: net.state.round == 2), "one has yet to knock"
    net.ask(late, Knock())
    assert net.run(8, lambda: net.state.round == 2)


def test_a_cup_qualifies_and_then_leaves_out_the_last_of_each_deal_until_the_final_is_won() -> None:
    net = Racing(LAN, LAN, LAN, LAN, race="cup:staffelpatience")
    assert qualifying(net.state.table)
    race_for(net, 3, 0, 2)
    assert (net.state.totals, net.state.ready) == ((2, 0, 1, 3), 0), "nobody is out"
    next_deal(net, 0, 1, 2, 3)
    assert still_in(net.state.table) == [0, 1, 2, 3] and not qualifying(net.state.table)
    race_for(net, 1, 2, 0)
    assert (net.match.rules.eliminated(net.state.totals), net.state.ready) == ([3], 0b1000)
    next_deal(net, 0, 1, 2)
    assert still_in(net.state.table) == [0, 1, 2]
    race_for(net, 1, 0)
    next_deal(net, 0, 1)
    assert still_in(net.state.table) == [0, 1]
    race_for(net, 0)
    assert (net.state.phase, net.state.winner) == (WON, 0)
    assert places(net.state.table) == (1, 2, 3, 4)
    order = sorted(range(4), key=lambda seat: -net.state.totals[seat])
    assert order == [0, 1, 2, 3] and net.table.room.disagreed == 0
    net.run(0.5)
    assert all(client.table.state.table == net.state.table.view() for client in net.clients)


@pytest.mark.parametrize("away", [False, True])
def test_a_knock_lost_with_its_connection_is_told_on_the_next_one_if_it_is_for_that_round(
    away: bool,
) -> None:
    net = Racing(LAN, LAN, race="race:staffelpatience", rounds=3)
    race_for(net, quit=[0, 1])
    net.run(0.5)
    client = net.clients[0]
    client.stopped = True
    client.table.ask(Knock(), client.clock(net.now))  # and nothing leaves this machine any more
    if away:
        net.run(20)
    back = net.come_back(client, rules=rules_of)
    net.clients[0] = back
    back.table.follow(client.table)
    assert net.run(3, lambda: net.state.ready == 1)
    net.ask(net.clients[1], Knock())
    assert net.run(8, lambda: net.state.phase == PLAYING and net.now > (net.state.starts or 0))
    race_for(net, quit=[0, 1])
    assert not net.run(5, lambda: net.state.ready > 0), "nobody has knocked for another deal"


def test_a_knock_in_one_match_is_not_told_again_in_the_next() -> None:
    net = Racing(LAN, LAN, race="race:staffelpatience", rounds=3)
    race_for(net, 0, quit=[1])
    next_deal(net, 0, 1)
    race_for(net, 0, quit=[1])
    net.run(1)
    assert net.state.phase == WON
    net.ask(net.clients[0], Rematch())
    net.run(1)
    net.start()
    race_for(net, quit=[0, 1])
    assert not net.run(5, lambda: net.state.ready > 0), "nobody has knocked in this match"


def test_of_two_equal_last_ones_who_qualified_behind_the_other_is_out() -> None:
    net = Racing(LAN, LAN, LAN, race="cup:staffelpatience")
    race_for(net, 2, 0)
    next_deal(net, 0, 1, 2)
    race_for(net, 1, quit=[0, 2])
    assert (places(net.state.table), net.match.rules.eliminated(net.state.totals)) == ((3, 1, 2), [0])


def test_a_cup_in_which_nobody_has_qualified_before_another_qualifies_once_more() -> None:
    net = Racing(LAN, LAN, LAN, race="cup:staffelpatience")
    race_for(net, quit=[0, 1, 2])
    assert (net.state.phase, net.state.totals) == (SCORED, (0, 0, 0))
    next_deal(net, 0, 1, 2)
    assert qualifying(net.state.table)


@pytest.mark.parametrize("late", ["in the air", "penalty"])
def test_the_last_in_a_cup_comes_out_too_if_nothing_is_left_to_place(late: str) -> None:
    net = Racing(LAN, LAN, LAN, race="cup:staffelpatience", house=KIND)
    line = list(named(net.judge.patience.name).line())
    if late == "penalty":
        net.act(net.clients[1], HINT)
    for seat in range(3):
        net.race(net.clients[seat], line[:-1], 0.035)
    for seat in (2, 0, 1):
        net.act(net.clients[seat], line[-1])
        net.run(0.05)
    assert net.run(12, lambda: net.state.phase == SCORED)
    assert (net.came, net.state.scores) == ([2, 0, 1], (1, 0, 2))
    assert all(run.told for run in net.judge.runs)


def test_nobody_sits_down_in_a_cup_that_has_begun_and_who_left_keeps_the_place_reached() -> None:
    net = Racing(LAN, LAN, LAN, race="cup:staffelpatience")
    late = net.join(level=None, rules=rules_of)
    race_for(net, 2, 0)
    net.ask(net.clients[2], Leave())
    net.run(1)
    assert late.table.seat is None and net.state.totals == (1, 0, 2)
    next_deal(net, 0, 1)
    race_for(net, 1, 0)
    assert net.match.rules.eliminated(net.state.totals) == [2]
    next_deal(net, 0, 1)
    race_for(net, 0)
    assert (net.state.phase, net.state.winner, places(net.state.table)) == (WON, 0, (1, 2, 3))
    assert late.table.seat is None


def test_an_unread_knock_of_who_is_out_is_not_waited_for_at_another_host() -> None:
    net = Racing(LAN, LAN, LAN, race="cup:staffelpatience")
    race_for(net, 2, 0)
    next_deal(net, 0, 1, 2)
    race_for(net, 2, 0)
    known = net.state
    dealt = fold_match(known, Dealt(known.round + 1, net.match.rules.next_deal(1, known.totals)))
    for state in (*(known._replace(ready=ready) for ready in (0, 0b010, 0b111)), dealt):
        match = Match(net.match.rules, 3, 7, 1)
        match.resume(state, net.now)
        assert match.state.ready == 0b010


def test_bots_fill_up_a_cup_at_the_joint_knock_and_leave_after_it() -> None:
    net = Racing(LAN, LAN, race="cup:staffelpatience", seats=5, begin=False)
    net.ask(net.clients[0], SetBot(3, "hard"))
    net.ask(net.clients[0], Knock())
    net.run(3)
    assert net.clients[0].kinds == ["person", "person", "empty", "bot", "empty"], "one has yet to knock"
    net.ask(net.clients[1], Knock())
    assert net.run(8, lambda: net.table.room.stage.playing)
    net.run(1)
    room = net.clients[1].room
    assert room and net.clients[1].kinds == ["person", "person", "bot", "bot", "bot"]
    assert {place.level for place in room.places[2:]} == {"hard"}
    assert len({place.name for place in room.places}) == len({place.back for place in room.places}) == 5
    net.table.room.reopen(net.now)
    assert net.run(1, lambda: sorted(net.clients[1].kinds) == ["bot", "empty", "empty", "person", "person"])


def test_one_player_begins_a_cup_with_bots_but_not_where_there_are_two_seats() -> None:
    for seats in (2, 3):
        net = Racing(LAN, race="cup:staffelpatience", seats=seats, begin=False)
        net.knock_all()
        assert net.run(8, lambda net=net: net.table.room.stage.playing) == (seats == 3)  # type: ignore[misc]
    net.run(1)
    assert net.clients[0].kinds == ["person", "bot", "bot"]


def test_a_race_is_not_filled_up() -> None:
    net = Racing(LAN, LAN, race="race:staffelpatience", seats=4)
    assert net.match.seats == 2


def test_all_who_could_race_have_given_up_so_who_is_away_does_too() -> None:
    net = Racing(LAN, LAN, LAN)
    net.clients[1].stopped = True
    assert net.run(20, lambda: net.clients[0].kinds[1] == "away")
    for seat in (0, 2):
        net.press(net.clients[seat], give_up(seat))
    assert net.run(2, lambda: net.state.phase in (SCORED, WON))


def test_moves_count_no_sooner_than_a_hand_makes_them_and_no_longer_ago_than_the_host_waits() -> None:
    net = Racing(LAN, LAN)
    net.run(3)
    net.tell(net.clients[0], [Act(SECOND, move) for move in LINE[:4]])
    net.run(0.1)
    times = [act.at for act in net.counted(0)]
    now = net.judge.clock(net.now)
    assert now - FLIGHT - SECOND // 10 <= times[0] <= now - FLIGHT
    assert times == [times[0] + HAND * number for number in range(4)]


def test_undo_and_hints_are_taken_only_where_they_are_allowed() -> None:
    kind = Racing(LAN, LAN, house=KIND)
    kind.act(kind.clients[0], LINE[0], UNDO, HINT)
    kind.run(0.3)
    assert [act.what for act in kind.counted(0)] == [LINE[0], UNDO, HINT]
    assert accepted("undo and hints") is False


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_not_taken(name: str) -> None:
    assert not accepted(name)


def test_moves_of_haisty_change_nothing_in_a_race() -> None:
    net = Racing(LAN, LAN)
    table, haisty = net.state.table, Haisty()
    for seat, client in enumerate(net.clients):
        for move in haisty.moves(haisty.deal(1, 2), seat):
            net.press(client, move)
            net.run(0.05)
    assert (net.state.table, net.state.phase) == (table, PLAYING)
    assert all(client.table.state.table == table.view() for client in net.clients)


def test_acts_count_for_nobody_who_does_not_race() -> None:
    net = Racing(LAN, LAN, watch=True)
    watcher = net.clients[2]
    net.say(watcher, 0, [Act(0, move) for move in LINE])
    net.run(0.3)
    assert not net.counted(0) and not net.counted(1)
    for seat in (0, 1):
        net.press(net.clients[seat], give_up(seat))
    assert net.run(2, lambda: net.state.phase in (SCORED, WON))
    ended = net.state
    net.say(net.clients[0], 0, [Act(0, move) for move in LINE])
    net.run(1)
    assert net.state._replace(ready=0) == ended._replace(ready=0)


def test_all_that_can_be_said_is_borne_while_a_race_is_played() -> None:
    net = Racing(LAN, LAN, LAN, watch=True)
    friend, foe, watcher = net.clients[0], *net.clients[2:]
    for number, data in enumerate(to_host(net.now, good=True)):
        if number % 10 == 0:
            net.act(friend, LINE[number // 10])
        for client in (foe, watcher):
            say(client, data, net.now)
        net.run(0.04)
    assert number > 100
    net.race(friend, LINE[number // 10 + 1 :])
    assert net.run(1, lambda: net.came == [0]) and net.done[1:] == [0, 0]
    net.run(0.5)
    assert friend.table.state.table == net.state.table.view()


def test_acts_before_the_start_do_not_count() -> None:
    net = Racing(LAN, LAN, rounds=3)
    for seat in (0, 1):
        net.press(net.clients[seat], give_up(seat))
    assert net.run(2, lambda: net.state.phase == SCORED)
    net.knock_all()
    assert net.run(2, lambda: net.state.phase == PLAYING and net.judge.round == 2)
    net.say(net.clients[0], 0, [Act(0, LINE[0])])
    net.run(0.2)
    assert net.judge.clock(net.now) < 0 and not net.counted(0)


def test_acts_without_end_are_not_taken_without_end() -> None:
    net = Racing(LAN, LAN, house=KIND, watch=True)
    net.judge.patience = net.judge.patience._replace(limit=10**15)
    for number in range(60):
        net.say(net.clients[0], 40 * number, [Act(0, LINE[0]), Act(0, UNDO)] * 20)
        net.run(0.1)
    net.run(2)
    assert len(net.counted(0)) == ACTS
    assert len(net.clients[2].table.runs.told[0]) == ACTS


def test_who_comes_late_is_told_of_the_longest_runs() -> None:
    net = Racing(LAN, house=KIND, seats=8, begin=False)
    for number in range(7):
        net.table.room.seat_bot("easy", f"Bot {number}")
    net.start()
    solo = Solo(net.judge.patience.rules, net.judge.patience.seed)
    solo.replay(Act(HAND * number, UNDO if number % 2 else LINE[0]) for number in range(ACTS))
    for run in net.judge.runs:
        run.solo = solo
    late = net.join(level=None, rules=rules_of, watch=True)
    table = late.table
    assert net.run(10, lambda: [len(table.runs.told.get(seat, ())) for seat in range(8)] == [ACTS] * 8)


def test_the_longest_run_is_one_message() -> None:
    acts = packed_acts([Act(2**53, Move(127, 127, 63))] * ACTS)
    assert len(encode_down(RunActs(2**31 - 1, 7, ACTS, acts))) <= LONGEST


def test_only_what_can_be_raced_for_is_set() -> None:
    net = Racing(LAN, LAN)
    net.table.room.reopen(net.now)
    net.run(0.3)
    for terms in (
        HouseRules(0, 3, {}, "race:none"),
        HouseRules(0, 3, {}, "paare"),
        HouseRules(0, 3, {}, "race:staffelpatience/6"),
        HouseRules(0, 3, {}, "race:staffelpatience+45"),
        HouseRules(0, 3, {}, "race:staffelpatience+60"),
        HouseRules(0, 3, {"undo": True, "cards": True}, "race:paare"),
        HouseRules(50, 0, {}, "race:paare"),
        HouseRules(50, 0, {}, "cup:paare"),
        HouseRules(1, 3, {}, "cup:paare"),
    ):
        net.ask(net.clients[0], terms)
    net.run(0.3)
    assert net.table.room.terms.game == "race:staffelpatience-51"
    net.ask(net.clients[0], HouseRules(1, 0, KIND, "cup:paare/2"))
    net.run(0.3)
    assert net.table.room.terms == HouseRules(1, 0, KIND, "cup:paare/2")
    assert net.clients[1].room.terms.game == "cup:paare/2"


def test_at_a_table_of_haisty_no_acts_are_taken() -> None:
    net = lobby(2)
    Racing.say(net, net.clients[0], 0, [Act(0, LINE[0])], 1)  # type: ignore[arg-type]
    net.knock_all()
    net.run(8)
    Racing.say(net, net.clients[0], 0, [Act(0, LINE[0])], 1)  # type: ignore[arg-type]
    net.run(0.3)
    assert len(net.table.members.peers) == 2


@pytest.mark.parametrize(
    "message",
    [
        RunActs(1, 0, 1, ()),
        RunActs(1, 1, 3, ()),
        RunActs(2, 1, 0, ()),
        RunActs(1, 1, ACTS + 1, ()),
    ],
)
def test_a_client_leaves_a_host_that_tells_of_impossible_runs(message: RunActs) -> None:
    net = Racing(LAN, LAN)
    client = net.clients[0]
    with pytest.raises(ValueError):
        client.table._take(message, client.clock(net.now))


@pytest.mark.parametrize(("race", "rounds"), [("race:paare", 3), ("race:paare/2", 7), ("cup:paare", 0)])
def test_no_deal_comes_twice_in_a_match_and_any_may_come(race: str, rounds: int) -> None:
    rules, number = read_terms(race).rules(), rounds or 8
    assert isinstance(rules, Race)
    came = set[str]()
    for seed in range(200):
        deals = [rules.drawn(seed, each, rounds) for each in range(1, number + 1)]
        assert len({*deals}) == number
        came.update(deals)
    assert came == {*rules.pool}


def test_a_single_challenge_is_raced_again() -> None:
    rules = read_terms("race:paare-03").rules()
    assert isinstance(rules, Race)
    assert {rules.drawn(1, number, 3) for number in range(1, 5)} == {"paare-03"}


def ended(*, cheat: Draw | None = None, again: bool = False) -> list[DealVerdict | None]:
    """What both find of a deal when it is over. `cheat`: what the host plays in place of what is drawn;
    `again`: in the end it names what was drawn."""
    net = Racing(LAN, LAN, race="race:staffelpatience", rounds=3, begin=False)
    net.table.room._seed = lambda: SEED
    if cheat:
        net.table.room._make_runs = partial(played_otherwise, cheat)
    net.start()
    if again:
        name = draw_patience("race:staffelpatience", net.match.deals[1].seed, 1, rounds=3).name
        for member in net.table.members.all.values():
            assert member.peer
            member.peer.endpoint.send(encode_down(RunDeal(1, name, named(name).seed)), net.now)
    for seat, client in enumerate(net.clients):
        net.press(client, give_up(seat))
    net.run(3)
    return [client.table.witness.verdict(1) for client in net.clients]


def played_otherwise(draw: Draw, match: Match, terms: HouseRules, so_far: RunsSoFar | None) -> Runs:
    """The runs of a host that plays what it likes."""
    assert isinstance(match.rules, Race)
    return LiveRace(match, match.rules, partial(draw, terms.game), terms.house, so_far)


def chosen(race: str, seed: Seed, number: int, name: str = "", rounds: int = 0) -> Patience:
    """What a host plays that does not like what was drawn."""
    drawn = draw_patience(race, seed, number, rounds=rounds).name
    return draw_patience(race, seed, number, next(one.id for one in read_terms(race).pool if one.id != drawn))


def test_each_seat_proves_that_nobody_chose_what_was_played() -> None:
    assert ended() == [DealVerdict(PROVED)] * 2


@pytest.mark.parametrize("again", [False, True])
def test_each_seat_finds_that_a_host_chose_what_was_played(again: bool) -> None:
    assert ended(cheat=chosen, again=again) == [DealVerdict(BROKEN, DEAL)] * 2


def test_a_deal_that_is_none_of_those_raced_for_is_seen_through() -> None:
    deal = RunDeal(1, "paare-01", 5)
    assert not is_drawn_from(terms_for("race:paare"), deal)
    assert not is_drawn_from(terms_for("race:staffelpatience"), deal)


def test_a_cup_whose_host_is_lost_in_a_round_goes_on_with_all_runs_where_they_were() -> None:
    assert cup_after("in a round", 2, 1) == Cup(winners=ANY, wrong=0, rounds=3, epochs=[1, 1])


def test_a_cup_whose_host_is_lost_with_a_player_goes_on_and_all_see_the_same_places() -> None:
    assert cup_after("in the final", 3, 0, sits=True) == Cup(winners=ANY, wrong=0, rounds=3, epochs=[1, 1])


@pytest.mark.parametrize("phase", [PLAYING, SCORED])
def test_who_comes_back_at_another_host_is_told_the_deal_its_clock_and_all_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, phase: str
) -> None:
    """The host is lost with that player, during a deal and after it, for the next of which nobody knocks."""
    programs = Programs(tmp_path, 3, terms=HouseRules(0, 3, {}, "race:farbwechsel"))

    def clock(number: int) -> int:
        return programs.tables[number].run_clock(programs.net.clock.microseconds()) or 0

    try:
        programs.until(lambda: programs.states[0].phase == phase, 100)
        programs.until(lambda: phase == SCORED or clock(0) > SECOND)
        monkeypatch.setattr(BotClient, "_play", lambda _: 0.1)
        known, stood = programs.tables[0].runs, programs.states[0].table.standings
        began = programs.net.clock.microseconds() - clock(0)
        programs.host.kill()
        programs.players[2].kill()
        programs.plays_at(1)
        table = programs.come_back(programs.players[2], programs.own_hosts[0].address).at.client.table
        programs.run(0.3)
        told = table.runs
        assert known.deal and known.end and told.deal
        assert (told.deal.round, told.deal.challenge) == (known.deal.round, known.deal.challenge)
        if phase == SCORED:
            assert told.end == known.end and table.state.table.standings == stood
            assert any(each.out for each in stood)
        else:
            assert programs.net.clock.microseconds() - clock(2) == pytest.approx(began, abs=20_000)
    finally:
        programs.close()


def test_another_host_counts_what_was_seen_at_its_time_and_the_rest_from_when_the_old_one_was_lost() -> None:
    net = Racing(LAN, LAN)
    net.race(net.clients[0], LINE[:150])
    assert isinstance(net.match.rules, Race) and net.done[0] > 3
    seen, state = len(net.counted(0)), net.state
    starts = state.starts or 0
    so_far = RunsSoFar(net.judge.deal, starts - 60 * SECOND, starts - 2 * SECOND)
    judge = RaceJudge(net.match.rules, net.judge.patience, frozenset(), state, so_far)
    now = starts + SECOND // 2
    gap = [Act(at * SECOND, move) for at, move in zip((50, 59), LINE[150:152], strict=True)]
    assert not judge.due(state, now)
    assert judge.take(0, 0, [*net.counted(0), *gap], now)
    counted = judge.runs[0].solo.log
    assert 58 * SECOND <= counted[-2].at < 59 * SECOND == counted[-1].at
    shown = next(n for n in range(seen) if judge_count(net, n) >= net.done[0])
    assert [act.at for act in counted[:shown]] == [act.at for act in net.counted(0)[:shown]]
    late = judge.take(1, 0, [Act(59 * SECOND, LINE[0])], starts + 3 * SECOND)
    assert late and judge.runs[1].solo.log[0].at == 63 * SECOND - FLIGHT


def test_a_bot_goes_on_at_another_host_where_all_have_seen_it() -> None:
    net = Racing(LAN, LAN, seats=3, begin=False)
    net.table.room.seat_bot("hard", "Otto")
    net.start()
    assert net.run(200, lambda: net.done[2] > 1)
    assert isinstance(net.match.rules, Race)
    seen, before, starts = net.done[2], net.counted(2), net.now + SECOND
    state = net.state._replace(starts=starts)
    so_far = RunsSoFar(net.judge.deal, net.state.starts or 0, net.now)
    judge = RaceJudge(net.match.rules, net.judge.patience, frozenset(), state, so_far)
    judge.play(2, net.judge.runs[2].bot, starts)
    assert judge.runs[2].count >= seen
    assert judge.runs[2].solo.log[: len(before)] == before


def test_who_came_out_while_there_was_no_host_is_told_of_in_the_order_of_the_times() -> None:
    net = Racing(LAN, LAN, race="race:paare-01")
    rules, table, starts, came = net.match.rules, net.state.table, net.state.starts or 0, list[int]()
    assert isinstance(rules, Race)
    for seat in (0, 1):
        table = fold(table, Standing(seat, 52))
    state = net.state._replace(table=table)
    so_far = RunsSoFar(net.judge.deal, starts - 60 * SECOND, starts - 2 * SECOND)
    judge = RaceJudge(rules, net.judge.patience, frozenset(), state, so_far)
    for seat, begun, told in ((0, 58_500_000, 100_000), (1, 58_000_000, 400_000)):
        acts = [Act(begun + HAND * number, move) for number, move in enumerate(named("paare-01").line())]
        assert judge.take(seat, 0, acts, starts + told)
    for now in range(starts, starts + 3 * SECOND, 10_000):
        for standing in () if rules.outcome(table) else judge.due(state._replace(table=table), now):
            assert now >= starts + 2 * SECOND
            table = fold(table, standing)
            came.append(standing.seat)
    assert came == [1, 0] and judge.runs[1].time < judge.runs[0].time < 60 * SECOND


def test_a_match_that_is_decided_ends_there() -> None:
    net = Racing(LAN, LAN, race="race:farbwechsel-01", rounds=3)
    for number in (1, 2):
        net.race(net.clients[0], named("farbwechsel-01").line(), 0.035)
        net.press(net.clients[1], give_up(1))
        assert net.run(2, lambda: net.state.phase != PLAYING)
        assert (net.state.phase, net.state.totals) == (WON if number == 2 else SCORED, (2 * number, 0))
        if number == 1:
            net.knock_all()
            net.run(8, lambda: net.state.phase == PLAYING and net.now > (net.state.starts or 0) + SECOND)


def test_the_next_match_begins_with_no_run() -> None:
    net = Racing(LAN, LAN)
    net.race(net.clients[0], LINE[:5])
    net.table.room.reopen(net.now)
    net.run(0.5)
    net.knock_all()
    net.run(5)
    assert net.state.phase == PLAYING and net.judge.clock(net.now) > 0
    assert not net.counted(0) and not net.clients[0].table.runs.own.acts
    net.ask(net.clients[0], Knock())
