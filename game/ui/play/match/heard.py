"""What is heard at a table besides its cards: the heart as the own 13-pile nears its end, the music beneath
it all; and all that is heard in words, for those who cannot hear it."""

from collections.abc import Mapping

from game.core.state import PLAYING, State
from game.i18n import N_, _
from game.sessions.session import Session
from game.system import here
from game.ui.cards.frames import Glow, Rim
from game.ui.cards.moments import At
from game.ui.cards.stage import Stage
from game.ui.engine.scene import Context
from game.ui.engine.sound import MOODS
from game.ui.play.scene import Extra
from game.ui.view.leaves import Text
from game.ui.widgets.toasts import EDGE, HEARD

_PULSE = 60 / 144
"""Seconds of a beat of the tense music, which is played meanwhile."""
_BEATS = {3: (2 * _PULSE, 0.5), 2: (1.5 * _PULSE, 0.75), 1: (_PULSE, 1.0)}
"""By the cards left: seconds from beat to beat, and how loud it is."""
_COLOR = (112, 8, 4)
_GLOWS = {left: Glow(*glow, _COLOR) for left, glow in {3: (38, 84), 2: (54, 124), 1: (72, 164)}.items()}
"""How the rim glows, by the cards left."""
_BRISK, _TENSE = 7, 3
"""With so many cards in the smallest 13-pile each of the next moods begins."""


class Tension(Extra):
    """The rim of the table, drawn anew when the number changes, and the heart: not with reduced motion. Music
    from the beginning of a round to its knock, where it is wanted. None of it where nothing counts."""

    session: Session

    def lay_out(self, stage: Stage) -> None:
        self._rim, self._beat_at = Rim(stage), 0.0
        self._reserves = [pile for pile, role in enumerate(stage.roles) if role == "reserve"]
        self._own = [stage.find("reserve", seat.seat) for seat in self.session.here]
        self._state: State | None = None
        self._few, self._mood = 0, ""
        """The cards left in the own 13-pile, of two own ones the smaller, if they are few; what the music is
        like with the smallest of all."""

    def leave(self) -> None:
        self.table.ctx.sounds.play_music("")

    def step(self, at: float) -> None:
        """Show how many cards are left, if few are; let the heart beat; play the mood of the moment."""
        session, state, sounds = self.session, self.session.state, self.table.ctx.sounds
        if state is not self._state:
            self._state = state
            self._look(state)
        left = 0 if self.stage.calm or self.table.quiet else self._few
        self._rim.step(_GLOWS.get(left))
        if left and at >= self._beat_at:
            every, gain = _BEATS[left]
            self._beat_at = at + every
            sounds.play("heart", gain)
        wanted = self.table.ctx.settings.music and not self.table.quiet
        begun = self._mood and state.starts is not None and session.now >= state.starts
        sounds.play_music(self._mood if wanted and begun else "")

    def _look(self, state: State) -> None:
        """See how near the end is while a round is played."""
        self._few, self._mood = 0, ""
        if state.phase == PLAYING:
            left = {pile: len(state.table.piles[pile].cards) for pile in self._reserves}
            few = min([left[pile] for pile in self._own], default=0)
            self._few, least = few if few in _BEATS else 0, min(left.values())
            self._mood = MOODS[(least <= _BRISK) + (least <= _TENSE)]


WORDS = {
    "knock": N_("knock"),
    "dud": N_("dull thud"),
    "land": N_("a card lands"),
    "turn": N_("cards are turned"),
    "flip": N_("a card is turned"),
    "shuffle": N_("shuffling"),
    "return": N_("a card comes back"),
    "shove": N_("a pile is pushed aside"),
    "chime": N_("chime"),
    "wrong": N_("buzzer"),
    "heart": N_("heartbeat"),
    "go": N_("go"),
    "king": N_("a pile is complete"),
    "last": N_("the last card of a 13-pile"),
    "beaten": N_("beaten"),
    "calm": N_("calm music"),
    "brisk": N_("brisk music"),
    "tense": N_("tense music"),
    "gracious": N_("gracious fanfare"),
    "gloating": N_("gloating fanfare"),
}
"""The sounds that mean something; the rest only accompanies what is seen anyway."""
_SHOWN = 1.2
"""Seconds that a caption is shown."""


def caption(ctx: Context, words: Mapping[str, str]) -> str:
    """What has been heard lately of the sounds that have words here, the newest last, if the player wants
    it; else an empty text."""
    if not ctx.settings.captions:
        return ""
    now = here().clock.seconds()
    lately = [each.name for each in ctx.sounds.heard if now - each.at < _SHOWN and each.name in words]
    names = list(dict.fromkeys(reversed(lately)))[:3]
    return f"[{' · '.join(_(words[name]) for name in reversed(names))}]" if names else ""


class Captions(Extra):
    """A line in the corner with the latest sounds, the newest last, if the player wants it."""

    def step(self, at: float) -> None:
        """Show what has been heard lately."""
        layout, overlay = self.stage.layout, self.stage.overlay
        if line := caption(self.table.ctx, WORDS):
            edge = EDGE * layout.unit
            overlay.show("captions", Text(line, HEARD), At("bottomleft", (edge, layout.size[1] - edge)))
        else:
            overlay.end("captions")
