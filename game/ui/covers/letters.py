"""Letters on the screen, to fill in a field by gamepad or pointer."""

from collections.abc import Callable, Sequence
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import _
from game.ui.covers.cover import Cover
from game.ui.engine import text, theme
from game.ui.engine.pad_names import PadButton, button_name
from game.ui.engine.pads import PAD_PRESS
from game.ui.engine.page import Described
from game.ui.engine.scene import Context, Scene
from game.ui.engine.typed import Entry
from game.ui.widgets.group import Group
from game.ui.widgets.rows import Button

_ROWS: Final = ("1234567890-", "qwertyuiopå", "asdfghjklöä", "zxcvbnmü.:ß")
_SHIFTED: Final = ("!?&'()[]%_/", "QWERTYUIOPÅ", "ASDFGHJKLÖÄ", "ZXCVBNMÜ,;@")
_COLUMNS: Final = len(_ROWS[0])
_LAST: Final = len(_ROWS) * _COLUMNS
"""The number of the first key below the letters."""
_KEY, _GAP, _PAD, _TOP = 58, 6, 28, 118
"""The size of a letter's key, the gap between two, the margin, and where the letters begin, in units."""
_WIDE: Final = (2, 5, 2, 2)
"""How many letters' keys those below the letters are wide."""
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


class _LetterKey(Button):
    """A key, with the button of the pad that does the same wherever the focus is."""

    def __init__(self, label: str, action: Callable[[], None], shortcut: str = "") -> None:
        super().__init__(label, action)
        self._shortcut = shortcut

    def described(self) -> Described:
        return super().described() | {"key": self._shortcut}

    def draw_inside(self, surface: Surface) -> None:
        if not self._shortcut:
            text.draw(surface, self.label, 30 * self.u, theme.IVORY, center=self.rect.center)
            return
        pad = 9 * self.u
        end = text.draw(
            surface,
            self._shortcut,
            18 * self.u,
            theme.MIST,
            midright=(self.rect.right - pad, self.rect.centery),
        )
        room = end.x - self.rect.x - 2 * pad
        where = self.rect.x + pad, self.rect.centery
        text.draw(surface, self.label, 22 * self.u, theme.IVORY, max_width=room, midleft=where)


class LettersScene(Cover):
    """Lies over the scene with the field, which goes on meanwhile."""

    takes_pads = True

    def __init__(self, field: Entry) -> None:
        super().__init__()
        self._field, self._upper = field, False

    def enter(self, ctx: Context) -> None:
        """Show the letters, the first of them in focus."""
        super().enter(ctx)
        self._build(_COLUMNS)

    def _build(self, focus: int) -> None:
        make = self.ctx.pads.make
        names = [button_name(button, make) if make else "" for button in ("l", "y", "x", "start")]
        rows = _SHIFTED if self._upper else _ROWS
        letters = [_LetterKey(each, lambda each=each: self._type(each)) for row in rows for each in row]  # type: ignore[misc]
        self.group = Group(
            [
                *letters,
                _LetterKey(_("Shift"), self._shift, names[0]),
                _LetterKey(_("Space"), lambda: self._type(" "), names[1]),
                _LetterKey(_("Erase"), self._erase, names[2]),
                _LetterKey(_("Done"), self._done, names[3]),
            ],
            focus,
        )

    def renew_keys(self) -> None:
        """Show the buttons of the device in use."""
        self._build(self.group.index)

    # -- what the keys do

    def _type(self, letter: str) -> None:
        self._field.insert(letter)
        if self._upper:
            self._upper = False
            self._build(self.group.index)
        self.ctx.redraw()

    def _erase(self) -> None:
        self._field.erase()
        self.ctx.redraw()

    def _shift(self) -> None:
        self._upper = not self._upper
        self._build(self.group.index)
        self.ctx.redraw()

    def _done(self) -> None:
        self.back()

    # -- the scene

    def step(self, now: float) -> None:
        """Let the scene beneath go on."""
        self._beneath.step(now)

    def rest(self, now: float) -> float:
        """As the scene beneath."""
        return self._beneath.rest(now)

    @property
    def _beneath(self) -> Scene:
        return self.ctx.stack[self.ctx.stack.index(self) - 1]

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
            self.group.handle(event)

    def _press(self, button: PadButton) -> None:
        actions: dict[PadButton, Callable[[], object]] = {
            "a": lambda: self.group.handle(Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0)),
            "b": self._done,
            "x": self._erase,
            "y": lambda: self._type(" "),
            "l": self._shift,
            "r": self._shift,
        }
        if action := actions.get(button):
            action()
        elif button in _BY_KEY.values():
            self.group.focus(_neighbour(self.group.index, button))

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """What has been typed, and the letters below it."""
        if full:
            wide = _COLUMNS * (_KEY + _GAP) - _GAP + 2 * _PAD
            high = _TOP + (len(_ROWS) + 1) * (_KEY + _GAP) - _GAP + _PAD
            rect, u = self.sheet(surface, (wide, high))
            left, top = rect.x + _PAD * u, rect.y + _TOP * u
            room = rect.w - 2 * _PAD * u
            where = left, rect.y + 32 * u
            text.draw(surface, self._field.label, 22 * u, theme.MIST, max_width=room, midleft=where)
            line = Rect(round(left), round(rect.y + 52 * u), round(room), round(50 * u))
            surface.blit(theme.rounded(line.size, round(6 * u), theme.TRAY), line)
            shown, size = text.fit(self._field.text, 32 * u, room - 40 * u, end=True)
            at = left + 12 * u, line.centery
            drawn = text.draw(surface, shown, size, theme.IVORY, midleft=at)
            caret = Rect(drawn.right + round(3 * u), 0, max(2, round(3 * u)), round(32 * u))
            caret.centery = line.centery
            surface.fill(theme.GOLD, caret)
            self._place(left, top, u)
        return self.group.draw(surface, full)

    def _place(self, left: float, top: float, u: float) -> None:
        for number, key in enumerate(self.group.widgets):
            row, column = divmod(min(number, _LAST), _COLUMNS)
            below = number - _LAST
            across = sum(_WIDE[:below]) if below >= 0 else column
            keys = _WIDE[below] if below >= 0 else 1
            key.u = u
            key.rect = Rect(
                round(left + across * (_KEY + _GAP) * u),
                round(top + row * (_KEY + _GAP) * u),
                round((keys * (_KEY + _GAP) - _GAP) * u),
                round(_KEY * u),
            )


def _neighbour(number: int, direction: PadButton) -> int:
    """The key beside this one; over an edge, the one at the opposite edge."""
    if number >= _LAST:
        below = number - _LAST
        if direction in ("left", "right"):
            return _LAST + (below + (1 if direction == "right" else -1)) % len(_WIDE)
        column = sum(_WIDE[:below]) + _WIDE[below] // 2
        return column + (_LAST - _COLUMNS if direction == "up" else 0)
    row, column = divmod(number, _COLUMNS)
    if direction in ("left", "right"):
        return row * _COLUMNS + (column + (1 if direction == "right" else -1)) % _COLUMNS
    to = row + (1 if direction == "down" else -1)
    if 0 <= to < len(_ROWS):
        return to * _COLUMNS + column
    return _LAST + next(i for i in range(len(_WIDE)) if sum(_WIDE[: i + 1]) > column)
