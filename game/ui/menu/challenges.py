"""The challenges: the deal of the day and every game on the left, a game's grades on the right."""

from datetime import date
from functools import partial

from pygame import Rect, Surface

from game.challenges.level import Challenge, LevelError
from game.challenges.level_files import daily, levels
from game.i18n import N_, _, ngettext
from game.rules import games
from game.storage.result import Leaderboard, Result, ResultsError
from game.ui.engine.scene import Context
from game.ui.engine.tabletop import tabletop
from game.ui.menu.challenge_pages import ChallengePages
from game.ui.menu.challenge_tile import day_row, game_row
from game.ui.rulebook.tables import SmallTables
from game.ui.view.boxes import Column
from game.ui.view.leaves import SMALL, Button, Picture, Switch, Text
from game.ui.view.node import Node
from game.ui.view.panels import two_panels
from game.ui.view.screen import Screen
from game.ui.widgets.house_rules import title_words
from game.ui.widgets.toasts import written

_TABLE = 62
"""The width of a game's table, in units."""
_KEYS = N_(
    "Choose a game, a grade and a challenge; Page Up and Page Down turn the grades. "
    "The best run is kept: race it."
)


class ChallengesScene(Screen[None]):
    """Lists the challenges with their results, and starts them."""

    def __init__(self, game: str = "", last: str = "") -> None:
        """`game`: the one whose challenges are shown first, and `last`: the challenge whose grade is."""
        self.game, self._last = game, last
        self._page: int | None = None

    def enter(self, ctx: Context) -> None:
        """Read the levels and the records; errors hide nothing else."""
        super().enter(ctx)
        self._tables = SmallTables(ctx.cards.image)
        found, errors = levels()
        for error in errors:
            self.ctx.notify(error)
        self._levels: dict[str, list[Challenge]] = {}
        for level in found:
            self._levels.setdefault(level.game, []).append(level)
        if self.game not in self._levels:
            self.game = next(iter(self._levels), "")
        self._read()

    def resume(self) -> None:
        """Read the results again: a challenge may have been played."""
        self._tables.keep()
        self._read()

    def step(self, now: float) -> None:
        """Draw the next table; read again once a result has been written that was pending before."""
        self._tables.draw_next(tabletop(self.ctx.window.size))
        if self._awaits and not self.ctx.launcher.recording:
            self._read()
        super().step(now)

    def rest(self, now: float) -> float:
        """Seconds until its next step: at once while there are tables to draw."""
        return 0.0 if self._tables.waiting else super().rest(now)

    # -- reading

    def _read(self) -> None:
        """The results, the kept games, and the deal of the day."""
        self._awaits = self.ctx.launcher.recording
        kept = self.ctx.launcher.kept_games()
        self._kept_count = len(kept)
        self._kept = {game.header.challenge: game for game in kept if game.header.challenge}
        bests: dict[Leaderboard, Result] = {}
        self._days = 0
        self._today: Challenge | None = None
        try:
            bests = self.ctx.launcher.results.bests()
            self._days = self.ctx.launcher.results.days(date.today())
        except ResultsError as error:
            self.ctx.notify(error)
        try:
            self._today = daily(date.today())
        except LevelError as error:
            self.ctx.notify(error)
        every = [level for own in self._levels.values() for level in own]
        every += [self._today] if self._today else []
        boards = {level.id: level.leaderboard() for level in every}
        self._bests = {name: bests[board] for name, board in boards.items() if board in bests}
        self._open(self._page)

    def _open(self, page: int | None) -> None:
        """Show a page of the game; None: that of the challenge played last, or of the first one to play."""
        pages = ChallengePages(self._levels.get(self.game, []), self._bests, self._kept)
        wanted = pages.page_of(self._last) if page is None else page
        self._page = pages.page_to_play() if wanted is None else wanted
        title = title_words(games()[self.game]) if self.game else ""
        self._shown = pages.view(title, self._page, self._open, self._play)

    # -- what it shows

    def view(self) -> Node:
        rows = [self._game_row(game) for game in self._levels]
        own = Column(*self._own())
        ghost = Switch(
            _("Race my best run"),
            self.ctx.settings.ghost,
            self._set_ghost,
            help=_("A thin bar beside the table shows how far your best run was at the same time."),
            grow=1,
        )
        notices = Picture(tuple(map(str, self.ctx.notices)), self._tell, grow=1)
        return two_panels(
            _("Challenges"),
            Column(own, Column(*rows, grow=1), pad=(14, 14), gap=10),
            self._shown,
            _(_KEYS),
            Button(_("Back"), self.back, grow=1),
            ghost,
            Button(_("Free play"), self._free, grow=1),
            Button(_("Records"), self._records, grow=1),
            beside=notices if self.ctx.notices else None,
        )

    def _own(self) -> list[Button]:
        """The deal of the day, and the kept games."""
        rows = []
        if today := self._today:
            title, best = _(games()[today.game].title), self._bests.get(today.id)
            play = partial(self._play, today)
            rows.append(day_row(today, title, best, self._days, self._kept.get(today.id), play))
        if count := self._kept_count:
            words = ngettext("{n} kept game", "{n} kept games", count).format(n=count)
            told = _("Patiences left in the middle: go on where you were.")
            rows.append(Button(words, self._show_kept, help=told, name="kept", high=44))
        return rows

    def _game_row(self, game: str) -> Button:
        own = self._levels[game]
        won = sum(best.won for level in own if (best := self._bests.get(level.id)))
        score = Text(f"{won} / {len(own)}", SMALL, color="GOLD" if won == len(own) else "", at="end")
        show, low = partial(self._show, game), self._kept_count > 0
        rules, chosen = games()[game](), game == self.game
        return game_row(rules, self._tables, show, chosen, table=_TABLE, low=low, score=score)

    def _tell(self, surface: Surface, rect: Rect, u: float) -> None:
        """Problems with files; the latest comes first."""
        self.ctx.take_unseen()
        sheet = written(self.ctx.notices[::-1], rect.w, u, 3)
        surface.blit(sheet, sheet.get_rect(midright=rect.midright))

    # -- actions

    def _show(self, game: str) -> None:
        self.game = game
        self._open(None)

    def _play(self, level: Challenge) -> None:
        self.ctx.launcher.challenge(level.id)

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
