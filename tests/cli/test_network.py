"""The network's commands as a player meets them: whole processes on this machine, real UDP."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.cli.report import report_text
from tests.cli.program import ROOT, call, is_one_line, port_of, table_at

ENVIRONMENT = os.environ | {"LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1"}
NAMES = "Ada", "Bea"


class Tables:
    """Tables served by processes of their own, where hard bots are quick."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.made: list[subprocess.Popen[str]] = []

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.quick_bots", *arguments, "--data", str(self.folder)],
            cwd=ROOT,
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.made.append(process)
        return process

    def serve(self, *arguments: str) -> int:
        """The port of a new table."""
        return port_of(self.start("serve", "--port", "0", *arguments))

    def match(self, port: int, *names: str) -> tuple[int, str, str]:
        """Have bots join the first table: its exit code and what it said when the match was over."""
        for name in names:
            self.start("join", f"127.0.0.1:{port}", "--bot", "hard", "--name", name)
        out, errors = self.made[0].communicate(timeout=240)
        return self.made[0].returncode, out, errors


def opened(served: "subprocess.Popen[str]") -> dict[str, Any]:
    """The first event that a table tells."""
    assert served.stdout
    told: dict[str, Any] = json.loads(served.stdout.readline())
    return told


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    made = Tables(tmp_path)
    (tmp_path / "settings.json").write_text('{"rounds": 1}')
    yield made
    for process in made.made:
        process.kill()
        process.communicate()


ONE_MATCH = "--bots", "1", "--level", "hard", "--matches", "1", "--lang", "en", "--seats"


@pytest.mark.real
def test_bots_of_other_machines_play_a_match_and_it_is_told_and_kept(tables: Tables) -> None:
    code, told, wrong = tables.match(tables.serve(*ONE_MATCH, "3"), *NAMES)
    assert (code, wrong) == (0, "")
    assert all(words in told for words in (*NAMES, "wins"))
    [replay] = (tables.folder / "replays").glob("*.replay")
    assert call("check", str(replay)).returncode == 0
    assert [process.wait(60) for process in tables.made[1:]] == [0, 0]


@pytest.mark.real
def test_a_cup_is_served_and_told_deal_by_deal(tables: Tables) -> None:
    served = tables.start(
        "serve", "--port", "0", "--game", "cup:paare", "--events", "--json", *ONE_MATCH, "3"
    )
    code, told, wrong = tables.match(opened(served)["port"], *NAMES)
    assert (code, wrong) == (0, "")
    [match] = json.loads(told.splitlines()[-1])["matches"]
    raced = match["race"]
    assert raced["terms"] == "cup:paare" and {*NAMES} < {*raced["names"]}
    first, second, last = raced["deals"]
    assert sorted(first["places"]) == [1, 2, 3] and first["challenge"].startswith("paare-")
    ordered = [time for _place, time in sorted(zip(first["places"], first["times"], strict=True))]
    assert ordered[0] < ordered[1] and (ordered[2] is None or ordered[1] < ordered[2])
    assert last["places"][second["places"].index(3)] == 3, "who was last after qualifying sits out"
    lines = report_text(match, raced["names"]).splitlines()
    assert [line.split()[1:4] for line in lines[1:4]] == [
        [*map(str, deal["places"])] for deal in raced["deals"]
    ]
    assert lines[4].split() == ["Place", *map(str, last["places"])]
    assert last["places"].index(1) == match["winner"]
    checked = json.loads(call("check", match["replay"], "--json").stdout)
    assert checked["rounds"] == len(match["rounds"])
    assert f"totals {', '.join(map(str, match['totals']))}" in checked["text"]


@pytest.mark.real
def test_a_served_table_says_in_lines_where_it_is_who_comes_and_each_result(tables: Tables) -> None:
    serve = "serve", "--port", "0", "--name", "Pub", "--events", "--json"
    first = opened(tables.start(*serve, *ONE_MATCH, "3"))
    port = first["port"]
    assert (first["event"], first["name"], first["id"]) == ("open", "Pub", table_at(port).id.hex())
    assert all(where.endswith(f":{port}") for where in first["addresses"]) and first["addresses"]
    code, told, wrong = tables.match(port, *NAMES)
    assert (code, wrong) == (0, "")
    *came, result = map(json.loads, told.splitlines()[:-1])
    assert {each["name"] for each in came} == {*NAMES}
    assert [(each["event"], each["bot"]) for each in came] == [("came", "hard")] * 2
    assert result["event"] == "result" and {*NAMES} < {*result["names"]}
    assert all(result["names"][each["seat"]] == each["name"] for each in came)
    sums = [0] * 3
    for played in result["rounds"]:
        assert sums.count(max(sums)) > 1, "another round only after a tie at the top"
        sums = [total + score for total, score in zip(sums, played["scores"], strict=True)]
    assert result["totals"] == sums
    assert sums.count(max(sums)) == 1 and result["winner"] == sums.index(max(sums))
    [match] = json.loads(told.splitlines()[-1])["matches"]
    match["seconds"] = result["seconds"]  # until the table was closed
    assert match == {name: result[name] for name in match}, "what --json says stays what it was"


@pytest.mark.real
@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit for files")
def test_a_table_plays_on_where_no_replay_can_be_written(tables: Tables) -> None:
    import resource  # noqa: PLC0415 - not on Windows

    port = tables.serve(*ONE_MATCH, "2")
    limit = 100, 100  # what is longer fails as on a full disk
    resource.prlimit(tables.made[0].pid, resource.RLIMIT_FSIZE, limit)
    code, told, wrong = tables.match(port, "Ada")
    assert code == 0
    assert is_one_line(wrong) and "could not be saved" in wrong
    assert "Ada" in told and "Replay" not in told
    assert not list((tables.folder / "replays").glob("*.replay"))


def test_without_any_table_find_says_so_and_ends_with_1() -> None:
    done = call("find", "--json", "--lang", "en")
    listed = json.loads(done.stdout)["tables"]
    assert done.returncode == (0 if listed else 1)


@pytest.mark.real
def test_a_wrong_code_is_told_in_one_line(tables: Tables) -> None:
    port = tables.serve("--seats", "2", "--code", "sesam")
    wrong = call("join", f"127.0.0.1:{port}", "--bot", "easy", "--code", "nix", "--data", str(tables.folder))
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert is_one_line(wrong.stderr)
    assert "code is wrong" in wrong.stderr


def test_a_host_that_does_not_answer_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("game.cli.join._ANSWER", 0.2)
    done = call("join", "127.0.0.1:1", "--bot", "easy", "--lang", "en", "--data", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert is_one_line(done.stderr) and "Nobody answers" in done.stderr


@pytest.mark.real
def test_a_port_in_use_is_told(tables: Tables) -> None:
    port = tables.serve("--seats", "2")
    second = call("serve", "--port", str(port), "--data", str(tables.folder))
    assert second.returncode == 2
    assert is_one_line(second.stderr)
    assert str(port) in second.stderr
