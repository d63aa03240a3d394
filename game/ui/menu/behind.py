"""Bots at play behind the letters of the title: their faces beside the mat, and on it what they lay."""

from collections.abc import Iterator

from game.core.limits import BACKS, ROUNDS
from game.core.match import Match
from game.core.portraits import BOT_NAMES, portrait_of
from game.rules.haisty import Haisty
from game.sessions.bot_table import BotTable
from game.sessions.seeds import fresh_secret
from game.system import here
from game.ui.menu.logo import PILES, Logo
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import LABEL, Cameo, Text
from game.ui.view.node import Node

_NAMES = BOT_NAMES[:2]
_BEGUN = 20.0
"""Seconds that they have played when they are seen first."""
_R = 50
"""Of a face, from its middle to its rim, in units."""


class Behind:
    """A match of two, of which nothing is counted nor kept."""

    def __init__(self, back: int) -> None:
        """`back`: of the first one's cards."""
        match, seats = Match(Haisty(), len(_NAMES), fresh_secret(), 0, ROUNDS), range(len(_NAMES))
        self._table = BotTable(match, dict.fromkeys(seats, "hard"), 1, _NAMES)
        self._backs, self._begun = [(back + seat) % BACKS for seat in seats], here().clock.seconds() - _BEGUN
        spots = enumerate(match.rules.spots(len(_NAMES)))
        self._shared = [pile for pile, spot in spots if spot.role == "foundation"][:PILES]

    def step(self, logo: Logo, now: float, thrown: bool = True) -> None:
        """Lay what they have laid by now, if not all at once then card by card."""
        self._table.advance(round(1e6 * (now - self._begun)))
        self._table.views[0].update(self._table.now)
        for place, pile in enumerate(self._shared):
            logo.lay(place, self._table.views[0].state.table.piles[pile].exposed, now, thrown)

    def faces(self) -> Iterator[Node]:
        """The one at the left and the one at the right, with their points."""
        totals = self._table.views[0].state.totals
        for name, back, total in zip(_NAMES, self._backs, totals, strict=True):
            told = Row(Text(f"{name} {total}", LABEL), ground="plate", pad=(14, 1), align="middle")
            yield Column(Cameo(portrait_of(name), back, _R, align="middle"), told, gap=4, pack="middle")
