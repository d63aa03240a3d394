"""Covers of a solo table, which hide it so that nobody can think while its clock is stopped.

Each cover has a class of its own here: a scene is described under the name of its class.
"""

from game.ui.covers.pause import PauseScene
from game.ui.covers.question import AskScene
from game.ui.rulebook.help import HelpScene


class SoloAsk(AskScene):
    """A question about the run."""


class SoloHelp(HelpScene):
    """The keys, the rules and the costs."""


class SoloPause(PauseScene):
    """The menu."""
