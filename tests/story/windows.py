"""Every time in which a card could go to the shared table, found a second time in another way."""

from game.core.cards import ACE, Card
from game.core.log import LogEntry
from game.core.match import Match
from game.core.portraits import BOT_NAMES
from game.core.state import PLAYING, State
from game.core.table import Table
from game.rules.haisty import Haisty
from game.sessions.bot_table import BotTable
from game.story import seen
from game.story.coach import chances
from game.story.match_story import Moment, Round
from tests.story.test_match_story import replay_of

Found = tuple[Card, int, int, str, int | None, int]
"""A card, since when it could go, how long, what became of it, through which seat, and the lead."""


def played(seed: int, seats: int, level: str, rounds: int = 1) -> Match:
    """So many rounds of bots."""
    match = Match(Haisty(), seats, seed, target=0, rounds=rounds)
    table = BotTable(match, dict.fromkeys(range(seats), level), 0, BOT_NAMES[:seats])
    while len(match.results) < rounds and (at := table.next_time()) is not None and at < 3_000_000_000:
        table.advance(at)
    return match


def found(moment: Moment) -> Found:
    """What the enumeration can say of it, too."""
    return (
        moment.card,
        moment.at + (moment.state.starts or 0),
        moment.waited,
        moment.fate,
        moment.by,
        moment.lead,
    )


class Enumeration:
    """All of it once more, from the log: each card of a seat is looked at in each instant of the round."""

    def __init__(self, match: Match, seat: int) -> None:
        again, self.seat = replay_of(match).match(), seat
        again.start()
        self.instants: list[tuple[int, list[LogEntry], State]] = []
        self.refused: list[LogEntry] = []
        for entry in match.log:
            before = again.state.table
            again.redo(entry)
            if again.state.table == before and entry.move:
                self.refused.append(entry)
            if self.instants and self.instants[-1][0] == entry.at:
                self.instants[-1] = (entry.at, [*self.instants[-1][1], entry], again.state)
            else:
                self.instants.append((entry.at, [entry], again.state))
        self.seats = match.seats
        self.own = range(7 * seat, 7 * seat + 7)
        self.shared = range(7 * match.seats, 11 * match.seats)
        self.starts = again.state.starts or 0

    def top(self, state: State, pile: int) -> list[tuple[int, ...]]:
        """The face on top of a pile, if there is one."""
        return [card[:2] for card in state.table.piles[pile].cards[-1:]]

    def place(self, table: Table, card: Card) -> int | None:
        """The own pile that has this card on top."""
        return next((n for n in self.own if table.piles[n].up and table.piles[n].cards[-1] == card), None)

    def fits(self, state: State, card: Card) -> bool:
        """Whether the card could be laid."""
        if state.phase != PLAYING or self.place(state.table, card) is None:
            return False
        tops = [pile.cards[-1][:2] if pile.cards else None for pile in state.table.piles]
        wanted = None if card.rank == ACE else (card.rank - 1, card.suit)
        return any(tops[n] == wanted for n in self.shared)

    def all(self) -> list[Found]:
        """Every time of every card."""
        cards = [Card(rank, suit, self.seat) for rank in range(1, 14) for suit in range(4)]
        return sorted(each for card in cards for each in self.of_card(card))

    def of_card(self, card: Card) -> list[Found]:
        """Every time of this card."""
        every, since, before = [], None, self.instants[0][2]
        for at, entries, state in self.instants:
            fits = self.fits(state, card)
            if fits and since is None:
                since = max(at, self.starts)
            elif not fits and since is not None:
                every.append(self.became(card, since, at, entries, before, state))
                since = None
            before = state
        return every

    def became(
        self, card: Card, since: int, at: int, entries: list[LogEntry], before: State, state: State
    ) -> Found:
        """What became of it at this instant, by these lines of the log, which led from state to state."""
        own = [entry for entry in entries if entry.seat == self.seat and entry not in self.refused]
        lies = next(n for n, pile in enumerate(state.table.piles) if card in pile.cards)
        if lies not in self.own:
            return card, since, max(0, own[0].press - since), "laid", self.seat, 0
        if self.place(state.table, card) is None:
            turned = any(entry.move and entry.move.src % 7 == 5 for entry in own)
            return card, since, at - since, "turned" if turned else "covered", None, 0
        if state.phase != PLAYING:
            return card, since, at - since, "left", state.knocker, 0
        others = [entry for entry in entries if entry.move and entry.move.dst in self.shared]
        alike = [entry for entry in others if entry.move and self.top(before, entry.move.src) == [card[:2]]]
        (winner,) = (entry for entry in alike if entry not in self.refused)
        for lost in self.refused:
            assert lost.move and winner.move
            mine = (lost.seat, lost.move.src) == (self.seat, self.place(state.table, card))
            if mine and lost.move.dst == winner.move.dst and lost.press <= at <= lost.at:
                lead = max(0, lost.press - winner.press)
                return card, since, max(0, lost.press - since), "beaten", winner.seat, lead
        return card, since, at - since, "taken", winner.seat, 0


def told(match: Match, seat: int) -> list[Found]:
    """Every time that the coach finds."""
    first, *_ = seen.rounds(replay_of(match))
    return sorted(map(found, chances(Round(first, match.rules), seat)))
