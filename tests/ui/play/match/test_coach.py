"""The coach: opened and left in every way, and a moment played again."""

from functools import cache
from threading import Thread

import pygame
import pytest

from game.core.match import Match
from game.core.state import Scored
from game.i18n import set_language
from game.sessions.match_playback import MatchPlayback
from game.sessions.session import Player
from game.storage.match_replay import MatchHeader, MatchReplay
from game.system import here
from game.ui.engine import text, theme
from game.ui.engine.assets import CardImages
from game.ui.engine.devices import PAD_PRESS
from game.ui.play.match.coach import Coach
from game.ui.play.match.game import MatchGame
from game.ui.play.match.round_end import RoundEnd
from game.ui.play.match.tables import match_table
from game.ui.play.scene import PlayScene
from game.ui.rulebook.page import HelpScene
from game.ui.view.leaves import Button
from tests.desktop.texts import fits
from tests.story.windows import played
from tests.ui.pilot import Pilot, click, context, described, labelled, told

NAMES = "Anna", "Bo", "Cy"


@cache
def two_rounds() -> Match:
    """What is watched."""
    return played(1, 3, "easy", rounds=2)


class Viewer(Pilot):
    """A window on a replay of easy bots, after its first round."""

    def __init__(self, *own: int, size: tuple[int, int] = (1280, 720), scale: float = 1.0) -> None:
        """`own`: the seats whose players watch."""
        super().__init__(context(size=size, text_scale=scale))
        text.adapt(text.Letters(theme.unit(size), scale))
        match = two_rounds()
        header = MatchHeader("haisty", {}, 3, 1, 0, 2, NAMES, (0, 1, 2))
        self.session = MatchPlayback(MatchReplay(header, tuple(match.log), {}, True), lambda: self.time)
        self.session.played = tuple(Player(name, n, n in own) for n, name in enumerate(NAMES))
        self.ctx.push(match_table(self.session))
        self.wait(1.5)
        self.session.skip()
        self.until(self.at_standings)

    def at_standings(self) -> bool:
        """Whether the standings are shown, with their buttons."""
        return isinstance(self.top, RoundEnd) and bool(self.top.tree.controls)

    @property
    def coach(self) -> Coach:
        assert isinstance(self.top, Coach)
        return self.top

    @property
    def said(self) -> list[str]:
        """What is said of each moment."""
        nodes = (each.node for each in self.coach.tree.controls)
        return [node.label for node in nodes if isinstance(node, Button) and node.choose]

    @property
    def coach_below(self) -> Coach:
        coach = self.ctx.stack[2]
        assert isinstance(coach, Coach)
        return coach

    @property
    def practice(self) -> PlayScene[MatchGame]:
        assert isinstance(self.top, PlayScene)
        return self.top


def test_it_is_opened_from_the_standings_and_left_again() -> None:
    viewer = Viewer()
    for way in ("key", "pad", "click"):
        standings = viewer.top
        assert isinstance(standings, RoundEnd)
        if way == "key":
            viewer.key(pygame.K_h)
        elif way == "pad":
            viewer.send(PAD_PRESS, pad=0, button="x", repeat=False)
        else:
            viewer.click_at(labelled(standings.tree, "Coach").rect.center)
        assert viewer.coach
        viewer.draw()
        assert 0 < len(viewer.said) <= 5
        viewer.key(pygame.K_F1)
        assert isinstance(viewer.top, HelpScene)
        viewer.key(pygame.K_ESCAPE)
        if way == "key":
            viewer.key(pygame.K_ESCAPE)
        else:
            viewer.click_at(labelled(viewer.coach.tree, "Back").rect.center)
        assert [*viewer.ctx.stack][1:] == [standings]
        assert not viewer.session.paused
        viewer.until(viewer.at_standings, 5)


def test_its_first_frame_waits_for_no_picture_of_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    viewer, may_draw, threads = Viewer(), here().jobs.event(), list[Thread]()

    def prepare(_cards: CardImages, _wanted: object) -> Thread:
        threads.append(here().jobs.start(may_draw.wait))
        return threads[-1]

    monkeypatch.setattr(CardImages, "prepare", prepare)
    viewer.key(pygame.K_h)
    viewer.step()
    before = viewer.ctx.window.surface.copy()
    assert viewer.said
    assert viewer.coach.rest(viewer.time) == 0, "it looks whether they are there"
    may_draw.set()
    (thread,) = threads
    thread.join()
    viewer.step()
    assert viewer.coach.rest(viewer.time) > 0
    shown = viewer.ctx.window.surface
    assert shown.get_buffer().raw != before.get_buffer().raw, "the table"
    before.blit(shown, (0, 0))
    viewer.ctx.redraw()
    viewer.draw()
    assert shown.get_buffer().raw == before.get_buffer().raw
    assert len(threads) == 1


def test_it_tells_of_who_plays_here_and_of_all_to_who_watches() -> None:
    for own, names in ((1,), []), ((), list(NAMES)), ((0, 2), ["Anna", "Cy"]):
        viewer = Viewer(*own)
        viewer.key(pygame.K_h)
        choice = [each for each in described(viewer.coach).controls if each["label"] == "Player"]
        assert len(choice) == bool(names)
        if names:
            before = viewer.said
            viewer.click_at(labelled(viewer.coach.tree, "Player").rect.center)
            assert described(viewer.coach).controls[0]["value"] == names[1]
            assert viewer.said != before


@pytest.mark.parametrize(
    ("size", "code", "scale"),
    [
        ((1024, 600), "de", 1.6),
        ((2560, 1080), "sv", 0.8),
    ],
)
def test_it_fits_in_any_window(size: tuple[int, int], code: str, scale: float) -> None:
    text.start_recording()
    set_language(code)
    viewer = Viewer(size=size, scale=scale)
    viewer.key(pygame.K_h)
    for practised in ({}, {each.card: 12_300_000 for each in viewer.coach._moments}):
        viewer.coach.practised = practised
        text.erase(viewer.ctx.window.surface)
        viewer.ctx.redraw()
        viewer.draw()
        bounds, controls = pygame.Rect((0, 0), size), viewer.coach.tree.controls
        assert list(fits(bounds, text.spans(viewer.ctx.window.surface))) == []
        assert all(bounds.contains(each.rect) for each in controls)


def test_a_moment_is_practised_until_the_card_is_laid() -> None:
    viewer = Viewer(1)
    viewer.key(pygame.K_h)
    viewer.key(pygame.K_DOWN)
    before, moment = viewer.said, viewer.coach._moments[1]
    assert described(viewer.coach).controls[-1]["key"] == "T"
    viewer.key(pygame.K_t)
    viewer.wait(0.5)
    game = viewer.practice.game
    assert game.session.seat == 1
    assert told(game.table.stage, "round").startswith("Round 1 of 2"), "it is that of the match"
    assert game.session.state.table == moment.state.table
    game.session.play(moment.move)
    here().clock.pause(0.2)
    viewer.until(lambda: isinstance(viewer.top, Coach), 5)
    assert viewer.said[1].startswith(before[1] + " Practised: ")
    assert viewer.said[0] == before[0]


def test_a_pause_does_not_count_in_practice() -> None:
    viewer = Viewer(1)
    viewer.key(pygame.K_h)
    viewer.time = here().clock.seconds()  # its session reads that one
    viewer.key(pygame.K_RETURN)
    viewer.wait(0.5)
    viewer.key(pygame.K_p)
    here().clock.pause(0.9)  # no frame lasts longer
    viewer.wait(0.1)
    viewer.key(pygame.K_ESCAPE)
    moment = viewer.coach_below._moments[0]
    viewer.practice.game.session.play(moment.move)
    here().clock.pause(0.2)
    viewer.until(lambda: isinstance(viewer.top, Coach), 5)
    assert viewer.coach.practised[moment.card] < 800_000


def test_practice_says_what_it_is_and_offers_nothing_that_needs_others() -> None:
    viewer = Viewer(1)
    viewer.key(pygame.K_h, pygame.K_RETURN)
    viewer.wait(0.5)
    game = viewer.practice.game
    assert not game.hud.buttons
    assert game.hud.view.own[0].lines == ("Practice", "Esc: back to the coach")
    before = game.session.state
    viewer.key(pygame.K_d, pygame.K_SPACE, pygame.K_F2)
    for button in "r", "l":
        viewer.send(PAD_PRESS, pad=0, button=button, repeat=False)
    viewer.wait(0.3)
    assert game.session.state == before
    assert viewer.practice.stage
    assert not {"note", "bubble1"} & set(viewer.practice.stage.canvas.tags)


def test_practice_is_left_by_key_and_from_the_menu() -> None:
    viewer = Viewer(1)
    viewer.key(pygame.K_h, pygame.K_p)
    viewer.wait(0.2)
    assert viewer.coach, "elsewhere this key pauses"
    viewer.key(pygame.K_RETURN)
    viewer.wait(0.2)
    assert viewer.practice
    viewer.key(pygame.K_ESCAPE)
    assert viewer.coach
    viewer.key(pygame.K_RETURN)
    viewer.wait(0.2)
    viewer.key(pygame.K_p)
    menu = viewer.top
    assert menu
    rect = next(each["rect"] for each in described(menu).controls if each["label"] == "Back to the coach")
    click(viewer.ctx, pygame.Rect(rect))
    assert viewer.coach


@pytest.mark.parametrize("keys", [(), (pygame.K_RETURN,), (pygame.K_RETURN, pygame.K_F1)])
def test_the_next_round_closes_it_where_the_match_goes_on(keys: tuple[int, ...]) -> None:
    viewer = Viewer(1)
    viewer.session.can_pause = False
    viewer.key(pygame.K_h)
    for key in keys:
        viewer.key(key)
        viewer.wait(0.2)
    viewer.until(lambda: viewer.session.state.round == 2, 20)
    viewer.wait(0.1)
    assert [type(scene) for scene in viewer.ctx.stack] == [PlayScene]


def test_a_knock_ends_the_practice() -> None:
    viewer = Viewer(0)
    viewer.key(pygame.K_h, pygame.K_RETURN)
    practice = viewer.practice
    viewer.wait(0.5)
    practice.show([Scored("knock", 0, (0, 0, 0), (0, 0, 0))], viewer.time)
    viewer.wait(3)
    assert practice not in viewer.ctx.stack
    assert viewer.coach
