"""Settings are changed from the title and in the middle of a game, and are seen at once."""

import json
from pathlib import Path

import pytest

from tests.desktop.program import Program, Start
from tests.desktop.seen import Card, Pile, Seen
from tests.desktop.tables import KITCHEN, begin, plays_on, sit_down
from tests.waiting import until

pytestmark = pytest.mark.journey

PAGES = {
    "You": "Name",
    "Cards and table": "Suits",
    "Display": "High contrast",
    "Sound": "Volume",
    "Controls": "Show where it fits",
    "Match rules": "The match ends",
    "More": "Sound buffer",
}
"""A row of each page."""
BLUE = 0x21, 0x4F, 0xD9
"""The ink of diamonds in a deck of four colours."""


def ground(game: Program) -> tuple[float, ...]:
    """The mean colour at the left edge of the window, where only the table is."""
    found = game.colors((1, game.seen.size[1] * 3 // 5, 3, 60))
    count = sum(found.values())
    return tuple(sum(color[i] * n for color, n in found.items()) / count for i in range(3))


def inked(game: Program, card: Card) -> bool:
    """Whether the card is printed in blue."""
    return any(
        all(abs(a - b) < 8 for a, b in zip(color, BLUE, strict=True)) for color in game.colors(card.rect)
    )


def face(game: Program, pile: Pile) -> tuple[tuple[int, int, int], int]:
    """The colour that most pixels of the pile have."""
    return game.colors(pile.rect).most_common(1)[0]


def test_each_page_is_entered_and_left_with_the_mouse_and_with_the_keys(program: Start) -> None:
    with program() as game:
        game.click("Settings")
        for page, row in PAGES.items():
            game.click(page, "button")
            game.wait_control(row)
        game.click("Back")
        game.wait_scene("title")
        game.click("Settings")
        game.wait_control("Name")
        for row in [*list(PAGES.values())[1:], "Name"]:
            game.key("Next")
            game.wait_control(row)
        for page in list(PAGES)[::-1]:
            game.key("Prior")
            game.wait(lambda seen, page=page: seen.has(page) and seen.control(page).focused, page)  # type: ignore[misc]
            game.key("Tab")
            game.wait(lambda seen, page=page: not seen.control(page).focused, "a row")  # type: ignore[misc]
            game.key("Up")
            game.wait(lambda seen, page=page: seen.control(page).focused, page)  # type: ignore[misc]
        game.key("Escape")
        game.wait_scene("title")


def test_each_change_is_seen_and_kept_at_once(program: Start, tmp_path: Path) -> None:
    def letters(seen: Seen) -> int:
        """How high the text about the row is."""
        return next(
            (each["rect"][3] for each in seen.said["texts"] if each["text"].startswith("Of all texts")), 0
        )

    with program(data=tmp_path) as game:
        game.click("Settings")
        game.fill("Name", "Maximiliane von Wolfsburg", shows="Maximiliane von ")
        game.wait(lambda seen: "At most 16 characters" in seen.control("Name").words, "why it ends there")
        game.click("Display")
        game.point(*game.wait_control("Text size").middle)
        usual = game.wait(letters, "the text about it")
        game.click("Text size")
        game.wait(lambda seen: letters(seen) > usual, "larger text")
        kept = tmp_path / "settings.json"
        until(lambda: json.loads(kept.read_bytes())["text_scale"] == 1.15)
        game.kill()
    with program(data=tmp_path) as game:
        game.click("Settings")
        assert game.value("Name") == "Maximiliane von"
        game.click("Display")
        assert game.value("Text size") == "115 %"


def test_two_windows_with_one_folder_keep_what_each_has_set(program: Start, tmp_path: Path) -> None:
    def kept(**settings: object) -> bool:
        said = json.loads((tmp_path / "settings.json").read_bytes())
        return all(said.get(name) == value for name, value in settings.items())

    with program(data=tmp_path) as one, program(data=tmp_path) as other:
        for game in (one, other):
            game.click("Settings")
            game.click("Display")
        one.switch("High contrast", True)
        until(lambda: kept(high_contrast=True))
        other.switch("Reduced motion", True)
        until(lambda: kept(high_contrast=True, reduced_motion=True))
        one.click("Text size")
        until(lambda: kept(high_contrast=True, reduced_motion=True, text_scale=1.15))
        other.switch("Reduced motion", False)
        until(lambda: kept(high_contrast=True, reduced_motion=False, text_scale=1.15))


def test_a_patience_wears_at_once_what_is_chosen_in_its_menu(program: Start) -> None:
    with program("play", "acht-mal-acht", "--seed", "1") as game:
        game.wait_scene("solo")
        piles = game.wait_still().own("build")
        shows = next(card for pile in piles for card in pile.cards if card.suit == "d")
        game.key("v")
        game.wait(lambda seen: seen.own("waste")[0].size == 1, "a card turned")
        game.wait_still()
        stock, wood, printed = game.seen.own("stock")[0], ground(game), inked(game, shows)
        back = face(game, stock)
        assert not printed
        game.key("Escape")
        game.click("Settings")
        game.click("Cards and table")
        game.choose("Table", "walnut")
        game.choose("Suits", "four colours")
        for _ in range(3):
            x, y, w, h = game.wait_control("Card back").rect
            game.click_at(x + w * 9 // 16, y + h * 3 // 4)
        game.click("You")
        game.click("Language", "choice")
        game.key("Escape")
        game.wait_control("Fortsätt")
        game.key("Escape")
        game.wait_scene("solo")
        game.wait_still()
        assert ground(game)[0] < 0.8 * wood[0], "walnut is darker"
        assert inked(game, shows)
        assert face(game, stock) != back
        assert game.seen.own("waste")[0].size == 1, "the game goes on where it was"
        game.key("u")
        game.wait(lambda seen: not seen.own("waste")[0].size, "it is back")


def test_a_table_on_the_network_wears_it_too_and_the_others_see_the_back(program: Start) -> None:
    with program(*KITCHEN, "1", name="Anna") as anna, program(name="Bo") as bo:
        sit_down(anna, bo)
        begin(anna, bo)
        mine, there = bo.seen.own("stock")[0], anna.seen.piles_of("stock", bo.seen.seat)[0]
        before, other = face(bo, mine), face(anna, there)
        assert ground(bo)[2] < ground(bo)[1]
        bo.key("Escape")
        bo.click("Settings")
        bo.click("Cards and table")
        bo.choose("Table", "night blue")
        x, y, w, h = bo.wait_control("Card back").rect
        bo.click_at(x + w * 15 // 16, y + h * 3 // 4)
        bo.key("Escape")
        bo.wait_scene("pause")
        bo.key("Escape")
        bo.wait_scene("lan-table")
        bo.wait(lambda seen: face(bo, mine) != before, "another back")
        assert ground(bo)[2] > ground(bo)[1]
        anna.wait(lambda seen: face(anna, there) != other, "another back at the other table")
        plays_on(bo)
