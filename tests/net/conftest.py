"""Tables with programs that could host them, for tests of how a host is lost and found; and whether there can
be networks of namespaces."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.rules import haisty
from tests.net.lan import obstacle
from tests.net.programs import MakePrograms, Programs


@pytest.fixture
def programs(tmp_path: Path) -> Iterator[MakePrograms]:
    """Makes a table in play."""
    made: list[Programs] = []

    def make(players: int, bots: int = 0, up: float = 0.0, sits: bool = False) -> Programs:
        made.append(Programs(tmp_path, players, bots, up, sits=sits))
        return made[-1]

    yield make
    for each in made:
        each.close()


@pytest.fixture
def short_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal 13-piles of three cards, so that a round is soon over."""
    monkeypatch.setattr(haisty, "RESERVE_SIZE", 3)


@pytest.fixture(scope="session")
def possible() -> None:
    """Networks of namespaces; without them the test is skipped."""
    if reason := obstacle():
        pytest.skip(reason)
