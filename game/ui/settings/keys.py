"""The keys at the tables: all of them, each to be changed."""

from typing import Final

import pygame
from pygame.event import Event

from game.i18n import _
from game.ui.covers.cover import Above
from game.ui.input.commands import by_name
from game.ui.input.keys import PILES, Keymap, Slot, key_words, usable
from game.ui.play.match.game import SLOTS as MATCH
from game.ui.play.patience.game import SLOTS as PATIENCE
from game.ui.view.boxes import Column, Row, Scroll
from game.ui.view.leaves import LABEL, SMALL, TAB, Button, Gap, Text
from game.ui.view.node import Node
from game.ui.view.page import two_panels

_EVERY: Final = by_name(*PILES, *MATCH.values(), *PATIENCE.values())
SLOTS: Final = {name: slot for name, slot in _EVERY.items() if slot.label}
"""All that can have another key, by name."""


class KeysScene(Above):
    """Lies over the settings."""

    fills = True
    _waits: str | None = None
    """The slot whose new key is awaited."""

    @property
    def _keymap(self) -> Keymap:
        """All keys as they are now."""
        return Keymap(self.ctx.settings.keys, SLOTS.values(), self.ctx.settings.left_handed)

    def view(self) -> Node:
        keymap = self._keymap
        paragraphs = (
            _("Haisty: pile 1 is the 13-pile, 2 to 5 are the build piles, 6 the turned cards, 7 the table."),
            _("Patiences: the piles are the columns from the left."),
            _("Esc always opens the menu, F1 the help; Enter always turns the hand, too."),
            _("With Left-handed in the settings all keys are mirrored."),
        )
        words = [Text(each, SMALL, color="ivory", at="start", wraps=True) for each in paragraphs]
        return two_panels(
            _("Keys"),
            Row(
                Column(*words, gap=12, pad=(18, 18), ground="tag", align="start", grow=1),
                Gap(wide=TAB + 8),
                pad=(0, 12),
                gap=0,
            ),
            Column(Scroll("keys", *(self._row(slot, keymap) for slot in SLOTS.values()))),
            _("Up, Down: choose a row · Enter: change it · Esc: back"),
            Button(_("Reset keys"), self._reset, icon="restart", wide=260),
            Button(_("Back"), self.back, icon="back", wide=260),
        )

    def _row(self, slot: Slot, keymap: Keymap) -> Button:
        waits = self._waits == slot.name
        key = _("Press a key …") if waits else key_words(keymap.key_of(slot.name))
        label = _(slot.label).format(n=slot.name.split()[-1])
        return Button(
            label,
            lambda: self._ask(slot.name),
            name=slot.name,
            inside=Row(
                Text(label, LABEL, at="start", grow=1),
                Row(Text(key, LABEL), ground="note" if waits else "plate", pad=(12, 0), align="middle"),
                gap=12,
                pad=(16, 0),
            ),
            cap=key,
            help=_("Press Enter, then the new key. Esc keeps the old one."),
        )

    def _ask(self, name: str) -> None:
        self._waits, self.tree.wrong = name, ""

    def _choose(self, name: str, key: int) -> None:
        """Give the slot this key, unless it always means the same."""
        if not usable(key):
            self.tree.wrong = _("{key} cannot be chosen.").format(key=key_words(key) or "?")
            return
        keymap = self._keymap
        if other := keymap.choose(name, key):
            words = _("{key} was “{other}”, which is now on {former}.")
            label = _(SLOTS[other].label).format(n=other.split()[-1])
            former = key_words(keymap.key_of(other))
            self.tree.wrong = words.format(key=key_words(key), other=label, former=former)
        self._keep(keymap.chosen)

    def _reset(self) -> None:
        self._keep({})

    def _keep(self, chosen: dict[str, str]) -> None:
        self.ctx.settings.keys = chosen
        self.ctx.apply_settings()

    def handle(self, event: Event, now: float) -> None:
        """While a key is awaited it is taken, whatever it is; Esc leaves all as it is."""
        if self._waits is None or event.type != pygame.KEYDOWN:
            super().handle(event, now)
            return
        name, self._waits = self._waits, None
        if event.key != pygame.K_ESCAPE and not hasattr(event, "pad"):
            self._choose(name, event.key)
