"""This week: offered on the title once there is something to show, listed, and raced from there."""

from datetime import timedelta
from pathlib import Path

import pygame
import pytest
from msgspec.structs import replace

from game.challenges.ladder import ACTS, Ladder
from game.challenges.level_files import daily
from game.challenges.recording import _settle
from game.i18n import set_language
from game.storage.identity import load_key
from game.system import here
from game.ui.engine.scene import Context
from game.ui.menu.title import TitleScene
from game.ui.menu.week import WeekScene
from game.ui.play.scene import PlayScene
from game.ui.view.leaves import Cameo, Text
from tests.challenges.forged import EVE, KIM, file, played
from tests.ui.pilot import draw, press
from tests.waiting import until


def labels(ctx: Context) -> list[str]:
    assert isinstance(ctx.scene, TitleScene | WeekScene)
    return [each.control.label for each in ctx.scene.tree.controls if each.control]


def title(ctx: Context) -> None:
    """The title, once all of it lies there."""
    ctx.settings.taught = ctx.settings.reduced_motion = True
    ctx.push(TitleScene())
    for _ in range(3):
        assert ctx.scene
        ctx.scene.step(here().clock.seconds())
        draw(ctx)


def filled(folder: Path, days: int = 3) -> None:
    """Kim, Eve and the player, on these days."""
    ladder, own = Ladder(folder), load_key(folder)[0]
    for back in range(days):
        day = here().clock.today() - timedelta(days=back)
        kim = played(day, "Kim", 350_000)
        kim = replace(kim, header=replace(kim.header, portrait="tove"))
        ladder.add(file(kim, KIM), here().clock.today())
        ladder.add(file(played(day, "Me", 400_000), own), here().clock.today())
    ladder.add(file(played(here().clock.today(), "Eve", 250_000), EVE), here().clock.today())


def index(back: int, pace: float) -> float:
    """That of the deal of so many days ago with a move every so many seconds."""
    level = daily(here().clock.today() - timedelta(days=back))
    return level.pace / (level.par * pace)


def at_week(ctx: Context) -> WeekScene:
    scene = WeekScene()
    ctx.push(scene)
    until(lambda: scene.empty)
    scene.step(here().clock.seconds())
    draw(ctx)
    return scene


def test_the_title_offers_it_only_where_there_is_something_to_show(ctx: Context) -> None:
    title(ctx)
    assert "This week" not in labels(ctx)
    assert ctx.folder
    filled(ctx.folder, 1)
    title(ctx)
    assert "This week" in labels(ctx)


def test_runs_of_older_days_are_nothing_to_show(ctx: Context) -> None:
    assert ctx.folder
    week_ago = here().clock.today() - timedelta(days=7)
    Ladder(ctx.folder).add(file(played(week_ago)), week_ago)
    title(ctx)
    assert "This week" not in labels(ctx)


def test_everyone_is_listed_by_index_and_the_own_place_is_told(ctx: Context) -> None:
    assert ctx.folder
    filled(ctx.folder)
    scene = at_week(ctx)
    assert [label for label in labels(ctx) if label in ("Kim", "Me", "Eve")] == ["Kim", "Me", "Eve"]
    kim, me, (*_earlier, eve) = ([index(back, pace) for back in (2, 1, 0)] for pace in (0.35, 0.4, 0.25))
    assert [row.value for row in scene.rows] == [
        " · ".join(["1 · Kim · – · – · – · –", *map("{:.2f}".format, [*kim, sum(kim)])]),
        " · ".join(["2 · Me (you) · – · – · – · –", *map("{:.2f}".format, [*me, sum(me)])]),
        f"3 · Eve · – · – · – · – · – · – · {eve:.2f} · {eve:.2f}",
    ]
    words = [each.node.words for each in scene.tree._placed if isinstance(each.node, Text)]
    assert "You: 2 of 3" in words
    faces = [each.node.portrait for each in scene.tree._placed if isinstance(each.node, Cameo)]
    assert faces == ["tove", "star", "star"]


@pytest.mark.parametrize(("code", "day"), [("en", "{:%m-%d}"), ("de", "{:%d.%m.}")])
def test_days_and_figures_are_written_as_the_language_does(ctx: Context, code: str, day: str) -> None:
    set_language(code)
    assert ctx.folder
    filled(ctx.folder, 1)
    scene = at_week(ctx)
    assert day.format(here().clock.today()) in scene.columns.headings
    (best, *_others) = scene.rows
    assert best.value and best.value.endswith(
        f"{index(0, 0.25):.2f}".replace(".", "." if code == "en" else ",")
    )


def test_the_latest_run_of_the_chosen_player_is_raced(ctx: Context) -> None:
    assert ctx.folder
    filled(ctx.folder, 1)
    scene = at_week(ctx)
    press(ctx, pygame.K_END, pygame.K_RETURN)
    assert scene.chosen == "3"
    until(lambda: isinstance(ctx.scene, PlayScene), meanwhile=lambda: draw(ctx))


def test_one_key_races_the_best_of_the_others(ctx: Context) -> None:
    assert ctx.folder
    own, today = load_key(ctx.folder)[0], here().clock.today()
    Ladder(ctx.folder).add(file(played(today, "Me", 250_000), own), today)
    Ladder(ctx.folder).add(file(played(today, "Kim", 350_000), KIM), today)
    at_week(ctx)
    press(ctx, pygame.K_r)
    until(lambda: isinstance(ctx.scene, PlayScene), meanwhile=lambda: draw(ctx))
    assert isinstance(ctx.scene, PlayScene) and ctx.scene.game.rival.name == "Kim"


def test_a_ladder_that_has_become_shorter_has_another_row_chosen(ctx: Context) -> None:
    assert ctx.folder
    filled(ctx.folder, 1)
    scene = at_week(ctx)
    press(ctx, pygame.K_END)
    assert scene.chosen == "3"
    scene._standings = scene._standings[:1]
    scene.open()  # the rows are yet to be made
    assert ctx.scene is scene
    scene.rows = scene.rows[:1]
    scene.step(here().clock.seconds())
    assert scene.chosen == scene.tree.focused == "1"


def test_an_empty_ladder_says_so(ctx: Context) -> None:
    assert "win a daily deal" in at_week(ctx).empty


@pytest.mark.parametrize("won", [True, False])
def test_a_daily_run_that_is_won_is_put_on_the_ladder(ctx: Context, won: bool) -> None:
    assert ctx.folder
    _settle(ctx.archive, played(here().clock.today(), acts=None if won else 5), "none")
    assert bool(Ladder(ctx.folder).standings(here().clock.today())) == won
    assert not ctx.notices


def test_a_daily_run_too_long_for_the_ladder_is_told(ctx: Context) -> None:
    assert ctx.folder
    run = played(here().clock.today())
    long = replace(run, acts=run.acts[:1] * ACTS + run.acts)
    _settle(ctx.archive, long, "none")
    assert ["too long" in str(notice) for notice in ctx.notices] == [True]
    assert not Ladder(ctx.folder).standings(here().clock.today())
