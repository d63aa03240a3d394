"""What is beside the cards of a solo game: the clock, what is played and how far, what is said, the tags, the
best run."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from pygame import Rect, Surface

from game.i18n import _, exact_time, ngettext
from game.sessions.solo import SoloSession
from game.solve.hints.cache import Hint
from game.solve.verdict import HOPELESS, UNDECIDED, WON
from game.storage.result import Result
from game.storage.run_replay import Progress
from game.ui.cards.labels import figure
from game.ui.cards.overlay import Meter
from game.ui.cards.stage import Stage
from game.ui.engine import text, theme
from game.ui.engine.assets import NAMES, art
from game.ui.input.commands import Command
from game.ui.input.keys import Legend
from game.ui.play.patience.clock import Scale, clock
from game.ui.play.patience.remarks import whole_run
from game.ui.play.scene import MENU, PAUSE
from game.ui.view.boxes import Column, Fitting, Grid, Row
from game.ui.view.leaves import Button, Gap, Icon, Style, Text
from game.ui.view.node import Drawn, Node, State
from game.ui.widgets.medals import medal_disc, metal_name
from game.ui.widgets.words import short_time

BETTER: Final = (11, 79, 58)
"""What is good news on paper."""
_GAP, _APART, _WIDE = 6, 10, 214
"""From one tag to the next, from one part to the next, and the width of the paper where the panel lies below
the cards, at least, in units."""
_DIAL = 0.295
"""The most that the clock may be high, of a panel that stands."""
_TAG, _SIGN, _LARGE = 40, 52, 60
"""Heights of a tag, of one with a word below its sign, and of one in large letters, in units."""
_LETTERS, _SIGNS = 1.3, ("restart", "give up", "rules")
"""The scale of letters from which on there are few tags; and the commands with small words below a sign."""
_LABEL, _BESIDE = 20, 24
"""The height of a tag's letters, and what is beside them, in units."""
_ICONS = {"rules": "list"}
"""The icons of commands that are called otherwise."""
_FEW = 3
"""Tags besides the menu in large letters."""
_WORD: Final = Style(15, 18)
"""The word below a sign."""
_TITLE, _COUNT, _SMALL = Style(21, 25), Style(17, 20, "mist"), Style(16, 19, "mist")
_STATE, _SAID, _LEAD = Style(17, 20, "mist"), Style(19, 22), Style(22, 26, "gold")
_INNER: Final = (12, 8)
"""The margins of a paper and a plate, in units."""


class Sign(Button):
    """A tag with its sign, and below it a small word; its key is told in the help."""

    def _words(self, rect: Rect, u: float, state: State) -> Drawn:
        on = theme.ground(self._ground)
        ink = on.gold if self.wanted else on.ivory
        picture, word = art(f"icons/{self.icon}", round(22 * u), ink), Text(self.label, _WORD, color=ink)
        high, pad = round(word.height(u, rect.w)), round(3 * u)
        lower = Rect(rect.x + pad, rect.bottom - high - pad, rect.w - 2 * pad, high)
        upper = Rect(rect.x, rect.y + pad, rect.w, lower.y - rect.y - pad)
        return [(picture, picture.get_rect(center=upper.center).topleft), *word.pictures(lower, u)]


def tool(command: Command, legend: Legend, high: float, kind: type[Button] = Button, **how: Any) -> Button:
    """The tag of a command, with its icon if it has one."""
    icon = _ICONS.get(command.slot.name, command.slot.name.replace(" ", "-"))
    found = {"icon": icon} if f"icons/{icon}" in NAMES else {}
    return command.button(legend, _LABEL, kind, high=high, **found | how)


def cards_left(whose: str, count: Sequence[int]) -> Node:
    """How many cards are placed, of how many, and how many another run had placed by now, if there is one:
    `whose`, or the player's best if that is empty."""
    placed, cards, *rival = count
    words = ngettext("{placed} of {n} card laid", "{placed} of {n} cards laid", cards).format(
        placed=placed, n=cards
    )
    few = Text(f"{placed} / {cards}", _COUNT, at="start")
    return Column(
        Fitting(Text(words, _COUNT, at="start"), few),
        Gap(high=4),
        Meter(placed / max(1, cards), theme.GOLD, high=9),
        *(each for there in rival for each in _race(whose or _("your best run"), placed, there, cards)),
        gap=0,
    )


def _race(whose: str, placed: int, there: int, cards: int) -> tuple[Node, ...]:
    """How far the other run had come, and how many cards the player is ahead or behind."""
    ahead, on = placed - there, theme.ground("sheet")
    color = BETTER if ahead > 0 else on.gold if ahead else on.mist
    lead = Text(figure(ahead, True) if ahead else "±0", Style(17, 18), color=color)
    cells = Text(whose, _SMALL, at="start", grow=1), Text(str(there), _SMALL), lead
    return Gap(high=3), Meter(there / max(1, cards), on.mist, high=5), Row(*cells, gap=8)


def _winnable(verdict: str) -> Node:
    """What is known of whether it can be won."""
    on = theme.ground("sheet")
    words, color = {
        WON: (_("still winnable"), BETTER),
        HOPELESS: (_("lost"), on.gold),
        UNDECIDED: (_("winnable? unknown"), on.mist),
    }[verdict]

    def light(rect: Rect, u: float) -> Surface:
        if verdict == UNDECIDED:
            return theme.rounded(rect.size, rect.w // 2, (0, 0, 0, 0), color, max(2, round(2 * u)))
        return art("sign/tick" if verdict == WON else "sign/cross", rect.w, color)

    picture = Icon(verdict, light, wide=17, high=17, align="middle")
    return Row(picture, Text(words, _STATE, color=color, at="start", grow=1), gap=5)


def _disc(metal: str, high: float) -> Node:
    return Icon(
        (metal, high), lambda rect, _u: medal_disc(metal, rect.h), wide=high, high=high, align="middle"
    )


def _metal(name: str) -> str:
    """A medal's name as a heading."""
    words = metal_name(name)
    return words[:1].upper() + words[1:]


def _best(best: Result, tries: int) -> Node:
    """The best run so far, and which attempt this is."""
    words = _("Best: {medal}").format(medal=_metal(best.medal)) if best.medal else _("Your best run")
    time = exact_time(best.time) if best.won else f"{best.placed} / {best.cards}"
    lines = Column(
        Text(words, _COUNT, at="start", color="ivory"),
        Text(time, _LEAD, at="start"),
        Text(_("Attempt {n}").format(n=tries + 1), _SMALL, at="start"),
        gap=0,
        grow=1,
    )
    return Row(_disc(best.medal, 42) if best.medal else None, lines, gap=10)


def _to_win(scale: Scale) -> Node:
    """The times of the medals by their names."""
    rows = (
        Row(
            _disc(name, 19),
            Text(_metal(name), _COUNT, at="start", grow=1),
            Text(short_time(most), _COUNT, color="ivory", firm=True),
            gap=7,
        )
        for name, most in scale.marks
        if name != "author"
    )
    return Column(*rows, gap=1)


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
        best: Result | None = None,
        tries: int = 0,
    ) -> None:
        """`rival`: how another run of the deal came on; `name`: the deal's; `commands`: what can be done now.
        `finger`: how many pixels a button and the gap to the next measure at the least, if there is room.
        `best`: the best result on this deal, of so many `tries`."""
        self._legend, self._finger, self._commands = legend, finger, commands
        self._session, self._roles, self._unit = session, stage.roles, stage.layout.unit
        self._scale = Scale(session.medals, session.limit)
        self.overlay = stage.overlay
        self.extra = ""
        """A line below the bar of cards, such as the pace."""
        self.split: Node | None = None
        """How the run stands against another, in place of that line."""
        self.told = ""
        """What the player is asked, or an extra says."""
        self.hidden: Sequence[Command] = ()
        """What is only in the menu."""
        self._second = -1
        """The second that the clock shows."""
        panel = self._panel = Rect(stage.layout.panel)
        self._lies = panel.w > panel.h
        """Whether the panel lies below the cards."""
        self._title = self._heading(name)
        self._lay_out(rival)
        won, times = best and _best(best, tries), _to_win(self._scale) if self._scale.marks else None
        plates = [each for each in ((times, won), (won,), (times,)) if any(each)]
        self._plates = [Column(*each, ground="plate", pad=_INNER, gap=_GAP) for each in plates]
        """What was reached, and what is to be won, by how much room there is."""

    def compare(self, rival: Progress | None) -> None:
        """Race this one from now on."""
        self._lay_out(rival)
        self.refresh()

    def _lay_out(self, rival: Progress | None) -> None:
        """Where all lies, with a bar for another run or without."""
        self._rival, session = rival, self._session
        self._whose = rival.name if rival else ""
        panel, u = Rect(self._panel), self._unit
        side = panel.h if self._lies else min(panel.w, round(_DIAL * panel.h))
        side = side if session.may.time else 0
        self.clock = Rect(panel.x if self._lies else panel.centerx - side // 2, panel.y, side, side)
        gap = round(_APART * u)
        if self._lies:
            wide = round(_WIDE * text.letters.larger() * u)
            x, y = self.clock.right + gap, panel.y
            self._beside = Rect(x + wide + gap, panel.y, panel.right - x - wide - gap, panel.h)
        else:
            x, y, wide = panel.x, self.clock.bottom, panel.w
            self._beside = Rect(0, 0, 0, 0)
        """Where buttons are beside the paper."""
        tells = self._indicates or session.rules.reflex or not session.plays
        most = WON if tells else ""
        full, bare = (
            round(self._paper((self._whose, self._count(), most, "", bare)).height(u, wide))
            for bare in (False, self._lies)
        )
        self._about = Rect(x, y, wide, full), Rect(x, y, wide, bare)
        """Where it is said what is played and how far; with and without the name of it."""
        self._rest = [
            Rect(x, each.bottom + gap, wide, panel.bottom - each.bottom - gap) for each in self._about
        ]

    def _heading(self, name: str) -> Node:
        """What is played, and which deal of it: where that is too long for a line, in one for each part."""
        game = Text(_(self._session.rules.title), _TITLE, at="start")
        line, *parts = (Text(words, _SMALL, at="start") for words in (name, *name.split(" · ")))
        return Column(game, Fitting(line, Column(*parts, gap=0)), Gap(high=3), gap=0)

    @property
    def buttons(self) -> dict[str, Rect]:
        """Where the buttons are, by name."""
        return self.overlay.buttons

    def tick(self) -> None:
        """Update the clock each second, and how far the other run had come."""
        if self._session.elapsed // 1_000_000 != self._second:
            self._show_time()
            if self._rival:
                self._show_rest()

    def _show_time(self) -> None:
        self._second = self._session.elapsed // 1_000_000
        if self._session.may.time:
            self.overlay.renew("clock", (self._second, self._session.begun), self._clock, self.clock)

    def _clock(self, _shown: object) -> Node:
        return clock(self._scale, self._session.elapsed, self._session.begun)

    def refresh(self) -> None:
        """Update everything that changes with the table."""
        self._show_rest()
        self._show_time()

    def _show_rest(self) -> None:
        hints = self._session.hints
        verdict = hints.winnable if hints and self._indicates else ""
        extra = "" if self.split or self.told else self.extra
        said = self._said()
        bare = self._lies and bool(said or self.split)
        about = self._whose, self._count(), verdict, extra, bare
        self.overlay.renew("paper", about, self._paper, self._about[bare])
        tags = self._tags([each for each in self._commands() if each.words])
        if self._lies:
            self.overlay.show("beside", tags, self._beside)
        self.overlay.show("below", self._below(said, None if self._lies else tags), self._rest[bare])

    @property
    def _indicates(self) -> bool:
        """Whether it is shown whether it can be won."""
        session, hints = self._session, self._session.hints
        return bool(hints and hints.indicates and not session.over and not session.rules.reflex)

    def _count(self) -> Sequence[int]:
        rival = [self._rival.at(self._session.elapsed)] if self._rival else []
        return *self._session.placed, *rival

    def _paper(self, about: tuple[str, Sequence[int], str, str, bool]) -> Node:
        """What is played and how far, and whether it can be won, or something else; `about`: whose run the
        other one is, these, and whether there is no room for what is played."""
        whose, count, verdict, extra, bare = about
        state = _winnable(verdict) if verdict else Text(extra, _STATE, at="start") if extra else None
        heading = None if bare else self._title
        return Column(heading, cards_left(whose, count), state, ground="sheet", pad=_INNER, gap=2)

    def _below(self, said: str, tags: Node | None) -> Node:
        """What is said, and the tags; if nothing is, and there is room, below these the best run, or what is
        to be won."""
        if self.split or said:
            room = self._rest[self._lies]
            words = Text(said, _SAID, at="start", wraps=True) if said else None
            papers = (Column(each, words, ground="sheet", pad=_INNER) for each in (self.split, None))
            both, only = (Column(paper, Gap(grow=1), tags, gap=_APART) for paper in papers)
            high = both.height(self._unit, room.w)
            crowded = words and high - both.slack("down", self._unit, high) > room.h
            return only if crowded else both
        room = self._rest[False]
        high = tags.height(self._unit, room.w) if tags else 0
        left = room.h - high - _APART * self._unit
        plate = next((each for each in self._plates if each.height(self._unit, room.w) <= left), None)
        return Column(Gap(grow=1), tags, plate, gap=_APART)

    def _said(self) -> str:
        """What a hint says, that a run is complete, or that no move is left."""
        session = self._session
        if self.told:
            return self.told
        if session.hints and session.hints.thinking:
            return _("Searching …")
        if session.advice:
            move, words = session.advice.move, _hint_words(session.advice, self._legend("H"))
            turns = move and self._roles[move.src] == "stock"
            return _("Turn a card.") + " " + words if turns else words
        if whole_run(session, self._roles):
            return _("A whole run: click it to put it away.")
        if session.vain and session.hints and session.hints.winnable == UNDECIDED and not session.begun:
            return _("Not proven in two seconds: it may or may not come out.")
        return _("No move is left. Undo, or give up.") if session.stuck else ""

    def _fits_half(self, commands: Sequence[Command]) -> bool:
        """Whether undo and redo fit beside each other."""
        u, words = self._unit, [each.words for each in commands if each.slot.name in ("undo", "redo")]
        room = (self._rest[False].w - _GAP * u) / 2 - _BESIDE * u
        return all(text.least_width(each, _LABEL * u) <= room for each in words)

    def _tags(self, commands: Sequence[Command]) -> Node:
        """The current commands: in words, and below these some with small words; in large letters only a
        few, the others are in the menu. What can rarely be done is there while it can."""
        finger, large = self._finger() / self._unit - _GAP, text.letters.scale >= _LETTERS
        offered = [each for each in commands if each.can or each.slot.name != "finish"]
        signs = [each for each in offered if each.slot.name in _SIGNS]
        words = [each for each in offered if each not in signs]
        if len(signs) == 1:
            words, signs = [*words, *signs], []
        words.sort(key=lambda each: each.slot in (PAUSE, MENU))
        redo = [each for each in words if each.slot.name == "redo"] if large else []
        words = [each for each in words if each not in redo]
        rest = [*redo, *words[:-1][_FEW:], *signs]
        self.hidden = rest if large and words else []
        if self.hidden:
            *most, last = words
            high = max(_LARGE, finger)
            menu = tool(last, self._legend, high, label=_("More …"), icon="more")
            return Column(
                *(tool(each, self._legend, high) for each in most[:_FEW]), menu, gap=_GAP, pack="end"
            )
        high, low = max(_TAG, finger), max(_SIGN, finger)
        pairs, rows = not self._lies and self._fits_half(words), list[Node]()
        for each in words:
            tag = tool(each, self._legend, high, grow=1.0)
            beside = pairs and each.slot.name == "redo"
            rows.append(Row(rows.pop(), tag, gap=_GAP) if beside else tag)
        told = Grid(2 if self._lies else 1, high, *rows, gap=_GAP)
        below = Row(*(tool(each, self._legend, low, Sign, grow=1.0) for each in signs), gap=_GAP)
        return Column(told, below if signs else None, gap=_GAP, pack="end")
