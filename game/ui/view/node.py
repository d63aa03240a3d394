"""What a screen shows at one place, as a value. Sizes are in units: 1 is a 720th of the window's height."""

from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, field
from functools import partial
from inspect import get_annotations
from operator import attrgetter
from typing import ClassVar, Final, Literal, NamedTuple, Self, TypeVar, dataclass_transform

import pygame
from pygame import SRCALPHA, Rect, Surface
from pygame.event import Event

from game.ui.engine import text, theme
from game.ui.engine.description import Described

T = TypeVar("T")
Axis = Literal["across", "down"]
Align = Literal["fill", "start", "middle", "end"]
Drawn = Sequence[tuple[Surface, tuple[int, int]]]
"""Pictures, and where each is."""
Action = Callable[[], object]
"""What a control does."""
Changed = Callable[[T], object]
"""Takes the new value of a control."""


class Space(NamedTuple):
    """A rectangle in pixels that is rounded only when something is painted, so that gaps stay even."""

    x: float
    y: float
    w: float
    h: float

    @property
    def rect(self) -> Rect:
        """Whole pixels; none where there is no room."""
        x, y = round(self.x), round(self.y)
        return Rect(x, y, max(0, round(self.x + self.w) - x), max(0, round(self.y + self.h) - y))

    def inset(self, x: float, y: float) -> "Space":
        """The space without a margin at each side."""
        return Space(self.x + x, self.y + y, self.w - 2 * x, self.h - 2 * y)


class State(NamedTuple):
    """What the engine knows of a control that its node does not say."""

    focused: bool = False
    down: bool = False
    """Whether the pointer holds it down."""
    wrong: str = ""
    """What is wrong with its value or its effect, until it loses the focus."""
    ground: str = ""
    """What it lies on, as `theme` has it."""

    @property
    def on(self) -> theme.Ground:
        """The colours in which it is read."""
        return theme.ground(self.ground)


AT_REST: Final = State()


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value:
    """Declared like a frozen dataclass, whose generated methods would take 25 ms of the start. Values are
    equal if their fields are, but for those that are not compared."""

    _order: ClassVar[tuple[str, ...]] = ()
    """The fields that may be given without their names."""
    _compared: ClassVar[tuple[str, ...]] = ()
    _looks: ClassVar[tuple[str, ...]] = ()
    """Those of them that decide nothing about where it lies."""
    _shown: "ClassVar[attrgetter[object]]"
    """Reads the fields that are compared."""
    _laid: "ClassVar[attrgetter[object]]"
    """Reads those of them that decide where it lies."""

    def __init_subclass__(cls, kw_only: bool = False, init: bool = True) -> None:
        """`init`: read by type checkers, as in a dataclass."""
        for name in get_annotations(cls):
            default = cls.__dict__.get(name)
            special = default if isinstance(default, Field) else None
            if special:
                shown = None if special.default is MISSING else special.default
                setattr(cls, name, staticmethod(shown) if callable(shown) else shown)
            if name not in cls._order and not kw_only and not (special and special.kw_only is True):
                cls._order += (name,)
            if name not in cls._compared and not (special and not special.compare):
                cls._compared += (name,)
        cls._shown = attrgetter(*cls._compared)
        cls._laid = attrgetter(*(name for name in cls._compared if name not in cls._looks))

    def __init__(self, *args: object, **named: object) -> None:
        self.__dict__.update(zip(self._order, args, strict=False))
        self.__dict__.update(named)

    def replaced(self, **fields: object) -> Self:
        """A copy with other values of these fields."""
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__, **fields)
        return copy

    def __eq__(self, other: object) -> bool:
        if self is other or type(self) is not type(other):
            return self is other
        return bool(self._shown(self) == self._shown(other))

    __hash__ = None  # type: ignore[assignment]


class Node(Value, kw_only=True):
    """A part of a screen. Nodes are equal if they show the same; what they do is not compared."""

    wide: float | None = None
    """Its width; by default what it needs."""
    high: float | None = None
    grow: float = 0.0
    """Its share of the room left over; it then begins from `wide` or `high`, or from nothing."""
    align: Align = "fill"
    """Where it stands across its box."""
    bears: ClassVar[str] = ""
    """As a ground: which of `theme` it is to what lies on it; empty: the one below it."""

    def width(self, u: float) -> float:
        """The width in pixels that it would like."""
        return self.wide * u if self.wide is not None else self.natural_width(u)

    def height(self, u: float, room: float) -> float:
        """The height in pixels that it needs if it is `room` pixels wide."""
        return self.high * u if self.high is not None else self.natural_height(u, room)

    def natural_width(self, u: float) -> float:
        """The width in pixels of its contents."""
        return 0.0

    def natural_height(self, u: float, room: float) -> float:
        """The height in pixels of its contents."""
        return 0.0

    def slack(self, axis: Axis, u: float, size: float) -> float:
        """By how many pixels it may be smaller than `size` where there is too little room."""
        return 0.0

    def narrowest(self, u: float) -> float:
        """The width in pixels below which something in it is cut."""
        wide = self.width(u)
        return wide - self.slack("across", u, wide)

    def place(self, space: Space, u: float, out: "Placing") -> None:
        """Add itself, and what is in it, to what is placed."""
        out.add(self, space)

    def paint(self, surface: Surface, rect: Rect, u: float, state: State) -> None:
        """Draw it onto what is there already: its pictures, or else these are what is drawn here."""
        for picture, at in self.pictures(rect, u, state):
            text.blit(surface, picture, at)

    def lies_like(self, other: "Node") -> bool:
        """Whether it lies where the other would in its place: they differ in looks alone."""
        return type(self) is type(other) and bool(self._laid(self) == self._laid(other))

    def pictures(self, rect: Rect, u: float, state: State = AT_REST) -> Drawn:
        """What it looks like, and where, for those who keep pictures and draw them later."""
        surface = Surface(rect.size, SRCALPHA)
        self.paint(surface, Rect((0, 0), rect.size), u, state)
        return [(surface, rect.topleft)]


class Control(Node, kw_only=True):
    """A node that can have the focus."""

    label: str
    help: str = ""
    """A sentence about what it does, for the hint bar."""
    name: str = ""
    """What it is known by where the label is not enough to find it again in the next tree."""
    keys: Sequence[int] = field(default=(), compare=False)
    """Keys that press it wherever the focus is."""

    @property
    def role(self) -> str:
        """Its kind, for the description of the screen."""
        return type(self).__name__.lower()

    @property
    def called(self) -> str:
        """What it is called in every language; others beside it may be called the same."""
        does = getattr(self, "action", None) or getattr(self, "changed", None)
        while isinstance(does, partial):
            does = does.func
        word = str(getattr(does, "__name__", "")).strip("_")
        return self.name or (word if word.isidentifier() else self.role)

    @property
    def known_as(self) -> str:
        """What it is found again by in the next tree."""
        return self.name or f"{self.role} {self.label}"

    @property
    def shown_value(self) -> object:
        """Its value as shown; None if it has none."""
        return getattr(self, "value", None)

    def act(self) -> None:
        """What Enter and a click do."""

    def step_by(self, steps: int) -> bool:
        """Change the value by steps, as the wheel and the arrows do. Returns False if it has none."""
        return False

    def press(self, pos: tuple[int, int], rect: Rect, u: float) -> None:
        """The left button goes down on it."""

    def drag(self, pos: tuple[int, int], rect: Rect, u: float) -> None:
        """The pointer moves while the button is held."""

    def release(self) -> None:
        """The button comes up on it."""
        self.act()

    def key(self, event: Event) -> bool:
        """A key that only it knows. Returns whether it was one."""
        return False

    def describe(self, rect: Rect, state: State) -> Described:
        """Its kind and contents."""
        return {
            "name": self.called,
            "role": self.role,
            "label": self.label,
            "value": self.shown_value,
            "enabled": True,
            "focused": state.focused,
            "key": "",
            "words": [],
            "help": self.help,
            "rect": [*rect],
        }


class Placed(NamedTuple):
    """A node and where it is."""

    node: Node
    rect: Rect
    name: str
    """What a control is known by in the next tree; empty for other nodes."""
    scroll: str
    """The scrolled list it is a row of, if it is in one."""
    seen: bool = True
    """Whether it is not scrolled out of sight."""
    ground: str = ""
    """What it lies on, as `theme` has it."""

    @property
    def control(self) -> Control | None:
        """The node, if it can have the focus."""
        return self.node if isinstance(self.node, Control) else None


class Placing:
    """What one pass over a tree places, in the order in which it is painted."""

    def __init__(self, focus: str, tops: dict[str, int], follows: bool) -> None:
        """`focus`: what is in focus; `tops`: the first row that each scrolled list shows, which is changed
        where needed; `follows`: lists are scrolled to what is in focus."""
        self.focus, self.tops, self.follows = focus, tops, follows
        self.items: list[Placed] = []
        self._names: dict[str, int] = {}
        self._scroll, self._seen = "", True
        self.ground = ""
        """What is placed now lies on this."""

    def add(self, node: Node, space: Space) -> None:
        """Place a node."""
        name = self.name_of(node) if isinstance(node, Control) else ""
        self.items.append(Placed(node, space.rect, name, self._scroll, self._seen, self.ground))

    def name_of(self, node: Control) -> str:
        """A name that no other control has."""
        name = node.known_as
        times = self._names[name] = self._names.get(name, 0) + 1
        return name if times == 1 else f"{name} {times}"

    def rows_of(self, scroll: str, seen: bool) -> None:
        """What is added from now on are rows of this list, in sight or not; no list: not rows."""
        self._scroll, self._seen = scroll, seen


def still(root: Node, u: float, room: float, ground: str = "") -> Surface:
    """A tree as one picture, at most `room` units wide, for this ground."""
    out = Placing("", {}, False)
    out.ground = ground
    wide = min(root.width(u), room * u)
    space = Space(0, 0, wide, root.height(u, wide))
    root.place(space, u, out)
    surface = Surface(space.rect.size, pygame.SRCALPHA)
    for each in out.items:
        each.node.paint(surface, each.rect, u, State(ground=each.ground))
    return surface
