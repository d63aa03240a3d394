"""What is done for the seats of a match that nobody plays, or that sit out."""

from collections.abc import Collection, Sequence

from game.core.match import Match
from game.core.state import PAUSED, PLAYING, SCORED, WAITING, Knock, Play, Request
from game.core.table import Move
from game.net.server.members import Chair


def asked_for_absent(
    match: Match, chairs: Sequence[Chair], bots: Collection[int], now: int
) -> list[tuple[int, Request]]:
    """By seat: they agree to what all others have agreed to, and to the end of a round that all have left who
    played it. Seats that nobody plays are ready only once all others are, so that whoever takes one meanwhile
    has yet to knock. `bots`: the seats that these play. `now`: microseconds of the host's clock."""
    state, seats = match.state, range(match.seats)
    absent = [seat for seat in seats if seat not in bots and not chairs[seat].present]
    if state.phase in (WAITING, SCORED, PAUSED):
        missing = [seat for seat in seats if not state.ready >> seat & 1]
        return [(seat, Knock()) for seat in missing] if set(missing) <= set(absent) else []
    out = [seat for seat in seats if state.sits_out(seat)]
    idle = {*absent, *out}
    if state.phase != PLAYING or not idle or len(absent) == match.seats:
        return []
    calls = {seat: call for seat in seats if (call := _call(match, seat))}
    if calls.keys() - idle:
        return []
    left = all(chairs[seat].departed_name for seat in calls)
    play = [seat for seat in seats if seat in bots or not (chairs[seat].departed_name or seat in out)]
    agreed = state.table.agreed or not play or left
    return [(seat, Play(call, now)) for seat, call in calls.items() if agreed]


def _call(match: Match, seat: int) -> Move | None:
    """The move by which the seat agrees, or gives up, if it may."""
    table, rules = match.state.table, match.rules
    calls = (m for m in rules.moves(table, seat) if not (m.count or rules.flies(table, seat, m)))
    return next(calls, None)
