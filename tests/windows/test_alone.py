"""One player at Windows: the window, a patience, a match, and what is kept."""

import json
import subprocess
from pathlib import Path

import pytest
from msgspec.structs import replace

from game.challenges.level_files import named
from game.storage.replay_writer import share_run
from game.storage.solution import paced
from tests.desktop.patience import Patience, gentle
from tests.desktop.program import Built, Start
from tests.desktop.rounds import ROUND, Round
from tests.desktop.test_patiences import ALONE, WON, begin, kept_acts, label
from tests.waiting import until

pytestmark = pytest.mark.journey


def test_settings_and_the_language_are_kept(program: Start, windows: Built, tmp_path: Path) -> None:
    data = tmp_path / "daten"
    with program(built=windows, data=data) as game:
        game.click("Settings")
        game.fill("Name", "Kim Ost")
        game.click("Display")
        game.switch("High contrast", True)
        game.click("You")
        game.click("Language", "choice")
        game.click("Språk", "choice")
        game.click("Zurück")
        game.wait_control("Spielen")
    kept = json.loads((data / "settings.json").read_bytes())
    assert (kept["name"], kept["lang"], kept["high_contrast"]) == ("Kim Ost", "de", True)


def test_a_challenge_is_won_by_clicks_and_recorded(program: Start, windows: Built) -> None:
    level = gentle("paare")
    with program("challenge", level.id, built=windows, name="Ada") as game:
        game.wait_scene("solo")
        Patience(game, level.variant(), level.seed).play(level.line())
        game.wait_scene("challenge-end")
        game.wait_words("Recorded")
        game.wait_words("Your results: 1 of 1")
        assert any(words in game.wait_scene("challenge-end").words for words in WON)
        game.click("Watch the run")
        game.wait_scene("solo")


def test_a_match_of_one_round_comes_to_its_podium(program: Start, windows: Built) -> None:
    with program(built=windows, rounds=1, bots=3, level="hard") as game:
        game.click("Play")
        Round(game).play()
        game.wait_scene("round-end")
        game.click("See the winner")
        game.wait_scene("match-end", seconds=ROUND)
        game.wait_control("Play again")


def test_a_killed_program_s_game_is_gone_on_with(program: Start, windows: Built, tmp_path: Path) -> None:
    with program("play", "acht-mal-acht", "--seed", "7", built=windows, data=tmp_path) as game:
        game.wait_scene("solo")
        patience = Patience(game, ALONE["acht-mal-acht"], 7)
        first = begin(patience)
        second = begin(patience)
        until(lambda: kept_acts(tmp_path, "acht-mal-acht") == 2)
        game.kill()
    with program(built=windows, data=tmp_path) as game:
        game.click(label(game, "Continue Acht mal Acht"))
        game.wait_scene("solo")
        patience.go_on(game, second)
        game.key("u")
        patience.see(first)


def test_a_friend_s_run_is_raced(program: Start, windows: Built, tmp_path: Path) -> None:
    level = named("paare-02")
    run = paced(level.variant(), level.seed, level.line(), level.id)[0]
    shared = share_run(tmp_path, replace(run, header=replace(run.header, name="Kim Å")))
    with program("race", str(shared), built=windows, taught=True) as game:
        assert "Paare Challenge 2 " in game.wait_scene("solo").words
        game.wait_words(" Kim Å ")


def test_a_hint_comes_from_a_process_of_its_own(program: Start, windows: Built) -> None:
    with program("play", "haisty", built=windows) as game:
        game.wait_scene("solo")
        game.key("h")
        game.wait(lambda seen: seen.has("Make this move") or "cannot be won" in seen.words, "a hint")


def test_a_console_a_pipe_and_a_script_get_what_is_printed(windows: Built, tmp_path: Path) -> None:
    wine, program = windows.command
    command = [wine, str(Path(program).with_name("haisty-cli.exe")), "check", "paare-01", "--json"]
    done = subprocess.run(
        [*command, "--data", str(tmp_path)],
        env=windows.environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout)["challenge_deal"]
    assert not done.stderr
