"""A duel on the network: the earlier press takes the card, every seat can prove it, and no client cheats."""

import random
from functools import partial
from pathlib import Path

import pytest

from game.challenges.race import DUELS
from game.core.cards import pack
from game.core.duel import ASIDE, KEYS, LAID, OWN, SIDES, TURNED, key_of, taken, turns
from game.core.state import PLAYING, WON, Play, Thrown
from game.core.table import Move, Moved
from game.net.client.deal_verdict import PROVED, DealVerdict
from game.net.wire.messages import HouseRules
from tests.many import many
from tests.net.impair import BUSY, FAR, LAN, Way
from tests.net.programs import Programs
from tests.net.simnet import Client, Net, at_duel, new_table

SEED = bytes.fromhex("5eedc0de12345678" * 4)
LEAD = 5_000
"""Microseconds between two presses."""
ROUNDS = 50


def begun(name: str, *ways: object) -> Net:
    """A duel in play between clients behind these ways, who check what they are told."""
    rules = DUELS[name]
    net = Net(new_table(len(ways), seed=SEED, rules=lambda: rules), 3)
    for way in ways:
        net.join(way, way, level=None, rules=lambda _: rules)  # type: ignore[arg-type]
        net.seat_all()
    net.begin()
    net.run(3, lambda: net.now > (net.match.state.starts or 0) + LEAD)
    return net


def keys(client: Client) -> set[int]:
    """Both keys for what the client sees turned."""
    return {key_of(client.table.state.table, client.number, pile).src for pile in (LAID, ASIDE)}


def contest(net: Net, rng: random.Random) -> tuple[bool, int]:
    """Two press for the card that lies; whether the earlier one got it, and after how many microseconds all
    had seen so."""
    first, second = rng.sample(net.clients, 2)
    before, began = taken(net.match.state.table), net.now
    for client in (first, second):
        (key,) = net.match.rules.moves(client.table.state.table, client.number)
        net.press(client, key)
        net.run((began + LEAD - net.now) / 1e6)
    net.run(0.25 + rng.random() / 30)
    after = list(taken(net.match.state.table))
    after[first.number] -= 1
    return tuple(after) == before, max(map(partial(_shown, began), net.clients)) - began


def _shown(began: int, client: Client) -> int:
    """When this client saw the card being taken."""
    moves = ((at, event.src) for at, event in client.events if isinstance(event, Moved))
    return next(at for at, src in moves if at > began and src == TURNED)


def contests(name: str, ways: tuple[Way, Way], presses: int, seed: int = 1) -> list[tuple[bool, int]]:
    """So many, round after round."""
    net = at_duel(*ways, seed=seed, rounds=ROUNDS, rules=lambda: DUELS[name])
    rng, found = random.Random(seed), list[tuple[bool, int]]()
    net.run(6)
    while len(found) < presses:
        if net.match.state.phase != PLAYING:
            net.knock_all()
            net.run(10, lambda: net.now > (net.match.state.starts or 0) and net.match.state.phase == PLAYING)
            net.run(0.2)
        for client in net.clients:
            client.events.clear()
        found.append(contest(net, rng))
    return found


@pytest.mark.parametrize("name", DUELS)
def test_five_milliseconds_earlier_is_earlier(name: str) -> None:
    assert all(won for won, _took in contests(name, (BUSY, BUSY), many(24)))


@pytest.mark.parametrize("name", DUELS)
def test_every_seat_proves_a_round_with_wrong_and_late_presses(name: str) -> None:
    net = begun(name, LAN, BUSY, FAR)
    number = 0
    while net.match.state.phase == PLAYING:
        number += 1
        for client in net.clients:
            table = client.table.state.table
            right = next(iter(net.match.rules.moves(table, client.number)))
            errs = client.number == number % 5
            (wrong,) = keys(client) - {right.src}
            net.press(client, right._replace(src=wrong, dst=wrong) if errs else right)
            net.run(0.003)
        net.run(0.3)
    assert net.run(5, lambda: all(each.table.state.phase != PLAYING for each in net.clients))
    net.run(3)
    assert [each.table.witness.verdict(1) for each in net.clients] == [DealVerdict(PROVED)] * 3
    assert all(each.table.state.scores == taken(net.match.state.table) for each in net.clients)


def test_a_press_for_the_card_that_has_just_gone_never_counts_for_the_next() -> None:
    net = begun("farbwechsel", LAN, FAR)
    first, second = net.clients
    old = keys(second)
    net.press(first, next(iter(net.match.rules.moves(first.table.state.table, 0))))
    assert net.run(1, lambda: turns(net.match.state.table) == 1)
    assert keys(second) == old, "the line is long: it still sees the card that has gone"
    for key in old:
        net.press(second, net.match.log[-1].move._replace(src=key, dst=key))  # type: ignore[union-attr]
    net.run(0.3)
    assert taken(net.match.state.table) == (1, 0)
    net.press(second, next(iter(net.match.rules.moves(second.table.state.table, 1))))
    net.run(0.3)
    assert taken(net.match.state.table) == (1, 1), "and it was not frozen for it"


def test_a_press_dated_back_gains_nothing_on_a_card_that_was_seen() -> None:
    net = begun("farbwechsel", LAN, LAN)
    honest, liar = net.clients
    for number in range(8):
        client = honest if number % 2 else liar
        net.press(client, next(iter(net.match.rules.moves(client.table.state.table, client.number))))
        net.run(0.2)
    at = net.now
    net.press(honest, next(iter(net.match.rules.moves(honest.table.state.table, 0))))
    net.run(0.01)
    net.ask(liar, Play(next(iter(net.match.rules.moves(liar.table.state.table, 1))), at - 140_000))
    net.run(0.3)
    assert taken(net.match.state.table) == (5, 4)


def test_a_key_pressed_blindly_before_its_card_is_shown_takes_nothing_and_freezes() -> None:
    net = begun("farbwechsel", LAN, LAN)
    honest, liar = net.clients
    for number in range(12):
        net.press(honest, next(iter(net.match.rules.moves(honest.table.state.table, 0))))
        net.run(0.04)
        table = net.match.state.table
        key = key_of(table, 1, (LAID, ASIDE)[number % 2]).src
        ahead = KEYS + OWN + (key - KEYS + SIDES) % OWN
        net.ask(liar, Play(Move(ahead, ahead, 0), liar.clock(net.now)))
        net.run(0.2)
        assert taken(net.match.state.table) == (number + 1, 0)
        right = next(iter(net.match.rules.moves(liar.table.state.table, 1)))
        net.ask(liar, Play(right, liar.clock(net.now)))
        net.run(1.2)
        assert taken(net.match.state.table) == (number + 1, 0)


def test_nobody_is_told_which_key_another_has_pressed() -> None:
    net = begun("farbwechsel", LAN, LAN)
    for number in range(10):
        client = net.clients[number % 2]
        net.press(client, next(iter(net.match.rules.moves(client.table.state.table, client.number))))
        net.run(0.25)
    for client in net.clients:
        thrown = [event.seat for _at, event in client.events if isinstance(event, Thrown)]
        assert set(thrown) == {client.number}


@pytest.mark.parametrize(("number", "after"), [(1, 0.4), (1, 6.0), (2, 0.4), (2, 6.0)])
def test_a_duel_outlives_its_host(tmp_path: Path, number: int, after: float) -> None:
    """Before GO, and in the middle of a round: nothing that was taken is lost, and no card comes twice."""
    table = Programs(tmp_path, 3, terms=HouseRules(0, number, {}, "duel:farbwechsel"))
    try:
        table.until(
            lambda: all(
                each.room and each.room.playing and each.state.round == number for each in table.tables
            ),
            100,
        )
        table.run(after)
        before = table.states[0]
        table.host.kill()
        table.run(4)
        assert len({each.connection.host_key for each in table.tables}) == 1
        assert all(
            now >= then for now, then in zip(taken(table.states[0].table), taken(before.table), strict=True)
        )
        table.until(lambda: all(state.phase == WON for state in table.states), 200)
        first, *others = table.states
        assert all(state == first for state in others)
        assert sum(first.totals) % 52 == 0, "and after each tie there is one round more"
        assert sum(first.totals) >= number * 52
        assert sorted(card for pile in first.table.piles for card in pile.cards) == sorted(
            (*pack(0), *pack(1))
        )
    finally:
        table.close()
