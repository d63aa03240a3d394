"""A ladder of two data folders that meet at a table."""

from datetime import date
from pathlib import Path

import pytest

from game.challenges.ladder import Ladder
from game.storage.identity import load_key
from tests.challenges.forged import file, played
from tests.desktop.program import Start
from tests.desktop.tables import KITCHEN, sit_down
from tests.waiting import until

pytestmark = pytest.mark.journey


def played_today(folder: Path, name: str, pace: int) -> Ladder:
    """A data folder whose player has won the deal of today."""
    folder.mkdir()
    ladder = Ladder(folder)
    ladder.add(file(played(date.today(), name, pace), load_key(folder)[0]), date.today())
    return ladder


def test_two_who_met_at_a_table_stand_on_each_others_ladder(program: Start, tmp_path: Path) -> None:
    folders = tmp_path / "anna", tmp_path / "bo"
    ladders = [played_today(folders[0], "Anna", 400_000), played_today(folders[1], "Bo", 300_000)]
    with (
        program(*KITCHEN, "1", data=folders[0], name="Anna", taught=True) as anna,
        program(data=folders[1], name="Bo", taught=True) as bo,
    ):
        sit_down(anna, bo)
        until(lambda: all(len(each.entries(date.today())) == 2 for each in ladders))
        bo.key("Escape")
        bo.wait_words("Leave this table?")
        bo.click("Leave the table")
        bo.wait_scene("tables")
        bo.key("Escape")
        bo.click("This week")
        bo.wait_scene("week")
        bo.wait_words("You: 1 of 2")
        bo.wait_control("Anna")
        bo.click("Race the latest run")
        bo.wait_scene("solo")
