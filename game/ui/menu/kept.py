"""The kept games: patiences left in the middle, to go on with or to give up."""

from functools import partial

from game.i18n import _
from game.storage.kept_games import KeptGame
from game.ui.covers.question import AskScene
from game.ui.engine.scene import Context
from game.ui.menu.deal_words import deal_words, game_title
from game.ui.widgets.list_scene import ListRow, ListScene, back_button
from game.ui.widgets.rows import Button
from game.ui.widgets.times import moment, short_time


class _Row(ListRow):
    columns = (0.0, 0.3, 0.58, 0.72, 0.82)


class KeptScene(ListScene):
    """Goes on with the chosen game, or ends it as it stands."""

    def __init__(self, game: str = "") -> None:
        """`game`: the one of which the latest deal is chosen first."""
        self._game = game

    def enter(self, ctx: Context) -> None:
        """List them."""
        super().enter(ctx)
        self._read(self._game)

    def resume(self) -> None:
        """List them again: one may have been played."""
        self._read()

    def _read(self, game: str = "") -> None:
        self.title, self.empty = _("Kept games"), _("No game is kept.")
        self.keys = _("Enter goes on with the chosen game.")
        self.headings = "", "", _("Cards"), _("Time"), _("Last played")
        self._games = self.ctx.launcher.kept_games()
        rows = [
            _Row(game_title(kept.header.game), _cells(kept), partial(self.press_row, i, self._go_on))
            for i, kept in enumerate(self._games)
        ]
        foot = [back_button(self.back)]
        if rows:
            foot += [Button(_("Go on"), self._go_on), Button(_("Give up"), self._ask)]
        names = [kept.header.game for kept in self._games]
        self.set_rows(rows, foot, names.index(game) if game in names else 0)
        self.ctx.redraw()

    def show_help(self) -> None:
        """The rules of the chosen game."""
        if self._games:
            self.ctx.launcher.rules(self._games[self.chosen].header.game)

    def _go_on(self) -> None:
        self.ctx.launcher.go_on(self._games[self.chosen])

    def _ask(self) -> None:
        kept = self._games[self.chosen]
        words = _("Give up this deal? The result counts as it stands.")
        self.ctx.push(AskScene(words, _("Give up")).if_so(partial(self._end, kept)))

    def _end(self, kept: KeptGame) -> None:
        self.ctx.launcher.end_kept(kept)
        self._read()


def _cells(kept: KeptGame) -> tuple[str, ...]:
    head, result = kept.header, kept.result
    return (
        game_title(head.game),
        deal_words(head.challenge, head.seed),
        f"{result.placed} / {result.cards}",
        short_time(result.time),
        moment(kept.when),
    )
