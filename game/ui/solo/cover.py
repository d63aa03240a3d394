"""Covers of a solo table, which hide it so that nobody can think while its clock is stopped.

Each cover has a class of its own here: a scene is described under the name of its class.
"""

from collections.abc import Callable
from typing import Protocol

from game.i18n import _
from game.sessions.solo import SoloSession
from game.ui.covers.pause import Menu, PauseScene
from game.ui.covers.question import AskScene
from game.ui.engine.pausable import PausableTable
from game.ui.rulebook.help import HelpScene
from game.ui.view.leaves import Button, Switch
from game.ui.view.node import Control
from game.ui.widgets.times import exact_time


class SoloTable(PausableTable, Protocol):
    """A solo table as the scenes at its end see it."""

    session: SoloSession

    def restart(self) -> None:
        """Deal the same cards again."""

    def give_up(self) -> None:
        """End the run as it stands."""

    def ask_to_end(self) -> None:
        """Ask before giving up."""

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


def menu_of(table: SoloTable, indicate: Callable[[bool], None]) -> Menu:
    """What the menu offers; `indicate`: whether to show that the deal can still be won."""
    session, rows = table.session, list[Control]()
    if session.hints and not session.rules.reflex:
        shown = session.hints.indicates
        rows.append(Switch(_("Show whether it can still be won"), shown, indicate))
    if session.begun:
        again = _("Same deal again") if session.plays else _("From the beginning")
        rows.append(Button(again, table.restart))
    if keeps := session.keeps:
        rows.append(Button(_("Give up"), table.ask_to_end))
    rows.append(Button(_("Keep for later") if keeps else _("Leave the table"), table.get_up))
    return Menu(_("Paused"), rows, f"{_(session.rules.title)} · {exact_time(session.elapsed)}")


def ask_to_begin_again(table: SoloTable) -> SoloAsk:
    """Asks before a run is dropped."""
    words = _("Start the same deal over? This run will be lost.")
    return SoloAsk(words, _("Begin again"), table).if_so(table.restart)


def ask_to_give_up(table: SoloTable) -> SoloAsk:
    """Asks before a run is ended."""
    words = _("Give up this deal? The result counts as it stands.")
    return SoloAsk(words, _("Give up"), table).if_so(table.give_up)
