"""The game with virtual gamepads and fingers: main.py in this process, operated by lines on standard input.

`plug 0 playstation`, `down 0 a`, `up 0 a`, `lean 0 0 0.9` (pad, axis, how far), `unplug 0`;
`finger 1 down 0.5 0.5` (which, `down`, `move` or `up`, the shares of the window's width and height).
"""

import sys
import threading
import time
from typing import cast

from pygame._sdl2 import controller

import main
from game.ui.engine.devices import PadButton
from tests.pads import VirtualPad
from tests.touches import touch


def operate() -> None:
    """Carry out the lines on standard input, once the game has opened the gamepads."""
    while not controller.get_init():
        time.sleep(0.01)
    pads: dict[str, VirtualPad] = {}
    for line in sys.stdin:
        verb, number, *rest = line.split()
        if verb == "plug":
            pads[number] = VirtualPad(*rest)
            while not pads[number].noticed:
                time.sleep(0.01)
        elif verb == "finger":
            touch(rest[0], int(number), float(rest[1]), float(rest[2]))
        elif verb == "lean":
            pads[number].lean(int(rest[0]), float(rest[1]))
        elif verb == "unplug":
            pads.pop(number).unplug()
        else:
            button, down = cast(PadButton, rest[0]), verb == "down"
            pads[number].set(button, down)
            while not pads[number].reported(button, down):
                time.sleep(0.001)


if __name__ == "__main__":
    threading.Thread(target=operate, daemon=True).start()
    sys.exit(main.main())
