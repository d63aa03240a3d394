"""Two at one machine: each with half of the keyboard, against bots and at a table of friends."""

import time
from pathlib import Path
from typing import Any

import pytest

from tests.desktop.program import Program, Start
from tests.desktop.rounds import ROUND, leave_the_match, started
from tests.desktop.seen import Pile, Seen
from tests.desktop.tables import KITCHEN, at_table, begin, leave, sit_down, to_table

pytestmark = pytest.mark.journey

NAMES = {"[": "bracketleft", ";": "semicolon", "'": "apostrophe"}
"""X's names of the keys that are no letters."""
KNOCKS, CALLS = ("t", "bracketleft"), ("g", "apostrophe")
LONG = 60.0
"""Seconds within which both have come by a card for the table."""


def press(game: Program, pile: Pile) -> None:
    """Press the key that stands on a pile."""
    game.key(NAMES.get(pile.key, pile.key.lower()))


def laid(seen: Seen, seat: int) -> int:
    """How many cards of a seat are the topmost of their piles on the table."""
    tops = (pile.top for pile in seen.piles_of("foundation"))
    return sum(top is not None and _pack(top.name) == seat for top in tops)


def tops(seen: Seen) -> list[str]:
    """The topmost cards on the table."""
    return [pile.top.name for pile in seen.piles_of("foundation") if pile.top]


def _pack(card: str) -> int:
    return int(card.partition(".")[2] or 0)


def act(game: Program, seat: int) -> None:
    """Lay a card of this seat where it fits, by its keys; or turn its hand."""
    seen = game.seen
    tops = {(pile.top.suit, pile.top.rank) for pile in seen.piles_of("foundation") if pile.top}
    for role in ("reserve", "build", "waste"):
        for pile in seen.piles_of(role, seat):
            card = pile.top
            if card and (card.rank == 1 or (card.suit, card.rank - 1) in tops):
                press(game, pile)
                press(game, pile)
                return
    press(game, seen.piles_of("stock", seat)[0])


def until_both_have_laid(game: Program, seats: tuple[int, int]) -> None:
    """Play for both until each has laid a card on the table."""
    done, end = set[int](), time.monotonic() + LONG
    while len(done) < 2:
        assert time.monotonic() < end, f"only {done} of {seats} have laid a card"
        for seat in seats:
            if seat not in done:
                act(game, seat)
        time.sleep(0.15)
        done |= {seat for seat in seats if laid(game.seen, seat)}


def test_two_share_the_keyboard_against_a_bot(program: Start) -> None:
    with program(bots=1, name="Ann", second_name="Bo", taught=True) as game:
        game.choose("At this screen", "2 players")
        game.click("Play")
        game.wait_scene("table")
        game.wait(lambda seen: seen.has("Ann: knock") and seen.has("Bo: knock"), "a button for each")
        game.key(KNOCKS[0])
        game.wait(lambda seen: not seen.has("Ann: knock") and seen.has("Bo: knock"), "that one is ready")
        assert "Ann: ready" in game.seen.words
        game.key(KNOCKS[1])
        started(game)
        until_both_have_laid(game, (0, 1))
        game.key("Escape")
        game.wait_scene("pause")
        game.key("Escape")
        game.wait_scene("table")
        game.key("Escape")
        leave_the_match(game)
        assert game.value("At this screen", "choice") == "2 players"


def test_two_at_one_machine_and_another_meet_on_the_network(program: Start) -> None:
    with (
        program(*KITCHEN, "0", times=1, name="Anna") as anna,
        program(times=1, name="Ann", second_name="Bo", players=2, taught=True) as game,
    ):
        sit_down(anna, game)
        for each in (anna, game):
            each.wait_words("Bo")
        anna.click("Knock")
        game.key("space")  # for both
        for each in (anna, game):
            each.wait_scene("lan-table")
            each.wait(lambda seen: {"Anna", "Ann", "Bo"} <= set(at_table(seen)), "all three")
        game.wait(lambda seen: "Get ready" not in seen.words, "the start")
        until_both_have_laid(game, (1, 2))
        anna.wait(lambda seen: tops(seen) == tops(game.seen), "the same cards there too")
        leave(game)
        anna.wait_words("has left")


def both_are_stuck(anna: Program, game: Program) -> None:
    """Nobody lays a card, and all call speltorka, until the round is over."""
    end = time.monotonic() + ROUND
    while not anna.seen.has("Knock for the next round"):
        assert time.monotonic() < end, "the round does not end"
        if anna.seen.scene == "lan-table":
            anna.key("d")
            for key in CALLS:
                game.key(key)
        time.sleep(0.5)


def test_two_whose_program_has_crashed_sit_down_at_the_standings(program: Start, tmp_path: Path) -> None:
    both: dict[str, Any] = {"name": "Cleo", "second_name": "Didi", "players": 2, "taught": True}
    with program(*KITCHEN, "1", "--seats", "4", name="Anna", times=3) as anna:
        with program(data=tmp_path / "both", times=3, **both) as game:
            sit_down(anna, game)
            anna.wait_words("4 of 4 seats taken")
            begin(anna, game)
            both_are_stuck(anna, game)
            game.kill()
        with program(data=tmp_path / "both", times=3, **both) as game:
            to_table(game, "Kitchen")
            game.wait_scene("round-end")
            game.wait(lambda seen: seen.has("Cleo: knock") and seen.has("Didi: knock"), "a button for each")
            for key in KNOCKS:
                game.key(key)
            anna.key("space")
            for each in (anna, game):
                each.wait_scene("lan-table")
            game.wait(lambda seen: len([*seen.controls_of("Knock")]) == 2, "two halves")


def test_two_at_one_screen_are_told_that_they_are_hosts_now(program: Start) -> None:
    with program(name="Cleo", second_name="Didi", players=2, taught=True) as game:
        with program(*KITCHEN, "1", "--seats", "4", name="Anna") as anna:
            sit_down(anna, game)
            anna.wait_words("4 of 4 seats taken")
            begin(anna, game)
            anna.close()
        game.wait_words("You are the host now.")
        until_both_have_laid(game, (1, 2))
