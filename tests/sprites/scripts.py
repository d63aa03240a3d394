"""The scripts that draw what is committed."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

SPRITES = Path(__file__).parents[2] / "sprites"


def check(script: str, folder: Path, files: Sequence[str]) -> None:
    """Check that the script writes just these files there, as they are committed. Raises AssertionError."""
    subprocess.run([sys.executable, SPRITES / script, folder], check=True)
    assert sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.svg")) == files
    for name in files:
        assert (folder / name).read_bytes() == (SPRITES / name).read_bytes(), name
