"""The shortest list of acts that still shows what fell."""

from collections.abc import Callable
from dataclasses import replace

from tests.evening.acts import Act, Evening

_LATER = 1.0
"""Seconds after the fall that an evening need not be played."""


def shortest(evening: Evening, fell: float, shows: Callable[[Evening], bool]) -> Evening:
    """Take out acts as long as the evening `shows` it: halves, then quarters, down to single ones. `fell`: at
    which second it did. If it does not show again, the evening as it was."""
    acts = tuple(act for act in evening.acts if act[0] <= fell)
    if not shows(evening.with_acts(acts)):
        return evening
    size = (len(acts) + 1) // 2
    while size:
        at = 0
        while at < len(acts):
            fewer: tuple[Act, ...] = acts[:at] + acts[at + size :]
            if shows(evening.with_acts(fewer)):
                acts = fewer
            else:
                at += size
        size //= 2
    shorter = replace(evening, acts=acts, lasts=round(fell + _LATER))
    return shorter if shows(shorter) else evening.with_acts(acts)
