"""Six tables and two decks: text can be read on each, and suits told apart by everyone."""

import json
import re
from collections.abc import Iterator
from itertools import combinations
from typing import get_args

import pygame
import pytest
from pygame import Rect

from game.i18n import set_language
from game.storage.settings import Settings, TableTop
from game.ui.engine import theme
from game.ui.engine.assets import (
    FOUR_COLOURS,
    PLAIN,
    SPRITES,
    AssetError,
    CardImages,
    DeckStyle,
    art,
    chosen,
    court_letters,
    restyled,
)
from game.ui.engine.scene import Context
from game.ui.engine.tabletop import forget, tabletop
from game.ui.widgets.medals import medal
from tests.ui.engine.vision import SIGHTS, Lab, contrast, hexed, seen
from tests.ui.pilot import context

TABLES: tuple[TableTop, ...] = get_args(TableTop)
PAPER = hexed("#fffdf6")


@pytest.fixture
def ctx() -> Iterator[Context]:
    yield context()
    theme.set_palette("baize", False)
    forget()


def test_the_difference_of_colours_is_that_of_the_published_examples() -> None:
    for one, other, apart in (
        (Lab(50, 2.6772, -79.7751), Lab(50, 0, -82.7485), 2.0425),
        (Lab(50, 2.5, 0), Lab(73, 25, -18), 27.1492),
        (Lab(60.2574, -34.0099, 36.2677), Lab(60.4626, -34.1751, 39.4387), 1.2644),
        (Lab(6.7747, -0.2908, -2.4247), Lab(5.8714, -0.0985, -2.2286), 0.6377),
        (Lab(2.0776, 0.0795, -1.1350), Lab(0.9033, -0.0636, -0.5514), 0.9082),
    ):
        assert one.apart(other) == pytest.approx(apart, abs=1e-4)


def test_a_table_is_drawn_once(ctx: Context) -> None:
    assert tabletop((320, 180)) is tabletop((320, 180))
    assert tabletop((320, 180)) is not tabletop((320, 180), Rect(60, 40, 200, 80)), "with a mat"


@pytest.mark.parametrize("table", TABLES)
def test_a_mat_lies_on_the_wood_and_high_contrast_is_darker(ctx: Context, table: TableTop) -> None:
    def luminance(at: tuple[int, int]) -> int:
        return sum(tabletop((640, 360), Rect(100, 60, 440, 200)).get_at(at)[:3])

    ctx.settings.table_top = table
    ctx.apply_settings()
    wood, felt = (tabletop((640, 360), Rect(100, 60, 440, 200)).get_at(at) for at in ((320, 40), (320, 160)))
    usual = luminance((320, 160))
    assert wood != felt
    ctx.settings.high_contrast = True
    ctx.apply_settings()
    assert luminance((320, 160)) < 0.7 * usual


def test_tables_differ_and_are_the_same_each_time(ctx: Context) -> None:
    drawn: dict[str, bytes] = {}
    for table in TABLES * 2:
        ctx.settings.table_top = table
        ctx.apply_settings()
        picture = bytes(tabletop((320, 180), Rect(60, 40, 200, 80)).get_buffer().raw)
        assert drawn.setdefault(table, picture) == picture
    assert len(set(drawn.values())) == len(TABLES)


def test_a_table_is_redrawn_only_when_another_is_chosen(ctx: Context) -> None:
    ctx.changed = False
    ctx.apply_settings()
    assert not ctx.changed
    ctx.settings.table_top = "wood"
    ctx.apply_settings()
    assert ctx.changed


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_four_suits_are_told_apart_by_colour_with_any_sight(sight: str) -> None:
    inks = [seen(hexed(ink), sight) for ink in FOUR_COLOURS.values()]
    assert min(one.apart(other) for one, other in combinations(inks, 2)) > 15
    usual = [seen(hexed(ink), sight) for ink in ("#17171c", "#c8102e", "#1d4ed8", "#1a7f37")]
    common = min(one.apart(other) for one, other in combinations(usual, 2))
    assert common < 15 or sight != "no green", "colours chosen without this in mind would not be"


def test_every_ink_can_be_read_on_paper() -> None:
    assert all(contrast(hexed(ink), PAPER) >= 4.5 for ink in FOUR_COLOURS.values())


def drawn(style: DeckStyle, name: str, width: int = 100) -> pygame.Surface:
    cards = CardImages()
    cards.set_style(style)
    return cards.image(name, width)


def inks(picture: pygame.Surface) -> set[tuple[int, ...]]:
    w, h = picture.get_size()
    return {tuple(picture.get_at((x, y)))[:3] for x in range(w) for y in range(h)}


@pytest.mark.parametrize("folder", ["faces", "large"])
def test_each_suit_has_its_colour(folder: str) -> None:
    for suit, ink in zip("cdhs", FOUR_COLOURS.values(), strict=True):
        for rank in (1, 5, 12):
            found = inks(drawn(DeckStyle(four_colours=True), f"{folder}/{suit}{rank:02}", 200))
            assert any(all(abs(a - b) <= 2 for a, b in zip(each, hexed(ink), strict=True)) for each in found)


def test_large_indices_come_at_every_size() -> None:
    large = drawn(DeckStyle(large_indices=True), "faces/h12", 200)
    assert large.get_view("2").raw == drawn(PLAIN, "large/h12", 200).get_view("2").raw


@pytest.mark.parametrize(("code", "shown"), [("sv", "Kn D K"), ("de", "B D K"), ("en", "J Q K")])
def test_courts_have_the_letters_of_the_language_unless_others_are_wished(
    code: str, shown: str, ctx: Context
) -> None:
    set_language(code)
    assert court_letters(code) == shown
    settings = Settings()
    for folder in ("faces", "large"):
        for rank, letter in zip((11, 12, 13), shown.split(), strict=True):
            name = f"{folder}/d{rank}"
            mine, usual = (drawn(style, name).get_view("2").raw for style in (chosen(settings), PLAIN))
            assert (mine == usual) == (letter in "JQK")
    assert chosen(Settings(own_letters=False)) == PLAIN


@pytest.mark.parametrize("letter", ["B", "D", "Kn"])
def test_other_letters_keep_to_the_corner_between_the_edge_and_the_picture(letter: str) -> None:
    strokes = json.loads((SPRITES / "letters.json").read_text("utf-8"))["faces"][letter]
    pen = float(re.findall(r'stroke-width="([0-9.]+)"', strokes)[0]) / 2
    xs = [float(x) for x in re.findall(r"[MLC ]([0-9.]+) [0-9.]+", strokes.split(' d="')[1])]
    left, right = min(xs) - pen, max(x for x in xs if x < 120) + pen
    assert (left > 10, right < 47) == (True, True)


def test_letters_change_nothing_but_the_rank() -> None:
    for folder, names in (("faces", ("s11", "d12")), ("large", ("h11", "c12"))):
        for name in names:
            path = SPRITES / folder / f"{name}.svg"
            before, after = (
                path.read_text("utf-8"),
                restyled(f"{folder}/{name}", path, DeckStyle(letters="sv")),
            )
            pairs = list(zip(before.splitlines(), after.decode().splitlines(), strict=True))
            assert [old != new for old, new in pairs].count(True) == 1


def test_cards_with_high_contrast_have_a_black_edge() -> None:
    for name in ("faces/h07", "large/d03", "backs/5"):
        edge = drawn(DeckStyle(outlined=True), name, 100).get_at((1, 70))
        usual = drawn(PLAIN, name, 100).get_at((1, 70))
        assert max(edge[:3]) < 40 < min(usual[:3])


def test_a_style_needs_no_more_files_than_the_usual_deck_and_names_a_missing_one() -> None:
    cards = CardImages(SPRITES.parent / "nowhere")
    cards.set_style(DeckStyle(four_colours=True))
    with pytest.raises(AssetError, match=r"faces/s01\.svg is missing"):
        cards.image("faces/s01", 100)


def test_a_new_style_shows_at_once(ctx: Context) -> None:
    before = ctx.cards.image("faces/d05", 100)
    ctx.changed = False
    ctx.settings.four_colours = True
    ctx.apply_settings()
    assert ctx.changed and ctx.cards.image("faces/d05", 100) is not before


def test_medals_and_lights_are_told_apart_without_any_colour(ctx: Context) -> None:
    def shape(picture: pygame.Surface) -> list[bool]:
        """Where its lower part, without a ribbon, is darker than the middle of what is drawn there."""
        grey = pygame.transform.grayscale(picture)
        w, h = grey.get_size()
        pixels = [grey.get_at((x, y)) for y in range(h // 2, h) for x in range(w)]
        drawn = [pixel.r for pixel in pixels if pixel.a > 200]
        middle = (min(drawn) + max(drawn)) / 2 if drawn else 0
        return [pixel.a > 200 and pixel.r < middle for pixel in pixels]

    for high in (20, 26, 50):
        for pictures in (
            [shape(medal(metal, high)) for metal in ("gold", "silver", "bronze", "")],
            [shape(art(name, high, (232, 190, 92))) for name in ("sign/tick", "sign/cross")],
        ):
            for one, other in combinations(pictures, 2):
                apart = sum(a != b for a, b in zip(one, other, strict=True))
                assert apart > 0.04 * len(one), (high, apart, len(one))


def test_a_picture_has_the_colours_of_what_it_lies_on(ctx: Context) -> None:
    before = art("sign/known", 20, theme.ground("tag").mist)
    assert art("sign/known", 20, theme.ground("tag").mist) is before
    ctx.settings.high_contrast = True
    ctx.apply_settings()
    after = art("sign/known", 20, theme.ground("tag").mist)
    assert after.get_view("2").raw != before.get_view("2").raw
