"""The patiences of a race at a table: whose acts are taken, and who is told of them."""

from collections.abc import Callable, Iterator, Mapping

from game.core.match import Match
from game.core.race import Race
from game.core.shuffle import Seed
from game.core.solo import HINT, REDO, UNDO
from game.core.state import PLAYING, SCORED, WON
from game.core.table import Standing
from game.net.server.match_server import WATCHER, BotPlayer
from game.net.server.peer import Delivery, Peer
from game.net.server.race_judge import Patience, RaceJudge
from game.net.server.runs import Runs, RunsSoFar
from game.net.wire.acts import packed_acts, unpacked_acts
from game.net.wire.messages import Acts, RunActs, RunDeal, RunsEnd

_ANEW = -1
"""Stands for the number of acts that were told of a run in whose place another counts now."""
Draw = Callable[[str, Seed, int, str, int], Patience]
"""What is played in a round of this race, by the seed of its deal and its number, unless its name is known,
of so many rounds. Raises ValueError if it is not of this race."""


class LiveRace(Runs):
    """Times in microseconds of the host's clock."""

    def __init__(
        self,
        match: Match,
        rules: Race,
        draw: Callable[[Seed, int, str, int], Patience],
        house: Mapping[str, bool],
        so_far: RunsSoFar | None = None,
    ) -> None:
        self._match, self._rules, self._draw, self._so_far = match, rules, draw, so_far
        allowed = ({UNDO, REDO} if house.get("undo") else set()) | ({HINT} if house.get("hints") else set())
        self._helps = frozenset(allowed)
        self.judge: RaceJudge | None = None
        """Of the round that is played, or was last."""
        self._whole = False
        """Whether its runs have been judged here from its start."""
        self._end: RunsEnd | None = None
        """As it was told last."""
        self._told: dict[Peer, list[int]] = {}
        """By connection that was told the deal, how many acts of each seat it was told."""
        self._refused = set[int]()
        """The seats that are to be told how many of their acts count."""

    @property
    def judging(self) -> RaceJudge | None:
        """The judge, while a round is played."""
        state, judge = self._match.state, self.judge
        return judge if judge and state.phase == PLAYING and judge.round == state.round else None

    @property
    def racing(self) -> list[int]:
        """The seats that play their patience still."""
        return self._rules.racing(self._match.state.table)

    def take(self, seat: int, message: Acts, now: int) -> None:
        judge = self.judging
        if not judge or judge.round != message.round or seat not in self.racing:
            return
        if not judge.take(seat, message.first, unpacked_acts(message.acts), now):
            self._refused.add(seat)

    def due(self, bots: Mapping[int, BotPlayer], now: int) -> list[Standing]:
        state, known = self._match.state, self._so_far
        counted = known and known.deal.round == state.round and not self.judge
        if not self.judging and (state.phase == PLAYING or counted):
            self._begin()
        if not (judge := self.judging):
            return []
        for seat in self.racing:
            if judge.play(seat, bots.get(seat), now):
                for told in self._told.values():
                    told[seat] = _ANEW
        return judge.due(state, now)

    def next_time(self, now: int) -> int | None:
        return self.judging.next_time(now) if self.judging else None

    def tell(self, places: Mapping[Peer, int]) -> list[Delivery]:
        deliveries: list[Delivery] = []
        judge, match = self.judge, self._match
        if judge and judge.round == match.state.round:
            if self._whole and match.state.phase in (SCORED, WON):
                match.runs[judge.round] = judge.patience.name, [run.solo for run in judge.runs]
            self._told = {peer: told for peer, told in self._told.items() if peer in places}
            if (end := judge.end) != self._end:
                self._end = end
                deliveries.append(Delivery(end, tuple(self._told)))
            for peer, at in places.items():
                place = at if at < len(judge.runs) else WATCHER
                messages = [*self._deal_to(peer, place, judge), *self._runs_to(peer, place, judge)]
                deliveries += [Delivery(message, (peer,)) for message in messages]
        self._refused.clear()
        return deliveries

    def _begin(self) -> None:
        """Draw what is played in this round, or go on with what is known of it."""
        match, state, so_far = self._match, self._match.state, self._so_far
        if so_far and so_far.deal.round != state.round:
            so_far = None
        self._whole = so_far is None
        deal, name = match.deals.get(state.round), so_far.deal.challenge if so_far else ""
        patience = self._draw(deal.seed if deal else match.seed, state.round, name, match.rounds)
        self.challenge = patience.name
        self.judge = RaceJudge(self._rules, patience, self._helps, state, so_far)
        self._told.clear()

    def _deal_to(self, peer: Peer, place: int, judge: RaceJudge) -> Iterator[RunDeal | RunsEnd | RunActs]:
        """The deal and the own run as far as it has come, for who has not been told of them."""
        if peer in self._told:
            return
        self._told[peer] = [0] * len(judge.runs)
        yield judge.deal
        yield judge.end
        if place != WATCHER:
            yield RunActs(judge.round, place, 0, packed_acts(judge.runs[place].solo.log))

    def _runs_to(self, peer: Peer, place: int, judge: RaceJudge) -> Iterator[RunActs]:
        """How much of the own run counts if some was refused; all others' acts, for who does not race, and in
        the end for all: a message for each seat, and then no more until all have been acknowledged."""
        if place in self._refused:
            yield RunActs(judge.round, place, len(judge.runs[place].solo.log), ())
        racing = self.judging and place in self.racing and not judge.runs[place].out
        if racing or peer.endpoint.pending:
            return
        for seat, told in enumerate(self._told[peer]):
            log = judge.runs[seat].solo.log
            if seat != place and told < len(log):
                first = max(0, told)
                self._told[peer][seat] = len(log)
                yield RunActs(judge.round, seat, first, packed_acts(log[first:]))
