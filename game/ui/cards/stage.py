"""The table on the screen: the sprites' piles change at once, only their pixels travel."""

from collections.abc import Callable, Container, Iterable, Sequence

import pygame
from pygame import Rect

from game.core.cards import HIDDEN, KING, Card, Pile
from game.core.rules import Spot
from game.core.state import FLIGHT, Event, Returned, Thrown
from game.core.table import Moved, Table, Turned
from game.ui.cards.canvas import SEEN, Canvas
from game.ui.cards.deck import OTHERS, OWN, Deck
from game.ui.cards.layout import RATIO, Layout, corners
from game.ui.cards.motion import EFFECTS, SHIFT, Motion, Pose, Tween, kind_of
from game.ui.cards.overlay import Overlay
from game.ui.cards.sprite import Sprite, askew, describe_pile, matched
from game.ui.engine.description import Description

_NOWHERE = Pose(0, 0, 0)
SNAP = 0.1
"""A card that shifts by less than this part of its width does so at once."""

_LEAST = 0.06
"""Seconds that a throw of which the word came late is still seen to fly; by then its landing has come too."""

PlaySound = Callable[[str, float, int | None], None]
UNHURRIED = 0.95
"""Seconds that the cards of a deal fly."""


class Stage:
    """Sprites in lists that mirror the table's piles."""

    def __init__(
        self,
        layout: Layout,
        spots: Sequence[Spot],
        deck: Deck,
        backs: Sequence[int],
        base: pygame.Surface,
        play_sound: PlaySound = lambda kind, pan, seat: None,
        own: Container[int] = (),
        calm: bool = False,
    ) -> None:
        """`backs`: each seat's card back. `play_sound(kind, pan, seat)` is called with each kind of event
        shown. `own`: the seats of the players here, whose cards on the shared table stand out. `calm`:
        nothing moves for show."""
        self.layout, self.backs, self._play_sound, self._own = layout, backs, play_sound, own
        self.owners = [spot.seat for spot in spots]
        self.roles = [spot.role for spot in spots]
        self.piles: list[list[Sprite]] = [[] for _ in spots]
        self._up = [0] * len(spots)
        self._synced: list[Pile | None] = [None] * len(spots)
        """Each pile of the table that the sprites have been compared with; None: they have changed since."""
        self.flat = False
        """Whether cards fly without tilting: to rotate large ones that are seen once would be wasted work."""
        self.canvas = Canvas(layout, deck, base, self.piles)
        self.card, self.cards = self.canvas.card, self.canvas.cards
        self.calm, self.overlay = calm, Overlay(self.canvas, layout, calm=calm)

    def reset(self, table: Table) -> None:
        """Lay the sprites out as on the table, without animation."""
        for number, pile in enumerate(table.piles):
            self._relay(number, pile)

    def show_backs(self, backs: Sequence[int]) -> None:
        """Show the seats' cards with these backs, whatever is moving."""
        self.backs = backs
        for number, sprites in enumerate(self.piles):
            for sprite in sprites:
                sprite.back, sprite.item = self._back(number, sprite.card), None
                self.show_owner(sprite)
            self.canvas.touch(number)

    def sync(self, table: Table, now: float) -> None:
        """Correct any difference from the table: name unknown cards, otherwise lay the pile out again."""
        for number, pile in enumerate(table.piles):
            if pile is self._synced[number]:
                continue
            sprites = self.piles[number]
            if len(sprites) != len(pile.cards) or self._up[number] != pile.up:
                self._relay(number, pile)
            for sprite, card in zip(sprites, pile.cards, strict=True):
                if sprite.card != card:
                    unknown, sprite.card, sprite.item = sprite.card == HIDDEN, card, None
                    if unknown and sprite.up:
                        self._finish_turn(sprite, now)
                    self.canvas.touch(number)
            self._synced[number] = pile

    def rearrange(self, table: Table, now: float, kind: str = "undo") -> None:
        """Let the cards travel from wherever they are to their places on a table that has changed as a
        whole, with the motion and sound of this kind."""
        travel = False
        old, was = matched(self.piles, table), {id(s): s.pile for sprites in self.piles for s in sprites}
        for number, (sprites, pile) in enumerate(zip(old, table.piles, strict=True)):
            down = len(pile.cards) - pile.up
            self.piles[number][:], self._up[number] = sprites, pile.up
            for i, (sprite, card) in enumerate(zip(sprites, pile.cards, strict=True)):
                start, flip = sprite.pose(now), sprite.up != (i >= down)
                sprite.face = sprite.card if flip else None
                sprite.card, sprite.up, sprite.item, sprite.aloft = card, i >= down, None, False
                sprite.pile = number
                self.show_owner(sprite)
                if flip or was[id(sprite)] != number:
                    travel, sprite.rest = True, self.rest(number, i)
                    self.travel(sprite, EFFECTS[kind].motion, now, start=start, flip=flip)
        for number in range(len(self.piles)):
            self._arrange(number, now)
        if travel:
            self._play_sound(kind, 0.0, None)

    def apply(self, event: Event, now: float, late: float = 0.0) -> None:
        """Show an event. `now` in seconds; `late`: how many seconds ago a throw left the hand.

        An event of cards that are not shown is left out: `sync` corrects it."""
        match event:
            case Thrown(_, move) if move.count:
                self._throw(event, now, late)
            case Returned(seat, move, _, thrown) if move.count:
                for sprite in self.piles[move.src][-move.count :]:
                    if sprite.aloft and not thrown:
                        continue  # what was refused is a press made too soon; this card flies on
                    sprite.aloft = False
                    self.show_owner(sprite)
                    self.travel(sprite, EFFECTS["return"].motion, now)
                    self._play_sound("return", self._pan(sprite), seat)
            case Moved():
                self._move(event, now)
            case Turned(number, card) if self.piles[number]:
                sprite = self.piles[number][-1]
                sprite.card, sprite.up, sprite.item = card, True, None
                self._up[number], self._synced[number] = 1, None
                self.travel(sprite, EFFECTS["reveal"].motion, now, flip=True)
                self._play_sound("reveal", self._pan(sprite), self.owners[number])

    def deal(self, now: float, within: float = UNHURRIED) -> None:
        """Let every card fly from the middle of the table to its place, within so many seconds."""
        self._play_sound("deal", 0.0, None)
        if self.calm:
            return
        motion = EFFECTS["deal"].motion or SHIFT
        if within < UNHURRIED:
            motion = motion._replace(time=within / 2, settle=0.0)
        width, height = self.layout.size
        order = [number for number, sprites in enumerate(self.piles) if sprites]
        # One pile of each seat, then the next, as in dealing by hand.
        first = {owner: self.owners.index(owner) for owner in set(self.owners)}
        order.sort(key=lambda number: (number - first[self.owners[number]], number))
        gap = (within - motion.time - motion.settle) / max(1, len(order) - 1)
        middle = Pose(width / 2, height * 0.42, max(place.box.w for place in self.layout.places))
        for i, number in enumerate(order):
            for sprite in self.piles[number]:
                sprite.ghost = sprite is not self.piles[number][-1]
                self.travel(sprite, motion, now, start=middle, delay=i * gap)

    def pulse(self, at: float, beats: int) -> int:
        """How bright what pulses is, of 8, in so many steps a second; always bright if nothing may move."""
        return 8 if self.calm else 8 - abs(int(at * beats) % 16 - 8)

    def shake(self, sprites: Iterable[Sprite], now: float) -> None:
        """Shake lying cards slightly, as a refusal."""
        for sprite in sprites:
            if not (sprite.aloft or sprite.held):
                self.travel(sprite, EFFECTS["refuse"].motion, now)

    def show_owner(self, sprite: Sprite) -> None:
        """Turn up the card's corner if it lies on the shared table or flies there, else turn it down."""
        seat = sprite.card.pack
        shared = sprite.aloft or self.canvas.askew[sprite.pile]
        sprite.corner = f"{OWN if seat in self._own else OTHERS}{sprite.back}" if shared else ""

    def find(self, role: str, owner: int | None) -> int:
        """The first pile with this role that belongs to a seat. Raises ValueError if there is none."""
        return list(zip(self.roles, self.owners, strict=True)).index((role, owner))

    def describe(self, page: Description) -> None:
        """Describe which cards of each pile can be seen, and the text beside them."""
        for number, sprites in enumerate(self.piles):
            box = Rect(self.layout.places[number].box)
            shown = self.layout.places[number].shown
            describe_pile(page, self.roles[number], self.owners[number], box, sprites, shown)
        self.canvas.describe(page)

    @property
    def moving(self) -> bool:
        """Whether anything is moving."""
        return bool(self.canvas.flying)

    def draw(self, surface: pygame.Surface, now: float, full: bool = False) -> list[pygame.Rect]:
        """Bring the surface up to date; returns the rectangles that have changed."""
        return self.canvas.draw(surface, now, full)

    def rest(self, number: int, index: int, card: Card | None = None) -> Pose:
        """Where card `index` of a pile rests; `card`: as if it were on top there."""
        sprites = self.piles[number]
        count = max(len(sprites), index + 1)
        up = self._up[number] + count - len(sprites)
        x, y = self.layout.at(number, count, up, index)
        width = self.layout.places[number].box.w
        tilt = askew(card or sprites[index].card) if self.canvas.askew[number] else 0.0
        return Pose(x + width / 2, y + round(width * RATIO) / 2, width, tilt)

    def travel(
        self,
        sprite: Sprite,
        motion: Motion | None,
        now: float,
        *,
        to: Pose | None = None,
        start: Pose | None = None,
        flip: bool = False,
        hold: bool = False,
        delay: float = 0.0,
    ) -> None:
        """Animate a sprite from where it is seen to where it rests, unless given otherwise."""
        motion = motion or SHIFT
        if motion.tilt and (sprite.card.rank + sprite.card.suit) % 2:  # each card always spins the same way
            motion = motion._replace(tilt=-motion.tilt)
        if self.flat or self.calm:
            motion = motion._replace(tilt=0.0, settle=0.0)
        start = start or sprite.pose(now)
        self.canvas.set_out(sprite)
        begin = now + delay
        sprite.held = None
        sprite.tween = Tween(begin, begin + motion.time, start, to or sprite.rest, motion, flip, hold)

    def _throw(self, event: Thrown, now: float, late: float) -> None:
        src, dst, _ = event.move
        if not self.piles[src]:
            return
        sprite = self.piles[src][-1]
        motion = EFFECTS["throw"].motion or SHIFT
        target = self.rest(dst, len(self.piles[dst]), sprite.card)
        left = max(_LEAST, FLIGHT / 1e6 - late)
        self.travel(sprite, motion._replace(time=left), now, to=target)
        sprite.aloft, sprite.ghost = True, False
        self.show_owner(sprite)
        self._play_sound("throw", self._pan(sprite), event.seat)

    def _move(self, event: Moved, now: float) -> None:
        seat, src, dst, cards, up, under = event
        count = len(cards)
        source, target, places = self.piles[src], self.piles[dst], self.layout.places
        movers = source[len(source) - count :]
        if len(movers) < count:
            return
        del source[len(source) - count :]
        kind = kind_of(event, self.roles, any(sprite.aloft for sprite in movers))
        if flip := movers[-1].up != up:
            movers.reverse()
        target[:] = movers + target if under else target + movers
        self._up[src] = max(0, self._up[src] - count)
        self._up[dst] = self._up[dst] if under else self._up[dst] + count if up else 0
        for i, (sprite, card) in enumerate(zip(movers, cards, strict=True)):
            start = sprite.pose(now)
            sprite.face = sprite.card if flip and not up else None
            sprite.card, sprite.up, sprite.item, sprite.pile = card, up, None, dst
            self.show_owner(sprite)
            sprite.rest = self.rest(dst, target.index(sprite))
            seen = i < SEEN if flip else i >= count - SEEN
            sprite.ghost = sprite.ghost or not (places[dst].fan or seen)
            sprite.ghost = sprite.ghost or not (places[src].shown or places[dst].shown)
            if sprite.aloft and sprite.tween:
                sprite.aloft = False
                sprite.tween = sprite.tween._replace(b=sprite.rest, end=max(now, sprite.tween.end))
            else:
                unknown = up and card == HIDDEN
                self.travel(sprite, EFFECTS[kind].motion, now, start=start, flip=flip, hold=unknown)
        if flip:  # the top card stays on top while they turn over
            for sprite in reversed(movers):
                self.canvas.set_out(sprite)
        self._arrange(src, now)
        self._arrange(dst, now)
        complete = self.roles[dst] == "foundation" and len(target) == KING  # of each rank one
        self._play_sound("king" if complete else kind, self._pan(movers[-1]), seat)
        if self.roles[src] == "reserve" and not source:
            self._play_sound("last", 0.0, seat)

    def _arrange(self, number: int, now: float) -> None:
        """Close gaps and make room in a pile whose cards have changed."""
        self._synced[number] = None
        place, sprites = self.layout.places[number], self.piles[number]
        right, down = place.box.w / 2, round(place.box.w * RATIO) / 2
        for i, (x, y) in enumerate(corners(place, len(sprites), self._up[number])):
            sprite = sprites[i]
            if (x + right, y + down) == sprite.rest[:2]:
                continue
            rest = self.rest(number, i)
            near = abs(rest.x - sprite.rest.x) + abs(rest.y - sprite.rest.y) < SNAP * rest.w
            start, still = sprite.pose(now), sprite not in self.canvas.flying
            sprite.rest, sprite.item = rest, None
            if still and not near:
                self.travel(sprite, SHIFT, now, start=start)
            elif not still and sprite.tween and not sprite.aloft:
                sprite.tween = sprite.tween._replace(b=rest)
        self.canvas.touch(number)

    def _finish_turn(self, sprite: Sprite, now: float) -> None:
        """The card is known now: do the second half of its turn."""
        tween = sprite.tween
        if tween and tween.hold:
            half = tween.motion.time / 2
            if now < tween.start + half:
                sprite.tween = tween._replace(hold=False)
            else:
                sprite.tween = tween._replace(start=now - half, end=now + half, a=tween.pose(now), hold=False)

    def _relay(self, number: int, pile: Pile) -> None:
        """Lay a pile out again."""
        down = len(pile.cards) - pile.up
        self.canvas.flying[:] = [sprite for sprite in self.canvas.flying if sprite.pile != number]
        self._up[number], self._synced[number] = pile.up, None
        self.piles[number][:] = [
            Sprite(card, i >= down, self._back(number, card), _NOWHERE, number)
            for i, card in enumerate(pile.cards)
        ]
        for i, sprite in enumerate(self.piles[number]):
            sprite.rest = self.rest(number, i)
            self.show_owner(sprite)
        self.canvas.touch(number)

    def _pan(self, sprite: Sprite) -> float:
        return max(-1.0, min(1.0, 2 * sprite.rest.x / self.layout.size[0] - 1))

    def _back(self, number: int, card: Card) -> int:
        owner = self.owners[number]
        return self.backs[card.pack if owner is None else owner]
