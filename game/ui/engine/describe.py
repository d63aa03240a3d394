"""What is on the screen in words, for readers of another kind: a file that says it as JSON."""

import json
import re
from collections.abc import Sequence
from errno import EEXIST
from os import strerror
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.cards import HIDDEN
from game.ui.engine import text

if TYPE_CHECKING:
    from game.ui.cards.layout import Place
    from game.ui.cards.sprite import Sprite
    from game.ui.engine.scene import Context, Scene

INTERVAL = 0.05
"""The least seconds from one writing of the file to the next."""
_SHOWS = 0.05
"""Of a card's width: where less than that shows beneath another card, it cannot be seen."""

_PRESS = Event(pygame.KEYDOWN)
"""Any press."""

Described = dict[str, Any]


@runtime_checkable
class Tells(Protocol):
    """A part of a scene that can say what it shows."""

    def describe(self, page: "Page") -> None:
        """Add it to the page."""


class Page:
    """What one scene shows. All rectangles are pixels of the window."""

    def __init__(self) -> None:
        self.seat: int | None = None
        """The seat whose person looks, if there is one."""
        self.still = True
        """Whether nothing travels."""
        self.keys: dict[int, str] = {}
        """The keys that stand on piles, by the piles' numbers."""
        self.controls: list[Described] = []
        self.piles: list[Described] = []
        self.seats: list[Described] = []
        self._texts: list[tuple[str, Rect]] = []

    def control(
        self, role: str, label: str, rect: Rect, *, value: object = None, enabled: bool = True, key: str = ""
    ) -> None:
        """A thing to press that is no widget."""
        self.controls.append(
            {
                "role": role,
                "label": label,
                "value": value,
                "enabled": enabled,
                "focused": False,
                "key": key,
                "words": [],
                "help": "",
                "rect": [*rect],
            }
        )

    def read(self, picture: Surface, at: tuple[int, int] = (0, 0)) -> None:
        """What is written in a picture that is shown here."""
        for words, rect, key in text.written(picture):
            if key is None:
                self._texts.append((words, rect.move(at)))
            else:
                self.control("button", words, rect.move(at), key=key)

    def pile(self, role: str, seat: int | None, place: "Place", sprites: "Sequence[Sprite]") -> None:
        """A pile, and of its cards those that can be seen, lowest first. The next one has the next number."""
        from game.core.notation import card_text  # noqa: PLC0415 - the first frame does not wait for it

        box = Rect(place.box)
        rects = [Rect(round(s.rest.x - box.w / 2), round(s.rest.y - box.h / 2), *box.size) for s in sprites]
        cards: list[Described] = []
        for i, (sprite, rect) in enumerate(zip(sprites, rects, strict=True)):
            seen = _uncovered(rect, rects[i + 1]) if i + 1 < len(rects) else rect
            if sprite.up and sprite.card != HIDDEN and min(seen.size) > _SHOWS * box.w:
                cards.append({"card": card_text(sprite.card), "rect": [*seen]})
        number = len(self.piles)
        self.piles.append(
            {
                "number": number,
                "role": role,
                "seat": seat,
                "count": len(sprites),
                "cards": cards,
                "key": "",
                "rect": [*box.unionall(rects)],
            }
        )

    @property
    def content(self) -> Described:
        """All of it, as JSON has it."""
        for number, key in self.keys.items():
            self.piles[number]["key"] = key
        places = [(Rect(control["rect"]), control) for control in self.controls]
        texts: list[Described] = []
        for words, rect in self._texts:
            if on := next((control for place, control in places if place.collidepoint(rect.center)), None):
                on["words"].append(words)
            else:
                texts.append({"text": words, "rect": [*rect]})
        return {
            "seat": self.seat,
            "still": self.still,
            "focus": next((i for i, control in enumerate(self.controls) if control["focused"]), None),
            "controls": self.controls,
            "piles": self.piles,
            "seats": self.seats,
            "texts": texts,
        }


def _uncovered(rect: Rect, above: Rect) -> Rect:
    """The part of a card that a card of the same size above it leaves free."""
    if not rect.colliderect(above):
        return rect
    dx, dy = above.x - rect.x, above.y - rect.y
    if abs(dy) >= abs(dx):
        return Rect(rect.x, rect.y if dy > 0 else above.bottom, rect.w, abs(dy))
    return Rect(rect.x if dx > 0 else above.right, rect.y, abs(dx), rect.h)


def called(scene: type) -> str:
    """A kind of scene's name: that of its class, in small letters with hyphens, without the word scene."""
    name = scene.__name__.removesuffix("Scene")
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


class Describer:
    """Keeps the file that says what a context shows. Times are seconds of time.perf_counter()."""

    def __init__(self, path: Path) -> None:
        """Raises OSError if the file cannot be written."""
        if path.exists() and not path.is_file():
            raise FileExistsError(EEXIST, strerror(EEXIST))
        self._path = path
        self._next = 0.0
        self._last: Described = {"scene": ""}
        self._write()
        text.listen()

    def look(self, ctx: "Context", now: float) -> None:
        """Write the file if something else is shown now, but not too often. Raises OSError."""
        if now < self._next or not ctx.scene:
            return
        self._next = now + INTERVAL
        if (shown := described(ctx, ctx.scene, now)) != self._last:
            self._last = shown
            self._write()

    def _write(self) -> None:
        new = self._path.with_name(self._path.name + ".new")
        new.write_text(json.dumps(self._last, ensure_ascii=False), "utf-8")
        new.replace(self._path)


def described(ctx: "Context", scene: "Scene", now: float) -> Described:
    """What this scene of the stack shows."""
    page = Page()
    page.read(ctx.window.surface)
    scene.describe(page)
    return {
        "scene": called(type(scene)),
        "hears": scene.hears(_PRESS, now),
        "beneath": [called(type(each)) for each in ctx.stack if each is not scene],
        "size": [*ctx.window.size],
        "fullscreen": ctx.window.fullscreen,
        "notices": [str(notice) for notice in ctx.notices],
        **page.content,
    }
