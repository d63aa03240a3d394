"""How good everyone's line to the host is: bars, words, and a board of them over the table."""

from collections.abc import Iterator
from typing import Final

from game.i18n import _, ngettext
from game.lan.table import RemoteTable, names_of
from game.net.wire.messages import Line
from game.ui.cards.labels import banner
from game.ui.cards.moments import At
from game.ui.engine import theme
from game.ui.input.commands import Command, by_name
from game.ui.input.keys import Slot
from game.ui.play.scene import Extra

SLOT: Final = Slot("lines", "F9")
_VARIES, _NAPS, _SLOW, _LOSSY = 10, 60, 80, 3
"""Milliseconds by which trips differ within a second where that is said, and where a radio naps; those of a
slow line; per cent lost where it is said."""
_REGULAR: Final = 1.5
"""The longest nap in a minute, as a multiple of the usual, up to which they are those of a radio."""
_TOP = 0.2
"""The board's upper edge, relative to the window's height: below what is said of a silent host."""


def bars(line: Line) -> int:
    """How good the line is, from 1 to 3."""
    if line.jitter >= _NAPS or line.loss >= _LOSSY:
        return 1
    return 2 if line.stalls or line.trip >= _SLOW else 3


def line_words(line: Line, naps: bool = False) -> str:
    """How long a packet takes there and back, and what is wrong with the line, if anything. `naps`: whether
    regular pauses are those of a radio."""
    if line.jitter >= _NAPS:
        regular = naps and line.longest <= line.jitter * _REGULAR
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


def lines_told(lan: RemoteTable, naps: bool) -> list[str]:
    """Of each seat whose line is measured, its player's name and the line. `naps`: see RemoteTable."""
    here, told = lan.members_here if naps else (), []
    for name, place in zip(names_of(lan.room), lan.room.places, strict=True) if lan.room else ():
        if place.member is not None and (line := lan.lines.get(place.member)):
            told.append(f"{name} · {line_words(line, place.member in here)}")
    return told or [_("not measured yet")]


class LinesBoard(Extra):
    """A key shows it, and hides it again."""

    slots = by_name(SLOT)

    def __init__(self, lan: RemoteTable) -> None:
        self._lan, self._open, self._naps = lan, False, False

    def _toggle(self, _at: float) -> None:
        self._open, self._naps = not self._open, self._lan.naps

    def commands(self) -> Iterator[Command]:
        yield Command(SLOT, self._toggle, _("how good everyone’s connection is"), "")

    def step(self, at: float) -> None:
        """Show what the host has told last."""
        words = lines_told(self._lan, self._naps) if self._open else []
        lines, (wide, high) = [(each, 26.0, theme.colors.ivory) for each in words], self.stage.layout.size
        board = banner((_("Connections to the host"), 30.0, theme.GOLD), *lines) if lines else None
        self.stage.overlay.say("lines", board, At("midtop", (wide / 2, high * _TOP)), room=900)
