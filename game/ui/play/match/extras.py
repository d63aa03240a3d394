"""What is seen and heard at a table beside its cards: streaks, and who was first where two wanted the same
place; the others' hands over the shared piles; the heart as the own 13-pile nears its end and the music
beneath it all; and all that is heard in words, for those who cannot hear it."""

from collections import deque
from collections.abc import Mapping
from math import hypot
from typing import NamedTuple

from pygame import Rect

from game.core.cards import Pile
from game.core.hand import Hand, SharedPiles
from game.core.rules import Rules
from game.core.state import FLIGHT, PLAYING, Dealt, Event, Returned, Scored, State, Thrown
from game.core.streaks import LEAST
from game.core.table import Move, Moved, Table
from game.core.table_round import TIE
from game.core.why import HAND_BUSY
from game.i18n import N_, _
from game.rules.haisty import Haisty
from game.sessions.session import Session
from game.system import here
from game.ui.cards.canvas import AIR, OVER
from game.ui.cards.frames import Glow, Rim
from game.ui.cards.layout import SHARED
from game.ui.cards.moments import At
from game.ui.cards.motion import EFFECTS
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.assets import art
from game.ui.engine.description import Description
from game.ui.engine.scene import Context
from game.ui.engine.sound import MOODS, SCALE
from game.ui.play.match.game import MatchGame
from game.ui.play.match.plates import Met
from game.ui.play.match.said import duel as tell_duel
from game.ui.play.match.said import streak
from game.ui.play.match.words import stakes
from game.ui.play.scene import Extra
from game.ui.view.boxes import Column
from game.ui.view.leaves import Text
from game.ui.widgets.toasts import EDGE, HEARD
from game.ui.widgets.words import lead_words

LATE = 1_500_000
"""The most microseconds from a landing to a press that it has beaten."""
_KEPT = 64
HAIR = 50_000
"""A card that came first by less than this many microseconds is celebrated."""
_TUNE = (5, 9, 12)
"""Semitones of the chime for it."""
_LOW = -5
"""The semitones of the first card by which a streak is told."""


class Duel(NamedTuple):
    """A card of the loser's came too late at a pile."""

    winner: int
    loser: int
    pile: int
    lead: int | None
    """Microseconds between the presses; None: not known."""

    @property
    def tie(self) -> bool:
        """Whether the clocks cannot tell who was first."""
        return self.lead is not None and self.lead <= TIE


class Duels:
    """Finds the duels of a round. All times are the host's."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._flying: dict[int, Thrown] = {}
        """By seat, the card on its way to the shared table."""
        self._laid: deque[Thrown] = deque(maxlen=_KEPT)
        """The throws that have landed, the latest first."""
        self._found: set[tuple[int, Thrown]] = set()
        """Who has lost to which throw: that counts once."""

    def follow(self, event: Event) -> Thrown | None:
        """The throw that has landed by this event, if one has."""
        match event:
            case Thrown(seat, move) if move.count:
                self._flying[seat] = event
            case Moved(seat, src, dst):
                thrown = self._flying.get(seat)
                if thrown and thrown.move[:2] == (src, dst):
                    del self._flying[seat]
                    self._laid.appendleft(thrown)
                    return thrown
        return None

    def returned(self, event: Returned, table: Table) -> Duel | None:
        """The duel that a card has lost which comes back."""
        (src, dst, _count), lost = event.move, self._flying.get(event.seat)
        if not event.thrown or (lost and lost.move != event.move):
            return None
        if event.faster is None:
            duel = self.refused(event.seat, src, lost.at, table) if lost else None
        else:
            won = next(
                (each for each in self._laid if (each.seat, each.move.dst) == (event.faster, dst)), None
            )
            duel = Duel(event.faster, event.seat, dst, None)
            if won and lost:
                duel = self._duel(won, event.seat, lost.at)
        self._flying.pop(event.seat, None)
        return duel

    def refused(self, seat: int, src: int, press: int, table: Table) -> Duel | None:
        """The duel that the top card of `src` has lost, if a pile would have taken it shortly before this
        press, or before its throw."""
        lost = self._flying.get(seat)
        if lost and lost.move.src == src:
            press = lost.at
        else:
            lost = None
        for won in self._laid:
            if press - won.at - FLIGHT > LATE or won.seat == seat or (seat, won) in self._found:
                continue
            if (not lost or lost.move.dst == won.move.dst) and self._fitted(seat, src, won, table):
                return self._duel(won, seat, press)
        return None

    def _duel(self, won: Thrown, loser: int, press: int) -> Duel:
        self._found.add((loser, won))
        lead = press - won.at
        return Duel(won.seat, loser, won.move.dst, max(0, lead) if lead >= -TIE else None)

    def _fitted(self, seat: int, src: int, won: Thrown, table: Table) -> bool:
        """Whether the top card of `src` fitted where this card has been laid. A full pile has been put aside
        since."""
        piles, dst = list(table.piles), won.move.dst
        held = next((pile.cards for pile in piles if won.cards[0] in pile.cards), ())
        below = held[: held.index(won.cards[0])] if held else ()
        piles[dst] = Pile(below, len(below))
        return Move(src, dst) in self._rules.moves(table._replace(piles=tuple(piles)), seat)


class Achievements(Extra):
    """Shows and sounds streaks, and who was faster."""

    def __init__(self, match: MatchGame) -> None:
        self._match, self._duels = match, Duels(match.session.rules)

    def reset(self) -> None:
        """Begin with another round, or after a part of it has been missed."""
        self._duels = Duels(self._match.session.rules)

    def follow(self, event: Event, at: float) -> None:
        """Show and sound what the event achieves."""
        laid = self._duels.follow(event)
        if isinstance(event, Dealt):
            self.reset()
        elif laid and self._match.streak >= LEAST:
            self._tell_streak(laid, self._match.streak, at)
        elif isinstance(event, Returned):
            duel = self._duels.returned(event, self._match.session.state.table)
            if duel:
                self._tell(duel, at)

    def refused(self, why: str, pile: int, at: float) -> bool:
        """A press too late for a pile is told as a duel, not as a mistake."""
        assert self.table.stage
        match, seat = self._match, self.table.stage.owners[pile]
        if seat is None or why == HAND_BUSY:
            return False
        read = next((hand.read for hand in match.hands if hand.session.seat == seat), None)
        press = match.session.now if read is None else read
        duel = self._duels.refused(seat, pile, press, match.session.state.table)
        if duel:
            self._tell(duel, at)
            if read is not None:  # the card has not left the hand
                self._lunge(pile, duel.pile, at)
        return duel is not None

    def _lunge(self, src: int, dst: int, at: float) -> None:
        """Let a card that was not thrown be seen to be too late."""
        stage = self.table.stage
        if stage and not stage.calm:
            sprite = stage.piles[src][-1]
            there = stage.rest(dst, len(stage.piles[dst]), sprite.card)
            stage.travel(sprite, EFFECTS["beaten"].motion, at, start=there)

    def _tell(self, duel: Duel, at: float) -> None:
        """Tell the players here who was faster, and by how much."""
        match, lead = self._match, duel.lead
        match.hud.beat(duel.loser, at)
        won, lost = duel.winner in match.own, duel.loser in match.own
        if match.hud.for_room and not self.table.still:
            self._tell_room(duel, at)
        if not (won or lost) or self.table.still:
            return
        names = match.session.names
        color = theme.GOLD if won and not lost else theme.BACKS[match.session.backs[duel.winner]]
        if duel.tie:
            words = _("Dead heat with {name}!").format(name=names[duel.winner if lost else duel.loser])
        elif lead is None:
            words = _("{name} was faster").format(name=names[duel.winner])
        else:
            words = _("{time} after {name}") if lost else _("{time} before {name}")
            words = words.format(time=lead_words(lead), name=names[duel.winner if lost else duel.loser])
            if match.own[1:]:
                words = f"{names[duel.loser if lost else duel.winner]}: {words}"
        assert self.table.stage
        tell_duel(self.table.stage, words, duel.pile, color, at, None if duel.tie else not lost)
        if lost:
            match.play_sound("beaten", seat=duel.loser)
        elif lead is not None and lead < HAIR:
            for steps in _TUNE:
                self.table.ctx.sounds.play("chime", 0.5, pitch_steps=steps)

    def _tell_room(self, duel: Duel, at: float) -> None:
        """Tell who watches of a contest of others: at its pile for a moment, and beside the mat."""
        match, lead = self._match, duel.lead
        names, backs = match.session.names, match.session.backs
        words = _("{time} before {name}")
        if duel.tie:
            words = _("level with {name}")
        elif lead is None:
            words = _("before {name}")
        words = words.format(time=lead_words(lead or 0), name=names[duel.loser])
        match.hud.met = Met(duel.winner, words)
        match.hud.refresh()
        assert self.table.stage
        told = f"{names[duel.winner]}: {words}"
        tell_duel(self.table.stage, told, duel.pile, theme.BACKS[backs[duel.winner]], at)

    def _tell_streak(self, laid: Thrown, count: int, at: float) -> None:
        """Count a streak at the pile of its latest card; an own one chimes."""
        session, seat, own = self._match.session, laid.seat, laid.seat in self._match.own
        if self.table.stage and not self.table.still:
            color = None if own else theme.BACKS[session.backs[seat]]
            streak(self.table.stage, seat, count, laid.move.dst, at, color)
        if own:
            steps = SCALE[min(len(SCALE) - 1, count - LEAST)]
            self.table.ctx.sounds.play("chime", 0.6, pitch_steps=steps + _LOW)


_GLIDE = 0.1
"""Seconds in which a hand moves on to where it was last seen: as often as it is told of."""
_HIGH, _TIP = 46, (10, 45)
"""The height of a hand, and where its finger points, in units."""
Point = tuple[float, float]


class _Way(NamedTuple):
    """A hand's way on the screen to where it was last seen."""

    hand: Hand
    start: Point
    goal: Point
    begun: float

    def at(self, now: float) -> Point:
        """Where it is at this time."""
        part = min(1.0, (now - self.begun) / _GLIDE)
        (x, y), (to_x, to_y) = self.start, self.goal
        return x + (to_x - x) * part, y + (to_y - y) * part


class OtherHands(Extra):
    """A small hand in the colour of its seat's back wherever somebody else reaches; the others are told of
    the pointer here. Neither with reduced motion."""

    session: Session

    def lay_out(self, stage: Stage) -> None:
        self._piles = SharedPiles(self.table.game.spots)
        self._shared = next(area.box for area in stage.layout.areas if area.kind == SHARED)
        self._ways: dict[int, _Way] = {}

    def step(self, at: float) -> None:
        """Tell where the pointer is, and show the others."""
        session, wanted = self.session, self.table.ctx.settings.hands and not self.stage.calm
        on = wanted and session.state.phase == PLAYING
        session.point(self._pointed() if on else None)
        hands = session.hands if on else {}
        if hands or self._ways:
            self._show(hands, at)

    def follow(self, event: Event, at: float) -> None:
        """No hand stays over the table while a round is counted."""
        if isinstance(event, Scored):
            self._show({}, at)

    def describe(self, page: Description) -> None:
        page.hands = [
            {"seat": seat, "pile": self._under(way.goal)[0]} for seat, way in sorted(self._ways.items())
        ]

    def _pointed(self) -> Hand | None:
        """Where the player's pointer is, as it is told. A pointer shared by two is not shown as a hand."""
        players = self.table.game.players
        pos = players[0].pointer if len(players) == 1 else None
        if not pos or not self._shared.holds(*pos) or players[0].by_pad():
            return None
        pile, box = self._under(pos)
        across, down = (pos[0] - box.x) / box.w, (pos[1] - box.y) / box.h
        return self._piles.hand(pile, min(1.0, max(0.0, across)), min(1.0, max(0.0, down)))

    def _under(self, pos: Point) -> tuple[int, Rect]:
        """The nearest of the shared piles, and its place."""
        boxes = [(pile, Rect(self.stage.layout.places[pile].box)) for pile in self._piles]
        return min(boxes, key=lambda each: hypot(each[1].centerx - pos[0], each[1].centery - pos[1]))

    def _show(self, hands: Mapping[int, Hand], at: float) -> None:
        """Show these hands, but none of those who play here."""
        here = {each.seat for each in self.session.local_seats}
        canvas, unit = self.stage.canvas, self.stage.layout.unit
        for seat in [seat for seat in self._ways if seat not in hands]:
            del self._ways[seat]
            canvas.tag(f"hand {seat}", None)
        for seat in hands.keys() - here & {*range(self.session.seats)}:
            hand, way = hands[seat], self._ways.get(seat)
            if way is None or way.hand != hand:
                goal = self._place(hand)
                way = self._ways[seat] = _Way(hand, way.at(at) if way else goal, goal, at)
            x, y = way.at(at)
            picture = art("sign/hand", round(_HIGH * unit), theme.BACKS[self.session.backs[seat]])
            canvas.tag(f"hand {seat}", picture, (round(x - _TIP[0] * unit), round(y - _TIP[1] * unit)), AIR)

    def _place(self, hand: Hand) -> Point:
        """Where a hand is on this screen."""
        pile, across, down = self._piles.at(hand)
        x, y, w, h = self.stage.layout.places[pile].box
        return x + across * w, y + down * h


_PULSE = 2 / 3
"""Seconds of a beat of the music that is played meanwhile."""
_BEATS = {3: (1.5 * _PULSE, 0.5), 2: (_PULSE, 0.75), 1: (0.75 * _PULSE, 1.0)}
"""By the cards left: seconds from beat to beat, and how loud it is."""
_COLOR = (112, 8, 4)
_GLOWS = {left: Glow(*glow, _COLOR) for left, glow in {3: (38, 84), 2: (54, 124), 1: (72, 164)}.items()}
"""How the rim glows, by the cards left."""
_BRISK, _TENSE = 7, 3
"""With so many cards in the smallest 13-pile each of the next moods of the music begins."""


class Tension(Extra):
    """The rim of the table, drawn anew when the number changes, and the heart: not with reduced motion; and
    what the music is like. Off in lessons, practice and attract mode."""

    session: Session

    def lay_out(self, stage: Stage) -> None:
        self._rim, self._beat_at = Rim(stage), 0.0
        self._reserves = [pile for pile, role in enumerate(stage.roles) if role == "reserve"]
        self._own = [stage.find("reserve", seat.seat) for seat in self.session.local_seats]
        self._state: State | None = None
        self._few = 0
        """The cards left in the own 13-pile, of two own ones the smaller, if they are few."""

    def step(self, at: float) -> None:
        """Show how many cards are left, if few are, and let the heart beat."""
        state = self.session.state
        if state is not self._state:
            self._state = state
            self._look(state)
        left = 0 if self.stage.calm or self.table.quiet else self._few
        self._rim.step(_GLOWS.get(left))
        if left and at >= self._beat_at:
            every, gain = _BEATS[left]
            self._beat_at = at + every
            self.table.ctx.sounds.play("heart", gain)

    def _look(self, state: State) -> None:
        """See how near the end is while a round is played."""
        self._few, mood = 0, 0
        if state.phase == PLAYING:
            left = {pile: len(state.table.piles[pile].cards) for pile in self._reserves}
            few = min([left[pile] for pile in self._own], default=0)
            self._few, least = few if few in _BEATS else 0, min(left.values())
            mood = (least <= _BRISK) + (least <= _TENSE) + (least <= _TENSE and self._decides(state))
            if stakes(self.session):
                mood = max(mood, 1)  # a round that may end the match is not calm
        if not self.table.quiet:
            self.table.music = MOODS[mood]

    def _decides(self, state: State) -> bool:
        """Whether the match would be over if somebody knocked now."""
        rules, target = self.session.rules, self.session.target
        if not target or not isinstance(rules, Haisty):
            return state.round == self.session.rounds
        return max(map(sum, zip(state.totals, rules.scores(state.table), strict=True))) >= target


WORDS = {
    "knock": N_("knock"),
    "dud": N_("dull thud"),
    "land": N_("a card lands"),
    "turn": N_("cards are turned"),
    "flip": N_("a card is turned"),
    "shuffle": N_("shuffling"),
    "return": N_("a card comes back"),
    "shove": N_("a pile is pushed aside"),
    "chime": N_("chime"),
    "wrong": N_("buzzer"),
    "heart": N_("heartbeat"),
    "go": N_("go"),
    "king": N_("a pile is complete"),
    "last": N_("the last card of a 13-pile"),
    "beaten": N_("beaten"),
    "calm": N_("calm music"),
    "brisk": N_("brisk music"),
    "tense": N_("tense music"),
    "point": N_("music at match point"),
    "gracious": N_("gracious fanfare"),
    "gloating": N_("gloating fanfare"),
}
"""The sounds that mean something; the rest only accompanies what is seen anyway."""
_SHOWN, _ROOM = 1.2, 640
"""Seconds that a caption is shown, and how many units it may be wide: as far as the own hand."""


def caption(ctx: Context, words: Mapping[str, str], *told: str) -> str:
    """What has been heard lately of the sounds that have words here, the newest last, if the player wants
    it; else an empty text. `told`: what else is to be said."""
    if not ctx.settings.captions:
        return ""
    now = here().clock.seconds()
    lately = [each.name for each in ctx.sounds.heard if now - each.at < _SHOWN and each.name in words]
    names = list(dict.fromkeys(reversed(lately)))[: 3 - len(told)]
    said = [*(_(words[name]) for name in reversed(names)), *told]
    return f"[{' · '.join(said)}]" if said else ""


class Captions(Extra):
    """A line in the corner at the own 13-pile with the latest sounds, the newest last, if the player wants
    it; and whose streak makes them rise."""

    session: Session
    _streak, _until = "", 0.0
    """The latest streak in words, and how long it is told."""

    def follow(self, event: Event, at: float) -> None:
        """A streak makes no sound of its own."""
        count = self.table.game.streak
        if isinstance(event, Moved) and count >= LEAST:
            name = self.session.names[event.seat]
            self._streak, self._until = _("{name}: {n} in a row").format(name=name, n=count), at + _SHOWN

    def step(self, at: float) -> None:
        """Show what has been heard lately."""
        layout, overlay = self.stage.layout, self.stage.overlay
        told = [self._streak] if at < self._until else []
        if line := caption(self.table.ctx, WORDS, *told):
            edge, words = EDGE * layout.unit, Column(Text(line, HEARD), ground="plate", pad=(9, 0))
            corner, x = ("bottomright", layout.size[0] - edge) if layout.mirrored else ("bottomleft", edge)
            overlay.say("captions", words, At(corner, (x, layout.size[1] - edge)), level=OVER, room=_ROOM)
        else:
            overlay.end("captions")
