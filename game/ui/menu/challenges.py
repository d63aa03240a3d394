"""The challenges: the deal of the day and every game on the left, a game's grades on the right."""

from collections.abc import Callable
from datetime import date

import pygame
from pygame import Surface
from pygame.event import Event

from game.challenges.level import Level, LevelError
from game.challenges.level_files import daily, levels
from game.i18n import N_, _, ngettext
from game.rules import games
from game.storage.result import Leaderboard, Result, ResultsError
from game.ui.engine.scene import Context
from game.ui.engine.tabletop import tabletop
from game.ui.menu.challenge_pages import ChallengePages
from game.ui.menu.challenge_tile import DayRow, GradeTab, ProgressRow, Tile, explained
from game.ui.rulebook.tables import SmallTables
from game.ui.widgets.fields import Switch
from game.ui.widgets.form_scene import FormScene
from game.ui.widgets.group import Group, place_column, place_row
from game.ui.widgets.hint import HintBar
from game.ui.widgets.house_rules import title_words
from game.ui.widgets.rows import Button, Widget
from game.ui.widgets.toasts import written
from game.ui.widgets.two_panels import draw_two_panels

_PAD = 14
"""The padding around rows, in units."""
_FOOT = 658
"""Top of the last row in units."""
_NOTICES = 750
"""Space for notices beside the heading, in units."""
_KEYS = N_(
    "Choose a game, a grade and a challenge; Page Up and Page Down turn the grades. "
    "The best run is kept: race it."
)
_ARROWS = (pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT)
_TURNS = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}
"""The keys that turn the grades."""


class ChallengesScene(FormScene):
    """Lists the challenges with their results, and starts them."""

    def __init__(self, game: str = "", last: str = "") -> None:
        """`game`: the one whose challenges are shown first, and `last`: the challenge whose grade is."""
        self.game, self._last = game, last
        self._page: int | None = None
        self._day: list[Widget] = []

    def enter(self, ctx: Context) -> None:
        """Read the levels and the records; errors hide nothing else."""
        super().enter(ctx)
        self._tables = SmallTables(ctx.cards.image)
        found, errors = levels()
        for error in errors:
            self.ctx.notify(error)
        self._levels: dict[str, list[Level]] = {}
        for level in found:
            self._levels.setdefault(level.game, []).append(level)
        self._read()

    def resume(self) -> None:
        """Read the results again: a challenge may have been played."""
        self._tables.keep()
        self._read(self.group.index)
        self.ctx.redraw()

    def step(self, now: float) -> None:
        """Draw the next table; read again once a result has been written that was pending before."""
        self._tables.draw_next(self._games.values(), tabletop(self.ctx.window.size))
        if self._awaits and not self.ctx.launcher.recording:
            self._read(self.group.index)
            self.ctx.redraw()

    def rest(self, now: float) -> float:
        """Seconds until its next step: at once while there are tables to draw."""
        return 0.0 if self._tables.waiting else super().rest(now)

    def take(self, event: Event) -> None:
        """Arrows move among the tiles; what they do not use is for the widgets."""
        if not self._walk(event):
            super().take(event)

    # -- reading

    def _read(self, focus: int = 0) -> None:
        """The results."""
        self._awaits = self.ctx.launcher.recording
        self._kept = self.ctx.launcher.kept_games()
        try:
            self._bests: dict[Leaderboard, Result] = self.ctx.launcher.results.bests()
            self._days = self.ctx.launcher.results.days(date.today())
        except ResultsError as error:
            self.ctx.notify(error)
            self._bests, self._days = {}, 0
        if self.game not in self._levels:
            self.game = next(iter(self._levels), "")
        self._build(focus)

    def _build(self, focus: int) -> None:
        before, self._day = len(self._day), []
        kept = {game.header.challenge: game for game in self._kept if game.header.challenge}
        try:
            today = daily(date.today())
        except LevelError as error:
            self.ctx.notify(error)
        else:
            best, own = self._bests.get(today.leaderboard()), kept.get(today.id)
            row = DayRow(_(games()[today.game].title), self._player(today), best, self._days, own)
            row.help = explained(today, best, own)
            self._day.append(row)
        if count := len(self._kept):
            words = ngettext("{n} kept game", "{n} kept games", count).format(n=count)
            self._day.append(Button(words, self._show_kept))
            self._day[-1].help = _("Patiences left in the middle: go on where you were.")
        if 0 < before <= focus:
            focus += len(self._day) - before
        self._games = {game: self._game_row(game) for game in self._levels}
        own_levels = self._levels.get(self.game, [])
        self._pages = ChallengePages(own_levels, self._bests, self._player, self._turn, kept)
        wanted = self._pages.page_of(self._last) if self._page is None else self._page
        self._page = self._pages.page_to_play() if wanted is None else wanted
        self._pages.open(self._page)
        ghost = Switch(_("Race my best run"), self.ctx.settings.ghost, self._set_ghost)
        ghost.help = _("A thin bar beside the table shows how far your best run was at the same time.")
        self._foot: list[Widget] = [
            Button(_("Back"), self.back),
            ghost,
            Button(_("Free play"), self._free),
            Button(_("Records"), self._records),
        ]
        rows = self._rows()
        self.group = Group(rows, min(focus, len(rows) - 1))

    def _rows(self) -> list[Widget]:
        return [*self._day, *self._games.values(), *self._pages.widgets, *self._foot]

    def _game_row(self, game: str) -> ProgressRow:
        own = self._levels[game]
        played = (self._bests.get(level.leaderboard()) for level in own)
        won = sum(best is not None and best.won for best in played)
        title, rules = _(games()[game].title), games()[game]()
        row = ProgressRow(title, lambda: self._show(game), rules, self._tables, won, len(own))
        row.chosen = game == self.game
        row.help = _(games()[game].how_to_play[0]) if games()[game].how_to_play else ""
        return row

    # -- actions

    def _show(self, game: str) -> None:
        self.game, self._page = game, None
        self._build(self.group.index)
        self.ctx.redraw()

    def _turn(self, page: int) -> None:
        """Show another grade; the focus stays where it is."""
        self._page = page
        self._pages.open(page)
        self.group.set_widgets(self._rows())
        self.ctx.redraw()

    def _player(self, level: Level) -> Callable[[], None]:
        return lambda: self.ctx.launcher.challenge(level.id)

    def _free(self) -> None:
        from game.ui.menu.patiences import PatiencesScene  # noqa: PLC0415 - kept out of the list's first frame

        self.ctx.push(PatiencesScene(self.game))

    def _show_kept(self) -> None:
        from game.ui.menu.kept import KeptScene  # noqa: PLC0415 - kept out of the list's first frame

        self.ctx.push(KeptScene(self.game))

    def _records(self) -> None:
        from game.ui.menu.records import RecordsScene  # noqa: PLC0415 - kept out of the list's first frame

        self.ctx.push(RecordsScene(self.game))

    def _set_ghost(self, on: bool) -> None:
        self.ctx.settings.ghost = on

    def _walk(self, event: Event) -> bool:
        """Move between the columns, the grades and the tiles by keys; returns whether it was one that did."""
        if event.type != pygame.KEYDOWN or not self._pages.tiles:
            return False
        here = self.group.widgets[self.group.index]
        if event.key in _TURNS:
            return self._turn_by(_TURNS[event.key], here)
        if event.key not in _ARROWS:
            return False
        if isinstance(here, Tile):
            self._walk_from_tile(here, event.key)
        elif isinstance(here, GradeTab):
            self._walk_from_tab(here, event.key)
        elif event.key == pygame.K_RIGHT and here in (*self._day, *self._games.values()):
            game = next((game for game, row in self._games.items() if row is here), None)
            if game and game != self.game:
                self._show(game)
            self._focus(self._pages.tiles[0])
        else:
            return False
        return True

    def _walk_from_tile(self, here: Tile, key: int) -> None:
        pages = self._pages
        tile = pages.tiles.index(here)
        to = pages.beside(tile, key)
        if to is not None:
            self._focus(pages.tiles[to])
        elif key == pygame.K_LEFT:
            self._focus(self._games[self.game])
        elif key == pygame.K_UP:
            self._focus(pages.tabs[pages.page] if pages.tabs else self._games[self.game])
        elif key == pygame.K_RIGHT and pages.page + 1 < len(pages):
            self._turn(pages.page + 1)
            self._focus(self._pages.tiles[0])
        else:
            self._focus(self._foot[0])

    def _walk_from_tab(self, here: GradeTab, key: int) -> None:
        pages = self._pages
        page = pages.tabs.index(here)
        if key == pygame.K_DOWN:
            self._focus(pages.tiles[0])
        elif key == pygame.K_UP or (key == pygame.K_LEFT and page == 0):
            self._focus(self._games[self.game])
        elif key == pygame.K_RIGHT and page + 1 == len(pages):
            self._focus(pages.tiles[0])
        else:
            page += 1 if key == pygame.K_RIGHT else -1
            self._turn(page)
            self._focus(pages.tabs[page])

    def _turn_by(self, step: int, here: Widget) -> bool:
        """Show the grade before or after; a tile keeps its place on the page, as far as there is one."""
        page = self._pages.page + step
        if not 0 <= page < len(self._pages):
            return False
        place = self._pages.tiles.index(here) if isinstance(here, Tile) else None
        self._turn(page)
        if place is not None:
            self._focus(self._pages.tiles[min(place, len(self._pages.tiles) - 1)])
        return True

    def _focus(self, row: Widget) -> None:
        self.group.focus(self.group.widgets.index(row))

    # -- layout

    def lay_out(self, surface: Surface) -> None:
        """Background, panels and the rows' places for this size of window."""
        left, right, plate, x, top, wide, u = draw_two_panels(surface, _("Challenges"))
        self._lay_out_notices(surface, x + wide, top + 44 * u, u)
        pad = _PAD * u
        y = place_column(self._day, left.x + pad, left.y + pad, left.w - 2 * pad, u)
        y += 4 * u
        rows = list(self._games.values())
        place_column(rows, left.x + pad, y, left.w - 2 * pad, u, left.bottom - pad - y)
        self._tables.keep(*{row.picture_size for row in rows})
        title = title_words(games()[self.game]) if self.game else ""
        self._pages.lay_out(surface, right, u, title)
        self.hint_bar = HintBar(surface, plate, u, _(_KEYS))
        place_row(self._foot, x, top + _FOOT * u, wide, u)

    def _lay_out_notices(self, surface: Surface, right: float, middle: float, u: float) -> None:
        """Problems with files, beside the heading; the latest comes first."""
        if notices := self.ctx.notices:
            self.ctx.take_unseen()
            sheet = written(notices[::-1], _NOTICES * u, u, 3)
            surface.blit(sheet, sheet.get_rect(midright=(round(right), round(middle))))
