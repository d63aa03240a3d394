"""Plays evenings: `make evenings ARGS="--evenings 100 --seed 7"`."""

import os
import sys

from game.system import on
from tests.evening import system

if __name__ == "__main__":
    system.install()
    from tests.evening.many import main

    with on(system.SYSTEM):
        code = main()
    sys.stdout.flush()
    os._exit(code)  # threads of killed programs wait for ever
