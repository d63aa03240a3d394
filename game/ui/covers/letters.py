"""Letters on the screen, to fill in a field by gamepad or pointer."""

from collections.abc import Callable
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import _
from game.ui.covers.cover import Above
from game.ui.engine import text, theme
from game.ui.engine.pad_names import PadButton, button_name
from game.ui.engine.pads import PAD_PRESS
from game.ui.engine.text_entry import TextEntry
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import BODY, HEADING, NOTE, Button, Picture, Text
from game.ui.view.node import Node

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

    def __init__(self, field: TextEntry) -> None:
        super().__init__()
        self._field, self._upper = field, False

    def view(self) -> Node:
        make = self.ctx.pads.make
        rows = [
            Row(*(self._letter(letter, f"{row} {i}") for i, letter in enumerate(letters)))
            for row, letters in enumerate(_SHIFTED if self._upper else _ROWS)
        ]
        last: tuple[tuple[int, PadButton, str, Callable[[], None]], ...] = (
            (2, "l", _("Shift"), self._shift),
            (5, "y", _("Space"), self._space),
            (2, "x", _("Erase"), self._erase),
            (2, "start", _("Done"), self.back),
        )
        keys = [
            Button(
                label,
                action,
                inside=None if make else Text(label, BODY),
                cap=button_name(button, make) if make else "",
                wide=wide * (_KEY + 6) - 6,
                high=_KEY,
            )
            for wide, button, label, action in last
        ]
        typed = Picture(self._field.text, self._draw_typed, high=50)
        return self.sheet(
            Text(self._field.label, NOTE, at="start"), typed, Column(*rows, Row(*keys)), pad=(28, 20), gap=12
        )

    def _letter(self, letter: str, name: str) -> Button:
        key = Text(letter, HEADING)
        return Button(letter, lambda: self._type(letter), inside=key, name=name, wide=_KEY, high=_KEY)

    def _draw_typed(self, surface: Surface, line: Rect, u: float) -> None:
        surface.blit(theme.rounded(line.size, round(6 * u), theme.TRAY), line)
        shown, size = text.fit(self._field.text, 32 * u, line.w - 40 * u, end=True)
        drawn = text.draw(surface, shown, size, theme.IVORY, midleft=(line.x + 12 * u, line.centery))
        caret = Rect(drawn.right + round(3 * u), 0, max(2, round(3 * u)), round(32 * u))
        caret.centery = line.centery
        surface.fill(theme.GOLD, caret)

    # -- what the keys do

    def _type(self, letter: str) -> None:
        self._field.insert(letter)
        self._upper = False

    def _space(self) -> None:
        self._field.insert(" ")

    def _erase(self) -> None:
        self._field.erase()

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
        actions: dict[PadButton, Callable[[], None]] = {
            "b": self.back,
            "x": self._erase,
            "y": self._space,
            "l": self._shift,
            "r": self._shift,
        }
        if action := actions.get(button):
            action()
        elif key := _MEANT.get(button):
            self.renew()
            self.key(Event(pygame.KEYDOWN, key=key, mod=0))
