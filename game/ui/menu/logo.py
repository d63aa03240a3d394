"""The cards of the title screen: six that spell the name, and two fans in the corners."""

from functools import partial
from typing import Final

from pygame import Rect, Surface

from game.core.cards import ACE, CLUBS, DIAMONDS, HEARTS, HIDDEN, JACK, KING, QUEEN, SPADES, Card
from game.ui.cards.deck import Deck
from game.ui.cards.motion import Motion, Pose, Tween
from game.ui.cards.painter import Item, Painter
from game.ui.cards.sprite import Sprite
from game.ui.engine.assets import CardImages

WORD: Final = "haisty"

_WIDTH, _SPACING, _MIDDLE = 126, 138, 150
"""A letter card's width, the distance to the next, and the middle of the row from the top, in units."""
_BEND, _LEAN = 3.0, -2.6
"""The row's bend in units and each card's angle in degrees, by position from the middle."""
_CORNER = 150
_COURTS = (Card(JACK, CLUBS), Card(QUEEN, DIAMONDS), Card(KING, SPADES), Card(QUEEN, HEARTS))
_BLANK = Card(ACE, HEARTS)
"""Stands for a letter's card, which is not in the pack."""
_PATTERNS = (1, 3, 5, 7)
_FAN_POSES = ((50, 150, 30), (118, 128, 11), (196, 120, -8), (270, 138, -26))
"""Each fanned card's middle from the lower left corner in units, and its angle in degrees."""
_ROOM = 600_000
"""Bytes of card pictures at 1280 x 720: few are used twice in a flight."""

_DEAL = Motion(0.5, arc=0.06, tilt=16, lift=0.9, settle=0.16)
_FLIP = Motion(0.3, lift=0.8, settle=0.1, ease="inout")
_FAN = Motion(0.55, tilt=12, lift=0.6, settle=0.16)
_RAISE = Motion(0.14, lift=0.0)
_AFTER_DEAL = 0.55
"""Seconds from a letter's deal to its turning over."""


class Letter(Sprite):
    """One card of the name."""

    __slots__ = ()

    def __init__(self, at: int, back: int, rest: Pose) -> None:
        super().__init__(_BLANK, False, back, rest, at)

    def _side(self, up: bool) -> str:
        return f"title {WORD[self.pile]}" if up else str(self.back)


class Logo:
    """The title's cards for one window size: dealt once, then at rest until the pointer touches them."""

    def __init__(
        self,
        cards: CardImages,
        base: Surface,
        u: float,
        back: int,
        now: float,
        dealt: bool,
    ) -> None:
        """`dealt`: they already lie there, as after a change of size."""
        self._painter = Painter(base)
        self._size, self._u = base.get_size(), u
        widths = round(_WIDTH * u), round(_CORNER * u)
        self._deck = Deck(partial(_image, cards), widths, u, round(_ROOM * u * u))
        self.letters = [Letter(i, back, self._place(i)) for i in range(len(WORD))]
        self._fans = self._opened(back)
        self._all: list[Sprite] = [*self._fans, *self.letters]
        self._due: list[tuple[float, Sprite, Tween, bool]] = []
        self._moving: list[Sprite] = []
        self._lying: list[Sprite] = []
        self._flying: list[Item] = []
        """The pictures of those that move, as drawn last."""
        self._raised: Letter | None = None
        if dealt:
            self._lying = list(self._all)
            for letter in self.letters:
                letter.up = True
        else:
            self._plan(now)

    def settle(self, now: float) -> None:
        """Start what is due and settle what has come to rest."""
        while self._due and self._due[0][0] <= now:
            _start, sprite, tween, up = self._due.pop(0)
            self._send(sprite, tween)
            sprite.up = up
        for sprite in [s for s in self._moving if s.still(now)]:
            self._moving.remove(sprite)
            sprite.tween = None
            self._lying = [s for s in self._all if s in self._lying or s is sprite]
            self._painter.damage(self._extent(sprite))

    def resting(self) -> bool:
        """Whether nothing moves or is about to."""
        return not self._due and not self._moving

    def point(self, pos: tuple[int, int], now: float) -> Letter | None:
        """Raise the letter under the pointer and lower the one before; returns the letter newly raised, if
        any."""
        if self._due:
            return None
        hit = next((c for c in self.letters if self._home(c).collidepoint(pos)), None)
        if hit is self._raised:
            return None
        for letter, up in ((self._raised, 0.0), (hit, 16.0)):
            if letter:
                start = letter.pose(now)
                letter.rest = (place := self._place(letter.pile))._replace(y=place.y - up * self._u)
                self._send(letter, Tween(now, now + _RAISE.time, start, letter.rest, _RAISE))
        self._raised = hit
        return hit

    def draw(self, surface: Surface, now: float, full: bool) -> list[Rect]:
        """Bring the screen up to date; returns the rects touched."""
        self._flying = [sprite.travelling(self._deck, now) for sprite in self._moving]
        return self._painter.paint(surface, self._still, self._flying, self._flying, full)

    def draw_again(self, surface: Surface, rect: Rect) -> None:
        """Draw a part as it was drawn last; nothing outside of it may be drawn on."""
        surface.blit(self._painter.layer, rect, rect)
        surface.fblits(self._flying)

    def _still(self, rect: Rect) -> list[Item]:
        items = [sprite.lying(self._deck) for sprite in self._lying]
        return [(picture, at) for picture, at in items if rect.colliderect(picture.get_rect(topleft=at))]

    def _send(self, sprite: Sprite, tween: Tween) -> None:
        if sprite in self._lying:
            self._painter.damage(self._extent(sprite))
            self._lying.remove(sprite)
        if sprite not in self._moving:
            self._moving.append(sprite)
        sprite.item, sprite.tween = None, tween

    def _extent(self, sprite: Sprite) -> Rect:
        picture, at = sprite.lying(self._deck)
        return picture.get_rect(topleft=at)

    def _plan(self, now: float) -> None:
        """Deal the letters face down, turn them over one by one, open the fans."""
        wide, high = self._size
        for i, letter in enumerate(self.letters):
            start, rest = now + 0.08 * i, letter.rest
            hand = Pose(wide / 2, -_WIDTH * self._u, rest.w, 40 - 16 * i)
            self._due.append((start, letter, Tween(start, start + _DEAL.time, hand, rest, _DEAL), False))
            start += _AFTER_DEAL + 0.05 * i
            turn = Tween(start, start + _FLIP.time, rest, rest, _FLIP, flip=True)
            self._due.append((start, letter, turn, True))
        for i, sprite in enumerate(self._fans):
            start = now + 0.35 + 0.07 * i
            away = sprite.rest._replace(y=high + _CORNER * 1.6 * self._u, angle=sprite.rest.angle * 0.3)
            self._due.append(
                (start, sprite, Tween(start, start + _FAN.time, away, sprite.rest, _FAN), sprite.up)
            )
        self._due.sort(key=lambda entry: entry[0])

    def _place(self, i: int) -> Pose:
        (wide, high), u, off = self._size, self._u, i - (len(WORD) - 1) / 2
        x = wide / 2 + off * _SPACING * u
        y = (high - 720 * u) / 2 + (_MIDDLE + off * off * _BEND) * u
        return Pose(x, y, round(_WIDTH * u), off * _LEAN)

    def _home(self, letter: Letter) -> Rect:
        place = self._place(letter.pile)
        rect = Rect(0, 0, round(place.w), round(place.w * 1.4))
        rect.center = round(place.x), round(place.y)
        return rect

    def _opened(self, back: int) -> list[Sprite]:
        """Four court cards opening like a hand from the lower left corner, and other card backs from the
        lower right one."""
        (wide, high), u, size = self._size, self._u, round(_CORNER * self._u)
        left = [Pose(x * u, high - y * u, size, angle) for x, y, angle in _FAN_POSES]
        right = [pose._replace(x=wide - pose.x, angle=-pose.angle) for pose in reversed(left)]
        courts = [Sprite(card, True, back, pose) for card, pose in zip(_COURTS, left, strict=True)]
        return courts + [
            Sprite(HIDDEN, False, other, pose) for other, pose in zip(_PATTERNS, right, strict=True)
        ]


def _image(images: CardImages, name: str, width: int) -> Surface:
    _folder, _slash, side = name.partition("/")
    return images.image(f"title/{side[-1]}" if side.startswith("title") else name, width)
