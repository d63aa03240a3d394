"""A pause for all, at a table on the network."""

import pytest

from game.core.match import ASKING, Match
from game.core.state import PAUSED, PLAYING, SCORED, AskPause, Dealt, Knock, Paused, Returned, State
from game.lan.hosting import rules_of
from game.net.client.deal_verdict import PROVED, DealVerdict
from game.net.confirmed import ConfirmedMatch
from game.net.migration import heritage
from game.net.wire.messages import GoOn, Leave
from game.net.wire.snapshot import restored, snapshot
from game.rules.haisty import Haisty
from tests.net.fair_rounds import SEED
from tests.net.simnet import SECOND, Client, Net, new_table

OWNER = b"the host's player"[:16]


def table(people: int = 3, rounds: int = 1) -> Net:
    """A match of people; the first is at the host. They play as bots do, until they are stopped."""
    net = Net(new_table(people, rounds, SEED, owner=OWNER), 3, quick=True)
    for number in range(people):
        net.join(token=None if number else OWNER, person=True, rules=rules_of)
        net.run(0.3)
    net.begin()
    net.run(4)
    return net


def rest(net: Net) -> None:
    """Nobody plays or knocks."""
    for client in net.clients:
        client.level = None


def paused(net: Net, *by: int) -> bool:
    """Whether there is a pause at every screen, once these players have asked for one."""
    rest(net)
    for number in by:
        net.ask(net.clients[number], AskPause())
        net.run(0.2)
    here = [client for client in net.clients if not client.stopped]
    return net.run(1, lambda: all(client.table.state.phase == PAUSED for client in here))


def knock(net: Net, *by: int) -> bool:
    """Whether these knocks suffice."""
    for number in by:
        net.ask(net.clients[number], Knock())
    return net.run(3, lambda: net.match.state.phase == PLAYING)


def test_two_hands_pause_for_all_and_the_hosts_alone() -> None:
    net = table()
    assert not paused(net, 1)
    asks = net.clients[2].table.state.asks
    assert asks and asks.seat == 1, "all are told who asks"
    assert paused(net, 2)
    assert net.match.state.asks and net.match.state.asks.seat == 1
    assert not knock(net, 1, 2) and knock(net, 0)
    net.run(3)
    assert paused(net, 0)


def test_an_old_wish_is_no_second_hand() -> None:
    net = table()
    rest(net)
    net.ask(net.clients[1], AskPause())
    net.run(ASKING / SECOND + 1)
    assert not paused(net, 2)


def test_who_plays_against_bots_alone_pauses_at_once_and_they_rest() -> None:
    net = Net(new_table(2, 1, SEED), 3)
    net.join(watch=True)  # the owner
    net.join(person=True, level=None)
    net.join()
    net.begin()
    net.run(3)
    net.ask(net.clients[1], AskPause())
    assert net.run(1, lambda: all(each.table.state.phase == PAUSED for each in net.clients))
    net.run(0.3)
    judged = [entry for entry in net.match.log if entry.move]
    net.run(60)
    assert [entry for entry in net.match.log if entry.move] == judged
    assert net.clients[0].table.state.phase == PAUSED, "who watches sees it"
    assert knock(net, 1)


def test_what_is_pressed_before_a_screen_knows_of_it_is_taken_back() -> None:
    net = table()
    rest(net)
    net.run(1)
    one = net.clients[1]
    net.ask(net.clients[0], AskPause())
    net.run(0.2)
    seat = one.table.seat or 0
    move = next(m for m in Haisty().moves(one.table.state.table, seat) if m.count)
    one.events.clear()
    net.press(one, move)
    net.run(0.5)
    assert [event for _, event in one.events if isinstance(event, Returned)], "it says so"
    assert one.table.state.table == net.match.state.table.view()


def test_the_pause_ends_without_who_leaves_in_it_or_does_not_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("game.net.server.game_room.PATIENCE", 2 * SECOND)
    net = table()
    assert paused(net, 0)
    net.ask(net.clients[2], Leave())
    net.run(0.5)
    assert knock(net, 0, 1), "nobody waits for who has left"
    net.run(3)
    assert paused(net, 0)
    assert not knock(net, 0)
    net.run(3)
    net.ask(net.clients[0], GoOn())
    assert net.run(1, lambda: net.match.state.phase == PLAYING)
    assert net.match.state.sits_out(net.clients[1].table.seat or 0)


def test_who_alone_plays_on_needs_no_hand_of_those_who_sit_the_round_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("game.net.server.game_room.PATIENCE", 2 * SECOND)
    net = table()
    assert paused(net, 0) and not knock(net, 2)
    net.ask(net.clients[2], GoOn())
    assert net.run(4, lambda: net.match.state.phase == PLAYING)
    net.run(3)
    assert paused(net, 2)


def test_a_player_comes_back_into_a_pause() -> None:
    net = table()
    assert paused(net, 0)
    again: Client = net.come_back(net.clients[1], rules_of)
    assert net.run(5, lambda: again.table.state.phase == PAUSED)
    late = net.join(watch=True, rules=rules_of)
    assert net.run(5, lambda: late.table.state.phase == PAUSED)
    assert not knock(net, 0, 2) and knock(net, 3)


def test_the_heir_goes_on_paused() -> None:
    net = table()
    assert paused(net, 0)
    heir = Match(Haisty(), 3, 5, 0, 1)
    heir.resume(heritage(net.clients[1].table.confirmed, Haisty()).state, 10**12)
    assert heir.state.phase == PAUSED and heir.state.asks and heir.state.asks.seat == 0


def accepted(net: Net, now: int) -> State:
    """What everybody sees who comes to an heir whose clock shows this; it begins with the heir."""
    heir = Match(Haisty(), 3, 5, 0, 1)
    heir.resume(heritage(net.clients[1].table.confirmed, Haisty()).state, now)
    here = ConfirmedMatch()
    here.resume(restored(snapshot(heir.state, 1)), 1, Haisty())
    return here.state


def test_a_wish_ends_with_its_host_whose_clock_it_goes_by() -> None:
    net = table()
    assert not paused(net, 1)
    assert net.clients[1].table.state.asks
    assert accepted(net, SECOND).asks is None


def test_an_heir_goes_on_in_a_long_round_that_was_paused() -> None:
    net = table()
    rest(net)
    net.run(60)
    assert paused(net, 0)
    state = accepted(net, SECOND)
    assert state.phase == PAUSED and state.played > 55 * SECOND
    assert knock(net, 0, 1, 2)
    net.run(3)
    assert accepted(net, SECOND).played == state.played


def test_a_round_may_be_paused_however_long_it_lasts() -> None:
    net = table()
    state = net.clients[1].table.confirmed.state
    here, starts = ConfirmedMatch(state), state.starts or 0
    here.add(Paused(0, starts + 3600 * SECOND), Haisty())
    assert here.state.phase == PAUSED


def test_a_round_with_a_pause_is_proved_and_told_as_one_without() -> None:
    net = table(rounds=2)
    assert paused(net, 0)
    net.run(100)
    for client in net.clients:
        client.level = "hard"
    assert net.run(900, lambda: net.match.state.phase == SCORED)
    net.run(1)
    assert [each.table.witness.verdict(1) for each in net.clients] == [DealVerdict(PROVED)] * 3
    told = net.clients[2].table.witness.told
    assert told and told.data
    assert [event for _, event in net.clients[2].events if isinstance(event, Paused | Dealt)]
    assert net.match.results[0].duration < net.now - 100 * SECOND
