"""The host is lost: what clients remember, what a new host goes on from, and the unseen cards dealt anew."""

from collections import Counter
from collections.abc import Sequence

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.challenges.race import DUELS
from game.cli.demo import LEVEL
from game.core.cards import HIDDEN, pack
from game.core.deal_anew import dealt_anew
from game.core.match import Match
from game.core.rules import Rules
from game.core.state import (
    PLAYING,
    SCORED,
    Dealt,
    Event,
    Knock,
    Resumed,
    Sat,
    Scored,
    numbered,
)
from game.core.table import Table
from game.core.table_round import Judged
from game.net.confirmed import ConfirmedMatch
from game.net.migration import heritage
from game.net.server.gathering import Takeover
from game.net.server.match_server import WATCHER, Notice
from game.net.server.table_server import TableServer
from game.net.transport.noise import fingerprint
from game.net.wire.codec import encode_up
from game.net.wire.messages import HouseRules, Join, Room, SeatInfo, SetBot, Successor
from game.net.wire.packet import mark_of
from game.rules.haisty import Haisty
from game.sessions.bot_table import BotTable
from tests.net.intruder import Intruder
from tests.net.simnet import new_table

KEY = X25519PrivateKey.from_private_bytes(bytes(range(9, 41)))
"""Of everyone who sat at the table."""


def played(
    seats: int, seed: int, seconds: float, rules: Rules | None = None
) -> tuple[Match, list[Event], list[Table]]:
    """A match of bots so far, of Haisty if no other rules are named; what all have heard of it from before
    the first deal on; and how its table lay after each move and each deal."""
    match = Match(rules or Haisty(), seats, seed)
    table = BotTable(match, dict.fromkeys(range(seats), LEVEL))
    events: list[Event] = [Resumed(match.state._replace(table=match.state.table.view()))]
    lay = [match.state.table.view()]
    # All that is said at the table goes through here; each seat hears but its part of it.
    settle = table._server.settle

    def watched(now: int) -> list[Notice]:
        notices = settle(now)
        events.extend(event for event, to, _by in notices if WATCHER in to and numbered(event))
        return notices

    take = match._take

    def taken(judged: Judged) -> list[Event]:
        events = take(judged)
        lay.append(match.state.table.view())
        return events

    table._server.settle = watched  # type: ignore[method-assign, assignment]
    match._take = taken  # type: ignore[method-assign]
    table.advance(round(seconds * 1_000_000))
    assert match.state.phase == PLAYING
    return match, events, [*lay, *(event.table for event in events if isinstance(event, Dealt))]


def heard(events: Sequence[Event]) -> ConfirmedMatch:
    """What whoever has heard these knows of the match."""
    confirmed, (begun, *others) = ConfirmedMatch(), events
    assert isinstance(begun, Resumed)
    confirmed.resume(begun.state, 0)
    for event in others:
        confirmed.add(event)
    return confirmed


def remembered(seats: int, seed: int, seconds: float) -> tuple[Match, ConfirmedMatch]:
    """A match of Haisty so far, and what somebody who has heard all of it remembers."""
    match, events, _ = played(seats, seed, seconds)
    return match, heard(events)


def up_to_the_count(seed: int) -> list[Event]:
    """What all have heard of a match of three up to the first count."""
    events = played(3, seed, 30)[1]
    return events[: 1 + next(n for n, event in enumerate(events) if isinstance(event, Scored))]


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


@pytest.mark.parametrize("rules", [Haisty(), Haisty(auto_knock=True), *DUELS.values()], ids=repr)
def test_a_new_host_goes_on_from_the_last_move_that_it_heard_of_whole(rules: Rules) -> None:
    _, events, lay = played(3, 13, 30, rules)
    parts = 0
    for number in range(1, len(events) + 1):
        known = heard(events[:number])
        state, sent = heritage(known, rules)
        assert state.phase != PLAYING or state.table.view() in lay
        assert known.count - 8 < sent <= known.count
        if sent == known.count:
            assert state == known.state
        else:
            parts += 1
            assert heritage(heard(events[: number - known.count + sent]), rules) == (state, sent)
    assert parts


def test_the_end_of_a_round_is_known_with_its_count_or_not_at_all() -> None:
    counted = up_to_the_count(13)
    assert heritage(heard(counted), Haisty()).state.phase == SCORED
    state = heritage(heard(counted[:-1]), Haisty()).state
    assert (state.phase, Haisty().outcome(state.table)) == (PLAYING, None)


def test_a_match_goes_on_though_one_more_had_sat_down_for_the_next_round() -> None:
    confirmed = heard(up_to_the_count(13))
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


def test_seats_are_as_they_were_until_the_match_goes_on() -> None:
    table = gathering(heard(up_to_the_count(13)), chairs=4)
    new = Intruder(table, ("10.0.0.9", 1))
    peers = [Intruder(table, (f"10.0.0.{n}", 1), key=KEY) for n in range(3)]
    assert peers[0].enter(Join("P0", 0, bytes(16), spare=1), 0) and new.enter(Join("New", 5), 0)
    peers[0].say([encode_up(SetBot(1, "easy"))], 100_000)
    table.update(350_000)
    places = [chair.shown() for chair in table.members.chairs]
    assert [place.kind for place in places] == ["person", "away", "away", "empty"]
    assert not table.room.match and not any(place.level for place in places)
    for n in (1, 2):
        assert peers[n].enter(Join(f"P{n}", n, bytes([n]) * 16, spare=1), 400_000)
    for now in (450_000, 500_000):
        table.update(now)
    assert table.room.match and table.room.match.seats == 4
    assert [chair.shown().kind for chair in table.members.chairs] == ["person"] * 4


@pytest.mark.parametrize("name", DUELS)
def test_a_duel_goes_on_with_its_common_stock_dealt_anew(name: str) -> None:
    rules = DUELS[name]
    match, events, _ = played(3, 4, 8, rules)
    again = Match(rules, 3, 99)
    again.resume(heritage(heard(events), rules).state, 0)
    cards = [card for pile in again.state.table.piles for card in pile.cards]
    assert again.state.table.view() == match.state.table.view()
    assert again.state.table != match.state.table
    assert sorted(cards) == sorted((*pack(0), *pack(1)))


def test_no_match_is_inherited_that_cannot_be_played() -> None:
    _, confirmed = remembered(3, 1, 20)
    confirmed.state = confirmed.state._replace(totals=(0,) * 5)
    with pytest.raises(ValueError, match="no such match"):
        heritage(confirmed, Haisty())


def gathering(confirmed: ConfirmedMatch, seats: int = 3, chairs: int = 0) -> TableServer:
    """A table that goes on here, to which not all have come."""
    table = new_table(chairs or seats)
    places = tuple(SeatInfo("person", f"P{n}", n, True, None, n) for n in range(seats))
    room = Room("Sim", places, (), 0, True, HouseRules(0, 2, {}))
    public = KEY.public_key().public_bytes_raw()
    marks = [mark_of(bytes([n]) * 16, public) for n in range(seats)]
    player = fingerprint(public)
    successors = [Successor(n, n, "10.0.0.1", 1, mark, player) for n, mark in enumerate(marks)]
    table.inherit(Takeover(room, successors, confirmed, [player] * seats), 0)
    return table
