"""Three data folders at one table over real sockets: afterwards they hold the same ladder."""

import contextlib
from datetime import timedelta
from pathlib import Path

from game.challenges.ladder import Ladder
from game.lan.join import join_table, open_table
from game.storage.data_folder import LADDER
from game.storage.identity import load_key
from game.storage.packed_run import unpack
from game.storage.replay_format import ReplayError
from game.storage.settings import Settings
from game.system import here
from tests.challenges.forged import FORGERIES, TODAY, bombs, file, played
from tests.waiting import until

LONGEST = 60.0


def forge(folder: Path) -> tuple[int, int]:
    """How many forgeries were tried at a ladder with the honest run, and how many were accepted."""
    ladder = Ladder(folder)
    ladder.add(file(played()), TODAY)
    tried = [*FORGERIES.values(), *((lambda packed=packed: unpack(packed)) for packed in bombs().values())]
    accepted = 0
    for forgery in tried:
        with contextlib.suppress(ReplayError, ValueError):
            accepted += ladder.add(forgery(), TODAY)
    return len(tried), accepted


def meet(home: Path, days: int) -> float:
    """Seconds until three at a table, each with so many days of its own, hold the same; LONGEST if never."""
    folders = [home / name for name in ("host", "ann", "bo")]
    for number, folder in enumerate(folders):
        folder.mkdir(parents=True)
        fill(folder, days, 400_000 + 50_000 * number)
    settings = [Settings(name=folder.name) for folder in folders]
    tables = [open_table(settings[0], folders[0], "Bench", 3, port=0)]
    try:
        server = tables[0].server
        assert server
        address = "127.0.0.1", server.ports.port
        tables += [join_table(*each, address) for each in zip(settings[1:], folders[1:], strict=True)]
        begun = here().clock.seconds()
        while (passed := here().clock.seconds() - begun) < LONGEST:
            if equal(folders, 3 * days):
                return passed
            here().clock.pause(0.02)
        return LONGEST
    finally:
        for table in reversed(tables):
            table.leave()


def fill(folder: Path, days: int, pace: int) -> None:
    """Put own runs of the last days on the folder's ladder."""
    ladder, today, key = Ladder(folder), here().clock.today(), load_key(folder)[0]
    for back in range(days):
        day = today - timedelta(days=back)
        assert ladder.add(file(played(day, folder.name, pace), key), today)


def held(folder: Path) -> set[str]:
    """Whose runs a folder holds."""
    return {each.name for each in Ladder(folder).entries(here().clock.today()).values()}


def equal(folders: list[Path], runs: int) -> bool:
    """Whether all hold the same, so many runs."""
    held = [{path.name: path.read_bytes() for path in (each / LADDER).glob("*.run")} for each in folders]
    return len(held[0]) == runs and all(each == held[0] for each in held)


def test_three_folders_are_equal_after_they_met(tmp_path: Path) -> None:
    assert meet(tmp_path, 2) < LONGEST


def test_no_forgery_is_accepted(tmp_path: Path) -> None:
    tried, accepted = forge(tmp_path)
    assert tried > 30
    assert not accepted


def test_nobody_tells_of_anothers_run_though_it_is_the_hosts(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("host", "ann")]
    for folder in folders:
        folder.mkdir()
        fill(folder, 1, 400_000)
        absent = file(played(here().clock.today(), f"{folder.name}’s friend"), folder.name[:1].encode() * 32)
        assert Ladder(folder).add(absent, here().clock.today())
    table = open_table(Settings(name="host"), folders[0], "Table", 2, port=0)
    assert table.server
    other = join_table(Settings(name="ann"), folders[1], ("127.0.0.1", table.server.ports.port))
    try:
        until(lambda: all({"host", "ann"} <= held(folder) for folder in folders))
        here().clock.pause(3)
        assert [len(held(folder)) for folder in folders] == [3, 3]
    finally:
        other.leave()
        table.leave()


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
        assert another.table.ladder is tables[1].client.table.ladder
        settings[1].ladder = True
        until(lambda: equal([folders[0], folders[2]], 3))
    finally:
        for table in reversed(tables):
            table.leave()
