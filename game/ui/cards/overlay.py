"""What is said at a table, as trees of nodes: beside the cards, where only what differs is drawn anew, and
over them for a moment; and the nodes that are only there: bars, frames, places with a name."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import zip_longest
from math import ceil, inf, isnan, nan
from typing import TypeVar

from pygame import SRCALPHA, Rect, Surface, transform

from game.ui.cards.canvas import AIR, OVER, UNDER, Canvas
from game.ui.cards.layout import Layout
from game.ui.cards.moments import STANDS, At, AtPile, Life, Look
from game.ui.engine import theme
from game.ui.engine.description import Description
from game.ui.view.boxes import flat, renewed
from game.ui.view.leaves import Button, KeyCap, Text
from game.ui.view.node import AT_REST, Axis, Drawn, Node, Placed, Placing, Space, State


class Named(Node):
    """A node whose place is looked up by this name."""

    name: str
    child: Node

    def natural_width(self, u: float) -> float:
        return self.child.width(u)

    def natural_height(self, u: float, room: float) -> float:
        return self.child.height(u, room)

    def slack(self, axis: Axis, u: float, size: float) -> float:
        return self.child.slack(axis, u, size)

    def narrowest(self, u: float) -> float:
        return self.child.narrowest(u)

    def place(self, space: Space, u: float, out: Placing) -> None:
        out.add(self, space)
        self.child.place(space, u, out)

    def pictures(self, rect: Rect, u: float, state: State = AT_REST) -> Drawn:
        return ()


class Meter(Node):
    """A bar of which a part is full, from 0 to 1."""

    part: float
    color: theme.Color
    _looks = ("part", "color")

    def pictures(self, rect: Rect, u: float, state: State = AT_REST) -> Drawn:
        found = [(theme.rounded(rect.size, rect.h // 2, state.on.rule), rect.topleft)]
        if (wide := round(rect.w * min(1.0, self.part))) >= rect.h:
            found.append((theme.rounded((wide, rect.h), rect.h // 2, self.color), rect.topleft))
        return found


class Ring(Node):
    """A frame with round corners; what is within it is not drawn again. Its sizes are in pixels."""

    color: theme.Color
    line: int
    radius: int
    _looks = ("color",)

    def pictures(self, rect: Rect, u: float, state: State = AT_REST) -> Drawn:
        ring = _ring(rect.size, self.radius, self.color, self.line)
        return [(part, (rect.x + x, rect.y + y)) for part, (x, y) in ring]


@lru_cache(maxsize=64)
def _ring(size: tuple[int, int], radius: int, color: theme.Color, line: int) -> Drawn:
    """Its upper and lower end and its sides."""
    wide, high = size
    ends = theme.rounded((wide, 2 * radius), radius, (*color[:3], 0), color, line)
    upper, lower = (ends.subsurface(0, y, wide, radius) for y in (0, radius))
    side = theme.rounded((line, high - 2 * radius), 0, color)
    return (upper, (0, 0)), (lower, (0, high - radius)), (side, (0, radius)), (side, (wide - line, radius))


_LETTERED = Text | KeyCap | Button
"""Nodes that are words, or words on a ground, which is the first of their pictures."""
V = TypeVar("V")


_NOWHERE = Rect(0, 0, 0, 0)


class _Said:
    """What is shown under one name: nodes that lie on the table, or in the air one picture."""

    placed: Sequence[Placed] = ()
    begun, until, moves = nan, inf, False
    """When it began, nan until the next step; when it ends; and whether its look will change."""
    picture: Surface | None = None
    """What it is in the air."""
    look, shown = Look(), picture
    """How it is seen now."""
    covers = False
    """Whether it has buttons in the air."""

    def __init__(
        self,
        known: object = None,
        root: Node | None = None,
        at: At | Rect | None = None,
        box: Rect = _NOWHERE,
        level: int | None = None,
        life: Life = STANDS,
    ) -> None:
        """`known`: what tells it from others."""
        self.known, self.root, self.at, self.box, self.level, self.life = known, root, at, box, level, life
        self.nodes = flat(root)


class Overlay:
    """Trees of nodes as tags on a canvas. To show again what is shown already changes nothing. Times are
    seconds of the stage."""

    def __init__(self, canvas: Canvas, layout: Layout, calm: bool = False) -> None:
        """`calm`: nothing moves for show."""
        self._canvas, self._layout, self._unit, self._calm = canvas, layout, layout.unit, calm
        self._window, self._now = Rect(0, 0, *layout.size), 0.0
        self.focused = ""
        """The button under the pointer, or a pad's cursor."""
        self._held = False
        """Whether the pointer holds it down."""
        self._covering: list[Rect] = []
        """Where there are buttons in the air: what lies under them is none."""
        self._said: dict[str, _Said] = {}
        self._living: dict[str, _Said] = {}
        """Those of it that end, or look otherwise later."""
        self.buttons: dict[str, Rect] = {}
        """Where the buttons are, by name."""

    # -- what is shown

    def say(
        self,
        name: str,
        root: Node | None,
        at: At | AtPile | Rect,
        *,
        level: int | None = AIR,
        until: float = inf,
        enters: Life = STANDS,
        since: float = nan,
        room: float = inf,
    ) -> None:
        """Show a tree until then, in a box or as large as it has to be; None: nothing. `level`: one of the
        canvas; None: words over the cards, all else under them. `since`: when it began, if that is not now;
        `room`: the most units that it may be wide."""
        if root is None:
            self.end(name)
            return
        if isinstance(at, AtPile):
            card = self._canvas.card(at.pile, at.card)
            at = At(at.anchor, (card.centerx, card.y + at.down * card.h), at.within)
        known = root, at, until, enters, room
        if name not in self._said or self._said[name].known != known:
            box = at if isinstance(at, Rect) else self._box(name, root, at, room)
            said = _Said(known, root, at, box, level, enters)
            said.until, said.begun, said.moves = until, since, enters.moves > 0 and not self._calm
            self._put(name, said)

    def show(self, name: str, root: Node | None, at: At | AtPile | Rect, room: float = inf) -> None:
        """Show a tree beside the cards, or on them."""
        self.say(name, root, at, level=None, room=room)

    def renew(
        self, name: str, value: V, make: Callable[[V], Node | None], box: Rect, level: int | None = None
    ) -> None:
        """Show in the box what `make` makes of this value, unless that is shown already. `level`: as of
        `say`."""
        if name not in self._said or self._said[name].known != (value, box):
            self._put(name, _Said((value, box), make(value), box, box, level))

    def frame(
        self,
        name: str,
        pile: int | None,
        color: theme.Color,
        level: int = OVER,
        index: int = -1,
        width: float = 0.03,
        until: float = inf,
        enters: Life = STANDS,
    ) -> None:
        """Frame the cards of the pile from `index` on, or its empty place; no pile: no frame. `width`: of the
        line, in card widths."""
        if pile is None:
            if name in self._said:
                self.end(name)
            return
        wide, canvas = self._layout.places[pile].box.w, self._canvas
        line = max(2, round(wide * width))
        box = canvas.card(pile) if index == -1 else canvas.cards(pile, index)
        box.inflate_ip(4 * line, 4 * line)
        self.say(name, Ring(color, line, round(0.1 * wide)), box, level=level, until=until, enters=enters)

    def focus(self, button: str, held: bool = False) -> None:
        """Put the focus on the button of this name; empty: on none. `held`: the pointer holds it down."""
        before, self.focused = self.focused, button
        was, self._held = self._held, held
        if (button, held) == (before, was):
            return
        for name, said in self._said.items():
            for number, each in enumerate(said.placed):
                if each.name not in (before, button) or not each.name:
                    continue
                if said.picture:
                    said.picture, said.shown = self._painted(said), None
                    self._look(name, said)
                else:
                    self._draw(f"{name} {number}", each, said.level)

    def step(self, now: float) -> None:
        """Let what is said go on, and end what was said long enough."""
        self._now = now
        for name, said in [*self._living.items()]:
            if isnan(said.begun):
                said.begun = now
            if said.until <= now:
                self.end(name)
            elif said.moves:
                said.moves = now < said.begun + said.life.moves
                self._look(name, said)

    def rest(self, now: float) -> float:
        """Seconds until its next step is needed."""
        return min([0.0 if said.moves else said.until - now for said in self._living.values()], default=inf)

    def end(self, name: str) -> None:
        """Show nothing there."""
        if name in self._said:
            self._put(name, _Said())
            del self._said[name]

    # -- how it is drawn

    def _put(self, name: str, said: _Said) -> None:
        """Draw what differs from what was there; nodes that differ in looks alone are where they were."""
        old = self._said.get(name) or _Said()
        moved = [one for one, other in zip(said.nodes, old.nodes, strict=False) if not one.lies_like(other)]
        if old.box == said.box and len(old.nodes) == len(said.nodes) and not moved:
            said.placed = renewed(old.placed, old.nodes, said.nodes)
        elif said.root:
            out = Placing("", {}, False)
            said.root.place(Space(*said.box), self._unit, out)
            said.placed = out.items
        self._said[name] = said
        said.covers = said.level == AIR and any(each.name for each in said.placed)
        if said.covers or old.covers:
            self._covering = [each.box for each in self._said.values() if each.covers]
            self.buttons.clear()
            for each in self._said.values():
                self._find_buttons(each)
        else:
            for placed in old.placed:
                if placed.name:
                    self.buttons.pop(placed.name, None)
            self._find_buttons(said)
        self._living.pop(name, None)
        if said.until < inf or said.moves:
            self._living[name] = said
        if said.level == AIR:
            same = old.picture if (old.root, old.box.size) == (said.root, said.box.size) else None
            said.picture = same or self._painted(said)
            self._look(name, said)
        elif old.picture:
            self._canvas.tag(name, None)
        else:
            for number, (before, now) in enumerate(zip_longest(old.placed, said.placed)):
                if before != now:
                    self._draw(f"{name} {number}", now, said.level)

    def _find_buttons(self, said: _Said) -> None:
        for each in said.placed:
            if each.name and not self._covered(each.rect, said):
                self.buttons[each.name] = each.rect

    def _covered(self, rect: Rect, said: _Said) -> bool:
        """Whether buttons in the air lie over what is said there."""
        return bool(self._covering) and not said.covers and rect.collidelist(self._covering) >= 0

    def _box(self, name: str, root: Node, at: At, room: float) -> Rect:
        """Where something is that is as large as it has to be."""
        u = self._unit
        wide = ceil(min(root.width(u), room * u, self._window.w))
        box = Rect(0, 0, wide, round(root.height(u, wide)))
        setattr(box, at.anchor, (round(at.point[0]), round(at.point[1])))
        box.clamp_ip(at.within or self._window)
        if at.stands:
            others = [each for other, each in self._said.items() if other != name]
            boxes = [each.box for each in others if isinstance(each.at, At) and each.at.stands]
            while (below := box.collidelist(boxes)) >= 0:
                box.bottom = boxes[below].top - 1
        return box

    def _draw(self, name: str, placed: Placed | None, level: int | None) -> None:
        pictures: Drawn = ()
        if placed:
            pictures = placed.node.pictures(placed.rect, self._unit, self._state(placed))
        for i, (picture, at) in enumerate(pictures):
            words = placed and isinstance(placed.node, _LETTERED if i else Text)
            its = level if level is not None else OVER if words else UNDER
            self._canvas.tag(f"{name}.{i}", picture, at, its)
        i = len(pictures)
        while f"{name}.{i}" in self._canvas.tags:
            self._canvas.tag(f"{name}.{i}", None)
            i += 1

    def _state(self, placed: Placed) -> State:
        focused = bool(placed.name) and placed.name == self.focused
        return State(focused, focused and self._held, ground=placed.ground)

    def _painted(self, said: _Said) -> Surface:
        picture, (x, y) = Surface(said.box.size, SRCALPHA), said.box.topleft
        for each in said.placed:
            each.node.paint(picture, each.rect.move(-x, -y), self._unit, self._state(each))
        return picture

    def _look(self, name: str, said: _Said) -> None:
        """Draw what is in the air as it looks now."""
        age = 0.0 if isnan(said.begun) else max(0.0, self._now - said.begun)
        look = said.life.calm if self._calm else said.life.look(age, said.until - self._now)
        assert said.picture
        if said.shown is None or look[:2] != said.look[:2]:
            same = look.size == 1
            said.shown = said.picture if same else transform.smoothscale_by(said.picture, look.size)
            if look.alpha < 255:
                said.shown = said.shown.copy() if same else said.shown
                said.shown.set_alpha(look.alpha)
        said.look = look
        box = said.shown.get_rect(center=said.box.center).move(0, -round(look.up * self._unit))
        within = isinstance(said.at, At) and said.at.within
        at = box.clamp(within or self._window).topleft
        self._canvas.tag(name, said.shown if look.alpha else None, at, AIR)

    # -- what others ask

    @property
    def places(self) -> dict[str, Rect]:
        """Where what is Named is."""
        every = (each for said in self._said.values() for each in said.placed)
        return {each.node.name: each.rect for each in every if isinstance(each.node, Named)}

    def describe(self, page: Description) -> None:
        """Describe the buttons, and words that are scaled or pale; others are described with the canvas."""
        for said in self._said.values():
            for each in said.placed:
                if each.control and not self._covered(each.rect, said):
                    page.controls.append(each.control.describe(each.rect, State()))
            if said.picture and said.shown is not said.picture:
                page.read(said.picture, said.box.topleft)
