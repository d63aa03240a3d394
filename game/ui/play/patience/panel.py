"""The panel of a solo game: what is played, the clock, the cards left, hints, the buttons."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from pygame import Rect, Surface

from game.i18n import _, exact_time, ngettext
from game.sessions.solo import SoloSession
from game.solve.hints.cache import Hint
from game.solve.verdict import HOPELESS, UNDECIDED, WON
from game.storage.run_replay import Progress
from game.ui.cards.labels import figure
from game.ui.cards.overlay import Meter
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.assets import art
from game.ui.input.commands import Command
from game.ui.input.keys import Legend
from game.ui.play.patience.remarks import RED, whole_run
from game.ui.view.boxes import Column, Fitting, Grid, Row
from game.ui.view.leaves import Button, Gap, Icon, Style, Text
from game.ui.view.node import Node
from game.ui.widgets.medals import medal_picture
from game.ui.widgets.words import short_time

GREEN = (104, 196, 128)
_PAD, _GAP, _WIDE = 14, 5, 200
"""The margin of the panel, the gap between two buttons, and the width of a column where the panel lies below
the cards, in units."""
_ABOVE = 5
"""How far the line of the title begins above its letters, in units."""
_WORRY = 15_000_000
"""Microseconds before the time limit from which the clock is red."""
_TITLE, _CLOCK, _TENTH, _COUNT = Style(31, 33), Style(62, 62), Style(36, 50), Style(26, 28)
_SMALL, _TINY = Style(18, 19, "mist"), Style(15, 17, "mist")
_STATE, _SAID = Style(19, 22, "mist"), Style(21, 24, "gold")


def title(game: str, deal: str) -> Node:
    """What is played; where the deal is too long for a line, in one for each of its parts."""
    line, *parts = (Text(words, _SMALL, at="start") for words in (deal, *deal.split(" · ")))
    return Column(Text(game, _TITLE, at="start"), Fitting(line, Column(*parts, gap=0)), Gap(high=7), gap=0)


def cards_left(whose: str, count: Sequence[int]) -> Node:
    """How many cards are placed, of how many, how many are left where there is room, and how many another run
    had placed by now, if there is one: `whose`, or the player's best if that is empty."""
    placed, cards, *rival = count
    left = ngettext("{n} card left", "{n} cards left", cards - placed).format(n=cards - placed)
    words = Text(left, _SMALL._replace(line=27), at="end")
    done = Text(f"{placed} / {cards}", _COUNT, align="end", firm=True)
    return Column(
        Row(done, Fitting(words, Gap(), grow=1), gap=8),
        Gap(high=4),
        Meter(placed / max(1, cards), (*theme.GOLD, 230), high=8),
        *(each for there in rival for each in _race(whose or _("your best run"), placed, there, cards)),
        gap=0,
    )


def _medal(name: str, time: str, open_: bool) -> Node:
    color = theme.colors.ivory if open_ else (*theme.colors.mist, 110)
    picture = medal_picture(name if open_ else "", 19)
    return Row(picture, Text(time, _SMALL, color=color), gap=4, high=21)


def _race(whose: str, placed: int, there: int, cards: int) -> tuple[Node, ...]:
    """How far the other run had come, and how many cards the player is ahead or behind."""
    ahead = placed - there
    color = GREEN if ahead > 0 else RED if ahead else theme.colors.mist
    lead = Text(figure(ahead, True) if ahead else "±0", Style(17, 18), color=color)
    cells = Text(whose, _TINY, at="start", grow=1), Text(str(there), _TINY), lead
    bar = Meter(there / max(1, cards), (*theme.colors.mist, 190), high=5)
    return Gap(high=4), bar, Row(*cells, gap=8)


def _winnable(verdict: str) -> Node:
    """What is known of whether it can be won."""
    words, color = {
        WON: (_("still winnable"), GREEN),
        HOPELESS: (_("lost"), RED),
        UNDECIDED: (_("winnable? unknown"), theme.colors.mist),
    }[verdict]

    def light(rect: Rect, u: float) -> Surface:
        if verdict == UNDECIDED:
            return theme.rounded(rect.size, rect.w // 2, (0, 0, 0, 0), color, max(2, round(2 * u)))
        return art("sign/tick" if verdict == WON else "sign/cross", rect.w, color)

    picture = Icon(verdict, light, wide=17, high=17, align="middle")
    return Row(picture, Text(words, _STATE, color=color), gap=5)


def _hint_words(hint: Hint, key: str) -> str:
    """`key`: what makes the move; empty: none does."""
    if hint.verdict == WON:
        words = _("This move leads to a win.")
    elif hint.verdict == HOPELESS:
        goes = _("It can no longer be won, but this can still go home.")
        words = goes if hint.move else _("From here it cannot be won.")
    else:
        unproved = _("Not proven: it may or may not come out.")
        words = unproved if hint.move else _("Nothing found: it may or may not come out.")
    if hint.move and key:
        words += " " + _("{key}: make this move.").format(key=key)
    return words


class SoloPanel:
    """Keeps the panel in sync with the session."""

    def __init__(
        self,
        stage: Stage,
        session: SoloSession,
        rival: Progress | None,
        name: str,
        legend: Legend,
        commands: Callable[[], Iterable[Command]],
        finger: Callable[[], float] = lambda: 0.0,
    ) -> None:
        """`rival`: how another run of the deal came on; `name`: the deal's; `commands`: what can be done now.
        `finger`: how
        many pixels a button and the gap to the next measure at the least, if there is room."""
        self._legend, self._finger, self._rival, self._commands = legend, finger, rival, commands
        self._session, self._roles, self._unit = session, stage.roles, stage.layout.unit
        self.overlay = stage.overlay
        self._left = partial(cards_left, rival.name if rival else "")
        self.extra = ""
        """A line below the bar of cards, such as the pace."""
        self.split: Node | None = None
        """How the run stands against another, in place of that line."""
        self.asks = ""
        """What the player is asked, before all that is said."""
        self.told = ""
        """What an extra says."""
        self._tenth = -1
        """The tenth of a second that the clock shows."""
        panel = Rect(stage.layout.panel)
        self._lies = panel.w > panel.h
        """Whether the panel lies below the cards."""
        self.clock, self._counted, self._rest, self._beside = self._laid_out(panel, name)

    def _laid_out(self, panel: Rect, name: str) -> list[Rect]:
        """Write the title; below it, boxes for the time, the cards, and what fills the rest; where the panel
        lies below the cards these two are in a second column, and the last box is for buttons beside it."""
        u, pad = self._unit, round(_PAD * self._unit)
        inner = panel.inflate(-2 * pad, -2 * pad)
        x, y, wide = inner.x, inner.y - round(_ABOVE * u), round(_WIDE * u) if self._lies else inner.w
        head, boxes = title(_(self._session.rules.title), name), list[Rect]()
        for node in (head, self._clock(), self._left(self._count())):
            if self._lies and boxes[1:]:
                x, y = x + wide + 2 * pad, inner.y
            boxes.append(Rect(x, y, wide, round(node.height(u, wide))))
            y = boxes[-1].bottom
        self.overlay.show("title", head, boxes[0])
        right = x + wide + pad
        beside = Rect(right, inner.y, inner.right - right, inner.h)
        return [*boxes[1:], Rect(x, y, wide, inner.bottom - y), beside]

    @property
    def buttons(self) -> dict[str, Rect]:
        """Where the buttons are, by name."""
        return self.overlay.buttons

    def tick(self) -> None:
        """Update the clock and what changes with it, each tenth of a second."""
        if self._session.elapsed // 100_000 != self._tenth:
            self._show_time()

    def _show_time(self) -> None:
        self._tenth = self._session.elapsed // 100_000
        self.overlay.renew("clock", (self._tenth, self._session.begun), self._clock, self.clock)
        self.overlay.renew("count", self._count(), self._left, self._counted)

    def refresh(self) -> None:
        """Update everything that changes with the table."""
        faces = self._faces()
        if self._lies and faces:
            grid = Grid(2, faces[0].high or 0, *faces, gap=_GAP)
            self.overlay.show("beside", Column(grid, pack="end"), self._beside)
            faces = []
        self.overlay.show("below", self._below(faces), self._rest)
        self.overlay.show("split", None if self.asks else self.split, self._rest)
        self._show_time()

    def _count(self) -> Sequence[int]:
        rival = [self._rival.at(self._session.elapsed)] if self._rival else []
        return *self._session.placed, *rival

    def _clock(self, _shown: object = None) -> Node:
        """The time, its limit, and the medals to be won: the author's above the limit, as long as it is."""
        session, limit, elapsed = self._session, self._session.limit, self._session.elapsed
        time = exact_time(elapsed)
        late = limit is not None and limit - elapsed < _WORRY and session.begun
        color = RED if late else theme.colors.ivory if session.begun else theme.colors.mist
        words = [] if limit is None else [_("limit"), short_time(limit)]
        medals = [(name, _medal(name, short_time(most), elapsed <= most)) for name, most in session.medals]
        author = [medal for name, medal in medals if name == "author" and elapsed <= session.medals[0][1]]
        spread = [node for name, medal in medals if name != "author" for node in (Gap(grow=1), medal)]
        return Column(
            Row(
                Text(time[:-2], _CLOCK, color=color, align="end", firm=True),
                Text(time[-2:], _TENTH, color=color, align="end", firm=True),
                Gap(grow=1),
                Column(*author, *(Text(each, _SMALL, at="end") for each in words), gap=0, align="end"),
                gap=0,
            ),
            Row(*spread[1:], gap=0),
            Gap(high=5),
            gap=0,
        )

    def _below(self, faces: Sequence[Node]) -> Node:
        """Whether it can be won, what a hint says, and the buttons."""
        session, hints = self._session, self._session.hints
        indicates = hints and hints.indicates and not session.over and not session.rules.reflex
        verdict = hints.winnable if hints and indicates else ""
        extra = "" if self.split or self.told else self.extra
        said = Text(self._said(), _SAID, at="start", wraps=True)
        return Column(
            Gap(high=6),
            _winnable(verdict) if verdict and not self.split else Text(extra, _STATE, at="start"),
            Column(said, pack="end", grow=1, high=None if self._lies else 110),
            Gap(high=4),
            *faces,
            gap=_GAP,
        )

    def _said(self) -> str:
        """What a hint says, that a run is complete, or that no move is left."""
        session = self._session
        if self.asks or self.told:
            return self.asks or self.told
        if session.hints and session.hints.thinking:
            return _("Searching …")
        if session.advice:
            return _hint_words(session.advice, self._legend("H"))
        if whole_run(session, self._roles):
            return _("A whole run: click it to put it away.")
        if session.vain and session.hints and session.hints.winnable == UNDECIDED and not session.begun:
            return _("Not proven in two seconds: it may or may not come out.")
        return _("No move is left. Undo, or give up.") if session.stuck else ""

    def _faces(self) -> list[Button]:
        """The current buttons."""
        high, legend = max(32.0, self._finger() / self._unit - _GAP), self._legend
        buttons = [each.button(legend, size=21, high=high) for each in self._commands()]
        return [each for each in buttons if each.label]
