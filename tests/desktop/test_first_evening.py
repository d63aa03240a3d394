"""A newcomer plays a first match: against easy bots, with the mouse and with the keys, to the podium."""

import pytest

from tests.desktop.program import Program, Start
from tests.desktop.rounds import ROUND, Round, leave_the_match, started

pytestmark = pytest.mark.journey


def totals(game: Program) -> list[int]:
    """The totals shown at the seats."""
    return [seat["total"] for seat in game.seen.seats]


def to_the_standings(game: Program) -> None:
    """Watch the count to its end."""
    game.wait_scene("round-end")
    game.wait(lambda seen: "+" in seen.words, "the first card counted")
    game.wait(lambda seen: any(key in seen.words for key in ("knocked", "Nobody can move")), "the standings")


def race_agrees(game: Program) -> bool:
    """Whether the race is shown with the numbers of all 13-piles."""
    seen = game.seen
    left = {each["seat"]: each["left"] for each in seen.race}
    reserves = {pile.seat: pile.size for pile in seen.piles if pile.role == "reserve"}
    return len(left) == 4 and left == reserves


def test_a_first_round_with_the_mouse_then_the_next_then_out(program: Start) -> None:
    with program(times=3) as game:
        game.wait(lambda seen: seen.has("Show me"), "the offer of a lesson")
        game.click("Play")
        game.wait_scene("table")
        assert totals(game) == [0, 0, 0, 0]
        game.wait(lambda _seen: race_agrees(game), "the race")
        game.key("Tab")
        game.wait(lambda seen: not seen.race, "no race")
        game.key("Tab")
        game.wait(lambda _seen: race_agrees(game), "the race again")
        player = Round(game)
        player.play(goes_on=lambda: game.seen.scene != "table" or not game.seen.race or race_agrees(game))
        assert game.seen.scene != "table", "the race and the 13-piles differ"
        assert player.moves >= 5
        to_the_standings(game)
        game.click("Knock for the next round")
        game.wait_scene("table")
        game.wait_words("Round 2")
        assert any(totals(game))
        game.wait_words("Get ready")
        game.key("Escape")
        leave_the_match(game)
        game.click("Quit")
        game.wait_end()


def on_the_way_on(game: Program, label: str) -> None:
    """Press Enter on a button that has the focus."""
    game.wait_control(label)
    assert game.seen.control(label).focused
    game.key("Return")


def test_a_card_carried_at_the_knock_lies_where_it_was_and_enter_goes_on(program: Start) -> None:
    with program("haisty", "--bots", "7", "--level", "hard", times=3) as game:
        on_the_way_on(game, "Knock to begin")
        started(game)
        game.drag(game.wait_scene("table").own("reserve")[0].target, (640, 300), drop=False)
        game.wait_scene("round-end", seconds=ROUND)
        to_the_standings(game)
        game.wait_still()
        game.screen.press(down=False)
        on_the_way_on(game, "Knock for the next round")
        game.wait_words("Round 2")
        game.key("Escape")
        leave_the_match(game)


def test_a_round_by_keys_then_the_next_then_out(program: Start) -> None:
    with program(times=3) as game:
        game.wait_control("Show me")
        if not game.seen.control("Play").focused:  # as it is where the pointer rests there
            game.key("Escape")
        game.wait(lambda seen: seen.control("Play").focused, "the way from the lesson to the match")
        game.key("Return")
        game.wait_scene("table")
        player = Round(game, keys=True)
        player.play()
        assert player.moves >= 5
        to_the_standings(game)
        game.wait_control("Knock for the next round")
        game.key("space")
        game.wait_scene("table")
        game.wait_words("Round 2")
        game.key("Escape")
        game.wait_scene("pause")
        game.key("Up")
        game.wait(lambda seen: seen.control("Leave the match").focused, "the last row")
        game.key("Return")
        game.wait_scene("ask")
        game.key("Down")
        game.key("Return")
        game.wait_scene("title")
        game.key("Escape")
        game.wait_control("Quit?")
        game.key("Return")
        game.wait_end()


def test_a_whole_match_to_the_podium_and_another(program: Start) -> None:
    with program(target=20, times=3) as game:
        game.click("Play")
        first = True
        while True:
            Round(game, first=first).play()
            first = False
            to_the_standings(game)
            game.wait(
                lambda seen: seen.has("See the winner") or seen.has("Knock for the next round"), "a way on"
            )
            if game.seen.has("See the winner"):
                break
            game.click("Knock for the next round")
            game.wait_scene("table")
        game.click("See the winner")
        game.wait_scene("match-end")
        game.wait_control("Play again")
        game.wait_scene("match-end")
        if "You win the match" in game.seen.words:
            game.click("Gloating fanfare")
            game.wait_words("and let everyone know")
        assert all(name in game.seen.words for name in ("You", "Maja", "Otto", "Ines"))
        game.click("Play again")
        game.wait_scene("table")
        game.wait_words("Round 1")
        assert totals(game) == [0, 0, 0, 0]
        game.key("Escape")
        leave_the_match(game)
        game.click("Patiences")
        game.click("Records")
        game.wait_scene("records")
        assert str(game.value("Haisty matches")).startswith("1 · ")
        game.click("Haisty matches")
        game.wait_scene("matches")
        assert str(game.value("All matches")).startswith("All matches · 1 · ")
