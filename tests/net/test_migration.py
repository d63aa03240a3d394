"""The host is lost: what clients remember, whom a new host believes, and the unseen cards dealt anew."""

from collections import Counter

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.challenges.race import DUELS
from game.cli.demo import LEVEL
from game.core.cards import HIDDEN, Pile, pack
from game.core.deal_anew import dealt_anew
from game.core.match import Match
from game.core.rules import Rules
from game.core.state import (
    PLAYING,
    SCORED,
    Dealt,
    Event,
    Knock,
    Ready,
    Resumed,
    Sat,
    Scored,
    Started,
    Won,
    numbered,
)
from game.core.table import Called, Mode, Moved, Table, Turned
from game.net.confirmed import ConfirmedMatch
from game.net.migration import MigratedMatch
from game.net.server.game_room import Takeover
from game.net.server.match_server import WATCHER, Notice
from game.net.server.table_server import TableServer
from game.net.transport.noise import fingerprint
from game.net.wire.codec import encode_down, encode_up
from game.net.wire.messages import EventReport, HouseRules, Join, Room, SeatInfo, Successor
from game.net.wire.packet import mark_of
from game.rules.haisty import FROZEN, OWN, SLOTS, Haisty
from game.sessions.bot_table import BotTable
from tests.net.intruder import Intruder
from tests.net.simnet import new_table

KEY = X25519PrivateKey.from_private_bytes(bytes(range(9, 41)))
"""Of everyone who sat at the table."""


def remembered(
    seats: int, seed: int, seconds: float, missed: int = 0, rules: Rules | None = None
) -> tuple[Match, ConfirmedMatch]:
    """A match of bots so far, of Haisty if no other rules are named, and what somebody who watched from the
    first deal remembers of it.

    `missed`: how many of the last numbered events have not reached them.
    """
    match = Match(rules or Haisty(), seats, seed)
    table = BotTable(match, dict.fromkeys(range(seats), LEVEL))
    confirmed = ConfirmedMatch()
    confirmed.resume(match.state._replace(table=match.state.table.view()), 0)
    events: list[Event] = []
    # All that is said at the table goes through here; each seat hears but its part of it.
    settle = table._server.settle

    def watched(now: int) -> list[Notice]:
        notices = settle(now)
        events.extend(event for event, to, _by in notices if WATCHER in to and numbered(event))
        return notices

    table._server.settle = watched  # type: ignore[method-assign, assignment]
    table.advance(round(seconds * 1_000_000))
    for event in events[: len(events) - missed]:
        confirmed.add(event)
    assert match.state.phase == PLAYING
    return match, confirmed


def test_what_lay_face_up_once_is_remembered_and_right() -> None:
    more = 0
    for seed in range(4):
        match, confirmed = remembered(3, seed, 20)
        for known, real in zip(confirmed.state.table.piles, match.state.table.piles, strict=True):
            assert known.up == real.up
            for card, face in zip(known.cards, real.cards, strict=True):
                assert card in (HIDDEN, face)
            more += sum(card != HIDDEN for card in known.cards) - real.up
    assert more > 20, "nothing is remembered but what lies open"


@pytest.mark.parametrize("seed", range(4))
def test_unseen_cards_are_dealt_anew_and_the_rest_stays(seed: int) -> None:
    match, confirmed = remembered(4, seed, 20)
    owners = tuple(spot.seat for spot in match.rules.spots(4))
    known, real = confirmed.state.table, match.state.table
    new = dealt_anew(known, owners, seed)
    assert new.view() == real.view()
    assert Counter(c for p in new.piles for c in p.cards) == Counter(c for p in real.piles for c in p.cards)
    assert all(
        card.pack == owner
        for pile, owner in zip(new.piles, owners, strict=True)
        for card in pile.cards
        if owner is not None
    )
    assert new != dealt_anew(known, owners, seed + 1)
    for before, after in zip(known.piles, new.piles, strict=True):
        assert all(b in (HIDDEN, a) for b, a in zip(before.cards, after.cards, strict=True))


def lays(event: Event) -> bool:
    """Whether a card comes to the table by it, at a table of three: other events of that move follow."""
    return isinstance(event, Moved) and OWN * 3 <= event.dst < (OWN + SLOTS) * 3


def report(number: int, event: Event) -> EventReport:
    return EventReport(number, encode_down(event))


def migrated(confirmed: ConfirmedMatch) -> MigratedMatch:
    return MigratedMatch(confirmed, Haisty())


@pytest.mark.parametrize("seed", range(4))
def test_another_client_fills_in_what_is_missing_and_nothing_twice(seed: int) -> None:
    _, whole = remembered(3, seed, 20)
    events = [event for _, event in whole.recent]
    landings = [len(events) - at for at, event in enumerate(events) if lays(event)]
    assert landings
    for missed in landings:  # else a packet would have ended within a move
        late = migrated(remembered(3, seed, 20, missed)[1])
        assert late.state != whole.state
        for _ in range(2):
            for number, event in whole.recent:
                late.learn(report(number, event), 0)
        assert (late.state, late.count) == (whole.state, whole.count)


def test_the_end_of_a_round_that_another_has_heard_of_is_believed_whole_or_not_at_all() -> None:
    _, whole = remembered(3, 13, 30)
    [scored] = [n for n, (_, event) in enumerate(whole.recent) if isinstance(event, Scored)]
    missed = next(n for n in range(3, 20) if lays(whole.recent[scored - n][1]))
    _, confirmed = remembered(3, 13, 30, len(whole.recent) - scored + missed)
    late = migrated(confirmed)
    for number, event in list(whole.recent)[: scored + 1]:
        before = late.count
        late.learn(report(number, event), 0)
        assert late.state.table.mode != FROZEN or late.state.phase == SCORED
    assert late.state.phase == SCORED
    assert late.count > before + 1


def lies(confirmed: ConfirmedMatch) -> list[Event]:
    """What never came next in this match of three."""
    state = confirmed.state
    seen = next(card for card in state.table.piles[1].cards if card != HIDDEN)
    strange = seen._replace(pack=(seen.pack + 1) % 3)
    return [
        Scored("knock", 2, (0, 0, 52), (0, 0, 52)),
        Scored("knock", 2, (0,) * 8, (0,) * 8),
        Dealt(2, Table((Pile(),) * 3)),
        Dealt(2, state.table.view()),
        Resumed(state),
        Started(0),
        Won(2),
        Sat(3),
        Mode(2),
        Called(7),
        Turned(0, seen),
        Moved(0, 33, 28, (seen,)),
        Moved(0, 1, 127, (seen,)),
        Moved(2, 1, 30, (strange,)),
        *(Moved(0, 5, 6, cards) for cards in ((seen,) * 3, (strange,) * 3)),
    ]


def test_what_the_rules_do_not_allow_is_not_believed() -> None:
    _, confirmed = remembered(3, 1, 20)
    successor = migrated(confirmed)
    for lie in lies(confirmed):
        if not isinstance(lie, Resumed):  # that is nothing to be sent
            successor.learn(report(successor.count, lie), 0)
    assert (successor.state, successor.count) == (confirmed.state, confirmed.count)


def test_a_match_goes_on_though_one_more_had_sat_down_for_the_next_round() -> None:
    _, confirmed = remembered(3, 13, 30)
    [scored] = [n for n, (_, event) in enumerate(confirmed.recent) if isinstance(event, Scored)]
    _, confirmed = remembered(3, 13, 30, len(confirmed.recent) - scored - 1)
    confirmed.add(Sat(3))
    table = gathering(confirmed, 4)
    peers = [Intruder(table, (f"10.0.0.{n}", 1), key=KEY) for n in range(3)]
    assert all(peer.enter(Join(f"P{n}", n, bytes([n]) * 16, spare=1), 0) for n, peer in enumerate(peers))
    table.update(350_000)
    assert table.room.match
    assert (table.room.match.seats, table.room.match.state.phase) == (4, SCORED)
    for peer in peers:
        peer.say([encode_up(Knock())], 400_000)
    table.update(500_000)
    assert table.room.match.state.phase == PLAYING
    assert len(table.room.match.state.table.piles) == 11 * 4 + 1


@pytest.mark.parametrize("name", DUELS)
@pytest.mark.parametrize("missed", [0, 3, 6])
def test_a_duel_goes_on_as_the_new_host_knows_it_with_its_common_stock_dealt_anew(
    name: str, missed: int
) -> None:
    """A card taken that others report would be worth a lie."""
    rules = DUELS[name]
    match, confirmed = remembered(3, 4, 8, missed, rules)
    whole = remembered(3, 4, 8, 0, rules)[1]
    successor = MigratedMatch(confirmed, rules)
    for number, event in whole.recent:
        successor.learn(report(number, event), 0)
    assert (successor.state.table, successor.count) == (confirmed.state.table, confirmed.count)
    again = Match(rules, 3, 99)
    again.resume(successor.state, 0)
    cards = [card for pile in again.state.table.piles for card in pile.cards]
    assert again.state.table.view() == confirmed.state.table.view()
    assert again.state.table != match.state.table
    assert sorted(cards) == sorted((*pack(0), *pack(1)))


def test_no_match_is_inherited_that_cannot_be_played() -> None:
    _, confirmed = remembered(3, 1, 20)
    confirmed.state = confirmed.state._replace(totals=(0,) * 5)
    with pytest.raises(ValueError, match="no such match"):
        migrated(confirmed)


def gathering(confirmed: ConfirmedMatch, seats: int = 3) -> TableServer:
    """A table that goes on here, to which not all have come."""
    table = new_table(seats)
    places = tuple(SeatInfo("person", f"P{n}", n, True, None, n) for n in range(seats))
    room = Room("Sim", places, (), 0, True, HouseRules(0, 2, {}))
    public = KEY.public_key().public_bytes_raw()
    marks = [mark_of(bytes([n]) * 16, public) for n in range(seats)]
    player = fingerprint(public)
    successors = [Successor(n, n, "10.0.0.1", 1, mark, player) for n, mark in enumerate(marks)]
    table.inherit(Takeover(room, successors, confirmed, [player] * seats), 0)
    return table


def test_lies_do_not_keep_a_match_from_going_on() -> None:
    _, confirmed = remembered(3, 1, 20)
    table = gathering(confirmed)
    liar, other = Intruder(table, ("10.0.0.2", 1), key=KEY), Intruder(table, ("10.0.0.3", 1), key=KEY)
    assert liar.enter(Join("P1", 1, b"\1" * 16, spare=1), 0)
    assert other.enter(Join("P2", 2, b"\2" * 16, spare=1), 0)
    for lie in lies(confirmed):
        if not isinstance(lie, Resumed):
            liar.say([encode_up(report(confirmed.count, lie))], 0)
    table.update(350_000)
    assert table.room.match
    assert table.room.match.state.totals == confirmed.state.totals
    assert table.room.match.state.table.view() == confirmed.state.table.view()


def test_nobody_is_believed_that_another_has_knocked() -> None:
    _, confirmed = remembered(3, 13, 30)
    [scored] = [n for n, (_, event) in enumerate(confirmed.recent) if isinstance(event, Scored)]
    _, confirmed = remembered(3, 13, 30, len(confirmed.recent) - scored - 1)
    table = gathering(confirmed)
    peers = [Intruder(table, (f"10.0.0.{n}", 1), key=KEY) for n in range(3)]
    assert all(peer.enter(Join(f"P{n}", n, bytes([n]) * 16, spare=1), 0) for n, peer in enumerate(peers))
    peers[1].say([encode_up(report(confirmed.count, Ready(2)))], 0)
    peers[1].say([encode_up(report(confirmed.count, Ready(1)))], 0)
    table.update(350_000)
    assert table.room.match and table.room.match.state.ready == 1 << 1


def test_only_who_sat_there_is_believed() -> None:
    _, whole = remembered(3, 1, 20)
    recent = list(whole.recent)
    missed = next(n for n in range(6, len(recent)) if lays(recent[-n][1]))
    _, confirmed = remembered(3, 1, 20, missed)
    for token, count in ((None, confirmed.count), (b"\1" * 16, whole.count)):
        table = gathering(confirmed)
        one, other = Intruder(table, ("10.0.0.2", 1), key=KEY), Intruder(table, ("10.0.0.3", 1), key=KEY)
        assert one.enter(Join("X", 1, token, spare=1), 0)
        assert other.enter(Join("P2", 2, b"\2" * 16, spare=1), 0)
        for number, event in whole.recent:
            one.say([encode_up(report(number, event))], 0)
        table.update(350_000)
        assert table.room.live
        assert table.room.live.server.sent == count
