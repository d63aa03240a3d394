"""How to play: every game with its lesson and its rules."""

from game.core.rules import Rules
from game.i18n import _
from game.lessons import lessons
from game.rules import games
from game.ui.engine import requests
from game.ui.engine.scene import Context
from game.ui.rulebook.tables import GamesScreen
from game.ui.view.boxes import Column, Row
from game.ui.view.hint import Hint
from game.ui.view.leaves import HEADING, LABEL, NOTE, Button, Style, Text
from game.ui.view.node import Node
from game.ui.view.page import page

_HIGH, _ROOM = 72, 440
"""The greatest height of a game, and the space for all of them, in units."""
_WIDE = 1.72
"""The width of a table relative to its height."""
_AIM = Style(17, 19, "mist")


class HowToPlayScene(GamesScreen):
    """A game a row: its table, its name, what it is about, and two buttons."""

    def enter(self, ctx: Context) -> None:
        """Show the games."""
        super().enter(ctx)
        self._games = sorted(games().values(), key=lambda kind: (len(kind.seats) == 1, kind.name))

    def show_help(self) -> None:
        """The rules of the game with the focus; without one it is shown already: close it."""
        self.renew()  # nothing has the focus before the first picture
        game = self.tree.focused.split()[0]
        if game in [kind.name for kind in self._games]:
            self.ctx.open(requests.Rulebook(game))
        else:
            self.back()

    def view(self) -> Node:
        rows = (self._row(kind) for kind in self._games)
        return page(
            _("How to play"),
            Column(*rows, gap=0, grow=1),
            Hint("", high=70),
            Row(Button(_("Back"), self.back, icon="back", wide=220), pack="middle"),
        )

    def _row(self, kind: type[Rules]) -> Node:
        """A game's table, its name with its meaning, its aim below, its buttons at the right."""
        high = min(_HIGH, _ROOM / len(self._games))
        meaning = Text(_(kind.meaning), NOTE, at="start") if kind.meaning else None
        words = Column(
            Row(Text(_(kind.title), HEADING, at="start"), meaning, gap=12),
            Text(_(kind.how_to_play[0]), _AIM, at="start") if kind.how_to_play else None,
            gap=0,
            grow=1,
            align="middle",
        )
        size = high - 8
        table = self.tables.node(kind(), wide=_WIDE * size, high=size, align="middle")
        return Row(table, words, Row(*self._buttons(kind), gap=10), gap=18, high=high)

    def _buttons(self, kind: type[Rules]) -> list[Button]:
        """A game's lesson, if there is one, and its rules."""
        name, title = kind.name, _(kind.title)
        rules = Button(
            _("Rules: {game}").format(game=title),
            lambda: self.ctx.open(requests.Rulebook(name)),
            help=_("All the rules, with pictures."),
            inside=Text(_("Rules"), LABEL),
            name=f"{name} rules",
        )
        lesson = Button(
            _("Lesson: {game}").format(game=title),
            lambda: self.ctx.open(requests.Lesson(name)),
            help=_("Two minutes at a table: you are shown every move."),
            inside=Text(_("Lesson"), LABEL),
            name=f"{name} lesson",
        )
        own = [lesson, rules] if name in lessons() else [rules]
        return [each.replaced(wide=168, align="middle") for each in own]
