"""The title comes to rest, starts a match with the last choice, and speaks the language chosen at once."""

import gc
import weakref

import pygame
import pytest

from game.challenges.level_files import daily
from game.i18n import Notice, language, set_language
from game.rules import games
from game.storage import database
from game.system import here
from game.ui.engine import requests, text, theme
from game.ui.engine.scene import Context
from game.ui.menu.title import TitleScene
from game.ui.view.boxes import flat
from game.ui.view.leaves import Button, Text
from game.ui.view.node import Node
from tests.desktop.texts import fits
from tests.ui.pilot import asked, context, draw, labels, point, press, send

SETTLED = 3.0


@pytest.fixture
def ctx() -> Context:
    return context(bots=5, level="hard", taught=True)


def shown(ctx: Context) -> bytes:
    return bytes(ctx.window.surface.get_buffer().raw)


def focused(scene: TitleScene) -> str:
    focus = scene.tree.here
    return focus.control.label if focus and focus.control else ""


def settled(ctx: Context, plays: bool = False) -> float:
    """The title after its cards have been dealt; the time it is then. `plays`: bots do behind them."""
    ctx.settings.attract = plays
    ctx.push(TitleScene())
    assert ctx.scene
    now = start = here().clock.seconds()
    draw(ctx, now)
    for step in range(round(60 * SETTLED)):
        now = start + (step + 1) / 60
        ctx.scene.step(now)
        if step % 10 == 9:
            draw(ctx, now)
    return now


def test_title_comes_to_rest_and_then_draws_nothing(ctx: Context) -> None:
    now = settled(ctx)
    assert ctx.scene
    assert ctx.scene.rest(now) > 1e9
    assert draw(ctx, now) == 0


def test_bots_play_behind_the_letters_until_the_table_is_theirs(ctx: Context) -> None:
    wanted, now, seen = asked(ctx), settled(ctx, plays=True), set[bytes]()
    assert ctx.scene
    assert ctx.scene.rest(now) < 1
    while not wanted:
        now += 1
        ctx.scene.step(now)
        draw(ctx, now)
        seen.add(shown(ctx))
    assert wanted == [requests.Attract()]
    assert len(seen) > 3, "cards have been laid"


def test_title_drawn_step_by_step_equals_title_drawn_at_once(ctx: Context) -> None:
    now = settled(ctx)
    before = shown(ctx)
    ctx.redraw()
    draw(ctx, now)
    assert shown(ctx) == before


def test_pointer_raises_a_letter_and_lets_it_down(ctx: Context) -> None:
    now = settled(ctx)
    before = shown(ctx)
    assert ctx.scene
    for pos in ((640 - 3 * 138 + 69, 160), (5, 300)):
        send(ctx, pygame.MOUSEMOTION, now, pos=pos, rel=(0, 0), buttons=(0, 0, 0), touch=False)
        assert ctx.scene.rest(now) == 0
        for _ in range(30):
            now += 1 / 60
            ctx.scene.step(now)
            draw(ctx, now)
        assert (shown(ctx) == before) == (pos == (5, 300))


def test_with_reduced_motion_the_cards_lie_there_and_stay(ctx: Context) -> None:
    ctx.settings.reduced_motion = True
    ctx.push(TitleScene())
    assert ctx.scene
    for _ in range(3):
        draw(ctx, 0.0)
        ctx.scene.step(0.0)
    draw(ctx, 0.0)
    assert ctx.scene.rest(0.0) > 1e9
    before = shown(ctx)
    point(ctx, pygame.MOUSEMOTION, (300, 150))
    ctx.scene.step(1.1)
    draw(ctx, 1.1)
    assert shown(ctx) == before


def test_enter_plays_with_the_last_choice(ctx: Context) -> None:
    wanted = asked(ctx)
    settled(ctx)
    press(ctx, pygame.K_RETURN, pygame.K_DOWN, pygame.K_RIGHT, pygame.K_UP, pygame.K_RETURN)
    assert wanted == [requests.BotMatch(5, "hard"), requests.BotMatch(6, "hard")]


@pytest.mark.parametrize(("players", "bots"), [(1, 0), (2, 7)])
def test_a_number_of_bots_that_does_not_fit_is_mended_by_a_choice(
    ctx: Context, players: int, bots: int
) -> None:
    ctx.settings.players, ctx.settings.bots = players, bots
    settled(ctx)
    press(ctx, pygame.K_DOWN, pygame.K_RIGHT)
    assert ctx.settings.bots == 3 - players


def test_language_changes_on_the_spot_and_is_kept(ctx: Context) -> None:
    now = settled(ctx)
    before = shown(ctx)
    assert isinstance(ctx.scene, TitleScene)
    ctx.scene.tree.focus("language")
    press(ctx, pygame.K_RIGHT)
    assert ctx.settings.lang == language() == "sv"
    draw(ctx, now)
    assert shown(ctx) != before


@pytest.mark.parametrize("second", [pygame.K_ESCAPE, pygame.K_RETURN])
def test_escape_asks_before_it_leaves(ctx: Context, second: int) -> None:
    now = settled(ctx)
    before = shown(ctx)
    press(ctx, pygame.K_ESCAPE)
    assert isinstance(ctx.scene, TitleScene)
    assert focused(ctx.scene) == "Quit?"
    assert 0 < draw(ctx, now) < 5
    assert shown(ctx) != before
    press(ctx, second)
    assert ctx.stack == []


@pytest.mark.parametrize("key", [pygame.K_UP, pygame.K_TAB, pygame.K_LEFT])
def test_whoever_goes_on_after_escape_is_asked_again(ctx: Context, key: int) -> None:
    now = settled(ctx)
    press(ctx, pygame.K_ESCAPE, key, pygame.K_ESCAPE)
    assert isinstance(ctx.scene, TitleScene)
    press(ctx, key)
    assert "Quit?" not in labels(ctx.scene.tree)
    ctx.redraw()
    draw(ctx, now)
    press(ctx, pygame.K_ESCAPE)
    ctx.redraw()
    draw(ctx, now)
    assert "Quit?" in labels(ctx.scene.tree)
    press(ctx, pygame.K_ESCAPE)
    assert ctx.stack == []


def test_its_pictures_are_gone_once_a_match_begins(ctx: Context) -> None:
    """At once, whenever the next search for cycles may come: they hold more than a whole window."""
    gc.disable()
    try:
        settled(ctx)
        title = ctx.scene
        assert isinstance(title, TitleScene) and title._logo
        logo = weakref.ref(title._logo)  # the largest thing that only the title holds
        press(ctx, pygame.K_RETURN)
        assert logo() is None
    finally:
        gc.enable()


def test_once_a_newcomer_has_answered_enter_plays(ctx: Context) -> None:
    ctx.settings.taught = False
    settled(ctx)
    assert isinstance(ctx.scene, TitleScene)
    assert focused(ctx.scene) == "Show me"
    press(ctx, pygame.K_RIGHT, pygame.K_RETURN)
    assert ctx.settings.taught
    draw(ctx, here().clock.seconds())
    assert isinstance(ctx.scene, TitleScene)
    assert focused(ctx.scene) == "Play"


def test_three_cards_of_one_size_stand_in_a_row_each_with_what_is_going_on(ctx: Context) -> None:
    settled(ctx)
    title = ctx.scene
    assert isinstance(title, TitleScene)
    cards = [each for each in title.tree.controls if each.name in ("play", "friends", "patiences")]
    assert len({(each.rect.y, each.rect.h) for each in cards}) == 1
    assert max(each.rect.w for each in cards) <= 1 + min(each.rect.w for each in cards)
    assert sum(isinstance(each.control, Button) and each.control.primary for each in cards) == 1
    assert f"today: {games()[daily(here().clock.today()).game].title}" in shown_words(title)
    press(ctx, pygame.K_RIGHT, pygame.K_RIGHT)
    assert focused(title) == "Patiences"


def shown_words(title: TitleScene) -> set[str]:
    """All that is written on the title."""
    return {node.words for node in flat(title.view()) + insides(title) if isinstance(node, Text)}


def insides(title: TitleScene) -> list[Node]:
    """What is on its buttons."""
    buttons = (node for node in flat(title.view()) if isinstance(node, Button))
    return [node for button in buttons for node in flat(button.inside)]


@pytest.mark.parametrize("lang", ["en", "sv", "de"])
def test_what_went_wrong_stays_in_the_window_in_large_letters(
    lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text.start_recording()
    ctx = context(size=(1024, 600), taught=True, lang=lang)
    set_language(lang)
    monkeypatch.setattr(text, "letters", text.Letters(theme.unit((1024, 600)), 1.6))
    where = "/home/kim/.local/share/haisty/records.db"
    ctx.notify(Notice(database._UNUSABLE, path=where, reason=Notice(database._REASONS[13])))
    ctx.push(TitleScene())
    draw(ctx, here().clock.seconds())
    surface = ctx.window.surface
    shown = text.spans(surface)
    assert sum(where in span.words for span in shown) == 1
    assert not [each for each in fits(surface.get_rect(), shown) if each.kind in ("outside", "overlap")]
