"""Each program tells its own runs of the week, and its host passes them on: all of them, at ease, and no more
than there is room for."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from game.core.state import PLAYING
from game.net.run_exchange import MOST, OWN, PACE, TOLD, RunExchange
from game.net.wire.codec import decode_down, decode_up, encode_down, encode_up
from game.net.wire.messages import RUN, ToldRun
from tests.net.fake_runs import FakeRuns, run
from tests.net.impair import Way
from tests.net.simnet import SECOND, Net, lobby, playing


def talk(*runs: bytes, seconds: float = 30, end: RunExchange | None = None) -> Iterator[tuple[int, ToldRun]]:
    """What an end says that has these runs, and when."""
    end = end or RunExchange(MOST)
    for now in range(0, round(seconds * SECOND), PACE // 5):
        if part := end.next_message(lambda: runs, now):
            yield now, part


def heard(end: RunExchange, *told: ToldRun) -> list[bytes]:
    """The runs that an end has heard in these."""
    return [run for each in told if (run := end.hear(each))]


@pytest.mark.parametrize("size", [100, RUN])
def test_runs_of_any_length_come_whole_once_and_at_ease(size: int) -> None:
    runs = [run(number, size) for number in range(OWN)]
    said = [*talk(*runs)]
    assert heard(RunExchange(MOST), *(part for _now, part in said)) == runs
    assert min(after - at for (at, _), (after, _) in pairwise(said)) >= PACE


def test_a_better_run_is_told_when_there_is_one_and_what_has_gone_is_forgotten() -> None:
    end, hears = RunExchange(MOST), RunExchange(MOST)
    for number in range(100):
        said = [part for _now, part in talk(run(number), end=end)]
        assert heard(hears, *said) == [run(number)]
        end._due = 0
    assert len(end._told) == 1


def test_no_end_of_runs_is_taken() -> None:
    end = RunExchange(TOLD)
    assert len(heard(end, *(ToldRun(run(number)) for number in range(3 * TOLD)))) == TOLD


def stores(net: Net, own: int = OWN) -> list[FakeRuns]:
    """Runs of its own for each client."""
    found = []
    for number, client in enumerate(net.clients):
        found.append(FakeRuns(*(run(100 * number + each) for each in range(own))))
        client.table.ladder = found[-1]
    return found


def others(every: list[FakeRuns], one: FakeRuns) -> list[bytes]:
    return sorted(run for each in every if each is not one for run in each.runs)


@pytest.mark.parametrize("way", [Way(300), Way(10_000, 5_000), Way(30_000, 4_000, 0.05)], ids=str)
def test_all_have_heard_of_all_runs_within_ten_seconds(way: Way) -> None:
    net = lobby(2, way=way)
    every = stores(net)
    assert net.run(10, lambda: all(sorted(each.heard) == others(every, each) for each in every))


def test_who_comes_later_hears_of_them_too_and_nobody_again() -> None:
    net = lobby(2)
    every = stores(net, own=2)
    net.run(5)
    net.join(level=None)
    net.clients[2].table.ladder = late = FakeRuns(run(77))
    net.run(5)
    assert sorted(late.heard) == others(every, late)
    assert [len(each.heard) for each in every] == [3, 3]


def test_who_tells_no_end_of_runs_is_passed_on_within_bounds_and_plays_on() -> None:
    net = lobby(3)
    every = stores(net, own=1)
    for number in range(20 * TOLD):
        every[0].runs = [run(number, 100)]
        net.run(0.06)
    assert all(client.table.seated for client in net.clients)
    assert len(every[1].heard) <= TOLD + 1 and all(len(m.runs) <= OWN for m in net.table.members.all.values())


def test_nothing_is_said_of_runs_while_a_round_is_played() -> None:
    net = playing(2, 2)
    every = stores(net, own=1)
    net.run(2)
    assert net.match.state.phase == PLAYING
    assert not any(each.heard for each in every)
    net.play()
    net.run(5)
    assert every[0].heard == every[1].runs and every[1].heard == every[0].runs


@pytest.mark.parametrize("off", ["off", "none"])
def test_who_wants_none_of_it_says_nothing_and_keeps_nothing(off: str) -> None:
    net = lobby(3)
    every = stores(net, own=3)
    every[2].on = False
    net.clients[2].table.ladder = every[2] if off == "off" else None
    net.run(5)
    assert [len(each.heard) for each in every] == [3, 3, 0]
    assert all(client.table.seated for client in net.clients)


def test_the_message_is_the_same_either_way() -> None:
    message = ToldRun(bytes(RUN))
    assert decode_up(encode_up(message)) == decode_down(encode_down(message)) == message
