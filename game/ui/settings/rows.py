"""Rows that show fields of the settings and change them at once."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from typing import TypeVar

from game.core.limits import BACKS
from game.core.portraits import PORTRAITS
from game.storage.result import ResultsError
from game.ui.engine.assets import cameo
from game.ui.engine.scene import Context
from game.ui.view.leaves import Choice, Field, Pictures, Slider, Switch
from game.ui.view.node import Control
from game.ui.widgets.medals import to_win

T = TypeVar("T")


_HEARD = ("muted", "volume")
"""Settings whose change is heard at once."""


class Rows:
    """Makes rows. Each changes the named field of Settings and lets the change take effect."""

    def __init__(self, ctx: Context) -> None:
        self.ctx, self.settings = ctx, ctx.settings
        self._typed: dict[str, str] = {}
        """Texts as they were typed: a space at the end is no part of a name, but another word may follow."""

    @cached_property
    def medals(self) -> Mapping[str, int]:
        """The player's medals."""
        with suppress(ResultsError):
            return self.ctx.archive.results.medals()
        return {}

    def switch(self, field: str, label: str, words: str = "", *, inverted: bool = False) -> Control:
        """On or off; `inverted`: on when the field is false."""
        value = getattr(self.settings, field) != inverted
        return Switch(label, value, lambda on: self._set(field, on != inverted), help=words, name=field)

    def choice(
        self,
        field: str,
        label: str,
        values: Sequence[tuple[T, str]],
        words: str = "",
        *,
        ends: bool = False,
    ) -> Control:
        """One of several values, each with its name; `ends`: the first does not follow the last."""
        now = getattr(self.settings, field)
        at = next((i for i, (value, _name) in enumerate(values) if value == now), 0)
        names, change = [name for _value, name in values], lambda at: self._set(field, values[at][0])
        return Choice(label, names, at, change, help=words, name=field, ends=ends)

    def slider(self, field: str, label: str, words: str = "") -> Control:
        """A number from 0 to 1."""
        value, change = getattr(self.settings, field), partial(self._set, field)
        return Slider(label, value, (0.0, 1.0), 0.05, change, help=words, name=field)

    def text(self, field: str, label: str, limit: int, hint: str, words: str = "") -> Control:
        """A line of text of at most `limit` letters; `hint` is shown while it is empty."""
        kept, typed = getattr(self.settings, field), self._typed.get(field, "")
        value = typed if typed.strip() == kept else kept
        return Field(label, value, partial(self._type, field), limit, hint=hint, help=words, name=field)

    def backs(self, field: str, label: str, words: str = "") -> Control:
        """One of the card backs, by its number."""
        value, change = getattr(self.settings, field), partial(self._set, field)
        return Pictures(label, range(BACKS), value, change, self.ctx.cards.back, help=words, name=field)

    def portraits(self, field: str, back: str, label: str, words: str = "") -> Control:
        """One of the portraits, or the star of the card back that the field `back` has, by their numbers."""
        now = PORTRAITS.index(getattr(self.settings, field))
        return Pictures(
            label,
            range(len(PORTRAITS)),
            now,
            lambda number: self._set(field, PORTRAITS[number]),
            lambda number, wide: cameo(PORTRAITS[number], getattr(self.settings, back), "calm", wide),
            help=words,
            name=field,
            beside=True,
            high=60,
            ratio=1,
        )

    def _type(self, field: str, text: str) -> None:
        self._typed[field] = text
        self._set(field, text.strip())

    def _set(self, field: str, value: object) -> None:
        setattr(self.settings, field, value)
        if field == "all_tables" and not value and self.settings.table_top in to_win(self.medals):
            self.settings.table_top = "baize"
        self.ctx.apply_settings()
        if field in _HEARD:
            self.ctx.sounds.play("land")
