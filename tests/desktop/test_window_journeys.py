"""The window is maximised, resized and minimised during play, and has every size."""

from collections.abc import Callable

import pytest
from pygame import Rect

from tests.desktop.program import Program, Start
from tests.desktop.rounds import leave_the_match, started
from tests.desktop.seen import Seen

pytestmark = pytest.mark.journey
Size = tuple[int, int]


def sized(game: Program, size: Size) -> Seen:
    """What is shown once the window has this size."""
    return game.wait(lambda seen: seen if seen.size == size and seen.still else None, f"a window of {size}")


def full_screen_and_back(game: Program) -> None:
    game.key("F11")
    sized(game, game.screen.size)
    game.key("Return", "Alt_L")
    sized(game, (1280, 720))


def larger_and_smaller(game: Program) -> None:
    for size in ((1500, 900), (1300, 760), (1600, 1000), (1280, 720)):
        game.screen.resize(*size)
        sized(game, size)


def put_away_and_back(game: Program) -> None:
    game.screen.minimise()
    game.wait(lambda seen: not list(game.screen.windows()), "an empty screen")
    game.screen.restore()
    game.wait(lambda seen: bool(list(game.screen.windows())), "the window")


def put_away_let_go_and_back(game: Program) -> None:
    game.screen.minimise()
    game.wait(lambda seen: not list(game.screen.windows()), "an empty screen")
    game.screen.press(down=False)
    game.screen.restore()
    game.wait(lambda seen: bool(list(game.screen.windows())), "the window")


def let_go_over_another_window(game: Program) -> None:
    game.screen.focus(False)
    game.point(700, 300)


CHANGES = [
    full_screen_and_back,
    larger_and_smaller,
    put_away_and_back,
    put_away_let_go_and_back,
    let_go_over_another_window,
]
AWAY = CHANGES[2:]
"""After these the clock of a patience stands."""


@pytest.mark.parametrize("change", [larger_and_smaller, put_away_and_back])
def test_a_card_in_the_hand_goes_home_whatever_happens_to_the_window(
    program: Start, change: Callable[[Program], None]
) -> None:
    with program("haisty", "--bots", "1", "--level", "easy", "--seed", "3", screen=(1600, 1000)) as game:
        game.click("Knock to begin")
        started(game)
        pile = game.wait_still().own("reserve")[0]
        game.drag(pile.target, (640, 20), drop=False)
        game.wait(lambda seen: not seen.still, "a card in the air")
        change(game)
        if change not in AWAY:
            game.screen.press(down=False)
        seen = game.wait_still()
        game.screen.focus()
        game.screen.press(down=False)
        assert seen.own("reserve")[0].cards[0].name == pile.cards[0].name
        game.click_at(640, 20)  # SDL does not count the first click in a window that has come back
        game.key("v")
        game.wait(lambda seen: seen.own("waste")[0].size == 3, "3 cards turned")
        game.click_at(*game.seen.own("stock")[0].target)
        game.wait(lambda seen: seen.own("waste")[0].size == 6, "6 cards turned")
        game.key("Escape")
        leave_the_match(game)


@pytest.mark.parametrize("change", CHANGES)
def test_a_patience_goes_on_whatever_happens_to_the_window(
    program: Start, change: Callable[[Program], None]
) -> None:
    with program("play", "acht-mal-acht", "--seed", "1", screen=(1600, 1000)) as game:
        game.wait_scene("solo")
        game.click_at(*game.wait_still().own("stock")[0].target)
        game.wait(lambda seen: seen.own("waste")[0].size == 1, "a card turned")
        pile = game.wait_still().own("build")[0]
        game.drag(pile.target, (640, 20), drop=False)
        game.wait(lambda seen: not seen.still, "a card in the air")
        change(game)
        if change in AWAY:
            game.wait_scene("solo-pause")
            game.screen.focus()
            game.key("p")
        game.screen.press(down=False)
        seen = game.wait(lambda seen: seen if seen.scene == "solo" and seen.still else None, "the table")
        assert seen.own("build")[0].cards == pile.cards
        game.key("v")
        game.wait(lambda seen: seen.own("waste")[0].size == 2, "another card turned")
        game.key("u")
        game.wait(lambda seen: seen.own("waste")[0].size == 1, "it is back")


@pytest.mark.parametrize("size", [(1024, 600), (1366, 768), (3840, 2160)])
def test_everything_is_on_the_screen_whatever_its_size(program: Start, size: Size) -> None:
    """The window is as large as it may be; on a small screen it is smaller than it wants to be."""
    wanted = max(size[0], 1280), max(size[1], 720)
    with program(size=wanted, screen=size, name="Kim") as game:
        assert game.screen.kind == "haisty"
        for button, scene in (
            ("Settings", "settings"),
            ("Play with friends", "tables"),
            ("Patiences", "challenges"),
        ):
            fits(game.wait_scene("title"), size)
            game.click(button)
            fits(game.wait_scene(scene), size)
            game.key("Escape")
        game.choose("Opponents", "7 bots")
        game.click("Play")
        fits(game.wait_scene("table"), size)
        game.click("Knock to begin")
        started(game)
        game.click_at(*game.wait_scene("table").own("stock")[0].target)
        fits(
            game.wait(lambda seen: seen if seen.own("waste")[0].size == 3 else None, "three cards turned"),
            size,
        )
        game.key("Escape")
        fits(game.wait_scene("pause"), size)
        leave_the_match(game)


LANGUAGES = "sv", "de", "en"
SCENES = [
    *(("play", game) for game in ("haisty", "farbwechsel", "staffelpatience")),
    *(("haisty", "--bots", bots) for bots in "147"),
    *((command,) for command in ("host", "join", "challenge")),
]


@pytest.mark.parametrize(("number", "command"), list(enumerate(SCENES)))
def test_nothing_lies_on_anything_else_in_a_window_of_any_shape(
    program: Start, number: int, command: tuple[str, ...]
) -> None:
    """Each in one of the languages, in shapes that the test above has not; `make screens` takes all."""
    with program(*command, screen=(2560, 1920), lang=LANGUAGES[number % 3]) as game:
        game.wait(lambda seen: bool(seen.controls) and seen.scene != "dealing", "the first scene")
        for size in ((1024, 600), (2560, 1080), (1080, 1920)):
            game.screen.resize(*size)
            fits(sized(game, size), size)


def fits(seen: Seen, size: Size) -> None:
    """All controls, piles and texts are inside the window; no two controls or texts overlap."""
    assert seen.size == size
    window = Rect(0, 0, *size)
    controls = [(each.label, Rect(each.rect)) for each in seen.controls]
    piles = [(f"{pile.role} {pile.number}", Rect(pile.rect)) for pile in seen.piles]
    texts = [(each["text"], Rect(each["rect"])) for each in seen.said["texts"]]
    for name, rect in (*controls, *piles, *texts):
        assert window.contains(rect), f"{name!r} at {rect} is not inside {size}"
    for kind in (controls, texts):
        for i, (name, rect) in enumerate(kind):
            hidden = [other for other, place in kind[i + 1 :] if rect.colliderect(place)]
            assert not hidden, f"{name!r} lies on {hidden} in a window of {size}"


def test_another_key_is_chosen_at_the_table_and_stands_on_it_at_once(program: Start) -> None:
    with program("haisty", "--bots", "1", "--level", "easy", "--seed", "3") as game:
        game.click("Knock to begin")
        started(game)
        game.key("Escape")
        game.click("Settings")
        game.click("Controls")
        game.click("Keys")
        game.wait_scene("keys")
        game.click("Turn the hand, the stock")
        game.wait(
            lambda seen: seen.control("Turn the hand, the stock").key == "Press a key …", "the question"
        )
        game.key("h")
        game.wait_words("H was “Hint”, which is now on V.")
        assert game.seen.control("Turn the hand, the stock").key == "H"
        for scene in ("settings", "pause", "table"):
            game.key("Escape")
            game.wait_scene(scene)
        game.wait(lambda seen: seen.own("stock")[0].key == "H", "the new key on the hand")
        left = game.seen.own("stock")[0].size
        game.key("h")
        game.wait(lambda seen: seen.own("stock")[0].size == left - 3, "three cards turned")
