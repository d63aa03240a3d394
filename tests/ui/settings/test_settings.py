"""The settings: every page is reached by mouse and keys, every row takes effect at once and is explained."""

import pygame
import pytest

from game.i18n import _, language, set_language
from game.rules.haisty import Haisty
from game.sessions.local import LocalSession
from game.storage.result import Result
from game.ui.covers.on_screen_keyboard import OnScreenKeyboard
from game.ui.engine import text, theme
from game.ui.engine.scene import Context
from game.ui.engine.window import Window
from game.ui.launch.match import bot_match
from game.ui.settings.pages import PAGES
from game.ui.settings.rows import Rows
from game.ui.settings.scene import SettingsScene
from game.ui.view.hint import Hint
from game.ui.view.leaves import Choice, Labelled, Pictures
from game.ui.view.node import Control, Placed
from tests.ui import pilot
from tests.ui.pilot import context, draw, labelled, point, type_text

HEADINGS = [page.heading for page in PAGES]


@pytest.fixture
def ctx() -> Context:
    return context()


def press(ctx: Context, *keys: int, mod: int = 0) -> None:
    """Press keys, each with its frame."""
    for key in keys:
        pilot.press(ctx, key, mod=mod)
        if ctx.scene:
            draw(ctx)


def click(ctx: Context, row: Placed) -> None:
    """Click on a row, and draw."""
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        point(ctx, kind, row.rect.center)
    draw(ctx)


def opened(ctx: Context) -> SettingsScene:
    scene = SettingsScene()
    ctx.push(scene)
    draw(ctx)
    return scene


def rows(scene: SettingsScene) -> list[Placed]:
    """The rows of the page shown."""
    return scene.tree.controls[len(PAGES) : -1]


def labels(scene: SettingsScene) -> list[str]:
    """What those rows are called."""
    return pilot.labels(scene.tree)[len(PAGES) : -1]


def row(scene: SettingsScene, label: str) -> Placed:
    return labelled(scene.tree, label)


def here(scene: SettingsScene) -> str:
    return next(
        each.control.label for each in scene.tree.controls if each.control and each is scene.tree.here
    )


def turned_to(scene: SettingsScene) -> str:
    """The heading of the page shown."""
    shown = labels(scene)
    for page, heading in zip(PAGES, HEADINGS, strict=True):
        if [row.label for row in page.rows(Rows(scene.ctx))] == shown:
            return heading
    raise AssertionError(shown)


def turn_to(ctx: Context, scene: SettingsScene, heading: str) -> None:
    click(ctx, scene.tree.controls[HEADINGS.index(heading)])
    assert turned_to(scene) == heading


def test_each_page_is_reached_and_left_by_mouse_and_by_keys(ctx: Context) -> None:
    scene = opened(ctx)
    assert turned_to(scene) == HEADINGS[0]
    for heading in (*HEADINGS[1:], HEADINGS[0]):
        press(ctx, pygame.K_PAGEDOWN)
        assert turned_to(scene) == heading
    press(ctx, pygame.K_PAGEUP)
    for heading in HEADINGS[-2::-1]:
        press(ctx, pygame.K_UP)
        assert (turned_to(scene), here(scene)) == (heading, heading)
    for heading in HEADINGS:
        turn_to(ctx, scene, heading)
        press(ctx, pygame.K_TAB)
        assert here(scene) == labels(scene)[0]
        press(ctx, pygame.K_UP)
        assert here(scene) == heading
        press(ctx, pygame.K_RIGHT)
        assert here(scene) == labels(scene)[0]
        press(ctx, *[pygame.K_DOWN] * len(rows(scene)))
        assert here(scene) == "Back"
        press(ctx, pygame.K_TAB)
        assert (turned_to(scene), here(scene)) == (heading, heading)
    press(ctx, pygame.K_TAB, mod=pygame.KMOD_SHIFT)
    assert here(scene) == "Back"
    press(ctx, pygame.K_RETURN)
    assert ctx.scene is None


def test_an_arrow_never_changes_the_page_from_a_row(ctx: Context) -> None:
    scene = opened(ctx)
    for heading in HEADINGS:
        turn_to(ctx, scene, heading)
        press(ctx, pygame.K_TAB)
        for key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_RIGHT, pygame.K_UP, pygame.K_LEFT):
            press(ctx, key)
            assert turned_to(scene) == heading


def test_the_pointer_on_its_way_turns_no_page(ctx: Context) -> None:
    scene = opened(ctx)
    point(ctx, pygame.MOUSEMOTION, scene.tree.controls[3].rect.center)
    draw(ctx)
    assert turned_to(scene) == HEADINGS[0]


def test_house_rules_change_what_is_played(ctx: Context) -> None:
    scene = opened(ctx)
    turn_to(ctx, scene, "Match rules")
    press(ctx, pygame.K_TAB, *[pygame.K_RIGHT, pygame.K_DOWN] * 3)
    assert ctx.settings.rules(Haisty) == Haisty(any_part=True, round_corner=False, auto_knock=True)
    press(ctx, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_RIGHT)
    assert ctx.settings.rounds == 4
    assert draw(ctx) == 0
    press(ctx, pygame.K_ESCAPE)
    assert ctx.scene is None


def test_a_language_is_spoken_at_once(ctx: Context) -> None:
    scene = opened(ctx)
    click(ctx, row(scene, "Language"))
    assert ctx.settings.lang == language() == "sv"
    assert "Språk" in labels(scene)


def test_a_second_player_chooses_a_face_once_there_is_one(ctx: Context) -> None:
    scene = opened(ctx)
    assert "Second player’s face" not in labels(scene)
    click(ctx, row(scene, "At this screen"))
    scene.tree.focus("second_portrait")
    press(ctx, pygame.K_RIGHT)
    assert ctx.settings.second_portrait == "maja" and ctx.settings.portrait == "star"
    session = bot_match(ctx, 1, "easy", 1, people=2).session
    assert isinstance(session, LocalSession) and session.portraits == ("star", "maja", "maja")


def test_sound_off_is_heard_at_once(ctx: Context) -> None:
    scene = opened(ctx)
    turn_to(ctx, scene, "Sound")
    click(ctx, rows(scene)[0])
    assert ctx.settings.muted and ctx.sounds._volume == 0
    click(ctx, rows(scene)[0])
    assert not ctx.settings.muted and ctx.sounds._volume == ctx.settings.volume == 0.8
    press(ctx, pygame.K_DOWN, pygame.K_LEFT)
    assert ctx.sounds._volume == ctx.settings.volume == pytest.approx(0.75)
    assert here(scene) == "Volume"


def test_other_players_shouts_are_heard_unless_switched_off(ctx: Context) -> None:
    scene = opened(ctx)
    turn_to(ctx, scene, "Sound")
    shouts = row(scene, "Other players’ shouts").control
    assert shouts and shouts.shown_value is True
    click(ctx, row(scene, "Other players’ shouts"))
    assert ctx.settings.shouts_muted


@pytest.mark.parametrize(
    ("code", "size", "rounds"), [("sv", (1280, 720), 3), ("de", (1024, 600), 0), ("en", (1280, 1024), 0)]
)
def test_every_row_is_readable_and_explained_at_the_foot(
    ctx: Context, code: str, size: tuple[int, int], rounds: int
) -> None:
    set_language(code)
    ctx.window, ctx.settings.rounds, ctx.settings.players = Window(size), rounds, 2
    scene = opened(ctx)
    explained, u = 0, theme.unit(size)
    for page in range(len(PAGES)):
        plate, hint = next(
            (each.rect, each.node) for each in scene.tree._placed if isinstance(each.node, Hint)
        )
        back = scene.tree.controls[-1].rect
        rects = [each.rect for each in scene.tree.controls if each.seen]
        assert max(rect.bottom for rect in rects if rect != back) < plate.top < plate.bottom < back.top
        for node, rect, *_others in (each for each in rows(scene) if each.seen):
            assert isinstance(node, Control)
            full = round(25 * u)
            room = rect.w * 0.9  # of buttons, and of pictures, which have their label above
            if isinstance(node, Labelled) and not isinstance(node, Pictures):
                room = node.field(rect, u).x - rect.x - 26 * u
            assert text.fit(node.label, full, room)[1] == full, (node.label, room)
            assert len(hint.about(node.label, node.help, "").lines(plate, u)[0]) <= 2, node.label
            explained += bool(node.help)
        press(ctx, pygame.K_PAGEDOWN)
        assert page or turned_to(scene) == HEADINGS[1]
    assert explained >= 11


def test_a_name_is_typed_up_to_its_limit_and_kept_without_the_space_at_its_end(ctx: Context) -> None:
    scene = opened(ctx)
    press(ctx, pygame.K_TAB)
    for typed, shown in (
        ("Maximiliane", "Maximiliane"),
        (" ", "Maximiliane "),
        ("von Wolf", "Maximiliane von "),
    ):
        type_text(ctx, typed)
        name = row(scene, "Name").control
        assert name and name.shown_value == shown
        assert ctx.settings.name == shown.rstrip()
    assert scene.tree.wrong == "At most 16 characters"
    press(ctx, pygame.K_BACKSPACE)
    assert (ctx.settings.name, scene.tree.wrong) == ("Maximiliane von", "")


def test_a_name_is_filled_in_by_gamepad(ctx: Context) -> None:
    opened(ctx)
    press(ctx, pygame.K_TAB)
    pilot.press(ctx, pygame.K_RETURN, pad=1)
    letters = ctx.scene
    assert isinstance(letters, OnScreenKeyboard)
    draw(ctx)
    for label in ("a", "Shift", "B", "Space", "Space", "Erase", "c", "d", "Erase"):
        control = labelled(letters.tree, label).control
        assert control
        control.act()
        draw(ctx)
    assert ctx.settings.name == "aB c"


def test_the_sound_buffer_names_its_unit(ctx: Context) -> None:
    set_language("sv")
    scene = opened(ctx)
    turn_to(ctx, scene, "More")
    buffer = row(scene, _("Sound buffer")).control
    assert buffer and buffer.shown_value == "512 sampel"


def test_two_clicks_before_the_next_frame_both_count(ctx: Context) -> None:
    scene = opened(ctx)
    for tab in (scene.tree.controls[2], scene.tree.controls[5]):
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            point(ctx, kind, tab.rect.center)
    draw(ctx)
    assert turned_to(scene) == HEADINGS[5]


def test_medals_win_tables_and_a_switch_unlocks_them_all(ctx: Context) -> None:
    medal = {"game": "paare", "won": True, "placed": 52, "cards": 52, "time": 1, "when": 1, "medal": "silver"}

    def tables() -> Choice:
        scene = opened(ctx)
        turn_to(ctx, scene, "Cards and table")
        found = row(scene, "Table").node
        assert isinstance(found, Choice)
        return found

    assert list(tables().names) == ["green baize", "walnut", "night blue"]
    assert "For 5 medals" in tables().help
    for seed in range(9):
        ctx.archive.results.add(Result(seed=seed, challenge=f"paare-0{seed}", **medal))  # type: ignore[arg-type]
    assert tables().names[-1] == "claret"
    assert "“slate grey”. You have 9." in tables().help
    ctx.settings.table_top = "gilt"
    assert tables().names[-1] == "black and gold", "what lies there is taken from nobody"
    scene = opened(ctx)
    turn_to(ctx, scene, "More")
    click(ctx, row(scene, "Unlock all tables"))
    assert len(tables().names) == 6
    assert "\n" not in tables().help
    for table, left in ("gilt", "baize"), ("claret", "claret"):
        ctx.settings.table_top, ctx.settings.all_tables = table, True  # type: ignore[assignment]
        scene = opened(ctx)
        turn_to(ctx, scene, "More")
        click(ctx, row(scene, "Unlock all tables"))
        assert (ctx.settings.all_tables, ctx.settings.table_top) == (False, left), "it stays if medals won it"


def test_the_size_of_text_ends_at_the_smallest_and_the_largest(ctx: Context) -> None:
    scene = opened(ctx)
    turn_to(ctx, scene, "Display")
    for _again in range(9):
        click(ctx, row(scene, "Text size"))
    assert ctx.settings.text_scale == 1.6
    press(ctx, pygame.K_RETURN)
    assert ctx.settings.text_scale == 1.6
    press(ctx, *[pygame.K_LEFT] * 9)
    assert ctx.settings.text_scale == 0.8
