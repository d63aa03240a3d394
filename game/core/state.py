"""The state of a match, folded from its events: phase, round, table, cards in the air, scores; and what a
seat may ask of the host.
"""

from typing import NamedTuple

from game.core.table import Move, Moved, Table, TableEvent, fold, mask

WAITING, PLAYING, PAUSED, SCORED, WON = "waiting", "playing", "paused", "scored", "won"
"""Waiting until all have knocked; playing; the round stands still, until all have knocked again; it is
counted; the match is won."""

FLIGHT = 100_000
"""Microseconds that a card or knock takes to reach the shared table."""

DELAY = 80_000
"""The most microseconds after a landing at which it is shown, at a table with a slow line."""

HAND = 30_000
"""Least microseconds from a press that moves own cards to the seat's next one. No hand is as quick: the
record in drumming, with two sticks and nothing to look at, is 1,208 strokes in a minute, 50 ms each (World's
Fastest Drummer, 2013); the quickest bot takes 44 ms."""

UNDECIDED, LANDS, RETURNS = -3, -2, -1
"""What becomes of a throw when it arrives: not certain yet; it lands; it returns. From 0 on it returns, and
this seat was faster."""

KINDS_OF_CHEER = GRACIOUS, GLOATING = range(2)
SHOUTS = 6


class Dealt(NamedTuple):
    """A new round lies on the table."""

    round: int
    table: Table
    handicaps: tuple[int, ...] = ()
    """See State."""


class Ready(NamedTuple):
    """A seat has knocked for the start of the round."""

    seat: int


class Sat(NamedTuple):
    """A new seat, the highest, plays from the next deal on."""

    seat: int


class Started(NamedTuple):
    """All have knocked but the seats that sit `out`, one bit each; play opens at `at` (host's clock,
    microseconds). What arrives is shown `delay` microseconds later, at every screen alike."""

    at: int
    out: int = 0
    delay: int = 0


class Asked(NamedTuple):
    """A seat asks for a pause, at `at` (host's clock, microseconds)."""

    seat: int
    at: int


class Paused(NamedTuple):
    """The round stands still for all from `at` on, as this seat has asked; what was pressed before lands."""

    seat: int
    at: int


class Thrown(NamedTuple):
    """Cards left a hand at `at` and arrive FLIGHT later; a knock (count 0) carries none. It is told again
    once it is certain what becomes of them."""

    seat: int
    move: Move
    cards: tuple[tuple[int, int, int], ...]
    at: int
    fate: int = UNDECIDED


class Returned(NamedTuple):
    """A move did not fit when it was judged; `faster` is the seat that came first, if one did.

    Not `thrown`: the cards never left the hand, and what it threw before is still in the air.
    """

    seat: int
    move: Move
    faster: int | None
    thrown: bool = True


class Dud(NamedTuple):
    """A knock that was not allowed; only that seat is notified, by a dull thud."""

    seat: int


class Scored(NamedTuple):
    """The round is over: "knock" by a seat, or "stuck" by agreement; its scores and the new totals."""

    reason: str
    seat: int | None
    scores: tuple[int, ...]
    totals: tuple[int, ...]

    @property
    def before(self) -> tuple[int, ...]:
        """The totals before this round."""
        return tuple(total - score for total, score in zip(self.totals, self.scores, strict=True))


class Won(NamedTuple):
    """The match is over."""

    seat: int


class Shouted(NamedTuple):
    """A seat called out one of the SHOUTS."""

    seat: int
    shout: int


class Cheered(NamedTuple):
    """The winner is GRACIOUS or GLOATING."""

    seat: int
    kind: int


MatchEvent = (
    Dealt
    | Ready
    | Sat
    | Started
    | Asked
    | Paused
    | Thrown
    | Returned
    | Dud
    | Scored
    | Won
    | Shouted
    | Cheered
)


class State(NamedTuple):
    """All that is known of a match; `ready` is a set of seats, one bit each."""

    phase: str
    round: int
    table: Table
    totals: tuple[int, ...]
    ready: int = 0
    starts: int | None = None
    air: tuple[Thrown, ...] = ()
    scores: tuple[int, ...] = ()
    reason: str = ""
    knocker: int | None = None
    winner: int | None = None
    out: int = 0
    """The seats that sit this round out, from its start to the next deal."""
    delay: int = 0
    """Microseconds after its arrival at which what is thrown is shown there, in this round."""
    asks: Asked | None = None
    """Who asks for a pause and since when; in one, who has brought it about, and when it began."""
    played: int = 0
    """Microseconds that this round had been played when it last went on after a pause."""
    handicaps: tuple[int, ...] = ()
    """By seat, how many cards its 13-pile was dealt, from the first round on in which not all had the usual
    number; empty: they always had."""

    @property
    def began(self) -> int:
        """When play would have opened had it never been paused, by the host's clock."""
        return (self.starts or 0) - self.played

    def sits_out(self, seat: int) -> bool:
        """Whether the others play this round, or have played it, without that seat."""
        return bool(self.out >> seat & 1)


class Resumed(NamedTuple):
    """The whole state, for a client that joins in the middle of a match."""

    state: State


Event = TableEvent | MatchEvent | Resumed


def opening(seats: int) -> State:
    """The state before the first deal."""
    return State(WAITING, 0, Table(()), (0,) * seats)


def fold_match(state: State, event: Event) -> State:
    """The state after the event; masked events fold onto a masked state."""
    match event:
        case Dealt(number, table, handicaps):
            return State(WAITING, number, table, state.totals, handicaps=handicaps)
        case Ready(seat):
            return state._replace(ready=state.ready | 1 << seat)
        case Resumed(found):
            return found
        case Sat():
            return state._replace(totals=(*state.totals, 0))
        case Started(at, out, delay):
            played, begun = state.played, state.asks if state.phase == PAUSED else None
            if begun and state.starts is not None:
                played += max(0, begun.at - state.starts)
            return state._replace(phase=PLAYING, starts=at, out=out, delay=delay, asks=None, played=played)
        case Asked():
            return state._replace(asks=event)
        case Paused():
            return state._replace(phase=PAUSED, ready=state.out, asks=Asked(*event))
        case Thrown():
            return state._replace(air=(*_without(state.air, event.seat), event))
        case Returned(thrown=False) | Shouted() | Cheered():
            return state
        case Returned(seat) | Dud(seat):
            return state._replace(air=_without(state.air, seat))
        case Scored(reason, seat, scores, totals):
            return state._replace(
                phase=SCORED,
                ready=0,
                air=(),
                scores=scores,
                totals=totals,
                reason=reason,
                knocker=seat,
                asks=None,
            )
        case Won(seat):
            return state._replace(phase=WON, winner=seat)
        case Moved(seat) if state.air:
            return state._replace(air=_without(state.air, seat), table=fold(state.table, event))
        case _:
            return state._replace(table=fold(state.table, event))


def later(event: Event, by: int) -> Event:
    """The event as if it had come so many microseconds later."""
    match event:
        case Started() | Asked() | Paused() | Thrown():
            return event._replace(at=event.at + by)
        case Resumed(state) if state.starts is not None:
            asks = state.asks and state.asks._replace(at=state.asks.at + by)
            air = tuple(thrown._replace(at=thrown.at + by) for thrown in state.air)
            return Resumed(state._replace(starts=state.starts + by, asks=asks, air=air))
        case _:
            return event


def mask_match(event: Event) -> Event:
    """The event as all seats may see it."""
    match event:
        case Dealt(table=table):
            return event._replace(table=table.view())
        case Moved():
            return mask(event)
        case _:
            return event


def private_to(event: Event) -> int | None:
    """The only seat that gets the event: of a knock in the air, a dud, an unthrown move; None: all get it."""
    match event:
        case Dud(seat) | Thrown(seat, (_, _, 0)) | Returned(seat, (_, _, 0)) | Returned(seat, thrown=False):
            return seat
        case _:
            return None


def numbered(event: Event) -> bool:
    """Whether all get the event, in the same order. A throw changes nothing on the table, and each seat is
    told of it in its own time."""
    return private_to(event) is None and not isinstance(event, Thrown)


def in_air(event: Event, state: State) -> bool:
    """Whether it is a throw that is in the air already, and only its fate is told."""
    return isinstance(event, Thrown) and any(event[:4] == thrown[:4] for thrown in state.air)


def _without(air: tuple[Thrown, ...], seat: int) -> tuple[Thrown, ...]:
    return tuple(thrown for thrown in air if thrown.seat != seat)


class Play(NamedTuple):
    """Make a move, pressed at `press` (host's clock, microseconds)."""

    move: Move
    press: int


class Knock(NamedTuple):
    """Knock for the start of a round."""


class AskPause(NamedTuple):
    """Ask for a pause, or agree to one that is asked for."""


class Shout(NamedTuple):
    """Call out one of the shouts."""

    shout: int


class Cheer(NamedTuple):
    """Show, as the winner, gracious or gloating."""

    kind: int


Request = Play | Knock | AskPause | Shout | Cheer
"""What a seat asks of the host, which answers with events."""
