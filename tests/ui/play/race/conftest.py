"""A party at a table of the network."""

from tests.ui.lobby.conftest import hurried, party

__all__ = ["hurried", "party"]
