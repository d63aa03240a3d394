"""A race of two at one screen: a table for each, half of the window and of the keyboard, and one pointer."""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pygame
import pytest
from pygame import Color, Rect

from game.challenges.level_files import named
from game.core import match
from game.core.race import done as placed
from game.core.race import finished
from game.i18n import set_language
from game.lan.join import join_table
from game.lan.race_round import RaceRun, WatchedRun
from game.lan.table import RemoteTable
from game.net.wire.messages import HouseRules
from game.storage.settings import Settings
from game.system import here
from game.ui.covers.cover import PauseScene
from game.ui.engine import text, theme
from game.ui.engine.loop import Loop
from game.ui.engine.window import Window
from game.ui.play.pair import SplitScreen
from game.ui.play.race.end import RaceEnd
from game.ui.play.scene import PlayScene
from game.ui.rulebook.page import HelpScene
from tests.pads import VirtualPad
from tests.ui.lobby.screens import Party, Screen, kill
from tests.ui.pilot import STEP, click, described, press

LEVEL = "zahlenpatience-01"
STOCKS = (pygame.K_z, pygame.KSCAN_Z), (pygame.K_n, pygame.KSCAN_N)
"""By player, the key of the stock."""


def give_up(anna: Screen) -> None:
    """The second presses for it once."""
    press(anna.ctx, pygame.K_0, scancode=pygame.KSCAN_0)


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count down quickly."""
    monkeypatch.setattr(match, "COUNTDOWN", 400_000)
    monkeypatch.setattr(match, "DEALING", 100_000)


def raced(party: Party, name: str = LEVEL, bots: int = 0, people: int = 2) -> Screen:
    """So many at one screen, and no other people, as this challenge begins."""
    anna = party.open(min(8, 2 * people - 2 + bots), bots)
    anna.ctx.settings.players, anna.ctx.settings.second_name = people, "Wilhelmina"
    anna.lan.ask(HouseRules(0, 3, {"undo": True, "hints": True}, f"race:{name}"))
    party.until(lambda: anna.lan.room and anna.lan.room.terms.game and len(anna.lan.local_tables) == people)
    party.until(lambda: all(one.place is not None for one in anna.lan.local_tables))
    anna.key(pygame.K_SPACE)
    started(party, anna)
    return anna


def started(party: Party, anna: Screen) -> None:
    party.until(lambda: isinstance(anna.scene, SplitScreen) and described(anna.scene).race)
    party.until(lambda: all(run(anna, player).opens for player in range(len(pair(anna).tables))))


def pair(anna: Screen) -> SplitScreen:
    return next(scene for scene in anna.ctx.stack if isinstance(scene, SplitScreen))


def run(anna: Screen, player: int) -> RaceRun:
    session: Any = pair(anna).tables[player].session
    assert isinstance(session, RaceRun)
    return session


def done(anna: Screen) -> list[int]:
    """How much each has done."""
    return [len(run(anna, player).solo.log) for player in (0, 1)]


def counted(screen: Screen) -> list[int]:
    """How many cards each seat has placed, as all know."""
    table = screen.lan.state.table
    return [placed(table, seat) for seat in range(3)]


def win(party: Party, anna: Screen, player: int) -> None:
    for move in named(LEVEL).line():
        run(anna, player).play(move)
        anna.turn(drawn=False)


def test_each_plays_with_half_a_keyboard_and_the_pointer_plays_where_it_is(party: Party) -> None:
    anna = raced(party)
    for player, counts in ((0, [1, 0]), (1, [1, 1])):
        key, code = STOCKS[player]
        press(anna.ctx, key, scancode=code)
        assert done(anna) == counts
    press(anna.ctx, pygame.K_1, scancode=pygame.KSCAN_1)
    assert done(anna) == [2, 1], "the first has taken it back"
    page = described(pair(anna))
    stocks = [Rect(pile["rect"]) for pile in page.content["piles"] if pile["role"] == "stock"]
    assert [pile["key"] for pile in page.piles if pile["role"] == "stock"] == ["Z", "N"]
    assert stocks[0].right < 640 < stocks[1].left
    click(anna.ctx, stocks[1])
    assert done(anna)[1] == 2
    assert [seat["placed"] for seat in page.race] == [0, 0]


def test_who_gives_up_is_asked_in_the_own_half_and_then_watches_the_other(
    party: Party,
) -> None:
    anna = raced(party)
    press(anna.ctx, STOCKS[1][0], scancode=STOCKS[1][1])
    give_up(anna)
    press(anna.ctx, STOCKS[0][0], scancode=STOCKS[0][1])
    assert anna.scene is pair(anna) and done(anna) == [1, 1], "the other plays while one is asked"
    run(anna, 0).undo()
    give_up(anna)
    assert [table.game.session.over for table in pair(anna).tables] == [False, True]
    party.until(lambda: isinstance(pair(anna).tables[1].session, WatchedRun))
    watched: Any = pair(anna).tables[1].session
    press(anna.ctx, STOCKS[0][0], scancode=STOCKS[0][1])
    assert len(run(anna, 0).solo.log) == 3
    party.until(lambda: len(watched.solo.log) == 3)
    run(anna, 0).undo()
    win(party, anna, 0)
    party.until(lambda: isinstance(anna.scene, RaceEnd))
    party.until(lambda: not anna.ctx.archive.recording)
    assert [result.won for result in anna.ctx.archive.results.latest()] == [True], (
        "the second's is not Anna's"
    )
    anna.key(pygame.K_SPACE)
    started(party, anna)
    assert done(anna) == [0, 0]


def test_both_come_out_and_the_second_is_first(party: Party) -> None:
    anna = raced(party)
    win(party, anna, 1)
    party.until(lambda: run(anna, 0).now > 200_000)  # at the same time it would be a tie
    win(party, anna, 0)
    party.until(lambda: isinstance(anna.scene, RaceEnd))
    assert isinstance(anna.scene, RaceEnd)
    assert [(seat, line.own) for seat, line in anna.scene.lines] == [(1, True), (0, True)]
    news = [table.stage.canvas.tags.get("news") for table in pair(anna).tables if table.stage]
    assert news == [None, None], "it does not stay above the table of either"
    text.start_recording()
    anna.ctx.redraw()
    anna.turn()
    told = {span.words for span in text.spans(anna.ctx.window.surface)}
    assert set(anna.lan.names) <= {words.partition(": ")[0] for words in told if ": " in words}, "medals"
    knock = next(each for each in described(anna.scene).controls if each["label"].startswith("Knock"))
    assert knock["key"] == "Space"
    assert anna.sounds.names.count("go") <= 1, "not at either table, and not where a machine was held up then"


def test_among_six_a_name_is_whole_beside_how_far_it_has_come(party: Party) -> None:
    text.adapt(text.Letters(1.0, 1.6))
    text.start_recording()
    anna = raced(party, bots=4)
    for _ in range(2):
        give_up(anna)
    party.until(lambda: described(pair(anna)).race[1]["words"] == "stopped")
    stage = pair(anna).tables[0].stage
    assert stage
    spans = [span for tag in stage.canvas.tags.values() for span in text.spans(tag.surface)]
    assert {"Wilhelmina", "stopped"} <= {span.words for span in spans if not span.cut}


def test_another_look_leaves_each_the_own_card_back(party: Party) -> None:
    anna = raced(party)
    anna.ctx.settings.high_contrast = True
    anna.ctx.redraw()
    anna.turn()
    assert [table.session.backs for table in pair(anna).tables] == [(back,) for back in anna.lan.backs]
    assert [table.legend("P") for table in pair(anna).tables] == ["Esc", "Esc"], "the menu is for both"


def test_the_second_leaves_and_the_first_plays_on(party: Party) -> None:
    anna = raced(party)
    anna.lan.drop_partner()
    party.until(lambda: any(seat["words"].endswith("has left") for seat in described(pair(anna)).race))
    press(anna.ctx, STOCKS[0][0], scancode=STOCKS[0][1])
    assert len(run(anna, 0).solo.log) == 1
    anna.key(pygame.K_ESCAPE)
    assert isinstance(anna.scene, PauseScene) and "Close the table" in anna.labels(), "no others play on"
    anna.key(pygame.K_ESCAPE)
    assert anna.scenes()[-1] is SplitScreen


def test_the_second_is_told_by_a_patched_host_that_there_is_no_match(party: Party) -> None:
    anna = raced(party)
    assert anna.lan.partner
    with anna.lan.partner.client.at_table() as (table, now):
        assert table.room
        table._take(msgspec.structs.replace(table.room, playing=False), now)
    anna.turn()
    assert [table.still for table in pair(anna).tables] == [False, True]
    assert len(described(pair(anna)).race) == 2
    press(anna.ctx, STOCKS[0][0], scancode=STOCKS[0][1])
    assert done(anna)[0] == 1


def test_the_host_is_lost_while_two_at_one_screen_race(party: Party) -> None:
    host, anna, _ = party.open(4), party.visit("Anna"), party.visit("Cia")
    anna.ctx.settings.players = 2
    party.until(lambda: anna.lan.partner and anna.lan.partner.place is not None)
    host.lan.ask(HouseRules(0, 3, {"undo": True, "hints": True}, f"race:{LEVEL}"))
    party.until(lambda: all(screen.lan.room and screen.lan.room.terms.game for screen in party.screens))
    for screen in party.screens:
        screen.key(pygame.K_SPACE)
    started(party, anna)
    kill(host.lan)
    party.screens.remove(host)
    for player in (1, 0):  # nobody judges it yet
        win(party, anna, player)
        here().clock.pause(STEP)
    party.until(lambda: all(isinstance(table.session, WatchedRun) for table in pair(anna).tables))
    flags = finished(anna.lan.state.table)
    assert anna.lan.partner and flags == [anna.lan.partner.place, anna.lan.place]
    host.ctx.quit()


def test_of_two_at_one_screen_the_second_knocks_on_when_the_first_is_out_of_the_cup(party: Party) -> None:
    host, anna = party.open(3), party.visit("Anna")
    anna.ctx.settings.players = 2
    party.until(lambda: anna.lan.partner and anna.lan.partner.place is not None)
    host.lan.ask(HouseRules(1, 0, {"undo": True, "hints": True}, f"cup:{LEVEL}"))
    party.until(lambda: all(screen.lan.room and screen.lan.room.terms.game for screen in party.screens))
    for number in (1, 2):
        for screen in party.screens:
            screen.key(pygame.K_SPACE)
        party.until(lambda: isinstance(anna.scene, SplitScreen) and anna.lan.state.round == number)  # noqa: B023
        started(party, anna)
        ahead: Any = (host.table.session, run(anna, 1))
        for session in ahead if number == 1 else ():
            line = iter(named(LEVEL).line())
            while not session.placed[0]:
                session.play(next(line))
                party.until(lambda: True)
            party.until(lambda: counted(host).count(session.placed[0]) == 1 + (session is ahead[1]))  # noqa: B023
        for session in (*ahead, run(anna, 0)):
            session.give_up()
        party.until(lambda: all(isinstance(screen.scene, RaceEnd) for screen in party.screens))
    assert anna.lan.rules.eliminated(anna.lan.state.totals) == [anna.lan.seat]
    host.key(pygame.K_SPACE)
    anna.press("Knock for the next deal")
    party.until(lambda: anna.lan.state.round == 3)


def test_a_pad_plays_the_second_table_alone(party: Party) -> None:
    anna = raced(party)
    anna.ctx.pads.open()
    pad, loop = VirtualPad("playstation"), Loop(anna.ctx)

    def until(done: Callable[[], bool]) -> None:
        while not done():
            loop.turn(pair(anna), here().clock.seconds())

    until(lambda: pad.noticed)
    for down in (True, False):
        pad.set("y", down)
        until(partial(pad.reported, "y", down))
    assert done(anna) == [0, 1]
    page = described(pair(anna))
    stocks = [pile["key"] for pile in page.content["piles"] if pile["role"] == "stock"]
    assert stocks == ["Z", "Triangle"]
    assert page.cursor and page.cursor >= len(page.piles) // 2
    for player, rumbles in ((0, False), (1, True)):
        pair(anna).tables[player].rumble(1, 1, 0.1)
        assert bool(pad.rumbled) is rumbles
    pad.unplug()
    pygame.event.clear()


def test_four_race_at_one_screen(party: Party) -> None:
    anna = raced(party, people=4)
    press(anna.ctx, STOCKS[1][0], scancode=STOCKS[1][1])
    page = described(pair(anna))
    stocks = [Rect(pile["rect"]) for pile in page.content["piles"] if pile["role"] == "stock"]
    parts = [Rect(x, y, 640, 360) for y in (0, 360) for x in (0, 640)]
    assert all(part.contains(stock) for part, stock in zip(parts, stocks, strict=True))
    assert len({seat["name"] for seat in page.race}) == 4
    for stock in stocks[2:]:
        click(anna.ctx, stock)
    assert [len(run(anna, player).solo.log) for player in range(4)] == [0, 1, 1, 1]
    win(party, anna, 3)
    party.until(lambda: isinstance(pair(anna).tables[3].session, WatchedRun))
    for player in range(3):
        win(party, anna, player)
    party.until(lambda: isinstance(anna.scene, RaceEnd))
    assert isinstance(anna.scene, RaceEnd)
    assert anna.scene.lines[0][0] == anna.lan.local_tables[3].place


def test_where_three_race_nothing_of_before_is_left_in_the_last_quarter(party: Party) -> None:
    anna = raced(party, people=3)
    window = anna.ctx.window.surface
    window.fill("magenta")
    pair(anna).draw(window, 0.0, 1, True)
    corners = [(x, y) for x in (0, 639, 640, 1279) for y in (0, 359, 400, 719)]
    assert all(window.get_at(corner) != Color("magenta") for corner in corners)


def test_of_four_at_one_screen_two_stay_for_haisty(party: Party) -> None:
    anna = party.open(8)
    anna.lan.ask(HouseRules(0, 3, {"undo": True, "hints": True}, f"race:{LEVEL}"))
    party.until(lambda: anna.lobby.room and anna.lobby.room.terms.game)
    anna.change("players", 3)
    party.until(lambda: len(anna.lan.local_tables) == 4 and anna.lan.local_tables[3].place is not None)
    assert not anna.ctx.notices
    anna.lan.ask(HouseRules(100, 0, {}))
    party.until(lambda: len(anna.lan.local_tables) == 2 and anna.lan.room and not anna.lan.room.terms.game)
    told = ["Only two can play this at one screen: the others leave the table."]
    assert [str(notice) for notice in anna.ctx.notices] == told
    anna.lan.ask(HouseRules(0, 3, {"undo": True, "hints": True}, f"race:{LEVEL}"))
    party.until(lambda: len(anna.lan.local_tables) == 4)


@pytest.mark.parametrize("wide", [1, 2])
def test_the_cards_of_two_are_nearly_as_wide_as_their_half_allows(party: Party, wide: int) -> None:
    party.window = Window((1280 * wide, 720 * wide))
    anna = raced(party, "acht-mal-acht-01")
    for table in pair(anna).tables:
        stage = table.stage
        assert stage
        places = [Rect(place.box) for place in stage.layout.places]
        assert max(each.right for each in places) - min(each.x for each in places) > 0.94 * 640 * wide
        assert max(each.bottom for each in places) < stage.layout.panel.y


@pytest.mark.parametrize("gone", [False, True])
def test_the_help_names_the_keys_of_each_of_two(party: Party, gone: bool) -> None:
    anna = raced(party)
    if gone:
        run(anna, 0).give_up()
        party.until(lambda: isinstance(pair(anna).tables[0].session, WatchedRun))
    pair(anna).show_help()
    assert isinstance(anna.scene, HelpScene)
    rows = anna.scene.words.devices[0][1]
    assert rows[0][:2] == ("left player", "right player")
    keys = {row[-1]: row[:-1] for row in rows}
    assert keys["give up"] == ("5", "0") and keys["menu, leave"] == ("Esc",)
    assert keys["onto a foundation"] == ("Q – R", "Y – O")


def test_who_plays_on_is_not_asked_any_more(party: Party) -> None:
    anna = raced(party)
    give_up(anna)
    asked, panel = "Press once more to give up.", pair(anna).tables[1].game.panel
    assert panel.told == asked and not pair(anna).tables[0].game.panel.told
    press(anna.ctx, STOCKS[1][0], scancode=STOCKS[1][1])
    assert not panel.told
    give_up(anna)
    assert panel.told == asked and not run(anna, 1).over
    give_up(anna)
    assert run(anna, 1).over and panel.told != asked


@pytest.mark.parametrize("scale", [1.0, 1.6])
def test_what_is_asked_has_room_below_how_many_cards_are_left(party: Party, scale: float) -> None:
    set_language("de")
    text.adapt(text.Letters(1.0, scale))
    text.start_recording()
    anna = raced(party, "haisty-01")
    give_up(anna)
    stage = pair(anna).tables[1].stage
    assert stage
    panel = Rect(stage.layout.panel)
    tags = [(text.spans(tag.surface), tag.rect) for tag in stage.canvas.tags.values()]
    said = [
        rect for spans, rect in tags for span in spans if "Aufgeben" in span.words or "drücken" in span.words
    ]
    left = next(rect for spans, rect in tags for span in spans if span.words == "0 / 13")
    assert said and all(panel.contains(rect) and rect.top >= left.bottom for rect in said)


def test_who_gives_up_watches_another_than_the_one_beside(party: Party) -> None:
    anna = raced(party, bots=1)
    give_up(anna)
    give_up(anna)
    party.until(lambda: isinstance(pair(anna).tables[1].session, WatchedRun))
    watched: Any = pair(anna).tables[1].session
    assert watched.watched not in {one.place for one in anna.lan.local_tables}


def test_a_hint_names_no_key_to_who_has_none(party: Party) -> None:
    anna = raced(party, people=3)
    for player, words in enumerate(("3: make this move.", "8: make this move.", "")):
        run(anna, player).hint()
        party.until(lambda at=player: run(anna, at).advice)  # type: ignore[misc]
        said = pair(anna).tables[player].game.panel._said()
        assert said == f"Turn a card. This move leads to a win. {words}".strip()


def test_who_comes_to_a_race_waits_for_the_others_of_this_screen(party: Party) -> None:
    anna = raced(party)
    server = anna.lan.server
    assert server

    def two(settings: Settings) -> RemoteTable:
        settings.players = 2
        return join_table(settings, None, ("127.0.0.1", server.ports.port))

    bo = party._come(Screen("Bo", two, party.window, party.cards))
    party.until(lambda: isinstance(bo.scene, PlayScene))
    assert [one.deal for one in bo.lan.local_tables] == [anna.lan.deal] * 2


def test_the_times_of_the_medals_are_whole_in_a_quarter_of_the_window(party: Party) -> None:
    text.start_recording()
    anna = raced(party, "acht-mal-acht-60", people=4)
    stage = pair(anna).tables[3].stage
    assert stage
    spans = [span for tag in stage.canvas.tags.values() for span in text.spans(tag.surface)]
    level = named("acht-mal-acht-60")
    times = {f"{second // 60}:{second % 60:02}" for second in (level.gold, level.silver, level.bronze)}
    assert times <= {span.words for span in spans if not span.cut}


def shown(anna: Screen, player: int) -> list[text.TextSpan]:
    """All that is written on a player's table, and where."""
    stage = pair(anna).tables[player].stage
    assert stage
    return [
        span.moved(tag.rect.topleft) for tag in stage.canvas.tags.values() for span in text.spans(tag.surface)
    ]


def test_in_a_quarter_of_the_window_each_line_is_whole(party: Party) -> None:
    text.start_recording()
    anna = raced(party, "haisty-10", people=4, bots=1)
    words = {span.words for span in shown(anna, 0) if not span.cut}
    assert {"Challenge 10", "Deal 1 of 3", "Stuck"} <= words
    run(anna, 3).give_up()
    party.until(lambda: isinstance(pair(anna).tables[3].session, WatchedRun) and pair(anna).tables[3].stage)
    words = {span.words for span in shown(anna, 3) if not span.cut}
    assert {"Previous", "Next"} <= words


def test_in_a_quarter_of_a_small_window_each_button_is_whole_in_large_letters(party: Party) -> None:
    party.window = Window((1024, 600))
    text.adapt(text.Letters(theme.unit((1024, 600)), 1.6))
    text.start_recording()
    anna = raced(party, "staffelpatience-01", people=3)
    for player in range(3):
        assert not {span.words for span in shown(anna, player) if span.cut}
    assert pair(anna).tables[2].game.panel.buttons.keys() == {"undo", "hint", "call", "menu"}


@pytest.mark.parametrize("people", [2, 4])
def test_all_eight_stand_once_above_the_tables_with_their_whole_names(party: Party, people: int) -> None:
    text.start_recording()
    anna = raced(party, people=people, bots=8 - people)
    seats = described(pair(anna)).race
    above = [{span.words for span in shown(anna, player) if not span.cut} for player in range(people)]
    for seat in seats:
        assert [player for player in range(people) if seat["name"] in above[player]] == [seat["seat"] // 4]
    felts = [table.stage.layout.areas[0].box.h for table in pair(anna).tables if table.stage]
    assert max(felts) - min(felts) <= 1


def test_in_columns_the_whole_index_of_each_card_is_to_be_seen(party: Party) -> None:
    anna = raced(party, "acht-mal-acht-53", people=4)
    stage = pair(anna).tables[0].stage
    assert stage and stage.layout.areas[0].card < 60
    assert {name.split("/")[0] for name, _width in stage.canvas.deck.sprites([])} == {"faces"}


def test_the_help_says_with_what_the_third_and_the_fourth_play(party: Party) -> None:
    anna = raced(party, people=4)
    pair(anna).show_help()
    assert isinstance(anna.scene, HelpScene)
    devices = dict(anna.scene.words.devices)
    assert ("players below", "a gamepad each, or the mouse") in devices["Keys"]
    assert devices["Gamepad"]


def test_on_half_a_window_what_a_key_means_stands_in_the_middle_below_its_pile(party: Party) -> None:
    anna = raced(party, "paare-20")
    for table in pair(anna).tables:
        rhythm, stage = table.game.rhythm, table.stage
        assert rhythm and stage
        for pile in (rhythm.left, rhythm.right):
            cap, box = stage.canvas.tags[f"side{pile} 0.0"].rect, Rect(stage.layout.places[pile].box)
            assert abs(cap.centerx - box.centerx) <= 1
