"""A party at a table of the network, and rounds that can be over at once."""

import select
import threading
import time
from collections.abc import Iterator

import pytest

from game.core import match
from game.core.cards import Pile
from game.core.table import Table
from game.lan import find_successor
from game.rules.haisty import Haisty
from tests.ui.lobby.screens import LONG, Party
from tests.ui.pilot import CLOCK

TIMES = 2
"""How much faster than the real one the clock of a party runs."""


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock and all waits are faster, those of the hosts' threads too; and a machine that is held up for
    a moment has not slept, so that no host asks who has gone on without it and refuses what is played."""
    monkeypatch.setattr(find_successor, "ASLEEP", LONG)
    sleep, wait = time.sleep, select.select
    CLOCK.hurry(TIMES)
    monkeypatch.setattr(time, "sleep", lambda seconds: sleep(seconds / TIMES))
    monkeypatch.setattr(
        select,
        "select",
        lambda read, write, faults, seconds=None: wait(
            read, write, faults, None if seconds is None else seconds / TIMES
        ),
    )


@pytest.fixture
def party(hurried: None) -> Iterator[Party]:
    party = Party()
    yield party
    CLOCK.allow()
    for screen in reversed(party.screens):
        screen.ctx.quit()
    for thread in threading.enumerate():  # they leave by the clock of the party
        if not thread.daemon and thread is not threading.main_thread():
            thread.join(LONG)


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
