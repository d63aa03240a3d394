"""The ladder: forgeries that count, and three data folders that meet over UDP on this machine."""

import contextlib
import time
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from game.challenges.ladder import Ladder
from game.lan.join import join_table, open_table
from game.storage.data_folder import LADDER, LADDER_DAYS
from game.storage.identity import load_key
from game.storage.packed_run import unpack
from game.storage.replay_format import ReplayError
from game.storage.settings import Settings
from tests.challenges.forged import FORGERIES, TODAY, bombs, file, played

LONGEST = 60.0


def measure() -> dict[str, object]:
    """Forgeries tried and accepted, and seconds until three folders with a week each hold the same."""
    with TemporaryDirectory() as home:
        tried, accepted = forge(Path(home))
        seconds = [round(meet(Path(home) / str(turn), LADDER_DAYS), 2) for turn in range(3)]
    return {"forgeries": tried, "accepted": accepted, "seconds_until_equal": seconds}


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
        begun = time.perf_counter()
        while (passed := time.perf_counter() - begun) < LONGEST:
            if equal(folders, 3 * days):
                return passed
            time.sleep(0.02)
        return LONGEST
    finally:
        for table in reversed(tables):
            table.leave()


def fill(folder: Path, days: int, pace: int) -> None:
    """Put own runs of the last days on the folder's ladder."""
    ladder, today, key = Ladder(folder), date.today(), load_key(folder)[0]
    for back in range(days):
        day = today - timedelta(days=back)
        assert ladder.add(file(played(day, folder.name, pace), key), today)


def equal(folders: list[Path], runs: int) -> bool:
    """Whether all hold the same, so many runs."""
    held = [{path.name: path.read_bytes() for path in (each / LADDER).glob("*.run")} for each in folders]
    return len(held[0]) == runs and all(each == held[0] for each in held)
