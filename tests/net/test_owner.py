"""What a table's owner may set: bots in and out again, their level, rules that all agree to."""

from game.core.state import Knock
from game.net.wire.messages import HouseRules, Leave, SetBot
from tests.net.simnet import back, lobby, playing


def test_stand_in_can_be_taken_out_again_without_showing_anyone_out() -> None:
    net = playing(2, seats=2)
    net.clients[1].stopped = True
    net.run(5)
    net.ask(net.clients[0], SetBot(1, "medium"))
    net.run(0.3)
    assert net.table.room.stage.bots.keys() == {1}
    net.ask(net.clients[0], SetBot(1, None))
    net.run(0.3)
    assert not net.table.room.stage.bots
    assert net.clients[0].kinds == ["person", "away"]
    again = back(net, net.clients[1])
    assert net.run(1, lambda: again.table.seat == 1)


def test_bot_may_play_on_for_who_has_left() -> None:
    net = playing(2, seats=2)
    net.ask(net.clients[1], Leave())
    net.run(0.5)
    net.ask(net.clients[0], SetBot(1, "hard"))
    net.run(0.3)
    assert net.table.room.stage.bots.keys() == {1}
    laid = len(net.match.log)
    net.clients[0].stopped = True
    net.table.room.stage.bots[1].view.update(net.now)
    assert net.clients[0].kinds[1] == "away"
    assert len(net.match.log) >= laid


def test_level_of_a_bot_changes_in_its_place() -> None:
    net = lobby(1)
    net.ask(net.clients[0], SetBot(2, "easy"))
    net.run(0.3)
    before = net.clients[0].table.room
    net.ask(net.clients[0], SetBot(2, "hard"))
    net.run(0.3)
    after = net.clients[0].table.room
    assert before
    assert after
    assert (before.places[2].name, before.places[2].back) == (after.places[2].name, after.places[2].back)
    assert after.places[2].level == "hard"


def test_other_rules_ask_for_another_knock() -> None:
    net = lobby(2)
    net.ask(net.clients[1], Knock())
    net.run(0.3)
    net.ask(net.clients[0], HouseRules(50, 0, {}))
    net.run(0.3)
    room = net.clients[1].room
    assert not any(place.ready for place in room.places)
    net.ask(net.clients[0], Knock())
    net.run(1)
    assert not net.table.room.match


def test_bot_gives_up_its_back_to_a_person() -> None:
    net = lobby(1)
    net.ask(net.clients[0], SetBot(1, "easy"))
    net.run(0.3)
    room = net.clients[0].room
    wanted = room.places[1].back
    late = net.join(person=True)
    late.table.connection.join.back = wanted
    net.run(1)
    room = net.clients[0].room
    assert room.places[2].back == wanted
    assert len({place.back for place in room.places[:3]}) == 3


def test_bot_in_the_place_of_who_is_away_before_the_match_does_not_play_it() -> None:
    net = lobby(2)
    net.clients[1].stopped = True
    net.run(5)
    net.ask(net.clients[0], SetBot(1, "easy"))
    net.run(0.3)
    assert net.clients[0].room.places[1].level == "easy"
    net.ask(net.clients[0], Knock())
    assert net.run(3, lambda: net.table.room.match is not None)
    net.run(0.3)
    assert net.match.seats == 2 and not net.table.room.stage.bots
    assert net.clients[0].kinds[:2] == ["person", "away"] and net.clients[0].room.places[1].level is None
