"""What lies over a table when something has ended there, and what can be done next."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.cards.deck import Deck, Look
from game.ui.cards.layout import RATIO
from game.ui.engine import theme
from game.ui.engine.assets import art
from game.ui.engine.devices import PAD_PRESS
from game.ui.engine.scene import Context
from game.ui.engine.tabletop import tabletop
from game.ui.input.commands import Command
from game.ui.input.keys import Legend, Slot, word_of
from game.ui.view.leaves import Button, Picture
from game.ui.view.screen import Screen

_SPREAD, _TURN, _DROP = 0.44, 14, 0.045
"""Of two cards of a fan: how far apart they are, relative to their width, by how many degrees the right one
is turned more, and how much lower than the middle one that outside it is."""
STAGE: Final = 1232, 566, 226
"""A mat that fills the table down to a row of buttons, as End.mat."""
_LIGHT, _RIM, _PALE = 720, 38, (255, 244, 206)
"""The size of a light on it in units, how far inside the window's edge it ends, and its colour."""
LEAVE: Final = Slot("leave", "Esc", says="escape")


class End(Screen[None]):
    """Lies over a table until somebody goes on."""

    slots: Sequence[Slot] = ()
    """Those of its commands that have a button on a pad, or whose key can be another one."""
    mat: tuple[float, float, float] = (0, 0, 0)
    """The width and the height of a mat on the table, and how far its lower edge is below the middle of the
    window, in units."""
    _known: object = None

    def enter(self, ctx: Context) -> None:
        """Whoever is here has the whole keyboard."""
        super().enter(ctx)
        if self.mat == STAGE:
            _light(round(_LIGHT * theme.unit(ctx.window.size)))  # drawn before anything moves
        self.legend = Legend(ctx.settings, ctx.pads, self.slots, {}, False)

    def renew_keys(self) -> None:
        self.legend.renew()

    def commands(self) -> Iterable[Command]:
        """What can be done next; what is wanted comes first, and has the focus."""
        return ()

    def facts(self) -> object:
        """All that can change while it is shown."""

    def look(self) -> None:
        """Show what has changed."""
        if (facts := self.facts()) != self._known:
            self._known = facts
            self.renew()

    def ground(self, surface: Surface, rect: Rect) -> None:
        """The table with the mat."""
        size, (wide, high, low) = surface.get_size(), self.mat
        u = theme.unit(size)
        mat = Rect(0, 0, round(wide * u), round(high * u))
        mat.midbottom = size[0] // 2, round(size[1] / 2 + low * u)
        surface.blit(tabletop(size, *([mat] if mat else [])), rect, rect)

    def buttons(self, **how: Any) -> list[Button]:
        """Those of its commands; `how`: they look."""
        ways, legend = sorted(self.commands(), key=lambda each: not each.wanted), self.legend
        keys = {each.name: (legend.key_of(each.slot),) for each in ways if each.slot.cap}
        return [
            each.button(legend, primary=each.wanted, keys=keys.get(each.name, ()), **how) for each in ways
        ]

    def heard(self, event: Event) -> Command | None:
        """The command that a key means, or a button of a pad, once there are buttons."""
        pad = event.button if event.type == PAD_PRESS else None
        word = "" if pad else word_of(event)
        found = (each for each in self.commands() if each.slot.hears(word) or (pad and each.slot.pad == pad))
        return next(found, None) if self.tree.controls else None


@lru_cache(maxsize=1)
def _light(wide: int) -> Surface:
    """Soft as it is, it is drawn small: large it takes 200 ms at 2160 lines."""
    return pygame.transform.smoothscale(art("light/rays", wide // 4, _PALE), (wide, wide))


def shine(x: float, y: float) -> Picture:
    """Light on STAGE round this point, in units from the upper left of what is 1280 wide."""

    def draw(surface: Surface, rect: Rect, u: float) -> None:
        light, before = _light(round(_LIGHT * u)), surface.get_clip()
        surface.set_clip(rect.inflate(-2 * round(_RIM * u), -2 * round(_RIM * u)).clip(before))
        surface.blit(light, light.get_rect(center=(rect.x + x * u, rect.y + y * u)))
        surface.set_clip(before)

    return Picture(("light", x, y), draw)


def fan(deck: Deck, sides: Sequence[str], wide: float) -> Picture:
    """Cards of this width in units, spread like a hand, as high as they are; `sides`: as Look has them."""

    def draw(surface: Surface, rect: Rect, u: float) -> None:
        for number, side in enumerate(sides):
            off, width = number - (len(sides) - 1) / 2, round(wide * u)
            card = deck.picture(Look(side, width, -_TURN * off, True))
            middle = rect.centerx + _SPREAD * off * width, rect.y + (0.6 * RATIO + _DROP * off * off) * width
            surface.blit(card, card.get_rect(center=(round(middle[0]), round(middle[1]))))

    room = (1 + _SPREAD * len(sides)) * wide
    return Picture(("fan", *sides), draw, wide=room, high=1.2 * RATIO * wide)
