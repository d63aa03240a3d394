"""In peace: no clock, no medals, no result; what helps is free."""

from datetime import date

import pygame
import pytest

from game.challenges.ladder import Ladder
from game.challenges.level_files import FOLDER, daily, named, read_level
from game.rules import games
from game.sessions.live_run import LiveRun
from game.storage.replay_writer import run_path
from game.storage.results import open_results
from game.storage.run_replay import read_run
from game.system import here
from game.ui.engine import requests
from game.ui.engine.scene import Context
from game.ui.menu.challenges import ChallengesScene
from game.ui.menu.kept import KeptScene
from game.ui.play.patience.challenge_end import ChallengeEnd
from game.ui.play.patience.free_end import PeaceEnd
from tests.ui.menu.challenged import at_table, listed, play_through, some_move
from tests.ui.pilot import Pilot, labelled, labels, press, told
from tests.waiting import until

ACHT = read_level(FOLDER / "acht-mal-acht-01.toml")


@pytest.fixture
def calm(ctx: Context) -> Context:
    """Somebody who plays everything in peace."""
    ctx.settings.set_peace("", True)
    ctx.settings.reduced_motion = True
    return ctx


def begun(ctx: Context, level: str = ACHT.id) -> LiveRun:
    ctx.open(requests.Challenge(level))
    session = at_table(ctx).game.session
    assert isinstance(session, LiveRun)
    Pilot(ctx, here().clock.seconds()).wait(1.5)
    return session


def test_there_is_no_clock_and_nothing_costs(calm: Context) -> None:
    session = begun(calm)
    assert (session.limit, session.medals) == (None, ())
    assert session.hints.indicates
    session.play(some_move(calm)[0])
    pilot = Pilot(calm, here().clock.seconds())
    pilot.key(pygame.K_u)
    pilot.step()
    stage = at_table(calm).stage
    assert stage
    assert not [name for name in stage.canvas.tags if name.startswith(("rise", "clock"))]
    assert "In peace" in told(stage, "paper")
    calm.settings.set_peace("acht-mal-acht", False)
    assert not session.may.time, "what is begun stays as it is"


def test_it_ends_with_again_and_next_and_is_played_but_no_result(calm: Context) -> None:
    begun(calm)
    play_through(calm, ACHT.line())
    end = calm.scene
    assert isinstance(end, PeaceEnd)
    assert {"Again", "Next deal"} <= {*labels(end.tree)}
    until(lambda: not calm.archive.recording)
    results = calm.archive.results
    assert results.latest() == []
    assert not results.medals()
    line = results.statistics()["acht-mal-acht"]
    assert (line.played, line.won, line.peaceful) == (0, 0, 1)
    assert calm.archive.kept_games() == []
    press(calm, pygame.K_n)
    after = at_table(calm).game.session
    assert (after.name, after.may.time) == ("acht-mal-acht-02", False)


def test_a_daily_in_peace_is_neither_in_the_streak_nor_on_the_ladder(calm: Context) -> None:
    today = here().clock.today()
    level = daily(today)
    begun(calm, level.id)
    play_through(calm, level.line())
    assert isinstance(calm.scene, PeaceEnd)
    until(lambda: not calm.archive.recording)
    assert calm.archive.results.days(today) == (0, 0)
    assert calm.folder
    assert Ladder(calm.folder).entries(today) == {}
    calm.settings.peace.clear()
    calm.pop_to(calm.stack[0])
    won(calm, today)
    assert calm.archive.results.days(today) == (1, 1)


def won(ctx: Context, day: date) -> None:
    begun(ctx, daily(day).id)
    play_through(ctx, daily(day).line())
    assert isinstance(ctx.scene, ChallengeEnd)
    until(lambda: not ctx.archive.recording)


def test_a_kept_game_keeps_its_mode_beside_one_against_the_clock(calm: Context) -> None:
    scene = listed(calm, "acht-mal-acht")
    begun(calm).play(some_move(calm)[0])
    at_table(calm).back()
    calm.settings.set_peace("acht-mal-acht", False)
    scene.resume()
    first = named(ACHT.id)
    assert isinstance(calm.scene, ChallengesScene)
    assert scene._kept(first) is None
    session = begun(calm)
    assert session.may.time
    assert not session.begun
    session.play(some_move(calm)[0])
    at_table(calm).back()
    kept = {game.peaceful: game for game in calm.archive.kept_games()}
    assert {*kept} == {True, False}
    calm.open(requests.GoOn(kept[True]))
    again = at_table(calm).game.session
    assert (again.may.time, again.begun, again.limit) == (False, True, None)
    at_table(calm).back()
    saved = KeptScene("acht-mal-acht")
    calm.push(saved)
    assert sorted("In peace" in str(row.value) for row in saved.rows) == [False, True]
    for game in kept.values():
        saved._end(game)
    until(lambda: not calm.archive.recording)
    assert len(calm.archive.results.latest()) == 1
    assert calm.archive.results.statistics()["acht-mal-acht"].peaceful == 1


def test_before_the_first_move_it_is_chosen_for_the_game_and_at_the_first_patience_for_all(
    ctx: Context,
) -> None:
    ctx.open(requests.FreePlay(games()["staffelpatience"](), 1))
    pilot = Pilot(ctx, here().clock.seconds())
    pilot.draw()
    pilot.wait(1.5)
    pilot.key(pygame.K_s)
    session = at_table(ctx).game.session
    assert (session.may.time, session.seed) == (False, 1)
    assert ctx.settings.in_peace("paare")
    session.play(some_move(ctx)[0])
    pilot.draw()
    pilot.wait(0.1)
    at_table(ctx).back()
    ctx.open(requests.FreePlay(games()["staffelpatience"](), 2))
    pilot.draw()
    pilot.wait(1.5)
    pilot.key(pygame.K_s)
    assert at_table(ctx).game.session.may.time
    assert not ctx.settings.in_peace("staffelpatience")
    assert ctx.settings.in_peace("paare")


def test_a_run_is_raced_against_the_clock(ctx: Context) -> None:
    won(ctx, here().clock.today())
    run = next(iter(ctx.archive.results.latest()))
    ctx.settings.set_peace("", True)
    assert ctx.folder
    ctx.open(requests.Race(read_run(run_path(ctx.folder, run.run))))
    assert at_table(ctx).game.session.may.time


def test_the_list_switches_each_game(ctx: Context) -> None:
    ctx.settings.met = ("paare",)
    scene = listed(ctx, "acht-mal-acht")
    switch = labelled(scene.tree, "In peace").control
    assert switch
    switch.act()
    assert ctx.settings.in_peace("acht-mal-acht")
    assert not ctx.settings.in_peace("paare")


def test_an_older_file_of_records_counts_peace_and_resets_too(ctx: Context) -> None:
    assert ctx.folder
    results, _notice = open_results(ctx.folder)
    results.database.execute("DROP TABLE peaceful")
    results.database.execute("DROP TABLE reset")
    results.close()
    results, notice = open_results(ctx.folder)
    assert notice is None
    assert results.statistics() == {}
    assert results.attempts() == {}
    results.close()
