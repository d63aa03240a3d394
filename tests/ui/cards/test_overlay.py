"""Trees beside the cards: what is shown after changes is what would be shown if they were new."""

from itertools import pairwise, permutations
from math import inf

import pygame
import pytest
from pygame import Rect, Surface

from game.ui.cards.canvas import Canvas
from game.ui.cards.deck import Deck
from game.ui.cards.layout import Box as Place
from game.ui.cards.layout import Layout
from game.ui.cards.moments import FLASHES, RISES, SLAMS, STANDS, At
from game.ui.cards.overlay import Meter, Named, Overlay
from game.ui.engine import text
from game.ui.engine.description import Description
from game.ui.engine.window import Window
from game.ui.view.boxes import Box, Column, Row
from game.ui.view.leaves import Button, Gap, Style, Text
from game.ui.view.node import Node

BOX = Rect(10, 20, 300, 200)
SMALL = Style(18, 20)


@pytest.fixture(autouse=True)
def window() -> None:
    Window((400, 300))


def overlay(calm: bool = False) -> Overlay:
    def art(name: str, width: int) -> Surface:
        raise AssertionError("no card is drawn")

    layout = Layout((400, 300), 1.0, (), (), Place(0, 0, 0, 0))
    return Overlay(Canvas(layout, Deck(art, (), 1.0, 0), Surface((400, 300)), []), layout, calm=calm)


def panel(color: str = "ivory", wanted: str = "", words: str = "Deal 3", buttons: str = "ab") -> Node:
    faces = [Button(each * 4, list, name=each, cap="", wanted=each == wanted, high=32) for each in buttons]
    head = Row(Text(words, SMALL, color=color), Gap(grow=1), Named("end", Text("x", SMALL)))
    return Column(head, Meter(len(wanted) / 2, (200, 100, 0), high=8), *faces)


def nested(inside: int) -> Node:
    """Three words, the first so many of them in a row of their own."""
    a, b, c = (Text(word, SMALL) for word in "abc")
    return Column(Row(*(a, b, c)[:inside]), *(a, b, c)[inside:])


def shown(over: Overlay) -> object:
    page = Description()
    over.describe(page)
    tags = {
        name: (tag.at, tag.level, pygame.image.tobytes(tag.surface, "RGBA"))
        for name, tag in over._canvas.tags.items()
    }
    return tags, over.buttons, over.places, page.controls


TREES = [
    panel(),
    panel("gold"),
    panel(wanted="b"),
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


def test_the_button_in_focus_is_lit_also_when_it_changes_and_no_other_is() -> None:
    over = overlay()
    over.show("panel", panel(), BOX)
    over.focus("b")
    for changed in panel(), panel("gold", words="Deal 1234"):
        over.show("panel", changed, BOX)
        lit, plain = overlay(), overlay()
        lit.focus("b")
        for fresh in lit, plain:
            fresh.show("panel", changed, BOX)
        assert shown(over) == shown(lit) != shown(plain)
    over.focus("")
    assert shown(over) == shown(plain)


def test_what_differs_in_looks_alone_is_neither_measured_nor_placed(monkeypatch: pytest.MonkeyPatch) -> None:
    over = overlay()
    over.show("panel", panel(), BOX)
    placed: list[Box] = []
    monkeypatch.setattr(Box, "place", lambda box, *_: placed.append(box))
    over.show("panel", panel("gold"), BOX)
    over.show("panel", panel("gold", wanted="a"), BOX)
    over.show("panel", panel(wanted="b"), BOX)
    assert not placed
    over.show("panel", panel(wanted="b", words="Deal 1234"), BOX)
    assert placed


LARGE, SMALLER = Text("Large words", Style(40, 42)), Text("Words", SMALL)
MIDDLE = At("center", (200, 150))


def seen(over: Overlay, name: str = "said") -> Rect | None:
    tag = over._canvas.tags.get(name)
    return tag.rect if tag else None


def test_what_is_said_again_as_it_is_said_already_is_not_drawn_again() -> None:
    over = overlay()
    over.say("said", LARGE, MIDDLE, until=2.0)
    tag = over._canvas.tags["said"]
    over.say("said", LARGE.replaced(), At("center", (200, 150)), until=2.0)
    assert over._canvas.tags["said"] is tag
    over.say("said", SMALLER, MIDDLE, until=2.0)
    assert over._canvas.tags["said"] is not tag


def test_it_ends_by_itself_and_says_when_it_has_to_be_looked_at() -> None:
    over = overlay()
    over.step(1.0)
    over.say("said", LARGE, MIDDLE, until=2.0)
    over.say("for ever", SMALLER, MIDDLE)
    assert over.rest(1.5) == 0.5
    over.step(1.99)
    assert seen(over)
    over.step(2.0)
    assert not seen(over) and seen(over, "for ever") and over.rest(2.0) == inf
    over.say("for ever", None, MIDDLE)
    assert not over._canvas.tags


def test_what_slams_is_larger_at_first_and_its_words_are_told_meanwhile() -> None:
    over, page = overlay(), Description()
    text.start_recording()
    over.say("said", LARGE, MIDDLE, until=2.0, enters=SLAMS)
    first = seen(over)
    over.describe(page)
    assert [each["text"] for each in page.content["texts"]] == [LARGE.words]
    over.step(1.0)
    assert seen(over) == first and over.rest(1.0) == 0
    over.step(1.1)
    last = seen(over)
    assert first and last and first.w > 1.3 * last.w and first.center == last.center
    assert over.rest(1.1) == pytest.approx(0.9)


def test_where_nothing_may_move_it_stands_at_once_and_does_not_flash() -> None:
    over = overlay(calm=True)
    over.say("said", LARGE, MIDDLE, until=2.0, enters=SLAMS)
    over.say("flash", LARGE, MIDDLE, until=2.0, enters=FLASHES)
    before = seen(over)
    over.step(1.0)
    assert seen(over) == before and not seen(over, "flash") and over.rest(1.0) == 1.0


@pytest.mark.parametrize("point", [(0, 0), (400, 150), (200, 900)])
def test_nothing_is_said_outside_the_window(point: tuple[int, int]) -> None:
    over, window = overlay(), Rect(0, 0, 400, 300)
    for life in (STANDS, SLAMS, RISES):
        over.say("said", LARGE, At("center", point), until=1.0, enters=life)
        for step in range(9):
            over.step(step / 9)
            assert window.contains(seen(over) or Rect(-1, 0, 1, 1))
    over.say("said", Text("Words that nobody can say in one line of such a window", Style(40, 42)), MIDDLE)
    assert window.contains(seen(over) or Rect(-1, 0, 1, 1))


def test_what_stands_at_the_foot_stands_above_what_stands_there() -> None:
    over, foot = overlay(), At("midbottom", (200, 290), stands=True)
    for name in "abc":
        over.say(name, SMALLER, foot)
    boxes = [seen(over, name) or Rect(0, 0, 0, 0) for name in "abc"]
    assert boxes[0].bottom == 290
    assert all(upper.bottom < lower.top for lower, upper in pairwise(boxes))
