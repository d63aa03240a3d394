"""Widgets that hold a value: switch, text field."""

from collections.abc import Callable
from contextlib import suppress

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import _
from game.names.line import line
from game.ui.engine import text, theme
from game.ui.engine.page import Described
from game.ui.engine.text_entry import ask_for_letters
from game.ui.widgets.rows import CONFIRM, Widget

_REPEAT = (350, 35)
"""Milliseconds before a held key repeats, and between repeats, while text is typed."""
_PASTE = pygame.KMOD_CTRL | pygame.KMOD_META
"""Held together with V to paste."""


class Switch(Widget):
    """On or off."""

    role = "switch"
    _value: bool

    def __init__(self, label: str, value: bool, changed: Callable[[bool], None]) -> None:
        super().__init__(label)
        self._value, self._changed = value, changed

    def step_by(self, steps: int) -> bool:
        if self._value != (steps > 0):
            self._flip()
        return True

    def key(self, event: Event) -> bool:
        if event.key in CONFIRM:
            self._flip()
            return True
        return False

    def press(self, pos: tuple[int, int]) -> None:
        self._flip()

    def _flip(self) -> None:
        self._value, self.dirty = not self._value, True
        self._changed(self._value)

    def field(self) -> Rect:
        return Rect(self.rect.right - round(60 * self.u), self.rect.y, round(44 * self.u), self.rect.height)

    def draw_inside(self, surface: Surface) -> None:
        self.draw_label(surface)
        high = round(24 * self.u)
        track = Rect(0, 0, round(44 * self.u), high)
        track.center = self.field().center
        surface.blit(theme.rounded(track.size, high, theme.ON if self._value else theme.OFF), track)
        wide = high - 2 * max(2, round(3 * self.u))
        knob = theme.rounded((wide, wide), wide // 2, theme.IVORY if self._value else theme.MIST)
        x = track.right - high // 2 if self._value else track.x + high // 2
        surface.blit(knob, knob.get_rect(center=(x, track.centery)))


class TextField(Widget):
    """A line of text of at most `limit` characters. `placeholder` shows while it is empty; Enter calls
    `submitted`. While all of it is `selected`, what is typed replaces it."""

    role = "field"
    selected = False
    _value: str

    def __init__(
        self,
        label: str,
        value: str,
        changed: Callable[[str], None],
        limit: int,
        placeholder: str = "",
        submitted: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(label)
        self._value, self._changed, self._limit, self._placeholder = value, changed, limit, placeholder
        self._submitted = submitted

    def described(self) -> Described:
        return super().described() | {"hint": self._placeholder, "selected": self.selected}

    @property
    def placeholder(self) -> str:
        """The text shown while the field is empty."""
        return self._placeholder

    @placeholder.setter
    def placeholder(self, placeholder: str) -> None:
        self.dirty |= placeholder != self._placeholder
        self._placeholder = placeholder

    def set_focused(self, on: bool) -> None:
        super().set_focused(on)
        pygame.key.set_repeat(*(_REPEAT if on else (0, 0)))

    def key(self, event: Event) -> bool:
        if event.key == pygame.K_BACKSPACE:
            self.erase()
        elif event.key == pygame.K_RETURN and hasattr(event, "pad"):
            ask_for_letters(self)
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.submit()
        elif event.key == pygame.K_v and event.mod & _PASTE:
            with suppress(pygame.error):  # there may be no clipboard
                self.insert(pygame.scrap.get_text())
        else:
            return event.key in CONFIRM
        return True

    @property
    def text(self) -> str:
        """What has been typed so far."""
        return self._value

    def erase(self) -> None:
        """Remove the last character, or what is selected."""
        self._set("" if self.selected else self._value[:-1])

    def submit(self) -> None:
        """The text is complete."""
        self._submitted()

    def insert(self, typed: str) -> None:
        """Add typed text at the end, or put it in place of what is selected."""
        self._set(line(typed if self.selected else self._value + typed))

    def fill(self, typed: str) -> None:
        """Replace the text, as if this had been typed."""
        self._set(line(typed))

    def _set(self, value: str) -> None:
        self.wrong = _("At most {n} characters").format(n=self._limit) if len(value) > self._limit else ""
        self._value, self.selected, self.dirty = value[: self._limit].lstrip(), False, True
        self._changed(self._value.strip())

    def field(self) -> Rect:
        return super().field() if self.label else self.rect.inflate(-round(10 * self.u), 0)

    def draw_inside(self, surface: Surface) -> None:
        self.draw_label(surface)
        field = self.field().inflate(0, -round(10 * self.u))
        surface.blit(theme.rounded(field.size, round(5 * self.u), theme.TRAY), field)
        where = (field.x + 10 * self.u, field.centery)
        room = field.width - 24 * self.u
        shown, color = (self._value, theme.IVORY) if self._value else (self._placeholder, theme.MIST)
        size: float = self.size
        if self.focused and self._value:  # the end, where the player types, must stay visible
            shown, size = text.fit(shown, size, room, end=True)
        if self.selected:
            mark, color = Rect(0, 0, text.width(shown, size), field.height - round(8 * self.u)), theme.INK
            mark.midleft = round(where[0]), where[1]
            surface.fill(theme.GOLD, mark)
        drawn = text.draw(surface, shown, size, color, max_width=room, midleft=where)
        if self.focused:
            x = drawn.right if self._value else drawn.x
            caret = Rect(x + round(2 * self.u), 0, max(1, round(2 * self.u)), round(20 * self.u))
            caret.centery = field.centery
            surface.fill(theme.GOLD, caret)
