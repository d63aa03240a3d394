"""Who was first, and what those gain who lie about it: claims over the network, in simulated time."""

from collections import Counter
from itertools import pairwise

import pytest

from game.core.state import FLIGHT, PLAYING, SCORED, Dud, Event, Play, Returned, Scored, Thrown
from game.core.table import Move, Moved
from game.core.table_round import TIE
from game.net.server.match_server import GRACE
from game.net.wire.messages import Appearance
from game.rules.haisty import OWN, RESERVE
from tests.net.impair import BUSY, FAR, LAN, WIFI, Way
from tests.net.simnet import SECOND, Client, Net, at_duel, new_table

MS = 1000
TURNS = 10
SLOW = Way(70_000, 5_000)
"""So slow that the host has to wait for it beyond the time when it tells the others of a landing."""


def kinds(client: Client, kind: type) -> list[tuple[int, Event]]:
    """The events of a kind that a client showed, and when."""
    return [(at, event) for at, event in client.events if isinstance(event, kind)]


def laid(net: Net) -> list[int]:
    """The seats whose cards came to lie, in their order; all clients agree on it."""
    stories = [
        [e.seat for _at, e in c.events if isinstance(e, Moved) and e.src == e.seat] for c in net.clients
    ]
    assert all(story == stories[0] for story in stories)
    return stories[0]


def places(net: Net) -> tuple[int, int]:
    """Where cards are laid at a duel."""
    seats = net.match.seats
    return seats, seats + 1


@pytest.mark.parametrize(
    ("first", "second"), [(LAN, FAR), (FAR, LAN), (WIFI, BUSY), (BUSY, WIFI), (FAR, FAR), (SLOW, LAN)]
)
def test_who_pressed_first_is_first_however_far_away(first: Way, second: Way) -> None:
    net = at_duel(first, second)
    net.run(12)
    for turn in range(TURNS):
        place = places(net)[turn % 2]
        net.press(net.clients[0], Move(0, place))
        net.run(2 * MS / 1e6)
        net.press(net.clients[1], Move(1, place))
        net.run(0.4)
    assert Counter(laid(net)) == {0: TURNS}
    returns = [e for _at, e in kinds(net.clients[1], Returned)]
    assert returns == [Returned(1, Move(1, places(net)[turn % 2]), 0) for turn in range(TURNS)]


def test_true_ties_are_drawn_evenly() -> None:
    net = at_duel(Way(0), FAR)
    net.run(12)
    for turn in range(100):
        place = places(net)[turn % 2]
        for client in net.clients:
            net.press(client, Move(client.number, place))
        net.run(0.25)
    wins = Counter(laid(net))
    assert sum(wins.values()) == 100
    assert 32 <= wins[0] <= 68


def test_landing_is_shown_as_soon_as_the_seat_can_no_longer_claim_a_press_before_it() -> None:
    ways = Way(0), LAN, WIFI, BUSY, FAR
    net = at_duel(*ways)
    net.run(12)
    for turn in range(20):
        client = net.clients[turn % 5]
        press = net.press(client, Move(client.number, places(net)[turn % 2]))
        net.run(0.4)
        for other, way in zip(net.clients, ways, strict=True):
            at, event = next(
                e for e in reversed(other.events) if isinstance(e[1], Moved) and e[1].src == client.number
            )
            assert isinstance(event, Moved)
            late = at - press - FLIGHT
            # Who is so far away that the throw is not seen yet does not know when to say that it may be told.
            assert -MS <= late < 2 * (way.delay + way.jitter) + (14 if way is FAR else 2) * MS, (turn, other)


def test_throw_is_seen_before_it_lands_and_in_its_order() -> None:
    net = at_duel(LAN, LAN, LAN)
    net.run(2)
    net.press(net.clients[0], Move(0, 3))
    net.run(0.07)
    net.press(net.clients[1], Move(1, 4))
    net.run(0.4)
    seen = [(type(e), e.seat) for _at, e in net.clients[2].events if isinstance(e, Thrown | Moved)]
    assert seen[:3] == [(Thrown, 0), (Thrown, 1), (Moved, 0)]


def test_landings_come_in_one_order_though_each_seat_hears_in_its_own_time() -> None:
    net = at_duel(LAN, FAR, BUSY._replace(loss=0.2))
    net.run(2)
    for turn in range(30):
        for client in net.clients:
            net.press(client, Move(client.number, places(net)[turn % 2]))
            net.run(0.015)
        net.run(0.3)
    net.run(1)
    assert len(laid(net)) == 30


def test_lost_claim_is_mended_by_the_next_packet() -> None:
    net = at_duel(LAN, LAN)
    net.clients[0].up.cut(net.now + 20 * MS)
    press = net.press(net.clients[0], Move(0, 2))
    net.run(0.3)
    assert laid(net) == [0]
    assert net.match.log[-1].press == press
    assert net.match.log[-1].at == press + FLIGHT


def test_lost_knock_still_freezes_everyone() -> None:
    net = at_duel(LAN, BUSY, FAR)
    net.run(11)
    net.clients[0].up.cut(net.now + 30 * MS)
    for client in net.clients:
        client.down.cut(net.now + 60 * MS)
    press = net.press(net.clients[0], Move(0, 0, 0))
    net.run(0.02)
    net.press(net.clients[2], Move(2, 3))
    net.run(0.5)
    assert not laid(net), "what lands after the knock returns"
    for client in net.clients:
        [(at, event)] = kinds(client, Scored)
        assert isinstance(event, Scored)
        assert event.seat == 0
        assert press + FLIGHT - MS <= at <= press + FLIGHT + GRACE + 50 * MS
        assert client.table.state.phase in (SCORED, "won")


def test_what_was_pressed_before_the_knock_is_laid_before_it() -> None:
    net = at_duel(LAN, FAR)
    net.run(11)
    net.press(net.clients[1], Move(1, 2))
    net.run(0.005)
    net.press(net.clients[0], Move(0, 0, 0))
    net.run(0.5)
    assert laid(net) == [1]
    assert [len(kinds(client, Scored)) for client in net.clients] == [1, 1]


@pytest.mark.parametrize(("silent", "late"), [(0.5, GRACE + 15 * MS), (4, 2 * MS)])
def test_silent_seat_is_not_waited_for_and_one_that_has_gone_costs_nothing(silent: float, late: int) -> None:
    net = at_duel(LAN, LAN, LAN)
    net.clients[2].stopped = True
    net.run(silent)
    press = net.press(net.clients[0], Move(0, 3))
    net.run(0.4)
    at, _ = kinds(net.clients[1], Moved)[-1]
    assert -2 * MS < at - press - FLIGHT <= late


def test_claim_that_comes_too_late_lands_when_it_arrives() -> None:
    net = at_duel(LAN, LAN)
    net.clients[1].up.cut(net.now + 500 * MS)
    net.press(net.clients[1], Move(1, 2))
    net.run(0.2)
    net.press(net.clients[0], Move(0, 3))
    net.run(0.7)
    assert laid(net) == [0, 1]


# -- liars


def test_back_dated_claim_counts_from_the_watermark() -> None:
    net = at_duel(LAN, LAN)
    net.run(1)
    honest = net.press(net.clients[0], Move(0, 2))
    net.run(0.03)
    heard = net.table.members.all[1].peer
    assert heard
    watermark = heard.watermark
    assert watermark > honest
    net.ask(net.clients[1], Play(Move(1, 2), honest - 50 * MS))
    net.run(0.5)
    assert laid(net) == [0]
    assert net.match.log[-1].press >= watermark


@pytest.mark.parametrize("ago", [3 * MS, 60 * MS])
def test_press_counts_from_when_it_was_read_unless_own_packets_have_told_later_time(ago: int) -> None:
    net = at_duel(LAN, FAR)
    net.run(12)
    client = net.clients[0]
    before = client.table.connection.watermark
    assert net.run(1, lambda: client.table.connection.watermark > before)
    net.run(0.005)
    local = client.clock(net.now)
    told, read = client.table.connection.watermark, client.table.connection.clock.at(local) - ago
    client.table.press(Move(0, places(net)[0]), net.match.rules, local, read)
    net.flush(client)
    net.run(0.4)
    [thrown] = [event for _at, event in kinds(net.clients[1], Thrown) if isinstance(event, Thrown)]
    assert thrown.at == max(read, told)
    assert (thrown.at == read) == (ago == 3 * MS)


def test_claim_from_before_the_start_is_none() -> None:
    net = Net(new_table(2), 1)
    clients = [net.join(level=None) for _ in range(2)]
    net.seat_all()
    net.ask(clients[0], Play(Move(0, 1), 0))
    net.run(1)
    assert clients[0].table.connection.state == "open"


def test_claim_from_the_future_counts_from_its_arrival() -> None:
    net = at_duel(LAN, LAN)
    net.ask(net.clients[0], Play(Move(0, 2), net.now + 60_000_000))
    at = net.now
    net.run(0.3)
    assert laid(net) == [0]
    assert net.match.log[-1].press <= at + MS


def test_two_claims_at_once_are_one() -> None:
    net = at_duel(LAN, LAN)
    now = net.now
    for place in places(net):
        net.clients[0].table.ask(Play(Move(0, place), now), net.clients[0].clock(now))
    net.flush(net.clients[0])
    net.run(0.4)
    assert laid(net) == [0]
    thrown = kinds(net.clients[1], Thrown)
    assert len(thrown) == 1
    assert [e for _at, e in kinds(net.clients[0], Returned)] == [Returned(0, Move(0, 3), None, thrown=False)]


def test_claims_flooding_are_one_a_flight() -> None:
    net = at_duel(LAN, LAN)
    begun = net.now
    for _ in range(1000):
        for place in places(net):
            net.press(net.clients[0], Move(0, place))
        net.run(0.001)
    net.run(0.5)
    assert len(laid(net)) <= (net.now - begun) // FLIGHT
    assert net.clients[1].table.connection.state == "open"
    assert net.clients[0].table.state.table == net.clients[1].table.state.table


@pytest.mark.parametrize(
    "move",
    [Move(1, 2), Move(1, 1, 0), Move(2, 0), Move(0, 1), Move(0, 2, 0), Move(0, 0), Move(127, 127, 63)],
)
def test_moving_another_seats_cards_does_nothing(move: Move) -> None:
    net = at_duel(LAN, LAN)
    before = net.match.state.table
    net.press(net.clients[0], move)
    net.run(0.4)
    assert net.match.state.table == before
    assert net.match.state.phase == PLAYING
    assert not kinds(net.clients[1], Returned)
    assert net.clients[0].table.connection.state == "open"


def test_knock_with_cards_left_is_a_dud() -> None:
    net = Net(new_table(2), 1)
    clients = [net.join(level=None) for _ in range(2)]
    net.begin()
    net.run(2.5)
    reserve = OWN * 1 + RESERVE
    net.press(clients[1], Move(reserve, reserve, 0))
    net.run(0.5)
    assert [len(kinds(client, Dud)) for client in clients] == [0, 1]
    assert [len(kinds(client, Thrown)) for client in clients] == [0, 1]
    assert net.match.state.phase == PLAYING


def test_held_back_watermark_delays_others_no_longer_than_the_grace() -> None:
    net = at_duel(LAN, LAN)
    liar = net.clients[1]
    call = liar.table.connection
    call.clock.now = lambda local: 1  # type: ignore[method-assign]
    net.run(1)
    press = net.press(net.clients[0], Move(0, 2))
    net.run(0.4)
    assert net.match.log[-1].at <= press + FLIGHT + GRACE + TIE


@pytest.mark.parametrize("loss", [0.0, 0.2])
def test_seat_in_play_sends_its_watermark_every_12_ms_whatever_else_it_sends(loss: float) -> None:
    net = at_duel(BUSY._replace(loss=loss), BUSY._replace(loss=loss))
    client, marks = net.clients[0], [net.clients[0].table.connection.watermark]
    end = net.now + 2 * SECOND
    while net.now < end:
        if len(marks) % 20 == 0:
            net.press(client, Move(0, places(net)[0]))
        net.run(0.001)
        if client.table.connection.watermark > marks[-1]:
            marks.append(client.table.connection.watermark)
    gaps = [b - a for a, b in pairwise(marks)]
    assert max(gaps) <= 15 * MS
    assert len(gaps) >= 160


def test_watermark_does_not_pass_what_has_not_come() -> None:
    net = at_duel(LAN, BUSY)
    client, member = net.clients[0], net.table.members.all[0]
    assert member.peer
    net.run(0.05)
    begun = net.now
    for number in range(150):
        client.table.ask(Appearance(f"a long name {number}", 0), client.clock(begun))
    press = net.press(client, Move(0, 2))
    while net.match.round.next_time() is None:
        assert member.peer.watermark <= press
        net.run(0.0005)
        assert net.now < begun + SECOND
    assert net.now > begun + 5 * MS, "it took several packets"
    assert net.match.state.air[-1].at == press
    net.run(0.2)
    assert member.peer.watermark > press


@pytest.mark.parametrize("jump", [50 * MS, 2 * SECOND, 3600 * SECOND])
def test_seat_whose_clock_jumps_is_judged_right_again_at_once(jump: int) -> None:
    net = at_duel(LAN, WIFI)
    net.run(5)
    net.clients[1].offset += jump
    net.run(1.5)
    for turn in range(10):
        place = places(net)[turn % 2]
        net.press(net.clients[turn % 2], Move(turn % 2, place))
        net.run(0.005)
        net.press(net.clients[1 - turn % 2], Move(1 - turn % 2, place))
        net.run(0.4)
    assert laid(net) == [0, 1] * 5


def test_seat_whose_clock_jumps_disturbs_nobody() -> None:
    net = at_duel(LAN, WIFI, LAN)
    net.run(2)
    for turn in range(10):
        net.clients[1].offset += 3600 * SECOND
        press = net.press(net.clients[0], Move(0, places(net)[turn % 2]))
        net.run(0.4)
        at, _ = kinds(net.clients[2], Moved)[-1]
        assert at <= press + FLIGHT + GRACE + 5 * MS
    assert laid(net) == [0] * 10
