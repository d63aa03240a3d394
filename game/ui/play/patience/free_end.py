"""The end of a solo game without a time limit."""

from collections.abc import Iterable, Sequence
from typing import Final

import pygame

from game.core.solo import PARTS
from game.i18n import _, exact_time, ngettext
from game.storage.data_folder import DataFolderError
from game.storage.replay_writer import share_run
from game.storage.result import PendingResult, Result
from game.storage.run_replay import RunReplay
from game.ui.covers.cover import Cover
from game.ui.engine import requests
from game.ui.engine.scene import Context
from game.ui.play.patience.game import SoloTable
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import BIG, FIGURE, NOTE, SMALL, Button, Text
from game.ui.view.node import Action, Node


def recorded(entry: PendingResult) -> str:
    """Whether a result is on disk, as text."""
    if entry.saved is None:
        return _("Recording …")
    return _("Recorded") if entry.saved.on_disk else _("Not recorded")


def won_how(result: Result) -> str:
    """How a deal was won, as text."""
    return _("It came out!") if result.placed == result.cards else _("Won with a double series")


Way = tuple[str, Action, str]
"""What can be done after a game: its label, the action, and one of KEYS."""
KEYS: Final = {
    "R": pygame.K_r,
    "N": pygame.K_n,
    "S": pygame.K_s,
    "W": pygame.K_w,
    "H": pygame.K_h,
    "Esc": pygame.K_ESCAPE,
}


def buttons(ctx: Context, *ways: Way | None) -> list[Button]:
    """A button for each of these ways, with its key. The first has the focus, and with it Enter."""
    found: list[Button] = []
    for label, action, key in dict.fromkeys(way for way in ways if way):
        cap = key if found and not ctx.pads.make else ""
        found.append(Button(label, action, primary=not found, keys=(KEYS[key],), cap=cap, high=44))
    return found


def where_lost(table: SoloTable, run: RunReplay, result: Result) -> Way | None:
    """The way to where a run was lost, if it was; a reflex game is not asked."""
    if result.won or run.rules.reflex:
        return None
    lost = requests.PlayBack(run, lost=True, known=table.gameplay.session.solution)
    return _("Where was it lost?"), lambda: table.ctx.open(lost), "H"


def who_won(table: SoloTable, result: Result) -> list[str]:
    """Who has won, as text, if it was a race against somebody's run: by the cards, then by
    the time of who came out: to give up soon wins nothing. With the mark of the key, as names are
    anybody's."""
    session, rival = table.gameplay.session, table.gameplay.rival
    if not (rival and rival.name):
        return []
    own = result.won, session.placed[0], result.won and -result.time
    other = rival.won, rival.placed[-1], rival.won and -rival.times[-1]
    words = _("You have beaten {name}") if own > other else _("{name} has beaten you")
    words = _("A draw with {name}") if own == other else words
    if rival.name == _("the other run"):  # where words have cases it is no name to be put in
        words = _("You have beaten the other run") if own > other else _("The other run has beaten you")
        words = _("A draw with the other run") if own == other else words
    return [words.format(name=f"{rival.name} {rival.key}".strip())]


def friends_splits(table: SoloTable) -> list[tuple[str, Sequence[int]]]:
    """The splits of somebody's run that was raced, by the name."""
    rival = table.gameplay.rival
    return [(rival.name, rival.splits)] if rival and rival.name else []


def split_lines(runs: Sequence[tuple[str, Sequence[int]]]) -> list[Node]:
    """A table of splits, by the names of the runs; those that were not reached, or are 0, are empty."""

    def line(name: str, cells: Iterable[str]) -> Node:
        figures = (Text(cell, SMALL, at="end", grow=1) for cell in cells)
        return Row(Text(name, SMALL, at="start", wide=140), *figures, gap=8, pad=(8, 0), high=20)

    filled = [(name, (*splits, 0, 0, 0, 0)[:PARTS]) for name, splits in runs]
    times = [line(name, [exact_time(at) if at else "" for at in splits]) for name, splits in filled]
    return [line("", ("¼", "½", "¾", "1")), *times]


class PatienceEnd(Cover[None]):
    """The result of a game for one, and what to do next."""

    def __init__(self, table: SoloTable, entry: PendingResult, run: RunReplay) -> None:
        super().__init__(table)
        self.table = table
        self._entry, self._run = entry, run
        self._shared = ""
        """Where the run has been written for others."""

    def _share(self) -> None:
        ctx, words = self.ctx, _("For your friends: {path}")
        try:
            path = share_run(ctx.folder, self._run, ctx.notify) if ctx.folder else None
        except DataFolderError as error:
            self._shared = str(error)
        else:
            self._shared = words.format(path=path) if path else _("This run was not kept.")

    def close(self) -> None:
        """Leave the table."""
        self.table.back()

    def _buttons(self, *ways: Way | None, shares: bool, leave: str) -> list[Button]:
        """Those of these ways, and of what can be done after any game; `leave`: how leaving is called."""
        watch = _("Watch the run"), lambda: self.ctx.open(requests.PlayBack(self._run)), "W"
        share = (_("Share the run"), self._share, "S") if shares else None
        lost = where_lost(self.table, self._run, self._entry.result)
        return buttons(self.ctx, *ways, lost, watch, share, (leave, self.close, "Esc"))


class SoloEnd(PatienceEnd):
    """The end of a free game."""

    input_delay = 0.8

    def _another(self) -> None:
        ctx, rules = self.ctx, self.table.gameplay.session.rules
        self.table.back()
        ctx.open(requests.FreePlay(rules))

    def _again(self) -> None:
        self.back()
        self.table.gameplay.restart()

    def _facts(self) -> str:
        session, result = self.table.gameplay.session, self._entry.result
        words = [_("{placed} of {cards} cards").format(placed=result.placed, cards=result.cards)]
        if mistakes := session.solo.mistakes:
            words.append(ngettext("{n} mistake", "{n} mistakes", mistakes).format(n=mistakes))
        return " · ".join([*words, *self.table.gameplay.facts(), _("Deal {seed}").format(seed=session.seed)])

    def view(self) -> Node:
        result = self._entry.result
        again: Way = _("Same deal again"), self._again, "R"
        on: Way = _("Another deal"), self._another, "N"
        ways = (on, again) if result.won else (again, on)
        friends, own = friends_splits(self.table), (_("This run"), self.table.gameplay.session.solo.splits)
        return self.sheet(
            Text(won_how(result), BIG, color="gold") if result.won else Text(_("Not this time"), BIG),
            Text(exact_time(self.table.gameplay.session.elapsed), FIGURE),
            *(Text(line, NOTE) for line in (*who_won(self.table, result), self._facts())),
            *(split_lines([own, *friends]) if friends else ()),
            Text(self._shared or recorded(self._entry), SMALL, wraps=True),
            Column(*self._buttons(*ways, shares=True, leave=_("Leave the table")), pad=(30, 8)),
            wide=520,
            pad=(30, 20),
            gap=3,
        )
