"""The base of all widgets, the button and the choice. They scale with the window."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.engine import text, theme
from game.ui.engine.page import Described

T = TypeVar("T")

CONFIRM = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
UNPLACED = Rect(0, 0, 1, 1)
"""The rectangle of a widget that has not been laid out."""


class Widget:
    """One row of a group. Its scene sets `rect` and the unit `u` before drawing it."""

    role = "row"
    """Its kind, for the description of the screen."""
    rows = 1.0
    """Its height in rows."""
    help = ""
    """A sentence about what it does, for the hint bar."""
    wrong = ""
    """What is wrong with its value or its effect, until it loses the focus."""
    _value: object = None

    def __init__(self, label: str) -> None:
        self.label = label
        self.rect = UNPLACED
        self.u = 1.0
        self.focused = False
        self.dirty = True

    def key(self, event: Event) -> bool:
        """Handle a key press. Returns whether it was used."""
        return False

    def press(self, pos: tuple[int, int]) -> None:
        """Called when the left button goes down on it."""

    def drag(self, pos: tuple[int, int]) -> None:
        """Called when the pointer moves while the button is held."""

    def release(self, inside: bool) -> None:
        """Called when the button comes up; `inside`: still on it."""

    def step_by(self, steps: int) -> bool:
        """Change the value by steps, as the wheel and the arrows do. Returns False if it has none."""
        return False

    def set_focused(self, on: bool) -> None:
        """Give it the keyboard focus or take it away."""
        self.focused, self.dirty, self.wrong = on, True, ""

    @property
    def shown_value(self) -> object:
        """Its value as shown; None if it has none."""
        return self._value

    def described(self) -> Described:
        """Its kind and contents, for the description of the screen."""
        return {
            "role": self.role,
            "label": self.label,
            "value": self.shown_value,
            "enabled": True,
            "focused": self.focused,
            "key": "",
            "words": [],
            "help": self.help,
            "rect": [*self.rect],
        }

    def draw(self, surface: Surface) -> None:
        """Draw inside `rect`, onto the background."""
        u = self.u
        fill = theme.RAISED_HOVER if self.focused else theme.RAISED
        edge = theme.GOLD if self.focused else None
        shape = theme.rounded(self.rect.size, round(8 * u), fill, edge, max(1, round(1.5 * u)))
        surface.blit(shape, self.rect)
        self.draw_inside(surface)

    def draw_inside(self, surface: Surface) -> None:
        """Draw the label and the value."""
        raise NotImplementedError

    @property
    def size(self) -> float:
        """Height of the letters in pixels."""
        return 25 * self.u

    def draw_label(self, surface: Surface) -> None:
        """Draw the label at the left, or what is wrong."""
        if not self.label:
            return
        where = (self.rect.x + 16 * self.u, self.rect.centery)
        room = self.field().x - self.rect.x - 26 * self.u
        color = theme.GOLD if self.wrong else theme.IVORY
        text.draw(surface, self.wrong or self.label, self.size, color, max_width=room, midleft=where)

    def field(self) -> Rect:
        """The right part of the row, which shows the value."""
        width = round(self.rect.width * 0.44)
        return Rect(self.rect.right - width - round(8 * self.u), self.rect.y, width, self.rect.height)


class Button(Widget):
    """Calls `action`. A screen's primary button is the one that newcomers should find first."""

    role = "button"

    def __init__(self, label: str, action: Callable[[], None], primary: bool = False) -> None:
        super().__init__(label)
        self._action, self._primary, self._down = action, primary, False

    def key(self, event: Event) -> bool:
        if event.key in CONFIRM:
            self._action()
            return True
        return False

    def press(self, pos: tuple[int, int]) -> None:
        self._down = self.dirty = True

    def release(self, inside: bool) -> None:
        self._down, self.dirty = False, True
        if inside:
            self._action()

    def draw(self, surface: Surface) -> None:
        if not self._primary:
            super().draw(surface)
            return
        fill = theme.PAPER if self.focused else theme.IVORY
        edge = theme.GOLD if self.focused else theme.MIST
        width = max(1, round((3 if self.focused else 1) * self.u))
        surface.blit(theme.rounded(self.rect.size, round(10 * self.u), fill, edge, width), self.rect)
        self.draw_inside(surface)

    def draw_inside(self, surface: Surface) -> None:
        color = theme.INK if self._primary else theme.IVORY
        size = 36 * self.u if self._primary else self.size
        x, y = self.rect.center
        middle = (x, y + (self.u if self._down else 0))
        text.draw(surface, self.label, size, color, max_width=self.rect.width * 0.9, center=middle)


class Choice(Widget, Generic[T]):
    """One of several values; left and right step through them."""

    role = "choice"

    def __init__(
        self,
        label: str,
        values: Sequence[tuple[T, str]],
        value: T,
        changed: Callable[[T], object],
    ) -> None:
        super().__init__(label)
        self._values, self._changed = values, changed
        self._at = next((i for i, (each, _name) in enumerate(values) if each == value), 0)

    @property
    def value(self) -> T:
        """The chosen value."""
        return self._values[self._at][0]

    @property
    def name(self) -> str:
        """The name of the chosen value."""
        return self._values[self._at][1]

    @property
    def shown_value(self) -> object:
        return self.name

    def step_by(self, steps: int) -> bool:
        self._at = (self._at + steps) % len(self._values)
        self.dirty = True
        self._changed(self.value)
        return True

    def key(self, event: Event) -> bool:
        return event.key in CONFIRM and self.step_by(1)

    def press(self, pos: tuple[int, int]) -> None:
        self.step_by(-1 if self.field().x <= pos[0] < self.field().centerx - self.field().width // 4 else 1)

    def field(self) -> Rect:
        return super().field() if self.label else self.rect

    def draw_inside(self, surface: Surface) -> None:
        self.draw_label(surface)
        field = self.field()
        high = round(12 * self.u)
        color = theme.IVORY if self.focused else theme.MIST
        for x, left in ((field.x + 12 * self.u, True), (field.right - 12 * self.u, False)):
            arrow = theme.chevron(high, color, left)
            surface.blit(arrow, arrow.get_rect(center=(round(x), field.centery)))
        room = field.width - 44 * self.u
        text.draw(surface, self.name, self.size, theme.IVORY, max_width=room, center=field.center)


class BareChoice(Choice[T]):
    """A choice as small as its values, which speak for themselves; the label is only for descriptions."""

    def field(self) -> Rect:
        return self.rect

    def draw_label(self, surface: Surface) -> None:
        """The label is not written."""
