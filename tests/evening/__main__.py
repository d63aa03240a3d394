"""Plays evenings: `make evenings ARGS="--evenings 100 --seed 7"`."""

import os
import sys

from tests.evening import system

if __name__ == "__main__":
    system.install()
    from tests.evening.many import main

    code = main()
    sys.stdout.flush()
    os._exit(code)  # threads of killed programs wait for ever
