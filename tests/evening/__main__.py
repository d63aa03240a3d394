"""Plays evenings: `make evenings ARGS="--evenings 100 --seed 7"`."""

import os
import sys
import time

os.environ["TZ"] = "UTC"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
time.tzset()

from game.system import on  # noqa: E402 - what is read by it comes first
from tests.evening.many import main  # noqa: E402
from tests.world.system import SYSTEM  # noqa: E402

if __name__ == "__main__":
    with on(SYSTEM):
        code = main()
    sys.stdout.flush()
    os._exit(code)  # threads of killed programs wait for ever
