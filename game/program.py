"""The program: its version, where its files lie, and how a part of it is started as a process of its own.

It runs from its sources, installed by pip, or built into one folder with Python inside.
"""

import sys
from pathlib import Path
from typing import Final

VERSION: Final = "1.0.0"
"""By semver.org; also of what pip installs and `make dist` builds."""

_HERE: Final = Path(__file__).resolve().parent
_BUILT: Final = getattr(sys, "frozen", False)
_INSTALLED: Final = not _BUILT and (_HERE / "main.py").is_file()

PROGRAM: Final = "haisty" if _BUILT or _INSTALLED else "main.py"
"""What a player types to start it."""


def files(name: str) -> Path:
    """The folder `sprites`, `sounds` or `levels`: inside this package if pip installed it, else beside it."""
    inside = _HERE / name
    return inside if inside.is_dir() else _HERE.parent / name


def command() -> list[str]:
    """The command that starts this program again."""
    if _BUILT:
        return [sys.executable]
    return (
        [sys.executable, "-m", "game.main"] if _INSTALLED else [sys.executable, str(_HERE.parent / "main.py")]
    )
