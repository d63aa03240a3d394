"""Handicaps: how many cards the 13-pile of each seat has, as it is shown there and as it is chosen."""

from collections.abc import Callable, Sequence
from functools import partial

from game.core.limits import HANDICAPS, Handicap
from game.i18n import _, ngettext
from game.sessions.session import Session
from game.ui.covers.cover import Cover, PausableTable
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import LABEL, NOTE, ROW, TITLE, Button, Choice, Style, Text
from game.ui.view.node import Node

AFTER, FAR = 3, 40
"""How many rounds have been played before a handicap is suggested, and how many points behind the leader."""


def tag(cards: int, size: float = 17) -> Node | None:
    """What stands at a seat that has fewer cards than usual; `size`: of the letters, in units."""
    if cards == HANDICAPS[0]:
        return None
    words = Text(f"{cards}", Style(size, 1.2 * size), firm=True)
    return Row(words, pad=(0.35 * size, 0), ground="tag", align="middle")


def of_seat(handicaps: Sequence[int], seat: int) -> int:
    """How many cards the 13-pile of this seat has by these, of which there may be none."""
    return handicaps[seat] if seat < len(handicaps) else HANDICAPS[0]


def cards_words(cards: int) -> str:
    """So many cards."""
    return ngettext("{n} card", "{n} cards", cards).format(n=cards)


def suggested(session: Session, seat: int) -> Handicap | None:
    """How many cards a player is suggested who has lost this round too and is far behind, unless something
    has just been chosen for that seat; None: nothing is suggested."""
    state = session.state
    dealt, chosen = of_seat(state.handicaps, seat), of_seat(session.handicaps, seat)
    smaller = [cards for cards in HANDICAPS if cards < dealt]
    late = state.round >= AFTER and max(state.totals) - state.totals[seat] >= FAR
    lost = seat < len(state.scores) and state.scores[seat] < max(state.scores)
    if late and lost and smaller and chosen == dealt and session.may_handicap(seat):
        return smaller[0]
    return None


class HandicapScene(Cover[None]):
    """Lies over the lobby or the standings, and goes once there is nothing more to choose."""

    def __init__(self, table: PausableTable, session: Session, names: Callable[[], Sequence[str]]) -> None:
        """`names`: of all seats, empty where nobody sits."""
        super().__init__(table)
        self._session, self._names = session, names

    def step(self, now: float) -> None:
        super().step(now)
        if not any(map(self._session.may_handicap, range(len(self._session.handicaps)))):
            self.back()
        self.renew()

    def view(self) -> Node:
        told = (
            _("A smaller 13-pile for whoever needs it."),
            _("The rest of the pack goes to the hand, from the next round on."),
            _("Such matches count apart from the others."),
        )
        rows = (self._row(seat, name) for seat, name in enumerate(self._names()) if name)
        return self.sheet(
            Text(_("Handicap"), TITLE),
            Text(" ".join(told), NOTE, wraps=True),
            Column(*rows),
            Button(_("OK"), self.back, wide=240, align="middle"),
            wide=620,
            pad=(34, 20),
            gap=12,
        )

    def _row(self, seat: int, name: str) -> Node:
        """What the seat has, to be chosen if somebody here may."""
        now = of_seat(self._session.handicaps, seat)
        if not self._session.may_handicap(seat):
            label, value = Text(name, LABEL, at="start", grow=1), Text(cards_words(now), LABEL, at="end")
            return Row(label, value, pad=(16, 0), high=ROW)
        names, choose = [*map(cards_words, HANDICAPS)], partial(self._choose, seat)
        return Choice(name, names, HANDICAPS.index(now), choose, name=f"handicap{seat}")

    def _choose(self, seat: int, at: int) -> None:
        self._session.handicap(seat, HANDICAPS[at])
        self.renew()
