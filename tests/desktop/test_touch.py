"""On a touch screen: the game by fingers alone; and tables laid out for the left hand."""

import pytest

from tests.desktop.patience import Patience, gentle
from tests.desktop.program import Start
from tests.desktop.rounds import Round, leave_the_match

pytestmark = pytest.mark.journey


def test_a_patience_by_fingers(program: Start) -> None:
    level = gentle("haisty")
    with program("challenge", level.id, pads=True) as game:
        game.touches = True
        game.wait_scene("solo")
        patience = Patience(game, level.variant(), level.seed)
        patience.play(level.line()[:9])
        before = patience.table
        patience.play(level.line()[9:10])
        game.click("Undo")
        patience.see(before)
        game.click("Pause")
        game.wait_scene("solo-pause")
        game.click("Continue")
        game.wait_scene("solo")


def test_a_match_by_fingers_two_of_them_turn_and_several_do_no_harm(program: Start) -> None:
    with program(pads=True, bots=1, taught=True) as game:
        game.touches = True
        game.click("Settings")
        game.wait_scene("settings")
        game.click("Sound")
        wide, high = game.seen.size
        game.drag((wide // 2, high // 2), (wide // 2, high // 4))
        assert game.value("Sound", "switch") is True, "a finger that scrolls changes nothing"
        game.click("Back")
        game.click("Play")
        player = Round(game)
        player.play(lambda: player.moves < 3)
        assert player.moves == 3
        stock, reserve = game.seen.own("stock")[0], game.seen.own("reserve")[0]
        x, y = reserve.target
        game.tap((x, y), (x + 40, y - 10))
        game.wait(lambda seen: seen.own("stock")[0].size != stock.size, "a turned hand")
        game.finger("down", reserve.target, 1)
        game.finger("move", (wide // 2, high // 2), 1)
        game.tap((10, 10), (wide - 10, 10), (wide - 10, high - 10))  # the second of them is finger 1 again
        game.finger("up", (wide // 2, high // 2), 1)
        after = Round(game, first=False)
        after.play(lambda: after.moves < 2)
        assert after.moves == 2


@pytest.mark.parametrize("keys", [False, True], ids=["mouse", "keys"])
def test_a_table_for_the_left_hand_is_played(keys: bool, program: Start) -> None:
    with program("haisty", "--bots", "2", left_handed=True) as game:
        player = Round(game, keys=keys)
        player.play(lambda: player.moves < 4)
        assert player.moves == 4
        seen = game.wait_still()
        knock, (stock,), (reserve,) = seen.control("Knock"), seen.own("stock"), seen.own("reserve")
        assert knock.middle[0] < stock.target[0] < reserve.target[0]
        game.key("Escape")
        leave_the_match(game)
