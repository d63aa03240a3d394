"""The bots of a match: what plays them, at any host, and a table of them in this process."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from statistics import median

from game.bots.bot import Bot
from game.bots.duellist import bot_for
from game.bots.skill import ADAPTIVE, Adaptation, personality_of
from game.core.hand import Hand
from game.core.match import Match
from game.core.shuffle import derive
from game.core.state import PLAYING, Dud, Event, Request, Returned, Thrown
from game.net.hands import HostHands, ShownHands
from game.net.server.match_server import BotPlayer, MatchServer, SeatView

GLIMPSE = 12_000_000
"""Microseconds of the first round after which the pace of unknown people shows."""


class BotDriver:
    """The bots of one table. Times in microseconds of the host's clock."""

    def __init__(self, adaptation: Adaptation | None = None) -> None:
        """`adaptation`: of adaptive bots to the people at the table."""
        self._bots: dict[int, tuple[BotPlayer, Bot]] = {}
        self._adaptation = adaptation or Adaptation()
        self._rounds = 0
        """How many rounds of the match had ended at the last look."""
        self._glimpsed = False
        """Whether the bots have taken up the pace of people in the middle of a first round."""

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
                how = match.rules, seat, player.level, seed, personality, strength
                self._bots[seat] = player, bot_for(match.rules)(*how)

    def look(
        self, match: Match | None, players: Mapping[int, BotPlayer], now: int
    ) -> Iterator[tuple[int, Request]]:
        """Their requests for now, each with its seat; pass each on before taking the next."""
        self.seat(match, players)
        if match and len(match.results) != self._rounds:
            if len(match.results) > self._rounds:
                self._learn(match)
            else:
                self._adaptation.begin()
                self._glimpsed = False
            self._rounds = len(match.results)
        if match and not self._adaptation.known and not self._glimpsed:
            self._glimpse(match, now)
        for seat, (player, bot) in list(self._bots.items()):
            player.view.update(now)
            if bot.wake <= now:
                for request in bot.look(player.view.state, now):
                    yield seat, request

    def _glimpse(self, match: Match, now: int) -> None:
        """In the middle of the first round against people of whom nothing is known, take up their pace."""
        state = match.state
        if state.phase == PLAYING and state.starts is not None and now >= state.began + GLIMPSE:
            self._glimpsed = True
            people = [seat for seat in range(match.seats) if seat not in self._bots]
            if time := time_to_card(match, people):
                for _, bot in self._bots.values():
                    bot.hurry(self._adaptation.glimpse(time))

    def _learn(self, match: Match) -> None:
        """Adapt the bots after the last round to the people who played it."""
        scores = match.results[-1].scores
        rivals = {seat: scores[seat] for seat, (bot, _) in self._bots.items() if bot.level == ADAPTIVE}
        people = [
            seat for seat in range(len(scores)) if seat not in self._bots and not match.state.sits_out(seat)
        ]
        self._adaptation.learn([scores[seat] for seat in people], rivals, time_to_card(match, people))
        for _, bot in self._bots.values():
            bot.adapt(self._adaptation.strength)

    def point(self, hands: HostHands, now: int) -> None:
        """Tell where their hands are."""
        for seat, (_, bot) in self._bots.items():
            hands.point(seat, bot.hand(now))


def time_to_card(match: Match, people: Collection[int]) -> float | None:
    """The median time from an act of one of these seats to its next card, in the round that is played or in
    the last one; None if there was none. A turn of the hand is an act, but no card."""
    plays, results = match.state.phase == PLAYING, match.results
    before, seats = (results, match.seats) if plays else (results[:-1], len(results[-1].scores))
    begin, spots = before[-1].entries if before else 0, match.rules.spots(seats)
    times, last = list[int](), dict[int, int]()
    for _at, seat, press, move, _stands in match.log[begin:]:
        if move and seat in people:
            if seat in last and move.count and spots[move.dst].role in ("build", "foundation"):
                times.append(press - last[seat])
            last[seat] = press
    return median(times) if times else None


class BotTable:
    """A match and its bots in one process, in simulated time: the same seed, the same match."""

    def __init__(
        self,
        match: Match,
        levels: Mapping[int, str],
        people: int = 1,
        names: Sequence[str] = (),
        adaptation: Adaptation | None = None,
    ) -> None:
        """`levels` gives the level of each bot's seat; the other seats are for people.

        `people`: how many of the first seats share the first view, at one screen. `names`: of all seats; a
        bot's says its personality. `adaptation`: of adaptive bots to these people.
        """
        self.match, self.now, self._people = match, 0, people
        self._server = MatchServer(match)
        self.views = [SeatView(match.seats) for _ in range(match.seats)]
        self._players = {
            seat: BotPlayer(level, names[seat] if names else "", self.views[seat])
            for seat, level in levels.items()
        }
        self._told, self._shown = HostHands(), ShownHands()
        self._bots = BotDriver(adaptation)
        self._bots.seat(match, self._players)
        self._server.start()
        self._show()

    def next_time(self) -> int | None:
        """When something next happens by itself, in microseconds; None if it waits for a person."""
        landing = self._server.next_time(self.now)
        return min(self._bots.wakes if landing is None else [*self._bots.wakes, landing], default=None)

    def advance(self, now: int) -> None:
        """Run landings and bots, each at its time, up to `now`."""
        while (time := self.next_time()) is not None and time <= now:
            self.now = max(self.now, time)
            self._show()
            for seat, request in self._bots.look(self.match, self._players, self.now):
                self.ask(seat, request)
        self.now = max(self.now, now)

    @property
    def hands(self) -> Mapping[int, Hand]:
        """By seat, the bots' hands over the shared piles, as a screen shows them now."""
        if self._told.due(self.now):
            self._bots.point(self._told, self.now)
            if told := self._told.told(self.now):
                self._shown.hear(told)
        return self._shown.at(self.now)

    def ask(self, seat: int, request: Request) -> None:
        """Carry out a request of this seat at once."""
        self._server.ask(seat, request, self.now)
        self._show()

    def _show(self) -> None:
        """Tell the views what has happened; each is updated when its player looks."""
        for event, to, _shown in self._server.settle(self.now):
            ear = self._ear(event)
            for seat, view in enumerate(self.views):
                if (seat or ear) in to and not 0 < seat < self._people:
                    view.put(event)

    def _ear(self, event: Event) -> int:
        """The seat whose copy of an event the first view takes: shared, it takes each player's own throws and
        duds, once."""
        return event.seat if isinstance(event, Thrown | Returned | Dud) and event.seat < self._people else 0
