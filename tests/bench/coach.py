"""The coach beside an enumeration of all times in which a card could go to the shared table."""

import json
from collections import Counter
from typing import Any

from tests.story.windows import Enumeration, played, told

ROUNDS = 1000


def measure(rounds: int = ROUNDS) -> dict[str, Any]:
    """Rounds of two to five bots of each level."""
    fates, seats, differ = Counter[str](), 0, list[tuple[int, int]]()
    for seed in range(rounds):
        match = played(seed, 2 + seed % 4, ("easy", "medium", "hard")[seed % 3])
        for seat in range(match.seats):
            found = told(match, seat)
            fates.update(fate for _card, _at, _waited, fate, _by, _lead in found)
            seats += 1
            if found != Enumeration(match, seat).all():
                differ.append((seed, seat))
    return {"rounds": rounds, "seats": seats, "times": fates.total(), **fates, "differ": differ}


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2, ensure_ascii=False))
