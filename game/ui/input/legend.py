"""What stands on piles and buttons: the key that does it, or the button of the gamepad in use."""

from collections.abc import Mapping
from typing import Final

from pygame.event import Event

from game.i18n import _
from game.storage.settings import Settings
from game.ui.engine.pad_names import Make, PadButton, button_name
from game.ui.engine.pads import Pads
from game.ui.input.keymap import Keymap

_ANYWHERE: Final[dict[str, PadButton]] = {"send": "a", "lift": "x"}
"""What only a pad has a button for."""


class Legend:
    """The keys of one table, as they are now."""

    def __init__(
        self, settings: Settings, pads: Pads, buttons: Mapping[str, PadButton], mirrored: bool
    ) -> None:
        """`buttons`: what a pad has a button for, by the default key's cap. `mirrored`: the table for the
        left hand lies from right to left."""
        self._mirrored = mirrored
        self._settings, self._pads, self._buttons = settings, pads, {**_ANYWHERE, **buttons}
        self.renew()

    def renew(self) -> None:
        """The settings may have changed."""
        self._keymap = Keymap(self._settings.keys, self._settings.left_handed, self._mirrored)

    def heard(self, event: Event) -> Event:
        """A key press as the table hears it."""
        return self._keymap.heard(event)

    @property
    def by_pad(self) -> bool:
        """Whether a gamepad is in use."""
        return self._pads.make is not None

    def key(self, cap: str) -> str:
        """The key that does what the default key with this cap does."""
        return self._keymap.words(cap)

    def keys(self, caps: str) -> str:
        """The same for several caps of one letter each."""
        return " ".join(map(self.key, caps))

    def button(self, button: PadButton) -> str:
        """What is printed on a button of the pad in use, or of another one."""
        others = (self._pads.make_of(number) for number in self._pads.numbers)
        return button_name(button, self._pads.make or next(others, None) or "xbox")

    def cursor_rows(self) -> list[tuple[str, str]]:
        """What a gamepad's cursor does at every table, for the help."""
        return [
            (_("Directions"), _("from pile to pile, and to the buttons")),
            (self.button("a"), _("the card goes where it fits best")),
            (self.button("x"), _("pick up; on another pile: put down; there again: put back")),
        ]

    @property
    def has_pad(self) -> bool:
        """Whether there is any gamepad."""
        return bool(self._pads.numbers)

    def __call__(self, cap: str, make: Make | None = None) -> str:
        """What to write where the default key has this cap; empty: nothing. `make`: of the pad, if it is
        known which one is meant."""
        if make := make or self._pads.make:
            return button_name(self._buttons[cap], make) if cap in self._buttons else ""
        return self._keymap.words(cap)

    def of_piles(self, keys: Mapping[int, str]) -> dict[int, str]:
        """The same for piles."""
        return {pile: words for pile, cap in keys.items() if (words := self(cap))}
