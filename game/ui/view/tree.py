"""What a screen shows: a tree of nodes, placed; the focus and the pointer in it; what of it is drawn anew."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.engine import text, theme
from game.ui.engine.description import Description
from game.ui.view.boxes import Bar, Box, flat, renewed
from game.ui.view.hint import Hint
from game.ui.view.leaves import Button, Field
from game.ui.view.node import Node, Placed, Placing, Space, State, T

CONFIRM: Final = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
_REPEAT = (350, 35)
"""Milliseconds before a held key repeats, and between repeats, while text is typed."""
_PASTE = pygame.KMOD_CTRL | pygame.KMOD_META
"""Held together with V to paste."""
_WHEEL = 2
"""Rows per notch of the wheel."""
ARROWS: Final = {
    pygame.K_LEFT: (-1, 0),
    pygame.K_RIGHT: (1, 0),
    pygame.K_UP: (0, -1),
    pygame.K_DOWN: (0, 1),
}
_ASIDE = 4
"""How many pixels ahead one pixel to the side is worth."""
_EVEN = 8
"""Controls are equally far to both sides if it is so to this many pixels; the first one counts then."""

Ground = Callable[[Surface, Rect], object]
"""Draws a part of what lies beneath."""
_Look = tuple[Node, Rect, State]


class Tree:
    """The nodes placed last. The focus follows the pointer."""

    def __init__(
        self,
        focus: str = "",
        renew: Callable[[], None] = lambda: None,
        ground: Ground = lambda surface, rect: None,
    ) -> None:
        """`focus`: the name of the control that has it at first. `renew` places what is to be shown now;
        `ground` draws again what lies beneath."""
        self.focused, self.renew, self._ground = focus, renew, ground
        self.wrong = ""
        """What is wrong with the value or the effect of the control in focus; gone once the focus is."""
        self._root: Node | None = None
        self._size, self._u = (0, 0), 1.0
        self._placed: list[Placed] = []
        self._laid: object = None
        """By what it was placed, besides its nodes."""
        self._tops: dict[str, int] = {}
        """The first row that each scrolled list shows."""
        self._held = self._dragged = ""
        """The control that the pointer holds down, or the list whose bar it drags."""
        self._typing = False
        """Whether a field has the focus, so that keys repeat."""
        self._drawn: list[_Look] = []
        self._drawn_of: object = None
        """What was placed then."""
        self._behind: Surface | None = None
        """What is beneath a shaded screen where it is drawn anew, `_kept`."""
        self._kept = Rect(0, 0, 0, 0)

    # -- what is placed

    @property
    def controls(self) -> list[Placed]:
        """All controls, in the order of Tab."""
        return [each for each in self._placed if each.control]

    @property
    def here(self) -> Placed | None:
        """The control in focus."""
        return next((each for each in self._placed if each.name == self.focused and each.control), None)

    @property
    def stale(self) -> bool:
        """Whether anything has been placed since it was drawn last."""
        return self._drawn_of is not self._placed

    @property
    def outgrown(self) -> bool:
        """Whether it covers more than when it was last drawn over what lies beneath."""
        return bool(self._drawn) and not self._kept.contains(self._box())

    def focus(self, name: str, by_key: bool = False) -> None:
        """Put the focus on the control of this name; `by_key`: that chooses it, if it can be chosen."""
        if name != self.focused:
            self.focused, self.wrong = name, ""
            if not (self.here and self.here.seen):
                self._place(follows=True)
            self._type()
        node = self.here.node if self.here else None
        if by_key and isinstance(node, Button) and node.choose and not node.chosen:
            node.choose()

    def place(self, root: Node, size: tuple[int, int]) -> None:
        """Place these nodes in a window of this size."""
        before, follows, u = self._root, size != self._size, theme.unit(size)
        self._root, self._size, self._u = root, size, u
        if before and (u, size, text.letters, self._tops) == self._laid and before == root:
            self._placed = renewed(self._placed, flat(before), flat(root))
        else:
            self._place(follows)
            self._laid = u, size, text.letters, {**self._tops}

    def _place(self, follows: bool = False) -> None:
        root, (w, h), u = self._root, self._size, self._u
        if not root:
            return
        out = Placing(self.focused, self._tops, follows)
        wide = min(w, root.width(u))
        high = min(h, root.height(u, wide))
        root.place(Space((w - wide) / 2, (h - high) / 2, wide, high), u, out)
        before = [each.name for each in self.controls]
        self._placed = out.items
        names = [each.name for each in self.controls]
        if names and self.focused not in names:
            at = before.index(self.focused) if self.focused in before else 0
            self.focused = names[min(at, len(names) - 1)]
        if self._held not in names:
            self._held = ""
        self._type()

    def _type(self) -> None:
        self._repeat(bool(self.here and isinstance(self.here.node, Field)))

    def _repeat(self, on: bool) -> None:
        if on != self._typing:
            self._typing = on
            pygame.key.set_repeat(*(_REPEAT if on else (0, 0)))

    def rest(self) -> None:
        """Nothing is typed here for the time being."""
        self._repeat(False)

    # -- input

    def key(self, event: Event) -> bool:
        """A key of the control in focus, or one that presses another. Returns whether it was one."""
        if self.here and (node := self.here.control):
            by = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}.get(event.key, 0)
            if event.key == pygame.K_v and event.mod & _PASTE and isinstance(node, Field):
                with suppress(pygame.error):  # there may be no clipboard
                    self.insert(pygame.scrap.get_text())
                return True
            if isinstance(node, Field):
                self.wrong = ""
            if node.key(event) or (by and node.step_by(by)):
                return True
            if event.key in CONFIRM:
                node.act()
                return True
        for each in self.controls:
            if each.control and event.key in each.control.keys:
                each.control.act()
                return True
        return False

    def walk(self, event: Event) -> bool:
        """A key that moves the focus. Returns whether it was one."""
        controls, here = self.controls, self.here
        if not here:
            return False
        to = None
        rows = [each for each in controls if each.scroll == here.scroll] if here.scroll else []
        if event.key == pygame.K_TAB:
            stops = [each for each in controls if each is here or _chosen(each) is not False]
            by = -1 if event.mod & pygame.KMOD_SHIFT else 1
            to = stops[(stops.index(here) + by) % len(stops)]
        elif event.key in ARROWS:
            to = neighbour(controls, here, event.key)
            to = to and self._entered(to, here)
        elif rows and event.key in (pygame.K_HOME, pygame.K_END):
            to = rows[0 if event.key == pygame.K_HOME else -1]
        elif rows and event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN):
            shown = sum(each.seen for each in rows)
            by = shown if event.key == pygame.K_PAGEDOWN else -shown
            to = rows[max(0, min(len(rows) - 1, rows.index(here) + by))]
        if to:
            self.focus(to.name, by_key=True)
        return to is not None

    def _entered(self, to: Placed, here: Placed) -> Placed:
        """Where an arrow leads that points at one of several to be chosen from: from elsewhere to the chosen
        one, so that nothing else is chosen on the way."""
        for box in [each for each in flat(self._root) if isinstance(each, Box)]:
            several = [each for each in self.controls if any(each.node is child for child in box.children)]
            if to in several and here not in several:
                return next((each for each in several if _chosen(each)), to)
        return to

    def point(self, event: Event) -> bool:
        """The pointer, the wheel, and typed text. Returns whether anything may have changed."""
        before = self.focused
        left = getattr(event, "button", 0) == pygame.BUTTON_LEFT
        if event.type == pygame.TEXTINPUT:
            self.insert(event.text)
        elif event.type == pygame.MOUSEMOTION:
            self._move(event.pos)
            return bool(self._held or self._dragged) or self.focused != before
        elif event.type == pygame.MOUSEBUTTONDOWN and left:
            self._press(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and left:
            held, self._held, self._dragged = self._held, "", ""
            if (found := self._under(event.pos)) and found.control and found.name == held:
                found.control.release()
        elif event.type == pygame.MOUSEWHEEL:
            self._wheel(event)
        return True

    def insert(self, typed: str) -> None:
        """Type into the control in focus, if it is a field."""
        if self.here and isinstance(node := self.here.node, Field):
            self.wrong = node.insert(typed)

    def _under(self, pos: tuple[int, int]) -> Placed | None:
        """The control at this position."""
        return next((each for each in self.controls if each.rect.collidepoint(pos)), None)

    def _bars(self) -> list[tuple[Bar, Rect]]:
        return [(each.node, each.rect) for each in self._placed if isinstance(each.node, Bar)]

    def _move(self, pos: tuple[int, int]) -> None:
        held = next((each for each in self.controls if each.name == self._held), None)
        if self._dragged:
            self._drag(pos)
        elif held and held.control:
            held.control.drag(pos, held.rect, self._u)
        elif found := self._under(pos):
            self.focus(found.name)

    def _press(self, pos: tuple[int, int]) -> None:
        self._dragged = next((bar.name for bar, rect in self._bars() if rect.collidepoint(pos)), "")
        if self._dragged:
            self._drag(pos)
        elif (found := self._under(pos)) and found.control:
            self.focus(found.name)
            self._held = found.name
            found.control.press(pos, found.rect, self._u)

    def _drag(self, pos: tuple[int, int]) -> None:
        """Scroll to where the bar has been dragged."""
        for bar, rect in self._bars():
            if bar.name == self._dragged:
                self._tops[bar.name] = bar.first_at(pos[1], rect)
        self._place()

    def _wheel(self, event: Event) -> None:
        """Scroll the list under the pointer, or the first one; else change the value under the pointer."""
        found, bars = self._under(pygame.mouse.get_pos()), [bar for bar, _ in self._bars()]
        if bars:
            bar = next((bar for bar in bars if found and found.scroll == bar.name), bars[0])
            self._tops[bar.name] = max(0, min(bar.last, bar.first - _WHEEL * event.y))
            self._place()
        elif found and found.control and not getattr(event, "touch", False):
            self.focus(found.name)  # a finger that scrolls changes no value
            found.control.step_by(1 if event.y > 0 else -1)

    # -- drawing

    def draw(
        self,
        surface: Surface,
        full: bool,
        over: bool = False,
        shade: bool = True,
        touched: Sequence[Rect] = (),
    ) -> list[Rect]:
        """Draw what differs from before, or everything, over what lies beneath; returns where. `over`: that
        is another scene, darkened if `shade`; `touched`: where it has been drawn anew."""
        here = self.here
        looks = [self._look(each, here) for each in self._placed if each.seen]
        dirty = [surface.get_rect()]
        if not full:
            places = [where for _node, where, _state in looks]
            crossed = (rect for rect in touched if rect.collidelist(places) >= 0)
            dirty = [_whole(rect, looks) for rect in (*_differing(self._drawn, looks), *crossed)]
        self._drawn, self._drawn_of = looks, self._placed
        if full:
            self._cover(surface, over, shade)
        for rect in dirty:
            surface.set_clip(rect)
            if not full and self._behind:
                surface.blit(self._behind, rect, rect.move(-self._kept.x, -self._kept.y))
            elif not full:
                self._ground(surface, rect)
            if not full:
                text.erase(surface, rect)
            for node, where, state in looks:
                if where.colliderect(rect):
                    node.paint(surface, where, self._u, state)
        surface.set_clip(None)
        return dirty

    def _look(self, each: Placed, here: Placed | None) -> _Look:
        """What is to be seen of a node while `here` is in focus."""
        node = each.node
        if isinstance(node, Hint) and here and here.control:
            node = node.about(here.control.label, here.control.help, self.wrong)
        if not each.control:
            return node, each.rect, State(ground=each.ground)
        focused = each.name == self.focused
        wrong = self.wrong if focused else ""
        return node, each.rect, State(focused, each.name == self._held, wrong, each.ground)

    def _cover(self, surface: Surface, over: bool, shade: bool) -> None:
        """Darken another scene beneath, and keep of it what is needed again."""
        self._kept, self._behind = self._box().clip(surface.get_rect()), None
        if over and shade:
            dark = Surface(surface.get_size(), pygame.SRCALPHA)
            dark.fill(theme.colors.shade)
            surface.blit(dark, (0, 0))
        if over:
            self._behind = surface.subsurface(self._kept).copy()

    @property
    def covered(self) -> tuple[Rect, Surface]:
        """Where it has been drawn over another scene, and what was there. Raises ValueError if it was not."""
        if not self._behind:
            raise ValueError("over nothing")
        return self._kept, self._behind

    def _box(self) -> Rect:
        """All that it covers."""
        rects = [each.rect for each in self._placed if each.seen]
        return rects[0].unionall(rects[1:]) if rects else Rect(0, 0, 0, 0)

    def describe(self, page: Description) -> None:
        """Add the controls in sight."""
        for each in self._placed:
            if each.seen and each.control:
                page.controls.append(each.control.describe(each.rect, self._look(each, self.here)[2]))


def _chosen(each: Placed) -> bool | None:
    """Whether it is the chosen one of several; None: none of several."""
    return each.node.chosen if isinstance(each.node, Button) else None


def _differing(before: Sequence[_Look], after: Sequence[_Look]) -> list[Rect]:
    """Where two lists of what is shown differ."""
    if len(before) == len(after):
        return [a[1].union(b[1]) for a, b in zip(before, after, strict=True) if a != b]
    pairs = enumerate(zip(before, after, strict=False))
    head = next((i for i, (a, b) in pairs if a != b), min(len(before), len(after)))
    changed = [look[1] for look in (*before[head:], *after[head:])]
    return [changed[0].unionall(changed[1:])]


def _whole(rect: Rect, looks: Sequence[_Look]) -> Rect:
    """The part to be drawn anew, so large that nothing but boxes is drawn in part."""
    parts = [where for node, where, _ in looks if not isinstance(node, Box) and where.colliderect(rect)]
    grown = rect.unionall(parts)
    return grown if grown == rect else _whole(grown, looks)


def neighbour(controls: Sequence[Placed], here: Placed, arrow: int) -> Placed | None:
    """The control that an arrow key leads to; up and down lead round to the other end. Right leads out of a
    list to what is beside it, or else below it."""
    if here.scroll and arrow in (pygame.K_UP, pygame.K_DOWN) and (row := _row(controls, here, arrow)):
        return row
    seen = [each for each in controls if each.seen and each is not here]
    direction = ARROWS[arrow]
    if found := _nearest(seen, here, direction):
        return found
    if here.scroll and arrow == pygame.K_RIGHT:
        return _nearest([each for each in seen if each.scroll != here.scroll], here, ARROWS[pygame.K_DOWN])
    if direction[0]:
        return None
    behind = [each for each in seen if _away(each.rect, here.rect, direction) is not None]
    across = min((_aside(here.rect, each.rect, direction) for each in behind), default=0)
    column = [each for each in behind if _aside(here.rect, each.rect, direction) == across]
    return min(column, key=lambda each: each.rect.centery * direction[1], default=None)


def _nearest(seen: Sequence[Placed], here: Placed, direction: tuple[int, int]) -> Placed | None:
    """The nearest control in this direction."""
    name = nearest({each.name: each.rect for each in seen}, here.rect, direction)
    return next((each for each in seen if each.name == name), None)


def nearest(others: Mapping[T, Rect], here: Rect, direction: tuple[int, int]) -> T | None:
    """The nearest of these in this direction."""
    far = {each: away for each, rect in others.items() if (away := _away(here, rect, direction)) is not None}
    return min(far, key=lambda each: far[each], default=None)


def _row(controls: Sequence[Placed], here: Placed, arrow: int) -> Placed | None:
    """The row of the same list above or below, in sight or not."""
    rows = [each for each in controls if each.scroll == here.scroll]
    tops = [each for each in rows if each is here or each.rect.x == here.rect.x or not each.seen]
    at = tops.index(here) + (1 if arrow == pygame.K_DOWN else -1)
    return tops[at] if 0 <= at < len(tops) else None


def _away(here: Rect, there: Rect, direction: tuple[int, int]) -> float | None:
    """How far a control is in this direction; None: it is not."""
    x, y = direction
    along = (there.centerx - here.centerx) * x + (there.centery - here.centery) * y
    across = (there.centerx - here.centerx) * y + (there.centery - here.centery) * x
    clear = _gap(here, there, direction)
    if along <= 0 or clear < 0:
        return None
    return clear + _ASIDE * _aside(here, there, direction) + along / 1e3 + abs(across) // _EVEN / 1e6


def _gap(here: Rect, there: Rect, direction: tuple[int, int]) -> int:
    """The distance between the edges that face each other; below 0 if they lie beside one another."""
    if direction[0]:
        return there.x - here.right if direction[0] > 0 else here.x - there.right
    return there.y - here.bottom if direction[1] > 0 else here.y - there.bottom


def _aside(here: Rect, there: Rect, direction: tuple[int, int]) -> int:
    """How far it is to the side: 0 if one is before the other."""
    if direction[0]:
        return max(0, there.y - here.bottom, here.y - there.bottom)
    return max(0, there.x - here.right, here.x - there.right)
