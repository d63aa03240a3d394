"""A seat has a 13-pile of fewer cards: who may set it, when it holds, what survives of it, and what proves
that it was dealt as was told."""

from typing import Any

import pytest

from game.core.limits import Handicap
from game.core.match import Match
from game.core.state import PLAYING, SCORED, WON, Knock, State
from game.lan.hosting import rules_of
from game.net.client import deal_verdict as why
from game.net.client.deal_verdict import BROKEN, PROVED, DealVerdict
from game.net.server.gathering import Takeover
from game.net.wire.messages import Leave, Rematch, SetBot, SetHandicap
from game.net.wire.round_log import unpacked_log
from game.rules.haisty import OWN, RESERVE, STOCK, Haisty
from game.story.seen import told_round
from tests.net.fair_rounds import SEED, found, table_of
from tests.net.impair import LAN
from tests.net.simnet import Net, lobby, new_table


def told(net: Net) -> list[list[int]]:
    """What each client is told of every seat."""
    return [[place.handicap for place in client.room.places] for client in net.clients]


def at_table(seats: int, rounds: int, **handicaps: Handicap) -> Net:
    """Clients who check what they see, at the seats of their numbers; `seat1=7`: the handicap of one."""
    net = Net(new_table(seats, rounds=rounds, seed=SEED), 3, quick=True)
    for _ in range(seats):
        net.join(level=None, rules=rules_of)
        net.seat_all()
    for name, cards in handicaps.items():
        seat = int(name.removeprefix("seat"))
        net.ask(net.clients[seat], SetHandicap(seat, cards))
    net.run(0.3)
    return net


def sizes(state: State) -> list[tuple[int, int]]:
    """How many cards lie in each 13-pile and each hand."""
    piles = state.table.piles
    seats = range(len(state.totals))
    return [(len(piles[OWN * n + RESERVE].cards), len(piles[OWN * n + STOCK].cards)) for n in seats]


def dealt(net: Net, number: int) -> list[tuple[int, int]]:
    """All knock; what this round is dealt."""
    for client in net.clients:
        client.level = "hard"
    net.knock_all()
    room = net.table.room
    assert net.run(10, lambda: bool(room.match and room.match.state[:2] == (PLAYING, number)))
    return sizes(net.match.state)


def ended(net: Net, phase: str = SCORED) -> None:
    """The round is played to its end, and everybody has seen that."""
    assert net.run(900, lambda: net.match.state.phase == phase)
    for client in net.clients:
        client.level = None
    net.run(1)
    assert all(each.table.state.phase == phase for each in net.clients)


def test_a_seat_sets_its_own_and_the_owner_everyones_and_all_are_told() -> None:
    net = lobby(3, seats=5)
    owner, one, _other = net.clients
    net.ask(owner, SetBot(3, "easy"))
    net.run(0.3)
    net.ask(one, SetHandicap(1, 7))
    net.ask(one, SetHandicap(2, 7))  # not its own
    net.ask(owner, SetHandicap(3, 10))
    net.ask(owner, SetHandicap(4, 10))  # nobody sits there
    net.run(0.3)
    assert told(net) == [[13, 7, 13, 10, 13]] * 3


def test_whoever_had_knocked_for_other_cards_knocks_again() -> None:
    net = lobby(2)
    net.ask(net.clients[0], Knock())
    net.run(0.3)
    net.ask(net.clients[1], SetHandicap(1, 7))
    net.ask(net.clients[1], Knock())
    net.run(1)
    assert not net.table.room.stage.playing


def test_a_seat_that_somebody_else_takes_before_the_match_has_none() -> None:
    net = lobby(2)
    net.ask(net.clients[1], SetHandicap(1, 7))
    net.run(0.3)
    net.ask(net.clients[1], Leave())
    net.run(0.3)
    net.join(person=True)
    net.run(0.5)
    assert told(net)[0] == [13] * 4 and net.clients[2].table.seat == 1


def test_it_is_dealt_and_proved_and_changes_between_rounds_only() -> None:
    net = at_table(3, 3, seat2=7)
    assert dealt(net, 1) == [(13, 35), (13, 35), (7, 41)]
    assert net.run(5, lambda: net.match.state.phase == PLAYING)
    net.ask(net.clients[1], SetHandicap(1, 7))
    net.run(0.3)
    assert told(net)[0] == [13, 13, 7]
    ended(net)
    assert found(net) == [DealVerdict(PROVED)] * 3
    net.ask(net.clients[1], SetHandicap(1, 10))
    net.ask(net.clients[2], SetHandicap(2, 13))
    net.run(0.3)
    assert dealt(net, 2) == [(13, 35), (10, 38), (13, 35)]
    ended(net)
    net.ask(net.clients[1], SetHandicap(1, 13))
    net.run(0.3)
    assert dealt(net, 3) == [(13, 35)] * 3
    ended(net, WON)
    assert [found(net, number) for number in (2, 3)] == [[DealVerdict(PROVED)] * 3] * 2
    states = [client.table.state for client in net.clients]
    assert [state.handicaps for state in states] == [(13, 13, 13)] * 3, "the match has known one"


def test_a_deal_other_than_was_told_before_any_number_was_opened_does_not_hold(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    net = table_of(LAN, LAN, rounds=2)
    with monkeypatch.context() as patch:
        handicap = Match.handicap
        patch.setattr(Match, "handicap", lambda match, _told: handicap(match, (7, 13)))
        net.begin()
    ended(net)
    assert found(net) == [DealVerdict(BROKEN, why.DEAL)] * 2


def test_a_bot_takes_it_over_and_who_comes_back_finds_it() -> None:
    net = at_table(3, 2, seat1=7)
    owner, gone, _other = net.clients
    assert dealt(net, 1)[1] == (7, 41)
    net.run(5, lambda: net.match.state.phase == PLAYING)
    again = net.come_back(gone, rules_of)
    assert net.run(5, lambda: again.table.seated and bool(again.table.state.round))
    assert again.table.state.handicaps == (13, 7, 13)
    net.ask(again, Leave())
    net.run(0.3)
    net.ask(owner, SetBot(1, "hard"))
    net.run(0.3)
    assert (owner.kinds[1], owner.room.places[1].handicap) == ("away", 7)


def test_after_the_match_those_who_stay_keep_it() -> None:
    net = lobby(2, rounds=1)
    net.ask(net.clients[1], SetHandicap(1, 7))
    net.run(0.3)
    net.begin()
    net.play()
    net.ask(net.clients[0], Rematch())
    net.run(0.5)
    assert not net.table.room.stage.playing and told(net)[0][:2] == [13, 7]


def test_another_host_goes_on_with_it() -> None:
    net = at_table(2, 3, seat1=7)
    assert dealt(net, 1)[1] == (7, 41)
    ended(net)
    old = [client.table for client in net.clients]
    room = old[0].room
    assert room
    table = new_table(2, rounds=3, seed=bytes(range(32)))
    table.epoch = 1
    players = [one.player for one in old[0].successors]
    table.inherit(Takeover(room, old[0].successors, old[0].confirmed, players[:1]), 0)
    new = Net(table, 5, quick=True)
    for before in old:
        assert before.welcome
        more: dict[str, Any] = {"token": before.welcome.token, "key": before.connection.key}
        client = new.join(level=None, spare=1, rules=rules_of, before=before, **more)
        assert new.run(2, lambda: client.table.seated and bool(client.table.confirmed.state.round))  # noqa: B023
    assert dealt(new, 2) == [(13, 35), (7, 41)]
    ended(new)
    assert found(new, 2) == [DealVerdict(PROVED)] * 2


def test_who_has_not_seen_the_deal_can_go_through_its_log() -> None:
    net = at_table(2, 2, seat1=7)
    dealt(net, 1)
    watcher = net.join(level=None, watch=True, rules=rules_of)
    ended(net)
    told_log, state = watcher.table.witness.told, watcher.table.state
    assert told_log and state.handicaps == (13, 7)
    log = unpacked_log(state.starts or 0, told_log.data)
    [seen] = told_round(Haisty(), state, told_log.seed, log)
    assert sizes(seen.opening) == [(13, 35), (7, 41)]
