"""A card on the screen."""

from math import floor

from pygame import Surface

from game.core.cards import HIDDEN, Card
from game.ui.cards.corner import off_middle
from game.ui.cards.deck import OWN, SQUEEZES, Deck, Look
from game.ui.cards.painter import Item
from game.ui.cards.tween import Pose, Tween

_SUITS = "cdhs"
_RISE = 1.06
"""How much larger a card looks when raised above the table."""
_LOW = 0.25
"""Up to this height a card is drawn as if it were lying."""
_TILT, _ROCK = 6.0, 2.5
"""Degrees between two pictures of a flying card, and of one rocking on the table.

Coarse enough that a flight of 100 ms needs few pictures, which are cached; at its speed nobody sees it."""


class Sprite:
    """A card, which side is up, where it belongs, and its way there.

    `aloft`: thrown, until it is known whether it lands. `held`: carried by the player.
    `ghost`: travels unseen beneath others. `face`: what is shown of it until it has turned face down.
    `corner`: the side of its turned-up corner, while that tells whose it is; empty: it has none.
    """

    __slots__ = (
        "_look",
        "_turned",
        "aloft",
        "back",
        "card",
        "corner",
        "face",
        "ghost",
        "held",
        "item",
        "pile",
        "rest",
        "tween",
        "up",
    )

    def __init__(self, card: Card, up: bool, back: int, rest: Pose, pile: int = 0) -> None:
        self.card, self.up, self.back, self.rest, self.pile = card, up, back, rest, pile
        self.tween: Tween | None = None
        self.held: Pose | None = None
        self.aloft = self.ghost = False
        self.face: Card | None = None
        self.item: Item | None = None
        self.corner = ""
        self._look = Look("", 0)
        self._turned: tuple[Surface | None, Surface | None, int, int] = None, None, 0, 0
        """The latest picture, and the corner on it with its place there."""

    def pose(self, now: float) -> Pose:
        """Where and how it is drawn."""
        if self.held:
            return self.held
        return self.tween.pose(now) if self.tween else self.rest

    def still(self, now: float) -> bool:
        """Whether it lies at rest where it belongs."""
        return not (self.held or self.aloft) and (self.tween is None or self.tween.done(now))

    def queued(self, now: float) -> bool:
        """Whether it waits, face down, to set out."""
        return self.tween is not None and now < self.tween.start and not self.held

    def lying(self, deck: Deck) -> Item:
        """Its picture at rest."""
        if self.item is None:
            self.item = _at(deck, self._lying(), self.rest)
        return self.item

    def travelling(self, deck: Deck, now: float) -> Item:
        """Its picture while travelling. Tilt, width and turn are rounded, so that pictures are shared."""
        pose, rest = self.pose(now), self.rest
        flip = self.tween is not None and self.tween.flip and not self.held
        up = self.up if not flip or pose.turned else not self.up
        up = up and not self.queued(now)
        lifted = pose.lift > _LOW
        width = round(rest.w) if pose.w == rest.w else deck.step(pose.w)
        if lifted:
            width = round(width * _RISE)
        tilt = rest.angle
        if self.held:
            tilt = pose.angle
        elif lifted:
            tilt = round(pose.angle / _TILT) * _TILT
        elif self.tween and now >= self.tween.end:
            tilt += round((pose.angle - tilt) / _ROCK) * _ROCK
        squeeze = max(1, round(pose.squeeze * SQUEEZES))
        self._look = Look(self._side(up), width, tilt, lifted, squeeze)
        return _at(deck, self._look, pose)

    def lying_corner(self, deck: Deck) -> Item | None:
        """The turned-up corner on its picture at rest, if it has one."""
        if not self.corner:
            return None
        self._look = self._lying()
        return self.corner_on(self.lying(deck), deck)

    def corner_on(self, card: Item, deck: Deck) -> Item | None:
        """The turned-up corner on the picture of a card that has one; None while it turns over."""
        picture, (x, y) = card
        if picture is not self._turned[0]:
            self._turned = picture, *self._corner(picture, deck)
        _, corner, right, down = self._turned
        return (corner, (x + right, y + down)) if corner else None

    def _corner(self, card: Surface, deck: Deck) -> tuple[Surface | None, int, int]:
        """The picture of the corner, and where it is on the card's."""
        look = self._look
        if look.squeeze < SQUEEZES or look.side.isdigit():
            return None, 0, 0
        picture = deck.picture(Look(self.corner, look.width, look.tilt))
        right, down = off_middle(look.width, look.tilt, self.corner.startswith(OWN))
        x, y = (card.width - picture.width) / 2 + right, (card.height - picture.height) / 2 + down
        return picture, round(x), round(y)

    def _lying(self) -> Look:
        squeeze = 1 if self.up and self.card == HIDDEN else SQUEEZES
        return Look(self._side(self.up), round(self.rest.w), self.rest.angle, False, squeeze)

    def _side(self, up: bool) -> str:
        card = self.card if self.up else self.face
        if up and card and card != HIDDEN:
            return f"{_SUITS[card.suit]}{card.rank:02}"
        return str(self.back)


def _at(deck: Deck, look: Look, pose: Pose) -> Item:
    picture = deck.picture(look)
    return picture, (floor(pose.x - picture.width / 2), floor(pose.y - picture.height / 2))


def askew(card: Card) -> float:
    """The small angle at which a card lies on the shared table, always the same for one card."""
    return ((card.rank * 5 + card.suit * 7 + card.pack * 3) % 9 - 4) * 0.6
