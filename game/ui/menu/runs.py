"""All runs of a game, to be watched and raced."""

from functools import partial

import pygame
from pygame import Surface
from pygame.event import Event

from game.i18n import _
from game.storage.result import Result, ResultsError
from game.ui.engine.scene import Context
from game.ui.menu.deal_words import deal_words, game_title
from game.ui.widgets.list_scene import ListRow, ListScene, back_button
from game.ui.widgets.medals import medal
from game.ui.widgets.rows import Button
from game.ui.widgets.times import exact_time, moment


class _Row(ListRow):
    columns = (0.0, 0.25, 0.56, 0.72, 0.86)

    def __init__(self, result: Result, cells: tuple[str, ...], action: "partial[None]") -> None:
        super().__init__(cells[0], cells, action)
        self._medal = result.medal

    def draw_inside(self, surface: Surface) -> None:
        """The cells, and the medal before the result."""
        super().draw_inside(surface)
        if self._medal:
            picture = medal(self._medal, round(24 * self.u))
            left = self.rect.x + self.columns[2] * self.rect.w - 10 * self.u
            surface.blit(picture, picture.get_rect(midright=(round(left), self.rect.centery)))


class RunsScene(ListScene):
    """Shows the chosen run again, or plays its deal against it."""

    wrong = ""
    """Why the runs cannot be read."""

    def __init__(self, game: str) -> None:
        self.game = game

    def enter(self, ctx: Context) -> None:
        """Read them, the latest first."""
        super().enter(ctx)
        self._results: list[Result] = []
        try:
            self._results = ctx.launcher.results.latest(self.game)[::-1]
        except ResultsError as error:
            self.wrong = str(error)
        self.title, self.empty = game_title(self.game), _("No run yet.")
        self.keys = _("Enter: watch · R: race it as a thin bar")
        self.headings = _("When"), _("Deal"), _("Result"), _("Added"), _("Undos, hints")
        rows = [
            _Row(result, _cells(result), partial(self.press_row, i, self._watch))
            for i, result in enumerate(self._results)
        ]
        foot = [back_button(self.back)]
        if rows:
            foot += [Button(_("Watch the run"), self._watch), Button(_("Race the run"), self._race)]
        self.set_rows(rows, foot)

    def take(self, event: Event) -> None:
        """As in any list; R races."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_r and self._results:
            self._race()
        else:
            super().take(event)

    def _watch(self) -> None:
        self.ctx.launcher.watch_run(self._results[self.chosen])

    def _race(self) -> None:
        self.ctx.launcher.race_run(self._results[self.chosen])


def _cells(result: Result) -> tuple[str, ...]:
    time = exact_time(result.time)
    placed = f"{result.placed} / {result.cards}"
    return (
        moment(result.when),
        deal_words(result.challenge, result.seed),
        time if result.won else placed,
        exact_time(result.penalty) if result.penalty else "–",
        f"{result.undos}, {result.hints}",
    )
