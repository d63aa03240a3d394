"""What the tests of the window share. Cards are drawn once a process: each test would otherwise rasterise and
shade the same pictures again."""

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pygame
import pytest
from pygame import Surface

from game.i18n import set_language
from game.system import here
from game.ui.cards.deck import Deck
from game.ui.engine import assets, tabletop, text
from game.ui.engine.scene import Context
from tests.ui.pilot import context

ROOM = 250_000_000
"""The most bytes of pictures kept."""


@pytest.fixture(scope="session", autouse=True)
def drawn_once() -> Iterator[dict[object, Surface]]:
    """Keep what decks, sprites and tables look like; who draws with other art than the game's is left alone.

    Cleared, the pictures are drawn anew."""
    kept: dict[object, Surface] = {}
    left = ROOM

    def keep(key: object, draw: Any, *args: Any) -> Surface:
        nonlocal left
        if key not in kept:
            picture: Surface = draw(*args)
            left -= picture.width * picture.height * 4
            if left < 0:
                kept.clear()
                left = ROOM
            kept[key] = picture
        return kept[key]

    make, rasterise, lamp = Deck._make, assets._rasterise, tabletop.light

    def made(deck: Deck, look: Any) -> Surface:
        cards = getattr(deck._art, "__self__", None)
        if isinstance(cards, assets.CardImages) and cards._folder == assets.SPRITES:
            return keep((cards._style, tuple(deck._widths), deck._small, look), make, deck, look)
        return make(deck, look)

    def drawn(file: Any, path: Path, size: tuple[int, int]) -> Surface:
        if file is path and path.is_relative_to(assets.SPRITES):
            return keep((path, size), rasterise, file, path, size).copy()
        return rasterise(file, path, size)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Deck, "_make", made)
        patch.setattr(assets, "_rasterise", drawn)
        patch.setattr(tabletop, "light", lambda *look: keep(look, lamp, *look).copy())
        # What is drawn ahead, in a thread, would go on in the tests after this one.
        patch.setattr(assets.CardImages, "prepare", lambda _cards, _wanted: Thread())
        yield kept


def waited(milliseconds: int) -> pygame.event.Event:
    """The next event, or none after so long."""
    if not pygame.event.peek():
        here().clock.pause(milliseconds / 1000)
    return pygame.event.poll()


@pytest.fixture(autouse=True)
def as_usual(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Where SDL waits, the time of the test passes. Whatever it does to language and text, the next one
    begins as usual."""
    monkeypatch.setattr(pygame.event, "wait", waited)
    yield
    set_language("en")
    text.adapt(text.Letters(1.0, 1.0))
    text._spans = None


@pytest.fixture
def ctx(tmp_path: Path) -> Iterator[Context]:
    """A window of a newcomer's, with a data folder."""
    ctx = context(tmp_path)
    yield ctx
    ctx.close()
