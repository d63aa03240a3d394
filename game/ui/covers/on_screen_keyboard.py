"""Letters on the screen, to fill in a field by gamepad or pointer."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import _
from game.ui.covers.cover import Above
from game.ui.engine import text, theme
from game.ui.engine.devices import PadButton, button_name
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import BODY, HEADING, NOTE, Button, Field, Picture, Text
from game.ui.view.node import Action, Node
from game.ui.view.screen import Screen

_ROWS: Final = ("1234567890-", "qwertyuiopå", "asdfghjklöä", "zxcvbnmü.:ß")
_SHIFTED: Final = ("!?&'()[]%_/", "QWERTYUIOPÅ", "ASDFGHJKLÖÄ", "ZXCVBNMÜ,;@")
_KEY = 58
"""The size of a letter's key, in units."""
_ARROWS: Final = (pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT)
_KEYS: Final = (*_ARROWS, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_BACKSPACE, pygame.K_ESCAPE)
"""The keyboard's keys that mean something here, too; what it types comes as text."""


class OnScreenKeyboard(Above):
    """Lies over the scene with the field."""

    kind, first = "letters", "1 0"

    def __init__(self, screen: Screen[Any], name: str) -> None:
        """`name`: of the field on the screen beneath."""
        super().__init__()
        self._screen, self._name, self._upper = screen, name, False

    @property
    def _field(self) -> Field:
        """The field as it is now."""
        self._screen.renew()
        nodes = (each.node for each in self._screen.tree.controls if each.name == self._name)
        return next(node for node in nodes if isinstance(node, Field))

    def view(self) -> Node:
        field = self._field
        rows = [
            Row(*(self._letter(letter, f"{row} {i}") for i, letter in enumerate(letters)))
            for row, letters in enumerate(_SHIFTED if self._upper else _ROWS)
        ]
        last = (
            self._wide_key(_("Shift"), "l", self._shift, 2, keys=(pygame.K_PAGEUP, pygame.K_PAGEDOWN)),
            self._wide_key(_("Space"), "y", lambda: self._insert(" "), 5),
            self._wide_key(_("Erase"), "x", field.erase, 2, keys=(pygame.K_BACKSPACE,)),
            self._wide_key(_("Done"), "start", self.back, 2, keys=(pygame.K_p,)),
        )
        typed = Picture(field.text, partial(_draw_typed, field.text), high=50)
        head = Text(field.label, NOTE, at="start")
        return self.sheet(head, typed, Column(*rows, Row(*last)), pad=(28, 20), gap=12)

    def _letter(self, letter: str, name: str) -> Button:
        key = Text(letter, HEADING)
        return Button(letter, lambda: self._type(letter), inside=key, name=name, wide=_KEY, high=_KEY)

    def _wide_key(
        self, label: str, button: PadButton, action: Action, letters: int, keys: Sequence[int] = ()
    ) -> Button:
        """A key as wide as this number of letters, with the pad's button that does the same."""
        make = self.ctx.pads.make
        return Button(
            label,
            action,
            inside=None if make else Text(label, BODY),
            cap=button_name(button, make) if make else None,
            keys=keys,
            wide=letters * (_KEY + 6) - 6,
            high=_KEY,
        )

    # -- what the keys do

    def _type(self, letter: str) -> None:
        self._insert(letter)
        self._upper = False

    def _insert(self, typed: str) -> None:
        self._screen.tree.wrong = self._field.insert(typed)

    def _shift(self) -> None:
        self._upper = not self._upper

    # -- the scene

    def handle(self, event: Event, now: float) -> None:
        """What a keyboard types is taken, too."""
        if event.type == pygame.TEXTINPUT:
            self._type(event.text)
        else:
            super().handle(event, now)
        self.ctx.redraw()

    def key(self, event: Event) -> bool:
        """The keys that the pad's buttons mean, and a few of the keyboard's."""
        if hasattr(event, "pad") and event.key == pygame.K_SPACE:
            self._insert(" ")
            return True
        return (hasattr(event, "pad") or event.key in _KEYS) and super().key(event)


def _draw_typed(typed: str, surface: Surface, line: Rect, u: float) -> None:
    """The end of what has been typed, and a caret."""
    on = theme.ground("stock")
    theme.lay(surface, line, u, "stock")
    shown, size = text.fit(typed, 32 * u, line.w - 40 * u, end=True)
    drawn = text.draw(surface, shown, size, on.ivory, midleft=(line.x + 12 * u, line.centery))
    caret = Rect(drawn.right + round(3 * u), 0, max(2, round(3 * u)), round(32 * u))
    caret.centery = line.centery
    surface.fill(on.gold, caret)
