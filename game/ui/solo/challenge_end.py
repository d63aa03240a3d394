"""The end of a challenge: the medal, the time, the rank among the own results, and what to do next."""

from collections.abc import Callable, Sequence
from typing import Final

import pygame
from pygame import Rect, Surface

from game.challenges.level import MEDALS, Level
from game.i18n import _, ngettext
from game.storage.result import PendingResult, SavedResult
from game.ui.covers.cover import Cover
from game.ui.engine import text, theme
from game.ui.engine.scene import Context
from game.ui.solo.cover import SoloTable
from game.ui.solo.free_end import recorded, won_how
from game.ui.widgets.group import Group, place_row
from game.ui.widgets.medals import medal, metal_name
from game.ui.widgets.rows import Button, Widget
from game.ui.widgets.times import exact_time, short_time

_SIZE: Final = (1040, 560)
_LINE: Final = 34
"""Height of a line of the list, in units."""
_GAP: Final = 8
"""Between two buttons, in units."""


class ChallengeEnd(Cover):
    """The result on the left, the own best results on the right."""

    input_delay = 0.8

    def __init__(
        self,
        table: SoloTable,
        level: Level,
        entry: PendingResult,
        following: Level | None,
        watch: Callable[[], None],
    ) -> None:
        """`following`: the next challenge of the same game. `watch` shows the run."""
        super().__init__(table)
        self.table = table
        self._watch = watch
        self._level, self._entry, self._following = level, entry, following
        self._shown: SavedResult | None = None

    def enter(self, ctx: Context) -> None:
        """Show it, and its rank as soon as it has been recorded."""
        super().enter(ctx)
        self._shown = self._entry.saved
        following = self._following
        self._rows: list[Widget] = [
            Button(_("Once more"), self._again, primary=not self._entry.result.won),
            *([Button(_("Next challenge"), self._on, primary=self._entry.result.won)] if following else []),
            Button(_("Watch the run"), self._watch),
            Button(_("All challenges"), self.table.get_up),
        ]
        wanted = following is not None and self._entry.result.won
        self.group = Group(self._rows, 1 if wanted else 0)

    def step(self, now: float) -> None:
        """Show the rank once the result has been recorded."""
        if self._shown is not self._entry.saved:
            self._shown = self._entry.saved
            self.ctx.redraw()

    def close(self) -> None:
        """Return to the list."""
        self.table.get_up()

    def _again(self) -> None:
        ctx = self.ctx
        self.table.get_up()
        ctx.launcher.challenge(self._level.id)

    def _on(self) -> None:
        ctx, following = self.ctx, self._following
        self.table.get_up()
        if following:
            ctx.launcher.challenge(following.id)

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """Two columns on the bare felt."""
        if full:
            rect, u = self.sheet(surface, _SIZE)
            left = Rect(rect.x, rect.y, round(rect.w * 0.5), rect.h)
            self._draw_result(surface, left, u)
            self._draw_list(surface, Rect(left.right, rect.y, rect.w - left.w, rect.h), u)
            place_row(self._rows, rect.x + 30 * u, rect.bottom - 70 * u, rect.w - 60 * u, u, _GAP)
        return self.group.draw(surface, full)

    def _draw_result(self, surface: Surface, box: Rect, u: float) -> None:
        """Name, medal, time, and what was missing for the next medal."""
        result, session, middle = self._entry.result, self.table.session, box.centerx
        room = box.w - 50 * u
        title = _(session.rules.title)
        text.draw(surface, title, 24 * u, theme.IVORY, max_width=room, center=(middle, box.y + 34 * u))
        picture = medal(result.medal, round(170 * u))
        surface.blit(picture, picture.get_rect(midtop=(middle, round(box.y + 60 * u))))
        words, color = self._headline()
        text.draw(surface, words, 40 * u, color, max_width=room, center=(middle, box.y + 262 * u))
        time = exact_time(result.time)
        text.draw(surface, time, 66 * u, theme.IVORY, center=(middle, box.y + 322 * u))
        below = middle, box.y + 372 * u
        text.draw_lines(surface, self._lines(), 21 * u, theme.MIST, 27 * u, room, center=below)

    def _headline(self) -> tuple[str, theme.Color]:
        result, session = self._entry.result, self.table.session
        if result.medal:
            word = {"gold": _("Gold!"), "silver": _("Silver!"), "bronze": _("Bronze!")}[result.medal]
            return word, theme.GOLD
        if result.won:
            return won_how(result), theme.GOLD
        return (_("Time is up") if session.timed_out else _("Not this time")), theme.IVORY

    def _lines(self) -> list[str]:
        """How the time is made up; how far away the next medal or the own best is."""
        result, before = self._entry.result, self._shown.previous_best if self._shown else None
        made = [won_how(result)] if result.medal and result.placed < result.cards else []
        if result.penalty:
            made.append(_("{time} of it added").format(time=short_time(result.penalty)))
        for count, words in (
            (result.undos, ngettext("{n} move back", "{n} moves back", result.undos)),
            (result.hints, ngettext("{n} hint", "{n} hints", result.hints)),
            (result.mistakes, ngettext("{n} mistake", "{n} mistakes", result.mistakes)),
        ):
            if count:
                made.append(words.format(n=count))
        lines = [" · ".join(made)] if made else []
        if not result.won:
            lines.append(_("{placed} of {cards} cards").format(placed=result.placed, cards=result.cards))
        elif result.medal != MEDALS[0]:
            better = MEDALS[MEDALS.index(result.medal) - 1] if result.medal else MEDALS[-1]
            short = result.time - self._level.medal_time(better)
            seconds = f"{short / 1e6:.1f}"
            words = _("{metal}: {seconds} s too slow").format(metal=metal_name(better), seconds=seconds)
            lines.append(words[:1].upper() + words[1:])
        if before and before.won and result.won:
            gained = (before.time - result.time) / 1e6
            words = _("{n} s faster than your best so far") if gained > 0 else _("{n} s behind your best")
            lines.append(words.format(n=f"{abs(gained):.1f}"))
        elif result.won and self._shown and not before:
            lines.append(_("Your first time here"))
        return [*lines, *([" · ".join(facts)] if (facts := self.table.facts()) else [])]

    def _draw_list(self, surface: Surface, box: Rect, u: float) -> None:
        """The own best results of this challenge, the new one marked."""
        x, right = box.x + 20 * u, box.right - 40 * u
        saved, state = self._shown, recorded(self._entry)
        text.draw(surface, state, 19 * u, theme.MIST, midright=(right, box.y + 34 * u))
        if saved:
            placing = saved.placing
            words = _("Your results: {place} of {of}").format(place=placing.place, of=placing.of)
            text.draw(surface, words, 24 * u, theme.IVORY, midleft=(x, box.y + 34 * u))
        for i, result in enumerate(saved.ranking if saved else ()):
            y = box.y + (78 + _LINE * i) * u
            new = i == placing.place - 1
            color = theme.GOLD if new and result.won else theme.IVORY
            if new:
                mark = Rect(round(x - 12 * u), round(y - 16 * u), round(right - x + 24 * u), round(32 * u))
                surface.blit(theme.rounded(mark.size, round(7 * u), theme.RAISED, None, 0), mark)
            text.draw(surface, f"{i + 1}.", 21 * u, theme.MIST, midright=(x + 24 * u, y))
            if result.medal:
                picture = medal(result.medal, round(26 * u))
                surface.blit(picture, picture.get_rect(center=(round(x + 48 * u), round(y))))
            time = exact_time(result.time)
            text.draw(surface, time, 23 * u, color, midleft=(x + 72 * u, y))
            after = "" if result.won else f"{result.placed} / {result.cards}"
            text.draw(surface, after, 20 * u, theme.MIST, midright=(right, y))
        self._draw_goals(surface, Rect(x, round(box.y + 340 * u), round(right - x), round(120 * u)), u)

    def _draw_goals(self, surface: Surface, box: Rect, u: float) -> None:
        """The times of the medals, and the id with which others can play the same deal."""
        pygame.draw.line(surface, theme.RULE, box.topleft, box.topright, max(1, round(u)))
        for i, metal in enumerate(MEDALS):
            middle = round(box.x + (i + 0.5) * box.w / 3), round(box.y + 36 * u)
            picture = medal(metal, round(34 * u))
            surface.blit(picture, picture.get_rect(midright=(middle[0] - round(4 * u), middle[1])))
            goal = short_time(self._level.medal_time(metal))
            text.draw(surface, goal, 22 * u, theme.IVORY, midleft=(middle[0] + 6 * u, middle[1]))
        where = box.centerx, box.y + 88 * u
        text.draw(surface, self._level.id, 26 * u, theme.GOLD, max_width=box.w, center=where)
        words = _("By this name others play the same deal.")
        text.draw(surface, words, 18 * u, theme.MIST, max_width=box.w, center=(box.centerx, box.y + 114 * u))
