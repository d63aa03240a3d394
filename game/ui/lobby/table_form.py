"""The form for opening a table on the network."""

from functools import partial

from game.core.limits import CODE, SEATS, TABLE
from game.i18n import _, language
from game.lan.code_words import suggest
from game.ui.engine.scene import Context
from game.ui.settings.rows import Rows
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import Button, Field
from game.ui.view.node import Node

_SIBILANTS = ("s", "x", "z", "ß")
"""A name that ends in one of these has a different genitive."""


def table_of(user: str) -> str:
    """The default name of a player's table; never too long."""
    if not user:
        return _("A table")
    return (_("{name}’ table") if user.lower().endswith(_SIBILANTS) else _("{name}’s table")).format(
        name=user
    )


class TableForm:
    """Name, seats, bots and code; seats and bots are saved in the settings."""

    def __init__(self, ctx: Context) -> None:
        self._rows = Rows(ctx)
        self.typed = ""
        """The table's name as typed."""
        self.code = ""
        """The code needed to join; empty: none."""

    @property
    def name(self) -> str:
        """The table's name."""
        return self.typed.strip() or table_of(self._rows.settings.called)

    @property
    def bots(self) -> int:
        """How many bots there are: one seat is the player's."""
        settings = self._rows.settings
        return min(settings.table_bots, settings.table_seats - 1)

    def view(self, done: Button) -> Node:
        """The rows; `done` opens the table."""
        settings = self._rows.settings
        name = Field(
            _("Name"),
            self.typed,
            partial(setattr, self, "typed"),
            TABLE,
            name="table",
            hint=table_of(settings.called),
            submitted=done.act,
            help=_("What the others see in their list."),
        )
        seats = self._rows.choice(
            "table_seats",
            _("Seats"),
            [(n, str(n)) for n in range(2, SEATS + 1)],
            _("How many play, bots included. Anyone without a seat can watch."),
        )
        bots = self._rows.choice(
            "table_bots",
            _("Bots"),
            [(n, str(n)) for n in range(settings.table_seats)],
            _("They sit down at once; you can send them away again at the table."),
        )
        code = Field(
            _("Code"),
            self.code,
            partial(setattr, self, "code"),
            CODE,
            name="code",
            hint=_("none"),
            submitted=done.act,
            share=0.76,
            grow=1,
            help=_("Only those who know it can come in. Without one, the table is open to everyone."),
        )
        words = _("Three words that are easy to say and to type. Press again for others.")
        suggestion = Button(_("Suggest"), self._suggest, wide=132, help=words)
        both = Row(seats.replaced(grow=1.0), bots.replaced(grow=1.0, at=self.bots))
        return Column(name, both, Row(code, suggestion), done)

    def _suggest(self) -> None:
        self.code = suggest(language())
