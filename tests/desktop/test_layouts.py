"""Keyboards of other scripts: pressing what is written on a cap works, be it the Latin one in its place."""

import shutil

import pytest

from tests.desktop.patience import Patience, gentle
from tests.desktop.program import Program, Start
from tests.desktop.seen import Seen

pytestmark = [
    pytest.mark.journey,
    pytest.mark.skipif(not shutil.which("setxkbmap"), reason="no setxkbmap on this machine"),
]
LEVEL = gentle("zahlenpatience")
FREE = ("play", LEVEL.game, "--seed", str(LEVEL.seed))


def paused(game: Program, key: str) -> None:
    """Pause and go on, by the key that stands on the button."""
    game.key(key)
    game.wait_scene("solo-pause")
    game.key(key)
    game.wait_scene("solo")


@pytest.mark.parametrize("layout", ["ru", "gr", "il", "ua", "bg", "ara", "th"])
def test_without_latin_letters_the_keys_in_their_places_do_what_their_caps_say(
    layout: str, program: Start
) -> None:
    with program(*FREE, times=4) as game, game.screen.layout(layout):
        game.wait_scene("solo")
        patience = Patience(game, LEVEL.variant(), LEVEL.seed, keys=True)
        caps = {pile.key for pile in game.seen.piles} | {each.key for each in game.seen.controls}
        assert caps >= set("VWUHPR")
        patience.play(LEVEL.line()[:10])
        after = patience.table
        patience.play(LEVEL.line()[10:11])
        game.key("u")
        patience.see(after)
        game.key("h")
        game.wait(lambda seen: seen.has("Make this move"), "a hint")
        paused(game, "p")
        game.key("r")
        game.wait_scene("solo-ask")


def test_a_key_chosen_in_one_layout_is_the_same_key_in_another(program: Start) -> None:
    turn = "Turn the hand, the stock"

    def turned(game: Program, count: int) -> None:
        game.key("x")
        game.wait(lambda seen: seen.own("waste")[0].size == count, "a turned card")

    with program(*FREE, times=4) as game, game.screen.layout("ru"):
        game.wait_scene("solo")
        game.key("Escape")
        game.click("Settings")
        game.click("Controls")
        game.click("Keys")
        game.click(turn)
        game.wait(lambda seen: "Press a key …" in seen.control(turn).words, "that it waits for a key")
        game.key("x")
        game.wait(lambda seen: "X" in seen.control(turn).words, "the key")
        for scene in ("settings", "solo-pause", "solo"):
            game.key("Escape")
            game.wait_scene(scene)
        assert game.seen.own("stock")[0].key == "X"
        turned(game, 1)
        game.screen.lay_out("us")
        turned(game, 2)


@pytest.mark.parametrize(("layout", "moved"), [("fr", {"w": "z", "z": "w", "a": "q"}), ("de", {"y": "z"})])
def test_where_there_are_latin_letters_keys_go_by_what_they_type(
    layout: str, moved: dict[str, str], program: Start
) -> None:
    with program(*FREE, times=4) as game, game.screen.layout(layout, **moved):
        game.wait_scene("solo")
        patience = Patience(game, LEVEL.variant(), LEVEL.seed, keys=True)
        patience.play(LEVEL.line()[:10])
        before = patience.table
        patience.play(LEVEL.line()[10:11])
        after = patience.table
        game.key("u")
        patience.see(before)
        game.key("y")
        patience.see(after)
        paused(game, "p")


def caps(seen: Seen) -> list[str]:
    """What stands on the keys of both halves."""
    own = (pile.key for seat in (0, 1) for pile in seen.piles if pile.seat == seat)
    return [each for each in (*own, *(each.key for each in seen.controls)) if each]


@pytest.mark.parametrize("layout", ["ru", "gr", "il", "ara", "th", "tr", "fr"])
def test_no_two_keys_of_the_halves_have_the_same_cap(layout: str, program: Start) -> None:
    with program(bots=1, players=2, taught=True) as game, game.screen.layout(layout):
        game.click("Play")
        game.wait_scene("table")
        found = game.wait(lambda seen: caps(seen) if len(caps(seen)) >= 18 else None, "the caps")
        assert len(found) == len(set(found)), found


def test_halves_show_what_their_keys_type_in_the_layout_of_now(program: Start) -> None:
    def stocks(seen: Seen) -> list[str]:
        return [pile.key for seat in (0, 1) for pile in seen.piles_of("stock", seat)]

    with program(bots=1, players=2, taught=True) as game, game.screen.layout("ru"):
        game.click("Play")
        game.wait_scene("table")
        game.wait(lambda seen: stocks(seen) == ["Ц", "Ш"], "Cyrillic letters")
        game.key("t")
        game.wait(lambda seen: not seen.has("Player 1: knock") and seen.has("Player 2: knock"), "a knock")
        game.screen.lay_out("us")
        game.wait(lambda seen: stocks(seen) == ["W", "I"], "Latin letters")
