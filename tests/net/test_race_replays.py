"""A race leaves a replay, which is read and checked by the rules as that of any match."""

import json
from pathlib import Path

import pytest

from game.challenges.level_files import named
from game.core.match import Match
from game.core.race import give_up, places
from game.core.state import SCORED, WON
from game.core.table import Standing
from game.lan.race_deals import runs_of
from game.net.server.runs import RunsSoFar
from game.rules.haisty import Haisty
from game.storage.match_replay import Company, MatchReplay, check_match, match_text, read_match
from game.storage.replay_format import Mismatch, ReplayError
from tests.net.impair import LAN
from tests.net.races import Racing, next_deal, race_for
from tests.net.simnet import SECOND, Net

COMPANY = Company(("Ann", "Bo"), (0, 1))
RACE = "race:farbwechsel/1"


def saved(net: Net, folder: Path) -> Path:
    """The file of the match as it stands."""
    path = folder / "race.replay"
    path.write_text(match_text(net.match, COMPANY))
    return path


def raced() -> Racing:
    """A race of three deals that has been decided: one came out, the other gave up."""
    net = Racing(LAN, LAN, race=RACE, rounds=3)
    race_for(net, 0, quit=(1,))
    assert net.state.phase == SCORED
    next_deal(net, 0, 1)
    race_for(net, 1, 0)
    next_deal(net, 0, 1)
    race_for(net, 1, quit=(0,))
    assert net.state.phase == WON
    return net


def test_a_race_is_told_by_its_replay_as_it_was(tmp_path: Path) -> None:
    net = raced()
    replay = read_match(saved(net, tmp_path))
    match = check_match(replay)
    assert match.state.totals == net.state.totals
    assert [result.scores for result in match.results] == [result.scores for result in net.match.results]
    assert places(match.state.table) == places(net.state.table) == (2, 1)
    assert {number: len(runs) for number, runs in replay.runs.items()} == {1: 2, 2: 2, 3: 2}
    assert [run.result.how for run in replay.runs[2]] == ["won", "won"]
    assert replay.runs[3][1].acts == tuple(net.counted(1))
    assert [run.header.name for run in replay.runs[1]] == ["Ann", "Bo"]


def test_a_race_that_is_left_in_the_middle_of_a_deal_is_open(tmp_path: Path) -> None:
    net = Racing(LAN, LAN, race=RACE)
    net.race(net.clients[0], [*net.judge.patience.rules.moves(net.judge.runs[0].solo.table, 0)][:1])
    replay = read_match(saved(net, tmp_path))
    assert not replay.finished
    assert not replay.runs
    assert check_match(replay).state.table.standing(0) == net.state.table.standing(0)


def test_a_race_taken_over_is_told_from_there_on(tmp_path: Path) -> None:
    net = Racing(LAN, LAN, race=RACE)
    net.race(net.clients[0], named(net.judge.patience.name).line()[:9], 0.035)
    match = Match(net.match.rules, 2, 7, 0, 1)
    match.resume(net.state, net.now)
    match.stand(Standing(1, 30, 2 * SECOND, 40 * SECOND), net.now + SECOND)
    match.claim(0, give_up(0), net.now + 2 * SECOND, net.now + 2 * SECOND)
    assert match.state.phase == WON
    path = tmp_path / "race.replay"
    path.write_text(match_text(match, COMPANY))
    replay = read_match(path)
    assert replay.header.known == match.resumed
    assert check_match(replay).state == match.state


def test_of_a_deal_taken_over_whose_runs_are_not_all_known_none_is_stated(tmp_path: Path) -> None:
    net = Racing(LAN, LAN, race=RACE)
    net.race(net.clients[0], named(net.judge.patience.name).line()[:9], 0.035)
    net.run(0.5)
    assert net.state.table.standing(0).placed
    match, so_far = Match(net.match.rules, 2, 7, 0, 1), RunsSoFar(net.judge.deal, net.now - SECOND, net.now)
    match.resume(net.state, net.now)
    terms = net.table.room.terms
    heir = runs_of(match, terms, so_far)
    heir.due({}, net.now)
    for seat in (0, 1):  # whoever was the host does not come back
        match.claim(seat, give_up(seat), net.now + SECOND, net.now + SECOND)
    assert match.state.phase == WON
    heir.tell({})
    path = tmp_path / "race.replay"
    path.write_text(match_text(match, COMPANY))
    replay = read_match(path)
    assert check_match(replay).state == match.state and not replay.runs


def changed(path: Path, old: str, new: str) -> MatchReplay:
    """The replay with this text in it in place of another, which it has."""
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return read_match(path)


def test_neither_runs_nor_standings_can_be_made_up(tmp_path: Path) -> None:
    net = raced()
    last = next(entry for entry in reversed(net.match.log) if entry.stands and entry.stands.out)
    assert last.stands
    out = last.stands.out
    earlier = changed(saved(net, tmp_path), f" {out}\n", f" {out and out - 1000}\n")
    with pytest.raises(Mismatch, match="is not the one that counted"):
        check_match(earlier)
    run = next(line for line in saved(net, tmp_path).read_text().splitlines() if line.startswith("run 1 0 "))
    text = json.loads(run.removeprefix("run 1 0 "))
    second = text.splitlines()[3]
    without = json.dumps(text.replace(f"{second}\n", "", 1))
    with pytest.raises(Mismatch):
        check_match(changed(tmp_path / "race.replay", run, f"run 1 0 {without}"))


def test_a_round_has_a_run_of_each_seat_or_none_and_a_match_at_one_table_has_none(tmp_path: Path) -> None:
    path = saved(raced(), tmp_path)
    text = path.read_text()
    runs = [line for line in text.splitlines(keepends=True) if line.startswith("run 1 ")]
    lacking, doubled = (
        text.replace(runs[1], ""),
        text.replace(runs[1], runs[1] + runs[1].replace("1 1", "1 2", 1)),
    )
    later = text.replace("run 3", "run 4")
    match = Match(Haisty(), 2, 5, rounds=1)
    match.start()
    head, header, *rest = match_text(match, COMPANY).splitlines(keepends=True)
    for other in (lacking, doubled, later, "".join([head, header, *runs, *rest])):
        path.write_text(other)
        with pytest.raises(Mismatch, match="run of each seat"):
            check_match(read_match(path))


@pytest.mark.parametrize(
    "line",
    ["run", "run 1", "run x 0 \"\"", "run 1 1 \"\"", "run 1 0 7", "run 1 0 \"haisty-run 1\"", "5 0 stands 1",
     "5 9 stands 1 0 -", "5 0 stands 1 0 - gone", "5 0 stands 1 0 99999999999999999999"],
)  # fmt: skip
def test_a_line_that_makes_no_sense_is_refused_in_one_sentence(line: str, tmp_path: Path) -> None:
    path = saved(Racing(LAN, LAN, race=RACE), tmp_path)
    head, *rest = path.read_text().split("\n", 2)
    header, rest = rest[0], rest[1:]
    path.write_text("\n".join([head, header, line, *rest]))
    with pytest.raises(ReplayError) as error:
        read_match(path)
    assert "\n" not in str(error.value)
    assert "line 3" in str(error.value)
