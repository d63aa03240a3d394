"""Programs that write what is to be kept, and are killed: nothing that was told may be lost.

`python -m tests.storage.killed [KILLS]` kills so many (100) in the middle of writing each kind of thing, and
prints what was lost. With a folder it is that program: it prints of which kind how much is kept by now.
"""

import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from threading import Thread

from game.challenges.ladder import Ladder
from game.core.match import Match
from game.rules.haisty import Haisty
from game.storage.identity import load_key
from game.storage.match_replay import Company, read_match
from game.storage.replay_writer import FOLDER, ReplayWriter, save_run
from game.storage.results import open_results
from game.storage.run_replay import read_checked_run, read_run
from game.storage.settings import Settings, load_settings, save_settings
from tests.challenges.forged import TODAY, file, played
from tests.storage.result_files import result
from tests.storage.test_kept_games import Desk

ROOT = Path(__file__).parents[2]
SLOWEST = 500_000
"""Microseconds a move of the first run on the ladder; each one later is a little quicker."""


def _records(folder: Path) -> Iterator[int]:
    records, _notice = open_results(folder)
    for number in count(1):
        records.add(result(time=number))
        yield number


def _records_there(folder: Path) -> int:
    records, notice = open_results(folder)
    times = [one.time for one in records.latest()]
    records.close()
    assert notice is None
    assert times == list(range(1, len(times) + 1))
    return len(times)


def _kept(folder: Path) -> Iterator[int]:
    desk = Desk(folder)
    desk.begin()
    while True:
        desk.play(1, 0.1)
        desk.background.flush()
        yield len(desk.session.solo.log)


def _kept_there(folder: Path) -> int:
    return len(Desk(folder).go_on().solo.log)


def _ladder(folder: Path) -> Iterator[int]:
    ladder = Ladder(folder)
    for number in count(1):
        assert ladder.add(file(played(pace=SLOWEST - 100 * number)), TODAY)
        yield number


def _ladder_there(folder: Path) -> int:
    (entry,) = Ladder(folder).entries(TODAY).values()
    first = read_run(Ladder(folder).path(entry)).acts[0]
    return round((SLOWEST - first.at) / 100)


def _settings(folder: Path) -> Iterator[int]:
    before = Settings()
    for number in count(1):
        settings = Settings(hosts=(str(number),))
        save_settings(folder, settings, before)
        before = settings
        yield number


def _settings_there(folder: Path) -> int:
    settings, notice = load_settings(folder)
    assert notice is None
    return int(settings.hosts[0])


def _identity(folder: Path) -> Iterator[int]:
    for number in count(1):
        (own := folder / str(number)).mkdir()
        (own / "told").write_bytes(load_key(own)[0])
        yield number


def _identity_there(folder: Path) -> int:
    numbers = sorted(int(path.name) for path in folder.iterdir() if path.is_dir())
    for number in numbers:
        told, (key, notice) = folder / str(number) / "told", load_key(folder / str(number))
        assert notice is None
        assert not told.exists() or told.read_bytes() in (key, b"")
    return len(numbers)


def _replays(folder: Path) -> Iterator[int]:
    run, match = played(acts=20), Match(Haisty(), 2, 1)
    writer = ReplayWriter(folder, match, Company(("A", "B"), (0, 1)))
    for number in count(1):
        save_run(folder, run)
        writer.save()
        yield number


def _replays_there(folder: Path) -> int:
    runs = list((folder / FOLDER).glob("*.run"))
    assert all(read_checked_run(path)[0].signer for path in runs)
    (match,) = (folder / FOLDER).glob("*.replay")
    read_match(match)
    return len(runs)


KINDS: dict[str, tuple[Callable[[Path], Iterator[int]], Callable[[Path], int]]] = {
    "records": (_records, _records_there),
    "kept": (_kept, _kept_there),
    "ladder": (_ladder, _ladder_there),
    "settings": (_settings, _settings_there),
    "identity": (_identity, _identity_there),
    "replays": (_replays, _replays_there),
}


def begin(folder: Path) -> "subprocess.Popen[str]":
    """Start a program that keeps all kinds of things, each in a folder and a thread of its own."""
    command = [sys.executable, "-m", "tests.storage.killed", str(folder)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def kill(program: "subprocess.Popen[str]", after: int, pause: float = 0) -> dict[str, int]:
    """Kill the program `pause` seconds after it has told so many things, some of each kind; returns what it
    told last of each."""
    assert program.stdout
    told: dict[str, int] = {}

    def hear(line: str) -> None:
        kind, number = line.split()
        told[kind] = int(number)

    while len(told) < len(KINDS) or after > 0:
        hear(program.stdout.readline())
        after -= 1
    time.sleep(pause)
    program.kill()
    for line in program.stdout:
        hear(line)
    program.wait()
    return told


def lost(folder: Path, told: dict[str, int]) -> dict[str, object]:
    """What is not as it was told, by its kind."""
    wrong: dict[str, object] = {}
    for kind, number in told.items():
        try:
            there: object = KINDS[kind][1](folder / kind)
        except Exception as error:
            there = repr(error)
        if there not in (number, number + 1):
            wrong[kind] = number, there
    return wrong


def main(kills: int) -> int:
    """Kill so many programs, and print what came of it; returns how much was lost."""
    chance, partial, wrong = Random(1), Counter[str](), 0
    for number in range(kills):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
            told = kill(begin(Path(name)), chance.randint(6, 200), chance.random() / 20)
            partial.update(path.relative_to(name).parts[0] for path in Path(name).rglob(".undone-*"))
            missing = lost(Path(name), told)
            wrong += len(missing)
            print(number + 1, "told", told, "lost", wrong, missing, "half written", dict(partial), flush=True)
    return wrong


def _write(kind: str, folder: Path) -> None:
    folder.mkdir()
    for number in KINDS[kind][0](folder):
        print(f"{kind} {number}\n", end="", flush=True)


if __name__ == "__main__":
    if sys.argv[1:] and not sys.argv[1].isdecimal():
        for kind in KINDS:
            Thread(target=_write, args=(kind, Path(sys.argv[1]) / kind)).start()
    else:
        sys.exit(bool(main(int(sys.argv[1]) if sys.argv[1:] else 100)))
