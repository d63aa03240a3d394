"""A run given up: asked where it was lost, shown, practised from there, and back; and a run watched."""

from collections.abc import Iterator

import pygame
import pytest

from game.core.rules import Rules
from game.core.shuffle import Stream
from game.core.table import Move
from game.rules.farbwechsel import Farbwechsel
from game.rules.staffelpatience import Staffelpatience
from game.rules.zahlenpatience import Zahlenpatience
from game.sessions.live_run import PracticeRun
from game.sessions.run_playback import RunPlayback
from game.solve.lost import lost
from game.storage.run_replay import RunReplay
from game.ui.play.patience.free_end import SoloEnd
from game.ui.play.patience.lost import watched_run
from tests.playout import playout
from tests.ui.pilot import described
from tests.ui.play.patience.solotable import Alone
from tests.waiting import until

ASK, BACK, GIVE_UP = pygame.K_h, pygame.K_b, pygame.K_g


def careless(rules: Rules, seed: int) -> list[Move]:
    """The moves of somebody who does not look ahead."""
    return playout(rules, rules.deal(seed, 1), Stream(seed))[0]


def ended(rules: Rules, seed: int, most: int | None = None) -> Alone:
    """A table at which a careless player gives up after so many moves, or when nothing is left to do."""
    table = Alone(rules, seed=seed)
    for move in careless(rules, seed)[:most]:
        table.session.play(move)
    table.session.give_up()
    table.until(lambda: isinstance(table.top, SoloEnd))
    table.wait(1)
    return table


def found(table: Alone) -> str:
    """What is said once it has been found."""
    until(lambda: said(table) not in ("", "Searching …"), "an answer", table.step)
    return said(table)


def said(table: Alone) -> str:
    return table.scene.game.panel.told


@pytest.fixture
def given_up() -> Iterator[Alone]:
    """Staffelpatience, given up late; the end is shown."""
    table = ended(Staffelpatience(), 4, 120)
    yield table
    while table.ctx.stack:
        table.ctx.pop(table.ctx.stack[-1])


@pytest.mark.real
def test_it_is_asked_shown_practised_from_and_left(given_up: Alone) -> None:
    table, recorded = given_up, given_up.ends
    where = lost(table.session.rules, table.session.rules.deal(4, 1), table.session.solo.history.line, 9)
    assert where.won is not None
    assert where.hopeless == where.won + 1
    table.key(ASK)
    table.watch()
    assert said(table) == "Searching …"
    expected = f"Move {where.hopeless} of 120 lost it. The move with the tick leads to a win."
    assert found(table) == expected
    moves = described(table.scene).content["lost"]
    assert moves == {"made": table.session.solo.history.line[where.won], "kept": where.line[0]}
    shown = table.table
    table.wait(2)
    assert table.table is shown
    assert {"lost", "kept"} <= table.stage.canvas.tags.keys()

    point = table.scene
    table.key(ASK)
    table.watch()
    practice = table.scene.session
    assert isinstance(practice, PracticeRun)
    assert table.scene.kind == "solo-practice"
    assert practice.state.table == shown
    assert practice.hints.winnable == "won"
    practice.undo()
    assert len(practice.solo.history.line) == where.won - 1
    practice.redo()
    for move in where.line:
        practice.play(move)
    assert practice.won
    table.until(lambda: table.top is point)
    table.watch()
    table.wait(0.1)
    assert said(table) == expected

    table.key(ASK)
    table.watch()
    table.key(GIVE_UP)
    assert table.top is point
    table.key(BACK)
    assert isinstance(table.top, SoloEnd)
    assert table.ends == recorded


def test_it_can_be_left_while_it_is_searched_for(given_up: Alone) -> None:
    given_up.key(ASK)
    given_up.watch()
    given_up.key(BACK)
    assert isinstance(given_up.top, SoloEnd)
    given_up.key(ASK)
    given_up.watch()
    assert said(given_up) == "Searching …"
    given_up.key(pygame.K_RIGHT)
    given_up.wait(0.1)
    assert said(given_up) == ""


@pytest.mark.real
def test_a_run_is_watched_along_a_time_line(given_up: Alone) -> None:
    table = given_up
    run = RunReplay.from_solo(table.session.solo, table.session.now + 200_000_000)
    watched = RunPlayback(run, lambda: table.time)
    table.ctx.replace(table.ctx.stack[0], watched_run(watched, (), asked=False))
    while table.ctx.stack[1:]:
        table.ctx.pop(table.ctx.stack[-1])
    table.watch()
    for share in (0.8, 0.2, 0.6):
        table.click_at((round(1280 * share), 8))
        table.wait(0.1)
        assert abs(watched.now - share * watched.lasts) < 0.02 * watched.lasts
        lying = [[sprite.card for sprite in pile] for pile in table.stage.piles]
        assert lying == [[*pile.cards] for pile in table.table.piles]
    before = watched.now
    table.key(pygame.K_PAGEDOWN)
    table.wait(0.02)
    assert 5_000_000 <= watched.now - before < 5_100_000
    table.pad("lt")
    table.wait(0.02)
    assert watched.now - before < 200_000
    table.key(ASK)
    assert found(table).startswith("Move ")
    table.key(pygame.K_PAGEUP)
    table.wait(0.1)
    assert said(table) == ""
    assert not {"lost", "kept"} & table.stage.canvas.tags.keys()
    table.key(ASK)
    table.wait(0.1)
    assert said(table).startswith("Move ")


def test_a_reflex_game_and_a_run_that_came_out_are_not_asked() -> None:
    for table in (ended(Farbwechsel(), 1), ended(Zahlenpatience(), 5)):
        end = table.top
        assert end
        assert not [each for each in described(end).controls if each["label"] == "Where was it lost?"]
        table.key(ASK)
        assert table.top is end
