"""What makes a table one of a lesson: a bar above it, lights on its piles and buttons, and its end, with what
else to know and the game itself."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from pygame import Rect

from game.core.notation import card_text
from game.core.portraits import Portrait
from game.core.table import Move
from game.i18n import _
from game.lessons.lesson import Lesson
from game.sessions.lesson import LessonMatch, LessonRun
from game.ui.cards.canvas import OVER
from game.ui.cards.layout import LESSON
from game.ui.cards.moments import At
from game.ui.cards.stage import Stage
from game.ui.covers.cover import Cover
from game.ui.engine import requests, theme
from game.ui.engine.description import Description
from game.ui.input.commands import Command, by_name
from game.ui.input.keys import Slot
from game.ui.play.end import LEAVE, End
from game.ui.play.scene import Extra, PlayScene
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import BIG, BODY, Artwork, Cameo, Plate, Style, Text, brief
from game.ui.view.node import Node

_GAP, _PAD, _APART, _WIDE, _COUNT = 10, 21, 28, 230, 78
"""Its margin, its padding, the gap beside the words, and the widths of the button and of the number of the
step, in units of the table below it."""
_LETTERS = (35, 31, 28, 24, 21, 17)
"""Heights of letters, in units: the largest that fit are used."""
_TEACHER: Final[Portrait] = "maja"
_R = 31
"""Of her face, from its middle to its rim, in units."""
_LABEL, _NUMBER = Style(23, 25, "mist"), Style(32, 34, "gold")
_BUTTONS = {"reserve": "knock", "stock": "call"}
"""The buttons that stand for a pile, by its role."""
_ARROW, _ASIDE = 39, 14
"""Height of the arrow, and how far its tip is from the edge of the cards that it points at, in units."""
_BEATS = 14
"""Steps of the pulse in a second."""


class LessonExtra(Extra):
    """Says what comes next, and lights it; Esc and a button leave the lesson at once."""

    head, quiet = LESSON, True
    slots = by_name(LEAVE)

    def __init__(self, session: LessonMatch | LessonRun) -> None:
        self._session, self._guide = session, session.guide
        self.kind = "solo-lesson" if isinstance(session, LessonRun) else "lesson"
        self._said = -1
        """The step that has been said."""
        self._words = ""
        self._lit: list[tuple[int, int]] = []
        """The piles that are lit, each with how many of its cards."""
        self._button = ""
        """The button of the table that is lit, by the role of the pile that it stands for."""
        self._level = -1
        """The brightness of what is lit."""

    def enter(self) -> None:
        """Who takes its lesson is not offered it before the game."""
        settings, name = self.table.ctx.settings, self._guide.lesson.rules.name
        if isinstance(self._session, LessonRun) and name not in settings.met:
            settings.met = (*settings.met, name)

    def lay_out(self, stage: Stage) -> None:
        """All is to be said and lit anew."""
        self._u, size = stage.layout.unit, stage.layout.size
        gap = round(_GAP * self._u)
        self._box = Rect(gap, gap, size[0] - 2 * gap, round(LESSON * self.table.unit(size)) - gap)
        self._said = -1

    def describe(self, page: Description) -> None:
        """Describe what is to be done."""
        if not self._guide.step:
            return
        lit = [number for number, _count in self._lit]
        cards = self.stage.piles[lit[0]][-self._lit[0][1] :] if len(lit) > 1 else []
        page.lesson = {
            "words": self._words,
            "step": self._guide.made + 1,
            "steps": len(self._guide.lesson.steps),
            "piles": lit,
            "card": card_text(cards[0].card) if cards else None,
            "button": [*self._pressed] if self._pressed else None,
        }

    def commands(self) -> Iterator[Command]:
        yield Command(LEAVE, lambda _at: self.table.back(), _("leave the lesson"), "")

    def show_end(self) -> bool:
        """The lesson is over."""
        self.table.ctx.push(LessonEnd(self.table, self._guide.lesson))
        return True

    def rest(self, at: float) -> float:
        """What is lit pulses."""
        return 0.05 if self.table.ctx.settings.reduced_motion else 0.0

    # -- what it shows

    def before_draw(self, at: float) -> None:
        """Say what comes next, or what came too early; what is lit pulses, and an arrow points at it."""
        if move := self._session.declined:
            self._session.declined = None
            self.stage.shake(self.stage.piles[move.src][-max(1, move.count) :], at)
            self._say(declined=True)
        elif self._guide.made != self._said:
            self._say()
        if (level := self.stage.pulse(at, _BEATS)) != self._level:
            self._level = level
            self._pulse(level)

    def _say(self, declined: bool = False) -> None:
        """Say what to do now, and light it. `declined`: a move was right, but is not what the lesson is
        about."""
        step, self._said, self._level = self._guide.step, self._guide.made, -1
        name = self._session.names[-1] if isinstance(self._session, LessonMatch) else ""
        wanted = self._guide.wanted(self._session.state.table)
        self._light(wanted)
        label = self._guide.lesson.rules.gestures.get(self._button, "")
        button = brief(_(label)) if label else ""
        self._words = _(step.words).format(name=name, button=button) if step else ""
        if declined and step:
            self._words = _("That is allowed too, but first:") + " " + self._words
        self._write()

    @property
    def _pressed(self) -> Rect | None:
        """The button that is lit."""
        return self.stage.overlay.buttons.get(_BUTTONS.get(self._button, ""))

    def _light(self, wanted: Sequence[Move]) -> None:
        """Light the cards to take and where they may go; of equal cards, or of empty piles, the first."""
        for number, _count in self._lit:
            self.stage.overlay.frame(f"lit{number}", None, theme.GOLD)
        self._lit, self._button = [], ""
        roles, piles = self.stage.roles, self._session.state.table.piles
        move = wanted[0] if wanted else None
        if move and not move.count:
            self._button = roles[move.src]
        elif move and self._guide.lesson.rules.reflex:
            self._lit = [(move.dst, 1)]
        elif move:
            self._lit = [(move.src, 1 if roles[move.src] == "stock" else move.count)]
            onto = {piles[each.dst].cards[-1:]: (each.dst, 1) for each in reversed(wanted)}
            self._lit += sorted(onto.values()) if roles[move.src] != "stock" else []

    def _pulse(self, level: int) -> None:
        color = (*theme.GOLD, 135 + 15 * level)
        for number, count in self._lit:
            self.stage.overlay.frame(f"lit{number}", number, color, OVER, -count)
        target, u, say = self._target(), self._u, self.stage.overlay.say
        ring = Plate((*theme.GOLD, 0), color, radius=10, line=3) if self._button and target else None
        say("lit button", ring, target or self._box, level=OVER)
        arrow = Artwork("sign/arrow", _ARROW, wide=_ARROW, high=_ARROW) if target else None
        tip = (self._tip(target), target.y + (10 - 1.2 * level) * u) if target else (0, 0)
        say("arrow", arrow, At("midbottom", tip))

    def _target(self) -> Rect | None:
        """What to press: a button, or the cards to take; None if nothing is lit."""
        if rect := self._pressed:
            return rect.inflate(round(8 * self._u), round(8 * self._u))
        if not self._lit:
            return None
        number, count = self._lit[0]
        return self.stage.card(number, -count)

    def _tip(self, target: Rect) -> int:
        """Where the arrow is: the key above a pile's middle stays free, and the words above a button."""
        if self._pressed:
            return target.right - target.w // 5
        place, aside = self.stage.layout.places[self._lit[0][0]].box, round(_ASIDE * self._u)
        return target.right - aside if target.x > place.x + aside else target.x + aside

    def _write(self) -> None:
        guide, u = self._guide, self._u
        steps = len(guide.lesson.steps)
        number = Column(
            Text(_("Lesson"), _LABEL),
            Text(f"{min(guide.made + 1, steps)} / {steps}", _NUMBER),
            wide=_COUNT,
            pack="middle",
            gap=2,
        )
        leave = self.table.commands[LEAVE.name].button(self.table.legend, 25, wide=_WIDE, high=50)
        leave = leave.replaced(label=_("Leave the lesson"), align="middle")
        room = self._box.w - (2 * _PAD + 3 * _APART + 2 * _R + _COUNT + _WIDE) * u
        words = (Text(self._words, Style(n, 1.12 * n), wraps=True, at="start", grow=1) for n in _LETTERS)
        fitted = next(
            each
            for each in words
            if each.style.size == _LETTERS[-1] or each.height(u, room) <= self._box.h - 14 * u
        )
        line = Row(Cameo(_TEACHER, 0, _R), number, fitted, leave, gap=_APART, grow=1)
        self.stage.overlay.show("lesson", Column(line, pad=(_PAD, 0), ground="note"), self._box)


class LessonEnd(End, Cover[None]):
    """Lies over the table of the lesson. The game itself has the focus."""

    def __init__(self, table: PlayScene[Any], lesson: Lesson) -> None:
        super().__init__(table)
        self._table, self._lesson = table, lesson

    def commands(self) -> Iterator[Command]:
        yield Command(Slot("begin"), self._begin, label=_("Play now"), wanted=True)
        yield Command(Slot("again", "R"), self._again, label=_("Repeat the lesson"))
        yield Command(LEAVE, lambda _at: self.close(), label=_("Back"))

    def _begin(self, _at: float) -> None:
        ctx, rules = self.ctx, self._lesson.rules
        self.close()
        if isinstance(ctx.scene, PlayScene):
            return  # the table from which the lesson was taken
        if self._lesson.seats > 1:
            ctx.open(requests.BotMatch(ctx.settings.bots, ctx.settings.level))
        else:
            ctx.open(requests.FreePlay(ctx.settings.rules(type(rules))))

    def _again(self, _at: float) -> None:
        ctx = self.ctx
        self.close()
        ctx.open(requests.Lesson(self._lesson.rules.name))

    def close(self) -> None:
        """Leave the lesson."""
        self.ctx.pop(self._table)

    def view(self) -> Node:
        return self.sheet(
            Text(_("That was all!"), BIG, color="gold"),
            Row(
                Cameo(_TEACHER, 0, 56, align="middle"),
                Text(_(self._lesson.end), BODY, wraps=True, at="start", grow=1),
                gap=24,
                pad=(0, 8),
            ),
            *self.buttons(),
            wide=700,
            pad=(34, 22),
        )
