"""What a seat asks for and does not get leaves its round as provable as before."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from game.core.state import WON, Cheer, Dud, Knock, Play, Request, Returned, Shout
from game.core.table import Move, Table
from game.net.client.deal_verdict import PROVED, DealVerdict
from game.rules.haisty import BUILD, OWN, RESERVE, STOCK, WASTE
from tests.net.duel import Duel
from tests.net.fair_rounds import begun, found, knocked, table_of
from tests.net.impair import LAN
from tests.net.simnet import Client, Net

SLOT = 2 * OWN
"""The first common pile at a table of two."""


@dataclass(frozen=True)
class OneKnocker(Duel):
    """The duel in which the first seat alone may knock."""

    def moves(self, table: Table, seat: int) -> Iterator[Move]:
        """Those of the duel but for that."""
        return (move for move in super().moves(table, seat) if move.count or not seat)


REFUSED: dict[str, tuple[Move, ...]] = {
    "a knock too early": (Move(1, 1, 0),),
    "knocks too early": (Move(1, 1, 0), Move(1, 1, 0)),
    "a card while a knock is in the air": (Move(1, 1, 0), Move(1, 3)),
    "a knock while a card is in the air": (Move(1, 3), Move(1, 1, 0)),
    "two cards at once": (Move(1, 3), Move(1, 3)),
    "another's card": (Move(0, 3),),
    "another's knock": (Move(0, 0, 0),),
    "more cards than there are": (Move(1, 3, 60),),
    "a card on its own pile": (Move(1, 1, 1),),
    "a card onto another's pile": (Move(1, 0, 1),),
    "nothing": (Move(1, 3, 0),),
}


def lay(net: Net, seat: int, place: int) -> None:
    net.press(net.clients[seat], Move(seat, place))
    net.run(0.3)


@pytest.mark.parametrize("moves", REFUSED.values(), ids=REFUSED)
def test_a_request_that_is_refused_blames_nobody(moves: tuple[Move, ...]) -> None:
    net = begun(rules=OneKnocker)
    for at_once in (True, False):
        for move in moves:
            net.press(net.clients[1], move)
        net.run(0.02 if at_once else 0.3)
        for seat, place in ((0, 2), (1, 3), (0, 2), (1, 3)):
            lay(net, seat, place)
    told = [event for _, event in net.clients[1].events]
    assert any(isinstance(event, Dud | Returned) for event in told)
    assert knocked(net) == [DealVerdict(PROVED)] * 2


def others(turn: int) -> tuple[Request, ...]:
    """What the rules of the game never allow, and what is no move, in turn."""
    moves = (
        *((Move(RESERVE, RESERVE, 0),) * 2),
        Move(WASTE, RESERVE, 1),
        Move(STOCK, BUILD, 1),
        Move(BUILD, BUILD + 1, 9),
        Move(RESERVE, SLOT + turn % 8, 1),
        Move(WASTE, SLOT + turn % 8, 1),
        Move(OWN + WASTE, SLOT, 1),
        Move(WASTE, BUILD, 60),
    )
    return (Play(moves[turn % len(moves)], 0), (Knock(), Shout(1), Cheer(0))[turn % 3])


def test_whole_rounds_in_which_one_seat_keeps_asking_for_what_it_does_not_get() -> None:
    net = table_of(LAN, LAN, rounds=2, seed=bytes([3] * 32))  # one may be short
    done = [client for client in net.clients if not client.stopped]
    for turn in range(3000):
        if net.run(0.05, lambda: all(client.table.state.phase == WON for client in done)):
            break
        if net.table.room.match and net.match.state.starts and net.now > net.match.state.starts:
            for request in others(turn):
                ask(net, net.clients[0], request)
    told = [event for _, event in net.clients[0].events]
    assert sum(isinstance(event, Dud) for event in told) >= 5
    assert sum(isinstance(event, Returned) for event in told) >= 20
    for number in (1, 2):
        assert found(net, number) == [DealVerdict(PROVED)] * 2


def ask(net: Net, client: Client, request: Request) -> None:
    if isinstance(request, Play):
        net.press(client, request.move)
    else:
        net.ask(client, request)
