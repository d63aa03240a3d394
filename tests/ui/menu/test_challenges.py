"""The list of challenges, the end of one and the records, as a player goes through them."""

import math
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pygame
import pytest
from pygame import Rect

from game.challenges.level import MEDALS, by_grade
from game.challenges.level_files import FOLDER, daily, levels, named, read_level
from game.core.table import Move
from game.i18n import set_language
from game.rules import games
from game.sessions.live_run import LiveRun
from game.sessions.run_playback import RunPlayback
from game.storage.result import Result
from game.ui.covers.cover import AskScene
from game.ui.engine import text
from game.ui.engine.scene import Context
from game.ui.menu.challenge_tile import explained, pip_count
from game.ui.menu.challenges import ChallengesScene
from game.ui.menu.records import RecordsScene
from game.ui.play.patience.challenge_end import ChallengeEnd
from game.ui.play.patience.free_end import SoloEnd
from game.ui.play.patience.game import SoloTable
from game.ui.play.scene import PlayScene
from game.ui.view.hint import Hint
from game.ui.view.leaves import Button, Text
from game.ui.view.node import Control, Node, Placed
from game.ui.widgets.deals import deal_words
from game.ui.widgets.medals import to_win
from game.ui.widgets.times import exact_time
from tests.ui.pilot import CLOCK, Heard, click, described, draw, labelled, labels, press
from tests.waiting import until

LEVEL = read_level(FOLDER / "paare-01.toml")


def listed(ctx: Context, game: str = "paare", last: str = "") -> ChallengesScene:
    """The list of a game that has sixty challenges."""
    scene = ChallengesScene(game, last)
    ctx.push(scene)
    draw(ctx)
    return scene


def written(ctx: Context) -> None:
    """Wait until all is on the disk, and until the scene has shown it."""
    scene = ctx.scene
    assert scene
    until(lambda: not ctx.launcher.recording)
    until(lambda: not isinstance(scene, ChallengeEnd) or scene._entry.saved)
    scene.step(time.perf_counter())
    CLOCK.skip(4)
    scene.step(time.perf_counter())


def shown(scene: ChallengesScene) -> list[Button]:
    """The buttons that are shown now."""
    scene.renew()
    return [each.node for each in scene.tree.controls if isinstance(each.node, Button)]


def game_rows(scene: ChallengesScene) -> list[Placed]:
    titles = {kind.title for kind in games().values()}
    scene.renew()
    return [each for each in scene.tree.controls if each.control and each.control.label in titles]


def tiles(scene: ChallengesScene) -> list[Placed]:
    scene.renew()
    return [each for each in scene.tree.controls if each.name.startswith("tile ")]


def grades(scene: ChallengesScene) -> list[str]:
    """The names of all grades."""
    titles = {kind.title for kind in games().values()}
    return [each.label for each in shown(scene) if each.chosen is not None and each.label not in titles]


def first_help(scene: ChallengesScene) -> str:
    """What is said of the first challenge."""
    first = tiles(scene)[0].control
    assert first
    return first.help


def hint_bar(scene: ChallengesScene) -> tuple[Hint, Rect]:
    """The bar at the foot, and what it shows now."""
    found = ((each.node, each.rect) for each in scene.tree._placed if isinstance(each.node, Hint))
    hint, rect = next(found)
    return hint.about(here(scene).label, here(scene).help, ""), rect


def here(scene: ChallengesScene) -> Control:
    """The control in focus."""
    assert scene.tree.here
    assert scene.tree.here.control
    return scene.tree.here.control


def at_table(ctx: Context) -> SoloTable:
    """The table that lies there."""
    assert isinstance(ctx.scene, PlayScene)
    return ctx.scene


def begun(ctx: Context) -> SoloTable:
    """The table of the challenge, as it is seen first."""
    ctx.launcher.solo.challenge(LEVEL.id)
    draw(ctx)
    return at_table(ctx)


def ended(ctx: Context, moves: tuple[Move, ...]) -> ChallengeEnd:
    """The end of the challenge after these moves, once it is recorded."""
    ctx.launcher.solo.challenge(LEVEL.id)
    play_through(ctx, moves)
    end = ctx.scene
    assert isinstance(end, ChallengeEnd)
    written(ctx)
    draw(ctx)
    return end


def some_move(ctx: Context) -> tuple[Move, ...]:
    """One of those that may be made at the table that lies there."""
    session = at_table(ctx).gameplay.session
    return (next(session.rules.moves(session.state.table, 0)),)


def play_through(ctx: Context, moves: tuple[Move, ...], pace: float = 0.25) -> None:
    """Make the moves at the table that lies there, and wait for what comes after the last."""
    scene = at_table(ctx)
    draw(ctx)
    for move in moves:
        scene.gameplay.session.play(move)
        scene.step(time.perf_counter())
        CLOCK.skip(pace)
    if not scene.gameplay.session.over:
        assert isinstance(scene.gameplay.session, LiveRun)
        scene.gameplay.session.give_up()
    end = time.perf_counter() + 20
    while ctx.scene is scene and time.perf_counter() < end:
        scene.step(time.perf_counter())
        draw(ctx)  # the cards leave as they are drawn
        CLOCK.skip(0.1)


def test_every_solo_game_has_its_challenges_in_the_list(ctx: Context) -> None:
    scene = listed(ctx)
    rows = [each.control.label for each in game_rows(scene) if each.control]
    assert rows == [kind.title for name, kind in sorted(games().items()) if 1 in kind.seats]
    assert len(tiles(scene)) == 12


def test_a_damaged_records_file_is_told_in_the_list(ctx: Context, tmp_path: Path) -> None:
    (tmp_path / "records.db").write_bytes(bytes(range(256)) * 20)
    listed(ctx)
    assert len(ctx.notices) == ctx.seen == 1
    told = pygame.image.tobytes(ctx.window.surface, "RGB")
    ctx.notices.clear()
    ctx.redraw()
    draw(ctx)
    assert pygame.image.tobytes(ctx.window.surface, "RGB") != told


def test_keys_go_from_game_to_tile_and_through_the_rows(ctx: Context) -> None:
    scene = listed(ctx)
    scene.tree.focus(game_rows(scene)[0].name, by_key=True)
    press(ctx, pygame.K_RIGHT)
    row = game_rows(scene)[0].name
    assert (scene.game, here(scene).label) == (row, "Challenge 1"), "of the game whose row had the focus"
    press(ctx, pygame.K_DOWN, pygame.K_RIGHT)
    assert scene.tree.here == tiles(scene)[5]
    press(ctx, pygame.K_UP, pygame.K_LEFT, pygame.K_LEFT)
    assert scene.tree.here == game_rows(scene)[0]


def test_an_arrow_leads_back_to_the_game_and_the_grade_that_are_shown(ctx: Context) -> None:
    scene = listed(ctx, "haisty")
    click(ctx, labelled(scene.tree, "Medium").rect)
    for tile in range(12):
        scene.tree.focus(tiles(scene)[tile].name)
        press(ctx, *[pygame.K_UP] * (1 + tile // 4))
        assert here(scene).label == "Medium"
        scene.tree.focus(tiles(scene)[tile].name)
        press(ctx, *[pygame.K_LEFT] * (1 + tile % 4))
        assert here(scene).label == "Haisty Patience"
    press(ctx, pygame.K_TAB)
    assert here(scene).label == "Medium", "the other games and grades are reached by the arrows"
    assert shown_grade(scene) == ["Medium"]


def shown_grade(scene: ChallengesScene) -> list[str]:
    """The names of the grades that are marked."""
    return [each.label for each in shown(scene) if each.chosen and each.label in grades(scene)]


def test_sixty_challenges_are_in_five_grades_of_twelve(ctx: Context) -> None:
    scene = listed(ctx, "haisty")
    names: list[str] = []
    assert grades(scene) == ["Gentle", "Easy", "Medium", "Hard", "Fiendish"]
    for grade in grades(scene):
        click(ctx, labelled(scene.tree, grade).rect)
        draw(ctx)
        assert shown_grade(scene) == [grade]
        assert len(tiles(scene)) == 12
        names += [tile.control.label for tile in tiles(scene) if tile.control]
    assert names == [f"Challenge {number}" for number in range(1, 61)]
    assert len({(tile.rect.x, tile.rect.y) for tile in tiles(scene)}) == 12


def test_a_grade_says_how_often_a_careful_player_wins_and_how_long_that_takes(ctx: Context) -> None:
    scene = listed(ctx, "haisty")
    tab = labelled(scene.tree, "Gentle")
    assert tab.control
    first, second = tab.control.help.splitlines()
    assert first == "0 of 12 challenges won"
    assert re.fullmatch(r"A careful player wins \d+ % of the games, in some \d+ min each\.", second)
    scene = listed(ctx, "paare")
    assert not any(" % of the games" in each.control.help for each in scene.tree.controls if each.control)


def test_in_a_game_without_choice_the_pages_have_numbers_in_place_of_grades(ctx: Context) -> None:
    scene = listed(ctx)
    assert grades(scene) == ["1–12", "13–24", "25–36", "37–48", "49–60"]


def test_few_challenges_are_not_graded() -> None:
    some = [level for level in levels()[0] if level.game == "haisty"]
    assert by_grade(some[:12]) == [some[:12]]
    assert [len(grade) for grade in by_grade(some[:13])] == [2, 3, 2, 3, 3]
    assert [level for grade in by_grade(some) for level in grade] == some
    assert by_grade([]) == [[]]


def test_keys_turn_the_grades_and_keep_their_place(ctx: Context) -> None:
    scene = listed(ctx, "haisty")
    scene.tree.focus(tiles(scene)[5].name)
    press(ctx, pygame.K_PAGEDOWN, pygame.K_PAGEDOWN)
    assert shown_grade(scene) == ["Medium"]
    assert here(scene).label == "Challenge 30"
    press(ctx, pygame.K_PAGEUP)
    assert here(scene).label == "Challenge 18"
    press(ctx, *[pygame.K_PAGEUP] * 3)
    assert shown_grade(scene) == ["Gentle"]
    press(ctx, *[pygame.K_PAGEDOWN] * 9)
    assert shown_grade(scene) == ["Fiendish"]
    assert here(scene).label == "Challenge 54"


def test_keys_lead_through_the_grades_and_all_tiles(ctx: Context) -> None:
    scene = listed(ctx, "haisty")
    scene.tree.focus(tiles(scene)[0].name)
    walked = []
    to_and_fro = pygame.K_RIGHT, pygame.K_LEFT
    for _page in range(5):
        for row in range(3):
            walked.append(here(scene).label)
            for _number in range(3):
                press(ctx, to_and_fro[row % 2])
                walked.append(here(scene).label)
            if row < 2:
                press(ctx, pygame.K_DOWN)
        press(ctx, *[pygame.K_LEFT] * 3, pygame.K_UP, pygame.K_UP, pygame.K_PAGEDOWN)
    assert sorted(walked) == sorted(f"Challenge {number}" for number in range(1, 61))
    assert walked[:8] == [f"Challenge {number}" for number in (1, 2, 3, 4, 8, 7, 6, 5)]
    press(ctx, *[pygame.K_DOWN] * 3)
    assert here(scene).label == "Race my best run", "and out at the end"
    scene.tree.focus(tiles(scene)[0].name)
    press(ctx, pygame.K_UP)
    assert here(scene).label == "Fiendish"
    press(ctx, pygame.K_LEFT, pygame.K_LEFT)
    assert shown_grade(scene) == ["Medium"]
    press(ctx, pygame.K_DOWN, pygame.K_DOWN)
    assert here(scene).label == "Challenge 30"
    press(ctx, pygame.K_UP, pygame.K_UP)
    assert here(scene).label == "Medium"


def test_the_list_opens_where_there_is_something_to_win_and_stays_there(ctx: Context) -> None:
    won = {"game": "haisty", "won": True, "placed": 13, "cards": 13, "time": 1, "when": 1}
    for number in range(1, 13):
        level = named(f"haisty-{number:02}")
        ctx.launcher.results.add(Result(seed=level.seed, challenge=level.id, **won))  # type: ignore[arg-type]
    scene = listed(ctx, "haisty")
    assert shown_grade(scene) == ["Easy"]
    told = next(each for each in shown(scene) if each.label == "Gentle").help
    assert told.splitlines()[0] == "12 of 12 challenges won"
    press(ctx, pygame.K_PAGEDOWN)
    ctx.push(RecordsScene("haisty"))
    press(ctx, pygame.K_ESCAPE)
    assert shown_grade(scene) == ["Medium"], "as it was left"
    press(ctx, pygame.K_ESCAPE)
    assert shown_grade(listed(ctx, "haisty", "haisty-49")) == ["Fiendish"], (
        "that of the challenge just played"
    )


def test_a_challenge_is_played_from_the_list_to_its_medal_and_the_list_shows_it(ctx: Context) -> None:
    scene = listed(ctx)
    click(ctx, tiles(scene)[0].rect)
    play_through(ctx, LEVEL.line())
    assert isinstance(ctx.scene, ChallengeEnd)
    written(ctx)
    draw(ctx)
    best = ctx.launcher.results.best(named("paare-01").leaderboard())
    assert best
    assert best.won
    assert best.medal == "gold"
    press(ctx, pygame.K_ESCAPE)
    assert scene is ctx.stack[-1]
    assert first_help(scene) == explained(LEVEL, best)


def test_the_next_challenge_follows_a_win_and_the_same_one_a_loss(ctx: Context) -> None:
    listed(ctx)
    ctx.launcher.solo.challenge(LEVEL.id)
    play_through(ctx, LEVEL.line())
    written(ctx)
    press(ctx, pygame.K_RETURN)
    assert at_table(ctx).gameplay.session.name == "paare-02"
    play_through(ctx, some_move(ctx))
    press(ctx, pygame.K_RETURN)
    assert at_table(ctx).gameplay.session.name == "paare-02"


def test_the_other_way_on_has_a_key_of_its_own(ctx: Context) -> None:
    listed(ctx)
    end = ended(ctx, LEVEL.line())
    assert [label for label in labels(end.tree) if label not in ("Watch the run", "Share the run")] == [
        "Next challenge",
        "Once more",
        "All challenges",
    ]
    press(ctx, pygame.K_r)
    assert at_table(ctx).gameplay.session.name == LEVEL.id
    play_through(ctx, some_move(ctx))
    draw(ctx)
    assert here(ctx.scene).label == "Once more"  # type: ignore[arg-type]
    press(ctx, pygame.K_n)
    assert at_table(ctx).gameplay.session.name == "paare-02"


def test_after_the_days_deal_the_list_is_next_and_shows_where_one_was(ctx: Context) -> None:
    scene = listed(ctx)
    today = scene._today
    assert today
    ctx.launcher.solo.challenge(today.id)
    play_through(ctx, today.line())
    written(ctx)
    draw(ctx)
    assert here(ctx.scene).label == "All challenges"  # type: ignore[arg-type]
    press(ctx, pygame.K_RETURN)
    assert ctx.scene is scene
    assert here(scene).label == "Today’s challenge"
    ctx.launcher.solo.challenge("paare-14")
    play_through(ctx, some_move(ctx))
    draw(ctx)
    press(ctx, pygame.K_ESCAPE)
    assert (shown_grade(scene), here(scene).label) == (["13–24"], "Challenge 14")


def test_the_fifth_medal_wins_a_table_and_the_days_are_counted(ctx: Context) -> None:
    ctx.folder = None
    listed(ctx)
    today = date.today()
    for day in range(1, 5):
        name = f"daily-{today - timedelta(days=day)}"
        won = {"game": "paare", "won": True, "placed": 52, "cards": 52, "time": 1, "when": 1}
        ctx.launcher.results.add(Result(seed=1, challenge=name, medal="bronze", **won))  # type: ignore[arg-type]
    level = daily(today)
    ctx.launcher.solo.challenge(level.id)
    play_through(ctx, level.line())
    written(ctx)
    assert {"You have won the table “claret”.", "5 days in a row"} <= said(ctx)
    press(ctx, pygame.K_ESCAPE)
    ctx.launcher.solo.challenge(level.id)
    play_through(ctx, level.line())
    written(ctx)
    assert "You have won the table “claret”." not in said(ctx), "it is won once"
    ctx.push(RecordsScene())
    assert {"6", "5 (5)", "Days in a row (most)"} <= said(ctx)


def below(node: Node) -> Iterator[Node]:
    """A node and all nodes in it."""
    yield node
    for child in getattr(node, "children", ()):
        if child:
            yield from below(child)


@pytest.mark.parametrize("won", [True, False])
def test_a_new_result_is_golden_in_the_list_only_if_it_was_won(ctx: Context, won: bool) -> None:
    listed(ctx)
    end = ended(ctx, LEVEL.line() if won else LEVEL.line()[:1])
    time = exact_time(end._entry.result.time)
    shown = [node for node in below(end.view()) if isinstance(node, Text) and node.words == time]
    assert [node.color for node in shown if node.at == "start"] == ["gold" if won else ""]


def test_the_run_can_be_watched_from_its_end(ctx: Context) -> None:
    listed(ctx)
    end = ended(ctx, LEVEL.line()[:3])
    click(ctx, labelled(end.tree, "Watch the run").rect)
    shown = at_table(ctx)
    assert isinstance(shown.gameplay.session, RunPlayback)
    draw(ctx)
    press(ctx, pygame.K_SPACE)
    assert shown.gameplay.session.solo.history.line == LEVEL.line()[:3]
    shown.back()
    assert ctx.stack[-1] is end
    assert len(ctx.launcher.results.latest()) == 1


def said(ctx: Context) -> set[str]:
    """What is written on the screen as it is now."""
    text.start_recording()
    ctx.redraw()
    draw(ctx)
    assert ctx.scene
    page = described(ctx.scene)
    page.read(ctx.window.surface)
    return {each["text"] for each in page.content["texts"]}


def test_a_medal_has_a_sound_of_its_own(ctx: Context) -> None:
    ctx.sounds = heard = Heard()
    ended(ctx, LEVEL.line())
    assert [name for name in heard.names if name in MEDALS] == ["gold"]


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
    assert first_help(scene) == explained(LEVEL, ctx.launcher.results.best(LEVEL.leaderboard()))
    draw(ctx)
    click(ctx, tiles(scene)[0].rect)
    play_through(ctx, LEVEL.line()[:2])
    written(ctx)
    assert {"Recorded", "Your results: 2 of 2"} <= said(ctx)


def unveiled(ctx: Context, won: bool = True) -> ChallengeEnd:
    """The end of a challenge that has been won in less time than before, or lost; nothing of it is shown
    yet."""
    begun(ctx).gameplay.session.play(LEVEL.line()[0])
    CLOCK.skip(9)
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
    while not seen or end.rest(time.perf_counter()) == 0:
        end.step(time.perf_counter())
        CLOCK.skip(1 / 30)
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
    assert end.rest(time.perf_counter()) == math.inf


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_SPACE])
def test_a_press_shows_the_medal_at_once_and_starts_no_other_game(ctx: Context, key: int) -> None:
    end = unveiled(ctx)
    end.step(time.perf_counter())
    draw(ctx)
    assert "Gold!" not in said(ctx)
    press(ctx, key)
    end.step(time.perf_counter())
    assert ctx.scene is end
    assert "Gold!" in said(ctx)


@pytest.mark.parametrize("fiendish", [True, False])
def test_the_gold_of_a_fiendish_challenge_is_loud(ctx: Context, fiendish: bool) -> None:
    ctx.sounds = heard = Heard()
    grades = by_grade([each for each in levels()[0] if each.game == "paare"])
    level = grades[-1 if fiendish else -2][0]
    ctx.launcher.solo.challenge(level.id)
    play_through(ctx, level.line())
    end = ctx.scene
    assert isinstance(end, ChallengeEnd)
    flown = False
    while end.rest(time.perf_counter()) == 0:
        CLOCK.skip(1 / 60)
        end.step(time.perf_counter())
        flown |= draw(ctx) > 20
    assert [name for name in heard.names if name in (*MEDALS, "gloating")] == ["gold"] + fiendish * [
        "gloating"
    ]
    assert flown == fiendish


def test_with_reduced_motion_the_medal_hangs_there_at_once(ctx: Context) -> None:
    ctx.settings.reduced_motion = True
    end = unveiled(ctx)
    end.step(time.perf_counter())
    assert "Gold!" in said(ctx)
    assert end.rest(time.perf_counter()) == math.inf


def test_a_challenge_that_is_lost_is_told_at_once(ctx: Context) -> None:
    end = unveiled(ctx, won=False)
    end.step(time.perf_counter())
    assert "Not this time" in said(ctx)
    assert end.rest(time.perf_counter()) == math.inf


def test_the_end_of_a_free_game_can_be_watched_and_says_that_it_is_recorded(ctx: Context) -> None:
    ctx.launcher.solo.free_play(games()["paare"](), 5)
    play_through(ctx, some_move(ctx))
    end = ctx.scene
    assert isinstance(end, SoloEnd)
    written(ctx)
    assert "Recorded" in said(ctx)
    assert labels(end.tree)[:2] == ["Same deal again", "Another deal"]
    click(ctx, labelled(end.tree, "Watch the run").rect)
    shown = at_table(ctx)
    assert isinstance(shown.gameplay.session, RunPlayback)
    shown.back()
    assert ctx.stack[-1] is end


def test_a_win_by_double_series_is_called_one_and_the_list_shows_it(ctx: Context) -> None:
    found = (level for level in levels()[0] if level.game == "staffelpatience")
    level = next(level for level in found if level.rules["double_series"])
    ctx.launcher.solo.challenge(level.id)
    play_through(ctx, level.line())
    assert isinstance(ctx.scene, ChallengeEnd)
    written(ctx)
    told = said(ctx)
    assert any("Won with a double series" in words for words in told), told
    assert f"Staffelpatience · {deal_words(level.id)}" in told and level.id not in told
    best = ctx.launcher.results.best(level.leaderboard())
    assert best
    assert (best.won, best.medal, best.placed < best.cards) == (True, "author", True)
    assert explained(level, best) == explained(level, None), "nothing is left to do"


def test_who_leaves_in_the_middle_goes_on_later_and_who_gives_up_has_played(ctx: Context) -> None:
    listed(ctx)
    scene = begun(ctx)
    scene.gameplay.session.play(LEVEL.line()[0])
    scene.step(time.perf_counter())
    scene.back()
    assert ctx.launcher.results.statistics() == []
    scene = begun(ctx)
    assert scene.gameplay.session.solo.history.line == (LEVEL.line()[0],)
    scene.gameplay.give_up()
    scene.step(time.perf_counter())
    scene.back()
    written(ctx)
    (line,) = ctx.launcher.results.statistics()
    assert (line.played, line.won) == (1, 0)
    assert ctx.launcher.kept_games() == []


def test_the_focus_stays_where_it_was_when_a_game_has_been_kept(ctx: Context) -> None:
    listing = listed(ctx)
    tab = labelled(listing.tree, "13–24")
    listing.tree.focus(tab.name)
    before = labels(listing.tree).index("13–24")
    scene = begun(ctx)
    scene.gameplay.session.play(LEVEL.line()[0])
    scene.step(time.perf_counter())
    scene.back()
    assert ctx.scene is listing
    listing.renew()
    assert labels(listing.tree).index("13–24") == before + 1, "one row more is above it"
    assert here(listing).label == "13–24"


def test_who_leaves_before_the_first_move_has_not(ctx: Context) -> None:
    listed(ctx)
    begun(ctx).back()
    assert ctx.launcher.results.statistics() == []


@pytest.mark.parametrize("free", [True, False])
def test_who_gives_up_before_the_first_move_leaves_and_has_not_played(ctx: Context, free: bool) -> None:
    listed(ctx)
    below = ctx.scene
    ctx.launcher.solo.free_play(LEVEL.variant(), 7) if free else ctx.launcher.solo.challenge(LEVEL.id)
    scene = at_table(ctx)
    draw(ctx)
    assert isinstance(scene.gameplay.session, LiveRun)
    scene.gameplay.session.give_up()
    assert not scene.gameplay.session.over
    press(ctx, pygame.K_g)
    assert ctx.scene is below
    written(ctx)
    assert ctx.launcher.results.statistics() == []


def test_the_best_run_is_raced_if_that_is_wanted(ctx: Context) -> None:
    listed(ctx)
    for wanted in (True, False):
        ctx.settings.ghost = wanted
        ended(ctx, LEVEL.line())
        press(ctx, pygame.K_ESCAPE)
        scene = begun(ctx)
        assert (scene.gameplay.rival is not None) == wanted
        scene.back()


def test_no_help_and_no_end_is_cut_off_in_the_longest_language(ctx: Context) -> None:
    set_language("de")
    scene = listed(ctx)
    for row in tiles(scene):
        scene.tree.focus(row.name)
        hint, rect = hint_bar(scene)
        assert len(hint.lines(rect, 1)[0]) <= 2
    ctx.launcher.solo.challenge(LEVEL.id)
    play_through(ctx, LEVEL.line())
    text.start_recording()
    ctx.redraw()
    draw(ctx)
    assert not [span.words for span in text.spans(ctx.window.surface) if span.cut]


def test_records_are_written_out_where_they_can_be_found(ctx: Context, tmp_path: Path) -> None:
    listed(ctx)
    ended(ctx, LEVEL.line())
    press(ctx, pygame.K_ESCAPE)
    ctx.push(RecordsScene())
    draw(ctx)
    assert isinstance(ctx.scene, RecordsScene)
    click(ctx, labelled(ctx.scene.tree, "Export as CSV and JSON").rect)
    draw(ctx)
    assert "paare-01" in (tmp_path / "records.csv").read_text()
    assert "paare-01" in (tmp_path / "records.json").read_text()


def test_harder_challenges_have_more_pips() -> None:
    counts = [pip_count(grade, 2.0, 10.0) for grade in (2, 4, 6, 8, 10)]
    assert counts == [1, 2, 3, 4, 5]
    assert pip_count(3.0, 3.0, 3.0) == 1


def run_of(ctx: Context, pace: float, slip: bool = False) -> set[str]:
    """What the end says of a run of the stored line, the other runs compared; `slip`: with a mistake."""
    table = begun(ctx)
    if slip:
        table.gameplay.session.play(LEVEL.line()[0])
        table.gameplay.session.play(Move(0, 0, 7))
    play_through(ctx, LEVEL.line()[slip:], pace)
    end = ctx.scene
    assert isinstance(end, ChallengeEnd)
    written(ctx)
    CLOCK.skip(5)
    for _ in range(3):
        end.step(time.perf_counter())
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
    best = ctx.launcher.results.best(LEVEL.leaderboard())
    assert best and ("Best clean" in told) is not best.clean


def dealt_after(ctx: Context) -> float:
    """Seconds until all cards lie where they are dealt to."""
    begin = time.perf_counter()
    table = at_table(ctx)
    while not table.stage or table.stage.moving:
        table.step(time.perf_counter())
        draw(ctx)
        CLOCK.skip(1 / 120)
    return time.perf_counter() - begin


def test_one_key_deals_the_same_again_at_once_from_anywhere(ctx: Context) -> None:
    listed(ctx)
    ended(ctx, LEVEL.line())
    ctx.sounds = heard = Heard()
    press(ctx, pygame.K_r)
    table = at_table(ctx)
    assert dealt_after(ctx) < 0.3
    assert heard.names.count("shuffle") == 1
    session = table.gameplay.session
    assert not session.begun and table.gameplay.rival, "against the run that was just played"
    session.play(LEVEL.line()[0])
    press(ctx, pygame.K_r)
    assert isinstance(ctx.scene, AskScene)
    press(ctx, pygame.K_r)
    assert dealt_after(ctx) < 0.3
    assert at_table(ctx) is table and not session.begun
    press(ctx, pygame.K_r)
    assert table.stage and table.stage.moving, "there is nothing to lose"
    session.play(LEVEL.line()[0])
    table.step(time.perf_counter())
    assert session.begun, "while the cards still fly"
    press(ctx, pygame.K_p, pygame.K_r)
    assert at_table(ctx) is table and not session.begun
    play_through(ctx, LEVEL.line())
    assert isinstance(ctx.scene, ChallengeEnd)
    written(ctx)
    assert len(ctx.launcher.results.latest()) == 2


def test_an_authors_medal_counts_as_gold_where_medals_win_tables() -> None:
    assert to_win({"author": 12, "gold": 8}) == {}
    assert list(to_win({"author": 10})) == ["gilt"]
    assert list(to_win({"silver": 4, "author": 1})) == ["slate", "gilt"]
