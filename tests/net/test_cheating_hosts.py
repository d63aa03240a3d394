"""What a host could do to a deal that nobody may choose: every way is found out."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from game.core.state import PLAYING, SCORED, WON, Dealt
from game.core.table import Move
from game.net.client import deal_verdict as why
from game.net.client.deal_verdict import BROKEN, PROVED, UNPROVABLE, DealVerdict
from game.net.server.deal_gathering import DealGathering
from game.net.server.live_match import LiveMatch
from game.net.wire.messages import SeatCommitment, SeatOpening, ToClient
from tests.net.dishonest import (
    Patch,
    chosen_late,
    dealt_otherwise,
    other_secret,
)
from tests.net.duel import Duel
from tests.net.fair_rounds import (
    WITHHELD,
    Shuffled,
    begun,
    duel,
    found,
    knocked,
    start,
    table_of,
    tie_and_knock,
)
from tests.net.impair import LAN
from tests.net.simnet import Net


@pytest.mark.parametrize(
    ("cheat", "reason"),
    [
        (other_secret, why.SECRET),
        (chosen_late, why.SECRET),
    ],
)
def test_all_seats_find_a_host_that_cheats(
    cheat: Callable[[Patch], None], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    net = table_of(LAN, LAN, LAN, rules=Duel)
    with monkeypatch.context() as patch:
        cheat(patch)
        all_found = duel_in(net, patch)
    assert all_found == [DealVerdict(BROKEN, reason)] * 3


def test_all_seats_find_another_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    net = table_of(LAN, LAN, rules=Shuffled)
    with monkeypatch.context() as patch:
        dealt_otherwise(patch)
        start(net)
    assert knocked(net) == [DealVerdict(BROKEN, why.DEAL)] * 2


def test_all_seats_find_two_hidden_cards_exchanged() -> None:
    net = table_of(LAN, LAN)
    assert net.run(9, lambda: net.table.room.match is not None and net.match.state.phase == PLAYING)
    state = net.match.state
    hand = state.table.piles[5]
    cards = list(hand.cards)
    cards[-1], cards[-9] = cards[-9], cards[-1]
    piles = (*state.table.piles[:5], hand._replace(cards=tuple(cards)), *state.table.piles[6:])
    net.match.state = state._replace(table=state.table._replace(piles=piles))
    net.play()
    assert found(net) == [DealVerdict(BROKEN, why.DEAL)] * 2


def test_a_seat_whose_number_is_dropped_says_so_and_all_others_see_that_it_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hear = DealGathering.take

    def deaf(gathering: DealGathering, seat: int, peer: Any, message: Any) -> None:
        if seat != 1 or isinstance(message, SeatCommitment):
            hear(gathering, seat, peer, message)

    monkeypatch.setattr(DealGathering, "take", deaf)
    net = table_of(LAN, LAN, LAN, rules=Duel)
    assert duel(net) == [WITHHELD, DealVerdict(BROKEN, why.LEFT_OUT), WITHHELD]


def test_a_seat_whose_commitment_is_dropped_opens_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    hear = DealGathering.take

    def deaf(gathering: DealGathering, seat: int, peer: Any, message: Any) -> None:
        assert not (seat == 1 and isinstance(message, SeatOpening))
        if seat != 1:
            hear(gathering, seat, peer, message)

    monkeypatch.setattr(DealGathering, "take", deaf)
    net = table_of(LAN, LAN, LAN, rules=Duel)
    proved = DealVerdict(PROVED)
    assert duel(net) == [proved, DealVerdict(UNPROVABLE, why.LATE), proved]


def test_a_host_that_never_opens_its_number_is_found_when_it_deals_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(LiveMatch, "_reveal", lambda live: [])
    net = begun(rounds=2)
    net.press(net.clients[0], Move(0, 0, 0))
    assert net.run(5, lambda: all(client.table.state.phase == SCORED for client in net.clients))
    assert found(net) == [DealVerdict(BROKEN, why.UNTOLD)] * 2


def test_a_host_that_gathers_again_for_a_better_deal_is_found() -> None:
    net = table_of(LAN, LAN, rules=Duel)
    net.seat_all()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LiveMatch, "_start", lambda live, now: [])
        net.knock_all()
        net.run(0.3)
        net.table.room.reopen(net.now)
    assert duel(net) == [DealVerdict(UNPROVABLE, why.AGAIN)] * 2


def test_a_seat_is_no_watcher_of_the_round_that_it_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host asks it for no number, and says that it sits nowhere while the cards are dealt."""
    ask = DealGathering._ask
    monkeypatch.setattr(
        DealGathering, "_ask", lambda self, players: ask(self, {s: p for s, p in players.items() if s})
    )
    net = table_of(LAN, LAN, rules=Shuffled)
    net.seat_all()
    victim, take = net.clients[0].table, net.clients[0].table._take

    def told(message: ToClient, now: int) -> None:
        room = victim.room
        if isinstance(message, Dealt) and room:
            place = msgspec.structs.replace(room.places[0], member=99)
            victim.room = msgspec.structs.replace(room, places=(place, *room.places[1:]))
        take(message, now)
        victim.room = room if isinstance(message, Dealt) else victim.room

    monkeypatch.setattr(victim, "_take", told)
    start(net)
    assert knocked(net) == [DealVerdict(UNPROVABLE, why.LATE), DealVerdict(PROVED)]


def duel_in(net: Net, patch: pytest.MonkeyPatch) -> list[DealVerdict | None]:
    """The duel; the check itself is done by honest code."""
    tie_and_knock(net)
    assert net.run(5, lambda: net.match.state.phase in (SCORED, WON))
    net.table.update(net.now)
    patch.undo()
    return found(net)
