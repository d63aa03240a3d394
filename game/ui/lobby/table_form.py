"""The form for opening a table on the network."""

from collections.abc import Callable

from pygame import Rect

from game.core.limits import CODE, SEATS, TABLE
from game.i18n import _, language
from game.lan.code_words import suggest
from game.storage.settings import Settings
from game.ui.widgets.fields import TextField
from game.ui.widgets.group import GAP, place_column
from game.ui.widgets.rows import Button, Choice, Widget

_SUGGEST = 132
"""Width of the button beside the code, in units."""
_SIBILANTS = ("s", "x", "z", "ß")
"""A name that ends in one of these has a different genitive."""


def table_of(user: str) -> str:
    """The default name of a player's table; never too long."""
    if not user:
        return _("A table")
    return (_("{name}’ table") if user.lower().endswith(_SIBILANTS) else _("{name}’s table")).format(
        name=user
    )


class _CodeField(TextField):
    """Has room for three words."""

    def field(self) -> Rect:
        width = round(self.rect.width - 82 * self.u)
        return Rect(self.rect.right - width - round(8 * self.u), self.rect.y, width, self.rect.height)


class TableForm:
    """Name, seats, bots and code; seats and bots are saved in the settings."""

    def __init__(self, settings: Settings, done: Callable[[], None], changed: Callable[[], None]) -> None:
        """`done`: open the table. `changed`: a row has been replaced."""
        self._settings, self._changed = settings, changed
        self.user = settings.name
        """The player's name."""
        self._name = ""
        self.code = ""
        """The code needed to join; empty: none."""
        self._name_row = TextField(_("Name"), "", self._set_name, TABLE, self.name, done)
        self._name_row.help = _("What the others see in their list.")
        seats = [(n, str(n)) for n in range(2, SEATS + 1)]
        self._seats = Choice(_("Seats"), seats, settings.table_seats, self._set_seats)
        self._seats.help = _("How many play, bots included. Anyone without a seat can watch.")
        self._bots = self._bots_row()
        self._code_row = _CodeField(_("Code"), "", self._set_code, CODE, _("none"), done)
        self._code_row.help = _(
            "Only those who know it can come in. Without one, the table is open to everyone."
        )
        self._suggest_row = Button(_("Suggest"), self._suggest)
        self._suggest_row.help = _("Three words that are easy to say and to type. Press again for others.")
        self.open = Button(_("Open the table"), done)
        self.open.help = _("Sit down at a table of your own, and wait for the others.")

    @property
    def rows(self) -> list[Widget]:
        """The rows in order."""
        return [self._name_row, self._seats, self._bots, self._code_row, self._suggest_row, self.open]

    @property
    def name(self) -> str:
        """The table's name."""
        return self._name or table_of(self.user)

    def call(self, user: str) -> None:
        """Set the player's name."""
        self.user = user
        self._name_row.placeholder = self.name

    def lay_out(self, place: Rect, u: float) -> None:
        """Lay the rows out."""
        half = (place.w - GAP * u) / 2
        y = place_column([self._name_row], place.x, place.y, place.w, u)
        place_column([self._seats], place.x, y, half, u)
        y = place_column([self._bots], place.x + half + GAP * u, y, half, u)
        beside = _SUGGEST * u
        place_column([self._suggest_row], place.right - beside, y, beside, u)
        y = place_column([self._code_row], place.x, y, place.w - beside - GAP * u, u)
        place_column([self.open], place.x, y, place.w, u)

    def _bots_row(self) -> Choice[int]:
        """Bots must leave a seat for the player."""
        settings = self._settings
        settings.table_bots = min(settings.table_bots, settings.table_seats - 1)
        bots = [(n, str(n)) for n in range(settings.table_seats)]
        row = Choice(_("Bots"), bots, settings.table_bots, self._set_bots)
        row.help = _("They sit down at once; you can send them away again at the table.")
        return row

    def _set_name(self, name: str) -> None:
        self._name = name

    def _set_code(self, code: str) -> None:
        self.code = code

    def _suggest(self) -> None:
        self._code_row.fill(suggest(language()))

    def _set_bots(self, bots: int) -> None:
        self._settings.table_bots = bots

    def _set_seats(self, seats: int) -> None:
        self._settings.table_seats = seats
        before, self._bots = self._bots, self._bots_row()
        self._bots.rect, self._bots.u = before.rect, before.u
        self._changed()
