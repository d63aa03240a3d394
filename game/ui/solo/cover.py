"""Covers of a solo table, which hide it so that nobody can think while its clock is stopped.

Each cover has a class of its own here: a scene is described under the name of its class.
"""

from game.ui.covers.cover import AskScene, PauseScene
from game.ui.rulebook.page import HelpScene


class SoloAsk(AskScene):
    """A question about the run."""


class SoloHelp(HelpScene):
    """The keys, the rules and the costs."""


class SoloPause(PauseScene):
    """The menu."""
