"""The typeface of banners: in step with its script, and with a letter for all that is said in it."""

import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from game.i18n import LANGUAGES, _, set_language
from game.ui.engine import text
from game.ui.engine.window import Window

SPRITES = Path(__file__).parents[2] / "sprites"
SAID = (
    *(
        "GO!",
        "You knock!",
        "{name} knocks!",
    ),
    *("You win the match", "Winner of the match", "A gracious winner", "A winner who rubs it in"),
    *("Not this time", "It came out!", "Won with a double series"),
)


def drawn(words: str) -> bool:
    """Whether all of it is in the letters of the title cards."""
    return text.lettering(words, 64, (255, 255, 255)) is not text.render(words, 64, (255, 255, 255))


@pytest.mark.real
def test_the_script_writes_what_is_committed(tmp_path: Path) -> None:
    subprocess.run([sys.executable, SPRITES / "make_lettering.py", tmp_path], check=True)
    assert (tmp_path / "lettering.ttf").read_bytes() == (SPRITES / "lettering.ttf").read_bytes()


@pytest.mark.real
def test_the_text_font_is_made_by_its_script(tmp_path: Path) -> None:
    subprocess.run([sys.executable, SPRITES / "make_text_font.py", tmp_path], check=True)
    for name in ("nunito-800.ttf", "nunito-900.ttf", "nunito-OFL.txt"):
        assert (tmp_path / name).read_bytes() == (SPRITES / name).read_bytes()


@pytest.mark.parametrize("code", LANGUAGES)
def test_it_has_a_letter_for_all_that_is_said_in_it(code: str) -> None:
    Window((1280, 720))
    set_language(code)
    for words in SAID:
        assert drawn(_(words).format(name="Åsa Großmann-Öberg")), words
    assert drawn("+26 ms −180 ms 21 − 2×4 = +13 × 12 1:23.45")


@pytest.mark.real
@pytest.mark.parametrize("words", ["Łukasz knocks!", "李 knocks!", "😀 knocks!"])
def test_what_it_lacks_is_said_in_the_usual_letters(words: str) -> None:
    Window((1280, 720))
    assert not drawn(words)


def test_letters_differ_and_are_of_one_height() -> None:
    Window((1280, 720))
    plain = "ABCDEFGHIJKLMNOPRSTUVWXYZ0123456789"
    pictures = [text.lettering(letter, 64, (255, 255, 255)) for letter in plain]
    assert len({pygame.image.tobytes(picture, "RGBA") + bytes([picture.width]) for picture in pictures}) == 35
    heights = {picture.get_bounding_rect().h for picture in pictures}
    assert max(heights) - min(heights) <= 2


def test_it_is_shrunk_to_its_space_and_recorded() -> None:
    Window((1280, 720))
    text.start_recording()
    picture = text.lettering("Maximiliane knocks!", 64, (255, 255, 255), 300)
    assert 280 < picture.width <= 300
    assert [span.words for span in text.spans(picture)] == ["Maximiliane knocks!"]
