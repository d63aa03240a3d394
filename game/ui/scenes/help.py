"""F1: the keys, and the rules in a few lines."""

from collections.abc import Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import _
from game.ui import text, theme
from game.ui.hud import CRIES
from game.ui.scenes.cover import Cover

_SIZE = (1160, 640)


def _keys() -> list[tuple[str, str]]:
    """Keys and what they do."""
    return [
        (_("Space"), _("knock: for the start, and to end the round")),
        (_("V or Enter"), _("turn the hand")),
        ("1", _("choose the 13-pile")),
        ("2 3 4 5", _("choose a build pile")),
        ("6", _("choose the turned cards")),
        ("2 3 4 5", _("then: put it on that build pile")),
        (_("7 or T"), _("then: onto the table")),
        (_("the same key again"), _("then: where it fits best")),
        ("D", _("call speltorka: no card to play")),
        ("F2 – F7", " ".join(_(cry) for cry in CRIES)),
        (_("P or Esc"), _("pause, leave")),
        ("F11", _("fullscreen")),
    ]


def _mouse() -> list[tuple[str, str]]:
    return [
        (_("Click"), _("the card goes where it fits best")),
        (_("Right click"), _("onto the table")),
        (_("Drag"), _("where you let it go; what does not fit comes back")),
    ]


def _rules() -> list[str]:
    return [
        _("Everyone plays at once. Empty your 13-pile, then knock."),
        _("The table is everyone's: an ace opens a pile, then 2, 3 … king in suit. First come first served."),
        _("On your build piles: one rank lower, other colour. A whole pile may move where it fits."),
        _("Turn the hand three at a time; only the topmost turned card plays."),
        _("If all call speltorka, everyone turns one card at a time until a card is laid."),
        _("Each card of yours on the table counts 1, each left in your 13-pile −2."),
    ]


class HelpScene(Cover):
    """Closes at any key or click."""

    def handle(self, event: Event, now: float) -> None:
        """Back to the table."""
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.ctx.pop()

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """Keys on the left, mouse and rules on the right."""
        if not full:
            return []
        rect, u = self.sheet(surface, _SIZE)
        left, top = rect.x + 34 * u, rect.y + 34 * u
        middle = rect.x + rect.w * 0.5 + 10 * u
        text.draw(surface, _("Keys"), 34 * u, theme.IVORY, topleft=(left, top))
        self._table(surface, _keys(), left, top + 48 * u, 165 * u, middle - 30 * u, u)
        text.draw(surface, _("Mouse"), 34 * u, theme.IVORY, topleft=(middle, top))
        y = self._table(surface, _mouse(), middle, top + 48 * u, 120 * u, rect.right - 30 * u, u)
        text.draw(surface, _("Rules"), 34 * u, theme.IVORY, topleft=(middle, y + 18 * u))
        y += 64 * u
        for rule in _rules():
            for line in text.wrap(rule, 21 * u, rect.right - 34 * u - middle):
                text.draw(surface, line, 21 * u, theme.IVORY, topleft=(middle, y))
                y += 22 * u
            y += 8 * u
        text.draw(
            surface, _("Any key: back"), 19 * u, theme.MIST, midbottom=(rect.centerx, rect.bottom - 16 * u)
        )
        return []

    @staticmethod
    def _table(
        surface: Surface,
        rows: list[tuple[str, str]],
        x: float,
        y: float,
        indent: float,
        right: float,
        u: float,
    ) -> float:
        """Two columns; the y below them."""
        for key, meaning in rows:
            text.draw(surface, key, 21 * u, theme.GOLD, max_width=indent - 10 * u, topleft=(x, y))
            for line in text.wrap(meaning, 21 * u, right - x - indent):
                text.draw(surface, line, 21 * u, theme.IVORY, topleft=(x + indent, y))
                y += 22 * u
            y += 12 * u
        return y
