"""What a host does that ours never would: the client leaves it, and nothing else happens to it."""

from collections.abc import Callable

import msgspec
import pytest

from game.core.cards import Card
from game.core.requests import Shout
from game.core.state import (
    PLAYING,
    SCORED,
    Cheered,
    Dealt,
    Event,
    Ready,
    Returned,
    Sat,
    Scored,
    Shouted,
    State,
    Thrown,
    Won,
)
from game.core.table import Called, Move, Moved, Turned
from game.lan.places import haisty_rules
from game.net.call import BROKEN, OPEN
from game.net.channel import WINDOW
from game.net.door import Guest
from game.net.messages import Join, Shown
from game.net.snapshot import snapshot
from game.net.visit import Visit
from game.net.wire import encode_down
from game.rules.haisty import Haisty
from tests.net.simnet import new_table

ADDRESS = ("10.0.0.1", 40_000)


def let_in(start: int = 1_000_000) -> tuple[Visit, Guest, int]:
    """A visit to a table, the host's end of its line, and the time; no way between takes any."""
    table, visit, now = new_table(), Visit(Join("A", 0), "", start, None, haisty_rules), start
    for _ in range(40):
        now += 10_000
        for data in visit.call.packets(now):
            if answer := table.receive(data, ADDRESS, now):
                visit.receive(answer, now)
        for data, _ in table.update(now):
            visit.receive(data, now)
        visit.update(now)
    assert visit.seated
    guest = table.members.all[0].guest
    assert guest
    return visit, guest, now


def deliver(visit: Visit, guest: Guest, now: int) -> None:
    """Let the visit hear all that the host has said."""
    visit.receive(guest.packet(now), now)
    visit.update(now)


@pytest.mark.parametrize("clock", [0, 2**47, 2**48 - 1])
def test_a_host_s_clock_at_its_ends_stops_no_client(clock: int) -> None:
    visit, guest, now = let_in()
    for _ in range(300):
        now += 100_000
        for data in visit.call.packets(now):
            guest.listen(data, now)
        note = clock.to_bytes(6, "little") + guest._stamp.to_bytes(4, "little") + bytes(4)
        visit.receive(guest.line.packet(note, now), now)
        visit.update(now)


def test_who_is_never_heard_by_its_host_leaves_it() -> None:
    visit, _guest, now = let_in()
    assert visit.call.state == OPEN
    for _ in range(WINDOW + 1):
        visit.ask(Shout(1), now)
    assert visit.call.state == BROKEN


FOUL = [
    lambda state: state._replace(totals=(0,) * 8),
    lambda state: state._replace(totals=()),
    lambda state: state._replace(table=state.table._replace(piles=state.table.piles[1:])),
    lambda state: state._replace(round=0, phase=PLAYING),
    lambda state: state._replace(knocker=3),
    lambda state: state._replace(winner=-1),
    lambda state: state._replace(phase=SCORED, scores=(0,) * 8),
    lambda state: state._replace(air=(Thrown(0, Move(0, 34), ((1, 1, 0),), 0),)),
]
STRANGE = [
    Shouted(3, 1),
    Cheered(7, 0),
    Ready(5),
    Called(5),
    Won(3),
    Turned(34, Card(1, 1, 0)),
    Thrown(0, Move(1, 34), ((1, 1, 0),), 0),
    Returned(0, Move(1, 34), None),
    Returned(0, Move(1, 2), 3),
    Moved(3, 1, 2, (Card(1, 1, 0),)),
    Moved(0, 1, 34, (Card(1, 1, 0),)),
    Scored("knock", 0, (0,) * 3, (0,) * 2),
    Scored("knock", 0, (0,) * 8, (0,) * 3),
    Scored("knock", 3, (0,) * 3, (0,) * 3),
    Sat(3),  # in the middle of a round
    Dealt(2, Haisty().deal(1, 4)),
]


@pytest.mark.parametrize("spoil", FOUL)
def test_a_match_that_cannot_be_is_not_shown(spoil: Callable[[State], State]) -> None:
    visit, guest, now = let_in()
    state = spoil(State(PLAYING, 1, Haisty().deal(1, 3), (0,) * 3, starts=now))
    for message in snapshot(state, 5):
        guest.line.send(encode_down(message), now)
    deliver(visit, guest, now)
    assert not visit.state.round
    assert visit.call.state == BROKEN


def test_a_host_with_rules_that_there_are_not_is_left() -> None:
    visit, guest, now = let_in()
    assert visit.room
    guest.line.send(encode_down(msgspec.structs.replace(visit.room, house={"no_such_rule": True})), now)
    deliver(visit, guest, now)
    assert visit.call.state == BROKEN
    assert visit.room.house == {}


@pytest.mark.parametrize("event", STRANGE)
def test_what_happens_to_seats_and_piles_that_there_are_not_is_not_shown(event: Event) -> None:
    visit, guest, now = let_in()
    state = State(PLAYING, 1, Haisty().deal(1, 3), (0,) * 3, starts=now)
    for message in snapshot(state, 5):
        guest.line.send(encode_down(message), now)
    deliver(visit, guest, now)
    assert visit.state.round
    guest.line.send(encode_down(Shown(0, event)), now)
    visit.receive(guest.packet(now), now)
    assert not visit.update(now)
    assert visit.call.state == BROKEN
