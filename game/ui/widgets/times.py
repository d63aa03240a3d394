"""Formats times, which are whole microseconds, and dates, which are seconds since 1970."""

import time as clock

from game.i18n import _, exact_time, tenths


def short_time(time: int) -> str:
    """Minutes and seconds."""
    return exact_time(time)[:-2]


def cost(time: int) -> str:
    """Seconds added to the clock as a penalty."""
    return _("+{n} s").format(n=f"{time / 1e6:g}")


def lead(behind: int) -> str:
    """How far ahead of another run (with a minus) or behind it (with a plus)."""
    sign = "−" if behind < 0 else "+" if behind else "±"
    return _("{n} s").format(n=sign + tenths(abs(behind) / 1e6))


def day(when: float) -> str:
    """The date where the player is."""
    local = clock.localtime(when)
    return _("{year}-{month:02}-{day:02}").format(year=local.tm_year, month=local.tm_mon, day=local.tm_mday)


def moment(when: float) -> str:
    """The date and the time of day where the player is."""
    return f"{day(when)} {clock.strftime('%H:%M', clock.localtime(when))}"
