"""The bots of a race, at its host and on a machine of their own."""

from collections.abc import Iterator

from game.bots.racer import MEDALS, Racer
from game.challenges.race import read_terms
from game.core.shuffle import derive
from game.core.solo import Act
from game.net.server.game_room import GameRoom
from game.net.server.match_server import BotPlayer
from game.net.wire.messages import RaceDeal


def racer_of(race: str, deal: RaceDeal, seat: int, level: str, begin: int = 0) -> Racer:
    """The bot of a seat, from when it begins: the same at every host. Raises ValueError if the deal is not of
    this race."""
    challenge = next((one for one in read_terms(race).pool if one.id == deal.challenge), None)
    if challenge is None:
        raise ValueError("that is not raced for")
    time = next(time for medal, time in challenge.medals if medal == MEDALS[level])
    rng = derive(deal.seed, deal.round, seat, use="bot")
    return Racer(challenge.variant(), challenge.seed, challenge.line(), level, time, rng, begin)


class RaceBots:
    """Those at the host. Times in microseconds of its clock."""

    def __init__(self) -> None:
        self._racers: dict[int, tuple[BotPlayer, RaceDeal, Racer]] = {}
        self._clock = 0
        """What the clock of the runs showed when the host's showed 0."""

    @property
    def wakes(self) -> list[int]:
        """When each next does something."""
        times = (racer.wake for _player, _deal, racer in self._racers.values())
        return [time - self._clock for time in times if time is not None]

    def look(self, room: GameRoom, now: int) -> Iterator[tuple[int, list[Act]]]:
        """What they have done, each with its seat."""
        race = room.live.race if room.live else None
        judge = race.judging if race else None
        if not (race and judge and race.deal):
            self._racers.clear()
            return
        clock = judge.clock(now)
        self._clock = clock - now
        for seat, player in room.bots.items():
            known = self._racers.get(seat)
            if not known or known[0] is not player or known[1] is not race.deal:
                begin = judge.runs[seat].begun
                racer = racer_of(room.terms.race, race.deal, seat, player.level, begin)
                self._racers[seat] = player, race.deal, racer
            if acts := self._racers[seat][2].acts(clock):
                yield seat, acts
        for seat in self._racers.keys() - room.bots.keys():
            del self._racers[seat]
