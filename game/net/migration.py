"""When the host is lost: what every client remembers, and a match that goes on from it elsewhere.

Nobody but the host knows what lies face down, and nobody needs to: cards that no one has seen are
shuffled anew among the places where they lie. What lay face up once is remembered, wherever it went.

A new host may have heard less than another client, whose word it then takes. Only who sat at the table
is believed, and only what the rules allow next: moves from where the cards lie, faces that no one has
seen yet, scores that the table comes to. So a liar breaks nothing, but could claim the last few moves to
have been made, and with them which unseen cards came up. To rule that out the host would have to sign
each event, which costs more than it is worth among those who sit down together.
"""

from collections import deque
from collections.abc import Sequence
from contextlib import suppress

from game.core.cards import HIDDEN, Card, Pile, pack
from game.core.match import Match
from game.core.rules import Rules
from game.core.shuffle import Seed, Stream, derive, shuffled
from game.core.state import (
    PLAYING,
    SCORED,
    WAITING,
    Cheered,
    Event,
    Ready,
    Resumed,
    Returned,
    Scored,
    Shouted,
    State,
    Thrown,
    fold_match,
    opening,
    private_to,
)
from game.core.table import Called, Mode, Moved, Table, TableEvent, Turned
from game.net.wire.codec import decode_down
from game.net.wire.messages import EventReport, TimedEvent
from game.net.wire.validate import WireError
from game.net.wire.validate_match import keeps_count, seats_dealt

RECENT = 48
"""Events that a client can tell a new host of: more than any two clients are ever apart."""


class Memory:
    """The match as one client knows it: what all were told, and the faces of what was turned over again."""

    def __init__(self) -> None:
        self.state: State = opening(0)
        self.count = 0
        """How many events all have been told, this one included."""
        self.recent: deque[tuple[int, Event]] = deque(maxlen=RECENT)
        """The last of them, each with its number."""

    def begin(self, state: State, count: int) -> None:
        """Come in after so many events."""
        if not count or count != self.count or self.state.round != state.round:
            self.state = state
        self.count = count
        self.recent.clear()

    def hear(self, event: Event) -> None:
        """Take in what the host tells; what it tells one seat alone is nothing to remember.

        Raises IndexError or ValueError for what cannot be.
        """
        if private_to(event) is not None or isinstance(event, Resumed):
            return
        if not keeps_count(event, self.state.table):
            raise ValueError("there are no such cards")
        self.recent.append((self.count, event))
        self.count += 1
        if isinstance(event, Moved) and HIDDEN in event.cards:
            event = event._replace(cards=self._turned_over(event))
        self.state = fold_match(self.state, event)

    def _turned_over(self, event: Moved) -> tuple[Card, ...]:
        """The faces of cards that are turned over: in reverse, as far as they are known."""
        piles = self.state.table.piles
        cards = piles[event.src].cards[-len(event.cards) :] if event.src < len(piles) else ()
        return cards[::-1] if len(cards) == len(event.cards) else event.cards


class Inheritance:
    """A match that another machine had, until it goes on at this one."""

    def __init__(self, memory: Memory, rules: Rules, until: int, least: int) -> None:
        """It goes on when all members have come, or at `until` (host's clock) if `least` have.

        Raises ValueError if such a match cannot be played.
        """
        self.seats = len(memory.state.totals)
        if not (dealt := seats_dealt(rules, memory.state)):
            raise ValueError("there is no such match")
        self._memory = Memory()  # the line to the old host may still add to the other
        self._memory.begin(memory.state, memory.count)
        self._rules, self._owners = rules, [spot.seat for spot in rules.spots(dealt)]
        self._until, self._least = until, least
        self._ways: list[tuple[TableEvent, ...]] = [()]
        """What may come next, by what the last move may have been."""
        self.state, self.told = memory.state, memory.count
        """The match as far as it is known here, and how many events that is; but for the last move, if not
        all that it does is known."""

    def due(self, there: int, members: int, now: int) -> bool:
        """Whether it goes on now, with `there` of the members on the line."""
        return there == members or (now >= self._until and there >= self._least)

    def learn(self, told: EventReport) -> None:
        """Another client may have heard more of the match than this machine."""
        if told.number != self._memory.count:
            return
        with suppress(WireError, IndexError, ValueError):
            shown = decode_down(told.event)
            if isinstance(shown, TimedEvent) and self._may_be(shown.event):
                self._memory.hear(shown.event)
                state = self._memory.state
                ended = state.phase == PLAYING and self._rules.outcome(state.table)
                if () in self._ways and not ended:
                    self.state, self.told = state, self._memory.count

    def resume(self, match: Match, now: int) -> None:
        """Let the match go on from here, with the unseen cards dealt anew by its seed."""
        state, table = self.state, dealt_anew(self.state.table, self._owners, match.seed)
        # Where all have knocked but the start is not known of, they knock again.
        ready = 0 if state.ready == (1 << self.seats) - 1 else state.ready
        match.resume(state._replace(table=table, ready=ready), now)

    def _may_be(self, event: Event) -> bool:
        """Whether this can be what the old host told next."""
        state = self._memory.state
        match event:
            case Moved() | Turned() | Called() | Mode():
                return state.phase == PLAYING and self._may_follow(event)
            case Scored(reason, seat, scores, totals):
                outcome = self._rules.outcome(state.table) if state.phase == PLAYING else None
                added = tuple(map(sum, zip(state.totals, scores, strict=True)))
                return outcome == (reason, seat, scores) and totals == added
            case Ready(seat):
                return state.phase in (WAITING, SCORED) and seat < self.seats
            case Thrown() | Returned() | Shouted() | Cheered():
                return True  # nothing of the match is changed by it
        return False  # a new deal is made here

    def _may_follow(self, event: TableEvent) -> bool:
        """Whether it goes on with the last move, or begins another one."""
        ways = [way[1:] for way in self._ways if way and self._agrees(event, way[0])]
        if not ways and () in self._ways:
            ways = self._begun_by(event)
        if ways:
            self._ways = ways
        return bool(ways)

    def _begun_by(self, event: TableEvent) -> list[tuple[TableEvent, ...]]:
        """What is to come of each move that begins like this."""
        table, rules = self._memory.state.table, self._rules
        seats = (event.seat,) if isinstance(event, Moved | Called) else range(self.seats)
        moves = [(seat, move) for seat in seats if seat < self.seats for move in rules.moves(table, seat)]
        ways = [tuple(rules.effects(table, seat, move)) for seat, move in moves]
        return [way[1:] for way in ways if way and self._agrees(event, way[0])]

    def _agrees(self, told: TableEvent, meant: TableEvent) -> bool:
        """Whether this is what was meant: faces not known here may be any that nobody has seen."""
        match told, meant:
            case Moved(_, src, _, cards, up), Moved():
                if told._replace(cards=()) != meant._replace(cards=()) or len(cards) != len(meant.cards):
                    return False
                pairs = [pair for pair in zip(cards, meant.cards, strict=True) if up or pair[0] != HIDDEN]
            case Turned(src, card), Turned(pile, known):
                if src != pile:
                    return False
                pairs = [(card, known)]
            case _:
                return told == meant
        new = [card for card, known in pairs if known == HIDDEN]
        owner, seen = self._owners[src], {c for pile in self._memory.state.table.piles for c in pile.cards}
        unseen = {card for card in pack(owner) if card not in seen} if owner is not None else set()
        return (
            all(card == known for card, known in pairs if known != HIDDEN)
            and len(set(new)) == len(new)
            and unseen.issuperset(new)
        )


def dealt_anew(table: Table, owners: Sequence[int | None], seed: Seed) -> Table:
    """The table with a card for each that is hidden: the rest of its owner's pack, shuffled."""
    seen = {card for pile in table.piles for card in pile.cards if card != HIDDEN}
    rest: dict[int, list[Card]] = {}
    for seat in {owner for owner in owners if owner is not None}:
        missing = tuple(card for card in pack(seat) if card not in seen)
        rest[seat] = list(shuffled(missing, Stream(derive(seed, seat, use="anew"))))
    piles = []
    for pile, owner in zip(table.piles, owners, strict=True):
        cards = [
            rest[owner].pop() if card == HIDDEN and owner is not None and rest[owner] else card
            for card in pile.cards
        ]
        piles.append(Pile(tuple(cards), pile.up))
    return table._replace(piles=tuple(piles))
