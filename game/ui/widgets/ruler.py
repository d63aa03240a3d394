"""A ruler of maple with the medals at their times, and a needle that stops at one's own."""

from collections.abc import Sequence
from functools import partial
from math import ceil, log
from typing import Final

from pygame import Rect, Surface

from game.i18n import exact_time
from game.ui.engine import text, theme
from game.ui.view.leaves import Picture
from game.ui.widgets.medals import medal_disc
from game.ui.widgets.words import short_time

Marks = Sequence[tuple[str, int]]
"""Each medal with its time in microseconds, the best first."""
STOPS: Final = 0.9
"""Seconds after which the needle stands still."""
_HIGH, _FLAG, _BOARD, _DISC, _SIDE = 104, 30, 60, 34, 26
"""The heights of all of it, of the needle's flag, of the wood and of a medal, and how far from the ends of
the wood the scale begins, in units."""
_FIRST, _LAST = 0.7, 1.3
"""Where the scale begins and ends, by the best medal's time and by the last one's."""
_WORDS = 18
"""The height of the letters in units."""


def ruler(marks: Marks, time: int | None, shown: int, since: float) -> Picture:
    """It bears the needle `since` so many seconds, which stops at `time` and says what is `shown`; None: it
    bears none. Times are in microseconds; equal steps are equal shares of time."""
    since = min(since, STOPS)
    return Picture(
        ("ruler", *marks, time, shown, since),
        partial(_draw, marks=marks, time=time, shown=shown, since=since),
        high=_HIGH,
    )


def _draw(
    surface: Surface, rect: Rect, u: float, marks: Marks, time: int | None, shown: int, since: float
) -> None:
    on, best, last = theme.ground("maple"), marks[0][1], marks[-1][1]
    low, high = _FIRST * best, _LAST * last
    board = Rect(rect.x, rect.bottom - round(_BOARD * u), rect.w, round(_BOARD * u))
    begin, room = board.x + _SIDE * u, board.w - 2 * _SIDE * u
    surface.blit(theme.laid(board.size, u, on), board)

    def across(at: float) -> float:
        return begin + room * log(at / low) / log(high / low)

    step = next(each for each in (1, 2, 5, 10, 30, 60, 300, 600) if 1e6 * each >= low / 8)
    for number in range(ceil(low / 1e6 / step), int(high / 1e6 / step) + 1):
        long = 10 if number % 5 == 0 else 6
        surface.fill(on.edge, (across(1e6 * step * number), board.y + 3 * u, max(1, round(u)), long * u))
    for metal, at in marks:
        x, disc = across(at), medal_disc(metal, round(_DISC * u))
        surface.blit(disc, disc.get_rect(midtop=(x, board.y - 4 * u)))
        foot = x, board.bottom - 8 * u
        text.draw(surface, short_time(at), _WORDS * u, on.ivory, max_width=0.2 * room, midbottom=foot)
    if time is not None:
        room = across(min(high, max(low, time))) - begin
        _draw_needle(surface, rect, u, begin + room * _stopping(since / STOPS), shown)


def _stopping(share: float) -> float:
    """How far the needle has come after this share of its time: once it goes a little too far."""
    return 1 + 2.1 * (share - 1) ** 3 + 1.1 * (share - 1) ** 2


def _draw_needle(surface: Surface, rect: Rect, u: float, x: float, shown: int) -> None:
    """The needle, and the time on its flag."""
    wide, high = round(11 * u), round((_HIGH - _FLAG - 14) * u)
    points = [(2 * u, 0), (wide - 2 * u, 0), (wide / 2, high - 4 * u)]
    shapes = theme.area(points, theme.INK, 1.2 * u), theme.area(points, theme.RED)
    needle = theme.sketch((wide, high), *shapes)
    surface.blit(needle, (x - wide / 2, rect.y + _FLAG * u))
    words, on = exact_time(shown), theme.ground("stock")
    flag = Rect(0, rect.y, text.width(words, 22 * u) + round(24 * u), round(_FLAG * u))
    flag.centerx = round(x)
    flag.clamp_ip(rect)
    surface.blit(theme.laid(flag.size, u, on._replace(line=1.5, radius=6)), flag)
    text.draw(surface, words, 22 * u, on.ivory, max_width=flag.w, center=flag.center)
