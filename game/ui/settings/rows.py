"""Rows that show fields of the settings and change them at once."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from pygame import Surface

from game.ui.engine.scene import Context
from game.ui.widgets.fields import ImageChoice, Slider, Switch, TextField
from game.ui.widgets.rows import Choice, Widget

T = TypeVar("T")
W = TypeVar("W", bound=Widget)


def _nothing() -> None:
    """No further effect."""


class Rows:
    """Makes rows. Each changes the named field of Settings and lets the change take effect; `then` is called
    afterwards."""

    def __init__(self, ctx: Context) -> None:
        self.ctx, self.settings = ctx, ctx.settings

    def switch(
        self,
        field: str,
        label: str,
        words: str = "",
        *,
        inverted: bool = False,
        then: Callable[[], None] = _nothing,
    ) -> Widget:
        """On or off; `inverted`: on when the field is false."""
        change = self._setter(field, then)
        row = Switch(label, getattr(self.settings, field) != inverted, lambda on: change(on != inverted))
        return explained(row, words)

    def choice(self, field: str, label: str, values: Sequence[tuple[T, str]], words: str = "") -> Widget:
        """One of several values, each with its name."""
        return explained(
            Choice(label, values, getattr(self.settings, field), self._setter(field, _nothing)), words
        )

    def slider(
        self, field: str, label: str, words: str = "", *, then: Callable[[], None] = _nothing
    ) -> Widget:
        """A number from 0 to 1."""
        change = self._setter(field, then)
        return explained(Slider(label, getattr(self.settings, field), (0.0, 1.0), 0.05, change), words)

    def text(self, field: str, label: str, limit: int, placeholder: str, words: str = "") -> Widget:
        """A line of text of at most `limit` letters."""
        value, change = getattr(self.settings, field), self._setter(field, _nothing)
        return explained(TextField(label, value, change, limit, placeholder), words)

    def pictures(
        self, field: str, label: str, count: int, paint: Callable[[int, int], Surface], words: str = ""
    ) -> Widget:
        """One of several pictures, by its number; `paint(number, width)` makes one."""
        value, change = getattr(self.settings, field), self._setter(field, _nothing)
        return explained(ImageChoice(label, count, value, change, paint, large=True), words)

    def _setter(self, field: str, then: Callable[[], None]) -> Callable[[Any], None]:
        def change(value: Any) -> None:
            setattr(self.settings, field, value)
            self.ctx.apply_settings()
            then()

        return change


def explained(row: W, words: str) -> W:
    """The row with a sentence for the hint bar."""
    row.help = words
    return row
