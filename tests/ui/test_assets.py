"""Card pictures come in the size asked for; what is missing or torn is named in one line."""

from pathlib import Path

import pytest

from game.ui.assets import NAMES, SPRITES, AssetError, Cards
from game.ui.window import Window


@pytest.fixture(autouse=True)
def _window() -> None:
    Window((1280, 720))


def test_pictures_have_the_size_asked_for() -> None:
    cards = Cards()
    assert cards.art("faces/s01", 100).get_size() == (100, 140)
    assert cards.back(7, 50).get_size() == (50, 70)
    assert cards.icon().get_size() == (64, 64)


def test_a_picture_is_made_once() -> None:
    cards = Cards()
    assert cards.back(1, 80) is cards.art("backs/1", 80)
    assert cards.back(1, 80) is not cards.back(1, 81)


def test_names_are_those_of_the_files() -> None:
    found = {f"{path.parent.name}/{path.stem}" for path in SPRITES.glob("*/*.svg")}
    assert found == set(NAMES)
    Cards().check()


def test_every_sprite_can_be_drawn() -> None:
    cards = Cards()
    for name in NAMES:
        cards.art(name, 24)


def test_missing_picture_is_named(tmp_path: Path) -> None:
    with pytest.raises(AssetError, match=r"backs/0\.svg is missing"):
        Cards(tmp_path).back(0, 100)
    with pytest.raises(AssetError, match=r"\.svg is missing"):
        Cards(tmp_path).check()


@pytest.mark.parametrize("text", ["", "not a picture", '<svg viewBox="0 0 240 336"><path d="M0', "<svg/>"])
def test_damaged_picture_is_named(text: str, tmp_path: Path) -> None:
    (tmp_path / "faces").mkdir()
    (tmp_path / "faces/s01.svg").write_text(text)
    with pytest.raises(AssetError, match=r"faces/s01\.svg is damaged") as caught:
        Cards(tmp_path).art("faces/s01", 100)
    assert "\n" not in str(caught.value)


def test_other_sizes_are_forgotten() -> None:
    cards = Cards()
    kept, gone = cards.back(0, 70), cards.back(0, 71)
    cards.keep(70)
    assert cards.back(0, 70) is kept
    assert cards.back(0, 71) is not gone
