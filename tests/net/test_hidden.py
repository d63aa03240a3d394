"""Hidden stays hidden: no byte that reaches a client names a card that did not lie face up for all."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from game.core import match, table_round
from game.core.cards import HIDDEN, Card, pack
from game.core.deal_anew import dealt_anew
from game.core.shuffle import SECRET, Stream, Use, derive, shuffled
from game.core.state import PLAYING, Event, State, Thrown, fold_match
from game.core.table import Move, Moved, Turned
from game.lan.hosting import make_table
from game.net.client import connection
from game.net.wire import codec
from game.net.wire.codec import decode_down
from game.net.wire.messages import HouseRules, Openings, Reveal, SeatOpening, Snapshot, ToClient, ToHost
from game.net.wire.snapshot import snapshot
from game.rules.haisty import Haisty
from tests.net.duel import Duel
from tests.net.impair import BUSY, Way
from tests.net.simnet import Client, Net, new_table

SEED = bytes.fromhex("5eedc0de12345678" * 4)
USES: tuple[Use, ...] = ("deal", "tie", "bot", "anew")
ROUNDS = {derive(SEED, number, use="host"): number for number in range(1, 4)}
"""The host's own numbers for the deals, by what they are."""
SECRETS = {SEED} | {
    derive(SEED, *path, use=use)
    for use in USES
    for path in [*product(range(5)), *product(range(5), range(5)), *product(range(3), range(100), range(4))]
}
SECRETS |= {derive(each, seat) for each in list(SECRETS) for seat in range(4)}
"""All that the deals, the ties and the bots of two rounds come from."""


def face_up(state: State) -> set[Card]:
    """What everybody sees lie on the table."""
    return {card for pile in state.table.view().piles for card in pile.cards if card != HIDDEN}


def named(message: object) -> Iterator[Card]:
    """The cards that a message names, wherever in it."""
    if isinstance(message, Card):
        if message != HIDDEN:
            yield message
    elif isinstance(message, Snapshot):
        for pile in message.piles:
            yield from named(codec.unpacked(pile))
    elif isinstance(message, Thrown):
        yield from (Card(*card) for card in message.cards)
    elif isinstance(message, tuple | list):
        for part in message:
            yield from named(part)
    elif fields := getattr(message, "__struct_fields__", ()):
        for field in fields:
            yield from named(getattr(message, field))


@cache
def seeds(deal: bytes, number: int) -> set[bytes]:
    """What one round's cards come from."""
    return {deal, derive(deal, number), derive(deal, number, 0)}


class Watch:
    """Keeps what lies face up at the host, and looks through every packet that a client opens."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.net = Net(new_table(4, rounds=2, seed=SEED), 3, quick=True)
        self.seen: list[tuple[int, set[Card]]] = []
        """When the host's table changed, and what lay face up from then on."""
        self.messages = self.cards = 0
        self.revealed: set[int] = set()
        """The rounds for which the host's number has been told."""
        for judge in (match, table_round):
            patch.setattr(judge, "fold_match", self._fold)

        def decoded(data: bytes) -> ToClient:
            self.look(data)
            return decode_down(data)

        patch.setattr(connection, "decode_down", decoded)

    def _fold(self, state: State, event: Event) -> State:
        after = fold_match(state, event)
        self.seen.append((self.net.now, face_up(after)))
        return after

    def unseen(self, cards: set[Card], longest: int) -> set[Card]:
        """Those of the cards that never lay face up in the last so many microseconds."""
        for at, seen in reversed(self.seen):
            cards = cards - seen
            if not cards or at < self.net.now - longest:
                break
        return cards

    def look(self, data: bytes) -> None:
        """Prove that the message tells nothing that is not seen."""
        told = {data[at : at + SECRET] for at in range(len(data) - SECRET + 1)}
        assert not told & SECRETS
        message = decode_down(data)
        match = self.net.table.room.match
        for number in (ROUNDS[each] for each in told & ROUNDS.keys()):
            assert match and isinstance(message, Reveal), "the host's number is told when the round is over"
            assert len(match.results) >= number
            self.revealed.add(number)
        for deal in match.deals.values() if match else ():
            if told & seeds(deal.seed, deal.round):
                assert match and isinstance(message, Reveal), "what a deal follows from is told with that"
                assert message.round == deal.round <= len(match.results)
        cards = set(named(message))
        self.messages += 1
        self.cards += len(cards)
        assert not self.unseen(cards, 1_000_000), message


def test_no_card_reaches_a_client_that_did_not_lie_face_up_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch(monkeypatch)
    net, way = watch.net, BUSY._replace(loss=0.2)
    for _ in range(4):
        net.join(way, way)
    assert net.run(20, lambda: all(client.table.state.phase == PLAYING for client in net.clients))
    net.run(10)
    before = watch.messages
    net.join(way, way, level=None, watch=True)
    net.run(1)
    assert watch.messages > before + 3, "a watcher was told of the table"
    back = returned(net, net.clients[1], way)
    assert net.run(3, lambda: back.table.state.phase == PLAYING)
    net.play()
    assert watch.messages > 1000
    assert watch.cards > 2000
    net.run(1)
    assert watch.revealed == set(range(1, net.match.state.round + 1)), "a draw after two rounds has a third"


DEALING = ["HostCommitment", "Commitments", "Openings", "Dealt", "Scored", "Reveal"]


def test_numbers_travel_in_their_order_and_no_seat_opens_before_all_have_committed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    net = Net(new_table(3, rounds=2, seed=SEED, rules=Duel), 3)
    told: list[str] = []
    numbers: set[bytes] = set()
    encode = codec.encode_up

    def decoded(data: bytes) -> ToClient:
        message = decode_down(data)
        told.append(type(message).__name__)
        if not isinstance(message, Openings):
            assert not any(number in data for number in numbers)
        return message

    def encoded(message: ToHost) -> bytes:
        if isinstance(message, SeatOpening):
            assert told.count("HostCommitment") == 3, "all have been asked"
            assert "Commitments" in told, "and all have committed"
            numbers.add(message.number)
        return encode(message)

    monkeypatch.setattr(connection, "decode_down", decoded)
    monkeypatch.setattr(connection, "encode_up", encoded)
    for _ in range(3):
        net.join(level=None)
    net.seat_all()
    net.knock_all()
    net.run(4)
    net.press(net.clients[0], Move(0, 0, 0))
    net.run(2)
    assert len(numbers) == 3
    assert [name for name in dict.fromkeys(told) if name in DEALING] == DEALING
    assert [told.count(name) for name in DEALING] == [6, *[3] * (len(DEALING) - 1)]


def returned(net: Net, client: Client, way: Way) -> Client:
    """The same player from a program started anew."""
    client.stopped = True
    net.run(0.5)
    return net.join(way, way, token=client.welcome.token, key=client.table.connection.key)


def test_the_proof_would_find_an_event_and_a_snapshot_that_are_not_masked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watch = Watch(monkeypatch)
    for _ in range(4):
        watch.net.join(BUSY, BUSY)
    watch.net.run(20, lambda: watch.net.table.room.match is not None)
    watch.net.run(4)
    state = watch.net.match.state
    with pytest.raises(AssertionError):
        watch.look(codec.encode_down(Turned(0, state.table.piles[0].cards[0])))
    bare = state.table._replace(piles=tuple(pile._replace(up=len(pile.cards)) for pile in state.table.piles))
    with pytest.raises(AssertionError):
        watch.look(codec.encode_down(snapshot(state._replace(table=bare), 0)))


def test_cards_that_come_to_lie_face_down_travel_without_faces() -> None:
    cards = tuple(Card(rank, 1, 2) for rank in range(1, 14))
    data = codec.encode_down(Moved(2, 20, 19, cards, up=False))
    assert decode_down(data) == Moved(2, 20, 19, (HIDDEN,) * 13, up=False)
    assert len(data) < 13


def test_every_match_is_dealt_from_a_secret_of_its_own() -> None:
    table = make_table("T", 2, HouseRules(0, 1, {}))
    net = Net(table)
    for _ in range(2):
        net.join()
    found = []
    for _ in range(2):
        assert net.run(20, lambda: table.room.match is not None)
        found.append(net.match.seed)
        table.room.reopen(net.now)
    found.append(make_table("T", 2, HouseRules(0, 1, {})).room._seed())
    assert all(isinstance(seed, bytes) and len(seed) == SECRET for seed in found)
    assert len(set(found)) == 3


def test_ties_and_the_deal_after_a_takeover_do_not_follow_from_the_deal() -> None:
    deals = derive(SEED, 1)
    cards = shuffled(pack(0), Stream(derive(deals, 0)))
    for use in USES[1:]:
        for path in product(range(5), repeat=2):
            assert shuffled(pack(0), Stream(derive(SEED, *path, use=use))) != cards
    table = Haisty().deal(deals, 2).view()
    owners = tuple(spot.seat for spot in Haisty().spots(2))
    assert dealt_anew(table, owners, SEED) != Haisty().deal(deals, 2)
