"""Random seeds for new deals and matches."""

from game.core.shuffle import SECRET
from game.system import here


def fresh_seed() -> int:
    """A random seed, short enough to share with a friend."""
    return here().entropy.below(10**9)


def fresh_secret() -> bytes:
    """A random secret, for a match in which players could gain by working out the cards."""
    return here().entropy.draw(SECRET)
