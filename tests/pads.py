"""Gamepads that are not there: SDL's own virtual ones, which its real driver code opens and reads."""

import ctypes
import sys
from pathlib import Path
from typing import ClassVar

import pygame

from game.ui.engine.devices import PadButton

_BUTTONS: dict[PadButton, int] = {
    "a": 0, "b": 1, "x": 2, "y": 3, "select": 4, "start": 6, "l": 9, "r": 10,
    "up": 11, "down": 12, "left": 13, "right": 14,
}  # fmt: skip
_TRIGGERS: dict[PadButton, int] = {"lt": 4, "rt": 5}
VENDORS = {"xbox": 0x045E, "playstation": 0x054C, "nintendo": 0x057E, "": 0}
_OUT = 32767
_Rumble = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_uint16, ctypes.c_uint16)


class _Description(ctypes.Structure):
    """SDL_VirtualJoystickDesc."""

    _fields_: ClassVar = [
        *((name, ctypes.c_uint16) for name in ("version", "type", "axes", "buttons", "hats")),
        *((name, ctypes.c_uint16) for name in ("vendor", "product", "padding")),
        ("button_mask", ctypes.c_uint32),
        ("axis_mask", ctypes.c_uint32),
        ("name", ctypes.c_char_p),
        *((name, ctypes.c_void_p) for name in ("data", "update", "set_player")),
        ("rumble", _Rumble),
        *((name, ctypes.c_void_p) for name in ("rumble_triggers", "set_led", "send_effect")),
    ]


def sdl() -> ctypes.CDLL:
    """The SDL that pygame uses, which this process has loaded already."""
    if sys.platform.startswith("linux"):
        for line in Path("/proc/self/maps").read_text().splitlines():
            if "libSDL2-2" in line:
                return ctypes.CDLL(line.split()[-1])
    folder = Path(pygame.__file__).parent
    return ctypes.CDLL(str(next(folder.glob("SDL2.dll"))))


class VirtualPad:
    """A pad that is plugged in until `unplug`. The subsystem must be open."""

    def __init__(self, make: str = "", name: str = "Virtual pad") -> None:
        self._sdl = sdl()
        self._sdl.SDL_JoystickOpen.restype = ctypes.c_void_p
        self._sdl.SDL_JoystickSetVirtualButton.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_uint8]
        self._sdl.SDL_JoystickSetVirtualAxis.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int16]
        self._sdl.SDL_GameControllerFromInstanceID.restype = ctypes.c_void_p
        self._sdl.SDL_JoystickGetButton.argtypes = [ctypes.c_void_p, ctypes.c_int]
        self._sdl.SDL_JoystickGetButton.restype = ctypes.c_uint8
        self._sdl.SDL_JoystickGetAxis.argtypes = [ctypes.c_void_p, ctypes.c_int]
        self._sdl.SDL_JoystickGetAxis.restype = ctypes.c_int16
        self._sdl.SDL_JoystickInstanceID.argtypes = [ctypes.c_void_p]
        self.rumbled: list[tuple[int, int]] = []
        """The strengths that its motors were asked for, 0 to 65535."""
        self._heard = _Rumble(self._rumble)  # SDL calls it as long as the pad is there
        self._description = _Description(
            version=1,
            type=1,
            axes=6,
            buttons=15,
            vendor=VENDORS[make],
            name=name.encode(),
            rumble=self._heard,
        )
        index = self._sdl.SDL_JoystickAttachVirtualEx(ctypes.byref(self._description))
        assert index >= 0, "SDL takes no virtual pad"
        self._stick = self._sdl.SDL_JoystickOpen(index)
        self.number = int(self._sdl.SDL_JoystickInstanceID(self._stick))
        """SDL's number, which the events carry."""

    def _rumble(self, _data: object, strong: int, weak: int) -> int:
        self.rumbled.append((strong, weak))
        return 0

    @property
    def noticed(self) -> bool:
        """Whether the game has opened it; what is pressed before is lost."""
        return bool(self._sdl.SDL_GameControllerFromInstanceID(self.number))

    def set(self, button: PadButton, down: bool) -> None:
        """Press or release a button; SDL reports it when it is asked for events."""
        if button in _TRIGGERS:
            self.lean(_TRIGGERS[button], 1.0 if down else 0.0)
        else:
            self._sdl.SDL_JoystickSetVirtualButton(self._stick, _BUTTONS[button], int(down))

    def reported(self, button: PadButton, down: bool) -> bool:
        """Whether SDL has reported this. Until then a further change would replace it, where the queue of a
        real pad holds both."""
        if button in _TRIGGERS:
            return (int(self._sdl.SDL_JoystickGetAxis(self._stick, _TRIGGERS[button])) > 0) == down
        return bool(self._sdl.SDL_JoystickGetButton(self._stick, _BUTTONS[button])) == down

    def lean(self, axis: int, out: float) -> None:
        """Move an axis, -1 to 1; 0 and 1 are the left stick's."""
        self._sdl.SDL_JoystickSetVirtualAxis(self._stick, axis, round(out * _OUT))

    def unplug(self) -> None:
        """Pull it out."""
        for index in range(self._sdl.SDL_NumJoysticks()):
            if self._sdl.SDL_JoystickGetDeviceInstanceID(index) == self.number:
                self._sdl.SDL_JoystickDetachVirtual(index)
