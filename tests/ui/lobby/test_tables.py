"""Tables are found, visited and opened from their screen, over real sockets; what goes wrong is told."""

import math
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from ipaddress import IPv4Address, IPv4Interface
from pathlib import Path

import msgspec
import pygame
import pytest

from game.core.limits import NAME, TABLE
from game.i18n import LANGUAGES, _, set_language
from game.lan import browser, discovery, surroundings
from game.lan.diagnosis import Facts, why_not_found
from game.lan.interfaces import Interface
from game.lan.join import join_table, open_table
from game.lan.known_hosts import KnownHosts
from game.lan.table import JOINED, RemoteTable, names_of
from game.names.line import distinct, line
from game.net.discovery.finder import Foreign, Found
from game.net.transport.noise import fingerprint
from game.net.wire.packet import ANSWER, ASK, CAP, NONCE, REFUSED, VERSION, TableInfo, read_plain
from game.storage.data_folder import open_folder
from game.storage.settings import Settings, load_settings
from game.system import here
from game.ui.covers.cover import AskScene
from game.ui.engine import text
from game.ui.engine.scene import Context
from game.ui.engine.window import Window
from game.ui.lobby.connecting import TIMEOUT, CallingScene
from game.ui.lobby.invite import invitation, invited
from game.ui.lobby.lobby import LobbyScene
from game.ui.lobby.tables import OtherTable, TablesScene, table_of
from game.ui.menu.title import TitleScene
from game.ui.view.hint import Hint
from game.ui.view.node import Control, Placed
from game.ui.view.screen import Screen
from tests.net.answerer import HOST_KEY, INFO, answer, other_table
from tests.ui.pilot import STEP, context, draw, labelled, labels, press, type_text

LONG = 120.0
"""Seconds after which a test gives up waiting."""
REASONS = (
    "Enter a name or an address.",
    "The port must be a number from 1 to 65535.",
    "That is not an IPv4 or IPv6 address.",
    "That is not the name of a computer.",
)
OTHER = b"HAISTY" + bytes((VERSION + 1,))


@pytest.fixture
def ctx(tmp_path: Path) -> Iterator[Context]:
    made = context(open_folder(tmp_path), name="Bo")
    yield made
    made.quit()


@pytest.fixture
def table() -> Iterator[RemoteTable]:
    """A table of four with a code."""
    lan = open_table(Settings(name="Anna"), None, "Anna’s table", 4, 1, "sesame", 0)
    yield lan
    lan.leave()


@pytest.fixture
def host() -> Iterator[socket.socket]:
    """Somebody else's port."""
    with here().net.socket(socket.AF_INET) as sock:
        sock.bind(("127.0.0.1", 0))
        sock.setblocking(False)
        yield sock


def names_at(lan: RemoteTable) -> tuple[str, ...]:
    return names_of(lan.room) if lan.room else ()


def port_of(lan: RemoteTable) -> int:
    assert lan.server
    return lan.server.ports.port


def until(ctx: Context, done: Callable[[], object], meanwhile: Callable[[], None] = lambda: None) -> None:
    """Let the topmost scene go on until something is so."""
    given_up = here().clock.seconds() + LONG
    while not done():
        assert here().clock.seconds() < given_up
        here().clock.pause(STEP)
        meanwhile()
        assert ctx.scene
        ctx.scene.step(here().clock.seconds())
        draw(ctx)


def in_lobby(ctx: Context) -> LobbyScene:
    """The lobby, once it is reached."""
    until(ctx, lambda: isinstance(ctx.scene, LobbyScene))
    assert isinstance(ctx.scene, LobbyScene)
    return ctx.scene


def enter(ctx: Context, typed: str) -> None:
    """Type a line and press Enter."""
    type_text(ctx, typed)
    press(ctx, pygame.K_RETURN)


def entered(ctx: Context, port: int = 9) -> TablesScene:
    scene = TablesScene(port)
    ctx.push(scene)
    draw(ctx)
    return scene


def focus(ctx: Context) -> Control:
    """The control in focus."""
    assert isinstance(ctx.scene, Screen)
    ctx.scene.renew()
    assert ctx.scene.tree.here and ctx.scene.tree.here.control
    return ctx.scene.tree.here.control


def focus_on(ctx: Context, label: str) -> None:
    """Move the focus there."""
    assert isinstance(ctx.scene, TablesScene)
    ctx.scene.renew()
    ctx.scene.tree.focus(labelled(ctx.scene.tree, label).name)


def rows_of(scene: TablesScene) -> list[Placed]:
    """The tables that are listed."""
    scene.renew()
    return [each for each in scene.tree.controls if each.name.startswith("table ")]


def said(scene: TablesScene) -> list[str]:
    """What the hint bar says, in lines."""
    hint = next(each for each in scene.tree._drawn if isinstance(each[0], Hint))
    assert isinstance(hint[0], Hint)
    return [*hint[0].lines(hint[1], scene.tree._u)[0]]


def at_address(ctx: Context) -> None:
    """Move the focus to the field for an address."""
    focus_on(ctx, "")


def told(ctx: Context) -> str:
    assert isinstance(ctx.scene, CallingScene)
    return ctx.scene.words


def test_a_table_opened_appears_under_the_focus_and_enter_asks_for_its_code(
    ctx: Context, table: RemoteTable
) -> None:
    entered(ctx, port_of(table))
    until(ctx, lambda: focus(ctx).label == "Anna’s table")
    scene = ctx.scene
    assert isinstance(scene, TablesScene)
    until(ctx, lambda: [found.info.taken for found in scene.tables.values()] == [2])
    press(ctx, pygame.K_RETURN)
    assert told(ctx) == "This table needs a code."


def test_who_joins_without_an_address_sits_down_where_there_is_one_table(
    ctx: Context, table: RemoteTable
) -> None:
    scene = TablesScene(port_of(table), joins=True, code="sesame")
    ctx.push(scene)
    until(ctx, lambda: scene.search.tables or isinstance(ctx.scene, CallingScene))
    assert scene.rest(here().clock.seconds()) <= 1
    lobby = in_lobby(ctx)
    until(ctx, lambda: lobby.room and "Bo" in names_at(table))
    ctx.pop_to(scene)
    until(ctx, lambda: "Bo" not in names_at(table))
    draw(ctx)
    assert ctx.scene is scene and math.isinf(scene.rest(here().clock.seconds())), "it does so once"


@pytest.mark.parametrize(("count", "touched"), [(0, False), (1, True), (2, False)])
def test_who_joins_without_an_address_chooses_where_it_is_not_clear(
    ctx: Context, count: int, touched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser.TableBrowser, "_run", lambda _search: None)  # it finds what is written here
    scene = TablesScene(9, joins=True)
    ctx.push(scene)
    infos = [msgspec.structs.replace(INFO, id=bytes([i] * 8)) for i in range(count)]
    scene.search.tables = tuple(Found(info, ("127.0.0.1", 9), HOST_KEY) for info in infos)
    if touched:
        press(ctx, pygame.K_DOWN)
    for later in (0.0, 1.1, 60.0):
        scene.step(here().clock.seconds() + later)
        assert ctx.scene is scene and len(rows_of(scene)) == count


def test_a_table_that_goes_while_the_list_is_covered_is_not_there_afterwards(ctx: Context) -> None:
    lan = open_table(Settings(name="Anna"), None, "Kitchen", 4, 1, "", 0)
    scene = TablesScene(port_of(lan))
    ctx.push(scene)
    # The list behind the cover: nothing of it is drawn, and nothing may come of it later.
    until(ctx, lambda: scene.tables)
    ask = AskScene("The host has closed the table.")
    ctx.push(ask)
    lan.leave()
    until(ctx, lambda: not scene.search.tables)
    ctx.pop(ask)
    assert not scene.tables


def test_a_wrong_code_is_told_with_the_wait_and_the_right_one_leads_to_the_lobby(
    ctx: Context, table: RemoteTable
) -> None:
    ctx.push(CallingScene(("127.0.0.1", port_of(table)), locked=True))
    enter(ctx, "open")
    until(ctx, lambda: told(ctx) == "That is not this table’s code.")
    assert isinstance(ctx.scene, CallingScene)
    calling = ctx.scene
    assert labels(calling.tree) == ["Code", "Sit down (in 1 s)", "Cancel"]
    assert ctx.scene.rest(here().clock.seconds()) <= 1.01
    press(ctx, pygame.K_RETURN)
    assert told(ctx) == "That is not this table’s code.", "too soon"
    until(ctx, lambda: "Sit down" in labels(calling.tree))
    press(ctx, *[pygame.K_BACKSPACE] * 4)
    enter(ctx, "sesame")
    in_lobby(ctx)
    assert ctx.settings.hosts == (), "this computer is not a host to be remembered"


@pytest.mark.parametrize("way", ["list", "address"])
def test_the_code_is_given_once(ctx: Context, table: RemoteTable, way: str) -> None:
    scene = entered(ctx, port_of(table))
    ctx.push(CallingScene(("127.0.0.1", port_of(table)), locked=True))
    enter(ctx, "sesame")
    in_lobby(ctx)
    ctx.pop_to(scene)
    until(ctx, lambda: "Bo" not in names_at(table))
    if way == "list":
        until(ctx, lambda: rows_of(scene))
        scene.tree.focus(rows_of(scene)[0].name)
        press(ctx, pygame.K_RETURN)
    else:
        at_address(ctx)
        enter(ctx, f"127.0.0.1:{port_of(table)}")
    in_lobby(ctx)
    until(ctx, lambda: "Bo" in names_at(table))


def test_a_seat_that_is_kept_is_told_in_the_row_until_its_player_has_left_for_good(
    ctx: Context, table: RemoteTable
) -> None:
    at = ("127.0.0.1", port_of(table))
    for leaves in (False, True):
        lan = join_table(ctx.settings, ctx.folder, at, "sesame")
        until_seated(lan)
        lan.leave() if leaves else lan.close()
        scene = entered(ctx, port_of(table))
        until(ctx, lambda: scene.seats and rows_of(scene))  # noqa: B023 - looked at now
        row = rows_of(scene)[0].control
        assert row and (row.help == "Your seat is kept: play on.") != leaves
        ctx.pop(scene)


def test_a_namesake_keeps_no_seat_for_who_has_left_nor_takes_the_word_from_who_has_not(
    ctx: Context, table: RemoteTable
) -> None:
    at = ("127.0.0.1", port_of(table))
    other = join_table(Settings(name="Bo"), None, at, "sesame")
    until_seated(other)
    for leaves in (False, True):
        lan = join_table(ctx.settings, ctx.folder, at, "sesame")
        until_seated(lan)
        assert {"Bo", "Bo 2"} <= {*names_at(lan)}
        lan.leave() if leaves else lan.close()
        scene = entered(ctx, port_of(table))
        until(ctx, lambda: scene.seats and rows_of(scene))  # noqa: B023 - looked at now
        row = rows_of(scene)[0].control
        assert row and (row.help == "Your seat is kept: play on.") != leaves
        ctx.pop(scene)
    other.leave()


def until_seated(lan: RemoteTable) -> None:
    """Wait until its player has a seat that will be known."""
    while lan.status != JOINED or lan.place is None or not lan.kept:
        here().clock.pause(STEP)


def test_a_host_visited_by_its_address_is_kept_and_offered(ctx: Context) -> None:
    open_to_all = open_table(Settings(), None, "Table", 4, 0, "", 0)
    where = f"localhost:{port_of(open_to_all)}"
    scene = entered(ctx)
    at_address(ctx)
    enter(ctx, f" {where} ")
    in_lobby(ctx)
    ctx.pop_to(scene)
    assert ctx.scene is scene
    ctx.keep_settings()
    ctx.background.flush()
    assert load_settings(ctx.folder)[0].hosts == (where,) if ctx.folder else False
    draw(ctx)
    focus_on(ctx, where)
    press(ctx, pygame.K_RETURN)
    in_lobby(ctx)
    open_to_all.leave()


@pytest.mark.parametrize(
    ("code", "typed"), [("sv", ""), ("de", "1.2.3.400"), ("en", "a:99999"), ("sv", "-"), ("de", "::x:")]
)
def test_an_address_that_is_none_is_told_in_the_players_language(ctx: Context, code: str, typed: str) -> None:
    set_language(code)
    scene = entered(ctx)
    at_address(ctx)
    draw(ctx)
    before = said(scene)
    enter(ctx, typed)
    assert ctx.scene is scene
    assert scene.tree.wrong
    assert (scene.tree.wrong in REASONS) == (code == "en")
    draw(ctx)
    assert said(scene) != before
    press(ctx, pygame.K_DOWN)
    draw(ctx)
    assert not scene.tree.wrong


@pytest.mark.parametrize("right", [True, False])
def test_what_an_invitation_s_picture_says_leads_to_its_host_alone(ctx: Context, right: bool) -> None:
    lan = open_table(Settings(), None, "Table", 4, 0, "", 0)
    entered(ctx)
    until(ctx, lambda: lan.status == JOINED)
    key = lan.client.table.connection.host_key if right else bytes(32)
    at_address(ctx)
    enter(ctx, invitation(f"127.0.0.1:{port_of(lan)}", fingerprint(key)))
    if right:
        in_lobby(ctx)
    else:
        until(ctx, lambda: "is not the one you were invited to" in told(ctx))
    lan.leave()


@pytest.mark.parametrize("written", ["udp://{}/", " {} ", "\u200b{}\ufeff"])
def test_a_pasted_address_is_understood_and_remembered_as_it_should_be_written(
    ctx: Context, written: str
) -> None:
    lan = open_table(Settings(), None, "Table", 4, 0, "", 0)
    scene = entered(ctx)
    scene._typed = written.format(f"localhost:{port_of(lan)}")
    scene._visit_typed()
    in_lobby(ctx)
    assert ctx.settings.hosts == (f"localhost:{port_of(lan)}",)
    lan.leave()


def test_an_invitation_of_an_ipv6_address_keeps_its_mark() -> None:
    mark = bytes(range(16))
    assert invited("\u200b" + invitation("[fe80::1]:5", mark) + "\n") == ("[fe80::1]:5", mark)


def test_a_name_nobody_has_is_told(ctx: Context) -> None:
    ctx.push(CallingScene("nobody.invalid"))
    until(ctx, lambda: "nobody.invalid" in told(ctx))
    assert focus(ctx).label == "Back"


def test_silence_is_told_after_a_while_and_escape_goes_back(ctx: Context, host: socket.socket) -> None:
    scene = entered(ctx)
    ctx.push(CallingScene(host.getsockname()[:2]))
    assert focus(ctx).label == "Cancel"
    assert ctx.scene
    ctx.scene.step(here().clock.seconds() + TIMEOUT + 0.1)
    assert told(ctx).startswith("Nobody answers at 127.0.0.1")
    press(ctx, pygame.K_ESCAPE)
    assert ctx.scene is scene


def test_a_suggested_code_is_that_of_the_table_and_one_press_away_from_another(ctx: Context) -> None:
    scene = entered(ctx, 0)
    form = scene.form
    focus_on(ctx, "Suggest")
    press(ctx, pygame.K_RETURN)
    first = form.code
    assert len(first.split()) == 3
    press(ctx, pygame.K_RETURN)
    assert len(form.code.split()) == 3
    assert form.code != first
    code_field = labelled(scene.tree, "Code").control
    assert code_field and code_field.shown_value == form.code
    code = form.code
    press(ctx, pygame.K_DOWN, pygame.K_RETURN)
    lan = in_lobby(ctx).lan
    assert lan.code == code
    other = join_table(Settings(name="Åsa"), None, ("127.0.0.1", port_of(lan)), code.upper().replace(" ", ""))
    until(ctx, lambda: other.status == JOINED)
    other.leave()


def test_a_host_of_another_version_is_a_grey_line_and_says_no(ctx: Context, host: socket.socket) -> None:
    scene = entered(ctx, host.getsockname()[1])

    def reply() -> None:
        while (asked := heard(host)) is not None:
            data, sender = asked
            assert read_plain(data)
            kind = ANSWER if data[7] == ASK else REFUSED
            host.sendto(OTHER + bytes((kind,)) + data[8 : 8 + NONCE] + bytes(2), sender)

    before = bytes(ctx.window.surface.get_buffer().raw)
    until(ctx, lambda: bytes(ctx.window.surface.get_buffer().raw) != before, reply)
    assert not rows_of(scene) and scene.search.foreign
    ctx.push(CallingScene(host.getsockname()[:2]))
    until(ctx, lambda: "another version" in told(ctx), reply)


def heard(host: socket.socket) -> tuple[bytes, tuple[str, int]] | None:
    try:
        return host.recvfrom(CAP)
    except BlockingIOError:
        return None


def asked_about_another(ctx: Context, table: RemoteTable) -> None:
    """A table with a free seat is listed, and the player opens one of their own."""
    scene = entered(ctx, port_of(table))
    until(ctx, lambda: rows_of(scene))
    scene._port = 0  # the first table's is on this machine
    labelled(scene.tree, "Open the table").control.act()  # type: ignore[union-attr]
    assert isinstance(ctx.scene, OtherTable)
    assert focus(ctx).label == "Go there"


def test_who_opens_a_second_table_is_asked_whether_to_go_to_the_first(
    ctx: Context, table: RemoteTable
) -> None:
    asked_about_another(ctx, table)
    press(ctx, pygame.K_RETURN)
    assert isinstance(ctx.scene, CallingScene)


def test_a_second_table_may_be_opened_all_the_same(ctx: Context, table: RemoteTable) -> None:
    asked_about_another(ctx, table)
    press(ctx, pygame.K_DOWN)
    press(ctx, pygame.K_RETURN)
    room = in_lobby(ctx).lan.room
    assert room and room.name == "Bo’s table"


def test_a_table_of_ones_own_leads_to_its_lobby(ctx: Context) -> None:
    ctx.settings.table_seats, ctx.settings.table_bots = 5, 2
    entered(ctx, 0)
    assert focus(ctx).label == "Open the table"
    press(ctx, pygame.K_RETURN)
    lan = in_lobby(ctx).lan
    room = lan.room
    assert room and lan.server
    assert sorted(place.kind for place in room.places) == ["bot", "bot", "empty", "empty", "person"]
    assert lan.server.table.room.name == "Bo’s table"


@pytest.mark.parametrize(
    "name", [sign * count for sign in "Wäßø王😀" for count in (1, NAME)] + ["Maximiliane"]
)
def test_a_table_called_after_its_owner_lets_everyone_in(ctx: Context, name: str) -> None:
    ctx.settings.name = name
    entered(ctx, 0)
    press(ctx, pygame.K_RETURN)
    lan = in_lobby(ctx).lan
    other = join_table(Settings(name=name), None, ("127.0.0.1", port_of(lan)))
    until(ctx, lambda: other.status == JOINED and names_at(lan)[1])
    assert other.room
    assert other.room.name == table_of(name)
    assert names_at(lan)[:2] == (name, distinct(name, [name])), "no two look alike"
    other.leave()


@pytest.mark.parametrize(
    "typed", ["Küche\n", "a\x1b[2Jb", "\u202eabc", "ka\u0308rl", "x" * 99, "王" * 99, "  a b "]
)
def test_what_is_typed_as_the_name_of_a_table_is_what_all_read(ctx: Context, typed: str) -> None:
    entered(ctx, 0)
    focus_on(ctx, "Name")
    enter(ctx, typed)
    room = in_lobby(ctx).lan.room
    assert room
    assert room.name == line(typed)[:TABLE].strip()


def test_a_port_in_use_is_told_in_place(ctx: Context, table: RemoteTable) -> None:
    scene = TablesScene(port_of(table))
    ctx.push(scene)
    press(ctx, pygame.K_F2)  # no row takes the focus now
    press(ctx, pygame.K_RETURN)
    assert ctx.scene is scene
    draw(ctx)
    assert scene.tree.wrong.startswith("Port ")
    assert len(said(scene)) == 1


def test_bots_leave_a_seat_to_the_player(ctx: Context) -> None:
    ctx.settings.table_seats, ctx.settings.table_bots = 3, 2
    scene = entered(ctx)
    focus_on(ctx, "Seats")
    press(ctx, pygame.K_LEFT)
    assert (ctx.settings.table_seats, scene.form.bots) == (2, 1)
    bots = labelled(scene.tree, "Bots").control
    assert bots and bots.shown_value == "1"
    assert focus(ctx).label == "Seats"


@pytest.mark.parametrize(("code", "size"), [("de", (1280, 720)), ("sv", (2560, 1080))])
def test_every_row_lies_in_the_window_apart_from_the_others_and_is_readable(
    ctx: Context, host: socket.socket, code: str, size: tuple[int, int]
) -> None:
    set_language(code)
    ctx.window = Window(size)
    ctx.settings.hosts = ("192.168.1.20", "kitchen.local", "10.0.0.7:50000", "fe80::1%eth0", "a")
    scene = entered(ctx, host.getsockname()[1])
    others = [here().net.socket(socket.AF_INET) for _ in range(9)]
    for i, other in enumerate(others, 2):
        other.bind((f"127.0.0.{i}", 0))  # one machine cannot show so many

    def reply() -> None:
        while (asked := heard(host)) is not None:
            for i, other in enumerate(others):
                info = TableInfo(other_table(i), 0, f"Table {i}", 1 + i % 4, 4, i % 2 == 0, i % 3 == 0)
                said = answer(asked[0], info)
                assert said
                other.sendto(said, asked[1])

    until(ctx, lambda: len(rows_of(scene)) == 9, reply)
    for other in others:
        other.close()
    draw(ctx)
    seen = [each for each in scene.tree.controls if each.seen]
    assert len([each for each in seen if each.name.startswith("table ")]) >= 5
    rects = [each.rect for each in seen]
    assert all(ctx.window.surface.get_rect().contains(rect) for rect in rects)
    assert all(rect.collidelist(rects[i + 1 :]) < 0 for i, rect in enumerate(rects))
    for each in scene.tree.controls:
        scene.tree.focus(each.name)
        draw(ctx)
        assert len(said(scene)) <= 2
        assert each.control and (last := scene.tree.here) and last.seen, "it is scrolled to"
    text.start_recording()
    ctx.redraw()
    draw(ctx)
    cut = [span.words for span in text.spans(ctx.window.surface) if span.cut]
    assert not cut


def test_a_table_that_only_an_address_nearby_has_is_found_by_looking_further(
    ctx: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one address nearby is this machine's own: a real network is left alone."""
    monkeypatch.setattr(discovery, "neighbours", lambda _own: [IPv4Address("127.0.0.9")])
    with here().net.socket(socket.AF_INET) as host:
        host.bind(("127.0.0.9", 0))
        host.setblocking(False)
        scene = entered(ctx, host.getsockname()[1])
        until(ctx, lambda: scene.search.facts)
        assert heard(host) is None
        focus_on(ctx, "Look further")
        press(ctx, pygame.K_RETURN)
        assert "Look further" not in labels(scene.tree), "it is done once"

        def reply() -> None:
            while (asked := heard(host)) is not None:
                said = answer(asked[0], INFO)
                assert said
                host.sendto(said, asked[1])

        until(ctx, lambda: rows_of(scene), reply)


def test_a_host_met_since_is_asked_where_it_was(ctx: Context, host: socket.socket) -> None:
    scene = entered(ctx)
    until(ctx, lambda: scene.search.facts)
    scene.search.pause(True)
    here().clock.pause(0.5)
    KnownHosts(ctx.folder).remember(HOST_KEY, "Kitchen", INFO.id, here().clock.today(), host.getsockname())
    scene.resume()
    until(ctx, lambda: heard(host))


def test_a_port_that_the_own_table_had_a_moment_ago_is_not_another_program_s(
    ctx: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    with here().net.socket(socket.AF_INET) as closing:
        closing.bind(("", 0))
        looked = surroundings.is_taken

        def look(port: int) -> bool:
            found = looked(port)
            closing.close()  # as the host's thread does after its goodbye
            return found

        monkeypatch.setattr(surroundings, "is_taken", look)
        monkeypatch.setattr(browser, "_CLOSING", 0.0)
        scene = entered(ctx, closing.getsockname()[1])
        until(ctx, lambda: scene.search.facts)
    assert scene.search.facts and not scene.search.facts.taken


WIFI = Interface(2, (IPv4Interface("192.168.100.100/24"),), (), "Intel(R) Wi-Fi 6 AX201 160MHz")
VPN = Interface(3, (IPv4Interface("10.8.0.2/24"),), (), "wg-office", "tunnel", True)
HIDDEN = {
    "no network": Facts(),
    "usual": Facts(interfaces=(WIFI,)),
    "Windows": Facts(platform="win32", interfaces=(WIFI, VPN), public=True, known=16),
    "worst": Facts(
        interfaces=(WIFI, VPN),
        deaf=True,
        firewall="ufw",
        taken=True,
        silent=("W" * TABLE, "192.168.100.102:41313"),
    ),
}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("case", HIDDEN)
def test_why_there_is_no_table_is_told_in_whole_lines(ctx: Context, code: str, case: str) -> None:
    set_language(code)
    scene = entered(ctx)
    scene.search.pause(True)
    scene.search.facts = HIDDEN[case]
    scene.search.foreign = (Foreign(VERSION - 1, ("192.168.100.101", 41313)),) if case == "worst" else ()
    text.start_recording()
    ctx.redraw()
    draw(ctx)
    spans = text.spans(ctx.window.surface)
    assert not [span.words for span in spans if span.cut]
    told = " ".join(span.words for span in spans)
    facts = HIDDEN[case]._replace(foreign=scene.search.foreign)
    assert str(why_not_found(facts)[0].words) in told
    if case == "worst":
        assert "192.168.100.101" in told, "another version as soon as it answers"
    assert (_("Look further") in labels(scene.tree)) == (case != "no network")


@pytest.mark.real
def test_the_title_leads_here_and_loads_nothing_of_the_network_itself(ctx: Context) -> None:
    ctx.push(title := TitleScene())
    draw(ctx)
    title.tree.focus(labelled(title.tree, "Play with friends").name)
    press(ctx, pygame.K_RETURN)
    assert isinstance(ctx.scene, TablesScene)
    loads = (
        "import game.app, game.ui.menu.title, sys;"
        "sys.exit(any(name in sys.modules for name in ('cryptography', 'ifaddr', 'game.lan', 'game.net')))"
    )
    assert subprocess.run([sys.executable, "-c", loads], check=False).returncode == 0
