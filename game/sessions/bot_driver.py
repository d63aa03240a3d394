"""What plays the bots of a match, at a host on the network as at a table in this process."""

from collections.abc import Iterator, Mapping

from game.bots.bot import Bot
from game.bots.personality import personality_of
from game.bots.skill import Adaptation
from game.core.match import Match
from game.core.requests import Request
from game.core.shuffle import derive
from game.net.server.seat_view import BotPlayer


class BotDriver:
    """The bots of one table. Times in microseconds of the host's clock."""

    def __init__(self, adaptation: Adaptation | None = None) -> None:
        """`adaptation`: of adaptive bots to the people at the table."""
        self._bots: dict[int, tuple[BotPlayer, Bot]] = {}
        self._adaptation = adaptation or Adaptation()
        self._rounds = 0
        """How many rounds of the match had ended at the last look."""

    @property
    def wakes(self) -> list[int]:
        """When each bot next looks at the table."""
        return [bot.wake for _, bot in self._bots.values()]

    def seat(self, match: Match | None, players: Mapping[int, BotPlayer]) -> None:
        """Have a bot for each of these players, by their seats, and no others."""
        for seat in [seat for seat in self._bots if players.get(seat) is not self._bots[seat][0]]:
            del self._bots[seat]
        for seat, player in players.items():
            if match and seat not in self._bots:
                seed = derive(match.seed, match.state.round, seat, use="bot")
                personality, strength = personality_of(player.name), self._adaptation.strength
                self._bots[seat] = player, Bot(match.rules, seat, player.level, seed, personality, strength)

    def look(
        self, match: Match | None, players: Mapping[int, BotPlayer], now: int
    ) -> Iterator[tuple[int, Request]]:
        """Their requests for now, each with its seat; pass each on before taking the next."""
        self.seat(match, players)
        if match and len(match.results) != self._rounds:
            self._rounds = len(match.results)
            people = set(range(match.seats)) - self._bots.keys()
            if self._adaptation.follow([result.scores for result in match.results], people):
                for _, bot in self._bots.values():
                    bot.adapt(self._adaptation.strength)
        for seat, (player, bot) in list(self._bots.items()):
            player.view.update()
            if bot.wake <= now:
                for request in bot.look(player.view.state, now):
                    yield seat, request
