"""Whole matches of bots over bad networks, in simulated time: all see the same, nothing lost or doubled."""

from collections import Counter
from pathlib import Path

import pytest

from game.core.state import WON, Event, Resumed, numbered
from game.net.server.live_match import LiveMatch
from game.net.wire.snapshot import digest
from game.storage.match_replay import Company, check_match, match_text, read_match
from tests.net.impair import BUSY, FAR, LAN, WIFI, Way
from tests.net.simnet import Net, new_table

WORST = Way(10_000, 5_000, loss=0.25, copies=0.25, late=0.2, lateness=30_000)
BURSTS = Way(10_000, 5_000, loss=0.2, burst=4)


def played(
    way: Way, clients: int, rounds: int = 1, seed: int = 1, down: Way | None = None, eager: bool = False
) -> Net:
    """A match to its end."""
    net = Net(new_table(clients, rounds, seed=seed), seed, quick=True)
    for _ in range(clients):
        net.join(way, down or way).eager = eager
    net.play()
    return net


def public(events: list[tuple[int, Event]]) -> list[Event]:
    """What everybody is told, in the same order."""
    return [e for _at, e in events if numbered(e) and not isinstance(e, Resumed)]


def prove_agreed(net: Net, path: Path) -> None:
    """All clients saw what the host judged, each thing once and in its order, and it can be played again."""
    match = net.match
    assert match.state.phase == WON
    assert net.table.room.disagreed == 0
    stories = [public(client.events) for client in net.clients]
    assert isinstance(live := net.table.room.stage, LiveMatch)
    for client, story in zip(net.clients, stories, strict=True):
        if not client.eager:
            assert story == stories[0]
            assert len(story) == live.server.sent
            assert client.state == client.table.state
        assert client.ends.keys() == net.ends.keys() == set(range(1, match.state.round + 1))
        for number, end in client.ends.items():
            assert digest(end) == digest(net.ends[number])
            assert end.scores == net.ends[number].scores
            assert sum(len(pile.cards) for pile in end.table.piles) == 52 * match.seats
        judged = Counter(entry.move for entry in match.log if entry.seat == client.table.seat and entry.move)
        assert judged <= Counter(client.asked), "a move was judged more often than it was asked for"
    path.write_text(match_text(match, Company(("A",) * match.seats, tuple(range(match.seats)))), "utf-8")
    assert check_match(read_match(path)).state == match.state


@pytest.mark.parametrize(("loss", "rounds"), [(0.0, 2), (0.2, 1)])
def test_all_agree_at_this_loss(loss: float, rounds: int, tmp_path: Path) -> None:
    net = played(BUSY._replace(loss=loss), 4, rounds)
    prove_agreed(net, tmp_path / "match.replay")


def test_all_agree_where_a_quarter_is_lost_a_quarter_doubled_and_the_rest_out_of_order(
    tmp_path: Path,
) -> None:
    net = played(WORST, 4)
    assert sum(client.up.doubled for client in net.clients) > 100
    prove_agreed(net, tmp_path / "match.replay")


def test_all_agree_through_bursts(tmp_path: Path) -> None:
    prove_agreed(played(BURSTS, 3), tmp_path / "match.replay")


def test_eight_seats_agree_over_ways_of_all_kinds(tmp_path: Path) -> None:
    net = Net(new_table(8), 5, quick=True)
    for way in (Way(), LAN, WIFI, BUSY, FAR, WORST, BURSTS, Way(60_000, 40_000, loss=0.1)):
        net.join(way, way, drift=40 * len(net.clients))
    net.play()
    prove_agreed(net, tmp_path / "match.replay")


def test_all_agree_where_own_moves_are_shown_before_they_are_confirmed(tmp_path: Path) -> None:
    prove_agreed(played(WORST, 4, eager=True), tmp_path / "match.replay")


def test_loss_in_one_direction_only_is_survived(tmp_path: Path) -> None:
    prove_agreed(played(WORST, 3, down=LAN), tmp_path / "up.replay")
    prove_agreed(played(LAN, 3, down=WORST), tmp_path / "down.replay")
