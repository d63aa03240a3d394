"""Captions: what is heard at a table, in words, for those who cannot hear it."""

import time
from collections.abc import Mapping

from game.i18n import N_, _
from game.ui.cards.overlay import Overlay
from game.ui.cards.stage import Stage
from game.ui.engine.scene import Context
from game.ui.play.scene import Extra
from game.ui.view.leaves import Style, Text

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
_EDGE = 14
"""From the window's edge, in units."""
_STYLE = Style(20, 22)


def caption(ctx: Context, words: Mapping[str, str]) -> str:
    """What has been heard lately of the sounds that have words here, the newest last, if the player wants
    it; else an empty text."""
    if not ctx.settings.captions:
        return ""
    now = time.perf_counter()
    lately = [each.name for each in ctx.sounds.heard if now - each.at < _SHOWN and each.name in words]
    names = list(dict.fromkeys(reversed(lately)))[:3]
    return f"[{' · '.join(_(words[name]) for name in reversed(names))}]" if names else ""


class Captions(Extra):
    """A line in the corner with the latest sounds, the newest last, if the player wants it."""

    def lay_out(self, stage: Stage) -> None:
        self._stage, self._line = stage, ""
        self._overlay = Overlay(stage.canvas, stage.layout.unit)

    def step(self, at: float) -> None:
        """Show what has been heard lately."""
        line = caption(self.table.ctx, WORDS)
        if line != self._line:
            self._line = line
            u, (_wide, high) = self._stage.layout.unit, self._stage.layout.size
            words = Text(line, _STYLE) if line else None
            self._overlay.pin("captions", words, bottomleft=(_EDGE * u, high - _EDGE * u))
