"""The settings: every page is reached by mouse and keys, every row takes effect at once and is explained."""

from collections.abc import Iterator

import pygame
import pytest
from pygame.event import Event

from game.i18n import _, language, set_language
from game.rules.haisty import Haisty
from game.storage.settings import Settings
from game.ui.engine import text
from game.ui.engine.assets import CardImages
from game.ui.engine.scene import Context
from game.ui.engine.sound import Sounds
from game.ui.engine.window import Window
from game.ui.settings.pages import PAGES
from game.ui.settings.scene import SettingsScene
from game.ui.widgets.rows import UNPLACED, Choice, Widget
from game.ui.widgets.scrolled import Scrolled

HEADINGS = [page.heading for page in PAGES]


@pytest.fixture
def ctx() -> Iterator[Context]:
    yield Context(Window((1280, 720)), CardImages(), Sounds(muted=True), Settings())
    set_language("en")


def opened(ctx: Context) -> SettingsScene:
    scene = SettingsScene()
    ctx.push(scene)
    draw(ctx)
    return scene


def draw(ctx: Context) -> int:
    """Draw what is new as the loop does; how many rects were touched."""
    full, ctx.changed = ctx.changed, False
    return len(ctx.scene.draw(ctx.window.surface, 0, 1.0, full)) if ctx.scene else 0


def press(ctx: Context, *keys: int, mod: int = 0) -> None:
    for key in keys:
        assert ctx.scene
        ctx.scene.handle(Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""), 0)
        draw(ctx)


def click(ctx: Context, row: Widget) -> None:
    assert ctx.scene
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        ctx.scene.handle(Event(kind, button=pygame.BUTTON_LEFT, pos=row.rect.center), 0)
    draw(ctx)


def rows(scene: SettingsScene) -> list[Widget]:
    """The rows of the page shown."""
    return list(scene.group.widgets[len(PAGES) : -1])


def row(scene: SettingsScene, label: str) -> Widget:
    return next(each for each in scene.group.widgets if each.label == label)


def here(scene: SettingsScene) -> str:
    return scene.group.widgets[scene.group.index].label


def turned_to(scene: SettingsScene) -> str:
    """The heading of the page shown."""
    labels = [each.label for each in rows(scene)]
    for page, heading in enumerate(HEADINGS):
        other = SettingsScene()
        other._page = page
        other.enter(scene.ctx)
        if [each.label for each in rows(other)] == labels:
            return heading
    raise AssertionError(labels)


def turn_to(ctx: Context, scene: SettingsScene, heading: str) -> None:
    click(ctx, scene.group.widgets[HEADINGS.index(heading)])
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
        assert here(scene) == rows(scene)[0].label
        press(ctx, pygame.K_UP)
        assert here(scene) == heading
        press(ctx, pygame.K_RIGHT)
        assert here(scene) == rows(scene)[0].label
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
    scene.handle(Event(pygame.MOUSEMOTION, pos=scene.group.widgets[3].rect.center), 0)
    draw(ctx)
    assert turned_to(scene) == HEADINGS[0]


def test_house_rules_change_what_is_played(ctx: Context) -> None:
    scene = opened(ctx)
    turn_to(ctx, scene, "House rules")
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
    assert "Språk" in [each.label for each in rows(scene)]


def test_sound_off_is_heard_at_once(ctx: Context) -> None:
    scene = opened(ctx)
    turn_to(ctx, scene, "Sound")
    sound, volume = rows(scene)[:2]
    click(ctx, sound)
    assert ctx.settings.muted and ctx.sounds._volume == 0
    click(ctx, rows(scene)[0])
    assert not ctx.settings.muted and ctx.sounds._volume == ctx.settings.volume == 0.8
    press(ctx, pygame.K_DOWN, pygame.K_LEFT)
    assert ctx.sounds._volume == ctx.settings.volume == pytest.approx(0.75)
    assert volume.label == "Volume"


def test_other_players_shouts_are_heard_unless_switched_off(ctx: Context) -> None:
    scene = opened(ctx)
    turn_to(ctx, scene, "Sound")
    assert row(scene, "Other players’ shouts").shown_value is True
    click(ctx, row(scene, "Other players’ shouts"))
    assert ctx.settings.shouts_muted


@pytest.mark.parametrize("size", [(1024, 600), (1280, 720), (1280, 1024), (2560, 1080), (3840, 2160)])
@pytest.mark.parametrize("code", ["sv", "de", "en"])
@pytest.mark.parametrize("rounds", [0, 3])
def test_every_row_is_in_the_window_readable_and_explained_at_the_foot(
    ctx: Context, code: str, size: tuple[int, int], rounds: int
) -> None:
    set_language(code)
    ctx.window, ctx.settings.rounds = Window(size), rounds
    scene = opened(ctx)
    explained = 0
    for page in range(len(PAGES)):
        plate, back = scene.hint_bar.rect, scene.group.widgets[-1].rect
        rects = [each.rect for each in scene.group.widgets if each.rect.size != UNPLACED.size]
        assert all(ctx.window.surface.get_rect().contains(rect) for rect in rects)
        assert all(rect.collidelist(rects[i + 1 :]) < 0 for i, rect in enumerate(rects))
        assert max(rect.bottom for rect in rects if rect != back) < plate.top < plate.bottom < back.top
        for widget in rows(scene):
            full = round(widget.size)
            side = widget.field().x - widget.rect.x - 26 * widget.u
            room = side if widget.role != "pictures" else widget.rect.w * 0.9  # those have it above
            assert text.fit(widget.label, full, room)[1] == full
            assert len(scene.hint_bar.words(widget)) <= 2, widget.label
            explained += bool(widget.help)
        press(ctx, pygame.K_PAGEDOWN)
        assert page or turned_to(scene) == HEADINGS[1]
    assert explained >= 11


def test_the_sound_buffer_names_its_unit(ctx: Context) -> None:
    set_language("sv")
    scene = opened(ctx)
    turn_to(ctx, scene, "More")
    buffer = row(scene, _("Sound buffer"))
    assert isinstance(buffer, Choice)
    assert buffer.name == "512 sampel"


def test_more_rows_than_fit_are_scrolled_by_the_focus_and_by_the_wheel(ctx: Context) -> None:
    box = pygame.Rect(100, 50, 400, 200)
    scrolled = Scrolled()
    many = scrolled.rows = [Choice(str(n), [(0, "0")], 0, lambda value: None) for n in range(9)]

    def in_sight(focused: Widget) -> list[int]:
        scrolled.lay_out(ctx.window.surface, box, 1.0, focused)
        placed = [n for n, each in enumerate(many) if scrolled.shows(each)]
        assert all(box.contains(many[n].rect) for n in placed)
        return placed

    assert in_sight(many[0]) == [0, 1, 2, 3]
    assert in_sight(many[4]) == [1, 2, 3, 4]
    assert in_sight(many[2]) == [1, 2, 3, 4]
    assert in_sight(many[8]) == [5, 6, 7, 8]
    assert in_sight(many[0]) == [0, 1, 2, 3]
    outside = Choice("", [(0, "0")], 0, lambda value: None)
    assert scrolled.scroll(3) and in_sight(outside) == [3, 4, 5, 6]
    assert scrolled.scroll(9) and in_sight(outside) == [5, 6, 7, 8]
    scrolled.rows = many[:3]
    scrolled.lay_out(ctx.window.surface, box, 1.0, outside)
    assert many[0].rect.topleft == box.topleft
    assert not scrolled.scroll(1)


def test_two_clicks_before_the_next_frame_both_count(ctx: Context) -> None:
    scene = opened(ctx)
    for tab in (scene.group.widgets[2], scene.group.widgets[5]):
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            scene.handle(Event(kind, button=pygame.BUTTON_LEFT, pos=tab.rect.center), 0)
    draw(ctx)
    assert turned_to(scene) == HEADINGS[5]
