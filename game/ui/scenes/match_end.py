"""The end of a match: the podium, and what kind of winner the winner is."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.state import GLOATING, GRACIOUS, Cheered
from game.i18n import _
from game.ui import text, theme
from game.ui.deck import Look
from game.ui.group import Group
from game.ui.scene import Context, Scene
from game.ui.signs import figure
from game.ui.widgets import Button, Widget

if TYPE_CHECKING:
    from game.ui.scenes.table import TableScene

_STEPS = ((0, 150, 200), (-215, 105, 200), (215, 75, 200))
"""The podium for first, second, third: middle from the centre, height, width, in units."""


class MatchEnd(Scene):
    """Stays until the player leaves or plays again."""

    def __init__(self, table: "TableScene") -> None:
        self.table = table
        self._cheer: Cheered | None = table.cheered

    def enter(self, ctx: Context) -> None:
        """Offer the winner a choice, and everyone a way on."""
        super().enter(ctx)
        self._build()
        if self._cheer:
            self._sound(self._cheer)

    def _build(self) -> None:
        session = self.table.session
        won = session.plays and session.state.winner == session.seat
        self._rows: list[Widget] = []
        if won and not self._cheer:
            self._rows += [
                Button(_("Gracious fanfare"), lambda: self._choose(GRACIOUS)),
                Button(_("Gloating fanfare"), lambda: self._choose(GLOATING)),
            ]
        if session.plays:
            self._rows.append(Button(_("Play again"), self._again, primary=False))
        self._rows.append(Button(_("Back to the title"), self._back))
        self._group = Group(self._rows)

    def _choose(self, kind: int) -> None:
        self.table.session.cheer(kind)

    def _again(self) -> None:
        settings, seats = self.ctx.settings, self.table.session.seats
        ctx = self.ctx
        ctx.pop()
        ctx.pop()
        ctx.start_match(seats - 1, settings.level)

    def _back(self) -> None:
        ctx = self.ctx
        ctx.pop()
        ctx.pop()

    def _sound(self, cheer: Cheered) -> None:
        self.ctx.sounds.play("gracious" if cheer.kind == GRACIOUS else "gloating")

    def step(self, now: float) -> None:
        """Hear the winner."""
        for event in self.table.session.poll():
            if isinstance(event, Cheered) and not self._cheer:
                self._cheer = event
                self._sound(event)
                self._build()
                self.ctx.redraw()

    def rest(self, now: float) -> float:
        """Others' fanfares come over the session."""
        return 0.05

    def handle(self, event: Event, now: float) -> None:
        """The buttons; Esc leaves."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self._back()
        else:
            self._group.handle(event)
            if self.ctx.scene is self:
                self.step(now)

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """Podium above, the others below it, buttons at the foot."""
        if full:
            self._lay_out(surface)
        return self._group.draw(surface, full)

    def _lay_out(self, surface: Surface) -> None:
        size = wide, high = surface.get_size()
        u, session = theme.unit(size), self.table.session
        surface.blit(theme.felt(size), (0, 0))
        order = sorted(
            range(session.seats), key=lambda seat: (seat != session.state.winner, -session.state.totals[seat])
        )
        winner = session.names[order[0]]
        text.draw(surface, winner, 76 * u, theme.GOLD, max_width=wide * 0.8, center=(wide / 2, high * 0.1))
        text.draw(
            surface,
            self._line(),
            28 * u,
            theme.IVORY,
            max_width=wide * 0.8,
            center=(wide / 2, high * 0.1 + 56 * u),
        )
        floor = high * 0.67
        for place, seat in enumerate(order[:3]):
            self._step_of_podium(surface, place, seat, floor, u)
        totals = session.state.totals
        rest = [f"{i + 4}. {session.names[s]} {figure(totals[s])}" for i, s in enumerate(order[3:])]
        where = (wide / 2, floor + 34 * u)
        text.draw(surface, "   ·   ".join(rest), 23 * u, theme.MIST, max_width=wide * 0.92, center=where)
        gap, width = 14 * u, 240 * u
        left = wide / 2 - (len(self._rows) * (width + gap) - gap) / 2
        for i, row in enumerate(self._rows):
            row.u = u
            row.rect = Rect(round(left + i * (width + gap)), round(high * 0.84), round(width), round(50 * u))

    def _line(self) -> str:
        if not self._cheer:
            return _("wins the match")
        return _("wins graciously") if self._cheer.kind == GRACIOUS else _("wins, and lets everyone know")

    def _step_of_podium(self, surface: Surface, place: int, seat: int, floor: float, u: float) -> None:
        session, deck = self.table.session, self.table.deck
        middle, high, wide = _STEPS[place]
        x = surface.get_width() / 2 + middle * u
        block = Rect(0, 0, round(wide * u), round(high * u))
        block.midbottom = round(x), round(floor)
        edge = theme.GOLD if place == 0 else theme.TRAY_EDGE
        surface.blit(
            theme.rounded(
                block.size, round(8 * u), (8, 40, 28, 235), edge, max(1, round(u * (2 if not place else 1)))
            ),
            block,
        )
        text.draw(surface, str(place + 1), 62 * u, edge[:3] if not place else theme.MIST, center=block.center)
        card = deck.picture(
            Look(str(session.backs[seat]), round((74 if not place else 60) * u), 4.0 * (place - 1), True)
        )
        rect = card.get_rect(midbottom=(block.centerx, block.y - round(46 * u)))
        surface.blit(card, rect)
        name = f"{session.names[seat]}  {figure(session.state.totals[seat])}"
        text.draw(
            surface, name, 26 * u, theme.IVORY, max_width=block.w, midbottom=(block.centerx, block.y - 10 * u)
        )
