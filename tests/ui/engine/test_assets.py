"""Card pictures come in the size asked for; what is missing or torn is named in one line."""

import shutil
from pathlib import Path

import pygame
import pytest

from game.ui.engine import assets
from game.ui.engine.assets import NAMES, PLAIN, SPRITES, AssetError, CardImages, DeckStyle, art
from game.ui.engine.window import Window

PREPARE = CardImages.prepare
"""Other tests draw nothing ahead."""


@pytest.fixture(autouse=True)
def _window() -> None:
    Window((1280, 720))


def test_pictures_have_the_size_asked_for() -> None:
    cards = CardImages()
    assert cards.image("faces/s01", 100).get_size() == (100, 140)
    assert cards.back(7, 50).get_size() == (50, 70)
    assert cards.icon().get_size() == (64, 64)


def test_a_picture_is_the_same_when_it_is_unpacked() -> None:
    cards = CardImages()
    drawn, unpacked = cards._draw("backs/1", 80, PLAIN), [cards.back(1, 80) for _ in range(2)]
    assert [each.get_buffer().raw for each in unpacked] == 2 * [drawn.get_buffer().raw]
    assert cards.back(1, 80) is not cards.back(1, 81)


def test_names_are_those_of_the_files() -> None:
    found = {f"{path.parent.name}/{path.stem}" for path in SPRITES.glob("*/*.svg")}
    assert found == set(NAMES)
    CardImages().check()


def test_every_sprite_can_be_drawn() -> None:
    cards = CardImages()
    for name in NAMES:
        cards.image(name, 24)


def test_a_picture_is_made_without_asking_the_window() -> None:
    there = CardImages().image("faces/s01", 100)
    pygame.display.quit()
    made = CardImages().image("faces/s01", 100)
    assert (made.get_masks(), made.get_flags()) == (there.get_masks(), there.get_flags())
    assert made.get_view("2").raw == there.get_view("2").raw


def test_a_picture_is_as_high_as_asked_for_and_in_its_colour() -> None:
    assert art("medal/gold", 100).get_size() == (72, 100)
    assert art("sign/lock", 21).get_height() == 21
    assert art("sign/lock", 40, (10, 200, 30)).get_at((10, 20))[:3] == (10, 200, 30)


def test_missing_or_torn_art_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "SPRITES", tmp_path)
    with pytest.raises(AssetError, match=r"medal/gold\.svg is missing"):
        art("medal/gold", 7)
    (tmp_path / "medal").mkdir()
    (tmp_path / "medal/gold.svg").write_bytes((SPRITES / "medal/gold.svg").read_bytes()[:60])
    with pytest.raises(AssetError, match=r"medal/gold\.svg is damaged"):
        art("medal/gold", 7)


def test_missing_picture_is_named(tmp_path: Path) -> None:
    with pytest.raises(AssetError, match=r"backs/0\.svg is missing"):
        CardImages(tmp_path).back(0, 100)
    with pytest.raises(AssetError, match=r"\.svg is missing"):
        CardImages(tmp_path).check()


@pytest.mark.parametrize("text", ["", "not a picture", '<svg viewBox="0 0 240 336"><path d="M0', "<svg/>"])
def test_damaged_picture_is_named(text: str, tmp_path: Path) -> None:
    (tmp_path / "faces").mkdir()
    (tmp_path / "faces/s01.svg").write_text(text)
    with pytest.raises(AssetError, match=r"faces/s01\.svg is damaged") as caught:
        CardImages(tmp_path).image("faces/s01", 100)
    assert "\n" not in str(caught.value)


def test_what_was_prepared_is_there_and_what_is_damaged_is_told_when_it_is_wanted(tmp_path: Path) -> None:
    (tmp_path / "backs").mkdir()
    path = Path(shutil.copy(SPRITES / "backs/0.svg", tmp_path / "backs"))
    (tmp_path / "backs/1.svg").write_text("not a picture")
    cards = CardImages(tmp_path)
    PREPARE(cards, [("backs/1", 70), ("backs/0", 70)]).join()
    path.unlink()
    assert cards.back(0, 70).get_size() == (70, 98)
    with pytest.raises(AssetError, match="missing"):
        cards.back(0, 71)
    with pytest.raises(AssetError, match="damaged"):
        cards.back(1, 70)


def test_a_size_that_changes_while_a_picture_is_made_disturbs_nobody() -> None:
    cards = CardImages()

    class Changing(dict[tuple[str, int, DeckStyle], tuple[tuple[int, int], bytes]]):
        """The window changes its size as soon as a picture is there."""

        def __setitem__(self, key: tuple[str, int, DeckStyle], packed: tuple[tuple[int, int], bytes]) -> None:
            super().__setitem__(key, packed)
            cards.keep(key[1] + 1)

    cards._cache = Changing()  # the only way to come between the picture and its being kept
    assert cards.image("backs/0", 70).get_size() == (70, 98)
    assert not cards._cache


def test_of_what_was_to_be_prepared_only_the_last_is_wanted() -> None:
    cards = CardImages()
    first = PREPARE(cards, [(name, 300) for name in NAMES])
    PREPARE(cards, []).join()
    first.join()
    assert len(cards._cache) < len(NAMES) / 2, "asked for, each would be there"


def test_other_sizes_are_forgotten() -> None:
    cards = CardImages()
    cards.back(0, 70), cards.back(0, 71)
    cards.keep(70)
    assert [width for _name, width, _style in cards._cache] == [70]
