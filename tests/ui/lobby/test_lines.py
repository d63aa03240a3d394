"""How good each line is: bars in the lobby, and in words behind a key, there and over the table."""

import math
from collections.abc import Sequence
from dataclasses import replace
from ipaddress import IPv4Interface, IPv6Address

import msgspec
import pygame
import pytest
from pygame.event import Event

from game.i18n import LANGUAGES, set_language
from game.lan import client, interfaces, table
from game.lan.client import LanClient
from game.lan.interfaces import Interface, by_radio
from game.lan.table import RemoteTable
from game.net.address import Address
from game.net.wire.messages import HouseRules, Join, Line, Room, SeatInfo
from game.system import Clock, T, here, on
from game.ui.covers.cover import AskScene
from game.ui.engine import text
from game.ui.play.match.lines import bars, line_words, slow_lines
from game.ui.view.boxes import flat
from game.ui.view.leaves import Plate
from tests.ui.lobby.screens import Party, Screen

KEY = Event(pygame.KEYDOWN, key=pygame.K_F9, mod=0)
WORDS = [
    (Line(0, 4, 1, 3, 0, 0), "4 ms · good"),
    (Line(0, 0, 0, 0, 0, 0), "1 ms · good"),
    (Line(0, 9, 180, 190, 58, 1), "9 ms · pauses of 180 ms: Wi-Fi power saving"),
    (Line(0, 9, 70, 300, 20, 1), "9 ms · pauses of 70 ms"),
    (Line(0, 9, 9, 250, 1, 0), "9 ms · 1 stall in the last minute, 250 ms"),
    (Line(0, 9, 20, 250, 3, 9), "9 ± 10 ms · 3 stalls in the last minute, up to 250 ms"),
    (Line(0, 9, 20, 30, 0, 5), "9 ± 10 ms · 5 of 100 packets lost"),
    (Line(0, 90, 17, 20, 0, 0), "90 ± 8 ms · slow"),
]


@pytest.mark.parametrize(("line", "words"), WORDS)
def test_what_is_said_of_a_line(line: Line, words: str) -> None:
    assert line_words(line, naps=True) == words


def test_power_saving_is_said_only_where_it_may_be() -> None:
    assert line_words(Line(0, 9, 180, 190, 58, 1)) == "9 ms · pauses of 180 ms"


def test_how_many_bars_a_line_has() -> None:
    assert [bars(line) for line, _words in WORDS] == [3, 3, 1, 1, 2, 1, 1, 2]


def test_slow_lines_are_named_and_those_that_are_not_waited_for() -> None:
    seats = tuple(
        SeatInfo("person", name, 0, True, None, member) for member, name in enumerate(("Bo", "Didi"))
    )
    room = Room("Kitchen", seats, (), 0, True, HouseRules(100, 0, {}, ""))
    lines = {0: Line(0, 40, 30, 90, 0, 0), 1: Line(1, 120, 8, 10, 0, 0)}
    assert slow_lines(room, lines) == [("Didi", lines[1])] and not slow_lines(room, {})
    assert not slow_lines(room, {1: Line(1, 90, 20, 30, 0, 0)}), "what cards land later by is not felt"
    lines[0] = Line(0, 4, 3, 9, 0, 0, waited=False)
    assert [name for name, _line in slow_lines(room, lines)] == ["Didi", "Bo"]


def told(screen: Screen) -> list[Plate]:
    """The bars that the lobby shows."""
    return [node for node in flat(screen.lobby.view()) if isinstance(node, Plate) and node.wide == 6][::3]


def test_each_line_is_told_beside_its_seat_and_by_a_key(party: Party) -> None:
    anna = party.open(3, bots=1)
    bo = party.visit("Bo")
    party.until(lambda: told(anna) and told(bo))
    bo.key(pygame.K_F9)
    assert isinstance(bo.scene, AskScene) and "Bo · " in bo.scene.words and " ms · " in bo.scene.words
    bo.key(pygame.K_ESCAPE)
    party.begin()
    stage = bo.table.stage
    assert stage
    bo.table.receive(KEY, here().clock.seconds())
    party.until(lambda: "lines" in stage.canvas.tags)
    bo.table.receive(KEY, here().clock.seconds())
    party.until(lambda: "lines" not in stage.canvas.tags)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("owner", [True, False])
def test_names_are_whole_in_the_largest_letters_whatever_the_lines(
    party: Party, monkeypatch: pytest.MonkeyPatch, code: str, owner: bool
) -> None:
    names = "Anna", "Maximiliane", "Bartholomäus", "Zoë-Josephine K", "W" * 16, "Didi"
    anna = party.open(len(names))
    room = anna.lan.room
    assert room
    places = tuple(SeatInfo("person", name, i, i % 2 == 0, None, i) for i, name in enumerate(names))
    lines = {i: msgspec.structs.replace(line, member=i) for i, (line, _words) in enumerate(WORDS[2:8])}
    monkeypatch.setattr(RemoteTable, "room", msgspec.structs.replace(room, places=places, owner=0))
    monkeypatch.setattr(RemoteTable, "lines", lines)
    monkeypatch.setattr(RemoteTable, "owner", owner)
    set_language(code)
    monkeypatch.setattr(text, "letters", text.Letters(1.0, 1.6))
    text.start_recording()
    anna.ctx.redraw()
    anna.turn()
    shown = text.spans(anna.ctx.window.surface)
    assert len(told(anna)) == len(names)
    assert {each.words for each in shown if not each.cut} >= {*names}
    pairs = ((one, other) for one in shown if one.words in names for other in shown if one != other)
    assert not any(one.rect.colliderect(other.rect) for one, other in pairs)


class Late(Clock):
    """A clock whose waits end so much too late."""

    def __init__(self) -> None:
        self.now = self.by = 0.0

    def seconds(self) -> float:
        return self.now

    def wait(self, files: Sequence[T], seconds: float) -> Sequence[T]:
        self.now += max(0.0, seconds) + self.by
        return ()


def test_a_program_knows_when_it_was_late_itself() -> None:
    clock = Late()
    with on(replace(here(), clock=clock)):
        one = LanClient(("127.0.0.1", 9), Join("Anna", 0), "")
    for _ in range(100):
        one.listen(0.25)
    assert one.late == -math.inf
    clock.by = 0.06
    one.listen(0.25)
    assert one.late == clock.now
    clock.by, late = 0.0, one.late
    one.listen(0.25)
    assert one.late == late
    clock.now += 0.06  # it was busy with something else
    one.listen(0.25)
    assert one.late > late
    one.close()


def test_pauses_are_not_the_radio_s_while_the_program_was_late(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    party.open(2)
    lan = party.visit("Bo").lan
    assert not lan.naps, "this machine itself is no radio"
    monkeypatch.setattr(client, "_LATE", math.inf)
    monkeypatch.setattr(table, "by_radio", lambda _to: True)
    now = lan.client.clock.seconds()
    for late, naps in ((-math.inf, True), (now, False), (now - 59, False), (now - 3600, True)):
        lan.client.late = late
        assert lan.naps == naps


@pytest.mark.parametrize(
    ("name", "to", "radio"),
    [
        ("Intel(R) Wi-Fi 6 AX201 160MHz", ("192.168.1.9", 5), True),
        ("WLAN", ("fe80::9", 5, 0, 2), True),
        ("eth0", ("192.168.1.9", 5), False),
        ("wlan0", ("127.0.0.1", 5), False),
    ],
)
def test_whether_a_host_is_reached_by_radio(
    monkeypatch: pytest.MonkeyPatch, name: str, to: Address, radio: bool
) -> None:
    own = {"192.168.1.9": "192.168.1.7", "fe80::9": "fe80::7", "127.0.0.1": "127.0.0.1"}
    link = Interface(2, (IPv4Interface("192.168.1.7/24"),), (IPv6Address("fe80::7"),), name)
    other = Interface(3, (IPv4Interface("10.0.0.7/24"),), (), "wlan1")
    monkeypatch.setattr(interfaces, "interfaces", lambda: [other, link])
    monkeypatch.setattr(interfaces, "_way_out", lambda to: own[to[0]])
    assert by_radio(to) == radio


def test_the_host_chooses_in_the_menu_whether_a_line_is_waited_for(party: Party) -> None:
    anna = party.open(2)
    bo = party.visit("Bo")
    server = anna.lan.server
    assert server
    member = server.table.members.all[1]
    member.waited = False
    party.until(lambda: not all(line.waited for line in bo.lan.lines.values()))
    party.begin()
    words = "Anna does not wait for your slow line: you see cards land later than the others do."
    party.until(lambda: words in map(str, bo.ctx.notices))
    anna.key(pygame.K_ESCAPE)
    anna.press("Wait for Bo’s line")
    party.until(lambda: member.waited)
    bo.key(pygame.K_ESCAPE)
    assert "Wait for Bo’s line" not in bo.labels()
