"""How good everyone's line to the host is, in words, and as a board over the table."""

from typing import Final

import pygame
from pygame.event import Event

from game.i18n import _, ngettext
from game.lan.table import RemoteTable
from game.net.wire.messages import Line
from game.ui.cards.canvas import AIR
from game.ui.cards.labels import banner
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.play.scene import Extra

KEY: Final = pygame.K_F9
_VARIES, _NAPS, _SLOW, _LOSSY = 10, 60, 80, 3
"""Milliseconds by which trips differ within a second where that is said, and where a radio naps; those of a
slow line; per cent lost where it is said."""
_REGULAR: Final = 1.5
"""The longest nap in a minute, as a multiple of the usual, up to which they are those of a radio."""
_TOP = 0.13
"""The board's upper edge, relative to the window's height."""


def line_words(line: Line) -> str:
    """How long a packet takes there and back, and what is wrong with the line, if anything."""
    if line.jitter >= _NAPS:
        regular = line.longest <= line.jitter * _REGULAR
        words = _("pauses of {n} ms: Wi-Fi power saving") if regular else _("pauses of {n} ms")
        words = words.format(n=line.jitter)
    elif line.stalls:
        words = ngettext(
            "{n} stall in the last minute, {ms} ms",
            "{n} stalls in the last minute, up to {ms} ms",
            line.stalls,
        ).format(n=line.stalls, ms=line.longest)
    elif line.loss >= _LOSSY:
        words = _("{n} of 100 packets lost").format(n=line.loss)
    else:
        words = _("slow") if line.trip >= _SLOW else _("good")
    varies = f" ± {line.jitter // 2}" if _VARIES <= line.jitter < _NAPS else ""
    return f"{max(1, line.trip)}{varies} ms · {words}"


class LinesBoard(Extra):
    """A key shows it, and hides it again."""

    def __init__(self, lan: RemoteTable) -> None:
        self._lan, self._open = lan, False
        self._shown: list[str] = []

    def lay_out(self, stage: Stage) -> None:
        self._stage, self._shown = stage, []

    def take(self, event: Event) -> bool:
        asked = event.type == pygame.KEYDOWN and event.key == KEY
        self._open ^= asked
        return asked

    def step(self, at: float) -> None:
        """Show what the host has told last."""
        words = self._words() if self._open else []
        if words != self._shown:
            self._shown, (wide, high), u = words, self._stage.layout.size, self._stage.layout.unit
            lines = [(each, 26.0, theme.colors.ivory) for each in words]
            title = (_("Connections to the host"), 30.0, theme.GOLD)
            plate = banner([title, *lines], u, 900 * u) if words else None
            self._stage.canvas.pin("lines", plate, AIR, midtop=(wide // 2, round(high * _TOP)))

    def _words(self) -> list[str]:
        """Of each seat whose line is measured, its player's name and the line."""
        room, lines = self._lan.room, self._lan.lines
        places = zip(self._lan.names, room.places, strict=False) if room else ()
        known = [(name, lines.get(place.member or 0)) for name, place in places if place.member is not None]
        return [f"{name} · {line_words(line)}" for name, line in known if line] or [_("not measured yet")]
