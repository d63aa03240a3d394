"""Each limit is one: what a form, the command line or the settings let through, every machine understands."""

import getpass
from itertools import product

import msgspec
import pytest

from game.core import match
from game.core.limits import CODE, NAME, SEATS, TABLE
from game.core.state import PLAYING, SCORED, State
from game.core.table import Table
from game.i18n import LANGUAGES, set_language
from game.names.line import line
from game.net.client.connection import CONNECTED
from game.net.transport.channel import PIECE
from game.net.transport.code_exchange import CodeExchange
from game.net.wire.codec import decode_alone, decode_down, encode_alone, encode_down
from game.net.wire.fields import WireError
from game.net.wire.messages import WATCHERS, HouseRules, Join, Room, SeatInfo
from game.storage.settings import Settings
from game.ui.lobby.tables import table_of
from tests.net.impair import LAN
from tests.net.simnet import Net, new_table

NAMES = [sign * count for sign, count in product("aäßø王😀", (1, 9, NAME))] + ["e\u0301" * 8, " ", "x  y"]
UNSEEN = [
    "a\nb",
    "a\x1b[2J",
    "a\x9b2J",
    "a\u202eb",
    "a\u2066b",
    "Z" + "\u0337" * 3,
    "\u200b",
    "\ufeffa",
    "a\x7f",
    "\ud800",
]


def room(name: str, player: str, watchers: int = 0) -> Room:
    places = tuple(SeatInfo("person", player, 7, True, None, number) for number in range(SEATS))
    house = {"any_part": True, "round_corner": True, "auto_knock": True}
    return Room(name, places, (player,) * watchers, 0, True, HouseRules(9999, 99, house))


@pytest.mark.parametrize("name", NAMES)
def test_names_that_a_field_takes_are_understood_by_all(name: str) -> None:
    taken = line(name)
    assert decode_alone(Join, encode_alone(Join(taken, 0))).name == taken
    assert decode_down(encode_down(room(taken, taken))) == room(taken, taken)
    settings = msgspec.json.encode(Settings(name=taken))
    assert msgspec.json.decode(settings, type=Settings).name == taken


@pytest.mark.parametrize("lang", LANGUAGES)
def test_table_called_after_the_longest_name_is_understood_by_all(lang: str) -> None:
    set_language(lang)
    try:
        names = [table_of(sign * NAME) for sign in "ws王"]
    finally:
        set_language("en")
    for name in names:
        assert len(name) <= TABLE
        assert decode_down(encode_down(room(name, "A"))) == room(name, "A")


def test_all_at_a_table_of_maximiliane_come_in() -> None:
    table = new_table()
    table.room.name = table_of("Maximiliane")
    net = Net(table)
    net.join(LAN, LAN, person=True)
    assert net.run(3, lambda: net.clients[0].table.seated)
    assert net.clients[0].room.name == "Maximiliane’s table"


@pytest.mark.parametrize("name", ["a" * (NAME + 1), *UNSEEN])
def test_name_that_cannot_be_shown_is_no_name_on_the_wire(name: str) -> None:
    with pytest.raises((WireError, UnicodeEncodeError)):
        decode_alone(Join, encode_alone(Join(name, 0)))
    with pytest.raises((WireError, UnicodeEncodeError)):
        decode_down(encode_down(room("T", name)))


def test_longest_names_of_all_fit_a_packet() -> None:
    assert len(encode_down(room("😀" * TABLE, "😀" * NAME))) <= PIECE
    net = Net(new_table(SEATS))
    net.table.room.name = "😀" * TABLE
    for _ in range(SEATS + WATCHERS):
        client = net.join(LAN, LAN, person=True)
        client.table.connection.join = Join("😀" * NAME, 0)
        net.run(0.3)
    assert all(client.table.seated for client in net.clients)
    assert len(net.clients[-1].room.watchers) == WATCHERS


def test_code_is_the_same_however_its_letters_are_put_together() -> None:
    ends = CodeExchange("kärlek", True, b"", b"", b""), CodeExchange("ka\u0308rlek", False, b"", b"", b"")
    assert ends[0].key(ends[1].message) == ends[1].key(ends[0].message)
    assert len(line("ä" * CODE)) == CODE


@pytest.mark.parametrize("user", ["ß" * 40, "ab cd ef gh ij kl mn", "x\ny\x1b", "\udcff", "eva"])
def test_name_of_the_machines_user_is_one_that_all_understand(
    user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: user)
    name = Settings().called
    assert decode_alone(Join, encode_alone(Join(name, 0))).name == name
    assert name == name.strip()


def test_match_goes_on_past_round_255_and_far_below_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = State(SCORED, 299, Table(()), (-(10**6), 9000, -1))
    monkeypatch.setattr(match, "opening", lambda seats: begun)
    net = Net(new_table(3, rounds=99), quick=True)
    for _ in range(3):
        net.join(LAN, LAN)
        net.run(0.3)
    assert net.run(20, lambda: net.clients[0].table.state.phase == PLAYING)
    late = net.join(LAN, LAN, watch=True)
    net.play()
    for client in net.clients:
        state = client.table.state
        assert (state.round, state.totals) == (300, net.match.state.totals)
        assert state.totals[0] < -(10**6) + 200
        assert client.table.connection.state == CONNECTED
    assert late.table.state.round == 300
    assert net.table.room.disagreed == 0
