"""Who is waited for where all have to knock, and who may have the others go on: as the host judges it, and as
each screen shows it."""

from typing import NamedTuple

from game.core.rules import Rules
from game.core.state import PLAYING, WON, State
from game.net.wire.messages import Room

PATIENCE = 15_000_000
"""Microseconds that all others wait for who does not knock, before they may go on without."""


class Waiting(NamedTuple):
    """Who is waited for."""

    where: tuple[bool, str, int] = (False, "", 0)
    """Whether in a match, and in what phase of which round."""
    missing: tuple[int, ...] = ()
    """The seats of those who are here and have not knocked; none while nobody is waited for."""
    asks: int | None = None
    """The member who may have the others go on: the owner, or where the owner is waited for or away the first
    who has knocked."""


def waiting(room: Room, state: State, rules: Rules | None) -> Waiting:
    """Who is waited for in this room, with the match by these rules in this state."""
    where = room.playing, *state[:2]
    if room.playing and state.phase == PLAYING:
        return Waiting(where)
    out = rules.eliminated(state.totals) if rules and room.playing and state.phase != WON else []
    places = room.places[: len(state.totals)] if room.playing else room.places
    seats = [(seat, place) for seat, place in enumerate(places) if seat not in out]
    knocked = {seat for seat, each in seats if (state.ready >> seat & 1 if room.playing else each.ready)}
    people = [(seat, each.member) for seat, each in seats if each.kind == "person"]
    missing = tuple(seat for seat, _ in people if seat not in knocked)
    if not knocked or not missing:
        return Waiting(where)
    here = [member for seat, member in people if seat in knocked]
    absent = {-1, *(each.member for seat, each in seats if each.kind == "away" or seat in missing)}
    asks = next(iter(here), None) if room.owner in absent else room.owner
    return Waiting(where, missing, asks)
