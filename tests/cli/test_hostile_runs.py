"""A run whose digest and signature are right, with one field out of range: refused in one line, whoever reads
it."""

import json
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

import pytest

from game.challenges.ladder import Ladder
from game.challenges.level_files import named
from game.challenges.replays import read_replay
from game.core.solo import Solo
from game.rules import games
from game.signing import KEY
from game.storage.replay_format import Mismatch, ReplayError, signed, with_digest
from game.storage.run_replay import RunReplay, run_text
from tests.cli.program import call, is_one_line

ALONE = [name for name, rules in games().items() if 1 in rules.seats]
HEADER: dict[str, tuple[object, ...]] = {
    "game": (None, 1, "", "race", "x" * 200),
    "rules": (None, [], {"cards": True}, {1: 2**70}),
    "seed": (None, -1, 2**64, 0.5, "1"),
    "challenge": (None, 1, "\n", "x" * 101),
    "name": (None, 1, "\n", "x" * 200),
}
TIMES = ("-1", "", "1e3", "9" * 19, "9" * 20)
MOVES = ("", ">", "!", "Z!", "Z>F1", "R@1>F1", "F99>F1", "B1>F99", "B1>B1x", "B1>B1x-1", "UNDO", "undo undo")
COUNTS = ("x0", "x64", "x" + "9" * 20, "x" + "9" * 5000)
RESULTS = (
    "",
    "= X 0/52 1",
    "= won 1/0 1",
    "= won -1/52 1",
    "= won 52/52",
    f"= won {'9' * 60}/1 1",
    "= won 52/52 -1",
)


def lines_of(game: str) -> list[str]:
    """The beginning of a run as it is in its file."""
    level = named(f"{game}-01")
    solo = Solo(level.variant(), level.seed)
    for number, move in enumerate(level.line()[:20], 1):
        solo.play(move, number * 400_000)
    return run_text(RunReplay.from_solo(solo, solo.log[-1].at, level.id, "Eve")).splitlines()


def wrong(lines: Sequence[str]) -> Iterator[list[str]]:
    """The file with one field out of range."""
    magic, head, *acts, result = lines
    header = json.loads(head)
    for key, values in HEADER.items():
        for value in values:
            yield [magic, json.dumps(header | {key: value}), *acts, result]
    for key in header["rules"]:
        for value in (None, 2**70, "x", []):
            rules = header["rules"] | {key: value}
            yield [magic, json.dumps(header | {"rules": rules}), *acts, result]
    time, what = acts[9].split()
    bad = [f"{each} {what}" for each in TIMES] + [f"{time} {each}" for each in MOVES]
    for each in (*bad, *(f"{time} {what.partition('x')[0]}{count}" for count in COUNTS)):
        yield [magic, head, *acts[:9], each, *acts[10:], result]
    yield from ([magic, head, *acts, each] for each in RESULTS)


@pytest.mark.parametrize("game", ALONE)
def test_a_run_with_a_field_out_of_range_is_refused_in_one_line(game: str, tmp_path: Path) -> None:
    path, lines = tmp_path / "eve.run", lines_of(game)
    path.write_bytes(with_digest("\n".join(lines) + "\n"))
    read_replay(path)
    for number, each in enumerate(wrong(lines)):
        data = signed(with_digest("\n".join(each) + "\n"), b"E" * KEY)
        path.write_bytes(data)
        with pytest.raises((ReplayError, Mismatch)) as refused:
            read_replay(path)
        with pytest.raises(ReplayError) as unranked:
            Ladder(tmp_path / "data").add(data, date(2026, 11, 23), path)
        for told in (refused, unranked):
            assert str(told.value) and "\n" not in str(told.value), number


@pytest.mark.parametrize("command", [("check",), ("watch",), ("race",), ("ladder", "add")])
def test_every_command_says_so_in_one_line(command: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "eve.run"
    for each in [*wrong(lines_of("staffelpatience"))][::6]:
        path.write_bytes(signed(with_digest("\n".join(each) + "\n"), b"E" * KEY))
        told = call(*command, str(path), "--data", str(tmp_path / "data"))
        assert told.returncode and not told.stdout and is_one_line(told.stderr), (each, told)
        assert str(path) in told.stderr
