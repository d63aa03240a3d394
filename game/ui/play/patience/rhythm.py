"""Two piles, two keys: what each of them means now, the streak, and the tempo."""

from collections.abc import Callable, Mapping, Sequence

from pygame import Rect

from game.core.state import Dealt, Event, Resumed, Returned
from game.core.table import Moved
from game.i18n import _
from game.sessions.solo import SoloSession
from game.ui.cards.canvas import OVER
from game.ui.cards.moments import At
from game.ui.cards.overlay import Meter
from game.ui.cards.stage import Stage
from game.ui.engine import text, theme
from game.ui.engine.description import Description
from game.ui.engine.sound import SCALE, Sounds
from game.ui.input.two_piles import SideHand
from game.ui.play.patience.remarks import RED, Remarks
from game.ui.view.boxes import Column
from game.ui.view.leaves import Plate, Style, Text
from game.ui.view.node import Node

FOOT = 96
"""Space below the mat for what the keys mean, streak and tempo, in units, unless letters are large."""
_CAP, _BESIDE = 250, 40
"""The most space for a line of a key's meaning, and the least beside it to the turned cards, in units."""
_BELOW = 22
"""From the mat's cards to what the keys mean, in units."""
_MARGIN = 33
"""Beside the words on a cap, both margins together, in units."""
_KEYS, _MEANS = Style(26, 26), Style(21, 21)
_TOP = 24
"""The highest tempo."""
_EACH = 10
"""Streaks of this many cards, and of its multiples, are celebrated."""
_JUDGED = 3_000_000
"""Microseconds of play before the pace is meaningful."""
_SHAKE, _WIDE = 0.26, 14
"""How long the table shakes after a mistake, in seconds, and how far, in units."""
_HOT = ((104, 196, 128), (232, 190, 92), (240, 128, 72))
"""The tempo's colours, from slow to fast."""


def window(tempo: int) -> float:
    """Seconds within which the next card must come to keep the tempo."""
    return max(0.6, 2.2 * 0.94**tempo)


class Rhythm:
    """Follows a player's two hands; of two players, who breaks whose streak. Times are seconds of the
    stage."""

    def __init__(
        self,
        session: SoloSession,
        stage: Stage,
        hands: Sequence[SideHand],
        remarks: Remarks,
        sounds: Sounds,
        caps: Callable[[SideHand], Mapping[int, str]],
    ) -> None:
        """`caps`: what stands on the keys of a hand for the two piles."""
        self._caps = caps
        self._session, self._stage, self._hands = session, stage, hands
        self._remarks, self._sounds = remarks, sounds
        self.left, self.right = hands[0].left, hands[0].right
        self._alone, self.colors = len(hands) == 1, [theme.GOLD] * len(hands)
        """Each player's own."""
        self.reset()
        self.refresh()

    def reset(self) -> None:
        """Start over."""
        self.streak = self.best = self.hits = self.cards = self.tempo = 0
        self._since = self._session.now
        self._hit_at = self._beat_at = 0.0
        self._shaken = -1.0
        self._by = 0
        """Whose streak it is."""

    def describe(self, page: Description) -> None:
        """Describe the keys of the two piles."""
        for pile in (self.left, self.right):
            keys = [self._caps(hand).get(pile, "") for hand in self._hands]
            page.keys |= {pile: " ".join(keys)} if any(keys) else {}

    def refresh(self) -> None:
        """Update what each of the two keys means."""
        stage, means = self._stage, self._session.meanings
        u, felt = stage.layout.unit, Rect(stage.layout.areas[0].box)
        turned = stage.card(stage.roles.index("turned"), 0).x - felt.left - _BESIDE * u
        edge = stage.card(self.left, 0).centerx - felt.left
        room = min(_CAP + _MARGIN, turned / u + _MARGIN, 2 * edge / u)
        for pile, side in ((self.left, _("Left")), (self.right, _("Right"))):
            box, meaning = Rect(stage.layout.places[pile].box), means.get(pile, "")
            keys = [self._keys(hand, pile, side) for hand in self._hands]
            at = At("midtop", (box.centerx, felt.bottom + _BELOW * u))
            cap = _cap(keys, _(meaning) if meaning else "")
            stage.overlay.say(f"side{pile}", cap, at, level=OVER, room=room)

    def _keys(self, hand: SideHand, pile: int, side: str) -> tuple[str, theme.Color]:
        """What stands on the keys of a hand for a pile at this side, or that it is frozen; and how."""
        said, key = hand.run.meanings.get(pile, ""), self._caps(hand).get(pile, "")
        color = theme.colors.ivory if self._alone else self.colors[hand.session.seat]
        if said != self._session.meanings.get(pile, ""):
            return _(said), color
        return " · ".join(filter(None, [side if self._alone else "", key])), color

    # -- rhythm

    def follow(self, event: Event, now: float) -> None:
        """Count from the table's events what was right and what was wrong."""
        match event:
            case Moved(seat, _, dst, cards) if dst in (self.left, self.right) and seat < len(self._hands):
                self.cards += len(cards)
                self._hit(seat, dst, now)
            case Returned(seat, move, _, thrown=False):
                self.miss(seat, move.dst, now)
            case Dealt() | Resumed():
                self.reset()

    def _hit(self, seat: int, pile: int, now: float) -> None:
        quick = now - self._hit_at <= window(self.tempo)
        self.tempo = min(_TOP, self.tempo + 1) if quick or not self.hits else max(0, self.tempo - 2)
        self.streak, self._by = self.streak + 1 if seat == self._by else 1, seat
        self.hits, self._hit_at = self.hits + 1, now
        self.best = max(self.best, self.streak)
        note = min(len(SCALE) - 1, self.tempo // 3 + self.hits % 3)
        pan = -0.35 if pile == self.left else 0.35
        self._sounds.play("chime", 0.55 + 0.45 * self.tempo / _TOP, pan, SCALE[note] - 5)
        self._sounds.play("land", 0.55, pan)
        self._remarks.flash(pile, now, self.color)
        if self.streak % _EACH == 0:
            words = _("{n} in a row!").format(n=self.streak)
            self._remarks.rise(words, At("center", self._middle), now, self.colors[seat], 56)
            for step in (0, 4, 7):
                self._sounds.play("chime", 0.5, 0.0, step + 5)

    def miss(self, seat: int, pile: int, now: float) -> None:
        """A wrong key was pressed. Two who play are not shaken: the other was right."""
        self._remarks.flash(pile, now, RED, wrong=True)
        self.tempo = max(0, self.tempo // 2 - 1)
        if seat == self._by:
            self.streak = 0
        if self._alone:
            self._shaken = now

    @property
    def color(self) -> theme.Color:
        """The tempo's colour; of two, that of whoever took the last card."""
        if not self._alone:
            return self.colors[self._by]
        return _HOT[min(len(_HOT) - 1, self.tempo * len(_HOT) // _TOP)]

    @property
    def pace(self) -> int:
        """Cards a minute; 0 until there is enough to judge by."""
        played = self._session.now - self._since
        return round(self.cards * 60e6 / played) if played >= _JUDGED else 0

    @property
    def _middle(self) -> tuple[int, int]:
        """Between the two piles, and above them."""
        layout = self._stage.layout
        left, right = (Rect(layout.places[pile].box) for pile in (self.left, self.right))
        return (left.centerx + right.centerx) // 2, min(left.top, right.top) - round(20 * layout.unit)

    def step(self, now: float) -> None:
        """Let the tempo decay, beat the time, draw streak and tempo."""
        if self.hits and not self._session.over and now - self._hit_at > window(self.tempo) and self.tempo:
            self.tempo, self._hit_at = self.tempo - 1, now
        if self.tempo >= 4 and not self._session.over and now >= self._beat_at:
            self._beat_at = max(now, self._beat_at) + window(self.tempo) / 2
            self._sounds.play("tick", 0.8)
        self._draw(now)

    def shake(self, now: float) -> int:
        """How far to the right the shaking table is drawn now, in pixels."""
        age = now - self._shaken
        if self._shaken < 0 or age >= _SHAKE:
            return 0
        swing = 1 if int(age * 24) % 2 else -1
        return round(swing * _WIDE * (1 - age / _SHAKE) * self._stage.layout.unit)

    def _draw(self, now: float) -> None:
        layout, overlay = self._stage.layout, self._stage.overlay
        foot = (FOOT * text.letters.larger() - 8) * layout.unit
        x, y = self._middle[0], Rect(layout.areas[0].box).bottom + foot
        left = max(0.0, 1 - (now - self._hit_at) / window(self.tempo)) if self.hits else 0.0
        tempo = Meter(round(32 * left) / 32, self.color, wide=300, high=10)
        overlay.show("tempo", tempo, At("center", (x, y)))
        fresh = now - self._hit_at < 0.09 and self.streak and not self._stage.calm
        size = (40 if fresh else 34) + min(10, self.streak // 4)
        told = _("{n} in a row").format(n=self.streak) if self.streak > 1 else ""
        words = Text(told, Style(size, size), color=self.color) if told else None
        plate = Column(words, ground="plate", pad=(14, 0)) if words else None
        overlay.show("streak", plate, At("midbottom", (x, y - 12 * layout.unit)))


def _cap(keys: Sequence[tuple[str, theme.Color]], meaning: str) -> Node:
    """The keys of each hand, of two as caps, and beneath them their meaning; dim if they have none."""
    lines: list[Node] = [
        Text(words, _KEYS, color=color if meaning else theme.colors.mist) for words, color in keys
    ]
    ground = Plate((0, 0, 0, 70), (*theme.colors.mist, 90))
    if keys[1:]:
        cap = ground.replaced(radius=6)
        lines = [Column(line, ground=cap, pad=(_MARGIN / 3, 4), align="middle") for line in lines]
    if meaning:
        lines.append(Text(meaning, _MEANS, wraps=True))
    return Column(*lines, ground=ground, pad=(_MARGIN / 2, 8), gap=4)
