"""After a match all knock for another one; whoever does not, watches it."""

import pytest

from game.core.state import PLAYING, WON, Knock
from game.lan.hosting import rules_of
from game.net.client.deal_verdict import PROVED, DealVerdict
from game.net.wire.messages import GoOn, Leave, Sit
from tests.net.fair_rounds import SEED
from tests.net.simnet import SECOND, Net, new_table

OWNER = b"the host's player"[:16]


@pytest.fixture(autouse=True)
def soon(short_rounds: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody plays, or waits, for long."""
    monkeypatch.setattr("game.net.server.game_room.PATIENCE", 2 * SECOND)


def over(people: int = 3, seats: int = 4) -> Net:
    """A match of people is over; the first is at the host."""
    net = Net(new_table(seats, 1, SEED, owner=OWNER), 3, quick=True)
    for number in range(people):
        net.join(token=None if number else OWNER, person=True, rules=rules_of)
        net.run(0.3)
    net.begin()
    assert net.run(900, lambda: all(each.table.state.phase == WON for each in net.clients))
    net.run(1)
    return net


def knock(net: Net, *by: int) -> None:
    for number in by:
        net.ask(net.clients[number], Knock())
    net.run(0.5)


def again(net: Net) -> bool:
    """Whether another match is played at every screen."""
    return net.run(4, lambda: all(each.table.state.phase == PLAYING for each in net.clients))


def test_another_match_begins_as_soon_as_all_have_knocked_for_it() -> None:
    net = over()
    before = net.match
    knock(net, 0, 1)
    assert net.match is before and net.clients[2].table.state.ready == 0b11
    knock(net, 2)
    assert again(net) and net.match is not before
    assert net.match.state.round == 1 and net.match.state.totals == (0, 0, 0) and not net.match.state.out
    assert len(before.log) == before.results[-1].entries, "the log of the first is not touched"
    assert net.run(900, lambda: all(each.table.state.phase == WON for each in net.clients))
    net.run(1)
    assert [each.table.witness.verdict(1) for each in net.clients] == [DealVerdict(PROVED)] * 3


def test_who_does_not_knock_watches_and_may_sit_down_again() -> None:
    net = over()
    knock(net, 0, 1)
    net.ask(net.clients[1], GoOn())
    net.run(3)
    assert net.match.state.phase == WON, "the owner is asked"
    net.ask(net.clients[0], GoOn())
    assert again(net)
    assert [each.table.seat for each in net.clients] == [0, 1, None]
    assert len(net.match.state.totals) == 2
    assert net.clients[2].table.room and net.clients[2].table.room.waiting == 0
    net.ask(net.clients[2], Sit(True))
    net.run(0.5)
    assert net.clients[2].table.room.waiting == 1


def test_nobody_waits_for_who_has_left_and_one_who_watched_gets_a_seat() -> None:
    net = over()
    watcher = net.join(watch=True, rules=rules_of, person=True)
    net.run(1)
    net.ask(watcher, Sit(True))
    net.ask(net.clients[1], Leave())
    net.run(0.5)
    net.clients[1].stopped = True
    knock(net, 0, 2)
    assert net.run(4, lambda: watcher.table.state.phase == PLAYING)
    assert watcher.table.seat is not None and not net.match.state.out and len(net.match.state.totals) == 3


def test_one_alone_is_left_in_the_lobby_and_has_knocked() -> None:
    net = over(2, 2)
    knock(net, 0)
    net.run(3)
    net.ask(net.clients[0], GoOn())
    net.run(1)
    room = net.clients[0].room
    assert not room.playing and [place.ready for place in room.places] == [True, False]
    assert net.clients[1].table.seat is None
