"""Deals when people come and go: who sits down later has a part in the next one, and so has every seat at a
host that goes on with the match."""

from game.core.state import PLAYING, SCORED, WON, Knock
from game.core.table import Move
from game.net.client import deal_verdict as why
from game.net.client.deal_verdict import PROVED, UNPROVABLE, DealVerdict
from game.net.server.gathering import Takeover
from game.net.wire.messages import Leave, Sit
from tests.net.duel import Duel
from tests.net.fair_rounds import SEED, begun, found, start
from tests.net.impair import LAN
from tests.net.simnet import Client, Net, new_table


def end_round(net: Net, client: Client) -> None:
    """This client, at the first seat, knocks."""
    net.press(client, Move(0, 0, 0))
    assert net.run(5, lambda: net.match.state.phase in (SCORED, WON))
    net.run(1)


def next_round(net: Net, clients: list[Client]) -> None:
    number = net.match.state.round + 1
    net.knock_all()
    assert net.run(5, lambda: net.match.state.round == number and net.match.state.phase == PLAYING)
    net.run(4)


def test_who_sits_down_for_the_next_round_has_a_part_in_its_deal() -> None:
    net = Net(new_table(3, rounds=2, seed=SEED, rules=Duel), 3)
    for _ in range(2):
        net.join(LAN, LAN, level=None, rules=lambda *_: Duel())
    start(net)
    net.join(LAN, LAN, level=None, rules=lambda *_: Duel())
    net.run(1)
    end_round(net, net.clients[0])
    assert net.match.seats == 3
    next_round(net, net.clients)
    assert all(net.match.deals[2].openings)
    end_round(net, net.clients[0])
    assert found(net, 2) == [DealVerdict(PROVED)] * 3
    assert found(net, 1) == [DealVerdict(PROVED), DealVerdict(PROVED), DealVerdict(UNPROVABLE, why.GAP)]


def test_a_round_keeps_who_played_it_though_another_gets_the_seat() -> None:
    net = begun(rounds=2)
    one, gone = net.clients
    late = net.join(LAN, LAN, level=None, rules=lambda *_: Duel())
    net.run(1)
    net.ask(gone, Leave())
    net.run(1)
    end_round(net, one)
    for client in (one, late):
        played, room = client.table.played, client.table.room
        assert played and room
        assert [place.name for place in played.places] == ["P0", "P1"]
        assert [place.name for place in room.places] == ["P0", "P2"]
    assert late.table.seat == 1
    assert net.match.state.totals == one.table.state.totals, "the seat keeps what it has"


def test_two_who_sit_down_at_once_are_each_told_of_the_other() -> None:
    net = Net(new_table(4, rounds=2, seed=SEED, rules=Duel), 3)
    for _ in range(2):
        net.join(LAN, LAN, level=None, rules=lambda *_: Duel())
    start(net)
    watchers = [net.join(LAN, LAN, level=None, watch=True, rules=lambda *_: Duel()) for _ in range(2)]
    net.run(1)
    end_round(net, net.clients[0])
    for watcher in watchers:
        net.ask(watcher, Sit(True))
    net.run(1)
    assert [watcher.table.seat for watcher in watchers] == [2, 3]
    assert [len(client.table.confirmed.state.totals) for client in net.clients] == [4] * 4


def test_nobody_sits_down_between_the_commitments_and_the_deal() -> None:
    net = Net(new_table(3, rounds=2, seed=SEED, rules=Duel), 3)
    for _ in range(2):
        net.join(LAN, LAN, level=None, rules=lambda *_: Duel())
    start(net)
    watcher = net.join(LAN, LAN, level=None, watch=True, rules=lambda *_: Duel())
    net.run(1)
    end_round(net, net.clients[0])
    net.clients[1].table.witness.receive = lambda *_: None  # type: ignore[method-assign]
    for client in net.clients[:2]:
        net.ask(client, Knock())
    net.run(0.1)
    net.ask(watcher, Sit(True))
    net.run(4)
    assert (net.match.state.round, net.match.seats) == (2, 2)


def test_the_next_host_deals_with_the_numbers_of_all() -> None:
    net = begun(rounds=3)
    old = [client.table for client in net.clients]
    room = old[0].room
    assert room
    table = new_table(2, rounds=3, seed=bytes(range(32)), rules=Duel)
    table.epoch = 1
    players = [one.player for one in old[0].successors]
    table.inherit(Takeover(room, old[0].successors, old[0].confirmed, players[:1]), 0)
    new = Net(table, 5)
    for before in old:
        assert before.welcome
        key = before.connection.key
        token = before.welcome.token
        client = new.join(level=None, spare=1, token=token, key=key, rules=lambda *_: Duel(), before=before)
        assert new.run(2, lambda: client.table.seated and bool(client.table.confirmed.state.round))  # noqa: B023
    end_round(new, new.clients[0])
    assert found(new) == [DealVerdict(UNPROVABLE, why.MOVED)] * 2
    next_round(new, new.clients)
    end_round(new, new.clients[0])
    assert found(new, 2) == [DealVerdict(PROVED)] * 2
