"""What SDL reports of gamepads and of fingers, made presses.

Of gamepads: presses of buttons with names, whatever the make. Of a touch screen: presses of a pointer, and
gestures. A tap presses where the finger went down, moved onto the nearest control if that is small; a moving
finger drags or, in a menu, scrolls; at a table a resting one presses the right button, and two fingers are a
gesture of their own. One finger drags at a time, and meanwhile the others do nothing.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import pygame
from pygame import Rect
from pygame.event import Event

from game.i18n import N_, _

if TYPE_CHECKING:
    from pygame._sdl2.controller import Controller

PadButton = Literal[
    "up", "down", "left", "right", "a", "b", "x", "y", "l", "r", "lt", "rt", "select", "start"
]
"""A button by its place, as on an Xbox pad: a below, b at the right; l and r the shoulders, lt and rt the
triggers. The left stick presses the directions, too."""
Make = Literal["xbox", "playstation", "nintendo"]
"""Whose names are on the buttons."""

_VENDORS: Final[dict[str, Make]] = {"4c05": "playstation", "7e05": "nintendo", "5e04": "xbox"}
"""The makers' USB numbers as they stand in a pad's GUID."""
_NAMED: Final[dict[str, Make]] = {
    "playstation": "playstation",
    "dualshock": "playstation",
    "dualsense": "playstation",
    "ps3": "playstation",
    "ps4": "playstation",
    "ps5": "playstation",
    "nintendo": "nintendo",
    "switch": "nintendo",
    "joy-con": "nintendo",
}
_OWN_NAMES: Final[dict[Make, dict[PadButton, str]]] = {
    "xbox": {"l": "LB", "r": "RB", "lt": "LT", "rt": "RT", "select": "View", "start": "Menu"},
    "playstation": {
        "a": N_("Cross"),
        "b": N_("Circle"),
        "x": N_("Square"),
        "y": N_("Triangle"),
        "l": "L1",
        "r": "R1",
        "lt": "L2",
        "rt": "R2",
        "select": "Share",
        "start": "Options",
    },
    "nintendo": {"l": "L", "r": "R", "lt": "ZL", "rt": "ZR", "select": "−", "start": "+"},
}


def button_name(button: PadButton, make: Make) -> str:
    """What is printed on the button."""
    return _(_OWN_NAMES[make].get(button, button.upper()))


def make_of(name: str, guid: str) -> Make:
    """Whose names are on the buttons of a pad, by its name and SDL's GUID; Xbox names are on most."""
    if by_vendor := _VENDORS.get(guid[8:12]):
        return by_vendor
    return next((make for part, make in _NAMED.items() if part in name.lower()), "xbox")


PAD_PRESS: Final = pygame.event.custom_type()
"""A button of a pad went down: `pad` (its number), `button`, and `repeat`: it is a direction that is held."""

PAD_GONE: Final = pygame.event.custom_type()
"""A pad that somebody has used has been unplugged."""

DIRECTIONS: Final[dict[PadButton, tuple[int, int]]] = {
    "up": (0, -1),
    "down": (0, 1),
    "left": (-1, 0),
    "right": (1, 0),
}
_BUTTONS: Final[dict[int, PadButton]] = {
    pygame.CONTROLLER_BUTTON_A: "a",
    pygame.CONTROLLER_BUTTON_B: "b",
    pygame.CONTROLLER_BUTTON_X: "x",
    pygame.CONTROLLER_BUTTON_Y: "y",
    pygame.CONTROLLER_BUTTON_BACK: "select",
    pygame.CONTROLLER_BUTTON_START: "start",
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: "l",
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: "r",
    pygame.CONTROLLER_BUTTON_DPAD_UP: "up",
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: "down",
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: "left",
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: "right",
}
_TRIGGERS: Final[dict[int, PadButton]] = {
    pygame.CONTROLLER_AXIS_TRIGGERLEFT: "lt",
    pygame.CONTROLLER_AXIS_TRIGGERRIGHT: "rt",
}
_STICK: Final[dict[int, tuple[PadButton, PadButton]]] = {
    pygame.CONTROLLER_AXIS_LEFTX: ("left", "right"),
    pygame.CONTROLLER_AXIS_LEFTY: ("up", "down"),
}
_PRESSED, _RELEASED = 0.6, 0.4
"""How far an axis has to be pushed to press, and to come back to release, from 0 to 1."""
_FIRST, _NEXT = 0.35, 0.11
"""Seconds until a held direction repeats, and between repeats."""
_LOOKS = 0.004, 0.012, 0.04
"""Seconds between looks at the pads: during play, in a menu, and where nobody has touched one for a while.
Each look costs about 0.1 ms."""
_RECENT = 5.0
"""Seconds since the last press within which a menu looks as often."""
_RAW: Final = range(pygame.JOYAXISMOTION, pygame.FINGERDOWN)
"""The events of joysticks and controllers. SDL reports everything as both; without the joystick it reports
nothing at all."""


@dataclass
class _Pad:
    device: "Controller"
    make: Make
    held: set[PadButton] = field(default_factory=set)
    """Buttons and directions that are down."""
    hand: int | None = None
    """Which of the hands at this screen it moves."""
    due: float = math.inf
    """When the held direction repeats."""
    touched: bool = False
    """Whether a button of it has ever been pressed."""
    rests: bool = False
    """Whether its hand plays by keys since."""
    direction: PadButton | None = None
    """The direction that repeats."""


class Pads:
    """The gamepads, plugged in and out at any time. Times are seconds of the clock."""

    def __init__(self) -> None:
        self._pads: dict[int, _Pad] = {}
        self.used: int | None = None
        """The number of the pad if the last input came from one."""
        self._pressed = -math.inf
        """When a button was pressed last."""

    def open(self) -> None:
        """Look for pads from now on. It takes a while: call it after the first frame."""
        from pygame._sdl2 import controller  # noqa: PLC0415 - kept out of the first frame

        controller.init()

    @property
    def numbers(self) -> Sequence[int]:
        """The pads that are plugged in, in the order they came; no number is used twice."""
        return list(self._pads)

    @property
    def due(self) -> float:
        """When the next held direction repeats; infinity: none is held."""
        return min((pad.due for pad in self._pads.values()), default=math.inf)

    def look(self, now: float, at_play: bool) -> float:
        """How many seconds to wait at most before asking SDL for events; infinity: there is no pad."""
        if not self._pads:
            return math.inf
        play, menu, rest = _LOOKS
        return play if at_play else menu if now < self._pressed + _RECENT else rest

    @property
    def make(self) -> Make | None:
        """Whose names are on the pad that gave the last input; None if that came from elsewhere."""
        return self.make_of(self.used)

    def make_of(self, number: int | None) -> Make | None:
        """Whose names are on the buttons of this pad; None: there is no such pad."""
        pad = self._pads.get(number) if number is not None else None
        return pad.make if pad else None

    def owner(self, number: int, hands: int) -> int:
        """Which of the hands at this screen a pad moves. It takes a hand without a pad, the last one first:
        the first hand has the pointer."""
        pad = self._pads.get(number)
        if pad is None or hands < 2:
            return 0
        if pad.hand is None and pad.touched:
            taken = {other.hand for other in self._pads.values()}
            pad.hand = next((hand for hand in reversed(range(hands)) if hand not in taken), hands - 1)
        return -1 if pad.hand is None else min(pad.hand, hands - 1)

    def of_hand(self, hand: int, hands: int) -> int | None:
        """The pad that moves this one of the hands at this screen; None: none does now."""
        if hands < 2:
            return self.used
        return next((number for number in self._pads if self.owner(number, hands) == hand), None)

    def make_at(self, hand: int, hands: int) -> Make | None:
        """Whose names are on the pad of one of several hands; None: it has none, or plays by keys now."""
        number = self.of_hand(hand, hands)
        return None if number is None or self._pads[number].rests else self.make_of(number)

    def rest(self, hand: int, hands: int) -> bool:
        """One of several hands plays by keys now; returns whether it did by its pad until now."""
        plays = self.make_at(hand, hands) is not None
        if plays and (number := self.of_hand(hand, hands)) is not None:
            self._pads[number].rests = True
        return plays

    def rumble(self, number: int | None, strong: float, weak: float, seconds: float) -> None:
        """Make a pad rumble, if it can; `strong`, `weak`: its slow and its fast motor, 0 to 1."""
        if pad := self._pads.get(number) if number is not None else None:
            pad.device.rumble(strong, weak, round(seconds * 1000))

    def read(self, events: Sequence[Event], now: float) -> list[Event]:
        """The events with those of pads replaced by PAD_PRESS and PAD_GONE, and with the repeats that are
        due."""
        if not self._pads and not any(event.type in _RAW for event in events):
            return list(events)
        found: list[Event] = []
        for event in events:
            if event.type in _RAW:
                found += self._take(event, now)
            else:
                found.append(event)
        for number, pad in self._pads.items():
            if pad.due <= now and pad.direction:
                pad.due = now + _NEXT
                found.append(_press(number, pad.direction, repeat=True))
        if any(event.type == PAD_PRESS for event in found):
            self._pressed = now
        return found

    def _take(self, event: Event, now: float) -> list[Event]:
        if event.type == pygame.CONTROLLERDEVICEADDED:
            self._plug_in(event.device_index, event.guid)
            return []
        number = getattr(event, "instance_id", -1)
        if (pad := self._pads.get(number)) is None:
            return []
        if event.type == pygame.CONTROLLERDEVICEREMOVED:
            del self._pads[number]
            self.used = None if self.used == number else self.used
            return [Event(PAD_GONE)] if pad.touched else []
        if event.type in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            if button := _BUTTONS.get(event.button):
                return self._set(number, pad, button, event.type == pygame.CONTROLLERBUTTONDOWN, now)
        elif event.type == pygame.CONTROLLERAXISMOTION:
            return self._axis(number, pad, event.axis, event.value / 32768, now)
        return []

    def _plug_in(self, index: int, guid: str) -> None:
        from pygame._sdl2.controller import Controller  # noqa: PLC0415 - as above

        try:
            device = Controller(index)
            number = device.as_joystick().get_instance_id()  # its own id is the index, which others had
        except pygame.error:  # it is out again, or may not be read
            return
        self._pads[number] = _Pad(device, make_of(device.name, guid))

    def _axis(self, number: int, pad: _Pad, axis: int, out: float, now: float) -> list[Event]:
        if trigger := _TRIGGERS.get(axis):
            return self._push(number, pad, trigger, out, now)
        found = []
        for direction, part in zip(_STICK.get(axis, ()), (-out, out), strict=False):
            found += self._push(number, pad, direction, part, now)
        return found

    def _push(self, number: int, pad: _Pad, button: PadButton, out: float, now: float) -> list[Event]:
        down = out > (_RELEASED if button in pad.held else _PRESSED)
        return self._set(number, pad, button, down, now)

    def _set(self, number: int, pad: _Pad, button: PadButton, down: bool, now: float) -> list[Event]:
        if down == (button in pad.held):
            return []
        if not down:
            pad.held.discard(button)
            if pad.direction == button:
                pad.direction, pad.due = None, math.inf
            return []
        pad.held.add(button)
        pad.touched, pad.rests = True, False
        if button in DIRECTIONS:
            pad.direction, pad.due = button, now + _FIRST
        return [_press(number, button)]


_KEYS: Final[dict[PadButton, int]] = {
    "up": pygame.K_UP,
    "down": pygame.K_DOWN,
    "left": pygame.K_LEFT,
    "right": pygame.K_RIGHT,
    "a": pygame.K_RETURN,
    "b": pygame.K_ESCAPE,
    "x": pygame.K_BACKSPACE,
    "y": pygame.K_SPACE,
    "l": pygame.K_PAGEUP,
    "r": pygame.K_PAGEDOWN,
    "select": pygame.K_F1,
    "start": pygame.K_p,
}


def as_input(event: Event, plays: bool) -> Event | None:
    """A PAD_PRESS or PAD_GONE as a scene receives it, or None. A scene that `plays` by pads receives the
    buttons, and Esc for Start and for a lost pad, so that it pauses; any other receives the key that means
    the same, with the pad's number."""
    if event.type == PAD_GONE:
        return Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="") if plays else None
    if plays and event.button != "start":
        return event
    key = pygame.K_ESCAPE if plays else _KEYS.get(event.button)
    return Event(pygame.KEYDOWN, key=key, mod=0, unicode="", pad=event.pad) if key else None


def _press(number: int, button: PadButton, repeat: bool = False) -> Event:
    return Event(PAD_PRESS, pad=number, button=button, repeat=repeat)


Fingers = Literal["menu", "table", "press"]
"""What fingers mean to a scene: taps and scrolling; or taps, drags, long presses and two fingers; or, for
games of speed, a press as soon as they are down."""
TWO_FINGERS: Final = pygame.event.custom_type()
"""Two fingers tapped together: `pos`, of one of them."""
TARGET: Final = 9.0
"""The least size in millimetres of what a finger can hit."""

_FINGERS = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)
_MOUSE = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION)
_STILL = 2.5
"""Millimetres that a finger may move and still tap."""
_LONG = 0.5
"""Seconds after which a resting finger presses the right button."""
_TOGETHER, _SPAN = 0.08, 80.0
"""How far apart two fingers of one hand go down at most, in seconds and millimetres."""
_LINE = 9.0
"""Millimetres of scrolling for a step of the wheel."""

Point = tuple[int, int]
State = Literal["down", "pair", "drag", "scroll", "void"]


@dataclass
class _Finger:
    start: Point
    since: float
    scene: object
    """What was shown when it went down."""
    pos: Point
    state: State = "down"
    scrolled: int = 0
    """Steps of the wheel so far."""


class Touched(NamedTuple):
    """What the fingers are on."""

    scene: object
    fingers: Fingers
    size: Point
    """Of the window."""
    dots: float
    """Pixels a millimetre."""
    targets: Callable[[], Sequence[Rect]]
    """What can be hit."""


class Touch:
    """The fingers on the screen. Times are seconds of the clock."""

    def __init__(self) -> None:
        self.used = False
        """Whether the last input came from a finger."""
        self._fingers: dict[tuple[int, int], _Finger] = {}
        self._on = Touched(None, "menu", (1, 1), 1.0, tuple)

    @property
    def due(self) -> float:
        """When a resting finger presses the right button; infinity: none rests."""
        if self._on.fingers != "table":
            return math.inf
        return min((f.since + _LONG for f in self._fingers.values() if f.state == "down"), default=math.inf)

    def read(self, events: Sequence[Event], now: float, on: Touched) -> list[Event]:
        """The events with those of fingers replaced by a pointer's, marked `touch`, and by gestures; a mouse
        that SDL makes of fingers is left out. `on`: what is shown now."""
        if not self._fingers and not any(event.type in _FINGERS or _made_up(event) for event in events):
            return list(events)
        self._on = on
        found: list[Event] = []
        for event in events:
            if event.type in _FINGERS:
                at = round(event.x * (on.size[0] - 1)), round(event.y * (on.size[1] - 1))
                found += self._take(event, (event.touch_id, event.finger_id), at, now)
            elif not _made_up(event):
                found.append(event)
        for finger in self._fingers.values():
            if on.fingers == "table" and finger.state == "down" and finger.since + _LONG <= now:
                finger.state = "void"
                if finger.scene is on.scene:
                    found += self._click(finger.start, pygame.BUTTON_RIGHT)
        return found

    def _take(self, event: Event, key: tuple[int, int], at: Point, now: float) -> list[Event]:
        if event.type == pygame.FINGERDOWN:
            lost = self._lift(key)  # its end was never reported
            return lost + self._put_down(key, _Finger(at, now, self._on.scene, at))
        if (finger := self._fingers.get(key)) is None:
            return []
        if event.type == pygame.FINGERMOTION:
            return self._move(finger, at)
        finger.pos = at
        return self._lift(key)

    def _put_down(self, key: tuple[int, int], finger: _Finger) -> list[Event]:
        others, self._fingers[key] = list(self._fingers.values()), finger
        if self._on.fingers == "press":
            finger.state = "void"
            return self._click(finger.start)
        if any(other.state in ("drag", "scroll") for other in others):
            finger.state = "void"
            return []
        for other in others:
            near = math.dist(other.start, finger.start) <= _SPAN * self._on.dots
            if other.state == "down" and finger.since - other.since <= _TOGETHER and near:
                other.state = finger.state = "pair"
        return []

    def _move(self, finger: _Finger, at: Point) -> list[Event]:
        before, finger.pos = finger.pos, at
        x, y = at[0] - finger.start[0], at[1] - finger.start[1]
        if finger.state in ("down", "pair") and math.hypot(x, y) > _STILL * self._on.dots:
            taken = any(other.state in ("drag", "scroll") for other in self._fingers.values())
            if taken or finger.state == "pair" or finger.scene is not self._on.scene:
                finger.state = "void"
            elif self._on.fingers == "menu" and abs(y) > abs(x):
                finger.state = "scroll"
            else:
                finger.state, before = "drag", self._aimed(finger.start)
                begun = [_motion(before), _button(pygame.MOUSEBUTTONDOWN, before)]
                return [*begun, _motion(at, before)]
        if finger.state == "drag":
            return [_motion(at, before)]
        if finger.state == "scroll":
            steps = int(y / (_LINE * self._on.dots))
            by, finger.scrolled = steps - finger.scrolled, steps
            return [Event(pygame.MOUSEWHEEL, x=0, y=by, pos=finger.start, touch=True)] if by else []
        return []

    def _lift(self, key: tuple[int, int]) -> list[Event]:
        if (finger := self._fingers.pop(key, None)) is None:
            return []
        if finger.state == "drag":
            return [_button(pygame.MOUSEBUTTONUP, finger.pos), *self._leave()]
        if finger.scene is not self._on.scene:
            return []
        if finger.state == "pair":
            pair = [other for other in self._fingers.values() if other.state == "pair"]
            return [] if pair else [Event(TWO_FINGERS, pos=finger.start, touch=True)]
        return self._click(finger.start) if finger.state == "down" else []

    def _click(self, at: Point, button: int = pygame.BUTTON_LEFT) -> list[Event]:
        """A press of a button, as near to the point as something can be hit."""
        pos = self._aimed(at)
        down, up = (_button(kind, pos, button) for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP))
        return [_motion(pos), down, up, *self._leave()]

    def _leave(self) -> list[Event]:
        """The pointer leaves a table with the finger: nothing stays marked."""
        return [] if self._on.fingers == "menu" else [_motion((-1, -1))]

    def _aimed(self, at: Point) -> Point:
        return aimed(at, self._on.targets(), TARGET * self._on.dots)


def aimed(at: Point, targets: Sequence[Rect], least: float) -> Point:
    """The point, or the nearest one on a target if it lies on none and beside one: each target counts as
    large as `least` pixels either way, as far as no other is nearer."""
    if any(target.collidepoint(at) for target in targets):
        return at
    found = [(math.dist(at, near), near) for near in (_nearest(at, each, least) for each in targets) if near]
    return min(found)[1] if found else at


def _nearest(at: Point, target: Rect, least: float) -> Point | None:
    """The nearest point of a target that counts as `least` pixels large; None: too far from it."""
    reach_x, reach_y = (max(0, math.ceil((least - side) / 2)) for side in target.size)
    x = min(max(at[0], target.left), target.right - 1)
    y = min(max(at[1], target.top), target.bottom - 1)
    return (x, y) if abs(at[0] - x) <= reach_x and abs(at[1] - y) <= reach_y else None


def _made_up(event: Event) -> bool:
    """Whether SDL made this event of a mouse from a finger."""
    return event.type in _MOUSE and bool(getattr(event, "touch", False))


def _motion(pos: Point, before: Point | None = None) -> Event:
    x, y = before or pos
    return Event(pygame.MOUSEMOTION, pos=pos, rel=(pos[0] - x, pos[1] - y), buttons=(1, 0, 0), touch=True)


def _button(kind: int, pos: Point, button: int = pygame.BUTTON_LEFT) -> Event:
    return Event(kind, pos=pos, button=button, touch=True)
