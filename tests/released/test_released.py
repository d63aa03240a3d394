"""What released programs wrote is read for ever: a data folder of each version, as `write.py` made it.

Its files are renewed until the release of that version, never after it. Who changes a format after that reads
the old one, too, and these tests stay as they are; a new version gets a folder beside it.
"""

import shutil
from pathlib import Path

import pytest

from game.challenges.ladder import Ladder
from game.lan.known_hosts import KnownHosts
from game.lan.seat_tokens import SeatTokens
from game.program import VERSION
from game.storage import identity
from game.storage.data_folder import BackgroundWriter
from game.storage.kept_games import KeptGames
from game.storage.results import open_results
from game.storage.run_replay import progress_of, read_checked_run
from game.storage.settings import load_settings, save_settings
from tests.cli.program import call
from tests.released import write as now

VERSIONS = sorted(path.name for path in now.FOLDER.iterdir() if (path / "settings.json").is_file())


@pytest.fixture(params=VERSIONS)
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The data folder of somebody who played with that version until today."""
    return Path(shutil.copytree(now.FOLDER / request.param, tmp_path / "data"))


def test_there_is_a_folder() -> None:
    assert VERSIONS


def test_settings_are_as_they_were_chosen(folder: Path) -> None:
    assert load_settings(folder) == (now.CHOSEN, None)
    save_settings(folder, now.CHOSEN)
    assert load_settings(folder) == (now.CHOSEN, None)


def test_every_replay_can_be_checked_and_says_how_it_ended(folder: Path) -> None:
    matches = sorted(folder.glob("replays/*.replay"))
    assert len(matches) == 3, "alone, on the network, and gone on with by another machine"
    runs = sorted(folder.glob("replays/*.run"))
    assert len(runs) == len(now.PATIENCES) + 1
    for path in (*matches, *runs):
        done = call("check", str(path), "--data", str(folder))
        assert (done.returncode, done.stderr) == (0, ""), path.name
        assert not list(path.parent.glob("*damaged*"))


def test_every_run_came_out_and_is_of_its_challenge(folder: Path) -> None:
    """Whatever line is stored for that challenge by now."""
    found = [read_checked_run(path) for path in folder.glob("replays/*.run")]
    daily = f"daily-{now.TODAY}"
    assert {run.header.challenge for run, _solo in found} == {*now.CHALLENGES, daily} - {"daily"}
    for run, solo in found:
        assert (solo.won, run.header.name) == (True, "Åke")
        assert progress_of(run).at(run.result.time) == run.result.placed == run.result.cards


@pytest.mark.real
def test_records_have_every_result_and_match(folder: Path) -> None:
    results, notice = open_results(folder)
    try:
        assert notice is None
        found = results.latest()
        assert {result.run for result in found} == {path.name for path in folder.glob("replays/*.run")}
        results.prove(folder)
        assert sum(results.medals().values()) == len(found) == len(now.CHALLENGES)
        assert results.matches.all() == [now.MATCH]
    finally:
        results.close()


def test_a_kept_game_is_gone_on_with(folder: Path) -> None:
    kept = KeptGames(folder, BackgroundWriter(print))
    (game,), notices = kept.games()
    assert not notices
    run, solo = kept.read(game)
    assert (run.header.challenge, len(run.acts), solo.won) == ("haisty-02", 20, False)


def test_the_ladder_has_its_runs(folder: Path) -> None:
    (entry,) = Ladder(folder).entries(now.TODAY).values()
    assert (entry.day, entry.name, entry.signer) == (now.TODAY, "Åke", Ladder(folder).own)


def test_this_installation_is_known_again_and_knows_others(folder: Path) -> None:
    before = (folder / identity.FILE).read_text()
    key, notice = identity.load_key(folder)
    assert (key.hex(), notice) == (before.strip(), None)
    told: list[object] = []
    assert SeatTokens(folder, told.append).at(now.TABLE).token == now.TOKEN
    hosts = KnownHosts(folder, told.append)
    assert hosts.standing(now.HOST, "Kitchen", now.TABLE) == "known"
    assert hosts.last_addresses() == {now.ADDRESS: "Kitchen"}
    assert not told


@pytest.mark.real
def test_this_program_still_writes_what_stands_there(tmp_path: Path) -> None:
    """Until the release: who changes a format renews the files by `write.py`."""
    now.write(tmp_path)
    here = now.FOLDER / VERSION
    for name in ("settings.json", "seats.json", "known-hosts.json"):
        assert (tmp_path / name).read_bytes() == (here / name).read_bytes(), name
    for kind in ("kept/*.run", "ladder/*.run", "replays/*-9.run", "replays/*-5.replay"):
        (old,), (new,) = here.glob(kind), tmp_path.glob(kind)
        assert new.read_text("utf-8").splitlines()[:2] == old.read_text("utf-8").splitlines()[:2], kind
