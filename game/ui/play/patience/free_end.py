"""The end of a solo game without a time limit."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from game.core.solo import PARTS
from game.i18n import _, exact_time, ngettext
from game.storage.data_folder import DataFolderError
from game.storage.replay_writer import share_run
from game.storage.result import PendingResult, Result
from game.storage.run_replay import RunReplay
from game.ui.covers.cover import Cover
from game.ui.engine import requests
from game.ui.input.commands import Command
from game.ui.input.keys import Slot
from game.ui.play.end import LEAVE, End
from game.ui.play.patience.game import SLOTS, SoloTable
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import BIG, FIGURE, NOTE, SMALL, Text
from game.ui.view.node import Node

NEXT: Final = Slot("another", "N")


def recorded(entry: PendingResult) -> str:
    """Whether a result is on disk, as text."""
    if entry.saved is None:
        return _("Recording …")
    return _("Recorded") if entry.saved.on_disk else _("Not recorded")


def won_how(result: Result) -> str:
    """How a deal was won, as text."""
    return _("It came out!") if result.placed == result.cards else _("Won with a double series")


def who_won(table: SoloTable, result: Result) -> list[str]:
    """Who has won, as text, if it was a race against somebody's run: by the cards, then by
    the time of who came out: to give up soon wins nothing. With the mark of the key, as names are
    anybody's."""
    session, rival = table.game.session, table.game.rival
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
    rival = table.game.rival
    return [(rival.name, rival.splits)] if rival and rival.name else []


def split_lines(runs: Sequence[tuple[str, Sequence[int]]]) -> list[Node]:
    """A table of splits, by the names of the runs; those that were not reached, or are 0, are empty."""

    def line(name: str, cells: Iterable[str]) -> Node:
        figures = (Text(cell, SMALL, at="end", grow=1) for cell in cells)
        return Row(Text(name, SMALL, at="start", wide=140), *figures, gap=8, pad=(8, 0), high=20)

    filled = [(name, (*splits, 0, 0, 0, 0)[:PARTS]) for name, splits in runs]
    times = [line(name, [exact_time(at) if at else "" for at in splits]) for name, splits in filled]
    return [line("", ("¼", "½", "¾", "1")), *times]


class PatienceEnd(End, Cover[None]):
    """The result of a game for one, and what to do next."""

    slots = (SLOTS["restart"],)

    def __init__(self, table: SoloTable, entry: PendingResult, run: RunReplay) -> None:
        super().__init__(table)
        self.table = table
        self._entry, self._run = entry, run
        self._shared = ""
        """Where the run has been written for others."""

    def _share(self, _at: float) -> None:
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

    def _next(self, shares: bool, leave: str) -> Iterator[Command]:
        """What can be done after any game, and then leaving, as it is called."""
        run, ctx, show = self._run, self.ctx, requests.PlayBack(self._run)
        if not (self._entry.result.won or run.rules.reflex):  # where there is speed it was a slip
            lost = show._replace(lost=True, known=self.table.game.session.solution)
            yield Command(Slot("lost", "H"), lambda _at: ctx.open(lost), label=_("Where was it lost?"))
        yield Command(Slot("watch", "W"), lambda _at: ctx.open(show), label=_("Watch the run"))
        if shares:
            yield Command(Slot("share", "S"), self._share, label=_("Share the run"))
        yield Command(LEAVE, lambda _at: self.close(), label=leave)


class SoloEnd(PatienceEnd):
    """The end of a free game."""

    input_delay = 0.8

    def commands(self) -> Iterator[Command]:
        won = self._entry.result.won
        yield Command(SLOTS["restart"], self._again, wanted=not won)
        yield Command(NEXT, self._another, label=_("Another deal"), wanted=won)
        yield from self._next(shares=True, leave=_("Leave the table"))

    def _another(self, _at: float) -> None:
        ctx, rules = self.ctx, self.table.game.session.rules
        self.table.back()
        ctx.open(requests.FreePlay(rules))

    def _again(self, _at: float) -> None:
        self.back()
        self.table.game.restart()

    def _facts(self) -> str:
        session, result = self.table.game.session, self._entry.result
        words = [_("{placed} of {cards} cards").format(placed=result.placed, cards=result.cards)]
        if mistakes := session.solo.mistakes:
            words.append(ngettext("{n} mistake", "{n} mistakes", mistakes).format(n=mistakes))
        return " · ".join([*words, *self.table.game.facts(), _("Deal {seed}").format(seed=session.seed)])

    def view(self) -> Node:
        result = self._entry.result
        friends, own = friends_splits(self.table), (_("This run"), self.table.game.session.solo.splits)
        return self.sheet(
            Text(won_how(result), BIG, color="gold") if result.won else Text(_("Not this time"), BIG),
            Text(exact_time(self.table.game.session.elapsed), FIGURE),
            *(Text(line, NOTE) for line in (*who_won(self.table, result), self._facts())),
            *(split_lines([own, *friends]) if friends else ()),
            Text(self._shared or recorded(self._entry), SMALL, wraps=True),
            Column(*self.buttons(high=44), pad=(30, 8)),
            wide=520,
            pad=(30, 20),
            gap=3,
        )
