"""Races on the network in real windows: to the end of a deal and into the next, a cup with bots, duels."""

import re
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from game.challenges.level_files import named
from tests.desktop.patience import Patience
from tests.desktop.program import Program, Start
from tests.desktop.seen import Seen
from tests.desktop.tables import KITCHEN, sit_down, to_table

pytestmark = pytest.mark.journey


def choose(host: Program, label: str, value: str) -> None:
    """Step through a choice of the lobby until it has this value, for the others too."""
    while (before := host.wait_control(label).value) != value:
        host.click(label)
        host.wait(lambda seen, before=before: seen.control(label).value != before, f"another {label}")  # type: ignore[misc]


def begin(*people: Program) -> str:
    """Everyone knocks, and sees the same deal; its name."""
    for each in people:
        each.click("Knock")
    names = {each.wait(_deal, "a deal") for each in people}
    assert len(names) == 1
    for each in people:
        each.wait(lambda seen: seen.scene == "race" and seen.control("Give up").enabled, "the start")
    return names.pop()


def _deal(seen: Seen) -> str:
    found = re.search(r"Challenge (\d+)", seen.words) if seen.scene == "race" else None
    return f"paare-{int(found[1]):02}" if found else ""


def give_up(game: Program) -> None:
    """Give this deal up, which is asked once more beside the table that goes on."""
    game.click("Give up")
    game.wait_words("Press once more to give up.")
    game.click("Give up")


def test_three_race_for_a_deal_and_the_next(program: Start) -> None:
    with program(*KITCHEN, "0", name="Anna") as anna, program(name="Bo") as bo, program(name="Cy") as cy:
        sit_down(anna, bo, cy)
        for label, value in (("What is played", "Race"), ("Game", "Paare"), ("Grade", "Gentle")):
            choose(anna, label, value)
            bo.wait_words(value)
            cy.wait_words(value)
            if label == "What is played":
                for each in (anna, bo):
                    each.wait_words("The first to finish gets the most points.")
        level = named(begin(anna, bo, cy))
        give_up(cy)
        cy.wait_words("You are watching")
        patience = Patience(bo, level.variant(), level.seed, keys=True)
        patience.play(level.line()[:-1])
        while [pile.cards for pile in cy.seen.piles] != [pile.cards for pile in bo.seen.piles]:
            cy.key("Right")
            cy.wait_still()
        patience.play(level.line()[-1:])
        for other in (anna, cy):
            other.wait(lambda seen: re.search(r"Bo .*has .*finished", seen.words), "the first")
        anna.wait_words("s left")
        cy.wait(lambda seen: re.search(r"You are watching .*Anna\.", seen.words), "a look at Anna")
        give_up(anna)
        for each in (anna, bo, cy):
            each.wait_scene("race-end")
            each.wait_words("Bo finished first")
        cy.click("Menu")
        cy.click("Leave the table")
        cy.wait_scene("tables")
        for each in (anna, bo):
            each.click("Knock for the next deal")
        for each in (anna, bo):
            each.wait(lambda seen: _deal(seen) and seen.control("Give up").enabled, "the next deal")
            each.wait_words("Deal 2 of 3")


def test_who_is_out_of_a_cup_watches_until_one_is_left(program: Start) -> None:
    with program(*KITCHEN, "1", "--seats", "3", name="Anna", times=3) as anna:
        for label, value in (("What is played", "Cup"), ("Game", "Paare"), ("Grade", "Gentle")):
            choose(anna, label, value)
        begin(anna)
        anna.wait(lambda seen: len(seen.race) == 3, "another bot")
        anna.wait_words("Qualifying")
        give_up(anna)
        anna.wait_words("You are watching")
        anna.wait_scene("race-end", seconds=120)
        assert "Out of the cup" not in anna.seen.words
        anna.click("Knock for the next deal")
        anna.wait(lambda seen: seen.scene == "race" and seen.control("Give up").enabled, "the start")
        anna.wait_words("Deal 2 · 3 left")
        give_up(anna)
        anna.wait_scene("race-end", seconds=120)
        anna.wait_words("Out of the cup: Anna")
        anna.wait_words("Waiting for")
        anna.wait_words("Final")  # she need not knock
        anna.wait_words("watching")
        anna.wait_scene("race-end", seconds=120)
        anna.click("See the winner")
        anna.wait_scene("match-end")
        anna.wait(
            lambda seen: re.search("A (gracious winner|winner who rubs it in)", seen.words), "the cheer"
        )
        anna.click("The table’s settings")
        anna.wait_scene("lobby")


def test_in_a_duel_a_wrong_key_freezes_and_the_bot_takes_what_is_left(program: Start) -> None:
    with program(*KITCHEN, "1", "--seats", "2", name="Anna") as anna:
        for label, value in (("What is played", "Duel"), ("Game", "Paare")):
            choose(anna, label, value)
        anna.click("Knock")
        anna.wait_scene("duel")
        anna.wait_words("Whoever presses the right key first")
        anna.wait(lambda seen: sum(seat["placed"] for seat in seen.race) > 0, "a pair taken by the bot")
        while "frozen" not in anna.seen.words:
            assert anna.seen.scene == "duel", "F was right each time"
            anna.key("f")
            time.sleep(0.1)
        anna.wait_scene("deal-end", seconds=90)
        anna.click("Knock for the next deal")
        anna.wait_scene("duel")
        anna.wait_words("Duel · Deal 2 of 3")


def press(game: Program, left: str, right: str, table: int = 0) -> None:
    """Press the one of two keys that is right for the two cards turned now on one of the tables shown."""

    def key(seen: Seen) -> str:
        red = [card.red for card in seen.piles_of("turned", 0)[table].cards]
        return "" if len(red) != 2 or not seen.still else right if red[0] != red[1] else left

    game.key(game.wait(key, "two cards"))


def test_two_at_one_screen_duel_with_half_of_the_keyboard_each(program: Start) -> None:
    with program(*KITCHEN, "0", "--seats", "2", name="Anna", second_name="Bo", players=2) as anna:
        anna.wait_words("Bo")
        for label, value in (("What is played", "Duel"), ("Game", "Paare")):
            choose(anna, label, value)
        anna.wait_words("2 of 2 seats taken")
        anna.click("Knock")  # for both
        anna.wait_scene("duel")
        anna.wait_words("Get ready")
        anna.wait(lambda seen: "Get ready" not in seen.words, "GO")
        for left, right, shown in (
            ("a", "d", "1 0"),
            ("j", "semicolon", "1 1"),
            ("semicolon", "j", "1 frozen · 1"),
            ("s", "f", "2 "),
        ):
            press(anna, left, right)
            anna.wait(partial(_begins, shown), shown)
        anna.key("F1")
        anna.wait_words("right player")


def _begins(shown: str, seen: Seen) -> bool:
    """Whether this stands above the table."""
    return " ".join(seat["words"] for seat in seen.race).startswith(shown)


def test_two_at_one_screen_race_side_by_side(program: Start) -> None:
    with program(*KITCHEN, "0", "--seats", "2", name="Anna", second_name="Bo", players=2) as anna:
        anna.wait_words("Bo")
        for label, value in (("What is played", "Race"), ("Game", "Paare"), ("Grade", "Gentle")):
            choose(anna, label, value)
        anna.wait_words("2 of 2 seats taken")
        anna.click("Knock")  # for both
        anna.wait_scene("race")
        anna.wait(lambda seen: [each.enabled for each in seen.controls_of("Give up")] == [True] * 2, "GO")
        for table, left, right, sizes in ((0, "a", "d", [48, 50]), (1, "j", "semicolon", [48, 48])):
            press(anna, left, right, table)
            anna.wait(partial(_left, sizes), "two cards fewer")
        anna.key("0")
        anna.wait_words("Press once more to give up.")
        press(anna, "s", "f")
        anna.wait(partial(_left, [46, 48]), "the other plays on")
        anna.key("0")
        anna.wait_words("You are watching Anna.")
        press(anna, "a", "d")
        anna.wait(partial(_left, [44, 44]), "the same two cards fewer on both")
        for _press in range(2):
            anna.key("5")
        anna.wait_scene("race-end")
        assert anna.wait_control("Knock for the next deal").key == "Space"


def _left(sizes: list[int], seen: Seen) -> bool:
    """Whether so many cards are left in the stocks."""
    return [pile.size for pile in seen.piles_of("stock", 0)] == sizes


def test_two_windows_duel_for_one_table_of_cards(program: Start) -> None:
    with program(*KITCHEN, "0", "--seats", "2", name="Anna") as anna, program(name="Bo") as bo:
        sit_down(anna, bo)
        for label, value in (("What is played", "Duel"), ("Game", "Paare")):
            choose(anna, label, value)
        for each in (anna, bo):
            each.click("Knock")
        for each in (anna, bo):
            each.wait_scene("duel")
            each.wait(lambda seen: seen.race and "Get ready" not in seen.words, "GO")
        for who, right, shown in (
            (anna, ("f", "j"), "1 0"),
            (bo, ("f", "j"), "1 1"),
            (bo, ("j", "f"), "1 frozen"),
        ):
            press(who, *right)
            for each in (anna, bo):
                if each is who or "frozen" not in shown:
                    each.wait(partial(_begins, shown), shown)


def test_a_race_outlives_its_host_and_who_came_late_plays_the_next_deal(program: Start) -> None:
    with program(*KITCHEN, "0", name="Anna") as anna, program(name="Bo") as bo, program(name="Cy") as cy:
        sit_down(anna, bo)
        for label, value in (("What is played", "Race"), ("Game", "Paare"), ("Grade", "Gentle")):
            choose(anna, label, value)
        level = named(begin(anna, bo))
        to_table(cy, "Kitchen")
        cy.wait_words("You are watching")
        patience = Patience(bo, level.variant(), level.seed, keys=True)
        patience.play(level.line()[:10])
        anna.kill()
        patience.play(level.line()[10:])
        for each in (bo, cy):
            each.wait_scene("race-end", seconds=90)
            each.wait_words("Bo finished first")
        for each in (bo, cy):
            each.click("Knock for the next deal")
        for each in (bo, cy):
            each.wait(lambda seen: _deal(seen) and seen.control("Give up").enabled, "the next deal")


def test_two_of_one_screen_race_on_after_their_program_has_crashed(program: Start, tmp_path: Path) -> None:
    both: dict[str, Any] = {"name": "Bo", "second_name": "Cleo", "players": 2, "taught": True}
    with program(*KITCHEN, "0", "--seats", "4", name="Anna") as anna:
        for label, value in (("What is played", "Race"), ("Game", "Paare"), ("Grade", "Gentle")):
            choose(anna, label, value)
        with program(data=tmp_path / "both", **both) as bo:
            sit_down(anna, bo)
            for each in (anna, bo):
                each.wait_words("3 of 4 seats taken")
                each.click("Knock")
            bo.wait(partial(_all_race, 2), "GO")
            bo.kill()
        with program(data=tmp_path / "both", **both) as bo:
            to_table(bo, "Kitchen")
            bo.wait(partial(_all_race, 2), "both tables")
            for table, left, right in ((0, "a", "d"), (1, "j", "semicolon")):
                press(bo, left, right, table)
            bo.wait(partial(_left, [48, 48]), "two cards fewer on both")


def test_four_at_one_screen_race_each_in_a_quarter(program: Start) -> None:
    with program(*KITCHEN, "0", "--seats", "4", name="Anna", players=4) as anna:
        choose(anna, "What is played", "Race")
        anna.wait_words("4 of 4 seats taken")  # at Haisty only two sit here; as more come, the choices move
        for label, value in (("Game", "Paare"), ("Grade", "Gentle")):
            choose(anna, label, value)
        anna.click("Knock")  # for all
        anna.wait(partial(_all_race, 4), "GO")
        press(anna, "j", "semicolon", 1)
        anna.wait(partial(_left, [50, 48, 50, 50]), "two cards fewer in the second quarter")


def _all_race(people: int, seen: Seen) -> bool:
    """Whether so many at this screen can play."""
    return [each.enabled for each in seen.controls_of("Give up")] == [True] * people
