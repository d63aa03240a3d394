"""What a patched client tries in a race: places not played for, rounds that never end, other rules."""

from pathlib import Path

import msgspec
import pytest

from game.challenges.level_files import named
from game.core.match import Match
from game.core.race import Race, done, finished, give_up, places, qualifying
from game.core.rules import fold_all, play
from game.core.shuffle import Stream
from game.core.solo import HINT, Act, Solo
from game.core.state import PLAYING, SCORED, WON, Scored
from game.core.table import Move, Standing, fold
from game.lan.hosting import make_table, rules_of
from game.net.client.connection import CONNECTED
from game.net.client.seat_runs import SeatRuns
from game.net.confirmed import ConfirmedMatch
from game.net.server.gathering import Takeover
from game.net.server.live_race import LiveRace
from game.net.server.race_judge import RaceJudge
from game.net.server.runs import RunsSoFar
from game.net.wire.messages import HouseRules, Leave, RunDeal, SetBot
from game.rules.paare import Paare
from game.system import here
from tests.net.impair import LAN
from tests.net.programs import Programs
from tests.net.races import KIND, Racing, judge_of, next_deal, race_for
from tests.net.simnet import SECOND, Client, Net

LINE = named("paare-01").line()


def taken_over(net: Racing) -> Net:
    """The table at another host, where nobody has come yet."""
    old = net.clients[0].table
    raced = old.run_clock(net.clients[0].clock(net.now))
    assert old.room and old.runs.deal and raced is not None
    terms = old.room.terms
    table = make_table("Race", len(old.room.places), terms, identity=(here().entropy.draw(8), 1))
    so_far = RunsSoFar(old.runs.deal, -raced, 0)
    players = [one.player for one in old.successors]
    table.inherit(Takeover(old.room, old.successors, old.confirmed, players, so_far), 0)
    return Net(table)


def come(net: Racing, new: Net, number: int) -> Client:
    """A client comes to the other host."""
    old = net.clients[number].table
    assert old.welcome
    key, token = old.connection.key, old.welcome.token
    client = new.join(level=None, rules=rules_of, key=key, token=token, spare=1)
    client.table.runs = SeatRuns(old.runs.own)
    assert new.run(2, lambda: client.table.welcome is not None)
    return client


def gone_on(net: Racing) -> tuple[Net, RaceJudge]:
    """The race at another host, where both have come, and its judge there."""
    new = taken_over(net)
    for number in range(2):
        come(net, new, number)
    assert new.run(9, lambda: new.table.room.match is not None)
    new.run(0.1)
    return new, judge_of(new)


def test_who_gives_up_ahead_does_not_put_out_who_plays_on_in_a_cup() -> None:
    rules = Race(10, cup=True)
    table = fold(rules.deal(1, 2), Standing(0, 1))
    table = fold_all(table, play(rules, table, 0, give_up(0)))
    assert rules.outcome(table) is None


@pytest.mark.parametrize("seats", range(3, 9))
def test_whatever_is_done_in_a_cup_one_is_out_in_each_deal_and_one_wins(seats: int) -> None:
    """Often all give up at once, or as many cards are placed by several."""
    rules = Race(3, cup=True)
    for seed in range(60):
        match, draws, now = Match(rules, seats, seed, 1), Stream(seed), 0
        match.start()
        for seat in range(seats):
            match.ready(seat, now)
        while match.state.phase != WON:
            before, first, still = places(match.state.table), qualifying(match.state.table), set(in_it(match))
            now = match.state.starts or 0
            while match.state.phase == PLAYING:
                now += SECOND
                seat = draws.below(seats)
                table = match.state.table
                races, there = seat in still and rules.goes_on(table, seat), done(table, seat)
                assert [*rules.moves(table, seat)] == [give_up(seat)] * (races and there < 3)
                if races and there == 3:
                    match.stand(Standing(seat, 3, 0, now), now)
                elif races and (seed % 2 or draws.below(3) == 0):
                    match.claim(seat, give_up(seat), now, now)
                elif races:
                    match.stand(Standing(seat, draws.below(4)), now)
            after, gone = places(match.state.table), still - set(in_it(match))
            if match.state.phase == SCORED:
                assert len(gone) == (not first)
                assert len(still) > 2 or first
            assert all(after[seat] == before[seat] for seat in set(range(seats)) - still)
            for seat in range(seats):
                match.ready(seat, now)
            if first and match.state.totals == (0,) * seats and seed % 2:
                break  # all give up in each deal: it qualifies for ever
        else:
            assert after.count(1) == 1 == after[match.state.winner or 0]


def in_it(match: Match) -> list[int]:
    """Who is not out of the cup, by the totals."""
    out = match.rules.eliminated(match.state.totals)
    return [seat for seat in range(match.seats) if seat not in out]


def test_one_pair_and_giving_up_does_not_win_a_cup(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Race, "fewest", 2)
    net = Racing(LAN, LAN, race="cup:paare-01")
    honest, foe = net.clients
    net.act(foe, LINE[0])
    net.run(0.5)
    net.press(foe, give_up(1))
    net.run(1)
    assert net.state.phase == PLAYING
    net.race(honest, LINE, 0.04)
    assert net.run(2, lambda: net.state.phase == SCORED)
    assert places(net.state.table) == (1, 2)


def test_in_a_cup_who_gives_up_ahead_does_not_cut_off_what_the_others_have_left() -> None:
    net = Racing(LAN, LAN, LAN, race="cup:paare-01")
    first, honest, foe = net.clients
    net.race(foe, LINE[:5], 0.05)
    net.race(first, LINE, 0.04)
    net.run(1)
    net.press(foe, give_up(2))
    net.run(0.5)
    assert net.state.phase == PLAYING
    net.race(honest, LINE, 0.04)
    net.run(2)
    assert net.state.totals == (2, 1, 0)


def test_nobody_waits_for_those_who_have_left_in_the_final() -> None:
    net = Racing(LAN, LAN, LAN, race="cup:staffelpatience")
    for seats in ((0, 1, 2), (0, 2)):
        race_for(net, 2, 0)
        next_deal(net, *seats)
    net.ask(net.clients[0], Leave())
    assert not net.run(2, lambda: net.state.phase != PLAYING), "one of them races on"
    net.ask(net.clients[2], Leave())
    assert net.run(2, lambda: net.state.phase == WON)
    assert (net.state.winner, places(net.state.table)) == (2, (2, 3, 1))


def test_who_is_out_and_leaves_before_the_penalties_are_over_has_not_given_up() -> None:
    net = Racing(LAN, LAN, LAN, race="race:paare-01", house=KIND)
    net.act(net.clients[1], HINT)
    net.race(net.clients[1], LINE, 0.035)
    net.ask(net.clients[1], Leave())
    net.run(0.5)
    for seat in (0, 2):
        net.press(net.clients[seat], give_up(seat))
    net.run(12)
    assert (net.came, net.state.scores) == ([1], (0, 3, 0))


def test_cards_count_no_faster_than_a_hand() -> None:
    net = Racing(LAN, LAN, race="race:paare-01")
    honest, foe = net.clients
    net.race(honest, LINE[:20], 0.2)
    net.say(foe, 0, [Act(0, move) for move in LINE[:30]])  # at the last moment: at 30 ms each, 0.9 s
    net.run(0.1)
    for seat in (0, 1):
        net.press(net.clients[seat], give_up(seat))
    assert net.run(2, lambda: net.state.phase in (SCORED, WON))
    assert places(net.state.table) == (1, 2)


def test_who_gives_up_just_after_a_move_has_given_up() -> None:
    net = Racing(LAN, LAN, race="race:paare-01")
    foe = net.clients[1]
    net.press(net.clients[0], give_up(0))
    net.run(1)
    for move in LINE[:4]:  # four messages in 12 ms: each counts a hand after the one before
        net.act(foe, move)
        net.run(0.003)
    net.press(foe, give_up(1))
    assert net.run(2, lambda: net.state.phase in (SCORED, WON))


def test_what_comes_at_once_after_a_stall_does_not_lose_the_flag() -> None:
    """An honest player: the last six moves, 0.2 s each, stand in the queue of a router for a moment."""
    net = Racing(LAN, LAN, race="race:paare-01")
    foe = net.clients[1]
    net.race(foe, LINE[:-6], 0.05)
    net.run(2)
    begun = net.clock(foe) - 1_600_000
    for number in range(6):
        net.tell(foe, [Act(begun + 200_000 * number, LINE[number - 6])])
        net.run(0.001)
    net.run(2)
    assert net.came == [1]


def test_a_move_of_a_pile_that_there_is_not_is_no_mistake() -> None:
    solo = Solo(Paare(), 1)
    with pytest.raises(ValueError, match="no such pile"):
        solo.replay([Act(0, Move(127, 127, 63))])
    assert not solo.log


@pytest.mark.parametrize("other", ["", "duel:paare", "race:paare"])
def test_rules_set_while_a_match_waits_to_go_on_do_not_end_it(other: str) -> None:
    net = Racing(LAN, LAN, rounds=3)
    new = taken_over(net)
    come(net, new, 0)
    new.ask(new.clients[0], HouseRules(0 if other else 50, 3, {}, other))
    new.run(0.1)
    come(net, new, 1)
    assert new.run(4, lambda: new.table.room.match is not None and new.match.state.phase == PLAYING)
    assert new.match.rules == net.match.rules


def test_a_table_is_not_taken_over_before_its_first_deal_with_terms_that_there_are_not() -> None:
    net = Racing(LAN, LAN, race="cup:paare-01", begin=False)
    told = net.clients[0].room
    assert told
    terms = msgspec.structs.replace(told.terms, target=0, rounds=3)
    room = msgspec.structs.replace(told, terms=terms, playing=True)
    table = make_table("Race", len(room.places), terms, identity=(here().entropy.draw(8), 1))
    with pytest.raises(ValueError, match="a cup goes on"):
        table.inherit(Takeover(room, net.clients[0].table.successors, ConfirmedMatch(), ()), 0)


def test_a_clock_that_no_table_shows_is_not_handed_on() -> None:
    net = Racing(LAN, LAN, rounds=3)
    deal = net.deal_at(net.clients[0])
    net.clients[0].table._take(RunDeal(deal.round, deal.challenge, deal.seed, 2**53), 0)
    new = taken_over(net)
    for number in range(2):
        come(net, new, number)
    new.run(6)
    assert [each.table.connection.state for each in new.clients] == [CONNECTED] * 2


def test_penalties_that_all_have_seen_count_at_another_host_though_their_player_is_silent_about_them() -> (
    None
):
    net = Racing(LAN, LAN, race="race:paare-01", house=KIND)
    net.act(net.clients[1], HINT)
    net.race(net.clients[1], LINE[:10])
    net.clients[1].table.runs.own.acts.clear()
    new, judge = gone_on(net)
    run = [Act(judge.clock(new.now), move) for move in LINE]
    Racing.say(new, new.clients[1], 0, run, 1)  # type: ignore[arg-type]
    assert new.run(30, lambda: finished(new.match.state.table) == [1])
    stood = new.match.state.table.standing(1)
    assert (stood.penalty, stood.out) == (10 * SECOND, judge.runs[1].acted + 10 * SECOND)


def test_another_host_gives_no_more_time_than_there_was_left() -> None:
    net = Racing(LAN, LAN, race="race:paare-01")
    net.race(net.clients[0], LINE)
    assert net.run(1, lambda: net.came == [0])
    out = net.state.table.standing(0).out
    net.run(40)
    new, judge = gone_on(net)
    assert out and new.run(30, lambda: new.match.state.phase in (SCORED, WON))
    late = judge.clock(new.now) - (out + Race.last)
    assert 0 < late < SECOND
    assert new.clients[1].table.runs.end == judge.end


def test_bots_that_filled_a_cup_leave_after_it_at_another_host_too() -> None:
    net = Racing(LAN, LAN, race="cup:paare-01", seats=5, begin=False)
    net.ask(net.clients[0], SetBot(3, "hard"))
    net.start()
    net.run(0.5)
    new, _judge = gone_on(net)
    new.run(0.5)
    assert new.clients[0].kinds == ["person", "person", "bot", "bot", "bot"]
    new.table.room.reopen(new.now)
    assert new.run(1, lambda: sorted(new.clients[0].kinds) == ["bot", "empty", "empty", "person", "person"])


def test_who_is_away_when_the_host_is_lost_keeps_the_cards_placed_and_goes_on_from_there() -> None:
    net = Racing(LAN, LAN, LAN, race="race:paare-01")
    net.race(net.clients[2], LINE[:30])
    shown = net.done
    new, judge = gone_on(net)
    new.run(5)
    assert shown[2] == done(new.match.state.table, 2) > 10
    back = come(net, new, 2)
    new.run(2)
    Racing.say(new, back, 30, [Act(judge.clock(new.now), move) for move in LINE[30:]], 1)  # type: ignore[arg-type]
    assert new.run(3, lambda: finished(new.match.state.table) == [2])
    assert judge.runs[2].solo.log[0].at == net.counted(2)[0].at


def test_whose_program_was_started_again_begins_anew_at_another_host_and_all_see_that() -> None:
    net = Racing(LAN, LAN, race="race:paare-01")
    for client in net.clients:
        net.race(client, LINE[:10])
    shown = net.done
    net.clients[1].table.runs.own.acts.clear()
    new, _judge = gone_on(net)
    assert new.run(2, lambda: done(new.match.state.table, 1) == 0)
    assert shown[1] and done(new.match.state.table, 0) == shown[0]


@pytest.mark.parametrize("after", [0, 30])
def test_a_bot_goes_on_at_another_host_from_when_it_began(after: int) -> None:
    net = Racing(LAN, LAN, LAN, race="race:paare-01", seats=4, begin=False)
    if not after:
        net.table.room.seat_bot("hard", "Bot")
    net.start()
    net.run(after)
    seat = 2 if after else 3
    if after:
        net.ask(net.clients[2], Leave())
        assert net.run(2, lambda: net.clients[0].kinds[2] == "away")
        net.ask(net.clients[0], SetBot(2, "hard"))
    net.run(20)
    begun = net.counted(seat)[0].at
    _, judge = gone_on(net)
    assert abs(judge.runs[seat].solo.log[0].at - begun) < (3 * SECOND if after else 1)


def test_who_came_out_in_time_while_there_was_no_host_is_not_given_up() -> None:
    net = Racing(LAN, LAN, race="race:paare-01")
    net.race(net.clients[0], LINE)
    net.race(net.clients[1], LINE[:-1])
    assert net.run(1, lambda: net.came == [0])
    net.run(57)
    net.clients[1].table.runs.own.acts.append(Act(net.clock(net.clients[1]), LINE[-1]))
    new, judge = gone_on(net)
    assert new.run(5, lambda: new.match.state.phase in (SCORED, WON))
    assert finished(new.match.state.table) == [0, 1]
    assert judge.runs[1].told == judge.runs[1].acted < (judge.runs[0].told or 0) + Race.last


def test_times_that_no_clock_shows_are_not_handed_on() -> None:
    net = Racing(LAN, LAN, race="race:paare-01", rounds=3)
    net.race(net.clients[0], LINE)
    assert net.run(1, lambda: net.came == [0])
    net.run(0.5)
    known = net.clients[0].table.confirmed
    for standing in Standing(0, 52, 0, 2**53), Standing(1, 5, 2**53):
        known.state = known.state._replace(table=fold(known.state.table, standing))
    new, judge = gone_on(net)
    assert [each.table.connection.state for each in new.clients] == [CONNECTED] * 2
    assert judge.runs[1].penalty == judge.patience.limit
    assert (judge.runs[0].told or 0) < judge.clock(new.now)


def test_nobody_goes_on_with_a_successor_that_names_other_terms(tmp_path: Path) -> None:
    house = {"undo": False, "hints": False}
    programs = Programs(tmp_path, 3, terms=HouseRules(0, 3, house, "race:farbwechsel"))
    try:
        programs.until(lambda: all(state.phase == PLAYING for state in programs.states))
        programs.run(1)
        programs.host.kill()
        first = programs.tables[0].successors[0].member
        tables = {table.welcome.member: table for table in programs.tables if table.welcome}
        liar, room = tables[first], tables[first].room
        assert room
        liar.room = msgspec.structs.replace(room, terms=msgspec.structs.replace(room.terms, house=KIND))
        programs.until(lambda: programs.epochs == [1] * 3, 10)
        programs.run(1)
        at = {table.connection.host_key: table.room.terms.house for table in programs.tables if table.room}
        assert programs.epochs == [1] * 3 and sorted(at.values(), key=str) == [house, KIND]
        hosts = [player.at.client.table.connection.host_key for player in programs.players]
        assert sorted(map(hosts.count, at)) == [1, 2]
    finally:
        programs.close()


def test_a_round_of_which_only_the_count_is_missing_is_counted_at_another_host() -> None:
    net = Racing(LAN, LAN, race="race:paare-01", rounds=3)
    net.press(net.clients[1], give_up(1))
    net.race(net.clients[0], LINE)
    assert net.run(2, lambda: net.clients[0].table.confirmed.state.phase == SCORED)
    known = net.clients[0].table.confirmed
    known.state, event = known.recent.pop()
    assert isinstance(event, Scored) and known.state.phase == PLAYING
    new, _judge = gone_on(net)
    assert new.run(1, lambda: new.match.state.phase == SCORED)
    assert new.match.state.scores == event.scores == (2, 0)


@pytest.mark.parametrize("out", [60 * SECOND, 2**53])
def test_a_client_leaves_a_host_that_tells_of_a_time_to_come(out: int) -> None:
    net = Racing(LAN, LAN)
    client = net.clients[0]
    with pytest.raises(ValueError, match="far off"):
        client.table._take(Standing(1, 52, 0, out), client.clock(net.now))


def test_who_comes_back_again_and_again_is_not_remembered_for_ever() -> None:
    net = Racing(LAN, LAN)
    client = net.clients[1]
    for _ in range(20):
        client = net.come_back(client, rules=rules_of)
        net.run(0.5)
    runs = net.table.room.stage.runs
    assert isinstance(runs, LiveRace) and len(runs._told) <= 3
