"""A table on the network from its lobby to the match and back, over real sockets, on several screens."""

import math
import time
from collections.abc import Callable, Iterator

import pygame
import pytest
from pygame.event import Event

from game.core import match
from game.core.cards import HIDDEN, Pile
from game.core.limits import line
from game.core.match import Match
from game.core.state import FLIGHT, PLAYING, SCORED, WON
from game.core.table import Table
from game.i18n import set_language
from game.lan.places import open_table, visit_table
from game.lan.table import CLOSED, JOINED, SILENT, RemoteTable, names_of
from game.net.server import admission
from game.net.wire.messages import Digest, HouseRules
from game.rules.haisty import Haisty
from game.storage.settings import Settings
from game.ui.engine import text, theme
from game.ui.engine.assets import Cards
from game.ui.engine.scene import Context, Scene
from game.ui.engine.sound import Sounds
from game.ui.engine.window import Window
from game.ui.lobby.lobby import LobbyScene
from game.ui.lobby.plan import addresses
from game.ui.menu.title import TitleScene
from game.ui.table.advice import waiting_for
from game.ui.table.lan_scene import LanTable
from game.ui.table.match_end import MatchEnd
from game.ui.table.pause import PauseScene
from game.ui.table.round_end import RoundEnd
from game.ui.widgets.question import AskScene
from game.ui.widgets.rows import Button, Choice, Widget

LONG = 12.0
"""Seconds after which a test gives up waiting."""


class Heard(Sounds):
    """Remembers what was played."""

    def __init__(self) -> None:
        super().__init__(muted=True)
        self.played: list[str] = []

    def play(self, name: str, gain: float = 1.0, pan: float = 0.0, steps: int = 0) -> None:
        self.played.append(name)


class Screen:
    """One player's window on the table."""

    def __init__(
        self, name: str, lan: Callable[[Settings], RemoteTable], window: Window, cards: Cards
    ) -> None:
        self.sounds = Heard()
        self.ctx = Context(window, cards, self.sounds, Settings(name=name))
        self.ctx.push(TitleScene())
        self.lan = lan(self.ctx.settings)
        self.lobby = LobbyScene(self.lan)
        self.ctx.push(self.lobby)
        self.froze_at = 0
        """The host's time when the silent moment was first seen."""

    @property
    def scene(self) -> Scene | None:
        return self.ctx.scene

    def scenes(self) -> list[type[Scene]]:
        """What lies on the screen, from the bottom up."""
        return [type(scene) for scene in self.ctx.stack]

    @property
    def table(self) -> LanTable:
        return next(scene for scene in self.ctx.stack if isinstance(scene, LanTable))

    def turn(self) -> None:
        """A step and a drawing, as the loop does."""
        ctx, now = self.ctx, time.perf_counter()
        if ctx.scene:
            ctx.scene.step(now)
        if not self.froze_at and isinstance(ctx.scene, LanTable) and ctx.scene._freeze:
            self.froze_at = ctx.scene.session.now
        full, ctx.changed = ctx.changed, False
        shown = len(ctx.stack) - 1
        while shown > 0 and ctx.stack[shown].overlay:
            shown -= 1
        for scene in ctx.stack[shown:] if full else ctx.stack[-1:]:
            scene.draw(ctx.window.surface, now, 0.0, full)

    def key(self, key: int) -> None:
        assert self.ctx.scene
        self.ctx.scene.handle(Event(pygame.KEYDOWN, key=key, mod=0, unicode=""), time.perf_counter())

    def rows(self) -> list[Widget]:
        """The widgets that can be pressed."""
        scene = self.scene
        assert isinstance(scene, LobbyScene | AskScene | PauseScene | MatchEnd)
        return list(scene.widgets.values()) if isinstance(scene, LobbyScene) else list(scene._rows)

    def labels(self) -> list[str]:
        """What is written on them."""
        return [row.label for row in self.rows()]

    def press(self, label: str) -> None:
        """Press the button of this label."""
        row = next(row for row in self.rows() if row.label == label)
        assert isinstance(row, Button)
        row.release(True)

    def cards_lie(self) -> bool:
        """Whether the stage shows what the state says."""
        stage, state = self.table.stage, self.table.session.state
        if not stage:
            return False
        seen = [tuple(sprite.card for sprite in sprites) for sprites in stage.piles]
        return seen == [pile.cards for pile in state.table.piles]


class Party:
    """A table, and those who come to it."""

    def __init__(self) -> None:
        self.screens: list[Screen] = []
        self.window, self.cards = Window((1280, 720)), Cards()

    def open(self, seats: int, bots: int = 0, code: str = "", rounds: int = 2) -> Screen:
        def opened(settings: Settings) -> RemoteTable:
            settings.rounds = rounds
            return open_table(settings, None, "Ours", seats, bots, code, 0, "hard")

        return self._come(Screen("Anna", opened, self.window, self.cards))

    def visit(self, name: str, watch: bool = False) -> Screen:
        server = self.screens[0].lan.server
        assert server
        address = ("127.0.0.1", server.ports.port)

        def visited(settings: Settings) -> RemoteTable:
            return visit_table(settings, None, address, watch=watch)

        return self._come(Screen(name, visited, self.window, self.cards))

    def _come(self, screen: Screen) -> Screen:
        self.screens.append(screen)
        self.until(lambda: screen.lan.status == JOINED)
        return screen

    def until(self, done: Callable[[], object]) -> None:
        """Let all screens go on until it is so."""
        end = time.perf_counter() + LONG
        while not done():
            assert time.perf_counter() < end, "it did not come to that"
            for screen in self.screens:
                screen.turn()
            time.sleep(0.002)

    @property
    def match(self) -> Match:
        server = self.screens[0].lan.server
        assert server and server.table.match
        return server.table.match

    def begin(self) -> None:
        """All knock, and wait for the countdown."""
        for screen in self.screens:
            screen.key(pygame.K_SPACE)
        self.until(lambda: all(isinstance(screen.scene, LanTable) for screen in self.screens))
        self.until(self.all_play)

    def all_play(self) -> bool:
        return all(
            isinstance(screen.scene, LanTable)
            and screen.table.stage
            and screen.table.session.state.phase == PLAYING
            and screen.table.session.now >= (screen.table.session.state.starts or 0)
            for screen in self.screens
        )

    def all_count(self) -> bool:
        return all(isinstance(screen.scene, RoundEnd) for screen in self.screens)

    def go_on(self, *screens: Screen) -> None:
        """Cut the count short and knock for what comes next."""
        for screen in screens:
            scene = screen.scene
            assert isinstance(scene, RoundEnd)
            self.until(lambda scene=scene: not math.isnan(scene._begin))  # type: ignore[misc]
            screen.key(pygame.K_SPACE)
            screen.key(pygame.K_SPACE)


@pytest.fixture
def party() -> Iterator[Party]:
    party = Party()
    yield party
    for screen in reversed(party.screens):
        screen.ctx.quit()
    set_language("en")


@pytest.fixture
def short_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal seat 0 an empty 13-pile, so that it may knock when it likes; and count down quickly."""
    deal = Haisty.deal
    monkeypatch.setattr(match, "COUNTDOWN", 400_000)
    monkeypatch.setattr(match, "DEALING", 100_000)

    def easy(self: Haisty, seed: int, seats: int) -> Table:
        dealt = deal(self, seed, seats)
        piles = list(dealt.piles)
        piles[0], piles[5] = Pile((), 0), Pile(piles[0].cards + piles[5].cards, 0)
        return dealt._replace(piles=tuple(piles))

    monkeypatch.setattr(Haisty, "deal", easy)


@pytest.mark.usefixtures("short_rounds")
def test_a_match_of_two_and_one_who_comes_late(party: Party) -> None:
    anna = party.open(3)
    bo = party.visit("Bo")
    anna.key(pygame.K_SPACE)
    party.until(lambda: "knock" in bo.sounds.played)
    assert not anna.lan.room or not anna.lan.room.playing
    party.begin()
    assert anna.cards_lie() and bo.cards_lie()
    assert (anna.table.session.seat, bo.table.session.seat) == (0, 1)

    cara = party.visit("Cara")
    party.until(party.all_play)
    party.until(cara.cards_lie)
    assert not cara.table.session.plays and cara.table.session.seats == 2

    bo.sounds.played.clear()
    anna.key(pygame.K_SPACE)
    party.until(lambda: all(screen.froze_at for screen in party.screens))
    party.until(party.all_count)
    knock = party.match.log[party.match.results[0].entries - 1]
    assert all(screen.froze_at >= knock.press + FLIGHT for screen in party.screens)
    assert bo.sounds.played.count("knock") == 1

    party.until(lambda: cara.table.session.plays)
    party.go_on(anna)
    party.until(lambda: isinstance(anna.scene, RoundEnd) and not anna.scene._leads())
    assert waiting_for(anna.table.session) == "Waiting for Bo, Cara …"
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
    anna.press("Gracious fanfare")
    party.until(lambda: all("gracious" in screen.sounds.played for screen in party.screens))
    anna.press("Play again")
    party.until(lambda: all(isinstance(screen.scene, LobbyScene) for screen in party.screens))
    assert anna.lan.room and [place.name for place in anna.lan.room.places] == ["Anna", "Bo", "Cara"]


def resumes_in_the_middle(party: Party, screen: Screen) -> None:
    """Who says to see another table is told again what lies there."""
    before = screen.table.stage
    screen.key(pygame.K_ESCAPE)
    assert isinstance(screen.scene, PauseScene)
    screen.lan.remote.ask(Digest(party.match.state.round, 1))
    party.until(lambda: screen.table.stage not in (None, before))
    assert isinstance(screen.scene, PauseScene), "the menu stays open"
    screen.press("Continue")
    assert screen.cards_lie()
    assert all(pile.cards[0] == HIDDEN for pile in screen.lan.state.table.piles[5:21:7])


@pytest.mark.usefixtures("short_rounds")
def test_who_leaves_a_running_match_is_at_the_title(party: Party) -> None:
    anna = party.open(3)
    bo, cara = party.visit("Bo"), party.visit("Cara")
    party.begin()
    bo.key(pygame.K_ESCAPE)
    bo.press("Leave the table")
    assert bo.scenes() == [TitleScene]
    party.until(lambda: anna.table._hud.marks == {1: "has left"})

    anna.key(pygame.K_SPACE)
    party.until(lambda: isinstance(anna.scene, RoundEnd) and isinstance(cara.scene, RoundEnd))
    cara.key(pygame.K_ESCAPE)
    cara.press("Leave the table")
    assert cara.scenes() == [TitleScene]

    anna.key(pygame.K_ESCAPE)
    party.until(lambda: "Close the table" in anna.labels())
    anna.press("Close the table")
    assert anna.scenes() == [TitleScene, LobbyScene, LanTable, RoundEnd, PauseScene, AskScene]
    anna.press("Close the table")
    assert anna.scenes() == [TitleScene]
    party.until(lambda: bo.scenes() == cara.scenes() == anna.scenes() == [TitleScene])


def test_when_an_awaited_guest_goes_the_host_is_told_to_knock_again(party: Party) -> None:
    anna = party.open(3, bots=1)
    bo = party.visit("Bo")
    anna.key(pygame.K_SPACE)
    party.until(lambda: anna.lobby.words() == "Waiting for Bo …")
    bo.press("Leave the table")
    party.until(lambda: anna.lobby.words() == "Gone: Bo. Knock again.")
    assert anna.lobby.own and not anna.lobby.own.ready
    anna.key(pygame.K_SPACE)
    party.until(lambda: isinstance(anna.scene, LanTable))


def test_when_a_guest_just_watches_the_others_read_so_until_that_guest_sits_again(party: Party) -> None:
    anna = party.open(3, bots=1)
    bo = party.visit("Bo")
    anna.key(pygame.K_SPACE)
    party.until(lambda: anna.lobby.words() == "Waiting for Bo …")
    bo.press("Just watch")
    party.until(lambda: anna.lobby.words() == "Bo is watching now. Knock again.")
    bo.press("Sit down")
    party.until(lambda: anna.lobby.words() == "The match begins when everyone has knocked.")


def test_who_has_knocked_and_just_watches_then_reads_nothing_false(party: Party) -> None:
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
    row = anna.lobby.widgets["house0"]
    assert isinstance(row, Choice)
    row.turn(1)
    party.until(lambda: bo.lobby.words() == "The house rules have changed. Knock again.")
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
    assert anna.scenes() == bo.scenes() == [TitleScene, LobbyScene, LanTable]


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
def test_a_count_that_is_shown_stays_when_another_machine_takes_the_table_over(party: Party) -> None:
    anna = party.open(3)
    bo, cara = party.visit("Bo"), party.visit("Cara")
    party.begin()
    anna.key(pygame.K_SPACE)
    party.until(party.all_count)
    sheets = [bo.scene, cara.scene]
    party.screens.remove(anna)
    anna.ctx.quit()
    epochs: list[int] = []

    def taken_over() -> bool:
        assert [bo.scene, cara.scene] == sheets
        epochs[:] = [screen.lan.remote.table.welcome.epoch for screen in (bo, cara)]  # type: ignore[union-attr]
        return epochs == [1, 1] and all(screen.lan.status == JOINED for screen in (bo, cara))

    party.until(taken_over)
    for screen in (bo, cara):
        party.until(lambda screen=screen: screen.lan.remote.table.memory.count)  # type: ignore[misc]
    party.go_on(bo, cara)
    party.until(lambda: bo.lan.state.round == cara.lan.state.round == 2)
    party.until(party.all_play)
    assert bo.cards_lie() and cara.cards_lie()


def test_the_host_sets_what_is_played_and_who_sits_there(party: Party) -> None:
    anna = party.open(4)
    bo, cara = party.visit("Bo"), party.visit("Cara")
    assert "house0" not in bo.lobby.widgets and "out1" not in bo.lobby.widgets

    for key in ("house0", "house2"):
        row = anna.lobby.widgets[key]
        assert isinstance(row, Choice)
        row.turn(1)
    ends = anna.lobby.widgets["house3"]
    assert ends.label == "The match ends"
    ends.turn(1)
    party.until(lambda: bo.lobby.house == cara.lobby.house == anna.lobby.house and bo.lobby.house.target)
    assert bo.lobby.house.any_part and bo.lobby.house.auto_knock
    assert bo.lan.rules == Haisty(any_part=True, auto_knock=True)
    bo.lan.remote.ask(HouseRules(7, 0, {}))

    anna.press("Add a bot")
    party.until(lambda: "level3" in anna.lobby.widgets)
    anna.lobby.widgets["level3"].turn(1)
    party.until(lambda: bo.lan.room and bo.lan.room.places[3].level == "medium")
    party.until(lambda: "out3" in anna.lobby.widgets)
    assert bo.lan.room and bo.lan.room.target != 7
    assert all(names_of(bo.lan.room))
    out = anna.lobby.widgets["out3"]
    assert isinstance(out, Button)
    out.release(True)
    party.until(lambda: cara.lan.room and cara.lan.room.places[3].kind == "empty")

    out = anna.lobby.widgets["out2"]
    assert isinstance(out, Button)
    out.release(True)
    assert isinstance(anna.scene, AskScene)
    anna.press("Remove")
    party.until(lambda: isinstance(cara.scene, AskScene))
    assert cara.scene and cara.scene._words == "The host has removed you from the table."  # type: ignore[attr-defined]
    assert cara.scenes() == [TitleScene, AskScene]
    party.until(lambda: bo.lan.room and bo.lan.room.places[2].kind == "empty")

    anna.key(pygame.K_ESCAPE)
    assert isinstance(anna.scene, AskScene)
    anna.press("Close the table")
    assert anna.scenes() == [TitleScene]
    party.until(lambda: isinstance(bo.scene, AskScene))
    assert bo.scene and bo.scene._words == "The host has closed the table."  # type: ignore[attr-defined]


def test_names_and_backs_are_what_the_host_says(party: Party) -> None:
    anna = party.open(4, code="")
    bo = party.visit("Bo")
    taken = anna.lobby.own
    assert taken
    bo.lobby.widgets["back"].turn(taken.back - bo.lobby._back)
    party.until(lambda: not bo.lobby._look and bo.lobby.own and bo.lobby.own.back == bo.lobby._back)
    assert bo.lobby._back != taken.back
    strange = "\u200b\u0301日😀\u202e\ue000\U000e0041­"
    bo.lobby._field._set("")  # type: ignore[union-attr]
    bo.lobby._field.type(strange)  # type: ignore[union-attr]
    party.until(lambda: anna.lan.room and anna.lan.room.places[1].name == line(strange) != strange)
    bo.lobby._field._set("")  # type: ignore[union-attr]
    party.until(lambda: anna.lan.room and anna.lan.room.places[1].name == "")
    assert anna.lan.room and names_of(anna.lan.room)[1] == "Player 2"
    set_language("sv")
    assert names_of(anna.lan.room)[1] == "Spelare 2"
    bo.key(pygame.K_SPACE)
    bo.press("Just watch")
    party.until(lambda: anna.lan.room and anna.lan.room.watchers == ("",))
    party.until(lambda: bo.lobby.own is None)
    assert all(where.endswith(f":{anna.lan.server.ports.port}") for where in addresses(anna.lan))  # type: ignore[union-attr]


def test_who_goes_away_is_marked_and_a_bot_may_stand_in(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "SILENT", 600_000)
    anna = party.open(2)
    bo = party.visit("Bo")
    party.begin()
    party.screens.remove(bo)
    bo.lan.close()
    party.until(lambda: anna.table._hud.marks == {1: "gone"})
    anna.key(pygame.K_ESCAPE)
    anna.press("Let a bot play for Bo")
    party.until(lambda: anna.table._hud.marks == {1: "a bot plays"})
    assert isinstance(anna.scene, PauseScene)
    assert [row.label for row in anna.scene._rows][2:] == ["Close the table"]
    anna.press("Continue")
    assert anna.table.stage
    with monkeypatch.context() as silence:
        silence.setattr(RemoteTable, "status", SILENT)
        party.until(lambda: "unheard" in anna.table.stage.canvas._tags)  # type: ignore[union-attr]
    party.until(lambda: "unheard" not in anna.table.stage.canvas._tags)  # type: ignore[union-attr]


@pytest.mark.parametrize("code", ["en", "sv", "de"])
def test_what_is_said_fits(party: Party, code: str) -> None:
    set_language(code)
    anna = party.open(8, bots=3, code="sesame")
    anna.turn()
    for key, widget in anna.lobby.widgets.items():
        if isinstance(widget, Button) and key != "big":
            assert text.width(widget.label, widget.size) <= widget.rect.width * 0.9, widget.label
    rects = [widget.rect for widget in anna.lobby.widgets.values()]
    assert all(rect.collidelist(rects[i + 1 :]) < 0 for i, rect in enumerate(rects))
    u = theme.unit(anna.ctx.window.size)
    assert text.width(anna.lobby.words(), 23 * u) < 1150 * u


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
        party.until(lambda screen=screen: not math.isnan(screen.scene._begin))  # type: ignore[misc]
        while isinstance(screen.scene, RoundEnd):
            screen.key(pygame.K_SPACE)
    for screen in (bo, cara):
        assert isinstance(screen.scene, MatchEnd)
    for screen in (bo, cara):
        party.until(lambda screen=screen: screen.labels() == ["Leave the table"])  # type: ignore[misc]
        screen.press("Leave the table")
        party.until(lambda screen=screen: isinstance(screen.scene, AskScene))  # type: ignore[misc]
        assert screen.scenes() == [TitleScene, AskScene]
        assert screen.scene._words == "The host has closed the table."  # type: ignore[union-attr]


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
        assert screen.scene._words == "The host has closed the table."  # type: ignore[union-attr]


def kill(lan: RemoteTable) -> None:
    """Let this machine fall silent without a goodbye, as a killed one does."""
    assert lan.server
    lan.server._say_goodbye = lambda: None  # type: ignore[method-assign]
    lan.close()
