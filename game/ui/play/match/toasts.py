"""What appears for a moment over the table: shouts, notes, duels, streaks, the prompt at the start."""

from collections.abc import Sequence
from operator import itemgetter

from pygame import Rect, Surface

from game.core.state import WAITING
from game.i18n import _
from game.sessions.session import Session
from game.ui.cards.canvas import AIR
from game.ui.cards.labels import bubble, burst, label
from game.ui.cards.layout import SHARED
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.page import Page
from game.ui.input.keys import Legend
from game.ui.play.match.hud import Hud
from game.ui.play.match.knocks import BEGIN, Knockers
from game.ui.play.match.seats import CRIES
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import HEADING, NOTE, SMALL, Text
from game.ui.view.node import Node, Placed, State, still
from game.ui.widgets.toasts import Toasts

_BUBBLE, _NOTE, _DUEL, _STREAK = 1.8, 1.6, 1.5, 0.9
"""Seconds that a shout, a note, a duel and a streak stay."""
_POP, _LARGER = 0.08, 1.35
"""Seconds that each picture of a movement is shown, and how much larger words are at first."""
_FLASH = 230, 150, 70
"""How opaque the flash of a pile is, picture by picture."""
_LOUD, _WORDS = 60, 38
"""The largest letters of a streak, and those of a duel, in units."""
_DARK = (3, 16, 11, 222)
_WIDEST = 744
"""The prompt, in units."""


class TableToasts:
    """The shouts and notes, and the prompts that depend on the phase."""

    def __init__(
        self,
        stage: Stage,
        hud: Hud,
        session: Session,
        legend: Legend,
        knockers: Knockers,
        still: bool = False,
    ) -> None:
        """`still`: nothing grows or shrinks."""
        self._still, self._legend, self._knockers = still, legend, knockers
        self._playing: list[tuple[float, str, Surface, tuple[int, int], float]] = []
        """What is yet to be shown: when, its name, picture, place and end."""
        self._toasts = Toasts(stage.canvas)
        self._stage, self._hud, self._session = stage, hud, session
        self._prompted: object = None
        """The prompt shown."""
        self._knocks: list[Placed] = []
        """Its buttons."""
        self._middle = Rect(next(area.box for area in stage.layout.areas if area.kind == SHARED)).center

    @property
    def waiting(self) -> bool:
        """Whether something shown has yet to expire."""
        return self._toasts.waiting

    def step(self, now: float, dealing: bool) -> None:
        """Remove what has expired; show what is due, and the prompt."""
        self._toasts.step(now)
        if self._playing:
            self._show_due(now)
        self._prompt(dealing)

    def shout(self, seat: int, shout: int, now: float) -> None:
        """A seat calls something out."""
        self._say(seat, _(CRIES[shout]), theme.PAPER, now)

    def cry(self, seat: int, words: str, now: float) -> None:
        """A seat makes an important announcement."""
        self._say(seat, words, theme.GOLD, now)

    def note(self, words: str, pile: int, now: float) -> None:
        """A small note above one of the own piles, not at another's."""
        layout = self._stage.layout
        (x, y, w, _h), u = layout.places[pile].box, layout.unit
        picture = label(words, u)
        at = picture.get_rect(midbottom=(x + w // 2, y - round(2 * u)))
        seat = layout.areas[layout.places[pile].area].box
        at = at.clamp(seat.x, 0, seat.w, layout.size[1])
        self._toasts.put("note", picture, at.topleft, now + _NOTE)

    def duel(self, words: str, pile: int, color: theme.Color, now: float) -> None:
        """Who was faster at a shared pile: it flashes in this colour and says so."""
        box = Rect(self._stage.layout.places[pile].box)
        for name in self._hud.frame("duel pile", pile, color, width=0.06):
            self._toasts.end(name, now + _DUEL)
        flash = [theme.rounded(box.size, round(0.07 * box.w), (*color, alpha)) for alpha in _FLASH]
        if not self._still:
            self._play("duel flash", flash, box.center, now, len(flash) * _POP)
        at = box.centerx, round(box.y + 0.84 * box.h)
        self._play("duel", self._slam(words, _WORDS, (color, theme.INK)), at, now, _DUEL)

    def streak(self, seat: int, count: int, pile: int, now: float) -> None:
        """The cards that an own seat has laid one after the other without a pause, counted on the latest."""
        box = Rect(self._stage.layout.places[pile].box)
        size = min(_LOUD, 24 + 3.0 * count, 0.42 * box.w / self._stage.layout.unit)
        at = box.centerx, round(box.y + 0.36 * box.h)
        words = self._slam(f"×{count}", size, (_DARK, theme.GOLD))
        self._play(f"streak{seat}", words, at, now, _STREAK)

    def _slam(self, words: str, size: float, colors: tuple[theme.Color, theme.Color]) -> Sequence[Surface]:
        """Words that are larger at first."""
        return [burst(words, self._stage.layout.unit, size * part, *colors) for part in (_LARGER, 1.0)]

    def _play(
        self, key: str, pictures: Sequence[Surface], middle: tuple[int, int], now: float, lasts: float
    ) -> None:
        """Show the pictures one after the other; the last one stays, and is all that is shown if nothing may
        move."""
        window = Rect(0, 0, *self._stage.layout.size)
        self._playing = [each for each in self._playing if each[1] != key]
        for number, picture in enumerate(pictures[-1:] if self._still else pictures):
            at = picture.get_rect(center=middle).clamp(window).topleft
            self._playing.append((now + number * _POP, key, picture, at, now + lasts))
        self._playing.sort(key=itemgetter(0))
        self._show_due(now)

    def _show_due(self, now: float) -> None:
        while self._playing and self._playing[0][0] <= now:
            _, key, picture, at, until = self._playing.pop(0)
            self._toasts.put(key, picture, at, until)

    def _say(self, seat: int, words: str, color: theme.Color, now: float) -> None:
        x, y, end = self._hud.voice(seat)
        picture = bubble(words, self._stage.layout.unit, color)
        at = picture.get_rect(midleft=(min(x, end - picture.width), y))
        self._toasts.put(f"bubble{seat}", picture, at.topleft, now + _BUBBLE)

    def _prompt(self, dealing: bool) -> None:
        waits = self._session.state.phase == WAITING and not dealing and self._session.plays
        prompt, hover = self._invitation() if waits else None, self._hud.hover
        if (prompt, hover) == self._prompted:
            return
        self._prompted, self._knocks = (prompt, hover), []
        for name in [name for name in self._hud.buttons if name.startswith(BEGIN)]:
            del self._hud.buttons[name]
        if not prompt:
            self._stage.canvas.tag("prompt", None)
            return
        picture, knocks = still(prompt, self._stage.layout.unit, _WIDEST, hover)
        rect = picture.get_rect(center=self._middle)
        self._stage.canvas.tag("prompt", picture, rect.topleft, AIR)
        self._knocks = [each._replace(rect=each.rect.move(rect.topleft)) for each in knocks]
        self._hud.buttons.update({each.name: each.rect for each in self._knocks})

    def describe(self, page: Page) -> None:
        """Add the buttons of the prompt."""
        page.controls += [each.control.describe(each.rect, State()) for each in self._knocks if each.control]

    def _invitation(self) -> Node:
        """The buttons to begin, and below them what a newcomer has to know; or that others have yet to."""
        knocks = self._knockers.buttons(self._session, _("Knock to begin"))
        if not knocks:
            return Column(Text(_("Waiting for the others …"), HEADING), ground="plate", pad=(22, 22))
        aim = _("Empty your 13-pile first. Everyone plays at once, card by card, onto the shared table.")
        return Column(
            Row(*knocks, gap=14, pack="middle"),
            Text(aim, NOTE, color="ivory"),
            Text(self._first_steps(), SMALL, color="ivory"),
            ground="plate",
            pad=(22, 19),
            gap=2,
        )

    def _first_steps(self) -> str:
        """The least to know about the device in use."""
        caps = self._legend
        if caps.make:
            words = _("{send}: send a card · {lift}: pick it up · {turn}: turn the hand · {pause}: pause")
            return words.format(send=caps("send"), lift=caps("lift"), turn=caps("V"), pause=caps("P"))
        if self._session.here[1:]:
            return _("Each plays with half of the keyboard: its keys stand on the piles · F1: help")
        words = _("Click or drag a card · Right click: to the table · {turn}: turn the hand · {help}: help")
        return words.format(turn=caps("V"), help=caps("F1"))
