"""A table's members: who comes, goes, comes back, watches, is shown out; over the simulated network."""

from game.core.cards import ACE, SPADES, Card, Pile
from game.core.state import PLAYING, SCORED, WON, Cheer, Cheered, Knock, Resumed, Shout, Shouted, Started
from game.core.table import Move, Moved
from game.net.client.connection import CONNECTED, DENIED
from game.net.server.admission import TIMEOUT
from game.net.server.members import HELD
from game.net.wire.messages import Appearance, HouseRules, Leave, Rematch, SeatInfo, SetBot, Sit
from game.net.wire.packet import FULL, KICKED
from game.net.wire.snapshot import digest
from tests.net.impair import BUSY, LAN
from tests.net.simnet import SECOND, Net, at_duel, back, lobby, new_table, playing

# -- before the match


def test_all_see_who_sits_where() -> None:
    net = lobby(3)
    rooms = [client.table.room for client in net.clients]
    assert rooms[0] == rooms[1] == rooms[2]
    assert rooms[0]
    assert [place.name for place in rooms[0].places] == ["P0", "P1", "P2", ""]
    assert rooms[0].places[3] == SeatInfo()
    assert [client.table.seat for client in net.clients] == [0, 1, 2]


def test_no_two_have_the_same_back_or_name() -> None:
    net = lobby(4)
    for client in net.clients:
        net.ask(client, Appearance("Ann", 3))
    net.run(0.2)
    room = net.clients[0].room
    assert len({place.back for place in room.places}) == 4
    assert [place.name for place in room.places] == ["Ann", "Ann 2", "Ann 3", "Ann 4"]


def test_match_begins_when_all_people_are_ready() -> None:
    net = lobby(2)
    net.ask(net.clients[0], Knock())
    net.run(2)
    assert net.table.room.match is None
    net.ask(net.clients[1], Knock())
    assert net.run(5, lambda: net.clients[1].table.state.phase == PLAYING)
    assert net.match.seats == 2


def test_only_the_owner_sets_rules_and_seats_bots() -> None:
    net = lobby(2)
    net.ask(net.clients[1], HouseRules(50, 3, {}))
    net.ask(net.clients[1], SetBot(2, "hard"))
    net.ask(net.clients[1], SetBot(0, None))
    net.run(0.3)
    assert net.clients[0].kinds == ["person", "person", "empty", "empty"]
    net.ask(net.clients[0], HouseRules(50, 3, {}))
    net.ask(net.clients[0], SetBot(2, "hard"))
    net.run(0.3)
    for client in net.clients:
        assert client.kinds == ["person", "person", "bot", "empty"]
        assert (client.room.terms.target, client.room.terms.rounds) == (50, 3)


def test_kicked_stays_out() -> None:
    net = lobby(2)
    shown_out = net.clients[1]
    net.ask(net.clients[0], SetBot(1, None))
    net.run(0.3)
    assert shown_out.table.closed == "kicked"
    assert net.clients[0].kinds == ["person", "empty", "empty", "empty"]
    shown_out.stopped = True
    for token in (None, shown_out.table.welcome.token if shown_out.table.welcome else None):
        again = net.join(LAN, LAN, level=None, token=token)
        again.address = (shown_out.address[0], again.address[1])
        net.run(2)
        assert (again.table.connection.state, again.table.connection.reason) == (DENIED, KICKED)
    assert net.clients[0].kinds == ["person", "empty", "empty", "empty"]


def test_kicked_stays_out_from_where_it_came_and_where_it_has_moved() -> None:
    net = lobby(2, owner=b"o" * 16)
    anna, foe = net.clients
    home, foe.address = foe.address, ("10.9.9.9", 9)
    net.run(0.5)
    net.ask(anna, SetBot(1, None))
    net.run(1)
    for address in (home, foe.address):
        again = net.join(person=True)
        again.address = (address[0], 1234)
        net.run(1)
        assert (again.table.connection.state, again.table.connection.reason) == (DENIED, KICKED)


def test_kicked_stays_out_from_another_address_or_another_program_of_the_machine_too() -> None:
    net = lobby(2)
    net.ask(net.clients[0], SetBot(1, None))
    net.run(0.3)
    again = back(net, net.clients[1])
    again.address = ("10.9.9.9", 50_000)
    net.run(2)
    assert (again.table.connection.state, again.table.connection.reason) == (DENIED, KICKED)


def test_owner_cannot_be_shown_out_by_itself() -> None:
    net = lobby(2)
    net.ask(net.clients[0], SetBot(0, None))
    net.run(0.3)
    assert net.clients[0].table.closed == ""
    assert net.clients[1].kinds[0] == "person"


def test_owner_who_leaves_hands_the_table_on() -> None:
    net = lobby(2)
    net.ask(net.clients[0], Leave())
    net.run(0.3)
    room = net.clients[1].room
    assert room.owner == net.clients[1].welcome.member
    assert net.clients[1].kinds == ["empty", "person", "empty", "empty"]


def test_who_gets_up_watches_and_may_sit_down_again() -> None:
    net = lobby(2)
    net.ask(net.clients[1], Sit(False))
    net.run(0.3)
    assert net.clients[1].table.seat is None
    assert net.clients[1].room.watchers == ("P1",)
    net.ask(net.clients[1], Sit(True))
    net.run(0.3)
    assert net.clients[1].table.seat == 1


def test_full_table_offers_to_watch_and_a_freed_place_goes_to_who_waits() -> None:
    net = lobby(3, seats=2)
    assert [client.table.seat for client in net.clients] == [0, 1, None]
    net.ask(net.clients[1], Leave())
    net.run(0.5)
    assert net.clients[2].table.seat == 1


def test_seated_and_watchers_are_bounded() -> None:
    net = lobby(2, seats=2)
    for _ in range(20):
        net.join(LAN, LAN, level=None)
    net.run(2)
    states = [client.table.connection.state for client in net.clients]
    assert states.count(CONNECTED) == 2 + 16
    refused = [client for client in net.clients if client.table.connection.state == DENIED]
    assert {client.table.connection.reason for client in refused} == {FULL}
    assert len(net.table.members.all) == 18


# -- staying in


def test_silent_client_is_away_and_its_seat_is_kept() -> None:
    net = playing(3, seats=3)
    net.clients[2].stopped = True
    net.run(TIMEOUT / SECOND + 0.3)
    assert net.clients[0].kinds == ["person", "person", "away"]
    net.run(80)
    assert net.match.seats == 3
    assert net.clients[0].kinds[2] == "away"


def test_token_brings_back_the_same_seat() -> None:
    net = playing(3, seats=3)
    net.clients[1].stopped = True
    net.run(6)
    again = back(net, net.clients[1])
    came = net.now
    assert net.run(1, lambda: again.table.seat == 1 and again.table.state.phase == PLAYING)
    assert net.now - came < SECOND
    asked = len(net.match.log)
    assert net.run(5, lambda: len(net.match.log) > asked and net.table.rests), "all have heard of everything"
    net.run(0.01)
    assert digest(again.table.state) == digest(net.clients[0].table.state)
    assert net.clients[0].kinds == ["person"] * 3
    net.clients[1].stopped = True
    net.play()
    assert net.table.room.disagreed == 0
    assert digest(again.table.state) == digest(net.match.state)


def test_program_started_anew_at_once_takes_its_old_line_over() -> None:
    net = playing(3, seats=3)
    old = net.clients[1]
    old.stopped = True
    net.run(0.05)
    again = back(net, old)
    assert net.run(1, lambda: again.table.seat == 1 and again.table.state.phase == PLAYING)
    assert len(net.table.members.all) == 3


def test_token_nobody_has_brings_back_nothing() -> None:
    net = playing(2, seats=2)
    net.clients[1].stopped = True
    net.run(5)
    thief = net.join(LAN, LAN, token=bytes(16), level=None)
    net.run(2)
    assert thief.table.seat is None
    assert net.clients[0].kinds == ["person", "away"]


def test_token_with_another_key_brings_back_nothing() -> None:
    net = playing(2, seats=2)
    welcome = net.clients[1].welcome
    net.clients[1].stopped = True
    net.run(5)
    thief = net.join(LAN, LAN, token=welcome.token, level=None)
    net.run(2)
    assert thief.table.seat is None
    assert net.clients[0].kinds == ["person", "away"]
    again = back(net, net.clients[1])
    net.run(2)
    assert again.table.seat == 1


def test_owners_token_with_another_key_makes_nobody_the_owner() -> None:
    owner = bytes(range(16))
    net = Net(new_table(owner=owner))
    first = net.join(level=None, token=owner)
    net.run(1)
    thief = net.join(level=None, token=owner)
    net.run(1)
    assert first.room.owner == first.welcome.member
    assert thief.welcome.token != owner


def test_seat_is_given_up_after_a_while() -> None:
    net = lobby(2)
    net.clients[1].stopped = True
    net.run(TIMEOUT / SECOND + 1)
    assert net.clients[0].kinds[1] == "away"
    net.run(HELD / SECOND)
    assert net.clients[0].kinds[1] == "empty"


def test_bot_stands_in_for_who_is_away_until_they_are_back() -> None:
    net = playing(2, seats=2)
    net.clients[1].stopped = True
    net.run(5)
    net.ask(net.clients[0], SetBot(1, "medium"))
    net.run(0.3)
    assert net.table.room.stage.bots.keys() == {1}
    again = back(net, net.clients[1])
    assert net.run(1, lambda: again.table.seat == 1)
    assert not net.table.room.stage.bots


def test_match_goes_on_without_those_who_are_away() -> None:
    net = playing(3, seats=3, rounds=2)
    net.clients[2].stopped = True
    net.play()
    assert [result.scores[2] for result in net.match.results] and len(net.match.results) == 2
    assert net.table.room.disagreed == 0


def test_who_leaves_in_a_match_leaves_the_cards_behind() -> None:
    net = playing(3, seats=3)
    net.ask(net.clients[2], Leave())
    net.run(0.2)
    net.clients[2].stopped = True
    assert net.clients[0].kinds == ["person", "person", "away"]
    info = net.table.info
    assert (info.taken, info.seats) == (2, 3) and len(info.sitters) == 2, "whoever comes now gets a seat"
    net.play()
    assert net.match.seats == 3


def test_match_that_all_have_left_makes_room_for_the_next() -> None:
    net = playing(2, seats=2)
    for client in net.clients:
        net.ask(client, Leave())
        client.level = None
    net.run(5)
    assert net.table.room.match is None
    late = net.join(LAN, LAN, level=None)
    assert net.run(3, lambda: late.table.seat == 0)


def test_match_is_kept_for_those_who_are_away() -> None:
    net = playing(2, seats=2)
    for client in net.clients:
        client.stopped = True
    net.run(60)
    again = back(net, net.clients[1])
    assert net.run(1, lambda: again.table.seat == 1 and again.table.state.phase == PLAYING)


# -- watching


def test_late_comer_watches_and_sits_down_at_the_next_round() -> None:
    net = playing(2, seats=4, rounds=2)
    net.run(4)
    late = net.join(LAN, LAN, person=True)
    assert net.run(1, lambda: late.table.state.phase == PLAYING)
    assert late.table.seat is None
    assert digest(late.table.state) == digest(net.clients[0].table.state)
    assert net.run(600, lambda: late.table.state.phase == SCORED)
    assert net.run(2, lambda: late.table.seat == 2)
    assert net.run(20, lambda: late.table.state.phase == PLAYING and late.table.state.round == 2)
    net.play()
    assert net.table.room.disagreed == 0
    assert len(net.match.state.totals) == 3
    assert {digest(client.table.state) for client in net.clients} == {digest(net.match.state)}


def test_watcher_sees_all_and_moves_nothing() -> None:
    net = at_duel(LAN, LAN)
    watcher = net.join(BUSY, BUSY, watch=True, level=None)
    assert net.run(1, lambda: watcher.table.state.phase == PLAYING)
    assert watcher.table.seat is None
    for move in (Move(0, 2), Move(0, 0, 0), Move(2, 3)):
        net.press(watcher, move)
    net.ask(watcher, Knock())
    net.ask(watcher, Shout(1))
    net.run(0.5)
    assert net.match.log[2:] == []
    assert not any(isinstance(event, Shouted | Moved) for _at, event in net.clients[0].events)
    net.press(net.clients[1], Move(1, 2))
    net.run(0.5)
    assert any(isinstance(event, Moved) for _at, event in watcher.events)


def test_frozen_watcher_does_not_delay_the_players() -> None:
    net = at_duel(LAN, LAN)
    watcher = net.join(LAN, LAN, watch=True, level=None)
    net.run(1)
    watcher.stopped = True
    net.run(0.5)
    press = net.press(net.clients[0], Move(0, 2))
    net.run(0.5)
    at = next(at for at, event in net.clients[1].events if isinstance(event, Moved))
    assert at - press < 102_000


# -- the match's other words


def test_seat_cannot_knock_twice_or_for_another() -> None:
    net = lobby(2, rounds=2)
    for client in net.clients:
        client.level = None
    for _ in range(10):
        net.ask(net.clients[0], Knock())
    net.run(1)
    assert net.table.room.match is None


def test_only_the_winner_cheers() -> None:
    net = playing(2, seats=2)
    for client in net.clients:
        net.ask(client, Cheer(0))
    net.run(1)
    assert not any(isinstance(event, Cheered) for _at, event in net.clients[0].events)
    net.play()
    winner = net.match.state.winner
    assert winner is not None
    for client in net.clients:
        client.events.clear()
        client.level = None
        net.ask(client, Cheer(1))
    net.run(1)
    assert {event.seat for _at, event in net.clients[0].events if isinstance(event, Cheered)} == {winner}


def test_owner_opens_the_table_again_after_the_match_and_not_before() -> None:
    net = playing(2, seats=2)
    net.ask(net.clients[0], Rematch())
    net.run(1)
    assert net.match.state.phase == PLAYING
    net.play()
    for client in net.clients:
        client.level = None
    net.ask(net.clients[1], Rematch())
    net.run(1)
    assert net.match.state.phase == WON
    net.ask(net.clients[0], Rematch())
    net.run(1)
    assert net.table.room.match is None
    assert all(client.table.state.round == 0 for client in net.clients)
    net.begin()


def test_start_is_at_the_same_time_for_all() -> None:
    net = playing(3, seats=3, way=BUSY)
    starts = {
        event.at for client in net.clients for _at, event in client.events if isinstance(event, Started)
    }
    assert len(starts) == 1


def test_client_that_saw_another_table_is_shown_the_right_one() -> None:
    net = playing(2, seats=2, rounds=2)
    liar = net.clients[1]
    seen = False

    def until() -> bool:
        nonlocal seen
        if liar.table.state.phase == PLAYING and not seen and net.now > 20 * SECOND:
            seen = True
            table = liar.table.state.table
            piles = (*table.piles[:-1], Pile((Card(ACE, SPADES),), 1))
            # What no host of ours sends: the client alone is led astray.
            liar.table._coming.append(Resumed(liar.table.state._replace(table=table._replace(piles=piles))))
        return net.table.room.disagreed > 0

    assert net.run(300, until)
    assert net.run(1, lambda: digest(liar.table.state) == digest(net.match.state))


def test_who_comes_back_at_once_learns_who_could_take_the_table_over() -> None:
    net = playing(2, seats=2)
    again = back(net, net.clients[1])
    assert net.run(1, lambda: again.table.seat == 1)
    net.run(0.3)
    assert [one.member for one in again.table.successors] == [0, 1]
    assert again.table.successors == net.clients[0].table.successors
    assert again.table.successors[1].host == again.address[0]


def test_nobody_passes_for_somebody_else_by_a_letter_of_another_script() -> None:
    net = lobby(3)
    for client, name in zip(net.clients, ("Ada", "Аda", "ADA"), strict=True):
        net.ask(client, Appearance(name, 3))
        net.run(0.1)
    net.ask(net.clients[0], Appearance("Ada", 4))
    net.run(0.1)
    assert net.clients[0].names == ["Ada", "Аda 2", "ADA 3", ""]


def test_guest_with_the_name_of_a_bot_gets_a_number() -> None:
    net = Net(new_table())
    assert net.table.room.seat_bot("easy", "Ester")
    guest = net.join(level=None)
    net.run(0.5)
    net.ask(guest, Appearance("Ester", 0))
    net.run(0.2)
    assert sorted(place.name for place in guest.room.places if place.name) == ["Ester", "Ester 2"]


def test_all_are_told_the_faces_and_two_may_have_the_same() -> None:
    net = lobby(3)
    for client in net.clients[:2]:
        net.ask(client, Appearance("Ann", 3, "otto"))
    net.run(0.2)
    room = net.clients[2].room
    assert [place.portrait for place in room.places[:3]] == ["otto", "otto", "star"]
