"""A list and the buttons at its foot: by key, pointer, wheel and bar, as a player goes through the runs."""

import pygame
import pytest
from pygame import Rect

from game.challenges.level_files import levels
from game.rules.options import non_default
from game.storage.result import Result
from game.ui.engine.scene import Context
from game.ui.menu.played import RunsScene, _run_cells
from game.ui.menu.records import RecordsScene
from game.ui.view.boxes import Bar
from tests.ui.pilot import click, draw, labelled, labels, point, press, send

RUNS = 25


class Runs(RunsScene):
    """Notes which run is watched or raced."""

    def __init__(self) -> None:
        super().__init__("paare")
        self.done: list[tuple[str, str]] = []

    def open(self) -> None:
        self.done.append(("watch", chosen(self)))

    def _race(self) -> None:
        self.done.append(("race", chosen(self)))


@pytest.fixture
def runs(ctx: Context) -> Runs:
    for seed in range(RUNS):
        result = Result(game="paare", seed=seed, won=False, placed=2, cards=52, time=10**7, when=10**9)
        ctx.archive.results.add(result)
    scene = Runs()
    ctx.push(scene)
    draw(ctx)
    return scene


def rect_of(scene: Runs, name: str) -> Rect:
    return next(each.rect for each in scene.tree.controls if each.name == name)


def chosen(scene: Runs) -> str:
    (row,) = [each.name for each in scene.tree.controls if getattr(each.node, "chosen", False)]
    return row


def seen(scene: Runs) -> list[str]:
    return [each.name for each in scene.tree.controls if each.scroll and each.seen]


def bar(scene: Runs) -> Rect:
    return next(each.rect for each in scene.tree._placed if isinstance(each.node, Bar))


def test_keys_choose_row_by_row_page_by_page_and_the_ends(runs: Runs) -> None:
    shown = len(seen(runs))
    assert (chosen(runs), seen(runs)[0], shown) == ("0", "0", 12)
    press(runs.ctx, pygame.K_DOWN)
    assert chosen(runs) == runs.tree.focused == "1"
    press(runs.ctx, pygame.K_PAGEDOWN)
    assert chosen(runs) == runs.tree.focused == seen(runs)[-1] == str(1 + shown)
    press(runs.ctx, pygame.K_END)
    assert chosen(runs) == seen(runs)[-1] == str(RUNS - 1)
    press(runs.ctx, pygame.K_PAGEUP, pygame.K_UP)
    assert chosen(runs) == seen(runs)[0] == str(RUNS - 2 - shown)
    press(runs.ctx, pygame.K_HOME)
    assert chosen(runs) == seen(runs)[0] == "0"
    press(runs.ctx, pygame.K_RETURN)
    assert runs.done == [("watch", "0")]


def test_the_chosen_row_has_the_focus_and_is_in_sight(runs: Runs) -> None:
    runs.choose("20")
    draw(runs.ctx)
    assert chosen(runs) == runs.tree.focused == "20" and "20" in seen(runs)
    press(runs.ctx, pygame.K_RIGHT)
    runs.resume()
    draw(runs.ctx)
    assert runs.tree.focused == "button Watch the run", "the same row is chosen"
    runs.rows = runs.rows[:5]
    draw(runs.ctx)
    assert chosen(runs) == runs.tree.focused == "0"


def test_a_click_chooses_and_another_one_acts(runs: Runs) -> None:
    click(runs.ctx, rect_of(runs, "3"))
    assert (chosen(runs), runs.done) == ("3", [])
    click(runs.ctx, rect_of(runs, "3"))
    press(runs.ctx, pygame.K_r)
    assert runs.done == [("watch", "3"), ("race", "3")]


def test_right_leads_to_the_foot_and_up_back_to_the_chosen_row(runs: Runs) -> None:
    press(runs.ctx, *[pygame.K_DOWN] * 2, pygame.K_RIGHT)
    assert runs.tree.focused == "button Watch the run"
    press(runs.ctx, pygame.K_RIGHT, pygame.K_RETURN)
    assert runs.done == [("race", "2")]
    press(runs.ctx, pygame.K_UP)
    assert chosen(runs) == runs.tree.focused == "2"
    press(runs.ctx, pygame.K_END, pygame.K_DOWN)
    assert runs.tree.focused == "button Watch the run"
    assert chosen(runs) == str(RUNS - 1)


def test_the_wheel_and_the_bar_scroll_and_choose_nothing(runs: Runs) -> None:
    send(runs.ctx, pygame.MOUSEWHEEL, x=0, y=-1)
    assert (seen(runs)[0], chosen(runs)) == ("2", "0")
    point(runs.ctx, pygame.MOUSEBUTTONDOWN, bar(runs).center)
    point(runs.ctx, pygame.MOUSEMOTION, (0, 720))
    assert (seen(runs)[-1], chosen(runs)) == (str(RUNS - 1), "0")
    point(runs.ctx, pygame.MOUSEBUTTONUP, (0, 720))
    point(runs.ctx, pygame.MOUSEMOTION, bar(runs).midtop)
    assert seen(runs)[-1] == str(RUNS - 1)
    press(runs.ctx, pygame.K_DOWN)
    assert chosen(runs) in seen(runs)


def test_the_figures_of_a_run_are_not_read_as_a_decimal() -> None:
    run = Result(seed=1, game="paare", won=True, placed=52, cards=52, time=1, when=1, undos=0, hints=246)
    assert _run_cells(run)[-1] == "0 / 246"


def test_a_list_without_rows_says_so_and_leads_back(ctx: Context) -> None:
    scene = RunsScene("farbwechsel")
    ctx.push(scene)
    draw(ctx)
    assert labels(scene.tree) == ["Back"]
    press(ctx, pygame.K_RETURN)
    assert scene not in ctx.stack


LEVELS = [level for level in levels()[0] if level.game == "paare"]


@pytest.fixture
def raced(ctx: Context) -> Context:
    """Three wins, the first one the fastest for its deal and the last one not clean."""
    for number, share in enumerate((0.5, 1.0, 0.8)):
        level = LEVELS[number]
        found = Result(
            game="paare",
            seed=level.seed,
            rules=non_default(level.variant()),
            challenge=level.id,
            won=True,
            placed=52,
            cards=52,
            time=round(share * level.gold * 10**6),
            penalty=10**6 if number == 2 else 0,
            when=10**9 + number,
        )
        ctx.archive.results.add(found)
    return ctx


def test_runs_are_a_ladder_by_index_and_may_be_only_clean_ones(raced: Context) -> None:
    scene = RunsScene("paare")
    raced.push(scene)
    draw(raced)
    whole = [result.challenge for result in scene._results]
    assert whole == [level.id for level in LEVELS[2::-1]], "the latest first"
    click(raced, labelled(scene.tree, "Best index first").rect)
    best = [result.challenge for result in scene._results]
    rates = [float(row.value.split(" · ")[-3]) for row in scene.rows if row.value]
    assert best[0] == LEVELS[0].id and sorted(best) == sorted(whole)
    assert rates == sorted(rates, reverse=True) and rates[0] > 0
    click(raced, labelled(scene.tree, "Latest first").rect)
    assert [result.challenge for result in scene._results] == whole
    scene.back()
    raced.push(RunsScene("paare", clean=True))
    draw(raced)
    assert isinstance(raced.scene, RunsScene)
    assert [result.challenge for result in raced.scene._results] == whole[1:]


def test_records_plot_the_index_and_count_only_clean_wins_if_wanted(raced: Context) -> None:
    scene = RecordsScene("paare")
    raced.push(scene)
    draw(raced)
    before = raced.window.surface.copy()
    click(raced, labelled(scene.tree, "Index").rect)
    draw(raced)
    assert pygame.image.tobytes(before, "RGB") != pygame.image.tobytes(raced.window.surface, "RGB")
    assert len(scene._rates["paare"]) == len(scene._times["paare"]) == 3
    click(raced, labelled(scene.tree, "Clean only").rect)
    draw(raced)
    assert len(scene._rates["paare"]) == len(scene._times["paare"]) == 2
    assert scene._lines["paare"].won == 2
    scene.open()
    assert isinstance(raced.scene, RunsScene) and raced.scene.clean
