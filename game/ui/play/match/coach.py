"""The coach: cards that could have been laid in the round, each with the table as it was; and practice with
one of them."""

import math
from collections.abc import Iterator, Sequence
from functools import partial
from threading import Thread

from pygame import Rect, Surface

from game.core.cards import Card
from game.core.state import FLIGHT, SCORED, WON, Event
from game.core.table import Moved
from game.core.table_round import TIE
from game.i18n import N_, _, tenths
from game.sessions.local import FromHere
from game.sessions.session import Player
from game.story.coach import moments
from game.system import here
from game.ui.cards.deck import Deck
from game.ui.cards.labels import backdrop
from game.ui.cards.layout import PLATES
from game.ui.cards.miniature import cut_round
from game.ui.cards.stage import Stage
from game.ui.covers.cover import Cover
from game.ui.engine import text, theme
from game.ui.engine.assets import cameo
from game.ui.input.commands import Command, by_name
from game.ui.input.keys import Slot
from game.ui.play.end import LEAVE, End
from game.ui.play.match.commands import SLOTS as HANDS
from game.ui.play.match.extras import Captions
from game.ui.play.match.game import Exits, MatchGame, MatchTable
from game.ui.play.match.layout import table_layout
from game.ui.play.match.said import duel
from game.ui.play.match.words import card_name
from game.ui.play.scene import Extra, PlayScene, Said
from game.ui.rulebook.example import arrow, bow
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import ROW, Button, Cameo, Choice, Picture, Style, Text
from game.ui.view.node import Node
from game.ui.view.page import Columns, foot, page
from game.ui.widgets.words import lead_words, short_time

_LEFT = 444
"""The width of the list, in units."""
_SAID = Style(20, 24)
_LOOK = 1.3
"""Seconds that the card is seen to lie before the practice is over."""
_PICTURES = 16_000_000
"""The most bytes of card pictures kept while a table is drawn."""
_FACE = 17
"""Of who came first, or else of the player, in a row: from its middle to its rim, in units."""
_FATES = {
    "laid": N_("{card} took {time} to play."),
    "taken": N_("{card} was playable for {time} before {name} took the place."),
    "beaten": N_("{card}: {time} after {name}."),
    "tie": N_("{card}: at the same moment as {name}; decided by lot."),
    "turned": N_("{card} was playable for {time} before the hand was turned."),
    "covered": N_("{card} was playable for {time} before another card covered it."),
    "left": N_("{card} was playable for {time} until the round ended."),
}


def _seconds(time: int) -> str:
    return f"{tenths(time / 1e6)}\u00a0s"


class Coach(End, Cover[None]):
    """Lies over the standings of a round, and goes when the next one is dealt."""

    fills = True
    first = "0"

    def __init__(self, table: MatchTable, players: Sequence[Player]) -> None:
        """`players`: who played the round."""
        super().__init__(table)
        self.table, self.session, self._told = table, table.game.session, table.game.told()
        self._players = players[: len(table.game.seen.opening.totals)]
        self._seats = [seat for seat, each in enumerate(self._players) if each.here]
        self._seats = self._seats or [*range(len(self._players))]
        self._cards: Thread | None = None
        """Draws the cards' pictures for a table of this size."""
        self._size = 0, 0
        self.practised: dict[Card, int] = {}
        """How many microseconds cards took in practice."""
        self._tell(0)

    def _tell(self, at: int) -> None:
        """Tell of this one of the seats."""
        self._at, self._seat, self._chosen = at, self._seats[at], 0
        self._moments = moments(self._told, self._seat)

    def follow(self, now: float) -> None:
        """Keep the match up to date; its next round is not to be missed."""
        if not self.table.stands:
            self.table.pump(now)
        if self.session.state.phase not in (SCORED, WON):
            self.back()

    def step(self, now: float) -> None:
        """Follow the match."""
        self.follow(now)
        self.renew()

    def commands(self) -> Iterator[Command]:
        yield Command(LEAVE, lambda _at: self.back(), label=_("Back"))
        if self._moments:
            yield Command(Slot("practise", "T"), self._practise, label=_("Practise"))

    def view(self) -> Node:
        names = [self._players[seat].name for seat in self._seats]
        seats = (
            Choice(_("Player"), names, self._at, self._tell, name="player", bare=True) if names[1:] else None
        )
        rows = [self._row(number) for number in range(len(self._moments))]
        listing = self.columns.listing(rows, str(self._chosen), _("No card was missed."))
        parts: list[Node] = [Column(seats, listing, wide=_LEFT)]
        if rows:
            parts.append(Picture((self._seat, self._chosen, self._drawn), self._draw, grow=1))
        told = self._players[self._seat]
        face = Cameo(told.portrait, told.back, 28, align="middle")
        body = Row(*parts, gap=14, pack="middle", grow=1)
        return page(_("Coach"), body, foot(*self.buttons()), beside=face)

    @property
    def _drawn(self) -> bool:
        """Whether the cards' pictures are there: the table is drawn then."""
        return self._cards is not None and not self._cards.is_alive()

    def rest(self, now: float) -> float:
        """It looks for the pictures in each step."""
        return super().rest(now) if self._drawn or not self._moments else 0.0

    @property
    def columns(self) -> Columns:
        """The list: its rows have room for a sentence of three lines, or two sentences."""
        u, lines = theme.unit(self.ctx.window.size), 4 if self.practised else 3
        high = lines * text.size(_SAID.size * u) / u / ROW
        return Columns((_("Time"), _("Card")), (15, 85), color="ivory", rows=max(1.6, high))

    def _row(self, number: int) -> Button:
        moment, said = self._moments[number], self._say(number)
        by = self._players[self._seat if moment.by is None else moment.by]
        face = Cameo(by.portrait, by.back, _FACE, "calm" if moment.by is None else "hurried", align="middle")
        words = Row(face, Text(said, _SAID, wraps=True, at="start", grow=1), gap=10)
        at = short_time(moment.at)
        choose = partial(setattr, self, "_chosen", number)
        return self.columns.row(said, (at, words), self._practise, name=str(number), choose=choose)

    def _say(self, number: int) -> str:
        """What has become of a card."""
        moment = self._moments[number]
        fate = "tie" if moment.fate == "beaten" and moment.lead <= TIE else moment.fate
        said = _(_FATES[fate]).format(
            card=card_name(moment.card),
            time=lead_words(moment.lead) if fate == "beaten" else _seconds(moment.waited),
            name="" if moment.by is None else self._players[moment.by].name,
        )
        if took := self.practised.get(moment.card):
            said += " " + _("Practised: {time}.").format(time=_seconds(took))
        return said[:1].upper() + said[1:]

    def _draw(self, surface: Surface, rect: Rect, u: float) -> None:
        """The table as it was, with the card and where it could go."""
        moment, size = self._moments[self._chosen], rect.size
        spots = self.session.rules.spots(len(self._players))
        places = table_layout(size, spots, (self._seat,), self.ctx.settings.left_handed)
        widths, backs = tuple({area.card for area in places.areas}), [each.back for each in self._players]
        deck = Deck(self.ctx.cards.image, widths, places.unit, _PICTURES)
        if self._size != size:
            self._size, self._cards = size, self.ctx.cards.prepare(deck.sprites(backs))
        if not self._drawn:
            return
        base = backdrop(places)
        stage = Stage(places, spots, deck, backs, base, own=(self._seat,))
        stage.reset(moment.state.table)
        for pile in moment.move[:2]:
            stage.overlay.frame(f"lit{pile}", pile, theme.GOLD, width=0.06)
        picture = Surface(size)
        stage.canvas.redraw(picture, 0.0)
        for area in places.areas:
            if area.kind == PLATES:
                player, plate = self._players[area.seat or 0], Rect(area.panel)
                face = cameo(player.portrait, player.back, "calm", round(0.9 * plate.h))
                picture.blit(face, face.get_rect(midleft=(plate.x + u, plate.centery)))
                where, room = plate.x + 1.1 * plate.h, plate.w - 1.3 * plate.h
                ink, at = theme.ground("plate").ivory, (where, plate.centery)
                text.draw(picture, player.name, 0.6 * plate.h, ink, max_width=room, midleft=at)
        card, box = stage.piles[moment.move.src][-1].rest, Rect(places.places[moment.move.dst].box)
        picture.blit(*arrow(bow((card.x, card.y), box.center), theme.GOLD, u))
        surface.blit(cut_round(picture, round(9 * u), theme.ground("sheet").edge), rect)

    def _practise(self, _at: float = 0.0) -> None:
        """Play the chosen moment again, alone."""
        moment = self._moments[self._chosen]
        names, backs = zip(*((each.name, each.back) for each in self._players), strict=True)
        session = FromHere(self.session.rules, moment.state, names, backs, here().clock.seconds, self._seat)
        session.can_pause = self.session.can_pause
        session.target, session.rounds = self.session.target, self.session.rounds
        match = MatchGame(session)
        match.exits = _ToCoach(match)
        scene = PlayScene(match, [_Practice(self, moment.card), Captions()])
        scene.deals = False
        self.ctx.push(scene)


class _ToCoach(Exits):
    """Practice leads back to where it began."""

    def label(self, of_all: bool = False) -> str:
        """The label for leaving."""
        return _("Back to the coach")


class _Practice(Extra):
    """Over once the card has been laid; the match goes on meanwhile."""

    kind, quiet = "practice", True
    slots = by_name(LEAVE)

    def __init__(self, coach: Coach, card: Card) -> None:
        self._coach, self._card = coach, card
        self._begun: int | None = None
        """When it was first seen, by the session's clock."""
        self._over = math.inf
        """When it is over."""

    def commands(self) -> Iterator[Command]:
        """Nobody is there to knock for, or to call to."""
        yield Command(LEAVE, lambda _at: self.table.back(), _("back to the coach"), "")
        yield from (Command(slot, lambda _at: None, label="") for slot in HANDS.values())

    def lay_out(self, stage: Stage) -> None:
        """Say what it is, and how it is left."""
        self.said = Said(lines=(_("Practice"), _("Esc: back to the coach")))

    def filter(self, events: Sequence[Event], now: float) -> Sequence[Event]:
        """Let the coach follow the match."""
        self._coach.follow(now)
        return events

    def step(self, at: float) -> None:
        """Look whether it has begun, and whether it is over."""
        if self._begun is None and self.table.visible_since is not None:
            self._begun = self.table.game.session.moment(self.table.visible_since)
        if at >= self._over:
            self.table.back()

    def show_end(self) -> bool:
        """A knock ends it, too."""
        self.table.back()
        return True

    def follow(self, event: Event, at: float) -> None:
        """Say how quick it was."""
        game, session = self.table.game, self.table.game.session
        if isinstance(event, Moved) and event.cards[-1] == self._card and game.spots[event.dst].seat is None:
            took = session.now - FLIGHT - (self._begun or 0)
            self._coach.practised[self._card] = took
            if self.table.stage:
                duel(self.table.stage, _seconds(took), event.dst, theme.GOLD, at)
            self._over = at + _LOOK
