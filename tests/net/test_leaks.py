"""Tables opened, joined and left leave no socket and no thread behind."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from game.lan.browser import TableBrowser
from game.lan.join import join_table, open_table
from game.lan.known_hosts import KnownHosts
from game.lan.table import JOINED, RemoteTable
from game.net.wire.packet import PORT
from game.storage.settings import Settings
from game.system import here
from tests.waiting import until
from tests.world.world import world


def left() -> tuple[int, int]:
    """How many ports are open here, and threads run."""
    return len(world().here.ports), len(world().here.tasks)


def join_and_leave(go: Callable[[RemoteTable], None]) -> None:
    """A table for three with its owner and two others, until all have gone."""
    host = open_table(Settings(), None, "Short", 3, port=0)
    assert host.server
    address = "127.0.0.1", host.server.ports.port
    lans = [host, *(join_table(Settings(), None, address) for _ in range(2))]
    until(lambda: all(lan.status == JOINED for lan in lans))
    for lan in lans:
        lan.knock()
    until(lambda: all(bool(lan.poll()) or lan.state.round for lan in lans))
    for lan in lans:
        go(lan)


@pytest.mark.parametrize("go", [RemoteTable.leave, RemoteTable.close])
def test_no_socket_and_no_thread_stays(go: Callable[[RemoteTable], None]) -> None:
    for _ in range(3):
        join_and_leave(go)
    until(lambda: left() == (0, 0))


def test_an_owner_keeps_the_token_of_the_own_seat_for_when_another_goes_on(tmp_path: Path) -> None:
    lan = open_table(Settings(), tmp_path, "Own", 2, port=0)
    until(lambda: lan.status == JOINED and (tmp_path / "seats.json").exists())
    assert lan.server
    assert list(json.loads((tmp_path / "seats.json").read_text())) == [lan.server.table.id.hex()]
    lan.close()


def test_no_search_stays() -> None:
    for paused in (False, True):
        search = TableBrowser(PORT, lambda: None, KnownHosts(None))
        here().clock.pause(0.05)
        search.pause(paused)
        search.close()
    until(lambda: left() == (0, 0))
