"""What a host does that ours never would: the client leaves it, and nothing else happens to it."""

from collections.abc import Callable

import msgspec
import pytest

from game.core.cards import HIDDEN, Card, Pile
from game.core.match import Match
from game.core.state import (
    PLAYING,
    Dealt,
    Event,
    Returned,
    Sat,
    Scored,
    Shout,
    Shouted,
    Started,
    State,
    Thrown,
)
from game.core.table import Move, Moved, Turned
from game.lan.hosting import make_table, rules_of
from game.net.client import connection
from game.net.client.connection import BROKEN, CONNECTED, Connection
from game.net.client.prediction import FAR, Prediction
from game.net.client.table_client import COMING, KNOWN, SOON, TableClient
from game.net.server.gathering import Takeover
from game.net.server.peer import Peer
from game.net.transport.channel import WINDOW
from game.net.transport.code_exchange import CodeExchange
from game.net.wire.codec import decode_down, decode_up, encode_down
from game.net.wire.fields import MOST, WireError
from game.net.wire.messages import HouseRules, Join, Room, Successor, Successors, ToClient
from game.net.wire.packet import COOKIE, NONCE, plain
from game.net.wire.snapshot import snapshot
from game.rules.haisty import Haisty
from tests.net.simnet import new_table

ADDRESS = ("10.0.0.1", 40_000)


def let_in(start: int = 1_000_000) -> tuple[TableClient, Peer, int]:
    """A client at a table, the host's end of its connection, and the time; nothing in between takes any."""
    table, client, now = new_table(), TableClient(Connection(Join("A", 0), "", start), rules_of), start
    for _ in range(40):
        now += 10_000
        for data in client.connection.packets(now):
            if answer := table.receive(data, ADDRESS, now):
                client.receive(answer, now)
        for data, _ in table.update(now):
            client.receive(data, now)
        client.update(now)
    assert client.seated
    peer = table.members.all[0].peer
    assert peer
    return client, peer, now


def tell(client: TableClient, peer: Peer, now: int, *messages: ToClient) -> list[Event]:
    """Have the host say this to the client; what that shows."""
    for message in messages:
        peer.endpoint.send(encode_down(message), now)
    client.receive(peer.packet(now), now)
    return client.update(now)


def live_by(clock: int) -> tuple[TableClient, Peer, int]:
    """Half a minute of a client with a host whose clock stands still at this time."""
    client, peer, now = let_in()
    for _ in range(300):
        now += 100_000
        for data in client.connection.packets(now):
            peer.receive(data, clock)
        client.receive(peer.packet(clock), now)
        client.update(now)
    return client, peer, now


@pytest.mark.parametrize("clock", [0, 2**47])
def test_a_host_s_clock_at_its_ends_stops_no_client(clock: int) -> None:
    client, peer, now = live_by(clock)
    client.ask(Shout(1), now)
    [said] = client.connection.packets(now)
    assert list(map(decode_up, peer.receive(said, clock))) == [Shout(1)]
    assert client.room
    peer.endpoint.send(encode_down(msgspec.structs.replace(client.room, name="Another")), clock)
    client.receive(peer.packet(clock), now)
    assert client.room.name == "Another"


@pytest.mark.parametrize("clock", [2**47 + 1, 2**48 - 1])
def test_a_host_whose_time_no_packet_of_ours_has_room_for_is_left(clock: int) -> None:
    client, _peer, now = live_by(clock)
    assert client.connection.state == BROKEN
    assert client.connection.packets(now + 10**9) == []


def test_who_is_never_heard_by_its_host_leaves_it() -> None:
    client, _peer, now = let_in()
    assert client.connection.state == CONNECTED
    for _ in range(WINDOW + 1):
        client.ask(Shout(1), now)
    assert client.connection.state == BROKEN


def strange_card(state: State) -> Pile:
    """The first pile with a card of a pack that nobody has on top."""
    pile = state.table.piles[0]
    return pile._replace(cards=(*pile.cards[:-1], Card(1, 1, 3)))


FOUL = [
    lambda state: state._replace(table=state.table._replace(piles=state.table.piles[1:])),
    lambda state: state._replace(round=0, phase=PLAYING),
    lambda state: state._replace(knocker=3),
    lambda state: state._replace(winner=3),
    lambda state: state._replace(
        table=state.table._replace(piles=(strange_card(state), *state.table.piles[1:]))
    ),
    lambda state: state._replace(air=(Thrown(0, Move(1, 30), ((1, 1, 3),), 0),)),
    lambda state: state._replace(air=(Thrown(0, Move(0, 34), ((1, 1, 0),), 0),)),
]
STRANGE = [
    Shouted(3, 1),
    Returned(0, Move(1, 2), 3),
    Moved(3, 1, 2, (Card(1, 1, 0),)),
    Moved(0, 1, 2, (Card(1, 1, 3),)),
    Thrown(0, Move(1, 30), ((1, 1, 3),), 0),
    Scored("knock", 0, (0,) * 3, (0,) * 2),
    Scored("knock", 3, (0,) * 3, (0,) * 3),
    Sat(3),  # in the middle of a round
    Dealt(2, Haisty().deal(1, 4)),
]


def begun() -> tuple[TableClient, Peer, int, State]:
    """A client at a match in play."""
    client, peer, now = let_in()
    state = State(PLAYING, 1, Haisty().deal(1, 3), (0,) * 3, starts=now)
    tell(client, peer, now, snapshot(state, 5))
    assert client.state.round
    return client, peer, now, state


@pytest.mark.parametrize("spoil", FOUL)
def test_a_match_that_cannot_be_is_not_shown(spoil: Callable[[State], State]) -> None:
    client, peer, now = let_in()
    state = spoil(State(PLAYING, 1, Haisty().deal(1, 3), (0,) * 3, starts=now))
    tell(client, peer, now, snapshot(state, 5))
    assert not client.state.round
    assert client.connection.state == BROKEN


def test_a_host_with_rules_that_there_are_not_is_left() -> None:
    client, peer, now = let_in()
    assert client.room
    terms = HouseRules(0, 1, {"no_such_rule": True})
    tell(client, peer, now, msgspec.structs.replace(client.room, terms=terms))
    assert client.connection.state == BROKEN
    assert client.room.terms.house == {}


@pytest.mark.parametrize("event", STRANGE)
def test_what_happens_to_seats_and_piles_that_there_are_not_is_not_shown(event: Event) -> None:
    client, peer, now, _state = begun()
    assert not tell(client, peer, now, event)
    assert client.connection.state == BROKEN


def size(client: TableClient) -> int:
    """How much the client keeps of what it was sent, where nobody else is to look."""
    cards = sum(len(pile.cards) for pile in client.confirmed.state.table.piles)
    return len(client._coming) + len(client.known) + len(client.connection.received) + cards


def flood(
    messages: Callable[[int], ToClient], watched: bool = True, most_sent: int = 20_000
) -> tuple[TableClient, int]:
    """A client that is sent so many that it must leave; how much it kept meanwhile. `watched`: whether
    somebody looks at the table."""
    client, _peer, now, _state = begun()
    most = 0
    for number in range(most_sent):
        if client.connection.state == BROKEN:
            break
        client.connection.received.append(messages(number))
        client.receive(b"", now)
        if watched:
            client.update(now)
        most = max(most, size(client))
    return client, most


@pytest.mark.parametrize("kind", ["started", "thrown", "starts", "air"])
def test_nothing_begins_or_flies_in_the_far_future(kind: str) -> None:
    client, peer, now, state = begun()
    far = now + SOON + 1_000_000
    thrown = Thrown(0, Move(1, 2), (), far)
    told: dict[str, list[ToClient]] = {
        "started": [Started(far)],
        "thrown": [thrown],
        "starts": [snapshot(state._replace(starts=far), 5)],
        "air": [snapshot(state._replace(air=(thrown,)), 5)],
    }
    tell(client, peer, now, *told[kind])
    assert client.connection.state == BROKEN


def test_a_host_that_has_ever_more_to_show_is_left() -> None:
    client, most = flood(lambda number: Shouted(0, 1), watched=False)
    assert client.connection.state == BROKEN
    assert most < COMING + 1000


@pytest.mark.parametrize(
    "event",
    [
        Moved(0, 6, 1, (Card(1, 1, 0),) * 4),
        Moved(0, 6, 1, (HIDDEN,) * 200, up=False),
        Turned(6, Card(1, 1, 0)),
    ],
)
def test_cards_from_nowhere_are_not_believed(event: Event) -> None:
    client, peer, now, state = begun()
    assert not state.table.piles[6].cards
    peer.endpoint.send(encode_down(event), now)
    client.receive(peer.packet(now), now)
    assert client.connection.state == BROKEN, "at once, before it is to be shown"
    assert size(client) < 400


def test_a_table_of_more_cards_than_the_game_has_is_not_shown() -> None:
    client, peer, now = let_in()
    table = Haisty().deal(1, 3)
    more = Pile((HIDDEN,) * 255)
    state = State(PLAYING, 1, table._replace(piles=(more, *table.piles[1:])), (0,) * 3, starts=now)
    tell(client, peer, now, snapshot(state, 5))
    assert client.connection.state == BROKEN


def test_machines_that_could_take_over_are_remembered_up_to_a_number() -> None:
    def successors(number: int) -> ToClient:
        return Successors((Successor(number % 256, None, "10.0.0.1", 1 + number % 60_000, b"", b""),))

    client, _most = flood(successors)
    assert client.connection.state == CONNECTED
    assert len(client.known) == KNOWN
    assert (b"", 20_000) in client.known


def test_who_is_named_no_more_stands_for_nothing_also_at_the_next_host() -> None:
    client, peer, now = let_in()
    one, other = (Successor(n, n, "10.0.0.1", 1 + n, b"", bytes([n]) * 16) for n in (1, 2))
    tell(client, peer, now, Successors((one, other)))
    assert {machine.member for machine in client.known.values()} == {1, 2}
    tell(client, peer, now, Successors((msgspec.structs.replace(other, host="", port=0),)))
    assert [*client.known.values()] == [other], "it is away, and is looked for where it was"
    after, peer, now = let_in()
    tell(after, peer, now, Successors((one,)))
    after.follow(client)
    assert [*after.known.values()] == [one]


def test_a_host_with_a_key_that_is_none_costs_one_code_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[CodeExchange] = []

    def begin(code: str, client: bool, own: bytes, other: bytes, table: bytes) -> CodeExchange:
        begun.append(CodeExchange(code, client, own, other, table))
        return begun[-1]

    monkeypatch.setattr(connection, "CodeExchange", begin)
    client = TableClient(Connection(Join("A", 0), "code", 0))
    nonce = client.connection.packets(0)[0][8 : 8 + NONCE]
    for _ in range(100):
        client.receive(plain(COOKIE, nonce + bytes(16) + bytes(32) + bytes(8)), 1)
    assert len(begun) == 1
    assert client.connection.state == BROKEN


def test_moves_that_a_host_never_confirms_are_shown_up_to_a_number() -> None:
    match = Match(Haisty(), 1, 3)
    match.start()
    match.resume(match.state._replace(phase=PLAYING, starts=0), 0)
    prediction = Prediction(match.state._replace(table=match.state.table.view()))
    for number in range(1000):
        table = prediction.state.table
        turn = next(m for m in match.rules.moves(table, 0) if m.count and m.src in (5, 6) and m.dst in (5, 6))
        prediction.press(match.rules, 0, turn, number)
    assert len(prediction._expected[0]) <= FAR + 2


def test_nobody_goes_on_with_a_table_that_cannot_be_told_of() -> None:
    client, _peer, now = let_in()
    assert client.room
    place = client.room.places[0]
    twice = msgspec.structs.replace(client.room, places=(place, place))
    for room, epoch in ((client.room, MOST), (twice, 1)):
        table = make_table("T", 4, HouseRules(0, 1, {}), identity=(bytes(32), epoch))
        with pytest.raises(ValueError, match="no such table"):
            table.inherit(Takeover(room, (), client.confirmed, ()), now)


def test_a_table_has_places_for_all_who_play() -> None:
    with pytest.raises(WireError):
        decode_down(encode_down(Room("T", (), (), 0, True, HouseRules(0, 1, {}))))
    client, peer, now, _state = begun()
    assert client.room
    few = msgspec.structs.replace(client.room, playing=True, places=client.room.places[:2])
    tell(client, peer, now, few)
    assert client.connection.state == BROKEN


def test_nobody_plays_where_there_is_no_place() -> None:
    client, peer, now = let_in()
    state = State(PLAYING, 1, Haisty().deal(1, 5), (0,) * 5, starts=now)
    tell(client, peer, now, snapshot(state, 5))
    assert client.room
    assert len(client.room.places) == 4
    assert client.connection.state == BROKEN


@pytest.mark.parametrize("scores", [(), (1,), (1, 2), (1, 2, 3, 4)])
def test_a_round_is_scored_for_all_who_played_it(scores: tuple[int, ...]) -> None:
    client, peer, now, _state = begun()
    assert not tell(client, peer, now, Scored("stuck", None, scores, (0,) * 3))
    assert client.connection.state == BROKEN
