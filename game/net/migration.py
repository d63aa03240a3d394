"""Host migration: a match continues on another machine, from what its clients remember.

Only the old host knew the face-down cards, and nobody needs to: cards that no one has seen are reshuffled
among the places where they lie. A card that was once face up is remembered wherever it went.

A new host may have received fewer events than another client, and then accepts that client's report. It
believes only members of the table, and only what the rules allow next: moves from where the cards lie, faces
that no one has seen yet, scores that the table adds up to. So a liar cannot break the match, but could invent
its last few moves, and with them which unseen cards came up. To rule that out the host would have to sign
each event, which is not worth its cost among people who chose to play together.
"""

from collections.abc import Collection
from contextlib import suppress

from game.core.cards import HIDDEN, pack
from game.core.duel import Duel
from game.core.race import Race
from game.core.rules import Rules
from game.core.state import PLAYING, SCORED, WAITING, Cheered, Event, Ready, Returned, Scored, Shouted
from game.core.table import Called, Mode, Moved, TableEvent, Turned
from game.net.confirmed import ConfirmedMatch
from game.net.wire.codec import decode_down
from game.net.wire.fields import WireError
from game.net.wire.messages import EventReport
from game.net.wire.validate_match import seats_dealt

GATHER, LATE = 300_000, 2_000_000
"""Microseconds that a new host waits in any case, and for most machines: where fewer come, the others may be
at another new host."""


class Gathering:
    """The machines that come to a new host, until the table goes on there."""

    def __init__(self, able: Collection[bytes], known: Collection[bytes], begun: int) -> None:
        """`able`: the players, by fingerprint, of the machines that could have taken the table over; `known`:
        of all that were there. `begun`: when this one did so (host's clock)."""
        self._able, self._known, self._begun = able, known, begun
        self.alone = False
        """Whether it goes on without most of them: the player here wishes it, or too many were lost."""

    def there(self, players: Collection[bytes]) -> int:
        """How many of these, who are here, were at the table before: a newcomer says nothing of the rest."""
        return sum(player in self._known for player in players)

    def due(self, players: Collection[bytes], now: int) -> bool:
        """Whether to continue now, with these here: no two hosts have most of the machines that could be the
        host, as each is with one host at a time."""
        waited, able = now - self._begun, sum(player in self._able for player in players)
        if waited >= LATE and self.there(players) > 1:
            self.alone = True
        return waited >= GATHER and 2 * able > len(self._able)


class MigratedMatch:
    """A match taken over from another machine, until it continues on this one."""

    def __init__(self, confirmed: ConfirmedMatch, rules: Rules) -> None:
        """Raises ValueError if such a match cannot be played."""
        self.seats = len(confirmed.state.totals)
        if not (dealt := seats_dealt(rules, confirmed.state)):
            raise ValueError("there is no such match")
        # A copy, because the connection to the old host may still add to the original.
        self._confirmed = ConfirmedMatch(confirmed.state, confirmed.count)
        self._rules, self._owners = rules, [spot.seat for spot in rules.spots(dealt)]
        self._ways: list[tuple[TableEvent, ...]] = [()]
        """What may come next, one sequence for each move that the last one may have been."""
        self.state, self.count = confirmed.state, confirmed.count
        """The match as far as it is known here, and its number of events; without the last move if only some
        of its effects are known."""

    def learn(self, report: EventReport, by: int) -> None:
        """Accept an event another client reports, `by` its seat: it may have received more of the match than
        this machine."""
        if report.number != self._confirmed.count:
            return
        with suppress(WireError, IndexError, ValueError):
            event = decode_down(report.event)
            if isinstance(event, Event) and self._may_be(event, by):
                self._confirmed.add(event, self._rules)
                state = self._confirmed.state
                ended = state.phase == PLAYING and self._rules.outcome(state.table)
                if () in self._ways and not ended:
                    self.state, self.count = state, self._confirmed.count

    def _may_be(self, event: Event, by: int) -> bool:
        """Whether the old host may have sent this event next. Nobody knocks for another."""
        state = self._confirmed.state
        if isinstance(self._rules, Race | Duel) and isinstance(event, TableEvent):
            return False  # runs are told again, and markers follow them; a card taken would be worth a lie
        match event:
            case Moved() | Turned() | Called() | Mode():
                return state.phase == PLAYING and self._may_follow(event)
            case Scored(reason, seat, scores, totals):
                outcome = self._rules.outcome(state.table) if state.phase == PLAYING else None
                added = tuple(map(sum, zip(state.totals, scores, strict=True)))
                counted = outcome and outcome.without(state.out)
                return counted == (reason, seat, scores) and totals == added
            case Ready(seat):
                return state.phase in (WAITING, SCORED) and seat == by < self.seats
            case Returned() | Shouted() | Cheered():
                return True  # it changes nothing in the match
        return False  # the new host deals anew

    def _may_follow(self, event: TableEvent) -> bool:
        """Whether the event continues the last move or begins another one."""
        ways = [way[1:] for way in self._ways if way and self._agrees(event, way[0])]
        if not ways and () in self._ways:
            ways = self._begun_by(event)
        if ways:
            self._ways = ways
        return bool(ways)

    def _begun_by(self, event: TableEvent) -> list[tuple[TableEvent, ...]]:
        """The remaining events of each move that begins with this one."""
        table, rules = self._confirmed.state.table, self._rules
        seats = (event.seat,) if isinstance(event, Moved | Called) else range(self.seats)
        moves = [(seat, move) for seat in seats if seat < self.seats for move in rules.moves(table, seat)]
        ways = [tuple(rules.effects(table, seat, move)) for seat, move in moves]
        return [way[1:] for way in ways if way and self._agrees(event, way[0])]

    def _agrees(self, reported: TableEvent, meant: TableEvent) -> bool:
        """Whether the events match: a face not known here may be any that nobody has seen."""
        match reported, meant:
            case Moved(_, src, _, cards, up), Moved():
                if reported._replace(cards=()) != meant._replace(cards=()) or len(cards) != len(meant.cards):
                    return False
                pairs = [pair for pair in zip(cards, meant.cards, strict=True) if up or pair[0] != HIDDEN]
            case Turned(src, card), Turned(pile, known):
                if src != pile:
                    return False
                pairs = [(card, known)]
            case _:
                return reported == meant
        new = [card for card, known in pairs if known == HIDDEN]
        owner, seen = self._owners[src], {c for pile in self._confirmed.state.table.piles for c in pile.cards}
        unseen = {card for card in pack(owner) if card not in seen} if owner is not None else set()
        return (
            all(card == known for card, known in pairs if known != HIDDEN)
            and len(set(new)) == len(new)
            and unseen.issuperset(new)
        )
