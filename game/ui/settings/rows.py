"""Rows that show fields of the settings and change them at once."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from pygame import Surface

from game.ui.engine.scene import Context
from game.ui.view.leaves import Choice, Field, Pictures, Slider, Switch
from game.ui.view.node import Control

T = TypeVar("T")


def _nothing() -> None:
    """No further effect."""


class Rows:
    """Makes rows. Each changes the named field of Settings and lets the change take effect; `then` is called
    afterwards."""

    def __init__(self, ctx: Context) -> None:
        self.ctx, self.settings = ctx, ctx.settings
        self._typed: dict[str, str] = {}
        """Texts as they were typed: a space at the end is no part of a name, but another word may follow."""

    def switch(
        self,
        field: str,
        label: str,
        words: str = "",
        *,
        inverted: bool = False,
        then: Callable[[], None] = _nothing,
    ) -> Control:
        """On or off; `inverted`: on when the field is false."""
        change = self._setter(field, then)
        value = getattr(self.settings, field) != inverted
        return Switch(label, value, lambda on: change(on != inverted), help=words, name=field)

    def choice(self, field: str, label: str, values: Sequence[tuple[T, str]], words: str = "") -> Control:
        """One of several values, each with its name."""
        change, now = self._setter(field), getattr(self.settings, field)
        at = next((i for i, (value, _name) in enumerate(values) if value == now), 0)
        names = [name for _value, name in values]
        return Choice(label, names, at, lambda at: change(values[at][0]), help=words, name=field)

    def slider(
        self, field: str, label: str, words: str = "", *, then: Callable[[], None] = _nothing
    ) -> Control:
        """A number from 0 to 1."""
        value, change = getattr(self.settings, field), self._setter(field, then)
        return Slider(label, value, (0.0, 1.0), 0.05, change, help=words, name=field)

    def text(self, field: str, label: str, limit: int, hint: str, words: str = "") -> Control:
        """A line of text of at most `limit` letters; `hint` is shown while it is empty."""
        change, kept = self._setter(field), getattr(self.settings, field)
        typed = self._typed.get(field, "")

        def take(text: str) -> None:
            self._typed[field] = text
            change(text.strip())

        value = typed if typed.strip() == kept else kept
        return Field(label, value, take, limit, hint=hint, help=words, name=field)

    def pictures(
        self, field: str, label: str, count: int, make: Callable[[int, int], Surface], words: str = ""
    ) -> Control:
        """One of several pictures, by its number; `make(number, width)` makes one."""
        value, change = getattr(self.settings, field), self._setter(field)
        return Pictures(label, count, value, change, make, help=words, name=field)

    def _setter(self, field: str, then: Callable[[], None] = _nothing) -> Callable[[Any], None]:
        def change(value: Any) -> None:
            setattr(self.settings, field, value)
            self.ctx.apply_settings()
            then()

        return change
