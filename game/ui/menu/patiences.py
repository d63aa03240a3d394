"""A patience without a time limit: choose the game, its house rules, and the deal."""

from functools import partial

from pygame import Rect, Surface
from pygame.event import Event

from game.core.rules import Rules
from game.i18n import N_, _, ngettext
from game.rules import games
from game.storage.kept_games import KeptGame
from game.ui.engine import requests
from game.ui.engine.scene import Context
from game.ui.menu.challenge_tile import game_row, kept_plate, peace_switch
from game.ui.rulebook.page import RulePage
from game.ui.rulebook.tables import GamesScreen, small_table
from game.ui.view.boxes import Column, Excerpt, Row
from game.ui.view.leaves import HEADING, NOTE, Button, Field, Gap, Picture, Switch, Text
from game.ui.view.node import Control, Node
from game.ui.view.page import two_panels
from game.ui.view.tree import CONFIRM
from game.ui.widgets.house_rules import keep_rules, option_rows, title_words
from game.ui.widgets.words import kept_words

_TABLE = 84
"""The width of a game's table in the list, in units."""
_ABOVE, _ROW = 368, 50
"""The height of all above the button that plays, and of each row with its gap, in units."""
_LEAST, _WIDEST = 130, 342
"""The least height of the chosen game's table and its greatest width, in units."""
_DIGITS = 18
_KEYS = N_("Up, Down: choose a row · Left, Right: change it · Esc: back")


class PatiencesScene(GamesScreen):
    """The games on the left; the chosen game's options on the right."""

    def __init__(self, game: str = "") -> None:
        """`game` is shown first; without it the one played last."""
        self.about = game
        self._seed = ""

    def enter(self, ctx: Context) -> None:
        """Show the games."""
        self._games = {name: kind for name, kind in sorted(games().items()) if 1 in kind.seats}
        names = list(self._games)
        self.about = next((g for g in (self.about, ctx.settings.patience) if g in names), names[0])
        self.first = self.about
        super().enter(ctx)
        self.resume()

    def resume(self) -> None:
        """A game may have been kept."""
        super().resume()
        self._kept: dict[str, list[KeptGame]] = {}
        for kept in self.ctx.archive.kept_games():
            if not kept.header.challenge:
                self._kept.setdefault(kept.header.game, []).append(kept)

    @property
    def rules(self) -> Rules:
        """The chosen game with the player's house rules."""
        return self.ctx.settings.rules(self._games[self.about])

    # -- what it shows

    def view(self) -> Node:
        rows = self._house()
        play = Button(_("Play"), self._start, primary=True, high=58)
        return two_panels(
            _("Patiences"),
            Column(*map(self._game_row, self._games), pad=(0, 76)),
            Column(self._about(_ABOVE - _ROW * len(rows)), *rows, Gap(high=2), play),
            _(_KEYS),
            Button(_("Back"), self.back, icon="back", wide=220),
            Button(
                _("Rules"), lambda: self.ctx.push(RulePage(self.rules)), name="rules", icon="book", wide=220
            ),
            beside=Text(_("On your own, with no time limit"), NOTE, at="end", grow=1),
        )

    def _game_row(self, name: str) -> Button:
        kept = self._kept.get(name)
        plate = kept_plate(kept[0]).replaced(align="start", high=25) if kept else None
        choose, chosen = partial(self._choose, name), name == self.about
        row = game_row(self._games[name](), self.tables, choose, chosen, table=_TABLE, plate=plate)
        return row.replaced(help="")  # it is said beside the list

    def _about(self, room: float) -> Node:
        """The game's name, as much of its rules as fits, and its table if it can be large."""
        rules, picture = self.rules, None
        if room >= _LEAST:
            picture = Picture(rules, self._draw_table, wide=min(1.6 * room, _WIDEST))
        sentences = (Text(_(words), NOTE, at="start", wraps=True) for words in rules.in_short)
        words = Excerpt(Text(title_words(rules), HEADING, at="start"), *sentences, gap=0, grow=1)
        return Row(words, picture, gap=18, high=40, grow=1)

    def _draw_table(self, surface: Surface, rect: Rect, u: float) -> None:
        surface.blit(small_table(self.rules, rect.size, self.ctx.cards.image), rect)

    def _house(self) -> list[Control]:
        """The house rules, which deal, and the kept ones."""
        rows = option_rows(self.rules, 1, partial(keep_rules, self.ctx.settings))
        sure = Switch(
            _("Only deals that come out"),
            self.ctx.settings.comes_out,
            partial(setattr, self.ctx.settings, "comes_out"),
            name="comes_out",
            help=_(
                "Deals are tried until one is found that comes out, for two seconds at most. A "
                "number you enter yourself is dealt as it is."
            ),
        )
        peace = peace_switch(self.ctx.settings, self.about)
        deal = Field(
            _("Deal"),
            self._seed,
            self._set_seed,
            _DIGITS,
            name="deal",
            hint=_("any"),
            submitted=self._start,
            help=_("The same number deals the same cards. Leave it empty for a random deal."),
        )
        own = self._go_on(self._kept.get(self.about, []))
        return [*rows, peace, *([] if self.rules.reflex else [sure]), deal, *own]

    def _go_on(self, own: list[KeptGame]) -> list[Button]:
        """The button for the kept deals of the chosen game."""
        if not own:
            return []
        words = ngettext("{n} saved game", "{n} saved games", len(own))
        if len(own) == 1:
            words = _("Continue deal {seed}, {time}")
        words = words.format(n=len(own), seed=own[0].header.seed, time=kept_words(own[0]))
        told = _("Patiences left in the middle: carry on where you were.")
        return [Button(words, partial(self._take_up, own), help=told, name="kept")]

    # -- actions

    def key(self, event: Event) -> bool:
        """Enter on a game plays it; a click only chooses it: the player may want to see the house rules."""
        if event.key in CONFIRM and self.tree.focused == self.about:
            self._start()
            return True
        return super().key(event)

    def _choose(self, name: str) -> None:
        self.about = self.ctx.settings.patience = name

    def _take_up(self, own: list[KeptGame]) -> None:
        """Go on with the only kept deal, or show them all."""
        if len(own) == 1:
            self.ctx.open(requests.GoOn(own[0]))
        else:
            self.ctx.open(requests.Kept(self.about))

    def _set_seed(self, typed: str) -> None:
        self._seed = "".join(letter for letter in typed if letter in "0123456789")

    def _start(self) -> None:
        self.ctx.settings.patience = self.about
        seed = int(self._seed) if self._seed else None
        self.ctx.open(requests.FreePlay(self.rules, seed))
