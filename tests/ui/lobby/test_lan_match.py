"""A match on the network from its first knock back to the lobby, over real sockets, on several screens."""

from collections.abc import Callable

import pygame
import pytest
from pygame.event import Event

from game.core.cards import HIDDEN
from game.core.state import FLIGHT, PLAYING, SCORED, WON
from game.core.table import Move
from game.lan.client import LanClient
from game.lan.failover import TableConnection
from game.lan.server import Server
from game.lan.table import CLOSED, JOINED, SILENT, RemoteTable
from game.net.server import admission
from game.net.wire.messages import Digest
from game.rules.haisty import OWN
from game.system import here
from game.ui.covers.cover import AskScene, PauseScene
from game.ui.lobby.lobby import LobbyScene
from game.ui.menu.title import TitleScene
from game.ui.play.match.match_end import MatchEnd
from game.ui.play.match.round_end import RoundEnd
from game.ui.play.match.words import waiting_for
from game.ui.play.scene import PlayScene
from tests.ui.lobby.screens import Party, Screen, kill
from tests.ui.pilot import described, labels, point


@pytest.mark.usefixtures("short_rounds")
def test_a_match_of_two_and_one_who_comes_late(party: Party) -> None:
    anna = party.open(3)
    bo = party.visit("Bo")
    anna.key(pygame.K_SPACE)
    party.until(lambda: "knock" in bo.sounds.names)
    assert not anna.lan.room or not anna.lan.room.playing
    party.begin()
    assert anna.cards_lie() and bo.cards_lie()
    assert (anna.table.session.seat, bo.table.session.seat) == (0, 1)

    cara = party.visit("Cara")
    party.until(party.all_play)
    party.until(cara.cards_lie)
    assert not cara.table.session.plays and cara.table.session.seats == 2

    bo.sounds.names.clear()
    anna.key(pygame.K_SPACE)
    party.until(lambda: all(screen.froze_at for screen in party.screens))
    party.until(party.all_count)
    knock = party.match.log[party.match.results[0].entries - 1]
    assert all(screen.froze_at >= knock.press + FLIGHT for screen in party.screens)
    assert bo.sounds.names.count("knock") == 1

    party.until(lambda: cara.table.session.plays)
    party.go_on(anna)
    party.until(lambda: isinstance(anna.scene, RoundEnd) and anna.labels() == ["Handicap", "Coach"])
    assert waiting_for(anna.table.game.session, ()) == "Waiting for Bo, Cara …"
    party.go_on(bo, cara)
    party.until(party.all_play)
    assert all(screen.cards_lie() for screen in party.screens)
    assert [screen.table.session.seat for screen in party.screens] == [0, 1, 2]
    assert cara.table.session.plays and cara.table.session.seats == 3

    resumes_in_the_middle(party, bo)
    anna.key(pygame.K_SPACE)
    party.until(party.all_count)
    party.until(lambda: all(screen.lan.state.phase == WON for screen in party.screens))
    party.go_on(*party.screens)
    party.until(lambda: all(isinstance(screen.scene, MatchEnd) for screen in party.screens))
    party.until(lambda: "Gracious fanfare" in anna.labels())
    anna.press("Gracious fanfare")
    party.until(lambda: all("gracious" in screen.sounds.names for screen in party.screens))
    anna.press("The table’s settings")
    party.until(lambda: all(isinstance(screen.scene, LobbyScene) for screen in party.screens))
    assert anna.lan.room and [place.name for place in anna.lan.room.places] == ["Anna", "Bo", "Cara"]


def resumes_in_the_middle(party: Party, screen: Screen) -> None:
    """Who says to see another table is told again what lies there."""
    before = screen.table.stage
    screen.key(pygame.K_ESCAPE)
    assert isinstance(screen.scene, PauseScene)
    screen.lan.client.ask(Digest(party.match.state.round, 1))
    heard = screen.lan.client.table.confirmed
    party.until(lambda: not heard.recent)
    assert isinstance(screen.scene, PauseScene), "the menu stays open"
    screen.press("Continue")
    assert screen.table.stage is before and screen.cards_lie()
    assert all(pile.cards[0] == HIDDEN for pile in screen.lan.state.table.piles[5:21:7])


@pytest.mark.usefixtures("short_rounds")
def test_a_turn_that_a_knock_has_forestalled_is_taken_back_before_the_count(party: Party) -> None:
    anna = party.open(2)
    bo = party.visit("Bo")
    party.begin()
    anna.key(pygame.K_SPACE)
    party.screens.remove(bo)  # the word has yet to come there
    party.until(lambda: party.match.state.phase == SCORED)
    bo.lan.play(Move(12, 13, 3))
    assert bo.table.session.state.phase == PLAYING
    party.screens.append(bo)
    party.until(lambda: bo.table.game.scored)
    assert (
        bo.table.stage
        and bo.cards_lie()
        and not any(s.tween and s.tween.hold for s in bo.table.stage.canvas.flying)
    )


def test_all_see_the_hands_of_people_and_bots_but_not_their_own(party: Party) -> None:
    anna = party.open(3, bots=1)
    bo, cara = party.visit("Bo"), party.visit("Cara", watch=True)
    party.begin()
    assert anna.table.stage
    pile = anna.table.stage.find("foundation", None) + 7
    point(anna.ctx, pygame.MOUSEMOTION, pygame.Rect(anna.table.stage.layout.places[pile].box).center)

    def hands(screen: Screen) -> dict[int, int]:
        return {hand["seat"]: hand["pile"] for hand in described(screen.table).hands}

    party.until(lambda: all(hands(screen).get(0) == pile for screen in (bo, cara)))
    assert 0 not in hands(anna)
    bot = next(seat for seat in range(3) if seat not in (anna.lan.seat, bo.lan.seat))
    party.until(lambda: all(bot in hands(screen) for screen in party.screens))
    point(anna.ctx, pygame.MOUSEMOTION, (640, 600))
    party.until(lambda: not any(0 in hands(screen) for screen in party.screens))


@pytest.mark.usefixtures("short_rounds")
def test_who_leaves_a_running_match_is_at_the_title(party: Party) -> None:
    anna = party.open(3)
    bo, cara = party.visit("Bo"), party.visit("Cara")
    party.begin()
    bo.key(pygame.K_ESCAPE)
    bo.press("Leave the table")
    assert bo.scenes() == [TitleScene]
    party.until(lambda: anna.marks == {1: "has left"})

    anna.key(pygame.K_SPACE)
    party.until(lambda: isinstance(anna.scene, RoundEnd) and isinstance(cara.scene, RoundEnd))
    cara.key(pygame.K_ESCAPE)
    cara.press("Leave the table")
    assert cara.scenes() == [TitleScene]

    anna.key(pygame.K_ESCAPE)
    party.until(lambda: "Close the table" in anna.labels())
    anna.press("Close the table")
    assert anna.scenes() == [TitleScene, LobbyScene, PlayScene, RoundEnd, PauseScene, AskScene]
    anna.press("Close the table")
    assert anna.scenes() == [TitleScene]
    party.until(lambda: bo.scenes() == cara.scenes() == anna.scenes() == [TitleScene])


@pytest.mark.parametrize("number", [0, 1])
def test_who_closes_the_window_in_a_match_keeps_the_seat(party: Party, number: int) -> None:
    party.open(3)
    party.visit("Bo")
    cara = party.visit("Cara")
    party.begin()
    party.screens.pop(number).ctx.quit()
    party.until(lambda: cara.marks == {number: "gone"})


@pytest.mark.usefixtures("short_rounds")
def test_where_all_press_the_next_round_is_dealt_within_three_seconds_of_the_knock(party: Party) -> None:
    anna = party.open(2, rounds=4)
    party.visit("Bo")
    party.begin()

    def dealt(number: int) -> bool:
        """Press at everyone's; whether that was enough."""
        for scene in [screen.scene for screen in party.screens if isinstance(screen.scene, RoundEnd)]:
            scene.shown(now := here().clock.seconds())
            scene.receive(Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "), now)
        return anna.lan.state.round == number

    took: list[float] = []
    for number in (2, 3, 4):
        party.until(party.all_play)
        anna.froze_at = 0
        anna.key(pygame.K_SPACE)
        party.until(lambda: anna.froze_at)
        knocked = here().clock.seconds()
        party.until(lambda: dealt(number))  # noqa: B023
        took.append(here().clock.seconds() - knocked)
        if took[-1] < 3:
            break
    assert min(took) < 3, "it takes a second more until the countdown, however often"


@pytest.mark.usefixtures("short_rounds")
def test_a_round_counted_already_is_counted_for_one_who_comes_then(party: Party) -> None:
    anna = party.open(2)
    bo = party.visit("Bo")
    party.begin()
    anna.key(pygame.K_SPACE)
    party.until(party.all_count)
    cara = party.visit("Cara")
    party.until(party.all_count)
    assert cara.lan.state.phase == SCORED
    assert isinstance(bo.scene, RoundEnd)
    party.until(lambda: isinstance(anna.scene, RoundEnd))


@pytest.mark.usefixtures("short_rounds")
def test_who_takes_a_bot_s_seat_after_a_round_has_not_played_it(party: Party) -> None:
    anna = party.open(2, bots=1)
    party.begin()
    anna.key(pygame.K_SPACE)
    party.until(party.all_count)
    played = [each.name for each in anna.lan.played]
    bo = party.visit("Bo")
    party.until(lambda: bo.lan.place == 1 and party.all_count())
    assert [each.name for each in bo.lan.played] == played != list(bo.lan.names)
    assert not any(each.here for each in bo.lan.played)
    party.until(lambda: bo.scene and bo.scene.rest(0.0))  # until the standings are complete
    bo.key(pygame.K_h)
    assert isinstance(bo.scene, RoundEnd) and bo.labels() == ["Handicap"]


@pytest.mark.usefixtures("short_rounds")
def test_a_count_that_is_shown_stays_when_another_machine_takes_the_table_over(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    since_opened = Server.now.fget  # type: ignore[attr-defined]
    hour = 3_600_000_000
    monkeypatch.setattr(Server, "now", property(lambda at: since_opened(at) + hour * (not at.table.epoch)))
    anna = party.open(3)
    bo, cara = party.visit("Bo"), party.visit("Cara")
    party.begin()
    assert bo.turns() and cara.turns()
    anna.key(pygame.K_SPACE)
    party.until(party.all_count)
    sheets = [bo.scene, cara.scene]
    between: list[str] = []
    """What the screens would have seen just before they were with the new host."""
    watch = TableConnection._watch

    def watched(at: TableConnection) -> LanClient | None:
        new = watch(at)
        if new:
            between.extend(each.lan.status for each in (bo, cara) if each.lan.client is at.client)
        return new

    monkeypatch.setattr(TableConnection, "_watch", watched)
    party.screens.remove(anna)
    anna.ctx.quit()
    epochs: list[int] = []

    def taken_over() -> bool:
        assert [bo.scene, cara.scene] == sheets
        epochs[:] = [screen.lan.client.table.welcome.epoch for screen in (bo, cara)]  # type: ignore[union-attr]
        return epochs == [1, 1] and all(screen.lan.status == JOINED for screen in (bo, cara))

    party.until(taken_over)
    assert between == [SILENT, SILENT]
    for screen in (bo, cara):
        party.until(lambda screen=screen: screen.lan.client.table.confirmed.count)  # type: ignore[misc]
    party.go_on(bo, cara)
    party.until(lambda: bo.lan.state.round == cara.lan.state.round == 2)
    party.until(party.all_play)
    assert bo.cards_lie() and cara.cards_lie()
    assert bo.turns() and cara.turns(), "by the clock of the new host"


def lose_unheard(party: Party, happens: Callable[[], object], seen: Callable[[], bool]) -> None:
    """The host is killed once something has happened and is seen at the third screen, but not at the second,
    which takes the table over."""
    anna, bo, cara = party.screens
    assert anna.lan.server
    ports, hear = anna.lan.server.ports, [each.lan.client._ports.port for each in (anna, cara)]
    send = ports.send
    ports.send = (  # type: ignore[method-assign]
        lambda data, address: send(data, address) if address[1] in hear else 0
    )
    happens()
    party.until(seen)
    party.screens.remove(anna)
    kill(anna.lan)
    party.until(lambda: bo.lan.server and cara.lan.client.address[1] == bo.lan.server.ports.port)
    party.until(lambda: cara.lan.client.table.confirmed.count and cara.cards_lie())


@pytest.mark.usefixtures("short_rounds")
def test_a_knock_that_the_next_host_has_not_heard_of_is_undone_and_its_loss_is_told(party: Party) -> None:
    anna = party.open(3, rounds=5)
    bo, cara = party.visit("Bo"), party.visit("Cara")
    party.begin()
    lose_unheard(party, lambda: anna.key(pygame.K_SPACE), lambda: isinstance(cara.scene, RoundEnd))
    party.until(lambda: isinstance(cara.scene, PlayScene))
    assert not cara.table.game.scored
    assert cara.lan.state.phase == bo.lan.state.phase == PLAYING and cara.turns()
    words = "The knock was lost with Anna: play goes on"
    assert words in map(str, cara.ctx.words) and words not in map(str, bo.ctx.words)


def test_a_card_that_the_next_host_has_not_seen_land_is_seen_to_return(party: Party) -> None:
    anna = party.open(3)
    _, cara = party.visit("Bo"), party.visit("Cara")
    party.begin()
    lan = anna.lan

    def flying() -> list[Move]:
        table, rules = lan.state.table, lan.rules
        return [move for move in rules.moves(table, 0) if move.count and rules.flies(table, 0, move)]

    party.until(lambda: flying() or (anna.turns() and None))
    assert not laid(cara)
    stage = cara.table.stage
    lose_unheard(party, lambda: lan.play(flying()[0]), lambda: bool(laid(cara)))
    assert not laid(cara) and cara.lan.state.phase == PLAYING
    assert cara.table.stage is stage and "return" in cara.sounds.names


def laid(screen: Screen) -> int:
    """How many cards lie on the shared piles as this screen shows them."""
    state = screen.lan.state
    return sum(len(pile.cards) for pile in state.table.piles[OWN * len(state.totals) :])


def test_who_goes_away_is_marked_and_a_bot_may_stand_in(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = party.open(2)
    bo = party.visit("Bo")
    party.begin()
    party.screens.remove(bo)
    bo.lan.close()
    with monkeypatch.context() as soon:
        soon.setattr(admission, "TIMEOUT", 600_000)
        party.until(lambda: anna.marks == {1: "gone"})
    anna.key(pygame.K_ESCAPE)
    anna.press("Let a bot play for Bo")
    party.until(lambda: anna.marks == {1: "a bot plays"})
    assert isinstance(anna.scene, PauseScene)
    assert labels(anna.scene.tree)[3:] == ["Pause for all", "Close the table"]
    anna.press("Continue")
    assert anna.table.stage
    with monkeypatch.context() as silence:
        silence.setattr(RemoteTable, "status", SILENT)
        party.until(lambda: "drop_notice" in anna.table.stage.canvas.tags)  # type: ignore[union-attr]
    party.until(lambda: "drop_notice" not in anna.table.stage.canvas.tags)  # type: ignore[union-attr]


def test_who_watches_is_told_that_all_who_play_are_away(party: Party) -> None:
    anna = party.open(2)
    anna.lan.sit(False)
    party.until(lambda: not anna.lobby.own)
    bo, cara = party.visit("Bo"), party.visit("Cara")
    for screen in (bo, cara):
        screen.key(pygame.K_SPACE)
    party.until(party.all_play)
    assert anna.table.game.hud.lines == ["You are watching", "Esc: menu", "F1: help"]
    party.screens[:] = [anna]
    for screen in (bo, cara):
        screen.lan.close()
    party.until(lambda: anna.marks == {0: "gone", 1: "gone"})
    told = "All players are away. Their seats are kept for 90 s."
    assert anna.table.game.hud.lines[1:3] == [told, "The menu has bots for them."]
    anna.key(pygame.K_ESCAPE)
    assert "Let a bot play for Bo" in anna.labels()


@pytest.mark.usefixtures("short_rounds")
@pytest.mark.parametrize("how", ["leaves", "is killed"])
def test_a_host_that_goes_in_the_last_count_takes_nobody_s_result_away(party: Party, how: str) -> None:
    anna = party.open(3, rounds=1)
    bo, cara = party.visit("Bo"), party.visit("Cara", watch=True)
    anna.key(pygame.K_SPACE)
    party.until(lambda: anna.lobby.own and anna.lobby.own.ready)
    bo.key(pygame.K_SPACE)
    party.until(party.all_play)
    anna.key(pygame.K_SPACE)
    party.until(party.all_count)
    party.screens.remove(anna)
    if how == "leaves":
        anna.ctx.quit()
    else:
        kill(anna.lan)
    party.until(lambda: all(screen.lan.status == CLOSED for screen in (bo, cara)))
    assert party.all_count()
    for screen in (bo, cara):
        party.until(lambda screen=screen: screen.scene.tree.controls)  # type: ignore[misc]
        screen.key(pygame.K_SPACE)
        assert isinstance(screen.scene, MatchEnd)
    (own,) = bo.ctx.archive.results.matches.all()
    assert own.lan
    assert [each.name for each in own.opponents] == ["Anna"]
    assert (own.points, own.rounds) == (bo.table.session.state.totals[bo.table.session.seat], 1)
    assert cara.ctx.archive.results.matches.all() == [], "who only watches has played nothing"
    ways = ["Tonight", "Leave the table"]
    for screen, offered in ((bo, ways), (cara, ways[1:])):
        party.until(lambda screen=screen, offered=offered: screen.labels() == offered)  # type: ignore[misc]
        screen.press("Leave the table")
        party.until(lambda screen=screen: isinstance(screen.scene, AskScene))  # type: ignore[misc]
        assert screen.scenes() == [TitleScene, AskScene]
        told = "The host has closed the table." if how == "leaves" else "The host no longer answers."
        assert screen.scene.words == told  # type: ignore[union-attr]


@pytest.mark.usefixtures("short_rounds")
def test_when_nobody_is_left_at_the_seats_who_watches_is_told_that_the_table_is_closed(party: Party) -> None:
    anna = party.open(2)
    bo = party.visit("Bo")
    watchers = party.visit("Cara", watch=True), party.visit("Dan", watch=True)
    for screen in (anna, bo):
        screen.key(pygame.K_SPACE)
    party.until(party.all_play)
    party.screens[:] = watchers
    bo.lan.close()  # the host still counts on it when it says goodbye
    anna.ctx.quit()
    party.until(lambda: all(isinstance(screen.scene, AskScene) for screen in watchers))
    for screen in watchers:
        assert screen.scenes() == [TitleScene, AskScene]
        assert screen.scene.words == "The host has closed the table."  # type: ignore[union-attr]


@pytest.mark.usefixtures("short_rounds")
def test_tonight_leads_from_the_podium_and_from_the_lobby_to_a_race_by_one_key(party: Party) -> None:
    anna = party.open(2, rounds=1)
    bo = party.visit("Bo")
    party.begin()
    party.until(party.all_play)
    anna.key(pygame.K_SPACE)
    party.until(party.all_count)
    for screen in (anna, bo):
        party.until(lambda screen=screen: screen.scene.tree.controls)  # type: ignore[misc]
        screen.key(pygame.K_SPACE)
        party.until(lambda screen=screen: "Tonight" in screen.labels())  # type: ignore[misc]
        screen.press("Tonight")
    assert [screen.labels() for screen in (anna, bo)] == [["Race next", "OK"], ["OK"]], "the host's to say"
    anna.key(pygame.K_r)
    party.until(lambda: [*map(Screen.scenes, (anna, bo))] == [[TitleScene, LobbyScene]] * 2)
    party.until(lambda: bo.lobby.house.race == "race:acht-mal-acht" and bo.lobby.house.rounds == 3)
    anna.press("Tonight")
    assert anna.labels() == ["OK"], "it races anyway"
    anna.press("OK")
    anna.change("kind", -1)
    party.until(lambda: not bo.lobby.house.race)
    anna.press("Tonight")
    anna.key(pygame.K_r)
    party.until(lambda: bo.lobby.house.race == "race:acht-mal-acht")
    assert anna.scene is anna.lobby
