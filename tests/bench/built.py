"""What the built program costs: its size, and how fast it starts, as a folder or one file."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.desktop.x11 import ROOT, Screen, missing

RUNS = 7


def measure() -> dict[str, object]:
    """Build both forms, then start each in turn in an empty environment; without a window, nothing."""
    if reason := missing():
        return {"skipped": reason}
    with tempfile.TemporaryDirectory() as name, Screen((1960, 1120)) as screen:
        folder = Path(name)
        _build(folder / "folder")
        _build(folder / "one", "--one-file")
        (archive,) = (folder / "folder").glob("haisty-*.*")
        programs = {
            "sources": [sys.executable, str(ROOT / "main.py")],
            "folder": [str(folder / "folder" / "built" / "haisty" / "haisty")],
            "one_file": [str(folder / "one" / "built" / "haisty")],
        }
        spent: dict[str, list[float]] = {each: [] for each in programs}
        for _ in range(RUNS):
            for each, command in programs.items():
                spent[each].append(_first_frame(screen, command))
        medians = {f"{each}_ms": round(statistics.median(took), 1) for each, took in spent.items()}
        ratio = statistics.median(spent["folder"]) / statistics.median(spent["sources"])
        return {
            "archive_mb": round(archive.stat().st_size / 1e6, 1),
            "start_to_first_frame": medians | {"folder_to_sources": round(ratio, 2)},
        }


def _build(to: Path, *options: str) -> None:
    command = [sys.executable, "distribution/build.py", "--to", str(to), *options]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)


def _first_frame(screen: Screen, command: list[str]) -> float:
    """Milliseconds until the first frame has been shown and described."""
    with tempfile.TemporaryDirectory() as home:
        described = Path(home) / "shown.json"
        options = ["--size", "1920x1080", "--data", f"{home}/data", "--describe", str(described)]
        begun = time.monotonic()
        bare = {"DISPLAY": screen.name, "HOME": home, "TMPDIR": home}
        program = subprocess.Popen([*command, *options], env=bare, cwd=home)
        while not os.path.exists(described):  # noqa: PTH110 - the fastest question
            assert program.poll() is None
            time.sleep(0.001)
        spent = (time.monotonic() - begun) * 1000
        program.terminate()
        program.wait()
        return spent
