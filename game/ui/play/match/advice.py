"""What to do when nothing can be played: who has called, the own call, turning one card at a time."""

from collections.abc import Collection

from game.core.state import PLAYING
from game.i18n import _, ngettext
from game.rules.haisty import ONES
from game.sessions.session import Session

_NAMES = 3
"""The most names in a sentence."""


def one_by_one(session: Session) -> bool:
    """Whether everyone turns one card at a time."""
    return session.state.phase == PLAYING and session.state.table.mode == ONES


def called(session: Session, seat: int) -> bool:
    """Whether the seat's call still holds."""
    return session.state.phase == PLAYING and bool(session.state.table.calls >> seat & 1)


def advice(session: Session, own: int | None = None, key: str = "D") -> str:
    """A sentence for a player who cannot move; empty while there is nothing to say. `own`: the player's seat,
    if not the session's; `key`: of the call."""
    state = session.state
    own = session.seat if own is None else own
    if state.phase != PLAYING or not session.plays:
        return ""
    names, calls = session.names, state.table.calls
    callers = [name for seat, name in enumerate(names) if calls >> seat & 1]
    if calls >> own & 1:
        others = [name for seat, name in enumerate(names) if not calls >> seat & 1]
        return _("You call speltorka. Waiting for {names}.").format(names=few(others)) if others else ""
    if callers:
        return ngettext(
            "{names} calls speltorka. Nothing to play? Press {key}.",
            "{names} call speltorka. Nothing to play? Press {key}.",
            len(callers),
        ).format(names=few(callers), key=key)
    if not any(move.count for move in session.rules.moves(state.table, own)):
        return _("No card can move and the hand cannot be turned. Press {key}: speltorka.").format(key=key)
    return ""


def few(names: list[str]) -> str:
    """As many names as fit, and how many more there are."""
    most = names if len(names) <= _NAMES else names[: _NAMES - 1]
    more = len(names) - len(most)
    return ", ".join(most) + (f" +{more}" if more else "")


def waiting_for(session: Session, away: Collection[int]) -> str:
    """Who has yet to knock for the next round; nobody waits for the seats whose players are `away`."""
    ready = session.state.ready
    names = [name for seat, name in enumerate(session.names) if not (ready >> seat & 1 or seat in away)]
    return _("Waiting for {names} …").format(names=few(names)) if names else _("Waiting for the others …")
