"""main.py with hard bots that are much quicker than anyone, so that a round takes seconds; in a race they win
the author's medal and make no mistake."""

import sys
from typing import Final

import main
from game.bots.pace import PACES, Delay, Pace
from game.bots.racer import ERRS, MEDALS

FAST: Final = Pace(*[Delay((5, 6, 7, 8, 9, 10, 20))] * 6)

if __name__ == "__main__":
    PACES["hard"] = FAST
    MEDALS["hard"], ERRS["hard"] = "author", 0
    sys.exit(main.main())
