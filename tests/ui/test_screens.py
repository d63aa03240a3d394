"""Some screens at the smallest and the largest text, in German; `make screens` has all."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("scene", ["settings", "patiences", "records", "rule-page"])
def test_no_text_is_cut_off_overlapped_or_pale(scene: str) -> None:
    command = [sys.executable, "-m", "tests.bench.screens", "--only", scene, "--langs", "de"]
    command += ["--sizes", "1024x600,1920x1080", "--scales", "0.8,1.6"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    *wrong, counts = done.stdout.splitlines()
    assert done.returncode == 0, done.stderr
    assert wrong == []
    assert json.loads(counts)["screens"] >= 4
