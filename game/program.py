"""The program: its version, where its files lie, how a part of it is started as a process of its own, and how
finely it waits.

It runs from its sources, installed by pip, or built into one folder with Python inside.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

VERSION: Final = "1.0.0"
"""By semver.org; also of what pip installs and `make dist` builds."""

_HERE: Final = Path(__file__).resolve().parent
_BUILT: Final = getattr(sys, "frozen", False)
_INSTALLED: Final = not _BUILT and (_HERE / "main.py").is_file()

PROGRAM: Final = "haisty" if _BUILT or _INSTALLED else "main.py"
"""What a player types to start it."""
HIDDEN: Final = 0x08000000 if sys.platform == "win32" else 0
"""The `creationflags` of a process without a console, its window, and its Ctrl+C: CREATE_NO_WINDOW."""


def files(name: str) -> Path:
    """The folder `sprites`, `sounds` or `levels`: inside this package if pip installed it, else beside it."""
    inside = _HERE / name
    return inside if inside.is_dir() else _HERE.parent / name


def packed() -> tuple[Path | None, Path | None]:
    """The folder where archives of this program lie, if there can be one; and the folder that is the whole
    program, if it is a built one."""
    if _BUILT:
        own = Path(sys.executable).resolve().parent
        return own.parent, own
    return (None if _INSTALLED else _HERE.parent / "dist"), None


def command() -> list[str]:
    """The command that starts this program again."""
    if _BUILT:
        return [sys.executable]
    return (
        [sys.executable, "-m", "game.main"] if _INSTALLED else [sys.executable, str(_HERE.parent / "main.py")]
    )


@contextmanager
def fine_timers() -> Iterator[None]:
    """A context in which waits end to the millisecond; Windows counts them by 15.6 unless somebody asks."""
    if sys.platform != "win32":
        yield
        return
    import ctypes  # noqa: PLC0415 - only there

    winmm = ctypes.WinDLL("winmm")
    winmm.timeBeginPeriod(1)
    try:
        yield
    finally:
        winmm.timeEndPeriod(1)
