"""What a new deal or match is drawn from."""

import os
import random

from game.core.shuffle import SECRET


def fresh_seed() -> int:
    """A seed that nobody chose, short enough to tell a friend."""
    return random.SystemRandom().randrange(10**9)


def fresh_secret() -> bytes:
    """What a match is dealt from in which somebody could gain by working the cards out."""
    return os.urandom(SECRET)
