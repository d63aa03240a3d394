"""Where a run was lost: the table as it was then, with the move that was made and one that would have kept
it, and practice from there.

Only a run that did not come out is asked about, and none of a reflex game: there a card is taken as it turns
up, and what loses is a slip or the clock, not a move that looked as good as another.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from game.core.state import Event
from game.core.table import Move
from game.i18n import _
from game.sessions.live_run import PracticeRun
from game.sessions.run_playback import RunPlayback
from game.solve.hints.process import SolverClient
from game.solve.lost import Lost
from game.storage.run_replay import progress_of
from game.system import here
from game.ui.cards.moments import At
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.assets import art
from game.ui.engine.description import Description
from game.ui.input.commands import Command, by_name
from game.ui.input.keys import Slot
from game.ui.play.patience.game import SoloTable, solo_table
from game.ui.play.patience.remarks import GREEN, RED
from game.ui.play.scene import Extra, Said
from game.ui.play.time_line import Tick, TimeLine
from game.ui.rulebook.example import arrow, bow
from game.ui.view.leaves import Icon

_SLOTS = by_name(Slot("practise", "H"), Slot("lost", "H"), Slot("shown", "B"))
_SIGN = 34
"""The height of the sign on an arrow, in units."""


def watched_run(session: RunPlayback, known: Sequence[Move], asked: bool) -> SoloTable:
    """A run with its time line, which has a tick for each of its splits. `known`: moves that
    win the deal; `asked`: whether it is to be shown at once where it was lost."""
    acts, progress = session.run.acts, progress_of(session.run)
    ticks = [Tick(acts[bisect_left(progress.times, at, 1) - 1].at) for at in progress.splits]
    line = TimeLine(session, session.lasts, ticks, ("lt", "rt"))
    asks = not (session.end.won or session.rules.reflex)
    return solo_table(session, extras=[line, *([WhereLost(session, line, known, asked)] if asks else [])])


class WhereLost(Extra):
    """Searches for where the run was lost when that is asked for, and shows it until the playback goes on."""

    slots = _SLOTS

    def __init__(self, session: RunPlayback, line: TimeLine, known: Sequence[Move], asked: bool) -> None:
        """See `watched_run`."""
        self._session, self._line, self._known, self._asked = session, line, known, asked
        self._made = session.end.history.line
        self._solver: SolverClient | None = None
        """What searches; None: nothing does."""
        self._found: Lost | None = None
        self._moves: Sequence[Move | None] | None = None
        """The moves shown, if any may be: the one made, and one that would have kept it."""
        self._shown: object = None
        """What is shown: what searches, and whether the playback is held."""

    def leave(self) -> None:
        """Stop searching."""
        if self._solver:
            self._solver.close()
        self._solver = None

    def lay_out(self, stage: Stage) -> None:
        """Everything is to be shown anew."""
        self._shown = None

    def filter(self, events: Sequence[Event], now: float) -> Sequence[Event]:
        """Search if that was asked for, take in what has been found, and show what has changed."""
        if not self.table.stage:
            return events
        if self._solver and not self._session.clock.held:
            self.leave()  # the viewer has gone on
        if self._solver and (found := self._solver.lost()):
            self.leave()
            self._found, self._asked = found, True
        if self._asked:
            self._asked, events = False, ()
            self._ask(now)
        shown = self._solver, self._session.clock.held
        if shown != self._shown:
            self._shown = shown
            self._show()
        return events

    def describe(self, page: Description) -> None:
        """Describe the moves."""
        if self._moves:
            page.lost = dict(zip(("made", "kept"), self._moves, strict=True))

    def _ask(self, now: float) -> None:
        """Stand where it was lost, if that has been found; else at the end, and search."""
        rules, seed = self._session.rules, self._session.seed
        self._session.hold(self._at)
        self.table.jump(now)
        if not self._found:
            self._solver = SolverClient()
            self._solver.seek(rules, rules.deal(seed, 1), self._made, self._known)

    @property
    def _at(self) -> int:
        """How many moves come before the table to be shown."""
        won, _line, hopeless = self._found or Lost()
        return won if won is not None else len(self._made) if hopeless is None else max(0, hopeless - 1)

    # -- what it shows

    def _show(self) -> None:
        found, self.said = self._found, Said()
        made = kept = None
        if self._solver:
            self.said = Said(_("Searching …"))
        elif found and self._session.clock.held:
            self.said = Said(self._words(found))
            if self._may_practise():
                made, kept = next(iter(self._made[self._at :]), None), next(iter(found.line), None)
            if found.won is not None:
                self._line.add(Tick(self._session.moment(found.won)[0], GREEN))
            if found.hopeless:
                self._line.add(Tick(self._session.moment(found.hopeless - 1)[0], RED))
        exact = found and found.exact
        self._moves = (made, kept) if found and self._session.clock.held else None
        self._arrow("lost", made, RED if exact else theme.colors.ivory, False if exact else None)
        self._arrow("kept", kept, theme.GOLD, True)
        self.table.renew()

    def _words(self, found: Lost) -> str:
        won, line, hopeless = found
        if won == len(self._made):
            words = _("It was not lost.")
        elif won is None and hopeless is None:
            words = _("Nothing found: it may or may not come out.")
        elif hopeless == 0:
            words = _("This deal could never be won.")
        elif won is None:
            words = _("Lost by move {last} of {all} at the latest.")
        elif hopeless is None:
            words = _("Not lost before move {first} of {all}; after that it is not known.")
        elif found.exact:
            words = _("Move {first} of {all} lost it.")
        else:
            words = _("Lost between move {first} and move {last} of {all}.")
        words = words.format(first=(won or 0) + 1, last=hopeless, all=len(self._made))
        after = _("The move with the tick leads to a win.") if line else ""
        return f"{words} {after}".strip()

    def _arrow(self, name: str, move: Move | None, color: theme.Color, right: bool | None) -> None:
        """An arrow from the cards that move to where they go, with a tick or a cross; no move: none."""
        stage, u = self.stage, self.stage.layout.unit
        if not move:
            stage.overlay.end(name)
            return
        way = bow(stage.card(move.src, -max(1, move.count)).center, stage.card(move.dst).center)
        picture, corner = arrow(way, color, u)
        if right is not None:
            sign, tint = ("sign/tick", GREEN) if right else ("sign/cross", RED)
            mark = art(sign, round(_SIGN * u), tint)
            picture.blit(mark, mark.get_rect(center=way[len(way) // 2] - corner))
        wide, high = (side / u for side in picture.get_size())
        drawn = Icon((move, color, right), lambda _rect, _u: picture, wide=wide, high=high)
        stage.overlay.say(name, drawn, At("topleft", corner))

    # -- practice

    def _shows(self) -> bool:
        """Whether the table is shown where it was lost, or that is searched for."""
        return bool(self._solver or (self._found and self._session.clock.held))

    def _may_practise(self) -> bool:
        """Whether a table is shown from which the deal may be won."""
        return not self._solver and self._shows() and self._found is not None and self._found.hopeless != 0

    def _ask_it(self, _at: float) -> None:
        self._asked = True

    def _practise(self, _at: float) -> None:
        """Play on from the table shown."""
        assert self._found
        session, before = self._session, self._made[: self._at]
        wins = (*before, *self._found.line) if self._found.line else ()
        more = {"back": session.backs[0], "name": _("Practice"), "solution": wins, "solver": SolverClient()}
        run = PracticeRun(before, session.rules, session.seed, here().clock.seconds, **more)
        self.table.ctx.push(solo_table(run, extras=[_Practice()]))

    def commands(self) -> Iterator[Command]:
        if self._may_practise():
            yield Command(_SLOTS["practise"], self._practise, "", _("Practise from here"), wanted=True)
        if self._shows():
            yield Command(_SLOTS["shown"], lambda _at: self.table.back(), "", _("Back"))
        else:
            yield Command(_SLOTS["lost"], self._ask_it, "", _("Where was it lost?"))


class _Practice(Extra):
    """Over once the deal has come out."""

    kind, quiet = "solo-practice", True

    def show_end(self) -> bool:
        """Go back to the table where it began."""
        self.table.back()
        return True
