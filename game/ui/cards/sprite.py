"""A card on the screen: how it is drawn, which card it is after a change of the whole table, and how much of
it can be seen."""

from collections.abc import Iterator, Sequence
from math import floor

from pygame import Rect, Surface

from game.core.cards import HIDDEN, Card
from game.core.table import Table
from game.ui.cards.deck import OWN, SQUEEZES, Deck, Look, off_middle
from game.ui.cards.motion import Pose, Tween
from game.ui.cards.painter import Item
from game.ui.engine.description import Description

_SUITS = "cdhs"
_RISE = 1.06
"""How much larger a card looks when raised above the table."""
_LOW = 0.25
"""Up to this height a card is drawn as if it were lying."""
_TILT, _ROCK = 6.0, 2.5
"""Degrees between two pictures of a flying card, and of one rocking on the table.

Coarse enough that a flight of 100 ms needs few pictures, which are cached; at its speed nobody sees it."""
_LEAST = 0.05
"""Part of a card's width: if less than that shows beneath another card, it counts as covered."""


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


def matched(piles: Sequence[Sequence[Sprite]], table: Table) -> list[list[Sprite]]:
    """The sprites rearranged into the table's piles: known cards stay the same sprites, hidden ones stay
    where they lie, and the rest are assigned in order. There must be as many sprites as cards."""
    free = [sprite for sprites in piles for sprite in sprites]
    named = {sprite.card: sprite for sprite in free if sprite.card != HIDDEN}
    chosen: list[list[Sprite | None]] = [[named.get(card) for card in pile.cards] for pile in table.piles]
    taken = {id(sprite) for sprites in chosen for sprite in sprites if sprite}
    for sprites, old in zip(chosen, piles, strict=True):
        for i, (here, stays) in enumerate(zip(sprites, old, strict=False)):
            if here is None and id(stays) not in taken:
                sprites[i] = stays
                taken.add(id(stays))
    rest = iter([sprite for sprite in free if id(sprite) not in taken])
    return [[sprite or next(rest) for sprite in sprites] for sprites in chosen]


def describe_pile(
    page: Description, role: str, seat: int | None, box: Rect, sprites: Sequence[Sprite], shown: bool
) -> None:
    """Add a pile to the page; `box` is the place of its first card, `shown`: whether its cards are seen."""
    rects = [Rect(round(s.rest.x - box.w / 2), round(s.rest.y - box.h / 2), *box.size) for s in sprites]
    page.pile(role, seat, len(sprites), box.unionall(rects), _visible(sprites, rects) if shown else ())


def _visible(sprites: Sequence[Sprite], rects: Sequence[Rect]) -> Iterator[tuple[str, Rect]]:
    from game.core.notation import card_text  # noqa: PLC0415 - kept out of the first frame

    for i, (sprite, rect) in enumerate(zip(sprites, rects, strict=True)):
        seen = _uncovered(rect, rects[i + 1]) if i + 1 < len(rects) else rect
        if sprite.up and sprite.card != HIDDEN and min(seen.size) > _LEAST * rect.w:
            yield card_text(sprite.card), seen


def _uncovered(rect: Rect, above: Rect) -> Rect:
    """The part of a card that another card of the same size leaves uncovered."""
    if not rect.colliderect(above):
        return rect
    dx, dy = above.x - rect.x, above.y - rect.y
    if abs(dy) >= abs(dx):
        return Rect(rect.x, rect.y if dy > 0 else above.bottom, rect.w, abs(dy))
    return Rect(rect.x if dx > 0 else above.right, rect.y, abs(dx), rect.h)
