"""Before the first move: what the game is about, on a strip of paper below the cards, with its lesson and its
rules. Who has never begun the game is offered the lesson."""

from collections.abc import Iterator
from typing import Final

from pygame import Rect

from game.core.portraits import BOT_NAMES, portrait_of
from game.i18n import _
from game.ui.cards.canvas import OVER
from game.ui.cards.stage import Stage
from game.ui.engine import requests, text
from game.ui.input.commands import Command, by_name
from game.ui.input.keys import Slot
from game.ui.play.scene import Extra
from game.ui.view.boxes import Row
from game.ui.view.leaves import Cameo, Style, Text
from game.ui.view.node import Node

LESSON: Final = Slot("lesson", "L")
PEACE: Final = Slot("peace", "S")
_LARGE = 1.3
"""The scale of letters from which on there is no room for all buttons."""
_RIM, _HIGH, _R = 8, 34, 17
"""From the strip to the window's edge, the height of its buttons, and of a face from its middle to its rim,
in units."""
_GOAL: Final = Style(22, 25)


class Opening(Extra):
    """Says it until the clock starts."""

    slots = by_name(LESSON, PEACE)
    _shown: Node | None = None

    def __init__(self, taught: bool, other: requests.Request | None = None) -> None:
        """`taught`: there is a lesson of the game; `other`: the same deal in peace, or else against the
        clock."""
        self._taught, self._other = taught, other

    def lay_out(self, stage: Stage) -> None:
        self._shown = None

    @property
    def _open(self) -> bool:
        return not (self.session.begun or self.session.over)

    @property
    def _new(self) -> bool:
        """Whether the player has never begun this game."""
        return self.session.rules.name not in self.table.ctx.settings.met

    def commands(self) -> Iterator[Command]:
        if self._open and self._taught:
            yield Command(LESSON, self._learn, _("a lesson of this game"), "", wanted=self._new)
        if self._open and self._other:
            yield Command(PEACE, self._switch, _("in peace, or against the clock"), "")

    def before_draw(self, at: float) -> None:
        """The first move takes the strip away."""
        if not self._open:
            self._meet()
            self.stage.overlay.end("opening")
        elif (strip := self._strip()) != self._shown:
            self._shown, box = strip, self._box(strip)
            if self._large and any(self.stage.card(pile).colliderect(box) for pile in self._laid):
                box = self._box(strip := self._strip(brief=True))
            self.stage.overlay.say("opening", strip, box, level=OVER)

    @property
    def _large(self) -> bool:
        return text.letters.scale >= _LARGE

    @property
    def _laid(self) -> Iterator[int]:
        """The piles with cards."""
        return (pile for pile, cards in enumerate(self.stage.piles) if cards)

    def _box(self, strip: Node) -> Rect:
        """Where it lies."""
        layout, u = self.stage.layout, self.stage.layout.unit
        (x, _y, wide, _h), panel = layout.areas[0].box, layout.panel
        high = round(strip.height(u, wide))
        foot = panel.y if panel.w > panel.h else layout.size[1]
        return Rect(x, foot - round(_RIM * u) - high, wide, high)

    def _strip(self, brief: bool = False) -> Node:
        """`brief`: without the goal, for it would hide cards."""
        table, rules = self.table, self.session.rules
        goal = "" if brief else _(rules.goal or rules.in_short[0])
        words = " ".join(filter(None, [_("New here?") if self._new else "", goal]))
        labels = {
            PEACE.name: (_("In peace") if self.session.may.time else _("Against the clock"), ""),
            LESSON.name: (_("Show me") if self._new else _("Lesson"), "book"),
        }
        if not self._large:
            labels["rules"] = _("Rules"), "list"  # else they are in the menu
        buttons = (
            table.commands[name].button(table.legend, 20, label=label, icon=icon, high=_HIGH, align="middle")
            for name, (label, icon) in labels.items()
            if name in table.commands
        )
        face = Cameo(portrait_of(BOT_NAMES[0]), 0, _R, align="middle") if self._new else None
        said = Text(words, _GOAL, at="start", wraps=True, grow=1)
        return Row(face, said, *buttons, gap=10, pad=(14, 9 if self._large else 5), ground="sheet")

    def _meet(self) -> None:
        settings = self.table.ctx.settings
        if self._new:
            settings.met = (*settings.met, self.session.rules.name)

    def _learn(self, _at: float) -> None:
        self.table.ctx.open(requests.Lesson(self.session.rules.name))

    def _switch(self, _at: float) -> None:
        """Play this deal, and from now on this game, the other way."""
        ctx, other, session = self.table.ctx, self._other, self.session
        ctx.settings.set_peace(session.rules.name, session.may.time)
        self.table.back()
        if other:
            ctx.open(other)
