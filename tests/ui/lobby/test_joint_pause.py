"""A pause for all, from the keys and menus of several screens at one table."""

from collections.abc import Callable
from pathlib import Path

import pygame

from game.core.state import PAUSED, PLAYING
from game.ui.covers.cover import PauseScene
from game.ui.play.match.joint_pause import JointPause
from tests.ui.lobby.screens import Party, Screen, kill
from tests.ui.lobby.test_lan_duel import begun
from tests.ui.lobby.test_lan_pair import LEFT, RIGHT, both_sit, half, pair
from tests.ui.menu.challenged import said
from tests.ui.pilot import described, told


def covered(party: Party, *screens: Screen) -> Callable[[], bool]:
    """Whether these show nothing but the pause."""
    return lambda: all(isinstance(screen.scene, JointPause) for screen in screens or party.screens)


def test_two_hands_hide_the_table_for_all_until_all_have_knocked(party: Party) -> None:
    anna = party.open(3)
    bo, didi = party.visit("Bo"), party.visit("Didi")
    party.begin()
    watcher = party.visit("Eva", watch=True)
    party.until(party.all_play)
    bo.key(pygame.K_p)
    party.until(lambda: described(didi.table).seats[1]["mark"] == "asks for a pause")
    party.until(lambda: "Bo asks for a pause. P: agree" in told(didi.table.stage, "notice"))
    assert "You have asked" in told(bo.table.stage, "notice")
    assert not told(watcher.table.stage, "notice")
    assert not didi.ctx.notices, "it is of no interest later"
    didi.key(pygame.K_ESCAPE)
    assert "Pause with Bo" in didi.labels()
    didi.press("Pause with Bo")
    party.until(covered(party))
    assert "Bo has asked for a pause." in said(anna.ctx) and "You have asked for a pause." in said(bo.ctx)
    assert anna.scene and not described(anna.scene).piles, "no card is seen"
    assert watcher.labels() == ["Menu"] and anna.labels() == ["Knock to go on", "Menu"]
    assert not anna.turns()
    bo.press("Knock to go on")
    party.until(lambda: bo.labels() == ["Menu"])
    assert "Waiting for Anna, Didi …" in said(bo.ctx)
    anna.key(pygame.K_SPACE)
    didi.key(pygame.K_SPACE)
    party.until(lambda: party.match.state.phase == PLAYING)
    party.until(party.all_play)
    assert anna.turns() and anna.cards_lie()


def test_the_help_names_for_the_menu_no_key_that_asks_for_a_pause(party: Party) -> None:
    anna = party.open(3)
    begun(party, anna, party.visit("Bo"))
    assert ("Esc", "menu, leave") in anna.table.game.help().devices[0][1]
    assert not anna.table.commands["menu"].slot.hears("p")


def test_in_a_match_too_the_help_has_one_meaning_for_each_key(party: Party) -> None:
    anna = party.open(3)
    party.visit("Bo")
    party.begin()
    rows = anna.table.game.help().devices[0][1]
    assert ("Esc", "menu, leave") in rows and ("P", "ask all for a pause") in rows


def test_the_hosts_hand_is_enough_and_a_menu_that_is_open_closes(party: Party) -> None:
    anna = party.open(3)
    bo = party.visit("Bo")
    party.begin()
    bo.key(pygame.K_ESCAPE)
    assert isinstance(bo.scene, PauseScene) and "Pause for all" in bo.labels()
    anna.key(pygame.K_p)
    party.until(covered(party))
    assert not any(isinstance(scene, PauseScene) for scene in bo.ctx.stack)
    bo.key(pygame.K_SPACE)
    bo.key(pygame.K_ESCAPE)
    assert isinstance(bo.scene, PauseScene) and "Pause for all" not in bo.labels()
    assert not bo.scene.overlay or isinstance(bo.ctx.stack[-2], JointPause), "no card is seen beneath it"
    anna.key(pygame.K_SPACE)
    party.until(party.all_play)
    assert not isinstance(bo.ctx.scene, PauseScene)


def test_alone_against_bots_it_is_at_once_and_they_wait(party: Party) -> None:
    anna = party.open(2, bots=1)
    party.begin()
    anna.key(pygame.K_p)
    party.until(covered(party))
    judged = len([entry for entry in party.match.log if entry.move])
    party.until(lambda: party.match.state.ready == 0b10)
    began = anna.lan.now
    party.until(lambda: anna.lan.now > began + 20_000_000)
    assert len([entry for entry in party.match.log if entry.move]) <= judged + 1
    anna.press("Knock to go on")
    party.until(party.all_play)


def test_a_pause_lives_on_at_another_host_and_without_who_has_left(party: Party) -> None:
    anna = party.open(3)
    bo, didi = party.visit("Bo"), party.visit("Didi")
    party.begin()
    anna.key(pygame.K_p)
    party.until(covered(party))
    kill(anna.lan)
    party.screens.remove(anna)
    party.until(lambda: bo.lan.server or didi.lan.server)
    party.until(lambda: bo.lan.status == didi.lan.status == "there")
    party.until(covered(party))
    assert bo.lan.state.phase == PAUSED and "Anna has asked for a pause." in said(bo.ctx)
    bo.press("Knock to go on")
    didi.press("Knock to go on")
    party.until(party.all_play)
    assert bo.lan.state.round == 1 and bo.cards_lie()


def test_two_at_one_screen_agree_by_the_menu_and_each_knocks(party: Party, tmp_path: Path) -> None:
    anna = party.open(4)
    bo, cleo = party.visit("Bo"), pair(party, tmp_path)
    party.until(lambda: cleo.lan.partner and cleo.lan.partner.place is not None)
    party.begin()
    both_sit(party, cleo)
    bo.key(pygame.K_p)
    party.until(lambda: bool(told(cleo.table.stage, "notice")))
    assert "Esc, then “Pause with Bo”" in told(cleo.table.stage, "notice")
    cleo.key(pygame.K_ESCAPE)
    cleo.key(pygame.K_RETURN)
    party.until(covered(party))
    anna.key(pygame.K_SPACE)
    bo.key(pygame.K_SPACE)
    half(cleo, LEFT["Space"])
    party.until(lambda: bin(party.match.state.ready).count("1") == 3)
    assert covered(party, cleo)()
    half(cleo, RIGHT["Space"])
    party.until(party.all_play)


def test_a_duel_says_that_it_is_not_paused(party: Party) -> None:
    anna = party.open(2)
    begun(party, anna, party.visit("Bo"))
    anna.key(pygame.K_p)
    anna.turn()
    assert any("can’t be paused" in str(each) for each in anna.ctx.notices)
    assert anna.lan.state.phase == PLAYING
