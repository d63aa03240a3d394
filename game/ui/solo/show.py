"""Shows what happens in a solo game: each event on the stage with its sound, the final run of cards, a
win."""

from collections import deque
from collections.abc import Sequence

from pygame import Rect, Surface

from game.core.state import Dealt, Event, Resumed, Returned
from game.core.table import Move
from game.core.why import why_not
from game.i18n import _
from game.sessions.solo import SoloSession
from game.ui.cards.effects import EFFECTS
from game.ui.cards.stage import Stage
from game.ui.engine.sound import SCALE, Sounds
from game.ui.solo.finale import Finale
from game.ui.solo.marks import RED, Marks
from game.ui.solo.rhythm import Rhythm
from game.ui.widgets.times import cost

_OUT = 0.06
"""Seconds between two cards of those played automatically at the end."""
_BEFORE, _HOPS = 0.45, 0.09
"""Seconds from the last card to what follows a win, and between two cards of a wave."""
_HIGH = 0.25
"""How high a card hops, relative to its width."""
_OWN = {"land", "build", "flip", "turn"}
"""Kinds of events for which a game of speed has its own sounds."""


class SoloShow:
    """Times are seconds of the stage."""

    def __init__(
        self,
        session: SoloSession,
        stage: Stage,
        marks: Marks,
        rhythm: Rhythm | None,
        sounds: Sounds,
        still: bool = False,
    ) -> None:
        """`still`: nothing moves for show."""
        self._still = still
        self.finale: Finale | None = None
        """How the cards leave after a win, once they have begun to."""
        self._session, self._stage = session, stage
        self._marks, self._rhythm, self._sounds = marks, rhythm, sounds
        self._late: deque[tuple[float, Event]] = deque()
        """Events that are shown one after the other."""
        self._explained: set[str] = set()
        self._shaken = False
        """Whether the table was drawn off its place last."""
        self._wave: deque[tuple[float, int]] = deque()
        """Piles whose top cards hop."""

    @property
    def laying_out(self) -> bool:
        """Whether queued events are still being shown."""
        return bool(self._late)

    @property
    def busy(self) -> bool:
        """Whether more is to come."""
        return bool(self._late or self._wave or (self.finale and not self.finale.over))

    def hear(self, kind: str, pan: float = 0.0) -> None:
        """Play the sound of an event's kind; the cards played automatically at the end rise in pitch."""
        if (self._rhythm and kind in _OWN) or (kind == "return" and self._session.rules.penalty):
            return
        if sound := EFFECTS[kind].sound:
            rising = self._late and kind == "land"
            self._sounds.play(sound, 1.0, pan * 0.7, max(0, 12 - len(self._late) // 3) if rising else 0)

    def show(self, event: Event, at: float) -> None:
        """Show an event now."""
        if self._rhythm:
            self._rhythm.follow(event, at)
        match event:
            case Resumed(state):
                self._stage.rearrange(state.table, at)
            case Dealt(_, table):
                self._late.clear()
                self._wave.clear()
                self.finale = None
                self._explained.clear()
                self._stage.reset(table)
                self._stage.deal(at)
                if self._rhythm:
                    self._rhythm.reset()
            case Returned(_, move, _, thrown=False) if self._session.rules.penalty:
                self._stage.apply(event, at)
                self._marks.flash(move.dst, at, RED)
                self._marks.rise_at(cost(self._session.rules.penalty), move.dst, at, RED, 44)
                if not self._rhythm and self._session.rules.notes(self._session.state.table):
                    self._explain(move, at)
                self.hear("mistake")
            case Returned(_, move, _, thrown=False):
                cards = self._stage.piles[move.src][-move.count :]
                lie = not any(card.tween for card in cards)
                self._stage.apply(event, at)
                if lie:
                    self._stage.shake(cards, at)
                self._explain(move, at)
            case _:
                self._stage.apply(event, at)

    def _explain(self, move: Move, at: float) -> None:
        """Show why a move was refused."""
        if why := why_not(self._session.rules, self._session.state.table, 0, move):
            self.say(why, move.src, at)

    def say(self, why: str, pile: int, at: float) -> None:
        """Show at a pile why its card was refused: each kind of mistake once per deal."""
        if why not in self._explained:
            self._explained.add(why)
            self._marks.rise_at(_(why), pile, at, RED, 26)

    def lay_out(self, events: Sequence[Event], at: float) -> None:
        """Show events one after the other."""
        self._late.extend((at + i * _OUT, event) for i, event in enumerate(events))

    def end(self, at: float) -> None:
        """The game is over: a fanfare while the cards leave, or a thud. In a replay they stay: a wave goes
        through the foundations."""
        self.hear("won" if self._session.won else "dud")
        if self._still or not self._session.won:
            return
        if self._session.plays:
            self.finale = Finale(self._stage, self._session.rules.name, at + _BEFORE)
        else:
            roles = enumerate(self._stage.roles)
            piles = [i for i, role in roles if role == "foundation" and self._stage.piles[i]]
            self._wave.extend((at + _BEFORE + i * _HOPS, pile) for i, pile in enumerate(piles))

    def draw(self, surface: Surface, at: float, full: bool) -> Sequence[Rect]:
        """Draw the stage; returns what has changed. In a game of speed the table shakes after a mistake."""
        if self.finale:
            self.finale.move(at)
        away = self._rhythm.shake(at) if self._rhythm and not self._still else 0
        shaken, self._shaken = self._shaken or bool(away), bool(away)
        rects = self._stage.draw(surface, at, full or shaken)
        if away:
            surface.scroll(away, 0)
        return [surface.get_rect()] if shaken else rects

    def step(self, at: float) -> bool:
        """Show what is due; returns True when the last of the queued events has been shown."""
        had = bool(self._late)
        while self._late and self._late[0][0] <= at:
            self.show(self._late.popleft()[1], at)
        while self._wave and self._wave[0][0] <= at:
            sprite = self._stage.piles[self._wave.popleft()[1]][-1]
            up = sprite.rest._replace(y=sprite.rest.y - _HIGH * sprite.rest.w, lift=1.0)
            self._stage.travel(sprite, EFFECTS["hop"].motion, at, start=up)
            self._sounds.play("chime", 0.6, 0.0, SCALE[min(len(SCALE) - 1, 8 - min(8, len(self._wave)))])
        return had and not self._late
