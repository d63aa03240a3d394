"""Memory that pictures leave goes back to the system, where the C library does not see to it by itself."""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ctypes import CDLL

_MMAP_THRESHOLD, _LARGE = -3, 1 << 20
"""glibc's M_MMAP_THRESHOLD, and the bytes it is set to: more than a card takes, and less than a window."""


def keep_large_blocks_apart() -> None:
    """Have large pictures lie apart from small ones, which else settle in the holes that those leave."""
    if glibc := _glibc():
        glibc.mallopt(_MMAP_THRESHOLD, _LARGE)


def trim_heap() -> None:
    """Let go of what pictures that are gone have left. It takes a millisecond: for a moment of rest."""
    if glibc := _glibc():
        glibc.malloc_trim(0)


@cache
def _glibc() -> "CDLL | None":
    import ctypes  # noqa: PLC0415 - the first frame does not wait for it

    try:
        library = ctypes.CDLL(None)
        return library if hasattr(library, "malloc_trim") else None
    except (OSError, TypeError):
        return None
