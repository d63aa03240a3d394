"""What appears for a moment over the table: shouts, notes, the countdown, the prompt at the start."""

from pygame import Rect, Surface

from game.core.state import PLAYING, WAITING
from game.i18n import _
from game.sessions.session import Session
from game.ui.cards.canvas import AIR
from game.ui.cards.labels import banner, bubble, burst, label
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
from game.ui.view.node import Node, Placed, State
from game.ui.view.still import still
from game.ui.widgets.toasts import Toasts

BEAT = 600_000
"""Microseconds between the joint knocks of the countdown."""
BEATS = 3

_BUBBLE, _NOTE, _CHEER, _STREAK = 1.8, 1.6, 1.4, 0.9
"""Seconds that a shout, a note, a cheer and a streak stay."""
_POP, _LARGER = 0.09, 1.35
"""Seconds that a cheer is larger at first, and how much."""
_LOUD = 60
"""The largest letters of a streak, in units."""
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
        self._popping: list[tuple[float, str, Surface, tuple[int, int], float]] = []
        """The time when a cheer is shown in its own size, its name, picture, place and end."""
        self._toasts = Toasts(stage.canvas)
        self._stage, self._hud, self._session = stage, hud, session
        self._beat: int | None = None
        self._prompted: object = None
        """The prompt shown."""
        self._knocks: list[Placed] = []
        """Its buttons."""
        width, height = stage.layout.size
        shared = [area.box for area in stage.layout.areas if area.kind == SHARED]
        self._middle = (
            (shared[0].x + shared[0].w // 2, shared[0].y + shared[0].h // 2)
            if shared
            else (width // 2, height // 2)
        )

    @property
    def waiting(self) -> bool:
        """Whether something shown has yet to expire."""
        return self._toasts.waiting or self._left > 0

    @property
    def _left(self) -> int:
        """Microseconds until the countdown is over; not above 0: none is running."""
        state = self._session.state
        return state.starts - self._session.now if state.phase == PLAYING and state.starts else 0

    def step(self, now: float, dealing: bool) -> bool:
        """Remove what has expired; show prompt and countdown. Returns True at each beat of the countdown."""
        self._toasts.step(now)
        while self._popping and self._popping[0][0] <= now:
            _, key, picture, at, until = self._popping.pop(0)
            self._toasts.put(key, picture, at, until)
        self._prompt(dealing)
        return self._count()

    def shout(self, seat: int, shout: int, now: float) -> None:
        """A seat calls something out."""
        self._say(seat, _(CRIES[shout]), theme.PAPER, now)

    def cry(self, seat: int, words: str, now: float) -> None:
        """A seat makes an important announcement."""
        self._say(seat, words, theme.GOLD, now)

    def note(self, words: str, pile: int, now: float) -> None:
        """A small note above one of the own piles."""
        x, y, w, _h = self._stage.layout.places[pile].box
        u = self._stage.layout.unit
        picture = label(words, u)
        at = picture.get_rect(midbottom=(x + w // 2, y - round(2 * u)))
        self._toasts.put("note", picture, at.topleft, now + _NOTE)

    def lost(self, words: str, pile: int, now: float) -> None:
        """Another player was first at a shared pile: mark it, and say so where the player is looking."""
        box = Rect(self._stage.layout.places[pile].box)
        picture = label(words, self._stage.layout.unit)
        at = picture.get_rect(midbottom=box.midbottom).clamp((0, 0, *self._stage.layout.size))
        self._toasts.put("lost", picture, at.topleft, now + _NOTE)
        self._hud.frame("lost pile", pile, theme.GOLD)
        self._toasts.end("lost pile", now + _NOTE)

    def streak(self, seat: int, count: int, pile: int, now: float) -> None:
        """The cards that an own seat has laid one after the other without a pause, counted on the latest."""
        box = Rect(self._stage.layout.places[pile].box)
        size = min(_LOUD, 24 + 3.0 * count, 0.42 * box.w / self._stage.layout.unit)
        at = box.centerx, round(box.y + 0.56 * box.h)
        self._pop(f"streak{seat}", f"×{count}", size, (_DARK, theme.GOLD), at, now, _STREAK)

    def cheer(self, words: str, pile: int, now: float) -> None:
        """The own card was first at a shared pile, and only just."""
        box = Rect(self._stage.layout.places[pile].box)
        at = box.centerx, round(box.y + 0.87 * box.h)
        self._pop("cheer", words, 34, (theme.GOLD, theme.INK), at, now, _CHEER)

    def _pop(
        self,
        key: str,
        words: str,
        size: float,
        colors: tuple[theme.Color, theme.Color],
        middle: tuple[int, int],
        now: float,
        lasts: float,
    ) -> None:
        u, window = self._stage.layout.unit, Rect(0, 0, *self._stage.layout.size)
        large, own = (burst(words, u, size * part, *colors) for part in (_LARGER, 1.0))
        places = [each.get_rect(center=middle).clamp(window).topleft for each in (large, own)]
        self._popping = [pop for pop in self._popping if pop[1] != key]
        if self._still:
            self._toasts.put(key, own, places[1], now + lasts)
            return
        self._toasts.put(key, large, places[0], now + lasts)
        self._popping.append((now + _POP, key, own, places[1], now + lasts))

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
        if caps.by_pad:
            words = _("{send}: send a card · {lift}: pick it up · {turn}: turn the hand · {pause}: pause")
            return words.format(send=caps("send"), lift=caps("lift"), turn=caps("V"), pause=caps("P"))
        if self._session.here[1:]:
            return _("Each plays with half of the keyboard: its keys stand on the piles · F1: help")
        words = _("Click or drag a card · Right click: to the table · {turn}: turn the hand · {help}: help")
        return words.format(turn=caps("V"), help=caps("F1"))

    def _count(self) -> bool:
        beat = -(-max(0, self._left) // BEAT)
        if beat == self._beat or beat > BEATS:
            return False
        began, self._beat = self._beat is not None, beat
        if beat <= 0:
            self._stage.canvas.tag("count", None)
            return began
        lines = (str(beat), 110.0, theme.GOLD), (_("Get ready"), 24.0, theme.colors.ivory)
        picture = banner(lines, self._stage.layout.unit, 400)
        self._stage.canvas.tag("count", picture, picture.get_rect(center=self._middle).topleft, AIR)
        return True
