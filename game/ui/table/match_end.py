"""The end of a match: the podium, and what kind of winner the winner is."""

import math
from collections.abc import Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.requests import Cheer
from game.core.state import GLOATING, GRACIOUS, Cheered
from game.i18n import _
from game.sessions.session import MatchSeat
from game.ui.cards.celebration import GLOATING_MANNER, GRACIOUS_MANNER, Celebration, Pictures
from game.ui.cards.deck import Deck, Look
from game.ui.cards.labels import figure
from game.ui.cards.painter import Item
from game.ui.engine import text, theme
from game.ui.engine.page import Page
from game.ui.engine.scene import Context, Scene
from game.ui.engine.tabletop import tabletop
from game.ui.rulebook.page import RulePage
from game.ui.table.beneath import TableBeneath
from game.ui.table.seal import of_match, seal
from game.ui.widgets.group import Group
from game.ui.widgets.rows import Button, Widget

_BLOCKS = (0, -215, 215)
"""The centres of the podium's blocks in the order of the totals, from the middle, in units."""
_HIGH, _BLOCK = (150, 105, 75), 200
"""The heights of the blocks for first, second and third place, and their width, in units."""
_FLOOR = 0.67
"""Height of the podium's foot, relative to the window's."""
_SEAT, _ROW = 196, 44
"""The space for each seat below the podium, in units."""
_STEP = 1 / 60
"""Seconds per step of the flying cards."""
_FAN = ("h12", "s13", "d11")
"""The court cards behind the winner's card back."""


def places(totals: Sequence[int]) -> list[tuple[int, int]]:
    """(place, seat) from the highest total down; equal totals share a place, and the next one is skipped."""
    order = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    return [(1 + sum(other > totals[seat] for other in totals), seat) for seat in order]


class MatchEnd(Scene):
    """Stays until the player leaves or plays again."""

    input_delay = 0.8

    def __init__(self, table: TableBeneath) -> None:
        self.table = table
        self._cheer: Cheered | None = table.cheered
        self._celebration: Celebration | None = None
        self._stepped = -math.inf
        self._pictures: Pictures | None = None
        self._above: list[Rect] = []

    def enter(self, ctx: Context) -> None:
        """Offer the winner a choice, and everyone a way to continue."""
        super().enter(ctx)
        self._build()
        if self._cheer:
            self._celebrate(self._cheer.kind)
        elif self._replays:  # a replay has no fanfare
            self._throw(GRACIOUS)

    @property
    def _replays(self) -> bool:
        session = self.table.session
        return not session.plays and session.can_pause

    def _build(self) -> None:
        session = self.table.session
        won = self._winner is not None
        self._rows: list[Widget] = []
        self._closed, self._found = self.table.closed, of_match(session)
        if won and not self._cheer and not self._closed:
            self._rows += [
                Button(_("Gracious fanfare"), lambda: self._choose(GRACIOUS)),
                Button(_("Gloating fanfare"), lambda: self._choose(GLOATING)),
            ]
        self._again = not self._replays and self.table.may_again
        if self._again:
            self._rows.append(Button(_("Play again"), self.table.again))
        self._rows.append(Button(self.table.way_out(of_all=True), self.table.get_up))
        self.group = Group(self._rows)

    @property
    def _winner(self) -> MatchSeat | None:
        """The winner, if one plays at this screen."""
        session = self.table.session
        return next((seat for seat in session.here if seat.seat == session.state.winner), None)

    def _choose(self, kind: int) -> None:
        if winner := self._winner:
            winner.ask(Cheer(kind))

    def _celebrate(self, kind: int) -> None:
        self.ctx.sounds.play("gracious" if kind == GRACIOUS else "gloating")
        if not self.ctx.settings.reduced_motion:
            self._throw(kind)

    def _throw(self, kind: int) -> None:
        size = self.ctx.window.size
        manner = GLOATING_MANNER if kind == GLOATING else GRACIOUS_MANNER
        self._celebration = Celebration(manner, size[1] / theme.unit(size))
        self._pictures = self._take_pictures(size)

    def _take_pictures(self, size: tuple[int, int]) -> Pictures:
        session = self.table.session
        winner = places(session.state.totals)[0][1]
        return Pictures(self.ctx.cards, session.backs[winner], theme.unit(size))

    def step(self, now: float) -> None:
        """Look for the winner's fanfare, and move the flying cards."""
        if self._celebration and now - self._stepped > _STEP / 2:  # network events cause extra steps
            self._stepped = now
            self._celebration.step()
            if self._celebration.over:
                self._celebration = self._pictures = None
        self._hear(now)

    def _hear(self, now: float) -> None:
        table = self.table
        table.pump(now)
        if self not in self.ctx.stack:
            return
        if table.cheered and not self._cheer:
            self._cheer = table.cheered
            self._celebrate(table.cheered.kind)
        else:
            again, found = not self._replays and table.may_again, of_match(table.session)
            if (self._again, self._closed, self._found) == (again, table.closed, found):
                return
        self._build()
        self.ctx.redraw()

    def rest(self, now: float) -> float:
        """Steps while cards fly; otherwise it depends on whether the winner's fanfare is still to come."""
        if self._celebration:
            return 0.0
        over = self._cheer or self._replays
        return math.inf if over and self.table.session.can_pause else 0.05

    def show_help(self) -> None:
        """The rules of the match."""
        self.ctx.push(RulePage(self.table.session.rules))

    def handle(self, event: Event, now: float) -> None:
        """The buttons; Esc leaves."""
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.table.get_up()
        else:
            self.group.handle(event)
            if self.ctx.scene is self:
                self._hear(now)

    def describe(self, page: Page) -> None:
        """The buttons, and the text on and around the podium."""
        super().describe(page)
        page.read(self._still)

    @property
    def _deck(self) -> Deck:
        """The pictures of the cards."""
        assert self.table.stage
        return self.table.stage.canvas.deck

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """Podium above, the others below it, buttons at the foot; above it all the cards."""
        size = surface.get_size()
        if full:
            self._still = Surface(size).convert()
            self._lay_out(self._still)
            if self._celebration:
                self._celebration.high = size[1] / theme.unit(size)
                self._pictures = self._take_pictures(size)
        repaired = self.group.draw(self._still, full)
        repaired = [surface.get_rect()] if full else [*repaired, *self._above]
        flying: list[Item] = []
        if self._celebration and self._pictures:
            flying = self._celebration.items(self._pictures, size, alpha)
        for rect in repaired:
            surface.blit(self._still, rect, rect)
        surface.fblits(flying)
        self._above = [picture.get_rect(topleft=at).clip(surface.get_rect()) for picture, at in flying]
        return repaired if full else repaired + self._above

    def _lay_out(self, surface: Surface) -> None:
        size = wide, high = surface.get_size()
        u, session = theme.unit(size), self.table.session
        surface.blit(tabletop(size), (0, 0))
        order = places(session.state.totals)
        room, middle = wide * 0.8, wide / 2
        heading, line = self.words()
        text.draw(surface, heading, 76 * u, theme.GOLD, max_width=room, center=(middle, high * 0.1))
        below = (middle, high * 0.1 + 56 * u)
        text.draw(surface, line, 28 * u, theme.IVORY, max_width=room, center=below)
        if self._found:
            proof = seal(self._found, session.names, u, room)
            at = proof.get_rect(midtop=(round(wide / 2), round(high * 0.1 + 81 * u)))
            text.blit(surface, proof, at.topleft)
        floor = high * _FLOOR
        for middle, (place, seat) in zip(_BLOCKS, order, strict=False):
            self._block(surface, (wide / 2 + middle * u, floor), place, seat, u)
        rest = order[3:]
        room = min(_SEAT * u, wide * 0.96 / max(1, len(rest)))
        for i, (place, seat) in enumerate(rest):
            x = wide / 2 + (i - len(rest) / 2) * room
            self._row(
                surface, Rect(round(x), round(floor + 22 * u), round(room), round(_ROW * u)), place, seat, u
            )
        gap, width = 14 * u, 240 * u
        left = wide / 2 - (len(self._rows) * (width + gap) - gap) / 2
        for i, row in enumerate(self._rows):
            row.u = u
            row.rect = Rect(round(left + i * (width + gap)), round(high * 0.84), round(width), round(50 * u))
        if not self._again and not self._replays:
            words = self._closed or _("The host can start another match.")
            below = wide / 2, high * 0.84 + 76 * u
            text.draw(surface, words, 23 * u, theme.MIST, max_width=wide * 0.9, center=below)

    def words(self) -> tuple[str, str]:
        """Who has won, and what kind of winner they are: addressed to the winner, or about them."""
        session, kind = self.table.session, self._cheer.kind if self._cheer else None
        winner = places(session.state.totals)[0][1]
        if [seat.seat for seat in session.here] == [winner]:
            manners = {None: "", GRACIOUS: _("graciously"), GLOATING: _("and let everyone know")}
            return _("You win the match"), manners[kind]
        titles = {
            None: _("Winner of the match"),
            GRACIOUS: _("A gracious winner"),
            GLOATING: _("A winner who rubs it in"),
        }
        return session.names[winner], titles[kind]

    def _block(self, surface: Surface, foot: tuple[float, float], place: int, seat: int, u: float) -> None:
        """A block of the podium with its number, and who stands on it."""
        session, first = self.table.session, place == 1
        block = Rect(0, 0, round(_BLOCK * u), round(_HIGH[place - 1] * u))
        block.midbottom = round(foot[0]), round(foot[1])
        edge = theme.GOLD if first else theme.TRAY_EDGE
        rim = max(1, round(u * (2 if first else 1)))
        surface.blit(theme.rounded(block.size, round(8 * u), (*theme.SHEET[:3], 235), edge, rim), block)
        text.draw(surface, str(place), 62 * u, edge if first else theme.MIST, center=block.center)
        self._cards(surface, (block.centerx, block.y - 50 * u), seat, first, u)
        high = 34 * u
        total = text.render(figure(session.state.totals[seat]), 26 * u, theme.IVORY, max_height=high)
        gap = round(10 * u)
        name = text.render(session.names[seat], 26 * u, theme.IVORY, block.w - gap - total.width, high)
        line = Rect(0, 0, name.width + gap + total.width, total.height)
        line.midbottom = block.centerx, block.y - round(4 * u)
        text.blit(surface, name, name.get_rect(midleft=line.midleft).topleft)
        text.blit(surface, total, total.get_rect(midright=line.midright).topleft)

    def _cards(self, surface: Surface, foot: tuple[float, float], seat: int, first: bool, u: float) -> None:
        """The seat's card back; behind the winner's a fan of court cards."""
        deck, back = self._deck, str(self.table.session.backs[seat])
        width = round((74 if first else 60) * u)
        fan = [*_FAN, back] if first else [back]
        for i, side in enumerate(fan):
            spread = i - (len(fan) - 1) / 2
            card = deck.picture(Look(side, width, -11 * spread, True))
            x, y = foot[0] + 26 * spread * u, foot[1] - 0.7 * width + 3 * spread * spread * u
            surface.blit(card, card.get_rect(center=(round(x), round(y))))

    def _row(self, surface: Surface, box: Rect, place: int, seat: int, u: float) -> None:
        """A seat that did not reach the podium."""
        session = self.table.session
        gap = round(6 * u)
        theme.panel(surface, box.inflate(-2 * gap, 0), u)
        left, right, y = box.x + gap + 12 * u, box.right - gap - 12 * u, box.centery
        text.draw(surface, str(place), 24 * u, theme.MIST, midleft=(left, y))
        icon = self._deck.picture(Look(str(session.backs[seat]), round(19 * u)))
        surface.blit(icon, icon.get_rect(center=(round(left + 30 * u), y)))
        total = text.draw(
            surface, figure(session.state.totals[seat]), 24 * u, theme.IVORY, midright=(right, y)
        )
        x = left + 48 * u
        text.draw(
            surface, session.names[seat], 23 * u, theme.IVORY, max_width=total.x - x - 8 * u, midleft=(x, y)
        )
