"""Damaged files for whatever reads one: each is understood, or is one line for the player."""

import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from random import Random

import msgspec

from game.challenges.level import LevelError, prove
from game.challenges.level_files import listed, named, read_level
from game.challenges.replays import read_replay
from game.cli.solve import find_solution
from game.core.solo import Solo
from game.lan.seat_tokens import SeatTokens
from game.rules.options import rules_from
from game.sessions.match_playback import MatchPlayback
from game.sessions.run_playback import RunPlayback
from game.storage.database import FILE
from game.storage.replay_format import Mismatch, ReplayError
from game.storage.replay_writer import save_run
from game.storage.result import Result, ResultsError
from game.storage.results import export, open_results
from game.storage.run_replay import RunReplay, progress_of, read_checked_run
from game.storage.settings import Settings, load_settings, save_settings
from tests.levelfile import level_text

ROOT = Path(__file__).parents[2]
LONGEST = 20.0
"""Seconds that no file may take."""
_SCRAPS = (
    b"", b"\x00", b"\xff\xfe", b"\xed\xa0\x80", b"\n", b"\r\n", b'"', b"'''", b"{", b"[" * 2_000,
    b"-1", b"9" * 30, b"9" * 5_000, b"1e999", b"nan", b"null", b"true", b"18446744073709551616", b".a" * 40,
    b"\xe7\x8e\x8b", b"\xe2\x80\xae", b" ", b"=", b"# ", b"haisty", b"paare", b"won", b"undo", b"hint", b"R!",
    b"W>F1", b"x13", b"@7", b'{"":' * 999,
)  # fmt: skip
"""What is put in: ends of ranges, what opens and never closes, words of the formats."""
_NUMBER = re.compile(rb"\d+")


def damaged(rng: Random, data: bytes) -> bytes:
    """The file with one to three changes."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(data) + 1)
        to = min(len(data), at + rng.randint(1, 200))
        match rng.randrange(9):
            case 0:
                data = data[: rng.choice((at, len(data)))]
            case 1:
                data = data[:at] + data[to:]
            case 2 | 3:
                data = data[:at] + rng.choice(_SCRAPS) + data[at:]
            case 4:
                data = data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
            case 5:
                data = data[:to] + data[at:]
            case 6:
                lines = data.split(b"\n")
                one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
                lines[one], lines[two] = lines[two], lines[one]
                data = b"\n".join(lines)
            case 7:
                numbers = list(_NUMBER.finditer(data))
                if numbers:
                    found = rng.choice(numbers)
                    data = data[: found.start()] + rng.choice(_SCRAPS[11:19]) + data[found.end() :]
            case 8:
                data = data[:at] + rng.randbytes(rng.randint(1, 600)) + data[to:]
    return data


def line(error: object) -> str:
    """What the player is told: it has to be one line."""
    told = str(error)
    assert told
    assert "\n" not in told, told
    return told


def settings(path: Path) -> bool:
    """Whether the settings are understood; what was not is kept."""
    data = path.read_bytes()
    found, notice = load_settings(path.parent)
    msgspec.convert(msgspec.to_builtins(found), Settings)
    save_settings(path.parent, found)
    assert load_settings(path.parent) == (found, None)
    assert not notice or (path.parent / "settings-damaged-1.json").read_bytes() == data
    return not (notice and line(notice))


def seats(path: Path) -> bool:
    """Whether the seats are understood; what was not is kept."""
    data = path.read_bytes()
    told: list[object] = []
    SeatTokens(path.parent, told.append).keep(bytes(16), bytes(range(16)))
    assert SeatTokens(path.parent).at(bytes(16)).token == bytes(range(16))
    assert not told or (path.parent / "seats-damaged-1.json").read_bytes() == data
    return not any(map(line, told))


def records(path: Path) -> bool:
    """Whether all results are there; else the file is kept, and what one plays now is recorded."""
    data = path.read_bytes()
    found, notice = open_results(path.parent)
    kept = path.parent / "records-damaged-1.db"
    assert not kept.exists() or kept.read_bytes() == data
    try:
        for ask in (found.latest, found.bests, found.statistics, lambda: found.days(date(2026, 11, 21))):
            ask()
        export(found, path.parent)
        one = found.latest(most=1) or [_result(0)]
        found.ranking(one[0])
        found.add(_result(7))
        assert found.latest()[-1] == _result(7)
    except ResultsError as error:
        line(error)
        return False
    finally:
        found.close()
    return not (notice and line(notice))


def level(path: Path) -> bool:
    """Whether it is a challenge that comes out."""
    try:
        for each in listed(path) if "deals" in path.stem else [read_level(path)]:
            prove(each)
    except LevelError as error:
        return not line(error)
    return True


def replay(path: Path) -> bool:
    """Whether it can be watched, as a match or as a run."""
    try:
        found, _played = read_replay(path)
        if isinstance(found, RunReplay):
            session = RunPlayback(found, time.perf_counter)
            session.skip()
            session.poll()
            if path.suffix == ".run":
                progress_of(read_checked_run(path)[0]).at(1_000_000)
        else:
            watched = MatchPlayback(found, time.perf_counter)
            watched.skip()
            watched.poll()
    except (ReplayError, Mismatch) as error:
        return not line(error)
    return True


def _result(number: int) -> Result:
    rules: dict[str, bool | int | str] = {"passes": 1} if number % 2 else {}
    return Result(
        game="acht-mal-acht",
        seed=2**64 - 1 - number,
        rules=rules,
        challenge=f"daily-2026-11-{number % 20 + 1:02}" if number % 3 else "",
        won=number % 4 > 0,
        placed=number,
        cards=104,
        time=number * 1_000_000,
        medal="gold" if number % 4 > 0 else "",
        when=1_795_000_000,
        run=f"{number}.run",
    )


def originals(folder: Path) -> dict[str, tuple[Callable[[Path], bool], bytes]]:
    """A good file of each kind by its name, and what reads it."""
    chosen = Settings(name="Åke", lang="sv", size=(1600, 900), hosts=("192.168.1.7", "[fe80::1%eth0]:41313"))
    chosen.house = {"haisty": {"any_part": True}}
    save_settings(folder, chosen)
    for number in range(3):
        SeatTokens(folder).keep(bytes([number]) * 16, bytes([number]) * 16, "sesame")
    kept, _notice = open_results(folder)
    for number in range(60):
        kept.add(_result(number))
    kept.close()
    rules = rules_from("paare", {})
    found = find_solution(rules, 18531, 60.0)
    (folder / "found.json").write_bytes(msgspec.json.encode(found))
    solo = Solo(rules, 18531)
    for number, move in enumerate(named("paare-01").line(), 1):
        if move not in solo.rules.moves(solo.table, 0):
            break
        solo.play(move, number * 1_000_000)
    run = save_run(folder, RunReplay.from_solo(solo, len(solo.log) * 1_000_000))
    return {
        "settings.json": (settings, (folder / "settings.json").read_bytes()),
        "seats.json": (seats, (folder / "seats.json").read_bytes()),
        FILE: (records, (folder / FILE).read_bytes()),
        "paare-01.toml": (level, level_text("paare-01").encode()),
        "acht-mal-acht-01.toml": (level, level_text("acht-mal-acht-01").encode()),
        "deals.toml": (level, (ROOT / "levels" / "haisty.toml").read_bytes()),
        "two.replay": (replay, (ROOT / "tests/replays/two-seats-knock.replay").read_bytes()),
        "one.run": (replay, run.read_bytes()),
        "found.json": (replay, (folder / "found.json").read_bytes()),
        "level.toml": (replay, level_text("paare-01").encode()),
    }


def attack(files: int, seed: int) -> dict[str, dict[str, float]]:
    """So many damaged files, the same number of each kind: those taken, those understood, the slowest."""
    told: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as name:
        good = Path(name) / "good"
        good.mkdir()
        kinds = originals(good)
        for kind, (read, data) in kinds.items():
            rng = Random(f"{kind} {seed}")
            assert _read(read, Path(name), kind, data)[0], f"the good {kind} is not understood"
            results = [_read(read, Path(name), kind, damaged(rng, data)) for _ in range(files // len(kinds))]
            told[kind] = {
                "files": len(results),
                "understood": sum(well for well, _took in results),
                "slowest": round(max(took for _well, took in results), 3),
            }
    return told


def _read(read: Callable[[Path], bool], folder: Path, kind: str, data: bytes) -> tuple[bool, float]:
    """Have one file read in a folder of its own; whether it is understood, and the seconds it took."""
    place = folder / "data"
    place.mkdir()
    (place / kind).write_bytes(data)
    begun = time.perf_counter()
    try:
        well = read(place / kind)
        took = time.perf_counter() - begun
        assert took < LONGEST, f"{took} s"
    except BaseException:
        kept = Path(tempfile.mkdtemp()) / kind
        kept.write_bytes(data)
        print(f"{kept} is not survived", file=sys.stderr)
        raise
    shutil.rmtree(place)
    return well, took
