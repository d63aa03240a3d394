"""Hosts that look at deals and keep the one they like, over real messages: no seat finds theirs proved."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import pytest

from game.core.shuffle import derive
from game.core.state import PLAYING, SCORED, WON, Dealt, Knock, opening
from game.core.table import Move
from game.net.client import round_verdict as why
from game.net.client.connection import BROKEN
from game.net.client.round_verdict import PROVED, RoundVerdict
from game.net.server.deal_gathering import DealGathering
from game.net.server.peer import Delivery
from game.net.wire.messages import Room, ToClient
from game.net.wire.snapshot import snapshot
from tests.net.fair_rounds import Shuffled, found, table_of
from tests.net.impair import LAN
from tests.net.simnet import Net

REJECTED = 3
Between = Callable[[Net, Dealt], Iterable[ToClient]]
"""What a host says between two deals, having seen what the first one would be."""


def no_more(net: Net, dealt: Dealt) -> Iterable[ToClient]:
    """Nothing: it asks again."""
    return ()


def deal_it(net: Net, dealt: Dealt) -> Iterable[ToClient]:
    """It deals, and asks again."""
    yield dealt


def tell_again(net: Net, dealt: Dealt) -> Iterable[ToClient]:
    """It tells the match as it was before."""
    yield from snapshot(before(net), 0)


def deal_and_tell_again(net: Net, dealt: Dealt) -> Iterable[ToClient]:
    """It deals, and tells the match as it was before."""
    yield dealt
    yield from tell_again(net, dealt)


def another_match(net: Net, dealt: Dealt) -> Iterable[ToClient]:
    """It deals, and there is another match."""
    yield dealt
    room = net.clients[0].room
    for playing in (False, True):
        yield msgspec.structs.replace(room, playing=playing)
    yield from tell_again(net, dealt)


def before(net: Net) -> Any:
    return net.match.state if net.match.state.round else opening(2)


def choosy(patch: pytest.MonkeyPatch, net: Net, between: Between) -> list[bytes]:
    """Let the host reject deals of the latest round; their seeds."""
    rejected: list[bytes] = []
    update = DealGathering.update

    def again(self: DealGathering, players: Any, seats: int, everyone: Any, now: int) -> list[Delivery]:
        deliveries = update(self, players, seats, everyone, now)
        if (deal := self.deal) and len(rejected) < REJECTED and any(deal.openings):
            rejected.append(deal.seed)
            table = Shuffled().deal(derive(deal.seed, deal.round), seats)
            said = between(net, Dealt(deal.round, table.view()))
            deliveries += [Delivery(message, everyone) for message in said]
            DealGathering.__init__(self, deal.table, deal.round, bytes([len(rejected)] * 32))
            self.begin(now)
        return deliveries

    patch.setattr(DealGathering, "update", again)
    return rejected


def play_round(net: Net, number: int) -> None:
    """Both knock, and who has left the host comes back, until the round is played and over."""
    for client in [client for client in net.clients if not client.stopped]:
        net.ask(client, Knock())
    for _ in range(8 * REJECTED):
        net.run(0.5)
        there = [client for client in net.clients if not client.stopped]
        left = [client for client in there if client.table.connection.state == BROKEN]
        for client in left:
            net.come_back(client, rules=lambda *_: Shuffled())
        live, back = net.table.room.live, all(client.table.seated for client in there)
        if (
            back
            and not left
            and live
            and (live.match.state.round, live.match.state.phase) == (number, PLAYING)
        ):
            break
    net.run(4)
    first = next(client for client in net.clients if not client.stopped and client.table.seat == 0)
    net.press(first, Move(0, 0, 0))
    assert net.run(5, lambda: net.match.state.phase in (SCORED, WON))


@pytest.mark.parametrize("between", [no_more, deal_it, tell_again, deal_and_tell_again, another_match])
@pytest.mark.parametrize("number", [1, 2])
def test_a_host_that_looks_at_several_deals_proves_none(
    between: Between, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    net = table_of(LAN, LAN, rounds=3, rules=Shuffled)
    net.seat_all()
    if number == 2:
        net.knock_all()
        assert net.run(5, lambda: net.table.room.live is not None and net.match.state.phase == PLAYING)
        net.run(3)
        net.press(net.clients[0], Move(0, 0, 0))
    rejected = choosy(monkeypatch, net, between)
    net.run(1)
    play_round(net, number)
    assert len(rejected) == (1 if between in (no_more, deal_it) else REJECTED), "else its guests leave"
    assert RoundVerdict(PROVED) not in found(net, number)


def test_a_seat_is_no_watcher_of_the_round_that_it_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host asks it for no number, and says that it sits nowhere while the cards are dealt."""
    ask = DealGathering._ask
    monkeypatch.setattr(
        DealGathering, "_ask", lambda self, players: ask(self, {s: p for s, p in players.items() if s})
    )
    net = table_of(LAN, LAN, rules=Shuffled)
    net.seat_all()
    victim, take = net.clients[0].table, net.clients[0].table._take
    shown: list[Room] = []

    def told(message: ToClient, now: int) -> None:
        if isinstance(message, Dealt) and victim.room:
            shown.append(victim.room)
            place = msgspec.structs.replace(victim.room.places[0], member=99)
            victim.room = msgspec.structs.replace(victim.room, places=(place, *victim.room.places[1:]))
        take(message, now)
        if shown:
            victim.room = shown.pop()

    monkeypatch.setattr(victim, "_take", told)
    play_round(net, 1)
    assert found(net) == [RoundVerdict(why.UNPROVABLE, why.LATE), RoundVerdict(PROVED)]
