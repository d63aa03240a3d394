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
from game.ui.engine.pads import PAD_PRESS, PadButton, button_name
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import BODY, HEADING, NOTE, Button, Field, Picture, Text
from game.ui.view.node import Action, Node
from game.ui.view.screen import Screen

_ROWS: Final = ("1234567890-", "qwertyuiopå", "asdfghjklöä", "zxcvbnmü.:ß")
_SHIFTED: Final = ("!?&'()[]%_/", "QWERTYUIOPÅ", "ASDFGHJKLÖÄ", "ZXCVBNMÜ,;@")
_KEY = 58
"""The size of a letter's key, in units."""
_BY_KEY: Final[dict[int, PadButton]] = {
    pygame.K_UP: "up",
    pygame.K_DOWN: "down",
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_RETURN: "a",
    pygame.K_KP_ENTER: "a",
    pygame.K_BACKSPACE: "x",
    pygame.K_ESCAPE: "b",
}
"""The keyboard moves over the letters, too."""
_MEANT: Final = {button: key for key, button in reversed(_BY_KEY.items())}


class LettersScene(Above):
    """Lies over the scene with the field."""

    takes_pads = True
    first = "1 0"

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
        make, field = self.ctx.pads.make, self._field
        rows = [
            Row(*(self._letter(letter, f"{row} {i}") for i, letter in enumerate(letters)))
            for row, letters in enumerate(_SHIFTED if self._upper else _ROWS)
        ]
        keys = [
            Button(
                label,
                action,
                inside=None if make else Text(label, BODY),
                cap=button_name(button, make) if make else "",
                wide=wide * (_KEY + 6) - 6,
                high=_KEY,
            )
            for wide, button, label, action in self._last_row()
        ]
        typed = Picture(field.text, partial(_draw_typed, field.text), high=50)
        head = Text(field.label, NOTE, at="start")
        return self.sheet(head, typed, Column(*rows, Row(*keys)), pad=(28, 20), gap=12)

    def _letter(self, letter: str, name: str) -> Button:
        key = Text(letter, HEADING)
        return Button(letter, lambda: self._type(letter), inside=key, name=name, wide=_KEY, high=_KEY)

    def _last_row(self) -> Sequence[tuple[int, PadButton, str, Action]]:
        """Keys with the pad's buttons that do the same, and their widths in letters."""
        return (
            (2, "l", _("Shift"), self._shift),
            (5, "y", _("Space"), lambda: self._insert(" ")),
            (2, "x", _("Erase"), self._field.erase),
            (2, "start", _("Done"), self.back),
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
        """Pad, pointer, or keys: whoever has a keyboard after all may type."""
        if event.type == PAD_PRESS:
            self._press(event.button)
        elif event.type == pygame.KEYDOWN:
            if button := _BY_KEY.get(event.key):
                self._press(button)
        elif event.type == pygame.TEXTINPUT:
            self._type(event.text)
        else:
            super().handle(event, now)
        self.ctx.redraw()

    def _press(self, button: PadButton) -> None:
        actions = {each: action for _wide, each, _label, action in self._last_row()}
        if action := (actions | {"b": self.back, "r": self._shift}).get(button):
            action()
        elif key := _MEANT.get(button):
            self.renew()
            self.key(Event(pygame.KEYDOWN, key=key, mod=0))


def _draw_typed(typed: str, surface: Surface, line: Rect, u: float) -> None:
    """The end of what has been typed, and a caret."""
    surface.blit(theme.rounded(line.size, round(6 * u), theme.TRAY), line)
    shown, size = text.fit(typed, 32 * u, line.w - 40 * u, end=True)
    drawn = text.draw(surface, shown, size, theme.IVORY, midleft=(line.x + 12 * u, line.centery))
    caret = Rect(drawn.right + round(3 * u), 0, max(2, round(3 * u)), round(32 * u))
    caret.centery = line.centery
    surface.fill(theme.GOLD, caret)
