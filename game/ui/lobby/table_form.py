"""The form for opening a table on the network."""

from game.core.limits import CODE, SEATS, TABLE
from game.i18n import _, language
from game.lan.code_words import suggest
from game.storage.settings import Settings
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import Button, Choice, Field
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

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.user = settings.name
        """The player's name."""
        self._name = ""
        self.code = ""
        """The code needed to join; empty: none."""

    @property
    def name(self) -> str:
        """The table's name."""
        return self._name.strip() or table_of(self.user)

    def view(self, done: Button) -> Node:
        """The rows; `done` opens the table."""
        settings = self._settings
        settings.table_bots = min(settings.table_bots, settings.table_seats - 1)
        others = _("What the others see in their list.")
        secret = _("Only those who know it can come in. Without one, the table is open to everyone.")
        suggest = _("Three words that are easy to say and to type. Press again for others.")
        return Column(
            Field(
                _("Name"),
                self._name,
                self._set_name,
                TABLE,
                hint=table_of(self.user),
                submitted=done.act,
                help=others,
            ),
            Row(
                Choice(
                    _("Seats"),
                    [str(n) for n in range(2, SEATS + 1)],
                    settings.table_seats - 2,
                    self._set_seats,
                    grow=1,
                    help=_("How many play, bots included. Anyone without a seat can watch."),
                ),
                Choice(
                    _("Bots"),
                    [str(n) for n in range(settings.table_seats)],
                    settings.table_bots,
                    self._set_bots,
                    grow=1,
                    help=_("They sit down at once; you can send them away again at the table."),
                ),
            ),
            Row(
                Field(
                    _("Code"),
                    self.code,
                    self._set_code,
                    CODE,
                    hint=_("none"),
                    submitted=done.act,
                    share=0.76,
                    grow=1,
                    help=secret,
                ),
                Button(_("Suggest"), self._suggest, wide=132, help=suggest),
            ),
            done,
        )

    def _set_name(self, name: str) -> None:
        self._name = name

    def _set_code(self, code: str) -> None:
        self.code = code

    def _suggest(self) -> None:
        self.code = suggest(language())

    def _set_bots(self, bots: int) -> None:
        self._settings.table_bots = bots

    def _set_seats(self, more: int) -> None:
        self._settings.table_seats = 2 + more
