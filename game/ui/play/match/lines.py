"""How good everybody's line to the host is, and whom the table waits for because of it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from game.core.state import FLIGHT, PLAYING, Event, Started
from game.i18n import N_, Notice, _, ngettext
from game.lan.table import RemoteTable, names_of, owner_of
from game.net.client.connection import PLAYING_INTERVAL
from game.net.wire.messages import Line, Room, WaitFor
from game.ui.cards.labels import banner
from game.ui.cards.moments import At
from game.ui.engine import theme
from game.ui.input.commands import Command, by_name
from game.ui.input.keys import Slot
from game.ui.play.scene import Extra
from game.ui.view.leaves import Switch
from game.ui.view.node import Control

_UNWAITED = N_("{name} does not wait for your slow line: you see cards land later than the others do.")
_DELAYS = N_("{name} has a slow line: everyone sees cards land {n} ms later. The menu can change that.")
_FELT = 30_000
"""Microseconds that can be felt."""
_FAR = (FLIGHT - PLAYING_INTERVAL + _FELT) // 1000
"""Milliseconds there and back with which a line has landings shown so much later."""
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


def slow_lines(room: Room, lines: Mapping[int, Line]) -> list[tuple[str, Line]]:
    """The lines for which landings are shown so much later that it can be felt, or would be if they were
    waited for, each with its player's name; the slowest first."""
    named = [
        (name, lines[place.member])
        for name, place in zip(names_of(room), room.places, strict=True)
        if place.member is not None and place.member in lines
    ]
    slow = [each for each in named if each[1].trip + each[1].jitter > _FAR or not each[1].waited]
    return sorted(slow, key=lambda each: -(each[1].trip + each[1].jitter))


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


class SlowLines(Extra):
    """Says for whose line all see landings later, and lets the host not wait for it."""

    def __init__(self, lan: RemoteTable) -> None:
        self._lan = lan

    def enter(self) -> None:
        """Say it to who comes in the middle of a round."""
        if self._lan.state.phase == PLAYING:
            self._tell(self._lan.state.delay)

    def filter(self, events: Sequence[Event], now: float) -> Sequence[Event]:
        """Say it as a round starts."""
        for event in events:
            if isinstance(event, Started):
                self._tell(event.delay)
        return events

    def _tell(self, delay: int) -> None:
        """Tell the host for whose line all see landings so many microseconds later, and the player if their
        own is not waited for."""
        lan, room, ctx = self._lan, self._lan.room, self.table.ctx
        waited = [name for name, line in self._of_others() if line.waited]
        if lan.owner and delay > _FELT and waited:
            ctx.notify(Notice(_DELAYS, name=waited[0], n=round(delay / 1000)))
        if room and not all(line.waited for line in lan.lines.values() if line.member == lan.member):
            ctx.notify(Notice(_UNWAITED, name=owner_of(room)))

    def rows(self) -> Sequence[Control]:
        rows = list[Control]()
        for name, line in self._of_others() if self._lan.owner else ():
            words = _("Wait for {name}’s line").format(name=name)
            rows.append(Switch(words, line.waited, partial(self._wait, line.member)))
        return rows

    def _of_others(self) -> list[tuple[str, Line]]:
        room, here = self._lan.room, self._lan.members_here
        found = slow_lines(room, self._lan.lines) if room else []
        return [(name, line) for name, line in found if line.member not in here]

    def _wait(self, member: int, on: bool) -> None:
        self._lan.ask(WaitFor(member, on))
