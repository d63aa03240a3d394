"""The kept games: patiences left in the middle, to go on with or to give up."""

from functools import partial

from game.challenges.recording import end_kept
from game.i18n import _
from game.rules import games
from game.storage.kept_games import KeptGame
from game.ui.covers.cover import AskScene
from game.ui.engine import requests
from game.ui.view.leaves import Button
from game.ui.view.node import Node
from game.ui.view.page import Columns, ListScreen
from game.ui.widgets.words import deal_words, give_up_words, moment, short_time


def game_title(game: str) -> str:
    """The title of a game in the player's language; its name if this version does not know it."""
    return _(games()[game].title) if game in games() else game


class KeptScene(ListScreen):
    """Goes on with the chosen game, or ends it as it stands."""

    def __init__(self, game: str = "") -> None:
        """`game`: the one of which the latest deal is chosen first."""
        self._game = game

    def resume(self) -> None:
        """List them again: one may have been played."""
        self.columns = Columns(("", "", _("Cards"), _("Time"), _("Last played")), (28, 28, 13, 9, 17))
        self.empty = _("There are no saved games.")
        self._games = self.ctx.archive.kept_games()
        self.rows = [self.row(kept.name, game_title(kept.header.game), _cells(kept)) for kept in self._games]
        if self._games and self.chosen not in [kept.name for kept in self._games]:
            of_game = (kept for kept in self._games if kept.header.game == self._game)
            self.choose(next(of_game, self._games[0]).name)

    @property
    def _here(self) -> KeptGame | None:
        return next((kept for kept in self._games if kept.name == self.chosen), None)

    def view(self) -> Node:
        more = Button(_("Carry on"), self.open), Button(_("Give up"), self._ask)
        hint = _("Enter continues the chosen game.")
        return self.listed(_("Saved games"), hint, *(more if self.rows else ()))

    def show_help(self) -> None:
        """The rules of the chosen game."""
        if self._here:
            self.ctx.open(requests.Rulebook(self._here.header.game))
        else:
            super().show_help()

    def open(self) -> None:
        """Go on with the chosen game."""
        if self._here:
            self.ctx.open(requests.GoOn(self._here))

    def _ask(self) -> None:
        if self._here:
            words = give_up_words(not self._here.peaceful)
            self.ctx.push(AskScene(words, _("Give up")).if_so(partial(self._end, self._here)))

    def _end(self, kept: KeptGame) -> None:
        end_kept(self.ctx.archive, kept)
        self.resume()


def _cells(kept: KeptGame) -> tuple[str, ...]:
    head, result = kept.header, kept.result
    return (
        game_title(head.game),
        deal_words(head.challenge, head.seed),
        f"{result.placed} / {result.cards}",
        _("In peace") if kept.peaceful else short_time(result.time),
        moment(kept.when),
    )
