"""The kept games: patiences left in the middle, to go on with or to give up."""

from contextlib import suppress
from datetime import datetime
from functools import partial

from game.i18n import _
from game.rules import games
from game.storage.kept_games import KeptGame
from game.ui.covers.cover import AskScene
from game.ui.engine.scene import Context
from game.ui.view.boxes import Column
from game.ui.view.hint import Hint
from game.ui.view.leaves import Button, Style, Text
from game.ui.view.node import Action, Node
from game.ui.view.page import Columns, foot, page
from game.ui.view.screen import Screen
from game.ui.widgets.times import day, moment, short_time

_DAILY = "daily-"


def game_title(game: str) -> str:
    """The title of a game in the player's language; its name if this version does not know it."""
    return _(games()[game].title) if game in games() else game


def deal_words(challenge: str, seed: int) -> str:
    """What was played: a challenge by its name, the challenge of a day, or a free deal."""
    if challenge.startswith(_DAILY):
        with suppress(ValueError):
            date = datetime.fromisoformat(challenge.removeprefix(_DAILY))
            return _("Challenge of {day}").format(day=day(date.timestamp()))
    return challenge or _("Deal {seed}").format(seed=seed)


_UPPER, _LOWER = Style(28, 31), Style(20, 25, "GOLD")


def kept_offer(kept: KeptGame, action: Action) -> Button:
    """Two lines: that it goes on, and with which game at what time."""
    game, time = game_title(kept.header.game), short_time(kept.result.time)
    lines = Text(_("Go on"), _UPPER), Text(f"{game} · {time}", _LOWER)
    label = _("Go on with {game}, {time}").format(game=game, time=time)
    return Button(
        label, action, name="go on", inside=Column(*lines, gap=0, pad=(10, 0), pack="middle"), grow=1
    )


class KeptScene(Screen[None]):
    """Goes on with the chosen game, or ends it as it stands."""

    _chosen = ""
    """The name of a game's file."""

    def __init__(self, game: str = "") -> None:
        """`game`: the one of which the latest deal is chosen first."""
        self._game = game

    def enter(self, ctx: Context) -> None:
        """List them."""
        super().enter(ctx)
        self._read()

    def resume(self) -> None:
        """List them again: one may have been played."""
        self._read()

    def _read(self) -> None:
        self._games = self.ctx.launcher.kept_games()
        if self._games and self._chosen not in [kept.name for kept in self._games]:
            of_game = (kept for kept in self._games if kept.header.game == self._game)
            self._choose(next(of_game, self._games[0]))
            self.renew()
            self.tree.focus(self._chosen)

    @property
    def _here(self) -> KeptGame | None:
        return next((kept for kept in self._games if kept.name == self._chosen), None)

    def view(self) -> Node:
        columns = Columns(("", "", _("Cards"), _("Time"), _("Last played")), (28, 28, 13, 9, 17))
        rows = [
            columns.row(
                game_title(kept.header.game),
                _cells(kept),
                self._go_on,
                name=kept.name,
                choose=partial(self._choose, kept),
            )
            for kept in self._games
        ]
        more = Button(_("Go on"), self._go_on), Button(_("Give up"), self._ask)
        return page(
            _("Kept games"),
            columns.listing(rows, self._chosen, _("No game is kept.")),
            Hint(_("Enter goes on with the chosen game."), high=56),
            foot(Button(_("Back"), self.back), *(more if rows else ())),
        )

    def show_help(self) -> None:
        """The rules of the chosen game."""
        if self._here:
            self.ctx.launcher.rules(self._here.header.game)

    def _choose(self, kept: KeptGame) -> None:
        self._chosen = kept.name

    def _go_on(self) -> None:
        if self._here:
            self.ctx.launcher.go_on(self._here)

    def _ask(self) -> None:
        words = _("Give up this deal? The result counts as it stands.")
        if self._here:
            self.ctx.push(AskScene(words, _("Give up")).if_so(partial(self._end, self._here)))

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
