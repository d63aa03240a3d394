"""main.py with hard bots that are much quicker than anyone, so that a round takes seconds."""

import sys
from typing import Final

import main
from game.bots.pace import PACES, Delay, Pace

FAST: Final = Pace(*[Delay((5, 6, 7, 8, 9, 10, 20))] * 6)

if __name__ == "__main__":
    PACES["hard"] = FAST
    sys.exit(main.main())
