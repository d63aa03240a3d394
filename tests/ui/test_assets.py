"""Card pictures come in the size asked for; what is missing or torn is named in one line."""

import shutil
from pathlib import Path

import pytest

from game.core.cards import SPADES, Card
from game.ui.assets import SPRITES, AssetError, Cards
from game.ui.window import Window

ACE = Card(1, SPADES)


@pytest.fixture(autouse=True)
def _window() -> None:
    Window((1280, 720))


def test_pictures_have_the_size_asked_for() -> None:
    cards = Cards()
    assert cards.face(ACE, 100).get_size() == (100, 140)
    assert cards.back(9, 50).get_size() == (50, 70)
    assert cards.art("title/h", 200).get_size() == (200, 280)


def test_a_picture_is_made_once() -> None:
    cards = Cards()
    assert cards.face(ACE, 80) is cards.face(ACE._replace(pack=3), 80)
    assert cards.face(ACE, 80) is not cards.face(ACE, 81)


def test_small_faces_have_the_large_index(tmp_path: Path) -> None:
    (tmp_path / "large").mkdir()
    shutil.copy(SPRITES / "large/s01.svg", tmp_path / "large/s01.svg")
    Cards(tmp_path).face(ACE, 59)
    with pytest.raises(AssetError, match=r"faces/s01\.svg"):
        Cards(tmp_path).face(ACE, 60)


def test_all_pictures_are_there() -> None:
    Cards().check()


def test_missing_picture_is_named(tmp_path: Path) -> None:
    with pytest.raises(AssetError, match=r"backs/0\.svg is missing"):
        Cards(tmp_path).check()


@pytest.mark.parametrize("text", ["", "not a picture", '<svg viewBox="0 0 240 336"><path d="M0', "<svg/>"])
def test_damaged_picture_is_named(text: str, tmp_path: Path) -> None:
    (tmp_path / "faces").mkdir()
    (tmp_path / "faces/s01.svg").write_text(text)
    with pytest.raises(AssetError, match=r"faces/s01\.svg is damaged") as caught:
        Cards(tmp_path).face(ACE, 100)
    assert "\n" not in str(caught.value)


def test_warming_goes_in_slices_and_ends() -> None:
    cards = Cards()
    slices = 1
    while not cards.warm([30], 0.0005):
        slices += 1
    assert slices > 1
    assert cards.warm([30], 0)


def test_other_sizes_are_forgotten() -> None:
    cards = Cards()
    kept, gone = cards.face(ACE, 70), cards.face(ACE, 71)
    cards.keep(70)
    assert cards.face(ACE, 70) is kept
    assert cards.face(ACE, 71) is not gone
