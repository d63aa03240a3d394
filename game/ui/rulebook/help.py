"""The help at a table: the keys and the other devices, the rules in short, then the rules."""

from collections.abc import Sequence
from typing import NamedTuple

from game.core.rules import Rules
from game.i18n import _
from game.ui.engine.pausable import PausableTable
from game.ui.input.legend import Legend
from game.ui.rulebook.page import RulePage
from game.ui.rulebook.pages import Block, chapter, key_row, paragraph

Rows = list[tuple[str, str]]
"""Keys, or what the pointer does, and what each of them means."""


class HelpText(NamedTuple):
    """What the help says before the rules at length."""

    devices: Sequence[tuple[str, Rows]]
    """Keys, mouse and so on, each with its heading."""
    short: Sequence[str]
    """The rules in short."""


def playing(legend: Legend, keys: Rows, mouse: Rows, pad: Rows, short: Sequence[str]) -> HelpText:
    """For whoever plays: the devices, the one in use first."""
    devices = [(_("Keys"), [*keys, *_window()]), (_("Mouse"), mouse)]
    if legend.has_pad:
        devices.insert(0 if legend.by_pad else 2, (_("Gamepad"), pad))
    return HelpText(devices, short)


def watching(legend: Legend, jumps: Rows, short: Sequence[str]) -> HelpText:
    """For a replay. `jumps`: the keys that skip a part of it."""
    pace, pause = (_("Left, Right"), _("slower, faster")), (f"{legend.key('P')} · Esc", _("pause, leave"))
    return HelpText([(_("Keys"), [pace, *jumps, pause, *_window()])], short)


def looking_on(keys: Rows, short: Sequence[str]) -> HelpText:
    """For whoever only watches others play."""
    return HelpText([(_("Keys"), [("Esc", _("menu, leave")), *keys, *_window()])], short)


def _window() -> Rows:
    """Keys that mean the same everywhere."""
    return [
        (_("F11 or Alt+Enter"), _("fullscreen")),
        ("F8", _("sound off and on")),
        ("F1", _("this help")),
    ]


class HelpScene(RulePage):
    """The keys and the rules in short on the first page."""

    def __init__(self, table: PausableTable, rules: Rules, words: HelpText) -> None:
        super().__init__(rules, table)
        self.words = words

    def _blocks(self, u: float) -> list[Block]:
        blocks = []
        for device, rows in self.words.devices:
            blocks += chapter(device, [key_row(key, meaning, u) for key, meaning in rows], u)
        if short := [paragraph(words, u) for words in self.words.short]:
            blocks += chapter(_("In short"), short, u)
        return blocks + super()._blocks(u)
