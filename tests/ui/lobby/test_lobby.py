"""The lobby of a table on the network, over real sockets, on several screens."""

from typing import cast

import pygame
import pytest

from game.i18n import set_language
from game.lan.table import names_of
from game.names.line import line
from game.net.wire.messages import Appearance, HouseRules
from game.rules.haisty import Haisty
from game.system import here
from game.ui.covers.cover import AskScene
from game.ui.engine import text
from game.ui.lobby.lobby import LobbyScene, addresses
from game.ui.lobby.room import match_rules_of
from game.ui.menu.title import TitleScene
from game.ui.play.match.handicap import HandicapScene
from game.ui.play.scene import PlayScene
from game.ui.view.leaves import Field
from game.ui.view.node import Node
from tests.ui.lobby.screens import Party
from tests.ui.pilot import labelled
from tests.waiting import until


def test_when_an_awaited_guest_goes_the_host_is_told_to_knock_again(party: Party) -> None:
    anna = party.open(3, bots=1)
    bo = party.visit("Bo")
    anna.key(pygame.K_SPACE)
    party.until(lambda: anna.lobby.words() == "Waiting for Bo …")
    bo.press("Leave the table")
    party.until(lambda: anna.lobby.words() == "Gone: Bo. Knock again.")
    assert anna.lobby.own and not anna.lobby.own.ready
    anna.key(pygame.K_SPACE)
    party.until(lambda: isinstance(anna.scene, PlayScene))


def test_when_a_guest_just_watches_the_others_read_so_until_that_guest_sits_again(party: Party) -> None:
    anna = party.open(3, bots=1)
    bo = party.visit("Bo")
    anna.key(pygame.K_SPACE)
    party.until(lambda: anna.lobby.words() == "Waiting for Bo …")
    bo.press("Just watch")
    party.until(lambda: anna.lobby.words() == "Bo is watching now. Knock again.")
    party.until(lambda: "Sit down" in bo.labels())
    bo.press("Sit down")
    party.until(lambda: anna.lobby.words() == "The match begins when everyone has knocked.")


def test_spectator_who_had_knocked_sees_correct_lobby_text(party: Party) -> None:
    anna = party.open(4)
    bo, cara = party.visit("Bo"), party.visit("Cara")
    for screen in (bo, cara):
        screen.key(pygame.K_SPACE)
    party.until(lambda: bo.lobby.own and bo.lobby.own.ready and cara.lobby.own and cara.lobby.own.ready)
    bo.press("Just watch")
    party.until(lambda: cara.lobby.words() == "Bo is watching now. Knock again.")
    party.until(lambda: bo.lobby.own is None)
    assert bo.lobby.words() == "You are watching. There is a seat for you if you want to play."
    assert anna.lobby.words() == "The match begins when everyone has knocked."


def test_when_the_house_rules_change_who_had_knocked_is_told_to_knock_again(party: Party) -> None:
    anna = party.open(3)
    bo, cara = party.visit("Bo"), party.visit("Cara")
    bo.key(pygame.K_SPACE)
    party.until(lambda: bo.lobby.own and bo.lobby.own.ready)
    anna.change("any_part")
    party.until(lambda: bo.lobby.words() == "The rules have changed. Knock again.")
    assert cara.lobby.words() == "The match begins when everyone has knocked."
    bo.key(pygame.K_SPACE)
    party.until(lambda: bo.lobby.words() == "Waiting for Anna, Cara …")


def test_esc_asks_before_a_guest_leaves_the_lobby(party: Party) -> None:
    anna = party.open(2)
    bo = party.visit("Bo")
    bo.key(pygame.K_ESCAPE)
    assert bo.scenes() == [TitleScene, LobbyScene, AskScene]
    bo.key(pygame.K_ESCAPE)
    assert bo.scenes() == [TitleScene, LobbyScene]
    bo.key(pygame.K_ESCAPE)
    bo.press("Leave the table")
    assert bo.scenes() == [TitleScene]
    party.until(lambda: anna.lan.room and anna.lan.room.places[1].kind == "empty")


@pytest.mark.usefixtures("short_rounds")
def test_a_match_begins_under_an_open_question(party: Party) -> None:
    anna = party.open(2)
    bo = party.visit("Bo")
    anna.key(pygame.K_SPACE)
    anna.key(pygame.K_ESCAPE)
    assert isinstance(anna.scene, AskScene)
    bo.key(pygame.K_SPACE)
    party.until(party.all_play)
    assert anna.scenes() == bo.scenes() == [TitleScene, LobbyScene, PlayScene]


def test_the_host_sets_what_is_played_and_who_sits_there(party: Party) -> None:
    anna = party.open(4)
    bo, cara = party.visit("Bo"), party.visit("Cara")
    assert not bo.control("any_part") and not bo.control("remove1")

    for rule in ("any_part", "auto_knock", "ends"):
        anna.change(rule)
    party.until(lambda: bo.lobby.house == cara.lobby.house == anna.lobby.house and bo.lobby.house.target)
    assert bo.lobby.house.rules.any_part and bo.lobby.house.rules.auto_knock
    bo.lan.take_seats()
    assert bo.lan.rules == Haisty(any_part=True, auto_knock=True)
    bo.lan.client.ask(HouseRules(7, 0, {}))

    party.until(lambda: not anna.control("add2"))  # she has heard of Cara too
    anna.press("Add a bot")
    party.until(lambda: anna.control("level3"))
    anna.change("level3")
    party.until(lambda: bo.lan.room and bo.lan.room.places[3].level == "medium")
    party.until(lambda: anna.control("remove3"))
    assert bo.lan.room and bo.lan.room.terms.target != 7
    assert all(names_of(bo.lan.room))
    anna.act("remove3")
    party.until(lambda: cara.lan.room and cara.lan.room.places[3].kind == "empty")

    anna.act("remove2")
    assert isinstance(anna.scene, AskScene)
    anna.press("Remove")
    party.until(lambda: isinstance(cara.scene, AskScene))
    assert cara.scene and cara.scene.words == "The host has removed you from the table."  # type: ignore[attr-defined]
    assert cara.scenes() == [TitleScene, AskScene]
    party.until(lambda: bo.lan.room and bo.lan.room.places[2].kind == "empty")

    anna.key(pygame.K_ESCAPE)
    assert isinstance(anna.scene, AskScene)
    anna.press("Close the table")
    assert anna.scenes() == [TitleScene]
    party.until(lambda: isinstance(bo.scene, AskScene))
    assert bo.scene and bo.scene.words == "The host has closed the table."  # type: ignore[attr-defined]


def test_handicaps_are_chosen_in_the_lobby_each_at_its_own_seat_and_by_the_host_for_all(party: Party) -> None:
    anna, bo = party.open(3, bots=1), party.visit("Bo")
    assert anna.lan.room
    anna.act("handicap")
    bo.act("handicap")
    assert anna.labels() == ["Anna", "Bo", names_of(anna.lan.room)[2], "OK"]
    assert bo.labels() == ["Bo", "OK"]
    for screen, name, steps in ((bo, "Bo", 2), (anna, names_of(anna.lan.room)[2], 1)):
        assert isinstance(screen.scene, HandicapScene)
        control = labelled(screen.scene.tree, name).control
        assert control
        control.step_by(steps)
    party.until(lambda: anna.lan.handicaps == bo.lan.handicaps == (13, 7, 10))
    anna.key(pygame.K_ESCAPE)
    text.start_recording()
    party.until(lambda: any(each.words.startswith("Bo 7") for each in text.spans(anna.ctx.window.surface)))
    anna.key(pygame.K_SPACE)
    bo.lan.knock()
    party.until(party.all_play)
    assert bo.scenes() == [TitleScene, LobbyScene, PlayScene], "it begins though somebody still chooses"
    assert party.match.state.handicaps == (13, 7, 10)


def test_two_at_one_screen_choose_a_handicap_each(party: Party) -> None:
    anna, bo = party.open(4), party.visit("Bo")
    bo.ctx.settings.players = 2
    party.until(lambda: bo.lan.partner and bo.lan.partner.place == 2)
    party.until(lambda: bo.lan.room and bo.lan.room.places[2].name)
    assert bo.lan.room
    own = names_of(bo.lan.room)[1:3]
    bo.act("handicap")
    assert bo.labels() == [*own, "OK"] and isinstance(bo.scene, HandicapScene)
    for steps, name in enumerate(own, 1):
        control = labelled(bo.scene.tree, name).control
        assert control
        control.step_by(steps)
    party.until(lambda: anna.lan.handicaps == (13, 10, 7, 13))


def test_a_late_answer_to_one_choice_does_not_undo_the_next(party: Party) -> None:
    anna = party.open(4)
    for first, second in (("kind", "game"), ("game", "grade"), ("grade", "grade")):
        before = anna.lobby.house
        anna.change(first)
        until(lambda: anna.lan.room and match_rules_of(anna.lan.room) != before)  # noqa: B023 - not shown yet
        anna.change(second)
        chosen = anna.lobby.house
        anna.turn()
        assert anna.lobby.house == chosen
        party.until(lambda: anna.lobby.room and match_rules_of(anna.lobby.room) == chosen)  # noqa: B023
        assert anna.lobby.house == chosen


def test_names_and_backs_are_what_the_host_says(party: Party) -> None:
    anna = party.open(4, code="")
    bo = party.visit("Bo")
    taken = anna.lobby.own
    assert taken

    def shown() -> object:
        control = bo.control("back")
        return control and control.shown_value

    bo.change("back", taken.back - cast(int, shown()))
    assert shown() == taken.back
    party.until(lambda: bo.lobby.own and bo.lobby.own.back == shown())
    assert shown() != taken.back
    here().clock.pause(2)
    strange = "\u200b\u0301日😀\u202e\ue000\U000e0041­"
    field = bo.control("name")
    assert isinstance(field, Field)
    given = shown()
    field.replaced(selected=True).insert(strange)
    assert bo.lobby.appearance.pending and shown() == given, "another name is no other back"
    party.until(lambda: anna.lan.room and anna.lan.room.places[1].name == line(strange) != strange)
    field.replaced(selected=True).erase()
    party.until(lambda: anna.lan.room and anna.lan.room.places[1].name == "")
    assert anna.lan.room and names_of(anna.lan.room)[1] == "Player 2"
    party.until(lambda: cast(Field, bo.control("name")).hint == "Player 2")
    set_language("sv")
    assert names_of(anna.lan.room)[1] == "Spelare 2"
    set_language("en")
    bo.key(pygame.K_SPACE)
    bo.press("Just watch")
    party.until(lambda: anna.lan.room and anna.lan.room.watchers == ("",))
    party.until(lambda: bo.lobby.own is None)
    assert all(where.endswith(f":{anna.lan.server.ports.port}") for where in addresses(anna.lan))  # type: ignore[union-attr]


@pytest.mark.parametrize("code", ["en", "sv", "de"])
def test_what_is_said_fits(party: Party, code: str) -> None:
    set_language(code)
    anna = party.open(8, bots=3, code="sesame")
    text.start_recording()
    anna.ctx.redraw()
    anna.turn()
    assert not [span.words for span in text.spans(anna.ctx.window.surface) if span.cut]
    rects = [each.rect for each in anna.lobby.tree.controls]
    assert all(rect.collidelist(rects[i + 1 :]) < 0 for i, rect in enumerate(rects))


def test_what_is_played_is_said_in_full_beside_a_long_name(party: Party) -> None:
    anna, bo = party.open(4), party.visit("Bo")
    anna.lan.ask(Appearance("W" * 16, 0))
    anna.lan.ask(HouseRules(0, 3, {}, "race:paare-01"))
    party.until(lambda: bo.lan.room and bo.lan.room.terms.game and "W" * 16 in names_of(bo.lan.room))
    set_language("de")
    text.adapt(text.Letters(1.0, 1.6))
    text.start_recording()
    bo.ctx.redraw()
    bo.turn()
    assert "Rennen" in [span.words for span in text.spans(bo.ctx.window.surface) if not span.cut]


def test_a_wide_name_is_whole_at_a_table_for_six(party: Party) -> None:
    anna, bo = party.open(6), party.visit("Bo")
    anna.lan.ask(Appearance("W" * 16, 0))
    party.until(lambda: bo.lan.room and "W" * 16 in names_of(bo.lan.room))
    text.start_recording()
    bo.ctx.redraw()
    bo.turn()
    assert [span.cut for span in text.spans(bo.ctx.window.surface) if span.words.startswith("W" * 4)] == [
        False
    ]


def test_packets_that_change_nothing_have_nothing_built_anew(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, built = party.open(2), list[Node]()
    view, soon = anna.lobby.view, here().clock.seconds() + 1
    anna.lobby.step(soon)

    def counted() -> Node:
        built.append(view())
        return built[-1]

    monkeypatch.setattr(anna.lobby, "view", counted)
    for n in range(10):
        anna.lobby.step(soon + 0.02 * n)
        anna.lobby.draw(anna.ctx.window.surface, soon + 0.02 * n, 0.0, False)
    assert not built
    anna.lobby.step(soon + 0.3)
    assert built
