"""Returns the memory of freed pictures to the system, which glibc does not do by itself."""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ctypes import CDLL

_MMAP_THRESHOLD, _LARGE = -3, 1 << 20
"""glibc's M_MMAP_THRESHOLD, and the bytes it is set to: more than a card takes, less than a window."""


def keep_large_blocks_apart() -> None:
    """Allocate large pictures apart from small ones, which would otherwise fragment the space they leave."""
    if glibc := _glibc():
        glibc.mallopt(_MMAP_THRESHOLD, _LARGE)


def trim_heap() -> None:
    """Return freed memory to the system. It takes a millisecond: call it when nothing moves."""
    if glibc := _glibc():
        glibc.malloc_trim(0)


@cache
def _glibc() -> "CDLL | None":
    import ctypes  # noqa: PLC0415 - kept out of the first frame

    try:
        library = ctypes.CDLL(None)
        return library if hasattr(library, "malloc_trim") else None
    except (OSError, TypeError):
        return None
