"""Choosing a patience: every game with its own house rules, kept, and dealt as asked for."""

import sys

import pygame
import pytest

from game.rules import games
from game.rules.acht_mal_acht import AchtMalAcht
from game.rules.farbwechsel import Farbwechsel
from game.rules.staffelpatience import Staffelpatience
from game.rules.zahlenpatience import Zahlenpatience
from game.sessions.live_run import LiveRun
from game.solve.verdict import WON
from game.system import here
from game.ui.engine import requests
from game.ui.engine.scene import Context
from game.ui.menu.challenges import ChallengesScene
from game.ui.menu.patiences import PatiencesScene
from game.ui.menu.title import TitleScene
from game.ui.play.patience import dealing
from game.ui.play.patience.dealing import DealingScene
from game.ui.play.patience.free_end import SoloEnd
from game.ui.play.patience.game import SoloTable
from game.ui.play.patience.lost import WhereLost
from game.ui.play.scene import PlayScene
from game.ui.view.leaves import Choice
from tests.ui.menu.challenged import at_table, play_through, some_move
from tests.ui.pilot import asked, click, context, draw, labelled, labels, point, press, type_text
from tests.waiting import PATIENCE


class Chooser:
    """A player at the scene; what is dealt is noted."""

    def __init__(self, game: str = "zahlenpatience") -> None:
        self.ctx = context(patience=game)
        self.scene = PatiencesScene()
        self.ctx.push(self.scene)
        self.dealt = asked(self.ctx)
        draw(self.ctx)

    def keys(self, *keys: int) -> None:
        for key in keys:
            press(self.ctx, key)
            draw(self.ctx)

    def labels(self) -> list[str]:
        return labels(self.scene.tree)

    def focus(self, label: str) -> None:
        self.scene.tree.focus(labelled(self.scene.tree, label).name)


def test_all_games_for_one_are_offered_and_the_last_one_is_chosen() -> None:
    chooser = Chooser()
    assert {kind.title for kind in games().values() if 1 in kind.seats} <= set(chooser.labels())
    assert isinstance(chooser.scene.rules, Zahlenpatience)


@pytest.mark.parametrize("name", sorted(games()))
def test_every_game_can_be_dealt_with_any_of_its_house_rules(name: str) -> None:
    chooser = Chooser(name)
    for each in chooser.scene.tree.controls:
        if isinstance(each.node, Choice):
            chooser.focus(each.node.label)
            chooser.keys(pygame.K_RIGHT)
    chooser.focus("Play")
    chooser.keys(pygame.K_RETURN)
    (dealt,) = chooser.dealt
    assert isinstance(dealt, requests.FreePlay)
    rules = dealt.rules
    assert dealt == requests.FreePlay(rules) and rules.name == name
    plain = games()[name]()
    assert rules == plain or repr(rules) != repr(plain)
    assert chooser.ctx.settings.rules(games()[name]) == rules


def test_what_a_value_is_called_is_said_as_it_is_chosen() -> None:
    chooser, said = Chooser("zahlenpatience"), []
    for _ in range(4):
        chooser.focus("Passes")
        row = labelled(chooser.scene.tree, "Passes").node
        assert isinstance(row, Choice)
        said.append((row.names[row.at], row.help.partition(" · ")[0]))
        chooser.keys(pygame.K_RIGHT)
    assert said == [
        ("three", "How often the stock may be gone through."),
        ("two", "House rule"),
        ("four", "The source’s other way"),
        ("unlimited", "The source’s other way"),
    ]


def test_house_rules_that_mean_nothing_alone_are_not_offered() -> None:
    labels = Chooser("haisty").labels()
    assert "Build piles move" in labels
    assert "Knocking" not in labels


def test_a_number_deals_those_cards_and_letters_are_not_taken() -> None:
    chooser = Chooser()
    chooser.focus("Deal")
    type_text(chooser.ctx, "a4-2")
    chooser.keys(pygame.K_RETURN)
    assert chooser.dealt == [requests.FreePlay(chooser.scene.rules, 42)]


def test_keys_choose_a_game_the_pointer_only_by_a_click() -> None:
    chooser = Chooser()
    first = chooser.scene.tree.controls[0].rect
    point(chooser.ctx, pygame.MOUSEMOTION, first.center)
    draw(chooser.ctx)
    assert isinstance(chooser.scene.rules, Zahlenpatience)
    for _ in range(2):
        click(chooser.ctx, first)
        draw(chooser.ctx)
    clicked = chooser.scene.rules.name
    assert clicked != "zahlenpatience"
    assert chooser.dealt == [], "the house rules may be wanted first"
    chooser.keys(pygame.K_DOWN)
    chosen = chooser.scene.rules
    assert chosen.name != clicked
    assert chooser.ctx.settings.patience == chosen.name
    chooser.keys(pygame.K_RETURN)
    assert chooser.dealt == [requests.FreePlay(chosen)]


def test_it_is_reached_from_the_title_by_way_of_the_challenges() -> None:
    ctx = context(patience="zahlenpatience")
    title = TitleScene()
    ctx.push(title)
    draw(ctx)
    title.tree.focus(labelled(title.tree, "Patiences").name)
    press(ctx, pygame.K_RETURN)
    challenges = ctx.scene
    assert isinstance(challenges, ChallengesScene)
    challenges.renew()
    for label in ("Paare", "Free play"):
        challenges.tree.focus(labelled(challenges.tree, label).name)
        press(ctx, pygame.K_RETURN)
    assert isinstance(ctx.scene, PatiencesScene)
    assert ctx.scene.rules.name == "paare", "the game that was selected"


def dealt(ctx: Context) -> SoloTable:
    """The table, once a deal has been found."""
    end = here().clock.seconds() + PATIENCE
    while isinstance(ctx.scene, DealingScene) and here().clock.seconds() < end:
        ctx.scene.step(here().clock.seconds())
        ctx.scene.draw(ctx.window.surface, here().clock.seconds(), 1.0, True)
        here().clock.pause(0.01)
    assert isinstance(ctx.scene, PlayScene)
    return ctx.scene


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who waits until the search is done, however busy the machine is."""
    monkeypatch.setattr(dealing, "_PATIENCE", 60.0)


@pytest.mark.real
@pytest.mark.usefixtures("patient")
def test_only_deals_that_come_out_are_dealt_unless_that_is_not_wanted() -> None:
    ctx = context(patience="zahlenpatience")
    ctx.push(PatiencesScene())
    ctx.open(requests.FreePlay(Staffelpatience(), None))
    assert isinstance(ctx.scene, DealingScene), "no frame waits for the search"
    session = dealt(ctx).session
    assert isinstance(session, LiveRun)
    assert session.hints.winnable == WON
    session.hint()
    assert session.hints.advice
    assert session.hints.advice.verdict == WON
    ctx.pop_to(ctx.stack[0])
    ctx.settings.comes_out = False
    ctx.open(requests.FreePlay(Staffelpatience(), None))
    assert isinstance(ctx.scene, PlayScene)
    ctx.pop_to(ctx.stack[0])
    ctx.settings.comes_out = True
    ctx.open(requests.FreePlay(Staffelpatience(), 17))
    assert isinstance(ctx.scene, PlayScene)
    assert ctx.scene.game.session.seed == 17, "a number of one's own is dealt as it is"
    ctx.close()


@pytest.mark.real
@pytest.mark.usefixtures("patient")
def test_where_a_run_was_lost_is_asked_with_the_moves_that_were_found_for_its_deal() -> None:
    ctx = context()
    ctx.open(requests.FreePlay(Staffelpatience()))
    table = dealt(ctx)
    wins = table.game.session.solution
    assert wins
    play_through(ctx, some_move(ctx))
    assert isinstance(ctx.scene, SoloEnd)
    draw(ctx)
    click(ctx, labelled(ctx.scene.tree, "Where was it lost?").rect)
    (asked,) = (part for part in at_table(ctx).extras if isinstance(part, WhereLost))
    assert asked._known == wins
    ctx.close()


@pytest.mark.parametrize("name", [name for name, kind in sorted(games().items()) if 1 in kind.seats])
def test_only_games_with_a_choice_are_searched_for_deals_that_come_out(name: str) -> None:
    chooser = Chooser(name)
    rules = chooser.scene.rules
    assert ("Only deals that come out" in chooser.labels()) == (not rules.reflex)
    ctx = context()
    for variant in [rules, *([Farbwechsel(way="b")] if name == "farbwechsel" else [])]:
        ctx.push(PatiencesScene())
        ctx.open(requests.FreePlay(variant))
        assert isinstance(ctx.scene, PlayScene if rules.reflex else DealingScene)
        assert ctx.scene
        ctx.scene.back()
    ctx.close()


def panel_says(ctx: Context) -> str:
    """What is said beside the table."""
    return at_table(ctx).game.panel._said()


@pytest.mark.real
def test_a_deal_that_was_not_proved_is_told_until_the_first_move_or_a_proof(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dealing, "_PATIENCE", 0.0)
    ctx = context(light=False)
    ctx.open(requests.FreePlay(Staffelpatience()))
    looking = ctx.scene
    assert isinstance(looking, DealingScene)
    looking._solver.find(Farbwechsel(way="b"), 4, 0.0)
    table = dealt(ctx)
    draw(ctx)
    session = table.session
    assert isinstance(session, LiveRun)
    assert session.vain and session.seed >= 4
    assert panel_says(ctx) == "Not proven in two seconds: it may or may not come out."
    session.hints.winnable = WON
    assert panel_says(ctx) == ""
    session.hints.moved()
    assert panel_says(ctx)
    session.play(session.moves[0])
    assert panel_says(ctx) == ""
    session.restart()
    assert panel_says(ctx)
    ctx.close()


@pytest.mark.real
@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("how", ["found", "taken", "no process"])
def test_of_no_other_deal_that_is_said(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ctx = context(light=False)
    if how == "no process":
        monkeypatch.setattr(sys, "executable", "/nowhere/python")
    ctx.open(requests.FreePlay(Staffelpatience()))
    if how == "taken":
        assert isinstance(ctx.scene, DealingScene)
        shown_long(ctx.scene)
        press(ctx, pygame.K_DOWN, pygame.K_RETURN)
    session = dealt(ctx).session
    draw(ctx)
    assert isinstance(session, LiveRun)
    assert bool(session.solution) == (how == "found")
    assert panel_says(ctx) == ""
    ctx.close()


def shown_long(looking: DealingScene) -> None:
    """Five seconds of searching in vain."""
    begin = here().clock.seconds()
    for at in (begin, begin + 5):
        looking.step(at)
        looking.draw(looking.ctx.window.surface, at, 1.0, True)
        looking.shown(at)


def test_who_does_not_want_to_wait_goes_back_or_takes_any_deal() -> None:
    ctx = context(patience="zahlenpatience")
    ctx.push(PatiencesScene())
    rare = AchtMalAcht(passes=1)
    ctx.open(requests.FreePlay(rare, None))
    looking = ctx.scene
    assert isinstance(looking, DealingScene)
    shown_long(looking)
    press(ctx, pygame.K_ESCAPE)
    assert isinstance(ctx.scene, PatiencesScene)
    ctx.open(requests.FreePlay(rare, None))
    looking = ctx.scene
    assert isinstance(looking, DealingScene)
    shown_long(looking)
    press(ctx, pygame.K_DOWN, pygame.K_RETURN)
    assert isinstance(ctx.scene, PlayScene)
    ctx.close()
