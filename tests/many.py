"""How much a test tries that could try more: `TIMES=100 make test ARGS=tests/net/test_fuzz.py`."""

import os

TIMES = int(os.environ.get("TIMES", "1"))


def many(number: int) -> int:
    """So many, or TIMES as many."""
    return number * TIMES
