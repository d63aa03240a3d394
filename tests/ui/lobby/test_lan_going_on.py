"""Somebody does not knock: the others go on without them, from the standings and from the lobby."""

from pathlib import Path

import pygame
import pytest

from game.core.state import PLAYING, SCORED
from game.i18n import set_language
from game.lan import table
from game.net.server import game_room
from game.net.waiting import PATIENCE
from game.ui.covers.cover import AskScene
from game.ui.engine import text
from game.ui.engine.theme import unit
from game.ui.lobby.lobby import LobbyScene
from game.ui.play.match.round_end import RoundEnd
from game.ui.play.race.end import DealEnd
from tests.ui.lobby.screens import Party, Screen
from tests.ui.lobby.test_lan_duel import begun, judged, right
from tests.ui.lobby.test_lan_pair import LEFT, RIGHT, both_sit, half, pair, to_the_standings
from tests.ui.menu.challenged import said
from tests.ui.pilot import described, labelled

SHORT = 1_000_000


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch, short_rounds: None) -> None:
    """The others wait for a second."""
    assert PATIENCE == 15 * SHORT
    for module in (game_room, table):
        monkeypatch.setattr(module, "PATIENCE", SHORT)


def one_is_late(party: Party, *others: Screen) -> None:
    """A round is over, and these have knocked for the next."""
    party.until(party.all_count)
    party.go_on(*others)


def test_the_host_goes_on_without_who_does_not_knock(party: Party) -> None:
    anna = party.open(3, rounds=3)
    bo, didi = party.visit("Bo"), party.visit("Didi")
    party.begin()
    anna.key(pygame.K_SPACE)
    one_is_late(party, anna, bo)
    party.until(lambda: "Carry on without Didi" in anna.labels())
    assert anna.labels() == ["Handicap", "Carry on without Didi", "Remove Didi", "Coach"]
    assert bo.labels() == ["Handicap", "Coach"] and "Waiting for Didi …" in said(bo.ctx)
    before = party.match.state.totals
    anna.key(pygame.K_v)
    party.until(party.all_play)
    assert [screen.lan.state.out for screen in party.screens] == [0b100] * 3
    party.until(lambda: described(anna.table).seats[2]["mark"] == "sits out")
    (own,) = didi.table.game.hud.view.own
    assert own.lines[0] == "You sit this round out" and own.caps is None
    assert not didi.turns() and bo.turns()
    assert didi.cards_lie()

    anna.key(pygame.K_SPACE)
    one_is_late(party, anna, bo)
    party.until(lambda: didi.scene and isinstance(didi.scene, RoundEnd) and didi.scene.count.end < 1e9)
    party.go_on(didi)
    party.until(party.all_play)
    assert party.match.state.totals[2] == before[2] and not party.match.state.out
    assert didi.turns()


def test_the_standings_say_who_sat_out_and_no_card_of_theirs_is_counted(party: Party) -> None:
    anna = party.open(3, rounds=3)
    bo, didi = party.visit("Bo"), party.visit("Didi")
    party.begin()
    anna.key(pygame.K_SPACE)
    one_is_late(party, anna, bo)
    party.until(lambda: "Carry on without Didi" in anna.labels())
    anna.press("Carry on without Didi")
    party.until(party.all_play)
    anna.key(pygame.K_SPACE)
    party.until(party.all_count)
    party.go_on(anna)
    for screen in (anna, didi):
        party.until(lambda: isinstance(screen.scene, RoundEnd))  # noqa: B023 - looked at now
    assert "sat out" in said(anna.ctx) and "26 − 2×13" not in said(anna.ctx)
    assert bo.lan.state.phase == SCORED


def test_somebody_is_shown_out_at_the_standings_and_asked_about_first(party: Party) -> None:
    anna = party.open(3, rounds=3)
    bo, didi = party.visit("Bo"), party.visit("Didi")
    party.begin()
    anna.key(pygame.K_SPACE)
    one_is_late(party, anna, bo)
    party.until(lambda: "Remove Didi" in anna.labels())
    anna.key(pygame.K_d)
    assert isinstance(anna.scene, AskScene)
    anna.press("Remove")
    party.until(lambda: isinstance(didi.scene, AskScene))
    party.screens.remove(didi)
    party.until(party.all_play)
    didi.ctx.quit()


def test_where_the_host_is_away_a_pair_has_the_others_go_on(party: Party, tmp_path: Path) -> None:
    anna, cleo = party.open(3, rounds=3), pair(party, tmp_path)
    party.until(lambda: cleo.lan.partner and cleo.lan.partner.place is not None)
    party.begin()
    both_sit(party, cleo)
    anna.key(pygame.K_SPACE)
    to_the_standings(party, cleo)
    half(cleo, RIGHT["Space"])
    party.until(lambda: party.match.state.ready == 0b100)
    party.until(lambda: cleo.lan.late == (0, 1))
    assert cleo.lan.speaker is cleo.lan.partner
    assert isinstance(cleo.scene, RoundEnd)
    half(cleo, LEFT["Space"])
    party.until(lambda: "Carry on without Anna" in cleo.labels())
    assert "Remove Anna" not in cleo.labels()
    cleo.key(pygame.K_v)
    party.until(lambda: party.match.state.out == 0b1)
    party.until(lambda: cleo.lan.state.out == 0b1)
    assert anna.lan.owner, "nobody takes a living host over"


def test_the_standings_of_a_duel_have_the_same_keys(party: Party) -> None:
    anna = party.open(3)
    bo, didi = party.visit("Bo"), party.visit("Didi")
    begun(party, anna, bo, didi, rounds=2)
    while party.match.state.phase == PLAYING:
        judged(party, anna, right(anna))
    party.until(lambda: all(isinstance(each.scene, DealEnd) for each in party.screens))
    for screen in (anna, bo):
        screen.key(pygame.K_SPACE)
    party.until(lambda: "Carry on without Didi" in anna.labels())
    anna.key(pygame.K_d)
    assert isinstance(anna.scene, AskScene)
    anna.key(pygame.K_ESCAPE)
    anna.key(pygame.K_v)
    party.until(lambda: party.match.state.out == 0b100)


def test_the_match_begins_without_who_does_not_knock_in_the_lobby(party: Party) -> None:
    anna = party.open(3)
    bo, didi = party.visit("Bo"), party.visit("Didi")
    for screen in (anna, bo):
        screen.key(pygame.K_SPACE)
    party.until(lambda: "Carry on without Didi" in anna.labels())
    assert "Carry on without Didi" not in bo.labels()
    assert isinstance(didi.scene, LobbyScene)
    anna.press("Carry on without Didi")
    party.until(party.all_play)
    assert {screen.lan.state.out for screen in party.screens} == {0b100}


@pytest.mark.parametrize("language", ["en", "sv", "de"])
@pytest.mark.parametrize("scale", [1.0, 1.6])
def test_the_ways_on_are_whole_at_any_size_of_text(party: Party, language: str, scale: float) -> None:
    set_language(language)
    anna = party.open(3, rounds=3)
    bo = party.visit("Bo")
    party.visit("Maximiliane Didi")
    party.begin()
    anna.key(pygame.K_SPACE)
    one_is_late(party, anna, bo)
    party.until(lambda: anna.lan.late)
    scene = anna.scene
    assert isinstance(scene, RoundEnd)
    text.adapt(text.Letters(unit((1280, 720)), scale))
    scene.renew()
    window = pygame.Rect(0, 0, 1280, 720)
    rects = [each.rect for each in scene.tree.controls]
    assert len(rects) == 4 and all(window.contains(rect) for rect in rects)
    assert not any(one.colliderect(other) for one in rects for other in rects if one is not other)
    assert labelled(scene.tree, anna.labels()[0])
