"""Files dropped on the window."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from game.challenges.level_files import named
from game.storage.replay_writer import share_run
from game.storage.solution import paced
from tests.desktop.program import Start

pytestmark = pytest.mark.journey


def test_a_dropped_run_is_raced_and_nonsense_is_one_line(program: Start, tmp_path: Path) -> None:
    level, nonsense = named("paare-02"), tmp_path / "no run.txt"
    nonsense.write_text("What a fine run\n")
    run = paced(level.variant(), level.seed, level.line(), level.id)[0]
    shared = share_run(tmp_path, replace(run, header=replace(run.header, name="Kim Å")))
    with program(taught=True) as game:
        game.wait_scene("title")
        game.screen.drop(nonsense)
        (notice,) = game.wait_words(nonsense.name).said["notices"]
        assert "\n" not in notice and game.seen.scene == "title"
        game.screen.drop(shared)
        assert "Paare Challenge 2 " in game.wait_scene("solo").words
        game.wait_words(" Kim Å ")
        game.screen.drop(shared)
        game.wait_words("Leave this table first")
        assert game.seen.scene == "solo"
