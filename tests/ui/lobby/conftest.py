"""A party at a table of the network, and rounds that can be over at once."""

from collections.abc import Iterator

import pytest

from tests.net import partings
from tests.ui.lobby.screens import Party


@pytest.fixture
def party() -> Iterator[Party]:
    party = Party()
    yield party
    for screen in reversed(party.screens):
        screen.ctx.quit()


@pytest.fixture
def short_rounds() -> Iterator[None]:
    """Who has the first seat may knock when it likes; and count down quickly."""
    with partings.short_rounds():
        yield
