"""Runs go from table to table: to everyone, at ease, and no further than they count."""

from collections.abc import Iterable
from itertools import pairwise

import pytest

from game.core.state import PLAYING
from game.net.run_exchange import FAULTS, IDLE, MOST, PACE, RunExchange
from game.net.wire.codec import decode_down, decode_up, encode_down, encode_up
from game.net.wire.messages import ASKED, RUN_PART, RUNS, OfRuns, RunPart, RunsHeld, RunsWanted
from tests.net.fake_runs import DAY, LONGEST, FakeRuns, key, run
from tests.net.impair import Way
from tests.net.simnet import SECOND, Net, lobby, playing


def talk(*ends: RunExchange, seconds: float = 30, start: int = 0) -> list[tuple[int, OfRuns]]:
    """Let two ends talk; what the first has said, and when."""
    said = []
    for now in range(start, start + round(seconds * SECOND), PACE // 5):
        for end, other in (ends, ends[::-1]):
            if message := end.say(now):
                other.receive(decode_up(encode_up(message)))  # type: ignore[arg-type]
                if end is ends[0]:
                    said.append((now, message))
    return said


def heard(end: RunExchange, *messages: OfRuns, seconds: float = 5) -> list[OfRuns]:
    """What an end says that has been told this."""
    for message in messages:
        end.receive(message)
    return [said for now in range(0, round(seconds * SECOND), PACE) if (said := end.say(now))]


def held(runs: Iterable[int], time: int = 60) -> RunsHeld:
    return RunsHeld(tuple((*key(number), time) for number in runs))


def parts(number: int, data: bytes) -> list[RunPart]:
    pieces = [data[at : at + RUN_PART] for at in range(0, max(1, len(data)), RUN_PART)]
    return [RunPart(key(number), at == len(pieces) - 1, each) for at, each in enumerate(pieces)]


def test_both_ends_have_the_best_of_both_and_say_it_at_ease() -> None:
    one = FakeRuns([(key(1), 50), (key(2), 60), (key(3), 70)])
    other = FakeRuns([(key(2), 55), (key(3), 75), (key(4), 80)])
    said = talk(RunExchange(one), RunExchange(other))
    best = {key(1): 50, key(2): 55, key(3): 70, key(4): 80}
    assert one.times == other.times == best
    assert one.runs == other.runs
    assert (one.offered, other.offered) == (2, 2)
    assert min(after - at for (at, _), (after, _) in pairwise(said)) >= PACE


@pytest.mark.parametrize("size", [100, RUN_PART, RUN_PART + 1, LONGEST])
def test_a_run_of_any_length_comes_whole(size: int) -> None:
    one, other = FakeRuns([(key(1), 50)], size), FakeRuns()
    talk(RunExchange(one), RunExchange(other))
    assert other.runs == one.runs


def test_a_whole_week_of_everyone_comes_in_time() -> None:
    one = FakeRuns([(key(n, DAY - n % 7), 100 + n) for n in range(MOST)], 900)
    other = FakeRuns()
    talk(RunExchange(one), RunExchange(other), seconds=60)
    assert other.times == one.times


def test_a_run_that_gets_better_is_told_again() -> None:
    one, other = FakeRuns([(key(1), 50)]), FakeRuns()
    ends = RunExchange(one), RunExchange(other)
    talk(*ends)
    one.runs[key(1)], one.times[key(1)] = run(key(1), 40), 40
    talk(*ends, start=30 * SECOND)
    assert other.times == {key(1): 40}


@pytest.mark.parametrize("turned_off", [0, 1])
def test_where_the_setting_is_off_nothing_goes_and_nothing_is_taken(turned_off: int) -> None:
    shelves = FakeRuns([(key(1), 50)]), FakeRuns([(key(2), 50)])
    shelves[turned_off].on = False
    ends = [RunExchange(shelf) for shelf in shelves]
    assert all(isinstance(said, RunsHeld) for _now, said in talk(ends[1 - turned_off], ends[turned_off]))
    assert not talk(ends[turned_off], ends[1 - turned_off])
    assert [len(shelf.times) for shelf in shelves] == [1, 1]


def test_days_that_are_none_of_the_ladder_are_not_asked_for() -> None:
    end = RunExchange(FakeRuns())
    told = RunsHeld(tuple((day, bytes(8), 1) for day in (1, DAY - 7, DAY + 2, 3_652_059)))
    assert heard(end, told) == []


def test_no_more_is_asked_for_at_a_time_than_can_come() -> None:
    end = RunExchange(FakeRuns())
    assert heard(end, held(range(RUNS))) == [RunsWanted(tuple(key(n) for n in range(ASKED)))]
    for _ in range(3):
        assert heard(end, held(range(1000, 1000 + RUNS), 1)) == [], "it waits for those"


def test_endless_news_is_kept_within_bounds() -> None:
    shelf = FakeRuns()
    end = RunExchange(shelf)
    for first in range(0, 100 * RUNS, RUNS):
        end.receive(held(range(first, first + RUNS)))
    assert len(end._theirs) == MOST
    asked, now = 0, 0
    for _ in range(50 * MOST):
        now += PACE
        for wanted in [said.runs for said in [end.say(now)] if isinstance(said, RunsWanted)]:
            for day, signer in wanted:
                asked += 1
                end.receive(RunPart((day, signer), True, run((day, signer), 2**40 - asked, 100)))
        end.receive(held(range(RUNS), 2**40 - now))
    assert asked <= MOST + ASKED
    assert shelf.offered == asked


def test_only_what_was_told_of_is_answered_and_only_so_much() -> None:
    end = RunExchange(FakeRuns([(key(n), 50) for n in range(ASKED)], 100))
    assert heard(end, RunsWanted((key(1),))) == [RunsHeld(tuple((*key(n), 50) for n in range(ASKED)))]
    again = RunsWanted(tuple(key(n) for n in range(ASKED)))
    assert len(heard(RunExchange(end.shelf), *[again] * 50)) == 1, "it has not told of them"
    end._due = 0
    assert len(heard(end, *[again] * 50)) == ASKED


def test_a_run_that_is_gone_is_no_fault() -> None:
    shelf = FakeRuns([(key(1), 50)])
    shelf.runs.clear()
    other = FakeRuns()
    end = RunExchange(other)
    talk(RunExchange(shelf), end)
    assert not other.offered
    assert not end._verdicts.count(False)


def test_what_was_not_asked_for_is_dropped_and_ends_the_exchange() -> None:
    shelf = FakeRuns([(key(9), 50)])
    end = RunExchange(shelf)
    for number in range(FAULTS):
        assert end.say(number * IDLE) is not None or number
        for part in parts(number, run(key(number), 50)):
            end.receive(part)
    assert not shelf.offered
    end._due = 0
    assert heard(end, held(range(20))) == []
    for _ in range(10 * MOST):
        end.receive(parts(1, b"")[0])
    assert len(end._verdicts) <= MOST


@pytest.mark.parametrize("foul", ["too long", "endless", "nonsense", "does not count"])
def test_a_run_that_does_not_count_is_not_kept_and_some_end_the_exchange(foul: str) -> None:
    shelf = FakeRuns()
    end, now = RunExchange(shelf), 0
    end.receive(held(range(RUNS)))
    asked = 0
    for _ in range(10 * RUNS):
        now += PACE
        said = end.say(now)
        for _day, signer in said.runs if isinstance(said, RunsWanted) else ():
            number, asked = int.from_bytes(signer, "little"), asked + 1
            data = {
                "too long": bytes(LONGEST + 1),
                "endless": bytes(50 * RUN_PART),
                "nonsense": b"\0" * 500,
                "does not count": run(key(number), 60, good=False),
            }[foul]
            for part in parts(number, data):
                end.receive(part)
    assert not shelf.times
    assert asked <= FAULTS + ASKED
    assert len(end._part) <= LONGEST + RUN_PART


def machines(net: Net, own: int = 7) -> list[FakeRuns]:
    """A shelf for the host and each client, each with runs of its own."""
    shelves = [
        FakeRuns([(key(number, DAY - n), 50 + n) for n in range(own)])
        for number in range(len(net.clients) + 1)
    ]
    net.table.shelf = shelves[0]
    for member in net.table.members.all.values():
        assert member.peer
        member.peer.runs = RunExchange(shelves[0])
    for client, shelf in zip(net.clients, shelves[1:], strict=True):
        client.table.runs = RunExchange(shelf)
    return shelves


@pytest.mark.parametrize("way", [Way(300), Way(10_000, 5_000), Way(30_000, 4_000, 0.05)], ids=str)
def test_three_machines_are_equal_within_ten_seconds(way: Way) -> None:
    net = lobby(2, way=way)
    shelves = machines(net)
    assert net.run(10, lambda: len({len(shelf.times) for shelf in shelves}) == 1 < len(shelves[0].times) / 20)
    assert shelves[0].runs == shelves[1].runs == shelves[2].runs


def test_what_does_not_count_at_the_host_is_passed_on_to_nobody() -> None:
    net = lobby(2)
    shelves = machines(net, own=1)
    shelves[1].times[key(77)] = 1
    shelves[1].runs[key(77)] = run(key(77), 1, good=False)
    net.run(5)
    assert [len(shelf.times) for shelf in shelves] == [3, 4, 3]


def test_nothing_is_said_of_runs_while_a_round_is_played() -> None:
    net = playing(2, 2)
    shelves = machines(net, own=1)
    net.run(2)
    assert net.match.state.phase == PLAYING
    assert [len(shelf.times) for shelf in shelves] == [1, 1, 1]
    net.play()
    net.run(5)
    assert [len(shelf.times) for shelf in shelves] == [3, 3, 3]


def test_a_client_without_a_shelf_bears_it_all() -> None:
    net = lobby(2)
    shelves = machines(net, own=3)
    net.clients[1].table.runs = RunExchange()
    net.run(5)
    assert [len(shelf.times) for shelf in shelves] == [6, 6, 3]
    assert all(client.table.seated for client in net.clients)


def test_the_messages_are_the_same_either_way() -> None:
    for message in (held(range(RUNS)), RunsWanted((key(1),)), parts(1, bytes(LONGEST))[0]):
        assert decode_up(encode_up(message)) == decode_down(encode_down(message)) == message
        assert len(encode_up(message)) <= 1100
