"""What is told of the screen is what is on it, no more, and in a file that is always whole."""

import importlib
import json
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import ui
from game.core.cards import HIDDEN
from game.core.match import Match
from game.core.notation import card_text
from game.i18n import LANGUAGES
from game.rules.haisty import Haisty
from game.sessions.local import LocalSession
from game.ui.covers.cover import Above, AskScene, Cover, PauseScene
from game.ui.engine import text
from game.ui.engine.loop import Describer, described
from game.ui.engine.scene import Context, Scene, scene_name
from game.ui.menu.challenges import ChallengesScene
from game.ui.menu.patiences import PatiencesScene
from game.ui.menu.records import RecordsScene
from game.ui.menu.title import TitleScene
from game.ui.play.end import End
from game.ui.play.match.game import MatchTable
from game.ui.play.match.tables import match_table
from game.ui.play.pair import SplitScreen
from game.ui.play.patience.free_end import PatienceEnd
from game.ui.play.scene import PlayScene
from game.ui.rulebook.tables import GamesScreen
from game.ui.settings.scene import SettingsScene
from game.ui.view.leaves import Button
from game.ui.view.node import Node
from game.ui.view.page import ListScreen
from game.ui.view.screen import Screen
from game.ui.widgets.reveal import Ceremony
from tests.ui.pilot import context, draw, labels

PROMISED = Path(__file__).parents[3] / "docs" / "describe.md"


@pytest.fixture
def ctx() -> Context:
    return context()


def shown(ctx: Context, now: float = 0.0) -> dict[str, Any]:
    """What is told once the topmost scene has been drawn."""
    assert ctx.scene
    text.erase(ctx.window.surface)
    ctx.scene.draw(ctx.window.surface, now, 0.0, True)
    return described(ctx, ctx.scene, now)


def table(ctx: Context) -> tuple[MatchTable, LocalSession]:
    match = Match(Haisty(), 3, 7, 100)
    session = LocalSession(
        match, {1: "easy", 2: "easy"}, ("Anna", "Bo", "Cy"), (0, 1, 2), lambda: 0.0, lambda: None
    )
    scene = match_table(session)
    ctx.push(scene)
    return scene, session


def all_scenes(base: type[Scene] = Scene) -> Iterator[type[Scene]]:
    for each in pkgutil.walk_packages(ui.__path__, "game.ui."):
        importlib.import_module(each.name)
    for kind in base.__subclasses__():
        if kind.__module__.startswith("game."):
            yield kind
            yield from all_scenes(kind)


def test_every_scene_has_the_name_that_is_promised() -> None:
    line = next(line for line in PROMISED.read_text("utf-8").splitlines() if line.startswith("| `scene`"))
    promised = set(re.findall(r"`([a-z-]+)`", line)) - {"scene", "beneath"}
    bases = Above, Ceremony, Cover, End, GamesScreen, ListScreen, SplitScreen, PatienceEnd, PlayScene, Screen
    tables = {"table", "lan-table", "solo", "solo-practice", "attract", "lesson", "solo-lesson", "practice"}
    tables |= {"race", "duel"}
    covers = {"solo-pause", "solo-help", "solo-ask", "solo-alone", "solo-rule-page"}
    assert {
        kind.kind or scene_name(kind) for kind in all_scenes() if kind not in bases
    } | tables | covers == promised


def test_a_table_tells_every_card_that_lies_open_and_no_other(ctx: Context) -> None:
    text.start_recording()
    _scene, session = table(ctx)
    told = shown(ctx)
    for pile, truth in zip(told["piles"], session.state.table.piles, strict=True):
        assert pile["count"] == len(truth.cards)
        assert [card["card"] for card in pile["cards"]] == [
            card_text(card) for card in truth.cards[-truth.up :] if truth.up
        ]
    assert [pile["key"] for pile in told["piles"] if pile["seat"] == 0] == ["1", "2", "3", "4", "5", "V", "6"]
    assert {pile["key"] for pile in told["piles"] if pile["role"] == "foundation"} == {"7"}
    assert [seat["name"] for seat in told["seats"]] == ["Anna", "Bo", "Cy"]
    assert ("Knock", "Space") in [(each["label"], each["key"]) for each in told["controls"]]
    assert "Round 1 · goal 100" in [each["text"] for each in told["texts"]]


def test_a_button_that_is_a_picture_over_the_table_is_told_as_one(ctx: Context) -> None:
    text.start_recording()
    scene, _session = table(ctx)
    shown(ctx)
    scene.step(9.0)  # the cards have been dealt
    told = described(ctx, scene, 9.0)
    begin = next(each for each in told["controls"] if each["label"] == "Knock to begin")
    assert (begin["role"], begin["key"]) == ("button", "Space")
    assert pygame.Rect(begin["rect"]) == scene.game.hud.buttons["begin"], "what is said is where it is drawn"
    assert "Knock to begin" not in [each["text"] for each in told["texts"]]
    call = next(each for each in told["controls"] if each["key"] == "D")
    assert sorted(call["words"]) == ["D", "Stuck"]


def test_a_card_that_lies_face_down_is_not_told_though_the_stage_knows_it(ctx: Context) -> None:
    scene, _session = table(ctx)
    shown(ctx)
    assert scene.stage
    stock = next(i for i, role in enumerate(scene.stage.roles) if role == "stock")
    for sprite, card in zip(scene.stage.piles[stock], Haisty().deal(1, 1).piles[5].cards, strict=False):
        assert card != HIDDEN
        sprite.card = card
    assert described(ctx, scene, 0.0)["piles"][stock]["cards"] == []


def test_of_a_fan_only_the_part_of_each_card_that_shows_is_told(ctx: Context) -> None:
    scene, session = table(ctx)
    shown(ctx)
    assert scene.stage
    table_ = session.state.table
    piles = list(table_.piles)
    piles[1] = piles[1]._replace(cards=tuple(pile.cards[-1] for pile in piles[1:5]), up=4)
    scene.stage.reset(table_._replace(piles=tuple(piles)))
    told = described(ctx, scene, 0.0)["piles"]
    rects = [pygame.Rect(card["rect"]) for card in told[1]["cards"]]
    assert len(rects) == 4
    assert all(not a.colliderect(b) for i, a in enumerate(rects) for b in rects[i + 1 :])
    assert rects[-1].h > rects[0].h
    assert pygame.Rect(told[1]["rect"]).contains(rects[0].unionall(rects))


def test_the_stage_tells_no_pile_of_a_table_that_is_covered(ctx: Context) -> None:
    scene, _session = table(ctx)
    shown(ctx)
    ctx.push(PauseScene(scene))
    told = shown(ctx)
    assert (told["scene"], told["beneath"], told["piles"]) == ("pause", ["table"], [])
    assert "Continue" in [each["label"] for each in told["controls"]]


def test_what_is_written_is_told_once_and_goes_with_what_replaces_it(ctx: Context) -> None:
    text.start_recording()
    ctx.push(TitleScene())
    shown(ctx)
    ctx.push(AskScene("Is it so?", "Yes"))
    told = shown(ctx)
    assert [each["text"] for each in told["texts"]] == ["Is it so?"]
    ctx.pop(ctx.stack[-1])
    assert "Is it so?" not in [each["text"] for each in shown(ctx)["texts"]]


def test_nothing_is_remembered_while_nobody_listens(ctx: Context) -> None:
    text.draw(ctx.window.surface, "drop_notice", 20, (255, 255, 255), topleft=(0, 0))
    assert text.spans(ctx.window.surface) == []


def test_the_file_is_written_when_something_has_changed_and_not_too_often(
    ctx: Context, tmp_path: Path
) -> None:
    path = tmp_path / "shown.json"
    describer = Describer(path)
    assert json.loads(path.read_text("utf-8")) == {"scene": ""}
    ctx.push(TitleScene())
    shown(ctx)
    describer.update(ctx, 1.0)
    first = path.stat().st_ino
    assert json.loads(path.read_text("utf-8"))["scene"] == "title"
    describer.update(ctx, 1.0 + 2 * Describer.INTERVAL)
    assert path.stat().st_ino == first, "nothing had changed"
    ctx.push(AskScene("Is it so?", "Yes"))
    shown(ctx)
    describer.update(ctx, 1.0 + 2.5 * Describer.INTERVAL)
    assert json.loads(path.read_text("utf-8"))["scene"] == "title", "too soon"
    describer.update(ctx, 1.0 + 4 * Describer.INTERVAL)
    assert json.loads(path.read_text("utf-8"))["scene"] == "ask"
    assert [each.name for each in tmp_path.iterdir()] == ["shown.json"]


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, Path("/dev/null"), tmp_path / "nowhere" / "shown.json"):
        with pytest.raises(OSError):
            Describer(path)


class Told(Screen[None]):
    """Shows what it has been told last."""

    words = "before"

    def view(self) -> Node:
        return Button(self.words, self.back)


def test_what_has_come_since_the_last_look_is_in_the_next_picture(ctx: Context) -> None:
    scene = Told()
    ctx.push(scene)
    draw(ctx)
    described(ctx, scene, 0.0)
    scene.words = "after"
    draw(ctx)
    assert labels(scene.tree) == ["after"]


def test_each_control_has_a_name_of_its_own_that_is_the_same_in_every_language(ctx: Context) -> None:
    """A label is what a person reads; a script finds a control again by its name."""
    for open_scene in (TitleScene, SettingsScene, PatiencesScene, ChallengesScene, RecordsScene):
        ctx.push(open_scene())
        said = list[tuple[list[str], list[str]]]()
        for lang in LANGUAGES:
            ctx.speak(lang)
            controls = shown(ctx)["controls"]
            said.append(([each["name"] for each in controls], [each["label"] for each in controls]))
        names = said[0][0]
        assert names
        assert all(names)
        assert len({*names}) == len(names)
        assert all(each == names for each, _labels in said)
        assert said[0][1] != said[1][1], "the labels are others"
    assert "name" in next(line for line in PROMISED.read_text("utf-8").splitlines() if "`controls`" in line)
