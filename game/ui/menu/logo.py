"""The cards of the title screen: six that spell the name, on a mat."""

from functools import partial
from typing import Final

from pygame import Rect, Surface

from game.core.cards import ACE, HEARTS, Card
from game.ui.cards.deck import Deck
from game.ui.cards.motion import Motion, Pose, Tween
from game.ui.cards.painter import Item, Painter
from game.ui.cards.sprite import Sprite, askew
from game.ui.engine import theme
from game.ui.engine.assets import CardImages
from game.ui.engine.tabletop import tabletop

WORD: Final = "haisty"

_WIDTH, _SPACING, _MIDDLE = 122, 130, 136
"""A letter card's width, the distance to the next, and the middle of the row from the top, in units."""
_MAT = 856, 238
"""The size of the mat below them, in units."""
_BEND, _LEAN = 3.0, -2.6
"""The row's bend in units and each card's angle in degrees, by position from the middle."""
PILES: Final = 8
"""Of cards behind the letters."""
_CARD, _APART, _ROWS, _ASIDE = 60, 96, (54, 231), (516, 120)
"""Their width, the distance from one to the next, how far from the top they lie by turns, and where they come
from: how far beside the middle and from the top, in units."""
_BLANK = Card(ACE, HEARTS)
"""Stands for a letter's card, which is not in the pack."""
_ROOM = 600_000
"""Bytes of card pictures at 1280 x 720: few are used twice in a flight."""

_DEAL = Motion(0.5, arc=0.06, tilt=16, lift=0.9, settle=0.16)
_FLIP = Motion(0.3, lift=0.8, settle=0.1, ease="inout")
_RAISE = Motion(0.14, lift=0.0)
_THROW = Motion(0.34, arc=0.05, tilt=20, lift=0.8, settle=0.12)
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
        size: tuple[int, int],
        back: int,
        now: float,
        dealt: bool,
    ) -> None:
        """`size`: the window's; `dealt`: they already lie there, as after a change of size."""
        self._size, self._u = size, (u := theme.unit(size))
        mat = Rect(0, 0, round(_MAT[0] * u), round(_MAT[1] * u))
        mat.center = size[0] // 2, round(self._top + (_MIDDLE + 3 * _BEND) * u)
        self._painter = Painter(tabletop(size, mat))
        self._deck = Deck(partial(_image, cards), (round(_WIDTH * u),), u, round(_ROOM * u * u))
        self.letters = [Letter(i, back, self._place(i)) for i in range(len(WORD))]
        self._small = Deck(cards.image, (round(_CARD * u),), u, round(_ROOM * u * u))
        self._tops: dict[int, Sprite] = {}
        """The topmost card of each pile behind the letters."""
        self._behind: list[Sprite] = []
        """The cards that lie there."""
        self._due: list[tuple[float, Sprite, Tween, bool]] = []
        self._moving: list[Sprite] = []
        self._lying: list[Sprite] = []
        self._flying: list[Item] = []
        """The pictures of those that move, and of the letters above them, as drawn last."""
        self._raised: Letter | None = None
        if dealt:
            self._lying = list[Sprite](self.letters)
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
            if isinstance(sprite, Letter):
                self._lying = [s for s in self.letters if s in self._lying or s is sprite]
            else:
                self._put(sprite)

    def lay(self, pile: int, card: Card | None, now: float, thrown: bool) -> None:
        """A bot has laid this card on a pile behind the letters, `thrown` from the left or, if it is of the
        second pack, from the right, or long ago. Without a card the pile has gone."""
        top, u = self._tops.get(pile), self._u
        if (top.card if top else None) == card:
            return
        if not card:
            del self._tops[pile]
            self._moving = [sprite for sprite in self._moving if sprite is not top]
            self._clear(pile)
            return
        x, y = self._size[0] / 2 + (pile - (PILES - 1) / 2) * _APART * u, self._top + _ROWS[pile % 2] * u
        rest = Pose(x, y, round(_CARD * u), 4 * askew(card))
        self._tops[pile] = sprite = Sprite(card, True, 0, rest, pile)
        if not thrown:
            self._put(sprite)
            return
        aside = self._size[0] / 2 + (1 if card.pack else -1) * _ASIDE[0] * u
        begin = Pose(aside, self._top + _ASIDE[1] * u, rest.w, 0)
        self._send(sprite, Tween(now, now + _THROW.time, begin, rest, _THROW))

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
        thrown = (each for each in self._moving if not isinstance(each, Letter))
        letters = [each for each in self._moving if isinstance(each, Letter)]
        self._flying = [
            *(each.travelling(self._small, now) for each in thrown),
            *(each.lying(self._deck) for each in self._lying),
            *(each.travelling(self._deck, now) for each in letters),
        ]
        return self._painter.paint(surface, self._still, self._flying, self._flying, full)

    def draw_again(self, surface: Surface, rect: Rect) -> None:
        """Draw a part as it was drawn last; nothing outside of it may be drawn on."""
        surface.blit(self._painter.layer, rect, rect)
        surface.fblits(self._flying)

    def _still(self, rect: Rect) -> list[Item]:
        items = [sprite.lying(self._small) for sprite in self._behind]
        return [(picture, at) for picture, at in items if rect.colliderect(picture.get_rect(topleft=at))]

    def _send(self, sprite: Sprite, tween: Tween) -> None:
        if sprite in self._lying:
            self._lying.remove(sprite)
        if sprite not in self._moving:
            self._moving.append(sprite)
        sprite.item, sprite.tween = None, tween

    def _put(self, sprite: Sprite) -> None:
        """It lies behind the letters from now on, and covers its pile."""
        self._clear(sprite.pile)
        self._behind.append(sprite)
        self._damage(sprite)

    def _clear(self, pile: int) -> None:
        """What lies there lies there no longer."""
        for sprite in [sprite for sprite in self._behind if sprite.pile == pile]:
            self._behind.remove(sprite)
            self._damage(sprite)

    def _damage(self, sprite: Sprite) -> None:
        picture, at = sprite.lying(self._small)
        self._painter.damage(picture.get_rect(topleft=at))

    def _plan(self, now: float) -> None:
        """Deal the letters face down, and turn them over one by one."""
        for i, letter in enumerate(self.letters):
            start, rest = now + 0.08 * i, letter.rest
            hand = Pose(self._size[0] / 2, -_WIDTH * self._u, rest.w, 40 - 16 * i)
            self._due.append((start, letter, Tween(start, start + _DEAL.time, hand, rest, _DEAL), False))
            start += _AFTER_DEAL + 0.05 * i
            turn = Tween(start, start + _FLIP.time, rest, rest, _FLIP, flip=True)
            self._due.append((start, letter, turn, True))
        self._due.sort(key=lambda entry: entry[0])

    @property
    def _top(self) -> float:
        """Where the title begins in a window that is higher."""
        return (self._size[1] - 720 * self._u) / 2

    def _place(self, i: int) -> Pose:
        u, off = self._u, i - (len(WORD) - 1) / 2
        x = self._size[0] / 2 + off * _SPACING * u
        y = self._top + (_MIDDLE + off * off * _BEND) * u
        return Pose(x, y, round(_WIDTH * u), off * _LEAN)

    def _home(self, letter: Letter) -> Rect:
        place = self._place(letter.pile)
        rect = Rect(0, 0, round(place.w), round(place.w * 1.4))
        rect.center = round(place.x), round(place.y)
        return rect


def _image(images: CardImages, name: str, width: int) -> Surface:
    _folder, _slash, side = name.partition("/")
    return images.image(f"title/{side[-1]}" if side.startswith("title") else name, width)
