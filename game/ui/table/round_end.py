"""The count: the table is gathered, every card flies home to its owner, then the standings."""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import zip_longest

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.requests import Knock
from game.core.state import SCORED, WON, Scored
from game.i18n import _
from game.sessions.session import MatchSeat, Player
from game.ui.cards.canvas import AIR, SEEN, VEIL
from game.ui.cards.effects import EFFECTS
from game.ui.cards.labels import figure, key_button
from game.ui.cards.layout import TRAY
from game.ui.cards.sprite import Sprite
from game.ui.cards.tween import SHIFT, Pose
from game.ui.engine import text, theme
from game.ui.engine.scene import Context, Scene
from game.ui.table.advice import waiting_for
from game.ui.table.beneath import TableBeneath
from game.ui.table.knocks import BEGIN, Knocks, is_pad_knock
from game.ui.table.match_end import MatchEnd
from game.ui.table.seal import of_match, seal
from game.ui.table.standings import FOOT, Line, standings, tally
from game.ui.widgets.rows import CONFIRM

_LONGEST, _GAP = 4.5, 0.06
"""The most seconds for sending all cards home, and the longest interval between two."""
_PENALTY, _FILL = 1.4, 0.8
"""Seconds for the cards left in the 13-piles, and for the bars to grow; only then is there a way on."""
_OCTAVES = 24


class RoundEnd(Scene):
    """Plays on the table's own stage."""

    input_delay = 0.8

    def __init__(self, table: TableBeneath, scored: Scored) -> None:
        self.table, self.scored = table, scored
        self._counts = Counter[int]()
        """How many of each seat's cards are home."""
        self._shown_at = math.inf
        self._drawn: object = None
        self._veil: Surface | None = None
        self._buttons: dict[str, Rect] = {}
        """The buttons that continue, once the standings are shown."""
        self._hover = ""

    def enter(self, ctx: Context) -> None:
        """Gather the table."""
        super().enter(ctx)
        assert self.table.stage
        self._stage = self.table.stage
        self._begin = math.nan
        self._lefts = Counter[int]()
        for pile, owner in enumerate(self._stage.owners):
            if self._stage.roles[pile] == "reserve" and owner is not None:
                self._lefts[owner] = len(self._stage.piles[pile])

    def resume(self) -> None:
        """Resume the time: the covering scene has gone."""
        self.table.resume()

    # -- the cards' way home

    def _gather(self, at: float) -> None:
        stage = self._stage
        self._begin = at
        width, height = stage.layout.size
        size = max(place.box.w for place in stage.layout.places)
        motion = EFFECTS["gather"].motion or SHIFT
        by_owner: dict[int, list[Sprite]] = {}
        for pile, owner in enumerate(stage.owners):
            if owner is not None:
                continue
            sprites = stage.piles[pile][:]
            for i, sprite in enumerate(sprites):
                stage.canvas.set_out(sprite)
                sprite.ghost = i < len(sprites) - SEEN
                to = Pose(width / 2 + i % 3 - 1, height * 0.45 - i % 4, size, sprite.rest.angle * 2)
                stage.travel(sprite, motion, at, to=to)
                sprite.aloft = True
                by_owner.setdefault(sprite.card.pack, []).append(sprite)
            stage.piles[pile].clear()
            stage.canvas.changed(pile)
        # One card for each in turn: the player who laid most is still counting when the others are done.
        rounds = zip_longest(*by_owner.values())
        self._waiting = [sprite for turn in rounds for sprite in turn if sprite][::-1]
        self._all = len(self._waiting)
        gap = min(_GAP, _LONGEST / max(1, self._all))
        first = at + motion.time + 0.25
        self._times = [first + gap * i for i in range(self._all)][::-1]
        self._flights: list[tuple[float, Sprite]] = []
        last = first + gap * self._all + 0.35
        self._penalty_at, self._shown_at = last, last + _PENALTY
        self.ctx.sounds.play(EFFECTS["gather"].sound, 0.7)

    def _send(self, at: float) -> None:
        """Start the cards whose turn it is, and count those that have arrived."""
        stage = self._stage
        motion = EFFECTS["home"].motion or SHIFT
        if at >= self._begin + motion.time:
            for i, sprite in enumerate(reversed(self._waiting)):
                sprite.ghost = i >= SEEN
        while self._times and self._times[-1] <= at:
            self._times.pop()
            sprite = self._waiting.pop()
            home = self._home(sprite.card.pack)
            sprite.ghost, sprite.up = False, False
            stage.travel(sprite, motion, at, to=home, flip=True)
            self._flights.append((at + motion.time, sprite))
        while self._flights and self._flights[0][0] <= at:
            sprite = self._flights.pop(0)[1]
            stage.canvas.flying.remove(sprite)
            owner = sprite.card.pack
            self._counts[owner] += 1
            self._show_score(owner, f"+{self._counts[owner]}")
            done = self._counts.total()
            steps = round(_OCTAVES * done / max(1, self._all))
            pan = 2 * self._home(owner).x / stage.layout.size[0] - 1
            self.ctx.sounds.play("count", 0.8, pan * 0.7, steps)

    def _home(self, seat: int) -> Pose:
        stage = self._stage
        pile = next(i for i, o in enumerate(stage.owners) if o == seat and stage.roles[i] == "stock")
        x, y, w, h = stage.layout.places[pile].box
        return Pose(x + w / 2, y + h / 2, w)

    def _show_score(self, seat: int, words: str, color: theme.Color = theme.GOLD) -> None:
        """Show at the seat what has been counted."""
        u = self._stage.layout.unit
        area = next(area for area in self._stage.layout.areas if area.seat == seat)
        word = text.render(words, 40 * u, color, area.box.w - 30 * u)
        plate = theme.rounded(
            (word.width + round(22 * u), word.height + round(10 * u)), round(9 * u), (*theme.PLATE, 236)
        ).copy()
        text.blit(plate, word, word.get_rect(center=plate.get_rect().center).topleft)
        x, y = self.table.seat_point(seat)
        on_edge = area.kind == TRAY  # its name and total must stay visible
        rect = plate.get_rect(midbottom=(x, round(y + 7 * u))) if on_edge else plate.get_rect(center=(x, y))
        rect.clamp_ip((0, 0, *self._stage.layout.size))
        self._stage.canvas.tag(f"score{seat}", plate, rect.topleft, AIR)

    def _penalties(self) -> None:
        for seat, score in enumerate(self.scored.scores):
            left = self._lefts[seat]
            words = f"{tally(score, left)} = {figure(score, True)}" if left else figure(score, True)
            self._show_score(seat, words, theme.IVORY if left else theme.GOLD)
        self.ctx.sounds.play("land", 0.6)

    # -- the scene

    def step(self, now: float) -> None:
        """Let the cards fly, then show the standings until the next round is dealt."""
        self.table.tick(now)
        if self.ctx.scene is not self:
            return
        if self.table.session.state.phase not in (SCORED, WON):
            self._clear()
            self.back()
            return
        at = self.table.clock(now)
        if math.isnan(self._begin):
            self._gather(at)
        self._send(at)
        if self._penalty_at <= at:
            self._penalty_at = math.inf
            self._penalties()
        if self._shown_at <= at:
            self._standings(min(1.0, (at - self._shown_at) / _FILL))

    def rest(self, now: float) -> float:
        """Steps until the standings are complete."""
        done = self.table.clock(now) > self._shown_at + _FILL
        return 0.05 if done and not self._stage.moving else 0.0

    def _standings(self, grown: float) -> None:
        """`grown`: how far the bars are, 0 to 1; when they are, what continues is shown."""
        state, session = self.table.session.state, self.table.session
        found = of_match(session, [state.round])
        cap = self.table.legend("Space")
        bars, full = 1.0 if self._stage.calm else grown, grown == 1.0
        seen = bars, full, state.ready, state.phase
        key = *seen, session.here, session.names, self._hover, found, cap
        if key == self._drawn:
            return
        self._drawn = key
        lines, players = [], self._players()
        for seat, total in enumerate(self.scored.totals):
            name, back, own = players[seat]
            ready = _("ready") if state.ready >> seat & 1 and session.names[seat] == name else ""
            now_at = self.scored.before[seat] + (total - self.scored.before[seat]) * bars
            score = self.scored.scores[seat]
            how, brought = tally(score, self._lefts[seat]), figure(score, True)
            lines.append(Line(back, name, how, brought, now_at, ready, own))
        lines.sort(key=lambda line: -line.total if bars == 1 else 0)
        if self.scored.seat is None:
            title = _("Nobody can go on")
        else:
            name = players[self.scored.seat].name
            title = _("You knocked") if name == _("You") else _("{name} knocked").format(name=name)
        stage = self._stage
        u, knocks = stage.layout.unit, self._knocks() if full else None
        waits = text.render(waiting_for(session) if full else "", 23 * u, theme.GOLD, 700 * u)
        foot = knocks.picture if knocks else waits
        names = tuple(each.name for each in players)
        proof = seal(found, names, u, 760 * u) if found else None
        picture = standings(title, lines, session.target, foot, stage.canvas.deck, u, proof)
        for seat in range(len(lines)):
            stage.canvas.tag(f"score{seat}", None)
        self.table.show_totals(None)
        size = stage.layout.size
        if self._veil is None or self._veil.get_size() != size:
            self._veil = Surface(size, pygame.SRCALPHA)
            self._veil.fill((*theme.SHADE[:3], 190))
        stage.canvas.tag("veil", self._veil, (0, 0), VEIL)
        rect = picture.get_rect(center=(size[0] // 2, size[1] // 2))
        stage.canvas.tag("standings", picture, rect.topleft, AIR)
        at = rect.centerx, rect.bottom - round(FOOT * u)
        row = foot.get_rect(center=at).topleft
        self._buttons = {name: box.move(row) for name, box in knocks.buttons.items()} if knocks else {}

    def _players(self) -> tuple[Player, ...]:
        """Who played the round: a seat may have somebody else by now."""
        session = self.table.session
        here = {each.seat for each in session.here}
        now = enumerate(zip(session.names, session.backs, strict=True))
        return session.played or tuple(Player(name, back, seat in here) for seat, (name, back) in now)

    def _knocks(self) -> Knocks | None:
        """The buttons that continue; None: the others have yet to knock."""
        session, u = self.table.session, self._stage.layout.unit
        if session.state.phase == WON or not session.plays:
            words = _("See the winner") if session.state.phase == WON else _("Next round")
            button = key_button(words, self.table.legend("Space"), u, bool(self._hover), True)
            there = session.state.phase == WON or session.can_pause
            return Knocks(button, {BEGIN: button.get_rect()}) if there else None
        return self.table.knockers.buttons(session, _("Knock for the next round"), u, self._hover)

    def _clear(self) -> None:
        self._stage.canvas.tag("standings", None)
        self._stage.canvas.tag("veil", None)
        for seat in range(len(self.scored.scores)):
            self._stage.canvas.tag(f"score{seat}", None)

    takes_pads = True

    def show_help(self) -> None:
        """The help of the table."""
        self.table.show_help()

    def handle(self, event: Event, now: float) -> None:
        """Any of the usual keys and any click shorten the count; in the standings a knock continues."""
        at, event = self.table.clock(now), self.table.legend.heard(event)
        if event.type == pygame.MOUSEMOTION:
            self._hover = self._button_at(event.pos)
            return
        clicked = event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT
        button = self._button_at(event.pos) if clicked else ""
        pressed = event.key if event.type == pygame.KEYDOWN else None
        if at < self._shown_at and (clicked or is_pad_knock(event) or pressed in CONFIRM):
            self._skip(at)
        elif self._buttons and (seat := self.table.knockers.who(self.table.session, event, button)):
            self._go_on(seat, now)
        else:
            self.table.shared_key(event)

    def _button_at(self, pos: tuple[int, int]) -> str:
        return next((name for name, box in self._buttons.items() if box.collidepoint(pos)), "")

    def _go_on(self, seat: MatchSeat, now: float) -> None:
        if self.table.session.state.phase == WON:
            self._clear()
            self.ctx.replace(self, MatchEnd(self.table))
        else:
            seat.ask(Knock())
            self.step(now)

    def _skip(self, at: float) -> None:
        if math.isnan(self._begin):
            return
        for sprite in [*self._waiting, *(flight[1] for flight in self._flights)]:
            if sprite in self._stage.canvas.flying:
                self._stage.canvas.flying.remove(sprite)
        self._waiting, self._times, self._flights = [], [], []
        self._penalty_at, self._shown_at = math.inf, at

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """Draws the table; after a change of size it goes straight to the standings."""
        rects = self.table.draw(surface, now, alpha, full)
        if self.table.stage is self._stage or not self.table.stage:
            return rects
        self._stage = self.table.stage
        for pile, owner in enumerate(self._stage.owners):
            if owner is None:
                self._stage.piles[pile].clear()
                self._stage.canvas.changed(pile)
        self._waiting, self._times, self._flights, self._drawn = [], [], [], None
        self._begin = self._shown_at = min(self._shown_at, self.table.clock(now))
        self._penalty_at = math.inf
        self._standings(1.0)
        return self.table.draw(surface, now, alpha, True)
