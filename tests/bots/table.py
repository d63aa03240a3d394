"""A table of bots driven by hand, which keeps every request and every event."""

from typing import NamedTuple

from game.bots.bot import Bot
from game.core.match import Match
from game.core.rules import Rules
from game.core.shuffle import derive
from game.core.state import Event, Knock, Play, Request, State, fold_match, mask_match, opening
from game.rules.haisty import Haisty


class Asked(NamedTuple):
    """A request, and the state that the seat saw when it made it."""

    at: int
    seat: int
    request: Request
    state: State


class Table:
    """A match, its bots, and the one masked state that all of them see."""

    def __init__(
        self, levels: tuple[str, ...], seed: int, rules: Rules | None = None, rounds: int = 1
    ) -> None:
        self.match = Match(rules or Haisty(), len(levels), seed, target=0, rounds=rounds)
        self.bots = [
            Bot(self.match.rules, seat, level, derive(seed, 0, seat)) for seat, level in enumerate(levels)
        ]
        self.state = opening(len(levels))
        self.asked: list[Asked] = []
        self.events: list[tuple[int, Event]] = []
        self._hear(0, self.match.start())

    def run(self, until: int) -> None:
        """Let the bots play up to that time, or to the end of the rounds."""
        while len(self.match.results) < self.match.rounds:
            wakes = [bot.wake for bot in self.bots]
            landing = self.match.round.next_time()
            now = min(wakes if landing is None else [*wakes, landing])
            if now > until:
                return
            self._hear(now, self.match.settle(now))
            for bot in self.bots:
                if bot.wake <= now:
                    self._look(bot, now)

    def _look(self, bot: Bot, now: int) -> None:
        for request in bot.look(self.state, now):
            self.asked.append(Asked(now, bot.seat, request, self.state))
            if isinstance(request, Play):
                self._hear(now, self.match.claim(bot.seat, request.move, request.press, now))
            elif isinstance(request, Knock):
                self._hear(now, self.match.ready(bot.seat, now))
        assert bot.wake > now

    def _hear(self, now: int, events: list[Event]) -> None:
        for event in map(mask_match, events):
            self.events.append((now, event))
            self.state = fold_match(self.state, event)
