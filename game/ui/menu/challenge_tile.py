"""The rows and tiles of the challenge list: a game, the deal of the day, one challenge."""

from collections.abc import Callable
from functools import partial
from typing import Final

from pygame import Rect, Surface

from game.challenges.level import Level
from game.core.rules import Rules
from game.i18n import _, ngettext
from game.storage.kept_games import KeptGame
from game.storage.result import Result
from game.ui.engine import text, theme
from game.ui.menu.game_row import GameRow
from game.ui.rulebook.tables import SmallTables
from game.ui.widgets.house_rules import rule_words
from game.ui.widgets.medals import medal, metal_name, pips
from game.ui.widgets.rows import Button
from game.ui.widgets.times import short_time

PIPS: Final = 5
_SMALL = 19
"""Height of small letters in units."""
_SECOND = 1_000_000


def pip_count(grade: float, easiest: float, hardest: float) -> int:
    """How many of PIPS pips a difficulty gets, relative to the others of its game."""
    return 1 + round((PIPS - 1) * (grade - easiest) / max(hardest - easiest, 0.1))


class ProgressRow(GameRow):
    """A game, and the player's progress in its challenges."""

    rows = 1.3

    def __init__(
        self, title: str, action: Callable[[], None], rules: Rules, tables: SmallTables, won: int, of: int
    ) -> None:
        super().__init__(title, action, rules, tables)
        self._won, self._of = won, of
        self._meaning = _(rules.meaning) if rules.meaning else ""

    def draw_inside(self, surface: Surface) -> None:
        """The table left, beside it the title and the count, and below them what the title means."""
        u, rect = self.u, self.rect
        left = self.draw_table(surface)
        upper, lower = rect.y + rect.h * 0.34, rect.y + rect.h * 0.72
        upper, lower = (upper, lower) if self._meaning else (rect.centery, lower)
        right = rect.right - 10 * u
        line = partial(text.draw, surface, max_height=0.46 * rect.h)
        color = theme.GOLD if self._won == self._of else theme.MIST
        count = line(f"{self._won} / {self._of}", _SMALL * u, color, midright=(right, upper))
        room = count.x - 8 * u - left
        line(self.label, 24 * u, theme.IVORY, max_width=room, midleft=(left, upper))
        line(self._meaning, _SMALL * u, theme.MIST, max_width=right - left, midleft=(left, lower))


class GradeTab(Button):
    """A grade of a game, and how many of its challenges have been won; `chosen`: they are shown below."""

    def __init__(self, title: str, action: Callable[[], None], won: int, of: int) -> None:
        super().__init__(title, action)
        self._won, self._of = won, of
        self.chosen = False
        self.help = _("{won} of {of} challenges won").format(won=won, of=of)

    def draw_inside(self, surface: Surface) -> None:
        """The name left, the count right; the chosen grade is underlined."""
        u, rect = self.u, self.rect
        if self.chosen:
            bar = theme.rounded((round(rect.w - 24 * u), round(4 * u)), round(2 * u), theme.GOLD, None, 0)
            surface.blit(bar, bar.get_rect(midbottom=(rect.centerx, rect.bottom - round(3 * u))))
        color = theme.GOLD if self._won == self._of else theme.MIST
        corner = rect.right - 12 * u, rect.centery
        end = text.draw(surface, str(self._won), _SMALL * u, color, midright=corner).x
        room, where = end - rect.x - 18 * u, (rect.x + 12 * u, rect.centery)
        color = theme.IVORY if self.chosen else theme.MIST
        text.draw(surface, self.label, 22 * u, color, max_width=room, midleft=where)


class DayRow(Button):
    """The deal of the day: its game, today's result, and the streak of days."""

    rows = 1.6

    def __init__(
        self,
        title: str,
        action: Callable[[], None],
        best: Result | None,
        days: int,
        kept: KeptGame | None = None,
    ) -> None:
        super().__init__(_("Today’s challenge"), action)
        self._title, self._best, self._days, self._kept = title, best, days, kept

    def draw_inside(self, surface: Surface) -> None:
        """Two lines, and a medal at the right."""
        u, rect = self.u, self.rect
        picture = medal(self._best.medal if self._best else "", round(46 * u))
        spot = picture.get_rect(midright=(round(rect.right - 14 * u), rect.centery))
        surface.blit(picture, spot)
        left, room = rect.x + 20 * u, spot.x - rect.x - 30 * u
        upper, lower = rect.y + rect.h * 0.33, rect.y + rect.h * 0.7
        high = 0.46 * rect.h, 0.4 * rect.h
        text.draw(
            surface,
            self.label,
            24 * u,
            theme.IVORY,
            max_width=room,
            max_height=high[0],
            midleft=(left, upper),
        )
        words = self._title
        if self._kept:
            words += " · " + _("go on at {time}").format(time=short_time(self._kept.result.time))
        elif self._best and self._best.won:
            words += f" · {short_time(self._best.time)}"
        elif self._days:
            words += " · " + ngettext("{n} day in a row", "{n} days in a row", self._days).format(
                n=self._days
            )
        text.draw(
            surface, words, _SMALL * u, theme.MIST, max_width=room, max_height=high[1], midleft=(left, lower)
        )


class Tile(Button):
    """A challenge: its number, difficulty, the medal won and the best time."""

    def __init__(
        self,
        number: int,
        level: Level,
        hard: int,
        best: Result | None,
        action: Callable[[], None],
        kept: KeptGame | None = None,
    ) -> None:
        """`hard`: how many pips, if there are grades; `kept`: the game that its action goes on with."""
        super().__init__(level.id, action)
        self.level, self._hard = level, hard
        self._number, self._best, self._kept = number, best, kept
        self.help = explained(level, best, kept)

    @property
    def shown_value(self) -> object:
        return short_time(self._kept.result.time) if self._kept else None

    def draw_inside(self, surface: Surface) -> None:
        """The number large at the left, the medal at the right, the best time below."""
        u, rect, best = self.u, self.rect, self._best
        left, right = rect.x + 16 * u, rect.right - 14 * u
        text.draw(surface, str(self._number), 50 * u, theme.IVORY, midleft=(left, rect.y + rect.h * 0.34))
        picture = medal(best.medal if best else "", round(50 * u))
        surface.blit(picture, picture.get_rect(midright=(round(right), round(rect.y + rect.h * 0.36))))
        low = rect.y + rect.h * 0.78
        if self._hard:
            dots = pips(self._hard, PIPS, round(8 * u), theme.GOLD)
            surface.blit(dots, dots.get_rect(midleft=(round(left), round(low))))
        if self._kept:
            kept_plate(surface, (right, low), self._kept, u)
        elif best:
            result = short_time(best.time) if best.won else f"{best.placed} / {best.cards}"
            color = theme.IVORY if best.won else theme.MIST
            text.draw(surface, result, 22 * u, color, midright=(right, low))


def kept_plate(surface: Surface, midright: tuple[float, float], kept: KeptGame, u: float) -> Rect:
    """A plate that says from which time on a kept game goes on; returns its rectangle."""
    words = text.render(short_time(kept.result.time), 22 * u, theme.INK)
    arrow = theme.chevron(round(12 * u), theme.INK, False)
    box = Rect(0, 0, words.width + arrow.get_width() + round(26 * u), round(28 * u))
    box.midright = round(midright[0] + 4 * u), round(midright[1])
    surface.blit(theme.rounded(box.size, round(14 * u), theme.GOLD, None, 0), box)
    surface.blit(arrow, arrow.get_rect(midleft=(box.x + round(11 * u), box.centery)))
    text.blit(surface, words, words.get_rect(midright=(box.right - round(9 * u), box.centery)).topleft)
    return box


def explained(level: Level, best: Result | None, kept: KeptGame | None = None) -> str:
    """What to know of a challenge before playing it: house rules, times, the own best, a kept game."""
    if kept:
        sentence = _("Kept at {time}, with {placed} of {cards} cards: it goes on from there.")
        result = kept.result
        said = sentence.format(time=short_time(result.time), placed=result.placed, cards=result.cards)
        return f"{said}\n{times_line(level)}"
    words = [*rule_words(level.variant()), times_line(level)]
    if best and not best.won:
        words.append(_("{placed} of {cards} cards so far").format(placed=best.placed, cards=best.cards))
    return "\n".join([" · ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def times_line(level: Level) -> str:
    """The times of the medals and the limit."""
    parts = [
        f"{metal_name(metal)} {short_time(level.medal_time(metal))}" for metal in ("gold", "silver", "bronze")
    ]
    return " · ".join([*parts, _("limit {time}").format(time=short_time(level.limit * _SECOND))])
