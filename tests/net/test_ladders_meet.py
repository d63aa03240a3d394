"""Three data folders at one table over real sockets: afterwards they hold the same ladder."""

from pathlib import Path

import pytest

from game.lan.join import join_table, open_table
from game.storage.settings import Settings
from tests.bench.ladder import LONGEST, equal, fill, forge, meet
from tests.waiting import until


@pytest.mark.real
def test_three_folders_are_equal_after_they_met(tmp_path: Path) -> None:
    assert meet(tmp_path, 2) < LONGEST


def test_no_forgery_is_accepted(tmp_path: Path) -> None:
    tried, accepted = forge(tmp_path)
    assert tried > 30
    assert not accepted


@pytest.mark.real
def test_where_the_setting_is_off_nothing_is_sent_or_taken(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("host", "off", "on")]
    for number, folder in enumerate(folders):
        folder.mkdir()
        fill(folder, 1, 400_000 + 50_000 * number)
    settings = [Settings(name=folder.name, ladder=folder.name != "off") for folder in folders]
    tables = [open_table(settings[0], folders[0], "Table", 3, port=0)]
    server = tables[0].server
    assert server
    address = "127.0.0.1", server.ports.port
    tables += [join_table(*each, address) for each in zip(settings[1:], folders[1:], strict=True)]
    try:
        until(lambda: equal([folders[0], folders[2]], 2))
        assert equal([folders[1]], 1)
        another = tables[1].client.another(address, bytes(16))
        another.close()
        assert another.table.runs.shelf is tables[1].client.table.runs.shelf
        settings[1].ladder = True
        until(lambda: equal(folders, 3))
    finally:
        for table in reversed(tables):
            table.leave()
