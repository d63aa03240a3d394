"""Text fits where it is put."""

import pytest

from game.ui.engine import text
from game.ui.engine.theme import PAPER
from game.ui.engine.window import Window


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


def test_empty_text_is_nothing() -> None:
    assert text.render("", 30, PAPER).get_width() == 0
