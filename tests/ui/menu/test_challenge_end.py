"""The end of a challenge and of a free game: what it says, and what follows."""

import math
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pygame
import pytest

from game.challenges.level import MEDALS, by_grade
from game.challenges.level_files import FOLDER, daily, levels, read_level
from game.core.table import Move
from game.i18n import exact_time
from game.rules import games
from game.sessions.live_run import LiveRun
from game.sessions.run_playback import RunPlayback
from game.storage.result import Result
from game.storage.run_replay import progress_in
from game.system import here
from game.ui.covers.cover import AskScene
from game.ui.engine import requests
from game.ui.engine.devices import PAD_PRESS
from game.ui.engine.scene import Context
from game.ui.menu.challenge_tile import explained
from game.ui.menu.records import RecordsScene
from game.ui.play.patience.challenge_end import ChallengeEnd
from game.ui.play.patience.free_end import SoloEnd
from game.ui.view.boxes import flat
from game.ui.view.leaves import Button, Text
from game.ui.widgets.medals import to_win
from game.ui.widgets.words import deal_words, short_time
from tests.ui.menu.challenged import (
    LEVEL,
    at_table,
    begun,
    below,
    ended,
    first_help,
    focus,
    listed,
    play_through,
    said,
    some_move,
    tiles,
    written,
)
from tests.ui.pilot import Heard, click, draw, labelled, labels, press, send
from tests.waiting import until


def plate(ctx: Context) -> set[str]:
    """What is said at the foot of the panel."""
    draw(ctx)
    return {each.words for each in flat(at_table(ctx).game.panel._plates[0]) if isinstance(each, Text)}


def test_the_next_challenge_follows_a_win_and_the_same_one_a_loss(ctx: Context) -> None:
    listed(ctx)
    ctx.open(requests.Challenge(LEVEL.id))
    play_through(ctx, LEVEL.line())
    written(ctx)
    press(ctx, pygame.K_RETURN)
    assert at_table(ctx).game.session.name == "paare-02"
    assert {"Gold", "Silver", "Bronze"} < plate(ctx)
    play_through(ctx, some_move(ctx))
    written(ctx)
    press(ctx, pygame.K_RETURN)
    assert at_table(ctx).game.session.name == "paare-02"
    assert {"Gold", "Silver", "Bronze", "Your best run", "Attempt 2"} < plate(ctx)


def test_the_next_deal_lies_ready_and_its_gold_is_told(ctx: Context) -> None:
    listed(ctx)
    end = ended(ctx, LEVEL.line())
    gold = dict(read_level(FOLDER / "paare-02.toml").medals)["gold"]
    (ready,) = (each for each in below(end.view()) if isinstance(each, Button) and each.primary)
    words = [each.words for each in below(ready.inside) if isinstance(each, Text)]
    assert words == ["Next challenge", f"Challenge 2 · gold under {short_time(gold)}"]


def test_the_other_way_on_has_a_key_of_its_own(ctx: Context) -> None:
    listed(ctx)
    end = ended(ctx, LEVEL.line())
    others = "Watch the run", "The author’s line", "Share the run"
    assert [label for label in labels(end.tree) if label not in others] == [
        "Next challenge",
        "Once more",
        "All challenges",
    ]
    press(ctx, pygame.K_r)
    assert at_table(ctx).game.session.name == LEVEL.id
    play_through(ctx, some_move(ctx))
    draw(ctx)
    assert focus(ctx.scene).label == "Once more"  # type: ignore[arg-type]
    press(ctx, pygame.K_n)
    assert at_table(ctx).game.session.name == "paare-02"


def test_who_has_won_is_shown_the_authors_line(ctx: Context) -> None:
    listed(ctx)
    ended(ctx, LEVEL.line())
    press(ctx, pygame.K_a)
    shown = at_table(ctx).game.session
    assert isinstance(shown, RunPlayback)
    shown.skip()
    assert shown.won and shown.solo.history.line == LEVEL.line()


def test_the_fifth_medal_wins_a_table_and_the_days_are_counted(ctx: Context) -> None:
    ctx.folder = None
    listed(ctx)
    today = here().clock.today()
    for day in range(1, 5):
        name = f"daily-{today - timedelta(days=day)}"
        won = {"game": "paare", "won": True, "placed": 52, "cards": 52, "time": 1, "when": 1, "day": name[6:]}
        ctx.archive.results.add(Result(seed=1, challenge=name, medal="bronze", **won))  # type: ignore[arg-type]
    level = daily(today)
    ctx.open(requests.Challenge(level.id))
    play_through(ctx, level.line())
    written(ctx)
    assert {"You have won the table “claret”.", "5 days in a row"} <= said(ctx)
    press(ctx, pygame.K_ESCAPE)
    ctx.open(requests.Challenge(level.id))
    play_through(ctx, level.line())
    written(ctx)
    assert "You have won the table “claret”." not in said(ctx), "it is won once"
    ctx.push(RecordsScene())
    assert {"6", "5 (5)", "Days in a row (most)"} <= said(ctx)


def test_the_run_can_be_watched_from_its_end(ctx: Context) -> None:
    listed(ctx)
    end = ended(ctx, LEVEL.line()[:3])
    click(ctx, labelled(end.tree, "Watch the run").rect)
    shown = at_table(ctx)
    assert isinstance(shown.game.session, RunPlayback)
    draw(ctx)
    press(ctx, pygame.K_SPACE)
    assert shown.game.session.solo.history.line == LEVEL.line()[:3]
    shown.back()
    assert ctx.stack[-1] is end
    assert len(ctx.archive.results.latest()) == 1


def test_a_medal_has_a_sound_and_music_of_its_own(ctx: Context) -> None:
    ctx.sounds = heard = Heard()
    ended(ctx, LEVEL.line())
    assert [name for name in heard.names if name in MEDALS] == ["gold"]
    assert ctx.music == "medal"


@pytest.mark.real
def test_no_frame_waits_for_the_disk_and_the_screen_says_when_all_is_there(
    ctx: Context, tmp_path: Path
) -> None:
    scene = listed(ctx)
    click(ctx, tiles(scene)[0].rect)
    with closing(sqlite3.connect(tmp_path / "records.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")  # as long as this stands nothing can be written
        play_through(ctx, LEVEL.line())
        assert isinstance(ctx.scene, ChallengeEnd)
        assert "Recording …" in said(ctx)
        press(ctx, pygame.K_ESCAPE)
        assert first_help(scene) == explained(LEVEL, None)
        other.execute("ROLLBACK")
    written(ctx)
    assert first_help(scene) == explained(LEVEL, ctx.archive.results.best(LEVEL.leaderboard()))
    draw(ctx)
    click(ctx, tiles(scene)[0].rect)
    play_through(ctx, LEVEL.line()[:2])
    written(ctx)
    assert {"Recorded", "Your results: 2 of 2"} <= said(ctx)


def unveiled(ctx: Context, won: bool = True) -> ChallengeEnd:
    """The end of a challenge that has been won in less time than before, or lost; nothing of it is shown
    yet."""
    begun(ctx).game.session.play(LEVEL.line()[0])
    here().clock.pause(9)
    play_through(ctx, LEVEL.line()[1:])
    written(ctx)
    press(ctx, pygame.K_ESCAPE)
    begun(ctx)
    play_through(ctx, LEVEL.line() if won else LEVEL.line()[:1])
    end = ctx.scene
    assert isinstance(end, ChallengeEnd)
    until(lambda: end._entry.saved)
    return end


def test_the_time_rolls_up_the_medal_drops_and_the_old_best_is_struck_through(ctx: Context) -> None:
    end = unveiled(ctx)
    result = end._entry.result
    assert end._entry.saved
    best = end._entry.saved.previous_best
    assert best and best.time > result.time
    rolled, sounds = list[str](), ctx.sounds.heard
    seen = list[tuple[bool, bool, bool]]()
    sounds.clear()
    while not seen or end.rest(here().clock.seconds()) == 0:
        end.step(here().clock.seconds())
        here().clock.pause(1 / 30)
        texts = [node.words for node in below(end.view()) if isinstance(node, Text)]
        rolls = [words for words in texts if "0:" <= words < exact_time(result.time) and words[-2] == "."]
        rolled += [] if "Gold!" in texts else rolls
        seen.append(("Gold!" in texts, exact_time(best.time) in texts, bool(sounds)))
    assert len(set(rolled)) > 5 and rolled == sorted(rolled)
    assert seen[0] == (False, True, False)
    first = seen.index((True, True, True))
    assert 0.9 < first / 30 < 2, "the verdict comes with the sound of the medal"
    assert all(each[0] == each[2] for each in seen)
    assert first + 30 < len(seen), "it swings for a while"
    assert end.rest(here().clock.seconds()) == math.inf


def test_a_press_shows_the_medal_at_once_and_starts_no_other_game(ctx: Context) -> None:
    end = unveiled(ctx)
    end.step(here().clock.seconds())
    draw(ctx)
    assert "Gold!" not in said(ctx)
    press(ctx, pygame.K_RETURN)
    end.step(here().clock.seconds())
    assert ctx.scene is end
    assert "Gold!" in said(ctx)


@pytest.mark.parametrize("fiendish", [True, False])
def test_the_gold_of_a_fiendish_challenge_is_loud(ctx: Context, fiendish: bool) -> None:
    ctx.sounds = heard = Heard()
    grades = by_grade([each for each in levels()[0] if each.game == "paare"])
    level = grades[-1 if fiendish else -2][0]
    ctx.open(requests.Challenge(level.id))
    play_through(ctx, level.line())
    end = ctx.scene
    assert isinstance(end, ChallengeEnd)
    flown = False
    while end.rest(here().clock.seconds()) == 0:
        here().clock.pause(1 / 20)
        end.step(here().clock.seconds())
        flown |= draw(ctx) > 20
    assert [name for name in heard.names if name in (*MEDALS, "gloating")] == ["gold"] + fiendish * [
        "gloating"
    ]
    assert flown == fiendish


def test_with_reduced_motion_the_medal_hangs_there_at_once(ctx: Context) -> None:
    ctx.settings.reduced_motion = True
    end = unveiled(ctx)
    end.step(here().clock.seconds())
    assert "Gold!" in said(ctx)
    assert end.rest(here().clock.seconds()) == math.inf


def test_a_challenge_that_is_lost_is_told_at_once(ctx: Context) -> None:
    end = unveiled(ctx, won=False)
    end.step(here().clock.seconds())
    result = end._entry.result
    left = result.cards - result.placed
    assert {"Not this time", f"{left} cards left", "Cards laid, as time went by"} <= {*said(ctx)}
    assert end.rest(here().clock.seconds()) == math.inf


def test_the_end_of_a_free_game_can_be_watched_and_says_that_it_is_recorded(ctx: Context) -> None:
    ctx.open(requests.FreePlay(games()["paare"](), 5))
    play_through(ctx, some_move(ctx))
    end = ctx.scene
    assert isinstance(end, SoloEnd)
    written(ctx)
    assert "Recorded" in said(ctx)
    assert labels(end.tree)[:2] == ["Same deal again", "Another deal"]
    click(ctx, labelled(end.tree, "Watch the run").rect)
    shown = at_table(ctx)
    assert isinstance(shown.game.session, RunPlayback)
    shown.back()
    assert ctx.stack[-1] is end


def test_a_win_by_double_series_is_called_one_and_the_list_shows_it(ctx: Context) -> None:
    found = (level for level in levels()[0] if level.game == "staffelpatience")
    level = next(level for level in found if level.rules["double_series"])
    ctx.open(requests.Challenge(level.id))
    play_through(ctx, level.line())
    assert isinstance(ctx.scene, ChallengeEnd)
    written(ctx)
    told = said(ctx)
    assert any("Won with a double series" in words for words in told), told
    assert f"Staffelpatience · {deal_words(level.id)}" in told and level.id not in told
    best = ctx.archive.results.best(level.leaderboard())
    assert best
    assert (best.won, best.medal, best.placed < best.cards) == (True, "author", True)
    assert explained(level, best) == explained(level, None), "nothing is left to do"


def run_of(ctx: Context, pace: float, slip: bool = False) -> set[str]:
    """What the end says of a run of the stored line, the other runs compared; `slip`: with a mistake."""
    table = begun(ctx)
    if slip:
        table.game.session.play(LEVEL.line()[0])
        table.game.session.play(Move(0, 0, 7))
    play_through(ctx, LEVEL.line()[slip:], pace)
    end = ctx.scene
    assert isinstance(end, ChallengeEnd)
    written(ctx)
    here().clock.pause(5)
    for _ in range(3):
        end.step(here().clock.seconds())
    told = said(ctx)
    press(ctx, pygame.K_ESCAPE)
    return told


def test_splits_stand_beside_those_of_the_best_and_the_sum_of_the_best(ctx: Context) -> None:
    listed(ctx)
    told = run_of(ctx, 0.5, slip=True)
    assert "This run" in told and not {"Best so far", "Sum of best", "Best clean", "clean"} & told
    assert any(words.startswith("Economy 97 % · Index ") for words in told)
    told = run_of(ctx, 0.4)
    assert {"Best so far", "Sum of best"} <= told
    assert any(words.endswith(" · clean") and words.startswith("Economy 100 %") for words in told)
    assert "Best clean" not in told, "for the best is clean"
    run_of(ctx, 0.2, slip=True)
    told = run_of(ctx, 0.9)
    best = ctx.archive.results.best(LEVEL.leaderboard())
    assert best and ("Best clean" in told) is not best.clean


def dealt_after(ctx: Context) -> float:
    """Seconds until all cards lie where they are dealt to."""
    frames, table = 0, at_table(ctx)
    while not table.stage or table.stage.moving:
        table.step(here().clock.seconds())
        draw(ctx)
        here().clock.pause(1 / 120)
        frames += 1
    return frames / 120


def test_own_runs_are_read_before_they_are_compared_with_while_the_clock_runs(ctx: Context) -> None:
    for _ in range(2):
        ended(ctx, LEVEL.line())
    progress_in.cache_clear()
    scene = begun(ctx)
    here().clock.pause(4)
    read = progress_in.cache_info().misses
    for _ in range(4):
        press(ctx, pygame.K_c)
    assert progress_in.cache_info().misses == read > 1 and not scene.game.lists


def test_one_key_deals_the_same_again_at_once_from_anywhere(ctx: Context) -> None:
    listed(ctx)
    ended(ctx, LEVEL.line())
    ctx.sounds = heard = Heard()
    press(ctx, pygame.K_r)
    table = at_table(ctx)
    assert dealt_after(ctx) < 0.3
    assert heard.names.count("shuffle") == 1
    session = table.game.session
    assert not session.begun and table.game.rival, "against the run that was just played"
    session.play(LEVEL.line()[0])
    press(ctx, pygame.K_r)
    assert dealt_after(ctx) < 0.3
    assert at_table(ctx) is table and not session.begun
    session.play(LEVEL.line()[0])
    send(ctx, PAD_PRESS, pad=0, button="select", repeat=False)
    assert dealt_after(ctx) < 0.3
    assert at_table(ctx) is table and not session.begun
    press(ctx, pygame.K_r)
    assert table.stage and table.stage.moving, "there is nothing to lose"
    session.play(LEVEL.line()[0])
    table.step(here().clock.seconds())
    assert session.begun, "while the cards still fly"
    press(ctx, pygame.K_p, pygame.K_r)
    assert at_table(ctx) is table and not session.begun
    play_through(ctx, LEVEL.line())
    assert isinstance(ctx.scene, ChallengeEnd)
    written(ctx)
    assert len(ctx.archive.results.latest()) == 2


@pytest.mark.parametrize("keys", [(pygame.K_r,), (pygame.K_p, pygame.K_r)])
@pytest.mark.parametrize("won", [True, False])
def test_a_run_counts_though_the_deal_is_begun_again_before_its_end_is_shown(
    ctx: Context, won: bool, keys: tuple[int, ...]
) -> None:
    ctx.settings.reduced_motion = True
    table = begun(ctx)
    session = table.game.session
    assert isinstance(session, LiveRun)
    for move in LEVEL.line() if won else LEVEL.line()[:3]:
        session.play(move)
        here().clock.pause(0.25)
    session.give_up()
    press(ctx, *keys)
    assert at_table(ctx) is table and not session.begun
    table.back()
    until(lambda: not ctx.archive.recording)
    assert [result.won for result in ctx.archive.results.latest()] == [won]


def test_a_game_that_was_kept_is_not_begun_again_unasked(ctx: Context) -> None:
    begun(ctx).game.session.play(LEVEL.line()[0])
    at_table(ctx).back()
    table = begun(ctx)
    press(ctx, pygame.K_r)
    assert isinstance(ctx.scene, AskScene)
    press(ctx, pygame.K_r)
    assert at_table(ctx) is table and not table.game.session.begun


def test_an_authors_medal_counts_as_gold_where_medals_win_tables() -> None:
    assert to_win({"author": 12, "gold": 8}) == {}
    assert list(to_win({"author": 10})) == ["gilt"]
    assert list(to_win({"silver": 4, "author": 1})) == ["slate", "gilt"]
