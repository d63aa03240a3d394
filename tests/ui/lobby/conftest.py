"""A party at a table of the network, and rounds that can be over at once."""

from collections.abc import Iterator

import pytest

from game.core import match
from game.core.cards import Pile
from game.core.table import Table
from game.rules.haisty import Haisty
from tests.ui.lobby.screens import Party


@pytest.fixture
def party() -> Iterator[Party]:
    party = Party()
    yield party
    for screen in reversed(party.screens):
        screen.ctx.quit()


@pytest.fixture
def short_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal seat 0 an empty 13-pile, so that it may knock when it likes; and count down quickly."""
    deal = Haisty.deal
    monkeypatch.setattr(match, "COUNTDOWN", 400_000)
    monkeypatch.setattr(match, "DEALING", 100_000)

    def easy(self: Haisty, seed: int, seats: int) -> Table:
        dealt = deal(self, seed, seats)
        piles = list(dealt.piles)
        piles[0], piles[5] = Pile((), 0), Pile(piles[0].cards + piles[5].cards, 0)
        return dealt._replace(piles=tuple(piles))

    monkeypatch.setattr(Haisty, "deal", easy)
