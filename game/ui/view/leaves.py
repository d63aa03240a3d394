"""Nodes without children: text, pictures, and the controls."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import field
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.portraits import Expression, Portrait
from game.i18n import _
from game.names.line import line
from game.ui.engine import text, theme
from game.ui.engine.assets import RATIO, art, cameo
from game.ui.engine.description import Described
from game.ui.view.node import (
    AT_REST,
    Action,
    Align,
    Axis,
    Changed,
    Control,
    Drawn,
    Node,
    Placing,
    Space,
    State,
)

ROW: Final = 44
"""A row's height in units."""
_LETTERS = 25
"""Height of a control's letters, in units."""
_TIGHT = 0.95
"""A line's least height by that of its letters."""


class Style(NamedTuple):
    """How text looks: the height of its letters and of a line in units, its colour in the palette, and
    whether its letters are those of the title cards."""

    size: float
    line: float
    color: str = "ivory"
    lettered: bool = False


PAGE: Final = Style(50, 88)
"""The heading of a page that fills the window."""
TITLE: Final = Style(40, 48)
"""The heading of a sheet."""
BIG: Final = Style(52, 64, lettered=True)
FIGURE: Final = Style(64, 72, lettered=True)
"""A result."""
HEADING: Final = Style(30, 40)
"""Of a part of a page."""
BODY: Final = Style(27, 33)
LABEL: Final = Style(_LETTERS, 33)
"""As on a control."""
CELL: Final = Style(23, 30)
NOTE: Final = Style(22, 28, "mist")
SMALL: Final = Style(19, 24, "mist")
_SIGNS: Final = tuple(",.;'[/-#^´`")
_KEY: Final = Style(19, 21)
_ARROW, _SIGN = Style(38, 21), Style(29, 21)
"""The key that points left or right, and one with a sign: these letters are small."""
_CAP: Final = 21
"""The least width and height of a key, in units."""
_PAD: Final = 12
"""Beside and between the label and the key of a button, in units."""
TAB: Final = 16
"""How far the tab of the page that is open lies on the page, in units."""
_ON, _KNOB_OFF = (46, 120, 84), (224, 208, 176)
"""A switch that is on, and the knob of one that is off."""
_WAITS: Final = (250, 214, 128)
"""The ground of what has been pressed and waits."""


class Text(Node):
    """Words in one line, or in as many as they need if `wraps`."""

    words: str
    style: Style = BODY
    color: str | theme.Color = field(default="", kw_only=True)
    """Another colour than the style's."""
    at: Align = field(default="middle", kw_only=True)
    """Where the words stand in their space."""
    wraps: bool = field(default=False, kw_only=True)
    firm: bool = field(default=False, kw_only=True)
    """Whether it keeps its width where there is too little room, as long as nothing is cut for it."""
    most: int | None = field(default=None, kw_only=True)
    """The most lines shown."""
    _looks = ("color",)

    def _lines(self, u: float, room: float) -> tuple[str, ...]:
        # A hair more room: the width that it asked for comes back rounded.
        lines = text.wrap(self.words, self.style.size * u, room + 1) if self.wraps else (self.words,)
        if self.most and len(lines) > self.most:
            return *lines[: self.most - 1], f"{lines[self.most - 1]} …"
        return lines

    def natural_width(self, u: float) -> float:
        if self.style.lettered:
            return text.lettering(self.words, self.style.size * u, theme.GOLD).width
        return max(text.width(line, self.style.size * u) for line in self.words.split("\n"))

    def natural_height(self, u: float, room: float) -> float:
        return len(self._lines(u, room)) * self._step(u) if self.words else 0.0

    def _step(self, u: float) -> float:
        """The height of a line: more of it where the player has chosen larger letters."""
        return max(self.style.line * u, _TIGHT * text.size(self.style.size * u))

    def slack(self, axis: Axis, u: float, size: float) -> float:
        return size if axis == "across" and self.wide is None and not self.firm else 0.0

    def narrowest(self, u: float) -> float:
        if self.wide is not None or self.wraps or self.style.lettered:
            return super().narrowest(u)
        return text.least_width(self.words, self.style.size * u)

    def pictures(self, rect: Rect, u: float, state: State = AT_REST) -> Drawn:
        lines, step = self._lines(u, rect.w), self._step(u)
        color = self.color or self.style.color
        ink = getattr(state.on, color) if isinstance(color, str) else color
        high = rect.h if len(lines) == 1 else None
        anchor, x = {
            "start": ("midleft", rect.x),
            "end": ("midright", rect.right),
        }.get(self.at, ("center", rect.centerx))
        first, found = rect.centery - (len(lines) - 1) * step / 2, []
        for number, words in enumerate(lines):
            if words:
                if self.style.lettered:
                    picture = text.lettering(words, self.style.size * u, ink, rect.w + 1)
                else:
                    picture = text.render(words, self.style.size * u, ink, rect.w + 1, high)
                place = picture.get_rect(**{anchor: (x, round(first + number * step))})
                found.append((picture, place.topleft))
        return found


class Picture(Node):
    """Anything else that is drawn: `draw(surface, rect, u)`. Pictures are equal if their `key` is."""

    key: Hashable
    draw: Callable[[Surface, Rect, float], object] = field(compare=False)

    def paint(self, surface: Surface, rect: Rect, u: float, state: State) -> None:
        self.draw(surface, rect, u)


class Icon(Node):
    """A picture in the middle of its space, made by `make(rect, u)`. Icons are equal if their `key` is."""

    key: Hashable
    make: Callable[[Rect, float], Surface] = field(compare=False)

    def paint(self, surface: Surface, rect: Rect, u: float, state: State) -> None:
        picture = self.make(rect, u)
        surface.blit(picture, picture.get_rect(center=rect.center))


class Cameo(Node):
    """A portrait, or for who has none the star of the card back, round in a rim of brass, `r` units wide
    from its middle."""

    portrait: Portrait
    back: int
    r: float
    expression: Expression = "calm"
    lit: bool = False
    """Whether its rim shines."""

    def natural_width(self, u: float) -> float:
        return 2 * self.r * u

    def natural_height(self, u: float, room: float) -> float:
        return 2 * self.r * u

    def paint(self, surface: Surface, rect: Rect, u: float, state: State) -> None:
        surface.blits(self.pictures(rect, u, state))

    def pictures(self, rect: Rect, u: float, state: State = AT_REST) -> Drawn:
        picture = cameo(self.portrait, self.back, self.expression, round(2 * self.r * u))
        drawn = [(picture, picture.get_rect(center=rect.center).topleft)]
        if self.lit:
            line = max(2, round(_SHINES * u))
            rim = ring(picture.get_width() + 2 * line, 2 * line)
            drawn.append((rim, rim.get_rect(center=rect.center).topleft))
        return drawn


_SHINES = 3.5
"""How far a shining rim reaches beyond the portrait, in units."""
_LIT = 255, 226, 122


@lru_cache(maxsize=16)
def ring(wide: int, line: int) -> Surface:
    """A ring of bright brass, so many pixels across, its line so many wide."""
    picture = Surface((wide, wide), pygame.SRCALPHA)
    pygame.draw.aacircle(picture, _LIT, (wide / 2, wide / 2), wide // 2, line)
    return picture


class Artwork(Node):
    """The picture `art(name)`, `tall` units high, in the middle of its space."""

    name: str
    tall: float
    ink: theme.Color | str = theme.PAPER
    """A colour, or one of what it lies on."""

    def paint(self, surface: Surface, rect: Rect, u: float, state: State) -> None:
        ink = getattr(state.on, self.ink) if isinstance(self.ink, str) else self.ink
        picture = art(self.name, round(self.tall * u), ink)
        surface.blit(picture, picture.get_rect(center=rect.center))


class Rule(Node):
    """A thin line."""

    def paint(self, surface: Surface, rect: Rect, u: float, state: State) -> None:
        surface.fill(state.on.rule, (rect.x, rect.y, rect.w, max(1, round(u))))


class Plate(Node):
    """A rounded shape behind other things."""

    fill: theme.Color
    edge: theme.Color | None = None
    radius: float = 8
    line: float = 1
    """The width of its edge."""

    def paint(self, surface: Surface, rect: Rect, u: float, state: State) -> None:
        radius, line = round(self.radius * u), max(1, round(self.line * u))
        surface.blit(theme.rounded(rect.size, radius, self.fill, self.edge, line), rect)


class Gap(Node):
    """Room."""

    def place(self, space: Space, u: float, out: Placing) -> None:
        """Nothing is to be seen of it."""


def control_ground(
    rect: Rect,
    u: float,
    lit: bool,
    focused: bool,
    wanted: bool = False,
    waits: bool = False,
    name: str = "tag",
    down: bool = False,
) -> Surface:
    """The tag that any control is, or another ground; `down`: it is pressed, and its front is gone."""
    on = theme.ground(name)
    fill = _WAITS if waits else on.lit if lit or focused else on.fill
    edge, line = (on.gold, 2.0) if wanted else (theme.GOLD, 2.5) if focused else (on.edge, on.line)
    depth = 0 if down else on.depth
    return theme.laid(rect.size, u, on._replace(fill=fill, edge=edge, line=line, depth=depth))


def sunk(rect: Rect, depth: float, down: bool = True) -> Rect:
    """What is seen of something so many pixels high that is pressed down."""
    top = round(depth) if down else 0
    return Rect(rect.x, rect.y + top, rect.w, rect.h - top)


def _key_style(letter: str) -> Style:
    """How the letter of a key is written."""
    return _ARROW if letter in ("‹", "›") else _SIGN if letter in _SIGNS else _KEY


def capped(letters: Drawn, u: float, on: theme.Ground) -> Drawn:
    """The letters of a key on its cap, on this ground."""
    caps = list[tuple[Surface, tuple[int, int]]]()
    for picture, at in letters:
        box = picture.get_rect(topleft=at).inflate(round(8 * u), 0)
        caps.append((theme.rounded(box.size, round(5 * u), on.lit, on.edge, max(1, round(u))), box.topleft))
    return [*caps, *letters]


class KeyCap(Node):
    """A key as it stands on the keyboard."""

    letter: str

    def natural_width(self, u: float) -> float:
        return max(_CAP * u, text.width(self.letter, _key_style(self.letter).size * u) + 8 * u)

    def natural_height(self, u: float, room: float) -> float:
        return max(_CAP * u, text.size(_KEY.size * u) + u)

    def pictures(self, rect: Rect, u: float, state: State = AT_REST) -> Drawn:
        plate = theme.laid(rect.size, u, theme.ground("plate")._replace(fill=theme.colors.plate, radius=4))
        lower = Space(*rect)._replace(y=rect.y + u).rect.inflate(0, rect.h)  # signs are written large
        words = Text(self.letter, _key_style(self.letter)).pictures(lower, u, State(ground="plate"))
        return [(plate, rect.topleft), *words]


def brief(label: str) -> str:
    """The label where there is little room: what is in brackets goes."""
    return label.partition(" (")[0]


class Button(Control):
    """Calls `action`."""

    label: str
    action: Action = field(compare=False)
    inside: Node | None = field(default=None, kw_only=True)
    """What is on it in place of the label."""
    primary: bool = field(default=False, kw_only=True)
    """Whether newcomers should find it first."""
    chosen: bool | None = field(default=None, kw_only=True)
    """Whether it is the chosen one of several, marked by a bar; None: none of several."""
    bar: Literal["side", "foot", "tab", "line"] = field(default="side", kw_only=True)
    """Where the bar is; at the side, too, for the tab of a binder, and for a line of a list, which is a tag
    only while it is chosen or in focus."""
    choose: Action | None = field(default=None, kw_only=True, compare=False)
    """Called instead of `action` while it is not the chosen one, and when a key puts the focus on it."""
    rows: float = field(default=1.0, kw_only=True)
    """Its height in rows."""
    value: str | None = field(default=None, kw_only=True)
    """Shown as its value in a description."""
    cap: str | None = field(default=None, kw_only=True)
    """The key shown at its right, which does the same; empty: it has none now; None: it never has any."""
    icon: str = field(default="", kw_only=True)
    """The name of a sign before its label; it goes where there is too little room."""
    size: float = field(default=_LETTERS, kw_only=True)
    """The height of its letters in units."""
    can: bool = field(default=True, kw_only=True)
    """Whether it can be pressed now."""
    wanted: bool = field(default=False, kw_only=True)
    """Whether it asks for attention."""
    waits: bool = field(default=False, kw_only=True)
    """Whether it has been pressed and waits for other players."""
    ground: Literal["tag", "sheet"] = field(default="tag", kw_only=True)
    """What it is, if it is not a primary one: a tag, or a card."""
    role = "button"
    _looks = ("help", "cap", "can", "wanted", "waits")

    def natural_width(self, u: float) -> float:
        if self.inside:
            return self.inside.width(u)
        beside = 32 * u if self.cap is None else 3 * _PAD * u + self._key.width(u)
        beside += self._tall(u) if self.icon else 0
        return text.width(self.label, self.size * u) + beside

    def natural_height(self, u: float, room: float) -> float:
        return (60 if self.primary else ROW * self.rows) * u

    def slack(self, axis: Axis, u: float, size: float) -> float:
        least = 0.65 * (size if axis == "across" else self.natural_height(u, 0))
        return max(0.0, size - least)

    def describe(self, rect: Rect, state: State) -> Described:
        return super().describe(rect, state) | {"enabled": self.can, "key": self.cap or ""}

    def act(self) -> None:
        if self.choose and not self.chosen:
            self.choose()
        elif self.can:
            self.action()

    def place(self, space: Space, u: float, out: Placing) -> None:
        out.add(self, space)
        if self.inside and space.w:
            before, out.ground = out.ground, self._ground
            self.inside.place(space, u, out)
            out.ground = before

    @property
    def _ground(self) -> str:
        return "stock" if self.primary else self.ground if self.can else "off"

    def pictures(self, rect: Rect, u: float, state: State = AT_REST) -> Drawn:
        focused, on = state.focused and self.can, theme.ground(self._ground)
        if self.bar == "tab" and not self.chosen:
            rect = Rect(rect.x, rect.y, rect.w - round(TAB * u), rect.h)
        if self.bar == "line" and not (focused or self.chosen):
            ground = Surface((rect.w, max(1, round(u))))
            ground.fill(on.rule)
            return [(ground, (rect.x, rect.bottom - ground.height))]
        if self.primary:
            rim = max(1, round((4 if focused else 1.5) * u))
            ground = theme.rounded(rect.size, round(on.radius * u), theme.GOLD if focused else on.fill).copy()
            inner = on._replace(edge=on.fill, radius=on.radius - 2)
            ground.blit(theme.laid((rect.w - 2 * rim, rect.h - 2 * rim), u, inner), (rim, rim))
            rule = round(6 * u)
            line = on._replace(radius=on.radius - 4)
            ground.blit(theme.laid((rect.w - 2 * rule, rect.h - 2 * rule), u, line), (rule, rule))
        else:
            rect, lit = sunk(rect, on.depth * u, state.down), bool(self.chosen)
            ground = control_ground(rect, u, lit, focused, self.wanted, self.waits, self._ground, state.down)
        found = [(ground, rect.topleft)]
        if self.chosen and self.bar != "foot":
            bar = theme.rounded((round(5 * u), round(rect.h - 14 * u)), round(2 * u), on.gold, None, 0)
            found.append((bar, bar.get_rect(midleft=(rect.x + 6 * u, rect.centery)).topleft))
        elif self.chosen:
            bar = theme.rounded((round(rect.w - 24 * u), round(4 * u)), round(2 * u), on.gold, None, 0)
            found.append((bar, bar.get_rect(midbottom=(rect.centerx, rect.bottom - round(3 * u))).topleft))
        return found if self.inside else [*found, *self._words(rect, u, state)]

    def _words(self, rect: Rect, u: float, state: State) -> Drawn:
        """The label, and the key beside it."""
        on = theme.ground(self._ground)
        size, color = (36, on.gold) if self.primary else (self.size, on.ivory)
        if self.wanted and not self.primary:
            color = on.gold
        label = Text(self.label, Style(size, size + 2), color=color)
        aside, free = self._tall(u) + round(8 * u), round(10 * u)
        least = label.replaced(words=brief(self.label)).narrowest(u) + 2.5 * free
        if self.icon and least <= rect.w - aside:
            picture = art(f"icons/{self.icon}", self._tall(u), color)
            over = rect.w - 2 * free - aside - label.width(u)
            left = rect.x + free + (max(0, round(over / 2)) if self.cap is None else 0)
            rest = Rect(left + aside - free, rect.y, rect.right - left - aside + free, rect.h)
            words = self.replaced(icon="", cap=self.cap or "")._words(rest, u, state)
            return [(picture, (left, rect.centery - picture.height // 2)), *words]
        if self.cap is None or self.primary:
            edge = max(0.05 * rect.w, _PAD * u)
            return label.pictures(Space(rect.x + edge, rect.y, rect.w - 2 * edge, rect.h).rect, u)
        key, pad = self._key, _PAD * u
        room = rect.w - 3 * pad - key.width(u)
        if label.width(u) > room:  # what is in brackets goes first, then the key
            label = label.replaced(words=brief(self.label))
            if label.narrowest(u) > room:
                key, room = key.replaced(words=""), rect.w - 2 * pad
        words = label.replaced(at="start").pictures(Space(rect.x + pad, rect.y, room, rect.h).rect, u)
        return [*words, *capped(key.pictures(Space(rect.x, rect.y, rect.w - pad, rect.h).rect, u), u, on)]

    def _tall(self, u: float) -> int:
        """The height of its sign in pixels."""
        return round(min(24, self.size * text.letters.scale) * u)

    @property
    def _key(self) -> Text:
        color = theme.ground(self._ground).mist
        return Text(self.cap or "", _key_style(self.cap or ""), color=color, at="end")


def _in_two_lines(words: str, u: float, room: float) -> float:
    """The height of letters by which these words fit a row of a control, in one line or in two; 0: none."""
    for letters, most in (_LETTERS, 1), (18, 1), (18, 2), (15, 2):
        lines = text.wrap(words, letters * u, room)
        if len(lines) <= most and all(text.width(each, letters * u) <= room for each in lines):
            return letters * u
    return 0


class Labelled(Control):
    """A row with its label at the left and its value at the right."""

    label: str
    share: float = field(default=0.44, kw_only=True)
    """The value's part of the width."""

    def natural_width(self, u: float) -> float:
        return text.width(self.label, _LETTERS * u) * 2

    def natural_height(self, u: float, room: float) -> float:
        return ROW * u

    def slack(self, axis: Axis, u: float, size: float) -> float:
        return 0.35 * size

    def field(self, rect: Rect, u: float) -> Rect:
        """The right part, which shows the value."""
        wide = round(rect.w * self.share)
        return Rect(rect.right - wide - round(8 * u), rect.y, wide, rect.h)

    def paint(self, surface: Surface, rect: Rect, u: float, state: State) -> None:
        surface.blit(control_ground(rect, u, False, state.focused), rect)
        field = self.field(rect, u)
        where, room = (rect.x + 16 * u, rect.centery), field.x - rect.x - 26 * u
        if state.wrong and (px := _in_two_lines(state.wrong, u, room)):
            lines = text.wrap(state.wrong, px, room)
            step = min(1.1 * text.size(px), 0.44 * rect.h)
            first = where[0], rect.centery - step / 2 * (len(lines) - 1)
            text.draw_lines(surface, lines, px, theme.ground("tag").gold, step, midleft=first)
        elif self.label and room > 0:  # the hint bar says what is wrong
            on = theme.ground("tag")
            color = on.gold if state.wrong else on.ivory
            text.draw(surface, self.label, _LETTERS * u, color, max_width=room, midleft=where)
        self.paint_value(surface, field, u, state)

    def paint_value(self, surface: Surface, field: Rect, u: float, state: State) -> None:
        """Draw the value."""
        raise NotImplementedError


class Switch(Labelled):
    """On or off."""

    value: bool
    changed: Changed[bool] = field(compare=False)

    def act(self) -> None:
        self.changed(not self.value)

    def step_by(self, steps: int) -> bool:
        if self.value != (steps > 0):
            self.changed(not self.value)
        return True

    def field(self, rect: Rect, u: float) -> Rect:
        return Rect(rect.right - round(60 * u), rect.y, round(44 * u), rect.h)

    def paint_value(self, surface: Surface, field: Rect, u: float, state: State) -> None:
        high = round(24 * u)
        track = Rect(0, 0, round(44 * u), high)
        track.center = field.center
        surface.blit(theme.rounded(track.size, high, _ON if self.value else theme.ground("tag").mist), track)
        wide = high - 2 * max(2, round(3 * u))
        knob = theme.rounded((wide, wide), wide // 2, theme.PAPER if self.value else _KNOB_OFF)
        x = track.right - high // 2 if self.value else track.x + high // 2
        surface.blit(knob, knob.get_rect(center=(x, track.centery)))


class Choice(Labelled):
    """One of several values, by its number; left and right step through them."""

    names: Sequence[Any]
    at: int
    changed: Changed[int] = field(compare=False)
    bare: bool = field(default=False, kw_only=True)
    """Whether the values speak for themselves: the label is only for descriptions."""
    ends: bool = field(default=False, kw_only=True)
    """Whether the first does not follow the last, as of sizes."""

    @property
    def shown_value(self) -> object:
        return self.names[self.at]

    def act(self) -> None:
        self.step_by(1)

    def step_by(self, steps: int) -> bool:
        last, at = len(self.names) - 1, self.at + steps
        at = min(max(at, 0), last) if self.ends else at % (last + 1)
        if at != self.at:
            self.changed(at)
        return True

    def press(self, pos: tuple[int, int], rect: Rect, u: float) -> None:
        field = self.field(rect, u)
        self.step_by(-1 if field.x <= pos[0] < field.centerx - field.w // 4 else 1)

    def release(self) -> None:
        """It has changed already."""

    def field(self, rect: Rect, u: float) -> Rect:
        return rect if self.bare or not self.label else super().field(rect, u)

    def paint_value(self, surface: Surface, field: Rect, u: float, state: State) -> None:
        high, color = round(12 * u), theme.ground("tag").gold
        for x, left in ((field.x + 12 * u, True), (field.right - 12 * u, False)):
            if self.ends and self.at == (0 if left else len(self.names) - 1):
                continue
            arrow = pygame.transform.flip(art("sign/chevron", high, color), left, False)
            surface.blit(arrow, arrow.get_rect(center=(round(x), field.centery)))
        name, room = self.names[self.at], field.w - 44 * u
        ink = theme.ground("tag").ivory
        text.draw(surface, name, _LETTERS * u, ink, max_width=room, center=field.center)


class Slider(Labelled):
    """A number within bounds."""

    value: float
    bounds: tuple[float, float]
    step: float
    changed: Changed[float] = field(compare=False)

    def step_by(self, steps: int) -> bool:
        self._set(self.value + steps * self.step)
        return True

    def press(self, pos: tuple[int, int], rect: Rect, u: float) -> None:
        self.drag(pos, rect, u)

    def drag(self, pos: tuple[int, int], rect: Rect, u: float) -> None:
        track, (low, high) = self._track(self.field(rect, u), u), self.bounds
        self._set(low + (high - low) * (pos[0] - track.x) / track.w)

    def _set(self, value: float) -> None:
        low, high = self.bounds
        value = min(high, max(low, low + round((value - low) / self.step) * self.step))
        if value != self.value:
            self.changed(value)

    @staticmethod
    def _track(field: Rect, u: float) -> Rect:
        high = max(4, round(6 * u))
        return Rect(field.x, field.centery - high // 2, field.w - round(12 * u), high)

    def paint_value(self, surface: Surface, field: Rect, u: float, state: State) -> None:
        track, (low, high) = self._track(field, u), self.bounds
        full = round(track.w * (self.value - low) / (high - low))
        surface.blit(theme.rounded(track.size, track.h, theme.ground("tag").rule), track)
        if full > track.h:
            surface.blit(theme.rounded((full, track.h), track.h, theme.ground("tag").gold), track)
        wide = round(20 * u)
        knob = theme.rounded((wide, wide), wide // 2, theme.ground("tag").ivory)
        surface.blit(knob, knob.get_rect(center=(track.x + full, track.centery)))


class Pictures(Choice):
    """One of several pictures, named by their numbers; `make(number, width)` makes one."""

    make: Callable[[int, int], Surface] = field(compare=False)
    beside: bool = field(default=False, kw_only=True)
    """Whether they are beside the label, not below it."""
    pale: Sequence[int] = field(default=(), kw_only=True)
    """Those that others have."""
    ratio: float = field(default=RATIO, kw_only=True)
    """Their height by their width."""

    def natural_height(self, u: float, room: float) -> float:
        return (1.9 if self.beside else 2.7) * ROW * u

    def press(self, pos: tuple[int, int], rect: Rect, u: float) -> None:
        for number in self.names:
            if self._cell(number, self.field(rect, u)).collidepoint(pos):
                self.changed(number)

    def field(self, rect: Rect, u: float) -> Rect:
        pad, head = round(10 * u), round(1.4 * _LETTERS * u)
        if self.bare:
            return rect.inflate(-2 * pad, 0)
        if self.beside:
            wide = round(0.72 * rect.w)
            return Rect(rect.right - wide - pad, rect.y, wide, rect.h)
        return Rect(rect.x + pad, rect.y + head, rect.w - 2 * pad, rect.h - head)

    def _cell(self, number: int, field: Rect) -> Rect:
        wide = field.w // len(self.names)
        return Rect(field.right - (len(self.names) - number) * wide, field.y, wide, field.h)

    def paint(self, surface: Surface, rect: Rect, u: float, state: State) -> None:
        if self.beside:
            super().paint(surface, rect, u, state)
            return
        surface.blit(control_ground(rect, u, False, state.focused), rect)
        where = rect.x + 16 * u, rect.y + 0.85 * _LETTERS * u
        ink = theme.ground("tag").ivory
        text.draw(surface, self.label, _LETTERS * u, ink, max_width=rect.w * 0.9, midleft=where)
        self.paint_value(surface, self.field(rect, u), u, state)

    def paint_value(self, surface: Surface, field: Rect, u: float, state: State) -> None:
        for number in self.names:
            cell = self._cell(number, field)
            picture = self.make(number, max(1, round(min(cell.w - 7 * u, (cell.h - 12 * u) / self.ratio))))
            where = picture.get_rect(center=cell.center)
            if number in self.pale:
                picture = picture.copy()
                picture.set_alpha(70)
            if number == self.at:
                frame = where.inflate(round(8 * u), round(8 * u))
                radius = frame.w // 2 if where.w == where.h else round(6 * u)
                surface.blit(theme.rounded(frame.size, radius, theme.ground("tag").gold), frame)
            surface.blit(picture, where)


class Field(Labelled):
    """A line of text of at most `limit` characters. While all of it is `selected`, what is typed replaces
    it."""

    text: str
    changed: Changed[str] = field(compare=False)
    limit: int
    hint: str = field(default="", kw_only=True)
    """Shown while it is empty."""
    submitted: Action = field(default=lambda: None, kw_only=True, compare=False)
    """What Enter calls."""
    selected: bool = field(default=False, kw_only=True)

    @property
    def shown_value(self) -> object:
        return self.text

    def describe(self, rect: Rect, state: State) -> Described:
        return super().describe(rect, state) | {"hint": self.hint, "selected": self.selected}

    def key(self, event: Event) -> bool:
        if event.key == pygame.K_BACKSPACE:
            self.erase()
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.submitted()
        else:
            return bool(event.key == pygame.K_SPACE)
        return True

    def erase(self) -> None:
        """Remove the last character, or what is selected."""
        self.changed("" if self.selected else self.text[:-1])

    def insert(self, typed: str) -> str:
        """Add typed text, or put it in place of what is selected. Returns what is wrong with it."""
        words = line(typed if self.selected else self.text + typed)
        self.changed(words[: self.limit].lstrip())
        if len(words) > self.limit:
            return _("At most {n} characters").format(n=self.limit)
        return "" if text.can_draw(words) else _("This computer cannot show all of these characters.")

    def release(self) -> None:
        """A click only puts the focus there."""

    def field(self, rect: Rect, u: float) -> Rect:
        return super().field(rect, u) if self.label else rect.inflate(-round(10 * u), 0)

    def paint_value(self, surface: Surface, field: Rect, u: float, state: State) -> None:
        box = field.inflate(0, -round(10 * u))
        on = theme.ground("stock")
        surface.blit(
            theme.laid(box.size, u, on._replace(edge=theme.ground("tag").edge, line=1, radius=5)), box
        )
        where, room = (box.x + 10 * u, box.centery), box.w - 24 * u
        shown, color = (self.text, on.ivory) if self.text else (self.hint, on.mist)
        size = max(_LETTERS * u, 0.55 * box.h)
        if state.focused and self.text:  # the end, where the player types, must stay visible
            shown, size = text.fit(shown, size, room, end=True)
        if self.selected:
            mark, color = Rect(0, 0, text.width(shown, size), box.h - round(8 * u)), theme.INK
            mark.midleft = round(where[0]), where[1]
            surface.fill(theme.GOLD, mark)
        drawn = text.draw(surface, shown, size, color, max_width=room, midleft=where)
        if state.focused:
            x = drawn.right if self.text else drawn.x
            caret = Rect(x + round(2 * u), 0, max(1, round(2 * u)), round(0.8 * size))
            caret.centery = box.centery
            surface.fill(on.gold, caret)
