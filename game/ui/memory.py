"""Memory that is free again goes back to the system, where the C library does not see to it by itself."""

from collections.abc import Callable
from functools import cache


def give_back() -> None:
    """Let go of what pictures that are gone have left. It takes a millisecond: for a moment of rest."""
    if trim := _trim():
        trim(0)


@cache
def _trim() -> Callable[[int], object] | None:
    import ctypes  # noqa: PLC0415 - the first frame does not wait for it

    try:
        return ctypes.CDLL(None).malloc_trim  # glibc: it keeps what lies below a block in use
    except (OSError, AttributeError, TypeError):
        return None
