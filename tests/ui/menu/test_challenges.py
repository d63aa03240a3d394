"""The list of challenges, what is kept of them, and the records, as a player goes through them."""

import re
from pathlib import Path

import pygame
import pytest
from pygame import Rect

from game.challenges.level import by_grade
from game.challenges.level_files import chances, levels, named
from game.i18n import set_language
from game.rules import games
from game.sessions.live_run import LiveRun
from game.storage.result import Result
from game.storage.settings import Settings
from game.system import here
from game.ui.engine import requests, text
from game.ui.engine.scene import Context
from game.ui.menu.challenge_tile import explained, pip_count
from game.ui.menu.challenges import ChallengesScene
from game.ui.menu.records import RecordsScene
from game.ui.play.patience.challenge_end import ChallengeEnd
from game.ui.view.boxes import Column, Row, flat
from game.ui.view.hint import Hint
from game.ui.view.leaves import Button, Text
from game.ui.view.node import Placed
from tests.ui.menu.challenged import (
    LEVEL,
    at_table,
    begun,
    ended,
    first_help,
    focus,
    listed,
    play_through,
    some_move,
    tiles,
    written,
)
from tests.ui.pilot import click, draw, labelled, labels, press
from tests.waiting import until


def shown(scene: ChallengesScene) -> list[Button]:
    """The buttons that are shown now."""
    scene.renew()
    return [each.node for each in scene.tree.controls if isinstance(each.node, Button)]


def game_rows(scene: ChallengesScene) -> list[Placed]:
    titles = {kind.title for kind in games().values()}
    scene.renew()
    return [each for each in scene.tree.controls if each.control and each.control.label in titles]


def grades(scene: ChallengesScene) -> list[str]:
    """The names of all grades."""
    titles = {kind.title for kind in games().values()}
    return [each.label for each in shown(scene) if each.chosen is not None and each.label not in titles]


def hint_bar(scene: ChallengesScene) -> tuple[Hint, Rect]:
    """The bar at the foot, and what it shows now."""
    found = ((each.node, each.rect) for each in scene.tree._placed if isinstance(each.node, Hint))
    hint, rect = next(found)
    return hint.about(focus(scene).label, focus(scene).help, ""), rect


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
    assert (scene.about, focus(scene).label) == (row, "Challenge 1"), "of the game whose row had the focus"
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
        assert focus(scene).label == "Medium"
        scene.tree.focus(tiles(scene)[tile].name)
        press(ctx, *[pygame.K_LEFT] * (1 + tile % 4))
        assert focus(scene).label == "Haisty Patience"
    press(ctx, pygame.K_TAB)
    assert focus(scene).label == "In peace"
    press(ctx, pygame.K_TAB)
    assert focus(scene).label == "Medium", "the other games and grades are reached by the arrows"
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
    assert re.fullmatch(r"A careful player wins \d+ % of games, in about \d+ min each\.", second)
    scene = listed(ctx, "paare")
    assert not any(" % of the games" in each.control.help for each in scene.tree.controls if each.control)


def test_in_a_game_without_choice_the_pages_have_numbers_in_place_of_grades(ctx: Context) -> None:
    scene = listed(ctx)
    assert grades(scene) == ["1–12", "13–24", "25–36", "37–48", "49–60"]


def test_a_newcomer_is_first_shown_a_game_that_is_soon_won() -> None:
    game = Settings().patience
    first = named(f"{game}-01")
    assert chances(game)[0] >= 95
    assert first.silver <= 180  # seconds: that of a careful player


def test_who_plays_in_peace_is_told_of_no_times(ctx: Context) -> None:
    game = Settings().patience
    for peaceful in (False, True):
        ctx.settings.set_peace(game, peaceful)
        scene = ChallengesScene(game)
        ctx.push(scene)
        told = next(button.help for button in shown(scene) if button.name == "tile 1")
        assert ("gold" in told, "In peace" in told) == (not peaceful, peaceful)
        ctx.pop(scene)


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
    assert focus(scene).label == "Challenge 30"
    press(ctx, pygame.K_PAGEUP)
    assert focus(scene).label == "Challenge 18"
    press(ctx, *[pygame.K_PAGEUP] * 3)
    assert shown_grade(scene) == ["Gentle"]
    press(ctx, *[pygame.K_PAGEDOWN] * 9)
    assert shown_grade(scene) == ["Fiendish"]
    assert focus(scene).label == "Challenge 54"


def test_keys_lead_through_the_grades_and_all_tiles(ctx: Context) -> None:
    scene = listed(ctx, "haisty")
    scene.tree.focus(tiles(scene)[0].name)
    walked = []
    to_and_fro = pygame.K_RIGHT, pygame.K_LEFT
    for _page in range(5):
        for row in range(3):
            walked.append(focus(scene).label)
            for _number in range(3):
                press(ctx, to_and_fro[row % 2])
                walked.append(focus(scene).label)
            if row < 2:
                press(ctx, pygame.K_DOWN)
        press(ctx, *[pygame.K_LEFT] * 3, pygame.K_UP, pygame.K_UP, pygame.K_PAGEDOWN)
    assert sorted(walked) == sorted(f"Challenge {number}" for number in range(1, 61))
    assert walked[:8] == [f"Challenge {number}" for number in (1, 2, 3, 4, 8, 7, 6, 5)]
    press(ctx, *[pygame.K_DOWN] * 3)
    assert focus(scene).label == "Back", "and out at the end"
    scene.tree.focus(tiles(scene)[0].name)
    press(ctx, pygame.K_UP)
    assert focus(scene).label == "Fiendish"
    press(ctx, pygame.K_LEFT, pygame.K_LEFT)
    assert shown_grade(scene) == ["Medium"]
    press(ctx, pygame.K_DOWN, pygame.K_DOWN)
    assert focus(scene).label == "Challenge 30"
    press(ctx, pygame.K_UP, pygame.K_UP)
    assert focus(scene).label == "Medium"


def test_the_list_opens_where_there_is_something_to_win_and_stays_there(ctx: Context) -> None:
    won = {"game": "haisty", "won": True, "placed": 13, "cards": 13, "time": 1, "when": 1}
    for number in range(1, 13):
        level = named(f"haisty-{number:02}")
        ctx.archive.results.add(Result(seed=level.seed, challenge=level.id, **won))  # type: ignore[arg-type]
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
    best = ctx.archive.results.best(named("paare-01").leaderboard())
    assert best
    assert best.won
    assert best.medal == "gold"
    press(ctx, pygame.K_ESCAPE)
    assert scene is ctx.stack[-1]
    assert first_help(scene) == explained(LEVEL, best)
    assert tiles(scene)[0].control.value == "clean"  # type: ignore[union-attr]


def test_after_the_days_deal_the_list_is_next_and_shows_where_one_was(ctx: Context) -> None:
    scene = listed(ctx)
    today = scene._today
    assert today
    ctx.open(requests.Challenge(today.id))
    play_through(ctx, today.line())
    written(ctx)
    draw(ctx)
    assert focus(ctx.scene).label == "All challenges"  # type: ignore[arg-type]
    press(ctx, pygame.K_RETURN)
    assert ctx.scene is scene
    assert focus(scene).label == "Today’s challenge"
    (row,) = (button for button in shown(scene) if button.name == "today")
    assert isinstance(row.inside, Row)
    lines = row.inside.children[0]
    assert isinstance(lines, Column)
    assert any(isinstance(each, Text) and " · clean" in each.words for each in lines.children)
    ctx.open(requests.Challenge("paare-14"))
    play_through(ctx, some_move(ctx))
    draw(ctx)
    press(ctx, pygame.K_ESCAPE)
    assert (shown_grade(scene), focus(scene).label) == (["13–24"], "Challenge 14")


def test_who_leaves_in_the_middle_goes_on_later_and_who_gives_up_has_played(ctx: Context) -> None:
    listed(ctx)
    scene = begun(ctx)
    scene.game.session.play(LEVEL.line()[0])
    scene.step(here().clock.seconds())
    scene.back()
    assert ctx.archive.results.statistics() == {}
    scene = begun(ctx)
    assert scene.game.session.solo.history.line == (LEVEL.line()[0],)
    scene.game.give_up()
    scene.step(here().clock.seconds())
    scene.back()
    written(ctx)
    (line,) = ctx.archive.results.statistics().values()
    assert (line.played, line.won) == (1, 0)
    assert ctx.archive.kept_games() == []


def test_the_focus_stays_where_it_was_when_a_game_has_been_kept(ctx: Context) -> None:
    listing = listed(ctx)
    tab = labelled(listing.tree, "13–24")
    listing.tree.focus(tab.name)
    before = labels(listing.tree).index("13–24")
    scene = begun(ctx)
    scene.game.session.play(LEVEL.line()[0])
    scene.step(here().clock.seconds())
    scene.back()
    assert ctx.scene is listing
    listing.renew()
    assert labels(listing.tree).index("13–24") == before + 1, "one row more is above it"
    assert focus(listing).label == "13–24"


def test_who_leaves_before_the_first_move_has_not(ctx: Context) -> None:
    listed(ctx)
    begun(ctx).back()
    assert ctx.archive.results.statistics() == {}


@pytest.mark.parametrize("free", [True, False])
def test_who_gives_up_before_the_first_move_leaves_and_has_not_played(ctx: Context, free: bool) -> None:
    listed(ctx)
    below = ctx.scene
    ctx.open(requests.FreePlay(LEVEL.variant(), 7)) if free else ctx.open(requests.Challenge(LEVEL.id))
    scene = at_table(ctx)
    draw(ctx)
    assert isinstance(scene.game.session, LiveRun)
    scene.game.session.give_up()
    assert not scene.game.session.over
    press(ctx, pygame.K_g)
    assert ctx.scene is below
    written(ctx)
    assert ctx.archive.results.statistics() == {}


def test_the_best_run_is_raced_if_that_is_wanted(ctx: Context) -> None:
    listed(ctx)
    for wanted in (True, False):
        ctx.settings.ghost = wanted
        ended(ctx, LEVEL.line())
        press(ctx, pygame.K_ESCAPE)
        scene = begun(ctx)
        assert (scene.game.rival is not None) == wanted
        scene.back()


def test_no_help_and_no_end_is_cut_off_in_the_longest_language(ctx: Context) -> None:
    set_language("de")
    scene = listed(ctx)
    for row in tiles(scene):
        scene.tree.focus(row.name)
        hint, rect = hint_bar(scene)
        assert len(hint.lines(rect, 1)[0]) <= 2
    ctx.open(requests.Challenge(LEVEL.id))
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


def test_the_tile_counts_attempts_and_those_begun_again(ctx: Context) -> None:
    scene = listed(ctx)
    ended(ctx, LEVEL.line()[:3])
    for moves in (2, 0, 1):  # a deal that has not begun is no attempt
        press(ctx, pygame.K_r)
        draw(ctx)
        play = at_table(ctx)
        for move in LEVEL.line()[:moves]:
            play.game.session.play(move)
            play.step(here().clock.seconds())
    play.game.restart()
    play.step(here().clock.seconds())
    until(lambda: not ctx.archive.recording)
    ctx.pop_to(scene)
    scene.step(here().clock.seconds())
    first = tiles(scene)[0].control
    assert isinstance(first, Button)
    words = [each.words for each in flat(first.inside) if isinstance(each, Text)]
    assert {"3×", "2"} <= set(words) and "3 attempts, 2 restarted" in first_help(scene)
    (again,) = (each for each in ctx.archive.results.attempts().values())
    assert again == (3, 2)
