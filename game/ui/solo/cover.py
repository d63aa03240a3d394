"""Covers of a solo table, which hide it so that nobody can think while its clock is stopped.

Each cover has a class of its own here: a scene is described under the name of its class.
"""

from typing import Protocol

from game.i18n import _
from game.sessions.solo import SoloSession
from game.ui.covers.pause import PauseScene
from game.ui.covers.question import AskScene
from game.ui.engine.covered import Covered
from game.ui.rulebook.page import HelpScene


class SoloTable(Covered, Protocol):
    """A solo table as the scenes at its end see it."""

    session: SoloSession

    def restart(self) -> None:
        """Deal the same cards again."""

    def give_up(self) -> None:
        """End the run as it stands."""

    def get_up(self) -> None:
        """Leave the table."""

    def facts(self) -> list[str]:
        """Further facts about the run."""


class SoloAsk(AskScene):
    """A question about the run."""


class SoloHelp(HelpScene):
    """The keys, the rules and the costs."""


class SoloPause(PauseScene):
    """The menu."""


def ask_to_begin_again(table: SoloTable) -> SoloAsk:
    """Asks before a run is dropped."""
    words = _("Start the same deal over? This run will be lost.")
    return SoloAsk(words, _("Begin again"), table.restart, table)


def ask_to_give_up(table: SoloTable) -> SoloAsk:
    """Asks before a run is ended."""
    words = _("Give up this deal? The result counts as it stands.")
    return SoloAsk(words, _("Give up"), table.give_up, table)
