"""What a host could do to a deal that nobody may choose, or to a round: every way is found out."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from game.core.match import Match
from game.core.state import PLAYING, SCORED, WON, Dealt, Play, Returned
from game.core.table import Move
from game.net.client import round_verdict as why
from game.net.client.round_verdict import BROKEN, PROVED, UNPROVABLE, RoundVerdict
from game.net.server.deal_gathering import DealGathering
from game.net.server.live_match import LiveMatch
from game.net.wire.messages import SeatCommitment, SeatOpening, ToClient
from tests.net.dishonest import (
    Patch,
    chosen_late,
    dated_back,
    dealt_otherwise,
    drawn_otherwise,
    left_out_of_the_log,
    other_secret,
    refused,
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
        (drawn_otherwise, why.ORDER),
        (refused, why.LOG),
        (dated_back, why.ORDER),
        (left_out_of_the_log, why.ORDER),
    ],
)
def test_all_seats_find_a_host_that_cheats(
    cheat: Callable[[Patch], None], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    net = table_of(LAN, LAN, LAN, rules=Duel)
    with monkeypatch.context() as patch:
        cheat(patch)
        all_found = duel_in(net, patch)
    assert all_found == [RoundVerdict(BROKEN, reason)] * 3


def test_all_seats_find_another_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    net = table_of(LAN, LAN, rules=Shuffled)
    with monkeypatch.context() as patch:
        dealt_otherwise(patch)
        start(net)
    assert knocked(net) == [RoundVerdict(BROKEN, why.DEAL)] * 2


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
    assert found(net) == [RoundVerdict(BROKEN, why.LOG)] * 2


def test_a_later_press_judged_first_is_found() -> None:
    net = begun()
    net.press(net.clients[0], Move(0, 2))
    net.run(0.02)
    [thrown] = net.match._flights
    net.match._flights[thrown] += 30_000  # as if it had come too late
    net.press(net.clients[1], Move(1, 2))
    net.run(0.5)
    assert knocked(net) == [RoundVerdict(BROKEN, why.ORDER)] * 2


def test_a_move_made_in_a_seats_name_is_found_by_that_seat() -> None:
    net = begun()
    assert net.table.room.live
    net.table.room.live.ask(1, Play(Move(1, 2), net.now), net.now)
    net.run(0.5)
    assert knocked(net) == [RoundVerdict(PROVED), RoundVerdict(BROKEN, why.OWN)]


def test_presses_of_a_seat_dated_later_than_they_came_are_found_by_that_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    claim = Match.claim

    def later(match: Match, seat: int, move: Move, press: int, now: int) -> Any:
        return claim(match, seat, move, press + 30_000 * (seat == 1), now + 30_000)

    monkeypatch.setattr(Match, "claim", later)
    net = begun()
    net.press(net.clients[1], Move(1, 2))
    net.run(0.5)
    assert knocked(net) == [RoundVerdict(PROVED), RoundVerdict(BROKEN, why.OWN)]


def test_a_move_that_the_host_ignores_is_missed_by_that_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = Match.claim
    ignored: list[Move] = []

    def deaf(match: Match, seat: int, move: Move, press: int, now: int) -> Any:
        if seat == 1 and not ignored:
            ignored.append(move)
            return []
        return claim(match, seat, move, press, now)

    monkeypatch.setattr(Match, "claim", deaf)
    net = begun()
    for place in (2, 3):
        net.press(net.clients[1], Move(1, place))
        net.run(0.5)
    assert knocked(net) == [RoundVerdict(PROVED), RoundVerdict(BROKEN, why.OWN)]


def test_moves_that_the_host_returned_are_not_missed() -> None:
    net = begun()
    for _ in range(3):
        for place in (2, 3, 2):
            net.press(net.clients[1], Move(1, place))
        net.run(0.5)
    net.press(net.clients[1], Move(1, 2))
    net.press(net.clients[0], Move(0, 0, 0))
    assert sum(isinstance(event, Returned) for _, event in net.clients[1].events) >= 6
    assert found(net) == [RoundVerdict(PROVED)] * 2


def test_presses_that_came_late_may_count_later() -> None:
    net = begun()
    client = net.clients[1]
    for turn in range(10):
        press = client.table.host_now(client.clock(net.now)) - 60_000
        net.ask(client, Play(Move(1, 2 + turn % 2), press))
        net.run(0.4 + turn / 300)
        assert net.match.log[-1].press > press
    own = knocked(net)
    in_time, late = filter(None, own)
    assert (in_time.kind, late.kind, in_time.late) == (PROVED, PROVED, 0)
    assert 48_000 <= late.late <= 60_000, "they count from the newest watermark"


def test_a_seat_whose_number_is_dropped_says_so_and_all_others_see_that_it_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hear = DealGathering.take

    def deaf(gathering: DealGathering, seat: int, peer: Any, message: Any) -> None:
        if seat != 1 or isinstance(message, SeatCommitment):
            hear(gathering, seat, peer, message)

    monkeypatch.setattr(DealGathering, "take", deaf)
    net = table_of(LAN, LAN, LAN, rules=Duel)
    assert duel(net) == [WITHHELD, RoundVerdict(BROKEN, why.LEFT_OUT), WITHHELD]


def test_a_seat_whose_commitment_is_dropped_opens_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    hear = DealGathering.take

    def deaf(gathering: DealGathering, seat: int, peer: Any, message: Any) -> None:
        assert not (seat == 1 and isinstance(message, SeatOpening))
        if seat != 1:
            hear(gathering, seat, peer, message)

    monkeypatch.setattr(DealGathering, "take", deaf)
    net = table_of(LAN, LAN, LAN, rules=Duel)
    proved = RoundVerdict(PROVED)
    assert duel(net) == [proved, RoundVerdict(UNPROVABLE, why.LATE), proved]


def test_a_host_that_never_opens_its_number_is_found_when_it_deals_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(LiveMatch, "_reveal", lambda live: [])
    net = begun(rounds=2)
    net.press(net.clients[0], Move(0, 0, 0))
    assert net.run(5, lambda: all(client.table.state.phase == SCORED for client in net.clients))
    assert found(net) == [RoundVerdict(BROKEN, why.UNTOLD)] * 2


def test_a_host_that_gathers_again_for_a_better_deal_is_found() -> None:
    net = table_of(LAN, LAN, rules=Duel)
    net.seat_all()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LiveMatch, "_start", lambda live, now: [])
        net.knock_all()
        net.run(0.3)
        net.table.room.reopen(net.now)
    assert duel(net) == [RoundVerdict(UNPROVABLE, why.AGAIN)] * 2


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
    assert knocked(net) == [RoundVerdict(UNPROVABLE, why.LATE), RoundVerdict(PROVED)]


def duel_in(net: Net, patch: pytest.MonkeyPatch) -> list[RoundVerdict | None]:
    """The duel; the check itself is done by honest code."""
    tie_and_knock(net)
    assert net.run(5, lambda: net.match.state.phase in (SCORED, WON))
    net.table.update(net.now)
    patch.undo()
    return found(net)
