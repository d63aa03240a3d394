"""A party at a table of the network."""

from tests.ui.lobby.conftest import party

__all__ = ["party"]
