"""The card pictures: in step with their script, of paths only, told apart by shape as well as colour."""

import os
import re
from itertools import combinations
from math import sqrt
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from tests.sprites.scripts import SPRITES, check

FACES = [f"{s}{r:02}.svg" for s in "cdhs" for r in range(1, 14)]
FILES = sorted([f"{d}/{n}" for d in ("faces", "large") for n in FACES] + [f"backs/{i}.svg" for i in range(8)])
COURTS = [f"faces/{s}{r}.svg" for r in (11, 12, 13) for s in "cdhs"]
BACKS = [f"backs/{i}.svg" for i in range(8)]

Pixels = list[tuple[int, int, int]]


def draw(name: str, width: int) -> pygame.Surface:
    """A card at a width, its height 1.4 times that."""
    return pygame.image.load_sized_svg(SPRITES / name, (width, round(width * 1.4)))


def pixels(name: str, width: int, area: tuple[float, float, float, float] = (0, 0, 1, 1)) -> Pixels:
    """The colours of a part (left, top, right, bottom as shares of the card), row by row."""
    card = draw(name, width)
    w, h = card.get_size()
    columns = range(int(area[0] * w), int(area[2] * w))
    spots = [(x, y) for y in range(int(area[1] * h), int(area[3] * h)) for x in columns]
    return [(c.r, c.g, c.b) for c in map(card.get_at, spots)]


def grey(part: Pixels) -> list[float]:
    """Luma of each pixel, 0..255."""
    return [0.299 * r + 0.587 * g + 0.114 * b for r, g, b in part]


def mean_colour(part: Pixels) -> tuple[float, ...]:
    """The average colour."""
    return tuple(sum(channel) / len(part) for channel in zip(*part, strict=True))


def likeness(a: list[float], b: list[float]) -> float:
    """Correlation of two pictures: 1 the same pattern, whatever its brightness and contrast; 0 unrelated."""
    mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
    da, db = [v - mean_a for v in a], [v - mean_b for v in b]
    cross = sum(x * y for x, y in zip(da, db, strict=True))
    return cross / sqrt(sum(x * x for x in da) * sum(y * y for y in db))


@pytest.mark.real
def test_the_script_writes_what_is_committed(tmp_path: Path) -> None:
    check("make_cards.py", tmp_path, FILES)


def test_only_what_the_rasteriser_draws() -> None:
    drawn = {"xmlns", "viewBox", "d", "fill", "fill-rule"}
    drawn |= {"stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"}
    for name in FILES:
        text = (SPRITES / name).read_text()
        assert set(re.findall(r"<(\w+)", text)) == {"svg", "path"}, name
        assert 'viewBox="0 0 240 336"' in text, name
        assert set(re.findall(r'[ "]([\w-]+)="', text)) <= drawn, name
        assert len(text) < 20_000, name


@pytest.mark.parametrize("width", [24, 44, 100, 260])
def test_every_card_fills_its_outline(width: int) -> None:
    for name in FILES:
        card = draw(name, width)
        w, h = card.get_size()
        assert (w, h) == (width, round(width * 1.4))
        for x, y in ((0, 0), (w - 1, 0), (0, h - 1), (w - 1, h - 1)):
            assert card.get_at((x, y)).a < (60 if width > 40 else 200), name
        margin = width // 12 + 1
        for x, y in (
            (w // 2, margin),
            (w // 2, h - margin),
            (margin, h // 2),
            (w - margin, h // 2),
            (w // 2, h // 2),
        ):
            assert card.get_at((x, y)).a == 255, name


def test_courts_tens_and_backs_look_the_same_turned_round() -> None:
    points = [(x, y) for y in range(0, 168, 2) for x in range(0, 120, 2)]
    for name in [*COURTS, *BACKS, *(f"faces/{s}10.svg" for s in "cdhs")]:
        card = draw(name, 120)
        turned = pygame.transform.rotate(card, 180)
        away = [max(abs(card.get_at(p)[i] - turned.get_at(p)[i]) for i in range(4)) for p in points]
        assert sum(d > 90 for d in away) < len(points) / 200, name


def test_the_twelve_courts_are_twelve_figures() -> None:
    body = {name: grey(pixels(name, 60, (0.22, 0.08, 0.78, 0.5))) for name in COURTS}
    colour = {name: mean_colour(pixels(name, 60, (0.22, 0.08, 0.78, 0.5))) for name in COURTS}
    for a, b in combinations(COURTS, 2):
        assert likeness(body[a], body[b]) < 0.75, (a, b)
        apart = sum(abs(x - y) for x, y in zip(body[a], body[b], strict=True)) / len(body[a])
        assert apart > 20, (a, b)
    for suit, other in combinations("cdhs", 2):
        for rank in (11, 12, 13):
            mine, theirs = colour[f"faces/{suit}{rank}.svg"], colour[f"faces/{other}{rank}.svg"]
            assert max(abs(x - y) for x, y in zip(mine, theirs, strict=True)) > 12, (suit, other, rank)


def test_red_and_black_suits_cannot_be_mistaken() -> None:
    """The index holds ink of the suit's colour and none of the other's."""
    for folder, area in (("faces", (0.04, 0.03, 0.19, 0.36)), ("large", (0.05, 0.04, 0.95, 0.4))):
        for name in FACES:
            corner = pixels(f"{folder}/{name}", 72, area)
            red = sum(r > 150 and g < 80 and b < 100 for r, g, b in corner)
            black = sum(max(p) < 70 for p in corner)
            mine, other = (red, black) if name[0] in "dh" else (black, red)
            assert mine > len(corner) / 12, (folder, name)
            assert other == 0, (folder, name)


def test_large_ranks_differ_at_28_pixels() -> None:
    for suit in "cdhs":
        corner = {
            r: grey(pixels(f"large/{suit}{r:02}.svg", 28, (0.04, 0.02, 0.55, 0.4))) for r in range(1, 14)
        }
        for a, b in combinations(corner, 2):
            assert likeness(corner[a], corner[b]) < 0.93, (suit, a, b)


def test_backs_differ_in_colour_and_in_pattern() -> None:
    panel = {name: pixels(name, 24, (0.08, 0.06, 0.92, 0.94)) for name in BACKS}
    for a, b in combinations(BACKS, 2):
        away = (
            sum((x - y) ** 2 for x, y in zip(mean_colour(panel[a]), mean_colour(panel[b]), strict=True))
            ** 0.5
        )
        assert away > 45, (a, b)
        assert likeness(grey(panel[a]), grey(panel[b])) < 0.4, (a, b)
