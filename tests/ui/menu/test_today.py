"""Midnight: whatever is open shows the new day, and a day counts when it was played."""

import inspect
import pkgutil
import sys
from collections.abc import Callable
from datetime import date, timedelta
from importlib import import_module

import pygame
import pytest
from pygame.event import Event

import game.ui
from game.challenges.ladder import Ladder
from game.challenges.level_files import daily
from game.rules import games
from game.system import here
from game.ui.engine import loop as loop_module
from game.ui.engine import requests
from game.ui.engine.loop import Loop
from game.ui.engine.scene import Context, Scene
from game.ui.menu.challenges import ChallengesScene
from game.ui.menu.records import RecordsScene
from game.ui.menu.title import TitleScene
from game.ui.menu.week import WeekScene
from game.ui.play.patience.challenge_end import ChallengeEnd
from game.ui.view.leaves import Button, Text
from tests.challenges.forged import file, played
from tests.today import Days
from tests.ui.menu.challenged import at_table, below, listed, play_through, said, written
from tests.ui.pilot import draw, labels
from tests.waiting import until


class Sitting:
    """A player at the window; the loop takes what is done there, and sees what day it is."""

    def __init__(self, ctx: Context) -> None:
        self.ctx, self.loop = ctx, Loop(ctx)
        pygame.event.clear()

    def press(self, key: int | None = None) -> None:
        """Press a key, or only move the pointer."""
        assert self.ctx.scene
        draw(self.ctx)
        here().clock.pause(2)
        moved = Event(pygame.MOUSEMOTION, pos=(1, 1), rel=(1, 1), buttons=(0, 0, 0), touch=False)
        pygame.event.post(Event(pygame.KEYDOWN, key=key, mod=0, unicode="") if key else moved)
        self.loop.turn(self.ctx.scene, here().clock.seconds())


@pytest.fixture
def sitting(days: Days, ctx: Context) -> Sitting:
    ctx.settings.taught = True
    return Sitting(ctx)


def titled(ctx: Context) -> TitleScene:
    """The title once all of it lies there."""
    ctx.settings.reduced_motion = True
    title = TitleScene()
    ctx.push(title)
    for _ in range(2):
        draw(ctx)
        title.step(here().clock.seconds())
    return title


def win(ctx: Context, day: date, midnight: Callable[[], None] = lambda: None) -> None:
    """Win the deal of this day; midnight comes before the last move."""
    level = daily(day)
    ctx.open(requests.Challenge(level.id))
    draw(ctx)
    for move in level.line()[:-1]:
        at_table(ctx).game.session.play(move)
    midnight()
    play_through(ctx, level.line()[-1:])
    assert isinstance(ctx.scene, ChallengeEnd)
    written(ctx)


def shown(scene: ChallengesScene) -> str:
    """The row of the deal of the day."""
    row = scene._own()[0]
    assert isinstance(row, Button)
    texts = (each for each in below(row.inside) if isinstance(each, Text))
    return " ".join(text.words for text in texts)


@pytest.mark.parametrize("first", [None, pygame.K_RETURN])
def test_a_list_left_open_over_night_shows_and_plays_the_deal_of_the_new_day(
    sitting: Sitting, days: Days, first: int | None
) -> None:
    """`first`: what is done first in the morning: Enter at once plays today's deal, too."""
    scene = listed(sitting.ctx)
    scene.tree.focus("today")
    assert games()[daily(days.first).game].title in shown(scene)
    days.turn()
    sitting.press(first)
    if not first:
        assert sitting.ctx.scene is scene
        assert games()[daily(days.next).game].title in shown(scene)
        sitting.press(pygame.K_RETURN)
    assert at_table(sitting.ctx).game.session.name == f"daily-{days.next}"


def test_a_streak_that_ends_at_midnight_ends_in_open_records_and_lists(sitting: Sitting, days: Days) -> None:
    win(sitting.ctx, days.first)
    for scene in (RecordsScene(), listed(sitting.ctx)):
        if scene not in sitting.ctx.stack:
            sitting.ctx.push(scene)
    records = sitting.ctx.scene
    assert isinstance(records, RecordsScene)
    assert "1 (1)" in said(sitting.ctx)
    days.turn()
    sitting.press()
    assert "1 (1)" in said(sitting.ctx), "today may still be won"
    assert sitting.ctx.archive.results.days(days.next + timedelta(days=1)) == (0, 1)


def test_this_week_on_an_open_title_goes_with_its_last_run_and_the_open_week_moves_on(
    sitting: Sitting, days: Days
) -> None:
    ctx = sitting.ctx
    assert ctx.folder
    eldest = days.first - timedelta(days=6)
    Ladder(ctx.folder).add(file(played(eldest)), days.first)
    title = titled(ctx)
    assert "This week" in labels(title.tree)
    week = WeekScene()
    ctx.push(week)
    until(lambda: week.rows)
    assert week.columns.headings[3:10:6] == (f"{eldest:%m-%d}", f"{days.first:%m-%d}")
    days.turn()
    sitting.press()
    assert week.columns.headings[9] == f"{days.next:%m-%d}"
    until(lambda: not week.rows)
    week.back()
    sitting.press()
    assert "This week" not in labels(title.tree)


def test_this_week_on_a_title_open_at_midnight_goes_without_a_key(sitting: Sitting, days: Days) -> None:
    ctx = sitting.ctx
    assert ctx.folder
    Ladder(ctx.folder).add(file(played(days.first - timedelta(days=6))), days.first)
    title = titled(ctx)
    assert "This week" in labels(title.tree)
    days.turn()
    sitting.loop.turn(title, here().clock.seconds())
    assert "This week" not in labels(title.tree)


def test_a_run_of_a_day_to_come_alone_is_no_week_to_show(sitting: Sitting, days: Days) -> None:
    """It was won while the clock was wrong."""
    assert sitting.ctx.folder
    later = days.first + timedelta(days=900)
    Ladder(sitting.ctx.folder).add(file(played(later)), later)
    title = titled(sitting.ctx)
    assert "This week" not in labels(title.tree)


def test_what_is_won_after_midnight_is_not_of_its_day_nor_is_what_is_won_again(
    sitting: Sitting, days: Days
) -> None:
    ctx = sitting.ctx
    listed(ctx)
    win(ctx, days.first, days.turn)
    results = ctx.archive.results
    assert results.days(days.first) == results.days(days.next) == (0, 0)
    for key in (None, pygame.K_r):
        sitting.press(key)
        assert not any("in a row" in words for words in said(ctx))
    assert at_table(ctx).game.session.name == f"daily-{days.first}", "it is that deal again"
    play_through(ctx, daily(days.first).line())
    written(ctx)
    assert ctx.archive.results.days(days.next) == (0, 0)
    sitting.press(pygame.K_ESCAPE)
    win(ctx, days.next)
    assert ctx.archive.results.days(days.next) == (1, 1)


def test_a_day_is_where_it_was_played_however_far_the_player_has_travelled_since(
    sitting: Sitting, days: Days
) -> None:
    win(sitting.ctx, days.first)
    days.turn()
    assert sitting.ctx.archive.results.days(days.next) == (1, 1)
    at_once, _longest = sitting.ctx.archive.results.days(days.first)
    assert at_once == 1


def test_every_scene_that_looks_up_the_day_is_told_of_a_new_one() -> None:
    found = []
    for module in pkgutil.walk_packages(game.ui.__path__, "game.ui."):
        source = inspect.getsource(import_module(module.name))
        if "clock.today()" not in source or module.name == loop_module.__name__:
            continue
        scenes = [
            each
            for each in vars(sys.modules[module.name]).values()
            if isinstance(each, type) and issubclass(each, Scene) and each.__module__ == module.name
        ]
        asking = [each for each in scenes if "clock.today()" in inspect.getsource(each)]
        assert asking, f"{module.name} looks it up where no scene is told"
        found += asking
    assert len(found) >= 4
    assert all(each.dated for each in found)
