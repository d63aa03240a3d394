"""What a bot gains by reading the others' hands, in simulated time: it hurries while one is at the pile that
it reaches for."""

import json
from typing import Any

from game.core.hand import Hand, SharedPiles
from game.core.state import Returned
from game.net.hands import LATE, PERIOD
from tests.bots.table import Table

ROUNDS, LEVELS = 800, ("hard",) * 4
QUICKEST = 250_000
"""Microseconds of the quickest reach that a person can make."""
READS: dict[str, int | None] = {
    "no hands": None,
    "the wire, if it were told at once": 0,
    "the wire": PERIOD,
    "the screen": LATE,
    "hands of 3 s ago": 3_000_000,
}
"""How old in microseconds the words are that it reads."""
_KEPT = 40


class ReadersTable(Table):
    """A table whose first bot reads the hands of the others."""

    def __init__(self, seed: int, age: int | None) -> None:
        super().__init__(LEVELS, seed)
        self._age = age
        self._piles = SharedPiles(self.match.rules.spots(len(LEVELS)))
        self._words: list[list[Hand | None]] = []
        """Where the others' hands were at each whole PERIOD, the latest last."""
        self._told, self._seen = 0, 0

    def run(self, until: int) -> None:
        """Play the round."""
        reader = self.bots[0]
        while len(self.match.results) < self.match.rounds:
            times = [*(bot.wake for bot in self.bots), self._told + PERIOD]
            now = min(times if (landing := self.match.next_time()) is None else [*times, landing])
            if now > until:
                return
            if now == self._told + PERIOD:
                self._told = now
                self._words = [*self._words[-_KEPT:], [bot.hand(now) for bot in self.bots[1:]]]
            self._hear(now, self.match.settle(now))
            if (
                reader._plan
                and reader._reach
                and now < reader._next
                and reader._plan.dst in self._reached(now)
            ):
                reader._next = reader.wake = max(now, self._seen + QUICKEST)
            for bot in self.bots:
                if bot.wake <= now:
                    self._look(bot, now)
                    self._seen = now if bot is reader else self._seen

    def _reached(self, now: int) -> set[int]:
        """The piles that the others' hands are at, as far as the reader knows."""
        if self._age is None or (back := self._told - (now - self._age) // PERIOD * PERIOD) < 0:
            return set()
        words = self._words[-1 - back // PERIOD :][:1]
        return {self._piles.at(hand)[0] for word in words for hand in word if hand}


def races(age: int | None, rounds: int = ROUNDS) -> tuple[int, int]:
    """How many contested races it wins, and of how many, that were its."""
    won = lost = 0
    for seed in range(rounds):
        table = ReadersTable(seed, age)
        table.run(400_000_000)
        for _, event in table.events:
            if isinstance(event, Returned) and event.faster is not None:
                won, lost = won + (event.faster == 0), lost + (event.seat == 0)
    return won, won + lost


def measure() -> dict[str, Any]:
    """Per cent of the contested races won, by what is read."""
    found = {what: races(age) for what, age in READS.items()}
    return {
        what: {"won, %": round(100 * won / contested, 1), "of": contested}
        for what, (won, contested) in found.items()
    }


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2, ensure_ascii=False))
