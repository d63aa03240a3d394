"""Formats times, which are whole microseconds."""

from game.i18n import _


def exact_time(time: int) -> str:
    """Minutes, seconds and tenths."""
    tenths = time // 100_000
    return f"{tenths // 600}:{tenths // 10 % 60:02}.{tenths % 10}"


def short_time(time: int) -> str:
    """Minutes and seconds."""
    return exact_time(time)[:-2]


def cost(time: int) -> str:
    """Seconds added to the clock as a penalty."""
    return _("+{n} s").format(n=f"{time / 1e6:g}")
