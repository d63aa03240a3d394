"""Random seeds for new deals and matches."""

import os
import random

from game.core.shuffle import SECRET


def fresh_seed() -> int:
    """A random seed, short enough to share with a friend."""
    return random.SystemRandom().randrange(10**9)


def fresh_secret() -> bytes:
    """A random secret, for a match in which players could gain by working out the cards."""
    return os.urandom(SECRET)
