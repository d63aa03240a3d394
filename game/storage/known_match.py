"""What a host knew of the match that it took over, as it stands in the header of a replay."""

from typing import Annotated, Literal

import msgspec

from game.core.cards import Pile
from game.core.deal_anew import complete, dealt_anew, owners_of
from game.core.notation import LONGEST, card_text, parse_card
from game.core.rules import Rules
from game.core.state import State
from game.core.table import Table

_MOST = 2**31
_Count = Annotated[int, msgspec.Meta(ge=0, le=_MOST)]
_Points = Annotated[int, msgspec.Meta(ge=-_MOST, le=_MOST)]
_OPEN = "|"
"""Stands in a pile before its face-up cards."""


class KnownMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match as far as it was known; a pile is its cards from bottom to top, `??` for one that nobody has
    seen, with a bar before those that lie face up."""

    round: Annotated[int, msgspec.Meta(ge=1, le=_MOST)]
    phase: Literal["waiting", "playing", "scored", "won"]
    totals: tuple[_Points, ...]
    piles: tuple[str, ...]
    passes: _Count
    mode: _Count
    calls: _Count
    ready: _Count
    starts: Annotated[int, msgspec.Meta(ge=0, le=LONGEST)] | None
    scores: tuple[_Points, ...]
    reason: str
    knocker: _Count | None
    winner: _Count | None

    def state(self) -> State:
        """The state that it describes. Raises ValueError."""
        table = Table(tuple(map(_pile, self.piles)), self.passes, self.mode, self.calls)
        found = State(self.phase, self.round, table, self.totals, self.ready, self.starts)
        return found._replace(
            scores=self.scores, reason=self.reason, knocker=self.knocker, winner=self.winner
        )


def known_match(state: State) -> KnownMatch:
    """The state, which has no card in the air, as it is written."""
    table = state.table
    return KnownMatch(
        state.round,
        state.phase,  # type: ignore[arg-type]  # one of the four
        state.totals,
        tuple(map(_pile_text, table.piles)),
        table.passes,
        table.mode,
        table.calls,
        state.ready,
        state.starts,
        state.scores,
        state.reason,
        state.knocker,
        state.winner,
    )


def validate_known(known: KnownMatch, rules: Rules, seats: int) -> None:
    """Raises ValueError if no match with this number of seats by these rules can be in such a state."""
    state = known.state()
    owners = owners_of(rules, seats, state.table)
    all_dealt = complete(dealt_anew(state.table, owners, 0), owners)
    started = state.starts is not None or known.phase == "waiting"
    seated = all(seat is None or seat < seats for seat in (known.knocker, known.winner))
    counted = len(known.scores) in (0, seats) and len(known.totals) == seats
    if not (all_dealt and started and seated and counted and max(known.ready, known.calls) < 1 << seats):
        raise ValueError("no match stands like this")


def _pile_text(pile: Pile) -> str:
    cards = [card_text(card) for card in pile.cards]
    return " ".join([*cards[: len(cards) - pile.up], _OPEN, *cards[len(cards) - pile.up :]])


def _pile(text: str) -> Pile:
    down, bar, up = text.partition(_OPEN)
    if not bar or "??" in up:
        raise ValueError("not a pile")
    below, above = tuple(map(parse_card, down.split())), tuple(map(parse_card, up.split()))
    return Pile(below + above, len(above))
