"""Ctrl+C, SIGTERM and a closed terminal end every command quietly and keep what was played."""

import signal
import subprocess
import sys
import weakref
from contextlib import nullcontext, suppress
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import Any

import psutil
import pytest

from game import app
from game.cli import console, outcome, serve
from game.lan.server import Server
from tests.cli.program import ROOT, begun, call, ended, port_of, run, scene, signals, table_at
from tests.waiting import until


def demo_port(demo: "subprocess.Popen[str]") -> int:
    """The port of a demo's table, as it tells its bots; 0 before the first of them has begun."""
    for bot in psutil.Process(demo.pid).children():
        with suppress(psutil.NoSuchProcess, ValueError):  # so far it may be a copy of the demo
            arguments = bot.cmdline()
            return int(arguments[arguments.index("join") + 1].rpartition(":")[2])
    return 0


@pytest.mark.real
@signals
def test_a_signal_ends_a_demo_and_keeps_what_was_played(tmp_path: Path) -> None:
    program = begun("demo", "--seats", "2", "--seed", "1", "--data", str(tmp_path))
    until(lambda: demo_port(program) > 0, "a bot begins")
    port = demo_port(program)
    until(lambda: table_at(port).playing, "all bots have come to the table")
    assert ended(program, signal.SIGINT) == (128 + signal.SIGINT, "", "")
    (kept,) = (tmp_path / "replays").iterdir()
    assert call("check", str(kept)).returncode == 0


@pytest.mark.real
@signals
def test_a_signal_closes_the_window_and_keeps_what_was_played(tmp_path: Path) -> None:
    shown = tmp_path / "shown.json"
    described = "--data", str(tmp_path), "--describe", str(shown)
    program = begun("haisty", "--seed", "1", *described, SDL_VIDEODRIVER="dummy")
    until(lambda: scene(shown) == "table", "the table is shown")
    assert ended(program, signal.SIGHUP) == (128 + signal.SIGHUP, "", "")
    (kept,) = (tmp_path / "replays").glob("*.replay")
    assert call("check", str(kept)).returncode == 0


@pytest.mark.real
@signals
def test_a_signal_ends_a_served_table_and_its_bots_are_told(tmp_path: Path) -> None:
    served = begun("serve", "--port", "0", "--seats", "2", "--bots", "1", "--data", str(tmp_path))
    port = port_of(served)
    bot = begun("join", f"127.0.0.1:{port}", "--bot", "hard", "--data", str(tmp_path / "other"))
    until(lambda: table_at(port).playing, "the match begins")
    code, said, fault = ended(served, signal.SIGTERM)
    assert (code, fault) == (128 + signal.SIGTERM, "")
    assert (bot.communicate(timeout=60), bot.returncode) == (("", ""), 0)
    (kept,) = (tmp_path / "replays").iterdir()
    assert f"Replay: {kept}" in said.splitlines()
    assert call("check", str(kept)).returncode == 0


def test_a_signal_as_soon_as_a_table_is_open_closes_it_in_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[Server] = []

    def goodbye(server: Server) -> None:
        closed.append(server)

    monkeypatch.setattr(serve, "say", lambda _text: signal.raise_signal(signal.SIGINT))
    monkeypatch.setattr(Server, "_say_goodbye", goodbye)
    done = call("serve", "--port", "0", "--data", str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr) == (128 + signal.SIGINT, "", "")
    assert len(closed) == 1


def test_a_signal_while_a_class_is_made_is_a_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Field:
        def __set_name__(self, _owner: type, _name: str) -> None:
            signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(app, "carry_out", lambda _args: type("Owner", (), {"field": Field()}))
    done = call("find")
    assert (done.returncode, done.stdout, done.stderr) == (128 + signal.SIGTERM, "", "")


LATE = """import atexit, signal, threading
def late(): signal.raise_signal(signal.SIGTERM)
atexit.register(late)
threading._register_atexit(late)
"""


@pytest.mark.real
@pytest.mark.parametrize(("file", "code"), [("two-seats-knock.replay", 0), ("nofile", 2)])
def test_a_signal_to_a_program_that_is_ending_changes_nothing(file: str, code: int, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(LATE)
    done = run("check", f"tests/replays/{file}", PYTHONPATH=str(tmp_path))
    assert (done.returncode, done.stderr.count("\n")) == (code, bool(code))


def test_a_second_signal_leaves_what_hangs_and_the_first_one_says_how_it_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def command(_args: object) -> int:
        try:
            signal.raise_signal(signal.SIGTERM)
        finally:
            signal.raise_signal(signal.SIGINT)
            pytest.fail("it hangs")
        return 0

    monkeypatch.setattr(app, "carry_out", command)
    done = call("find")
    assert (done.returncode, done.stdout, done.stderr) == (128 + signal.SIGTERM, "", "")


def test_a_signal_where_nothing_can_be_raised_is_heeded_a_moment_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As where an import ends: Python tells the weak reference to its lock."""

    class Lock:
        pass

    def command(_args: object) -> int:
        lock = Lock()
        told = weakref.ref(lock, lambda _ref: signal.raise_signal(signal.SIGTERM))
        del lock
        until(lambda: told is None, "the signal")
        return 0

    monkeypatch.setattr(app, "carry_out", command)
    done = call("find")
    assert (done.returncode, done.stdout, done.stderr) == (128 + signal.SIGTERM, "", "")


@pytest.mark.parametrize("closing", [False, True])
def test_a_signal_at_any_moment_is_the_commands_or_comes_too_late(
    closing: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes before each instruction with which a command begins and ends, one after the other."""
    number = signal.SIGTERM
    monkeypatch.setattr(outcome, "SIGNALS", [number])
    moments = 0
    left = 0

    def trace(frame: FrameType, event: str, _what: object) -> Any:
        nonlocal left
        if frame.f_code.co_filename != outcome.__file__:
            return None
        frame.f_trace_opcodes = True
        left -= event == "opcode"
        if event == "opcode" and left == 0:
            signal.raise_signal(number)
        return trace

    def command() -> int:
        with outcome.closing_on_signal(lambda: None) if closing else nullcontext():
            pass
        return 0

    sys._getframe().f_trace_opcodes = True  # Python 3.12 heeds it from the next settrace on
    codes = []
    while left <= 0:
        moments += 1
        left = moments
        signal.signal(number, lambda *_: None)
        sys.settrace(trace)
        try:
            codes.append(outcome.until_signal(command))
        finally:
            sys.settrace(None)
            signal.signal(number, signal.SIG_DFL)
    assert {*codes} == {0, 128 + number}


@pytest.mark.real
@signals
def test_a_signal_ends_a_bot_at_a_table(tmp_path: Path) -> None:
    served = begun("serve", "--port", "0", "--data", str(tmp_path))
    port = port_of(served)
    bot = begun("join", f"127.0.0.1:{port}", "--bot", "hard", "--data", str(tmp_path / "other"))
    until(lambda: table_at(port).taken == 1, "the bot sits down")
    assert ended(bot, signal.SIGINT) == (128 + signal.SIGINT, "", "")
    until(lambda: table_at(port).taken == 0, "its seat is free again")
    served.kill()
    served.communicate()


@pytest.mark.real
@signals
def test_a_signal_ends_a_search() -> None:
    search = begun("solve", "acht-mal-acht", "--seed", "1", "--rule", "passes=1", "--seconds", "60")
    until(lambda: psutil.Process(search.pid).cpu_times().user > 0.7, "it is in the middle of it")
    assert ended(search, signal.SIGTERM) == (128 + signal.SIGTERM, "", "")


@pytest.mark.real
@signals
def test_ctrl_c_is_quiet_while_the_program_is_still_being_read_in(tmp_path: Path) -> None:
    (tmp_path / "argparse.py").write_text("import time\nprint('here', flush=True)\ntime.sleep(60)\n")
    program = begun("find", PYTHONPATH=str(tmp_path))
    assert program.stdout
    assert program.stdout.readline() == "here\n"
    assert ended(program, signal.SIGINT) == (128 + signal.SIGINT, "", "")


@pytest.mark.real
@signals
def test_what_nohup_ignores_is_ignored(tmp_path: Path) -> None:
    program = subprocess.Popen(
        ["nohup", sys.executable, "main.py", "serve", "--port", "0", "--data", str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    port = port_of(program)
    program.send_signal(signal.SIGHUP)
    assert table_at(port).taken == 0, "it still answers"
    assert ended(program, signal.SIGTERM)[0] == 128 + signal.SIGTERM


@pytest.mark.real
def test_a_console_that_closes_is_a_signal_and_waits_for_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows says it in a thread of its own, and ends the program once that returns."""
    monkeypatch.setattr(console, "_LEFT", 0.0)
    kept: list[str] = []

    def command(_args: object) -> int:
        try:
            Thread(target=console.heard, args=[0]).start()  # Ctrl+C is a signal anyway
            Thread(target=console.heard, args=[2]).start()
            until(lambda: False, "the signal")
        finally:
            kept.append("the game")
        return 0

    monkeypatch.setattr(app, "carry_out", command)
    assert (call("find").returncode, kept) == (128 + console._SIGNAL, ["the game"])
