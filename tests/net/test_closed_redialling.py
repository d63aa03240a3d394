"""A window closed while the line is being dialled anew: the seat is kept as otherwise."""

import pytest

from game.core.state import PLAYING, Knock
from game.lan.client import LanClient
from game.lan.hosting import bind, make_table, rules_of
from game.lan.join import connect
from game.lan.server import Server
from game.net.client.connection import RESPONDING
from game.net.transport.noise import fingerprint
from game.net.wire.messages import HouseRules, Join
from game.storage.replay_writer import ReplayKeeper
from game.system import here
from tests.waiting import until


@pytest.mark.parametrize("back", [True, False])
def test_whoever_closes_the_window_while_dialling_anew_keeps_the_seat(back: bool) -> None:
    stopped: list[bool] = []
    server = Server(make_table("Ours", 2, HouseRules(100, 0, {})), bind(0), ReplayKeeper(None).save)
    thread = here().jobs.start(server.run, lambda: bool(stopped))
    at, key = ("127.0.0.1", server.ports.port), here().entropy.key()
    ada = LanClient(at, Join("Ada", 0), "", rules=rules_of)
    bo = connect(at, Join("Bo", 0), "", ReplayKeeper(None).save, key=key)

    def listen() -> None:
        ada.listen(0.002)
        ada.update()
        bo.client.listen(0.002)
        bo.client.update()

    until(lambda: None not in (ada.table.seat, bo.client.table.seat), "a seat", listen)
    for each in (ada, bo.client):
        each.ask(Knock())
    until(lambda: bo.client.table.state.phase == PLAYING, "the deal", listen)
    welcome = bo.client.table.welcome
    assert welcome
    bo._next = bo.client.another(at, fingerprint(bo.client.table.connection.host_key))
    until(
        lambda: bo.clients[0].table.connection.state == RESPONDING,
        "an answer",
        lambda: bo.clients[0].listen(0),
    )
    bo.client.table.connection.give_up()
    bo.take_leave(back)
    until(lambda: [chair.present for chair in server.table.members.chairs].count(None) == 1, "it", listen)
    assert (welcome.member in server.table.members.all) == back
    stopped.append(True)
    bo.close()
    ada.close()
    thread.join(5)
