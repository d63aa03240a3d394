"""The calendar of the dailies."""

from datetime import date, timedelta

import pygame

from game.challenges.level_files import daily
from game.storage.settings import Settings
from game.system import here
from game.ui.engine import requests
from game.ui.engine.loop import Loop
from game.ui.engine.scene import Context
from game.ui.menu.calendar import CalendarScene
from game.ui.play.patience.challenge_end import ChallengeEnd
from game.ui.view.leaves import Button
from tests.today import Days
from tests.ui.menu.challenged import at_table, listed, play_through
from tests.ui.pilot import asked, draw, labels, press
from tests.waiting import until


def calendar(ctx: Context) -> CalendarScene:
    scene = CalendarScene()
    ctx.push(scene)
    draw(ctx)
    return scene


def values(scene: CalendarScene) -> dict[str, str]:
    """The medals by the names of the days that can be played."""
    scene.renew()
    found = [each for each in scene.tree.controls if each.name.startswith("day ")]
    return {each.name: each.control.value or "" for each in found if isinstance(each.control, Button)}


def win(ctx: Context, day: date) -> str:
    ctx.open(requests.Challenge(daily(day).id))
    play_through(ctx, daily(day).line())
    end = ctx.scene
    assert isinstance(end, ChallengeEnd)
    until(lambda: not ctx.archive.recording)
    end.close()
    return end._entry.result.medal


def test_a_past_day_is_played_and_shown_but_not_in_the_streak(days: Days, ctx: Context) -> None:
    ctx.settings = Settings(reduced_motion=True)
    scene, past = calendar(ctx), days.first - timedelta(days=1)
    assert scene.tree.focused == f"day {days.first.day}", "today is in front"
    assert [*values(scene)] == [f"day {n}" for n in range(1, days.first.day + 1)], "none to come"
    medal = win(ctx, past)
    assert medal
    assert values(scene)[f"day {days.first.day}"] == ""
    assert ctx.archive.results.days(days.first) == (0, 0)
    win(ctx, days.first)
    assert values(scene)[f"day {days.first.day}"]
    if past.month != days.first.month:
        press(ctx, pygame.K_PAGEUP)
    assert values(scene)[f"day {past.day}"] == medal
    assert ctx.archive.results.days(days.first) == (1, 1)


def test_months_go_back_and_come_no_further_than_today(days: Days, ctx: Context) -> None:
    scene = calendar(ctx)
    press(ctx, pygame.K_PAGEUP)
    before = days.first.replace(day=1) - timedelta(days=1)
    assert [*values(scene)][-1] == f"day {before.day}"
    press(ctx, pygame.K_PAGEDOWN, pygame.K_PAGEDOWN)
    assert [*values(scene)][-1] == f"day {days.first.day}"
    wanted = asked(ctx)
    scene.renew()
    scene.tree.focus("day 1")
    press(ctx, pygame.K_RETURN)
    assert wanted == [requests.Challenge(f"daily-{days.first.replace(day=1)}")]


def test_at_midnight_the_new_day_can_be_played(days: Days, ctx: Context) -> None:
    scene, loop = calendar(ctx), Loop(ctx)
    pygame.event.clear()
    days.turn()
    pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=(1, 1), rel=(1, 1), buttons=(0, 0, 0)))
    loop.turn(scene, here().clock.seconds())
    assert f"day {days.next.day}" in values(scene)
    scene.tree.focus(f"day {days.next.day}")
    press(ctx, pygame.K_RETURN)
    assert at_table(ctx).game.session.name == f"daily-{days.next}"


def test_the_list_of_challenges_leads_there(ctx: Context) -> None:
    assert "Calendar" in labels(listed(ctx).tree)
