"""main.py: called in this process, run as one of its own, or begun and ended by a signal."""

import gc
import io
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

import main
from game.cli.outcome import SIGNALS
from game.i18n import set_language
from game.net.discovery.answer import read_answer
from game.net.wire.packet import ASK, NONCE, TableInfo, plain

ROOT = Path(__file__).parents[2]
UTF8 = {"LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8"}
"""The environment in which a program prints any sign, also on Windows."""
signals = pytest.mark.skipif(sys.platform == "win32", reason="no program sends another one a signal there")


def call(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """main.py called as a function in this process: far faster, for commands that open no window."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n", write_through=True) for _ in range(2))
    handlers = {number: signal.getsignal(number) for number in SIGNALS}
    code: object = None
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", ["main.py", *arguments])
        patch.setenv("LC_ALL", "C.UTF-8")
        patch.chdir(ROOT)
        patch.setattr(sys, "excepthook", sys.excepthook)  # the program sets its own
        patch.setattr(threading, "excepthook", threading.excepthook)
        patch.setattr(sys, "unraisablehook", sys.unraisablehook)
        try:
            code = main.main()
        except SystemExit as ended:
            code = ended.code
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)
            set_language("en")
            gc.enable()
    said = [each.buffer.getvalue().decode() for each in (out, err) if isinstance(each.buffer, io.BytesIO)]
    return subprocess.CompletedProcess(arguments, int(str(code)), *said)


def run(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """main.py as a process of its own, without any display."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("SDL_", "DISPLAY", "WAYLAND"))
    }
    return subprocess.run(
        [sys.executable, "main.py", *arguments],
        cwd=ROOT,
        env=kept | UTF8 | environment,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def is_one_line(text: str) -> bool:
    """Whether this is a message for a player."""
    return text.count("\n") == 1 and "Traceback" not in text


def begun(*arguments: str, **environment: str) -> "subprocess.Popen[str]":
    """main.py at work in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "main.py", *arguments],
        cwd=ROOT,
        env=os.environ | UTF8 | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def ended(program: "subprocess.Popen[str]", number: int) -> tuple[int, str, str]:
    """Its exit code and what it said after the signal."""
    program.send_signal(number)
    said, fault = program.communicate(timeout=60)
    return program.returncode, said, fault


def port_of(served: "subprocess.Popen[str]") -> int:
    """The port of a table, as it is printed when the table opens."""
    assert served.stdout
    return int(served.stdout.readline().split("port ")[1].split(".")[0])


def table_at(port: int) -> TableInfo:
    """What the table at this port of this machine answers to whoever looks for one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
        asker.settimeout(0.2)
        for _question in range(100):
            asker.sendto(plain(ASK, bytes(NONCE), padded=True), ("127.0.0.1", port))
            try:
                answer = read_answer(asker.recv(2000))
            except OSError:  # nobody there yet, or too busy to answer
                continue
            assert answer
            return answer.info
    raise AssertionError(f"no table at port {port}")


def scene(described: Path) -> str:
    """The scene on top in a file of `--describe`; empty while there is no file."""
    try:
        return str(json.loads(described.read_bytes())["scene"])
    except FileNotFoundError:
        return ""


QUICK = ("demo", "--fast", "--seats", "2", "--seed", "1", "--data")
