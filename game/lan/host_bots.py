"""The bots at the host's own table."""

from collections.abc import Iterator

from game.bots.bot import Bot
from game.bots.personality import personality_of
from game.bots.skill import Adaptation
from game.core.requests import Request
from game.core.shuffle import derive
from game.net.server.game_room import GameRoom
from game.net.server.live_match import BotPlayer


class HostBots:
    """Plays the seats of the room that have bots. Times in microseconds of the host's clock."""

    def __init__(self) -> None:
        self._bots: dict[int, tuple[BotPlayer, Bot]] = {}
        self._adaptation = Adaptation()

    @property
    def wakes(self) -> list[int]:
        """When each of them next looks at the table."""
        return [bot.wake for _, bot in self._bots.values()]

    def look(self, room: GameRoom, now: int) -> Iterator[tuple[int, Request]]:
        """Their requests for now, each with its seat; pass each on before taking the next."""
        match, players = room.match, room.bots
        for seat in [seat for seat in self._bots if players.get(seat) is not self._bots[seat][0]]:
            del self._bots[seat]
        for seat, player in players.items():
            if match and seat not in self._bots:
                seed = derive(match.seed, match.state.round, seat, use="bot")
                personality, strength = personality_of(player.name), self._adaptation.strength
                self._bots[seat] = player, Bot(match.rules, seat, player.level, seed, personality, strength)
        if match:
            people = set(range(match.seats)) - self._bots.keys()
            if self._adaptation.follow([result.scores for result in match.results], people):
                for _, bot in self._bots.values():
                    bot.adapt(self._adaptation.strength)
        for seat, (player, bot) in list(self._bots.items()):
            player.view.update()
            if bot.wake <= now:
                for request in bot.look(player.view.state, now):
                    yield seat, request
