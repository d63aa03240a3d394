"""Trees beside the cards: what is shown after changes is what would be shown if they were new."""

from itertools import permutations

import pygame
import pytest
from pygame import Rect, Surface

from game.ui.cards.canvas import Canvas
from game.ui.cards.deck import Deck
from game.ui.cards.layout import Box as Place
from game.ui.cards.layout import Layout
from game.ui.cards.overlay import Meter, Named, Overlay, TableButton
from game.ui.engine.page import Page
from game.ui.engine.window import Window
from game.ui.view.boxes import Box, Column, Row
from game.ui.view.leaves import Gap, Style, Text
from game.ui.view.node import Node

BOX = Rect(10, 20, 300, 200)
SMALL = Style(18, 20)


@pytest.fixture(autouse=True)
def window() -> None:
    Window((400, 300))


def overlay() -> Overlay:
    def art(name: str, width: int) -> Surface:
        raise AssertionError("no card is drawn")

    layout = Layout((400, 300), 1.0, (), (), Place(0, 0, 0, 0))
    return Overlay(Canvas(layout, Deck(art, (), 1.0, 0), Surface((400, 300)), []), layout)


def panel(color: str = "ivory", hover: str = "", words: str = "Deal 3", buttons: str = "ab") -> Node:
    faces = [TableButton(name=each, label=each * 4, cap="", hover=each == hover, high=32) for each in buttons]
    head = Row(Text(words, SMALL, color=color), Gap(grow=1), Named("end", Text("x", SMALL)))
    return Column(head, Meter(len(hover) / 2, (200, 100, 0), high=8), *faces)


def nested(inside: int) -> Node:
    """Three words, the first so many of them in a row of their own."""
    a, b, c = (Text(word, SMALL) for word in "abc")
    return Column(Row(*(a, b, c)[:inside]), *(a, b, c)[inside:])


def shown(over: Overlay) -> object:
    page = Page()
    over.describe(page)
    tags = {
        name: (tag.at, tag.level, pygame.image.tobytes(tag.surface, "RGBA"))
        for name, tag in over._canvas.tags.items()
    }
    return tags, over.buttons, over.places, page.controls


TREES = [
    panel(),
    panel("gold"),
    panel(hover="b"),
    panel(words="Deal 1234"),
    panel(buttons="abc"),
    panel(buttons="ba"),
    nested(1),
    nested(2),
    None,
]


def test_after_any_changes_all_is_shown_as_if_it_were_new() -> None:
    fresh = []
    for tree in TREES:
        over = overlay()
        over.show("panel", tree, BOX)
        fresh.append(shown(over))
    for first, second, third in permutations(range(len(TREES)), 3):
        over = overlay()
        for number in (first, second, third):
            over.show("panel", TREES[number], BOX)
        assert shown(over) == fresh[third], (first, second, third)
        over.show("panel", TREES[third], BOX.move(5, 0))
        over.show("panel", TREES[third], BOX)
        assert shown(over) == fresh[third]


def test_what_differs_in_looks_alone_is_neither_measured_nor_placed(monkeypatch: pytest.MonkeyPatch) -> None:
    over = overlay()
    over.show("panel", panel(), BOX)
    placed: list[Box] = []
    monkeypatch.setattr(Box, "place", lambda box, *_: placed.append(box))
    over.show("panel", panel("gold"), BOX)
    over.show("panel", panel("gold", hover="a"), BOX)
    over.show("panel", panel(hover="b"), BOX)
    assert not placed
    over.show("panel", panel(hover="b", words="Deal 1234"), BOX)
    assert placed
