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
from game.ui.engine.scene import Context
from game.ui.input.commands import Command
from game.ui.input.keys import Slot
from game.ui.play.end import LEAVE, STAGE, End, fan, shine
from game.ui.play.patience.game import SLOTS, SoloTable
from game.ui.view.boxes import Column, Grid, Row, Stack
from game.ui.view.leaves import BIG, FIGURE, HEADING, NOTE, SMALL, Gap, Style, Text
from game.ui.view.node import Node
from game.ui.widgets.plot import course_picture
from game.ui.widgets.words import deal_words, short_time

NEXT: Final = Slot("another", "N")
Runs = Sequence[tuple[str, Sequence[int]]]
"""The splits of runs of a deal, by their names."""
_PRIZE, _MARGIN, _FOOT, _PAPER = 480, 48, 96, 360
"""How wide the part of the mat is on which the prize lies; the margin beside the paper; how high the foot is
where the next deal lies ready; and how high the paper is where nothing lies below it, in units."""
_MIDDLE: Final = 240, 222
"""That of the prize, in units."""
_TIME: Final = FIGURE._replace(size=84, line=84)
_SPENT: Final = FIGURE._replace(size=48, line=48)
_LINE: Final = NOTE._replace(line=27)
_KINGS: Final = "h13", "s13", "d13", "c13"
"""The prize of a free game."""
_NEXT: Final = Style(34, 38, "gold")


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
    the time of who came out: to give up soon wins nothing. The key's fingerprint follows the name:
    anybody can take a name."""
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


def friends_splits(table: SoloTable) -> Runs:
    """The splits of somebody's run that was raced, by the name."""
    rival = table.game.rival
    return [(rival.name, rival.splits)] if rival and rival.name else []


def _split_lines(runs: Runs) -> list[Node]:
    """A table of splits, by the names of the runs, the first in the colour of its curve; those that were not
    reached, or are 0, are empty."""

    def line(name: str, cells: Iterable[str], color: str = "") -> Node:
        figures = (Text(cell, SMALL, at="end", grow=1, color=color) for cell in cells)
        return Row(Text(name, SMALL, at="start", wide=170, color=color), *figures, gap=8, high=22)

    filled = [(name, (*splits, 0, 0, 0, 0)[:PARTS]) for name, splits in runs]
    times = [
        line(name, [exact_time(at) if at else "" for at in splits], "" if number else "gold")
        for number, (name, splits) in enumerate(filled)
    ]
    return [line("", ("¼", "½", "¾", "1")), *times]


class PatienceEnd(End, Cover[None]):
    """The result of a game for one: the prize on a mat, the run on paper, the next deal ready."""

    fills = True
    mat = STAGE
    slots = (SLOTS["restart"],)

    def __init__(self, table: SoloTable, entry: PendingResult, run: RunReplay) -> None:
        super().__init__(table)
        self.table = table
        self._entry, self._run = entry, run
        self._shared = ""
        """Where the run has been written for others."""

    def enter(self, ctx: Context) -> None:
        """The table stays below."""
        super().enter(ctx)
        assert self.table.stage
        self._deck = self.table.stage.canvas.deck

    def _paper(self) -> Node:
        """The run on paper."""
        runs = self.runs()
        shared = Text(self._shared, SMALL, wraps=True) if self._shared else None
        state = Text(recorded(self._entry), SMALL, at="end")
        return Column(
            Row(Text(self.title, HEADING, at="start", grow=1), state),
            Row(self._course(), Column(*self._told(), gap=2, wide=340), gap=20, grow=1),
            *(_split_lines(runs) if any(any(splits) for _name, splits in runs) else ()),
            shared,
            gap=3,
            pad=(24, 10),
            ground="sheet",
            high=_PAPER,
        )

    def view(self) -> Node:
        paper = self._paper()
        below = tuple(self.measured())
        paper = paper.replaced(grow=1.0) if below else paper
        right = Column(Gap(high=28), paper, *below, Gap(high=14), gap=10, grow=1, pack="middle")
        above = Row(self._prize(), right, Gap(wide=_MARGIN), gap=0)
        light = shine(*_MIDDLE) if self.lit() else None
        return Column(Stack(light, above, high=592), self._ready(), wide=1280, high=720, gap=0)

    @property
    def title(self) -> str:
        """The game and the deal, by which others can play it."""
        head = self._run.header
        return f"{_(self.table.game.session.rules.title)} · {deal_words(head.challenge, head.seed)}"

    def prize(self) -> Node:
        """What has been won; or where it would lie."""
        return Gap(high=180)

    def headline(self) -> tuple[str, str]:
        """What has become of it, as text, and the colour."""
        result = self._entry.result
        return (won_how(result), "gold") if result.won else (_("Not this time"), "ivory")

    def time(self) -> Node:
        """The time of the run, which counts where it was won."""
        return Text(exact_time(self._entry.result.time), _TIME if self._entry.result.won else _SPENT)

    def lit(self) -> bool:
        """Whether there is light on the prize."""
        return self._entry.result.won

    def lines(self) -> Sequence[str]:
        """What there is to say of the run."""
        return ()

    def runs(self) -> Runs:
        """The splits of the run, and of those that it is compared with."""
        return [(_("This run"), self.table.game.session.solo.splits), *friends_splits(self.table)]

    def measured(self) -> Iterable[Node]:
        """What lies below the paper."""
        return ()

    def ahead(self) -> str:
        """What is said of the deal that lies ready; empty: none does."""
        return ""

    def _prize(self) -> Node:
        """The prize, what it is called, and the time."""
        (words, color), result = self.headline(), self._entry.result
        left = result.cards - result.placed
        told = ngettext("{n} card left", "{n} cards left", left).format(n=left)
        fell = self.table.game.session.may.time and not result.won
        parts = Text(words, BIG, color=color), Text(told, HEADING) if fell else None
        card = Column(*parts, ground="stock", pad=(30, 4), gap=0, align="middle") if words else Gap(high=72)
        time = Row(self.time(), ground="plate", pad=(22, 2), align="middle")
        return Column(self.prize(), card, time, gap=14, pad=(46, 0), wide=_PRIZE)

    def _told(self) -> Iterator[Node]:
        for words in self.lines():
            yield Text(words, _LINE, at="start", wraps=True)

    def _course(self) -> Node:
        """The curves of the run and of the first that it is compared with."""
        result, parts = self._entry.result, [part / PARTS for part in range(1, PARTS + 1)]
        (_name, own), *others = self.runs()
        shown = [own, *(splits for _name, splits in others[:1] if all(splits))]
        curves = [[(at / 1e6, part) for at, part in zip(each, parts, strict=False)] for each in shown]
        if not result.won:
            curves[0].append((result.time / 1e6, result.placed / result.cards))
        end = short_time(round(1e6 * max([at for curve in curves for at, _part in curve], default=0)))
        return Column(
            Text(_("Cards laid, as time went by"), SMALL, at="start"),
            course_picture(curves, 1.0),
            Row(Text("0:00", SMALL, at="start", grow=1), Text(end, SMALL)),
            gap=0,
            grow=1,
        )

    def _ready(self) -> Node:
        """The cards that are dealt next, and all that can be done."""
        first, *others = self.buttons(high=44, grow=1.0)
        columns = len(others) if len(others) < 4 else -(-len(others) // 2)
        ahead = self.ahead()
        words = Text(first.label, _NEXT), Text(ahead, SMALL) if ahead else None
        inside = Column(*words, gap=0, pad=(20, 6), pack="middle")
        return Row(
            fan(self._deck, [str(self.ctx.settings.back)] * 3, 58) if ahead else None,
            first.replaced(inside=inside, wide=330, grow=0.0),
            Grid(columns, 46, *others, gap=8, grow=1, align="middle"),
            gap=14,
            pad=(40, 0),
            high=_FOOT,
        )

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

    def prize(self) -> Node:
        won = self._entry.result.won
        return (
            Column(Gap(high=70), fan(self._deck, _KINGS, 150).replaced(align="middle"))
            if won
            else super().prize()
        )

    def lines(self) -> list[str]:
        session, result = self.table.game.session, self._entry.result
        words = [_("{placed} of {cards} cards").format(placed=result.placed, cards=result.cards)]
        if mistakes := session.solo.mistakes:
            words.append(ngettext("{n} mistake", "{n} mistakes", mistakes).format(n=mistakes))
        return [*who_won(self.table, result), *words, *self.table.game.facts()]

    def ahead(self) -> str:
        return self.title if not self._entry.result.won else _(self.table.game.session.rules.title)


class PeaceEnd(SoloEnd):
    """The end of a game in peace: nothing is timed or compared."""

    def __init__(
        self, table: SoloTable, entry: PendingResult, run: RunReplay, following: requests.Request
    ) -> None:
        """`following`: what is played next."""
        super().__init__(table, entry, run)
        self._following = following

    def commands(self) -> Iterator[Command]:
        won = self._entry.result.won
        yield Command(SLOTS["restart"], self._again, label=_("Again"), wanted=not won)
        yield Command(NEXT, self._another, label=_("Next deal"), wanted=won)
        yield Command(LEAVE, lambda _at: self.close(), label=_("Leave the table"))

    def _another(self, _at: float) -> None:
        ctx = self.ctx
        self.table.back()
        ctx.open(self._following)

    def time(self) -> Node:
        result = self._entry.result
        words = _("{placed} of {cards} cards").format(placed=result.placed, cards=result.cards)
        return Text(words, HEADING)

    def _paper(self) -> Node:
        title, words = Text(self.title, HEADING, at="start"), _("Played in peace: no time, no medal.")
        return Column(title, Text(words, _LINE, at="start", wraps=True), pad=(24, 16), ground="sheet")
