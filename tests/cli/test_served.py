"""What a table keeps that is served for days: a little, however long that is."""

import gc
import weakref
from pathlib import Path

import pytest

from game.challenges.race import DUELS
from game.cli.demo import play_match
from game.cli.report import MatchLog, report_text
from game.core.match import COUNTDOWN, Match
from game.core.state import FLIGHT, PLAYING
from game.rules.haisty import Haisty
from game.storage import replay_writer
from game.storage.match_replay import Company, Origin
from game.storage.replay_writer import ReplayKeeper

COMPANY = Company(("Ada", "Bea"), (0, 1))


def played(seed: int) -> Match:
    """A match of one round."""
    match = Match(Haisty(), 2, seed, target=0, rounds=1)
    play_match(match)
    return match


def test_of_the_matches_of_a_served_table_only_the_last_is_held_in_memory(tmp_path: Path) -> None:
    log, first = MatchLog(tmp_path, served=True, most=2), played(1)
    log.save(first, COMPANY)
    gone = weakref.ref(first)
    del first
    for seed in (2, 3):
        log.save(played(seed), COMPANY)
    gc.collect()
    assert gone() is None
    assert [facts["seed"] for facts, _names in log.reports] == [2, 3]


def test_a_match_is_reported_once_as_it_ended(tmp_path: Path) -> None:
    log, match = MatchLog(tmp_path, served=True, most=2), played(1)
    log.save(match, COMPANY)
    log.save(match, Company(("Ada", "Cia"), (0, 1)))
    [(facts, names)] = log.reports
    assert (len(facts["rounds"]), names) == (1, ("Ada", "Cia"))
    assert Path(facts["replay"]).read_text().count("Cia") == 1


def test_the_last_replays_of_served_tables_are_kept_and_no_others_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay_writer, "SERVED", replay_writer.SERVED._replace(most=3))
    folder = tmp_path / "replays"
    MatchLog(tmp_path).save(played(1), COMPANY)
    [own] = folder.glob("*.replay")
    for day in (1, 2, 3):
        (folder / f"2026-01-0{day}-120000-haisty-served.replay").touch()
    MatchLog(tmp_path, served=True).save(played(2), COMPANY)
    names = sorted(path.name for path in folder.glob("*.replay"))
    assert own.name in names and len(names) == 4
    assert "2026-01-01-120000-haisty-served.replay" not in names
    assert "2026-01-02-120000-haisty-served.replay" in names


def test_a_folder_that_cannot_be_written_is_told_once_and_a_later_match_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log, folder = MatchLog(tmp_path, served=True, most=5), tmp_path / "replays"
    folder.rmdir()
    folder.write_text("in the way")
    for seed in (1, 2):
        log.save(played(seed), COMPANY)
    assert capsys.readouterr().err.count("could not be saved") == 1
    folder.unlink()
    log.save(played(3), COMPANY)
    assert [bool(facts["replay"]) for facts, _names in log.reports] == [False, False, True]


def test_who_hosts_in_a_window_is_told_that_the_disk_is_full(tmp_path: Path) -> None:
    (tmp_path / "replays").write_text("in the way")
    told: list[object] = []
    ReplayKeeper(tmp_path, told.append).save(played(1), COMPANY._replace(origin=Origin("00", 0)))
    assert "could not be saved" in str(told[0])


def test_of_a_duel_it_is_not_said_that_nobody_could_play(tmp_path: Path) -> None:
    log, match, now = MatchLog(tmp_path), Match(DUELS["paare"], 2, 1, 0, 1), COUNTDOWN
    match.start()
    for seat in (0, 1):
        match.ready(seat, 0)
    while match.state.phase == PLAYING:
        match.claim(0, next(iter(match.rules.moves(match.state.table, 0))), now, now)
        now += FLIGHT + 1
        match.settle(now)
    log.save(match, COMPANY, race="duel:paare")
    [(facts, names)] = log.reports
    assert facts["race"]["deals"] == [{"challenge": "", "places": [1, 2], "times": [None, None]}]
    assert report_text(facts, names).splitlines()[1].split()[3] == "nobody"
    assert "could play" not in report_text(facts, names)
