"""A tree of nodes: where everything comes to lie, what arrows and pointer do, and what is drawn anew."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pygame
import pytest
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.cards.overlay import Meter
from game.ui.engine import text
from game.ui.engine.description import Description
from game.ui.engine.window import Window
from game.ui.view.boxes import Bar, Column, Fitting, Grid, Row, Scroll, Stack
from game.ui.view.hint import Hint
from game.ui.view.leaves import (
    BIG,
    FIGURE,
    SMALL,
    Button,
    Choice,
    Field,
    Gap,
    KeyCap,
    Picture,
    Pictures,
    Plate,
    Slider,
    Switch,
    Text,
)
from game.ui.view.node import Node, Placed, Space, still
from game.ui.view.tree import Tree
from tests.ui.pilot import labelled, labels

SIZE = 1280, 720


class Bench:
    """Values, a tree that shows and changes them, and a surface."""

    def __init__(
        self, view: Callable[["Bench"], Node], size: tuple[int, int] = SIZE, focus: str = ""
    ) -> None:
        self.surface = Window(size).surface
        self.view, self.tree, self.done = view, Tree(focus, ground=self.ground), list[object]()
        self.values: dict[str, Any] = {}
        self.renew()
        self.draw(True)

    def renew(self) -> None:
        self.tree.place(self.view(self), self.surface.get_size())

    def ground(self, surface: Surface, rect: Rect) -> None:
        surface.fill((20, 80, 50), rect)

    def draw(self, full: bool = False, shaded: bool = False, touched: Sequence[Rect] = ()) -> list[Rect]:
        for rect in (self.surface.get_rect(),) if full else touched:
            self.ground(self.surface, rect)
        return self.tree.draw(self.surface, full, shaded, touched=touched)

    def set(self, name: str) -> Callable[[Any], None]:
        return lambda value: self.values.update({name: value})

    def key(self, key: int, mod: int = 0, **more: Any) -> bool:
        event = Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", **more)
        used = self.tree.key(event) or self.tree.walk(event)
        self.renew()
        return used

    def mouse(self, kind: int, pos: tuple[int, int], **more: Any) -> None:
        self.tree.point(Event(kind, pos=pos, button=pygame.BUTTON_LEFT, **more))
        self.renew()

    def click(self, pos: tuple[int, int]) -> None:
        for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.mouse(kind, pos)

    @property
    def here(self) -> str:
        here = self.tree.here
        return here.control.label if here and here.control else ""

    def rect(self, label: str) -> Rect:
        return labelled(self.tree, label).rect


def button(bench: Bench, label: str, **how: Any) -> Button:
    return Button(label, lambda: bench.done.append(label), **how)


def everything(bench: Bench) -> Node:
    """One of each kind."""
    get = bench.values.get
    rows = [
        button(bench, f"Row {i}", rows=0.9, chosen=get("row") == i, choose=lambda i=i: bench.set("row")(i))
        for i in range(get("count", 30))
    ]
    form = Column(
        Switch("Sound", get("sound", False), bench.set("sound"), help="On or off"),
        Choice("Level", ("easy", "hard", "adaptive"), get("level", 0), bench.set("level")),
        Slider("Volume", get("volume", 0.5), (0, 1), 0.1, bench.set("volume"), help="How loud it is."),
        Field("Name", get("name", ""), bench.set("name"), 8, hint="Your name"),
        Pictures(
            "Card back", range(4), get("back", 0), bench.set("back"), lambda i, wide: Surface((wide, wide))
        ),
        Text("Several words that do not fit into one line of this column, and so take two.", wraps=True),
        wide=420,
    )
    tiles = Grid(3, 60, *(button(bench, f"Tile {i}") for i in range(7)), grow=1)
    return Column(
        Text("Heading"),
        Row(Scroll("rows", *rows, wide=300), form, tiles, grow=1, gap=20),
        Hint("Nothing to say", high=60),
        Row(button(bench, "Back", grow=1), button(bench, "On", grow=1, keys=(pygame.K_o,))),
        wide=1200,
        high=680,
    )


@pytest.mark.parametrize("size", [(1280, 720), (1024, 600), (1920, 1080), (3840, 2160)])
def test_everything_has_its_place_and_nothing_lies_on_anything_else(size: tuple[int, int]) -> None:
    bench = Bench(everything, size)
    seen = [each for each in bench.tree.controls if each.seen]
    window = bench.surface.get_rect()
    assert all(window.contains(each.rect) and each.rect.h > 20 for each in seen)
    for i, each in enumerate(seen):
        assert not [other for other in seen[i + 1 :] if each.rect.colliderect(other.rect)]
    back, on = bench.rect("Back"), bench.rect("On")
    assert (
        abs(back.w - on.w) <= 1
        and back.y == on.y
        and on.right - back.x == round(1200 * min(size[0] / 1280, size[1] / 720))
    )


def test_what_is_drawn_anew_is_what_a_full_redraw_shows() -> None:
    text.start_recording()
    bench, chance = Bench(everything), Random(3)
    keys = (
        *(pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_TAB, pygame.K_RETURN),
        *(pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END, pygame.K_BACKSPACE),
    )
    for turn in range(250):
        match chance.randrange(5):
            case 0 | 1:
                bench.key(chance.choice(keys))
            case 2:
                bench.click((chance.randrange(1280), chance.randrange(720)))
            case 3:
                bench.tree.point(Event(pygame.TEXTINPUT, text=chance.choice("abcö ")))
                bench.renew()
            case _:
                bench.values["count"] = chance.choice((0, 3, 30))
                bench.renew()
        bench.draw()
        if turn % 5 == 0:
            shown, told = pygame.image.tobytes(bench.surface, "RGB"), sorted(text.spans(bench.surface))
            text.erase(bench.surface)
            bench.draw(True)
            assert pygame.image.tobytes(bench.surface, "RGB") == shown
            assert sorted(text.spans(bench.surface)) == told


def test_what_is_equal_is_not_drawn_again() -> None:
    bench = Bench(everything)
    bench.renew()
    assert bench.draw() == []
    bench.values["sound"] = True
    bench.renew()
    assert bench.draw() == [bench.rect("Sound")]


def test_arrows_lead_to_the_nearest_in_their_direction_and_round() -> None:
    bench = Bench(everything, focus="switch Sound")
    assert bench.here == "Sound"
    bench.key(pygame.K_DOWN)
    assert bench.here == "Level"
    bench.key(pygame.K_RIGHT)
    assert (bench.here, bench.values["level"]) == ("Level", 1), "it has a value of its own"
    bench.click(bench.rect("Tile 4").center)
    for key, label in (
        (pygame.K_RIGHT, "Tile 5"),
        (pygame.K_UP, "Tile 2"),
        (pygame.K_RIGHT, "Tile 2"),
        (pygame.K_LEFT, "Tile 1"),
        (pygame.K_DOWN, "Tile 4"),
    ):
        bench.key(key)
        assert bench.here == label
    bench.click(bench.rect("Sound").move(-300, 0).center)  # beside it, where nothing is
    bench.tree.focus("button On")
    bench.key(pygame.K_DOWN)
    assert labelled(bench.tree, bench.here).rect.y < 200, "round to the top"
    bench.key(pygame.K_UP)
    assert labelled(bench.tree, bench.here).rect.y > 600


def test_a_list_follows_the_focus_and_the_wheel_scrolls_it_under_the_pointer() -> None:
    bench = Bench(everything, focus="button Row 0")

    def rows() -> list[str]:
        return [each.name for each in bench.tree.controls if each.seen and each.scroll]

    shown = len(rows())
    assert 5 < shown < 30
    for _ in range(shown):
        bench.key(pygame.K_DOWN)
    assert bench.values["row"] == shown and rows()[-1] == f"button Row {shown}"
    bench.key(pygame.K_END)
    assert (bench.here, rows()[-1]) == ("Row 29", "button Row 29")
    bench.key(pygame.K_PAGEUP)
    assert bench.here == f"Row {29 - shown}"
    bench.key(pygame.K_HOME)
    assert rows()[0] == "button Row 0"
    bench.tree.point(Event(pygame.MOUSEWHEEL, x=0, y=-1))
    bench.renew()
    assert rows()[0] == "button Row 2" and bench.here == "Row 0", "the focus stays"
    (bar,) = [each for each in bench.tree._placed if isinstance(each.node, Bar)]
    bench.mouse(pygame.MOUSEBUTTONDOWN, bar.rect.center)
    bench.mouse(pygame.MOUSEMOTION, (bar.rect.centerx, bar.rect.bottom + 99))
    assert rows()[-1] == "button Row 29"
    bench.mouse(pygame.MOUSEBUTTONUP, bar.rect.center)
    bench.mouse(pygame.MOUSEMOTION, (bar.rect.centerx, bar.rect.y))
    assert rows()[-1] == "button Row 29", "let go"
    bench.values["count"] = 3
    bench.renew()
    assert rows() == ["button Row 0", "button Row 1", "button Row 2"], "all that are left are in sight"


def test_a_row_is_chosen_first_and_then_does_what_it_does() -> None:
    bench = Bench(everything)
    bench.click(bench.rect("Row 1").center)
    assert (bench.values["row"], bench.done) == (1, [])
    bench.click(bench.rect("Row 1").center)
    assert bench.done == ["Row 1"]


def test_the_focus_stays_on_its_control_when_others_come_and_go() -> None:
    labels = ["B", "C"]
    bench = Bench(lambda bench: Column(*(button(bench, label) for label in labels)), focus="button C")
    labels.insert(0, "A")
    bench.renew()
    assert bench.here == "C"
    labels.remove("C")
    bench.renew()
    assert bench.here == "B", "the last one left"
    labels[:] = ["D"]
    bench.renew()
    assert bench.here == "D"


def test_a_button_acts_only_if_the_pointer_is_still_on_it() -> None:
    bench = Bench(everything)
    bench.mouse(pygame.MOUSEBUTTONDOWN, bench.rect("Back").center)
    bench.mouse(pygame.MOUSEMOTION, bench.rect("On").center)
    bench.mouse(pygame.MOUSEBUTTONUP, bench.rect("On").center)
    assert bench.done == []
    bench.click(bench.rect("Back").center)
    assert bench.done == ["Back"]


def test_a_key_beside_a_node_presses_it_from_anywhere_but_a_field() -> None:
    bench = Bench(everything, focus="field Name")
    bench.tree.point(Event(pygame.TEXTINPUT, text="o"))
    bench.renew()
    assert (bench.values["name"], bench.done) == ("o", [])
    bench.tree.focus("switch Sound")
    bench.key(pygame.K_o)
    assert bench.done == ["On"]


def test_a_slider_follows_the_pointer_while_it_is_held() -> None:
    bench = Bench(everything)
    rect = bench.rect("Volume")
    bench.mouse(pygame.MOUSEBUTTONDOWN, rect.center)
    bench.mouse(pygame.MOUSEMOTION, (rect.right + 50, rect.y))
    assert bench.values["volume"] == 1
    bench.mouse(pygame.MOUSEMOTION, (rect.x, rect.y))
    assert bench.values["volume"] == 0
    bench.mouse(pygame.MOUSEBUTTONUP, rect.center)
    bench.mouse(pygame.MOUSEMOTION, rect.midright)
    assert bench.values["volume"] == 0
    bench.tree.focus("slider Volume")
    for key, value in (pygame.K_LEFT, 0), (pygame.K_RIGHT, 0.1), (pygame.K_LEFT, 0):
        bench.key(key)
        assert bench.values["volume"] == value


def test_a_choice_goes_round_by_keys_and_by_both_halves_of_its_field() -> None:
    bench = Bench(everything, focus="choice Level")
    rect, found = bench.rect("Level"), []
    for key in (pygame.K_RIGHT, pygame.K_LEFT, pygame.K_LEFT, pygame.K_RETURN):
        bench.key(key)
        found.append(bench.values["level"])
    for x in (rect.right - 5, rect.right - 180):
        bench.click((x, rect.centery))
        found.append(bench.values["level"])
    assert found == [1, 0, 2, 0, 1, 0]


def test_a_switch_goes_over_by_keys_and_pointer() -> None:
    bench, found = Bench(everything, focus="switch Sound"), []
    for key in (pygame.K_SPACE, pygame.K_LEFT, pygame.K_RIGHT):
        bench.key(key)
        found.append(bench.values["sound"])
    bench.click(bench.rect("Sound").center)
    assert [*found, bench.values["sound"]] == [True, False, True, False]


def test_a_field_takes_text_up_to_its_limit_and_keys_repeat_only_there() -> None:
    bench = Bench(everything, focus="field Name")
    for typed in ("Å", "sa", "\t", " von Öst"):
        bench.tree.point(Event(pygame.TEXTINPUT, text=typed))
        bench.renew()
    assert bench.values["name"] == "Åsa von "
    bench.key(pygame.K_BACKSPACE)
    assert bench.values["name"] == "Åsa von"
    assert pygame.key.get_repeat()[0] > 0
    bench.tree.focus("switch Sound")
    assert pygame.key.get_repeat() == (0, 0)


def test_a_field_shows_the_letter_typed_last_however_long_the_text() -> None:
    def drawn(last: str) -> bytes:
        name = Field("Name", "W" * 23 + last, lambda _: None, 24)
        bench = Bench(lambda _: Column(name, wide=300), focus="field Name")
        return bytes(bench.surface.subsurface(bench.rect("Name")).copy().get_buffer().raw)

    assert drawn("A") != drawn("I")


def test_pictures_beside_their_label_are_chosen_by_a_click() -> None:
    def pictures(bench: Bench) -> Node:
        get, set_back = bench.values.get, bench.set("back")
        some = Pictures(
            "Card back", range(4), get("back", 0), set_back, lambda i, wide: Surface((wide, wide))
        )
        return Column(some.replaced(beside=True, pale=(get("other", 1),)), wide=400)

    bench = Bench(pictures)
    rect = bench.rect("Card back")
    bench.click((rect.right - 30, rect.centery))
    assert bench.values["back"] == 3
    bench.draw()
    assert bench.draw() == []
    bench.set("other")(2)
    bench.renew()
    assert bench.draw() == [rect], "another one is pale"


def test_what_fits_is_shown_or_else_the_last() -> None:
    bench = Bench(lambda bench: Fitting(button(bench, "A long name"), button(bench, "A"), wide=100))
    assert labels(bench.tree) == ["A"]
    bench = Bench(lambda bench: Fitting(button(bench, "A long name"), button(bench, "A"), wide=300))
    assert labels(bench.tree) == ["A long name"]


def test_a_fingers_swipe_changes_no_value(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench(lambda bench: Column(Switch("Sound", bench.values.get("s", False), bench.set("s"))))
    monkeypatch.setattr(pygame.mouse, "get_pos", lambda: bench.rect("Sound").center)
    bench.tree.point(Event(pygame.MOUSEWHEEL, x=0, y=1, touch=True))
    assert bench.values == {}
    bench.tree.point(Event(pygame.MOUSEWHEEL, x=0, y=1))
    assert bench.values == {"s": True}


def test_it_describes_its_controls_in_sight() -> None:
    bench, page = Bench(everything, focus="choice Level"), Description()
    bench.tree.describe(page)
    level = next(each for each in page.controls if each["label"] == "Level")
    assert (level["role"], level["value"], level["focused"]) == ("choice", "easy", True)
    assert level["rect"] == [*bench.rect("Level")]
    labels = [each["label"] for each in page.controls]
    assert "Row 0" in labels and "Row 29" not in labels
    assert len(labels) == len(set(labels))


def test_what_shows_the_same_is_laid_out_once_and_does_what_the_new_one_does() -> None:
    laid, done = list[float](), list[int]()

    class Measured(Text):
        def natural_width(self, u: float) -> float:
            laid.append(u)
            return super().natural_width(u)

    def view(number: int, words: str = "Anna") -> Node:
        name = Measured(words, SMALL)
        return Column(name, Button("Knock", lambda: done.append(number), inside=Row(Text("Knock", SMALL))))

    tree = Tree()
    tree.place(view(1), SIZE)
    once, places = len(laid), [each.rect for each in tree.controls]
    tree.place(view(2), SIZE)
    assert (len(laid), [each.rect for each in tree.controls]) == (once, places)
    (knock,) = [each.control for each in tree.controls if each.control]
    knock.act()
    assert done == [2]
    for size in (SIZE, (640, 480)):
        before = len(laid)
        tree.place(view(3, "Bo"), size)
        assert len(laid) > before
    try:
        text.adapt(text.Letters(1.0, 1.6))
        before = len(laid)
        tree.place(view(3, "Bo"), (640, 480))
        assert len(laid) > before
    finally:
        text.adapt(text.Letters(1.0, 1.0))


@pytest.mark.parametrize("align", ["start", "middle", "end", "fill"])
def test_what_is_narrower_than_its_column_stands_where_it_is_told_to(align: Any) -> None:
    tree = Tree()
    small = Picture("small", lambda *_: None, wide=100, high=50, align=align)
    tree.place(Stack(Column(small, wide=400), wide=400, high=300), SIZE)
    (placed,) = [each for each in tree._placed if isinstance(each.node, Picture)]
    assert placed.rect.x - 440 == {"start": 0, "middle": 150, "end": 300, "fill": 0}[align]


def test_too_little_room_is_taken_from_those_that_can_spare_it() -> None:
    rows = [Button(f"Row {i}", lambda: None) for i in range(9)]
    tree = Tree()
    tree.place(Column(Gap(high=100), Column(*rows), wide=300, high=460), SIZE)
    controls: list[Placed] = tree.controls
    assert {each.rect.h for each in controls} <= {33, 34, 35}
    assert controls[-1].rect.bottom <= 360 + 230


@pytest.mark.parametrize("more", [2, 15])
def test_what_keeps_its_width_gives_it_up_before_others_are_cut(more: int) -> None:
    firm, other = Text("0:00", FIGURE._replace(lettered=False), firm=True), Text("2:31", SMALL)
    room, tree = firm.narrowest(1.0) + other.narrowest(1.0) + more, Tree()
    assert room < firm.width(1.0) + other.narrowest(1.0)
    tree.place(Stack(Row(firm, other, gap=0, wide=room), wide=room, high=99, align="middle"), SIZE)
    clock, limit = (each.rect.w for each in tree._placed if isinstance(each.node, Text))
    assert limit >= other.narrowest(1.0) - 1
    assert firm.narrowest(1.0) - 1 <= clock <= room - limit + 1


@pytest.mark.parametrize("room", [-9, -1, 0, 1])
def test_where_there_is_no_room_nothing_is_drawn_and_nothing_fails(room: float) -> None:
    Window(SIZE)
    leaves: list[Node] = [
        Text("Words", wraps=True),
        Text("TITLE", BIG),
        Button("Press", list),
        Choice("Choice", ["one", "two"], 0, print),
        Switch("Switch", True, print),
        Slider("Slider", 0.5, (0.0, 1.0), 0.1, print),
        Field("Field", "typed", print, 20),
        Button("Knock", list, cap="Space"),
        KeyCap("K"),
        Meter(0.5, (255, 255, 255)),
        Plate((255, 255, 255)),
    ]
    for leaf in leaves:
        for box in (Column(leaf, ground="note", pad=(11, 7)), Row(leaf, Gap(grow=1), pad=(11, 7))):
            picture = still(box, 1.0, room)
            assert picture.width <= max(0, room)
            for each in (box, leaf) if box.ground else (leaf,):
                each.pictures(Space(0, 0, room, room).rect, 1.0)
