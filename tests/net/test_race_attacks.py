"""What a patched client tries in a race: places not played for, rounds that never end, other rules."""

import os

import pytest

from game.challenges.level_files import named
from game.core.race import DONE, Race, give_up, places
from game.core.rules import fold_all, play
from game.core.solo import Act, Solo
from game.core.state import PLAYING, SCORED, WON
from game.core.table import Move
from game.lan.hosting import make_table, rules_of
from game.net.client.connection import CONNECTED
from game.net.server import game_room
from game.net.server.game_room import Terms
from game.net.server.live_race import RaceSoFar
from game.net.wire.messages import HouseRules, RaceDeal
from game.rules.paare import Paare
from tests.net.impair import LAN
from tests.net.races import Racing
from tests.net.simnet import Net

LINE = named("paare-01").line()


def taken_over(net: Racing) -> Net:
    """The table at another host, where nobody has come yet."""
    old = net.clients[0].table
    raced = old.raced(net.clients[0].clock(net.now))
    assert old.room and old.race.deal and raced is not None
    terms = Terms(old.room.house, old.room.target, old.room.rounds, old.room.race)
    table = make_table("Race", 2, terms, identity=(os.urandom(32), 1))
    table.inherit(old.room, old.successors, old.confirmed, 2, 0, RaceSoFar(old.race.deal, -raced, 0))
    return Net(table)


def come(net: Racing, new: Net, number: int) -> None:
    """A client comes to the other host."""
    old = net.clients[number].table
    assert old.welcome
    key, token = old.connection.key, old.welcome.token
    client = new.join(level=None, rules=rules_of, key=key, token=token, spare=1)
    assert new.run(2, lambda: client.table.welcome is not None)


def test_who_gives_up_ahead_does_not_put_out_who_plays_on_in_a_cup() -> None:
    rules = Race(10, cup=True)
    table = rules.deal(1, 2)
    for move in (Move(0, DONE, 1), give_up(0)):
        table = fold_all(table, play(rules, table, 0, move))
    assert rules.outcome(table) is None


def test_one_pair_and_giving_up_does_not_win_a_cup(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_room, "LEAST", 2)
    net = Racing(LAN, LAN, race="cup:paare-01")
    honest, foe = net.clients
    net.act(foe, LINE[0])
    net.run(0.5)
    net.press(foe, give_up(1))
    net.run(1)
    assert net.state.phase == PLAYING
    net.race(honest, LINE, 0.04)
    assert net.run(2, lambda: net.state.phase == WON)
    assert net.state.winner == 0


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
    assert net.state.totals == (1, 1, 0)


def test_markers_move_no_faster_than_a_hand() -> None:
    net = Racing(LAN, LAN, race="race:paare-01")
    honest, foe = net.clients
    net.race(honest, LINE[:20], 0.2)
    net.say(foe, 0, [Act(0, move) for move in LINE[:30]])  # at the last moment: at 30 ms each, 0.9 s
    net.run(0.1)
    for seat in (0, 1):
        net.press(net.clients[seat], give_up(seat))
    assert net.run(2, lambda: net.state.phase in (SCORED, WON))
    assert places(net.state.table) == (1, 2)


def test_who_gives_up_just_after_a_marker_has_given_up() -> None:
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
    assert net.flags == [1]


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


def test_a_clock_that_no_table_shows_is_not_handed_on() -> None:
    net = Racing(LAN, LAN, rounds=3)
    deal = net.deal_at(net.clients[0])
    net.clients[0].table._take(RaceDeal(deal.round, deal.challenge, deal.seed, 2**53), 0)
    new = taken_over(net)
    for number in range(2):
        come(net, new, number)
    new.run(6)
    assert [each.table.connection.state for each in new.clients] == [CONNECTED] * 2


def test_who_comes_back_again_and_again_is_not_remembered_for_ever() -> None:
    net = Racing(LAN, LAN)
    client = net.clients[1]
    for _ in range(20):
        client = net.come_back(client, rules=rules_of)
        net.run(0.5)
    race = net.table.room.live and net.table.room.live.race
    assert race and len(race._told) <= 3
