"""When the host is lost: what every client remembers, and a table that goes on from it elsewhere.

Nobody but the host knows what lies face down, and nobody needs to: cards that no one has seen are
shuffled anew among the places where they lie. What lay face up once is remembered, wherever it went.
"""

from collections import deque
from collections.abc import Sequence
from contextlib import suppress

from game.core.cards import HIDDEN, Card, Pile, pack
from game.core.match import Match
from game.core.shuffle import Stream, derive, shuffled
from game.core.state import Event, Resumed, State, fold_match, opening, private_to
from game.core.table import Moved, Table
from game.net.checks import WireError
from game.net.messages import Shown, Told
from game.net.wire import decode_down

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
        """Take in what the host tells; what it tells one seat alone is nothing to remember."""
        if private_to(event) is not None or isinstance(event, Resumed):
            return
        self.recent.append((self.count, event))
        self.count += 1
        if isinstance(event, Moved) and HIDDEN in event.cards:
            event = event._replace(cards=self._turned_over(event))
        self.state = fold_match(self.state, event)

    def catch_up(self, number: int, event: Event) -> None:
        """Take in what another client has heard, if it is the next that is missing here."""
        if number == self.count:
            self.hear(event)

    def _turned_over(self, event: Moved) -> tuple[Card, ...]:
        """The faces of cards that are turned over: in reverse, as far as they are known."""
        piles = self.state.table.piles
        cards = piles[event.src].cards[-len(event.cards) :] if event.src < len(piles) else ()
        return cards[::-1] if len(cards) == len(event.cards) else event.cards


class Heritage:
    """A match that another machine had, until it goes on at this one."""

    def __init__(self, memory: Memory, until: int, least: int) -> None:
        """It goes on when all members have come, or at `until` (host's clock) if `least` have."""
        self._memory, self._until, self._least = memory, until, least

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self._memory.state.totals)

    @property
    def told(self) -> int:
        """How many events all have been told."""
        return self._memory.count

    def due(self, there: int, members: int, now: int) -> bool:
        """Whether it goes on now, with `there` of the members on the line."""
        return there == members or (now >= self._until and there >= self._least)

    def learn(self, told: Told) -> None:
        """Another client may have heard more of the match than this machine."""
        with suppress(WireError, IndexError, ValueError):
            shown = decode_down(told.event)
            if isinstance(shown, Shown):
                self._memory.catch_up(told.number, shown.event)

    def resume(self, match: Match, now: int) -> None:
        """Let the match go on from here, with the unseen cards dealt anew by its seed."""
        state, owners = self._memory.state, [spot.seat for spot in match.rules.spots(match.seats)]
        if state.table.piles:
            state = state._replace(table=dealt_anew(state.table, owners, match.seed))
        match.resume(state, now)


def dealt_anew(table: Table, owners: Sequence[int | None], seed: int) -> Table:
    """The table with a card for each that is hidden: the rest of its owner's pack, shuffled."""
    seen = {card for pile in table.piles for card in pile.cards if card != HIDDEN}
    rest: dict[int, list[Card]] = {}
    for seat in {owner for owner in owners if owner is not None}:
        missing = tuple(card for card in pack(seat) if card not in seen)
        rest[seat] = list(shuffled(missing, Stream(derive(seed, seat))))
    piles = []
    for pile, owner in zip(table.piles, owners, strict=True):
        cards = [
            rest[owner].pop() if card == HIDDEN and owner is not None and rest[owner] else card
            for card in pile.cards
        ]
        piles.append(Pile(tuple(cards), pile.up))
    return table._replace(piles=tuple(piles))
