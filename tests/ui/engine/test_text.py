"""Text fits where it is put."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.ui.engine import text
from game.ui.engine.theme import PAPER
from game.ui.engine.window import Window
from game.ui.view.leaves import Field

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def _window() -> None:
    Window((1280, 720))


def test_text_that_fits_stays() -> None:
    assert text.fit("Spela", 30, 500) == ("Spela", 30)


def test_text_shrinks_before_it_is_cut() -> None:
    wide = text.width("Inställningar och husregler", 30)
    shown, px = text.fit("Inställningar och husregler", 30, wide * 0.85)
    assert shown == "Inställningar och husregler"
    assert px < 30
    shown, px = text.fit("Inställningar och husregler", 30, wide * 0.3)
    assert shown.endswith("…")
    assert text.width(shown, px) <= wide * 0.3


def test_the_end_stays_where_that_is_asked_for() -> None:
    shown, px = text.fit("one two three four five", 30, 120, end=True)
    assert shown.startswith("…")
    assert shown.endswith("five")
    assert text.width(shown, px) <= 120


def test_letters_with_dots_and_rings_differ_from_those_without() -> None:
    for dotted, plain in ("åa", "äa", "öo", "ßs", "üu"):
        one, other = (text.render(each, 40, PAPER) for each in (dotted, plain))
        assert one.get_buffer().raw != other.get_buffer().raw


def test_lines_are_no_wider_than_asked_and_lose_no_word() -> None:
    words = "Alla spelar samtidigt.\nTöm din 13-hög, knacka sedan."
    lines = text.wrap(words, 24, 160)
    assert all(text.width(line, 24) <= 160 for line in lines)
    assert " ".join(lines).split() == words.split()
    assert lines[0] == "Alla spelar"


def test_a_sum_stays_on_one_line() -> None:
    assert text.wrap("That pile needs 4 + 12 = 16.", 24, 10) == ("That", "pile", "needs", "4 + 12 = 16.")


def test_empty_text_is_nothing() -> None:
    assert text.render("", 30, PAPER).get_width() == 0


NAMES = "אבי כהן", "שלום", "محمد علي"
"""Written from right to left."""


@pytest.fixture
def no_other(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The system has no fonts."""

    def forget() -> None:
        for each in (
            text._other,
            text._draws,
            text._advance,
            text._width,
            text._baseline,
            text._letter,
            text._shown,
        ):
            each.cache_clear()
        text.forget()

    monkeypatch.setattr(text, "_system_fonts", lambda: ())
    forget()
    yield
    forget()


def test_what_no_font_here_can_draw_is_known_and_boxes_as_before(no_other: None) -> None:
    for name in ("Åsa – „Ö“ −1 ș", "Жанна", "Ελένη", ""):
        assert text.can_draw(name)
    for name in (*NAMES, "Kim 😀", "王"):
        assert not text.can_draw(name)
        assert text.render(name, 30, PAPER).get_width() == text.width(name, 30) > 0


def test_a_font_of_the_system_that_is_damaged_or_gone_is_passed_over(
    no_other: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged, cut, gone = tmp_path / "damaged.ttf", tmp_path / "cut.ttf", tmp_path / "gone.ttf"
    damaged.write_bytes(b"\0\1\0\0" + b"x" * 200)
    cut.write_bytes(Path(text._PLAIN).read_bytes()[:9000])
    paths = *map(str, (damaged, cut, gone, tmp_path)), text._PLAIN
    monkeypatch.setattr(text, "_system_fonts", lambda: paths)
    for name in (*NAMES, "Kim 😀"):
        assert not text.can_draw(name)
        assert text.render(name, 30, PAPER).get_width() == text.width(name, 30) > 0


def test_names_that_no_font_has_are_not_looked_for_without_end(
    no_other: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anybody on the network may have them, with new letters each second."""
    looks, looked_into = 0, text._looked_into

    def count(path: str) -> object:
        nonlocal looks
        looks += path != text._PLAIN
        return looked_into(text._PLAIN)

    monkeypatch.setattr(text, "_looked_into", count)
    monkeypatch.setattr(text, "_system_fonts", lambda: tuple(map(str, range(200))))
    for sign in range(0x13000, 0x13100):
        assert not text.can_draw(chr(sign))
    assert 1000 < looks <= text._LOOKS


def test_of_what_is_taken_for_granted_nothing_is_missing() -> None:
    signs = text._OWN_SIGNS + "".join(map(chr, (*range(0x20, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x180))))
    signs = signs.translate(dict.fromkeys(map(ord, text._LACKS)))
    for font in (text._TEXT, text._HEAVY):
        assert None not in text._looked_into(font).get_metrics(signs, size=20)


@pytest.mark.parametrize("code", ["sv", "de"])
def test_nothing_of_the_program_s_own_texts_is_looked_for_in_another_font(code: str) -> None:
    catalogue = ROOT / f"game/locale/{code}/LC_MESSAGES/haisty.po"
    signs = {*catalogue.read_text("utf-8")} - {*text._OWN_SIGNS}
    assert max(signs) < "\u0180"


@pytest.mark.parametrize("name", NAMES)
def test_names_are_written_from_right_to_left_where_a_font_has_them(name: str) -> None:
    if not text.can_draw(name):
        pytest.skip("no font here has these letters")
    assert text._letters(f"{name} 2, Bo") == [name, " ", "2", ",", " ", "B", "o"]
    first = name.split(maxsplit=1)[0]
    whole, begin = text._letter(name, 40, PAPER), text._letter(first, 40, PAPER)
    inked, right = begin.get_bounding_rect(), whole.get_bounding_rect().right
    begin, there = begin.subsurface(inked), whole.subsurface((right - inked.w, inked.y, *inked.size))
    alike = sum(one == other for one, other in zip(pixels(begin), pixels(there), strict=True))
    assert alike > 0.9 * begin.width * begin.height, "the first word is the rightmost"


def pixels(picture: pygame.Surface) -> list[bool]:
    """Where there is ink."""
    return [picture.get_at((x, y))[3] > 128 for x in range(picture.width) for y in range(picture.height)]


def test_nothing_that_unicode_has_makes_text_fail(no_other: None) -> None:
    for sign in map(chr, (*range(0x20, 0x3100, 7), *range(0x10000, 0x20000, 97), 0x200B, 0xE0100)):
        assert text.render(f"a{sign}b", 20, PAPER).get_height() > 0


def test_pictures_of_one_size_are_as_large_as_letters() -> None:
    fixed = [path for path in text._system_fonts() if not text._looked_into(path).scalable]
    sign = next((sign for sign in "😀🦊" for path in fixed if text._other(sign)[0] == path), "")
    if not sign:
        pytest.skip("no font here has pictures")
    for px in (14, 30, 90):
        assert 0.4 * px < text.width(sign, px) < 1.1 * px


def test_a_field_says_that_its_letters_cannot_be_shown(no_other: None) -> None:
    typed: list[str] = []
    field = Field("Name", "Kim ", typed.append, 16)
    assert field.insert("Ö") == ""
    assert field.insert("😀") == "This computer cannot show all of these characters."
    assert typed == ["Kim Ö", "Kim 😀"], "others may be able to"


def test_a_letter_is_drawn_once_for_all_texts_it_is_in() -> None:
    text.forget()
    text.render("0:59.8", 186, PAPER)
    drawn = text._letter.cache_info().misses
    text.render("0:59.9", 186, PAPER)
    text.render("0:58.9", 186, PAPER)
    assert text._letter.cache_info().misses == drawn == len(set("0:59.8"))
