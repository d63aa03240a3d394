"""What a host does that ours never would: the client leaves it, and nothing else happens to it."""

import pytest

from game.core.requests import Shout
from game.net.call import BROKEN, OPEN
from game.net.channel import WINDOW
from game.net.door import Guest
from game.net.messages import Join
from game.net.visit import Visit
from tests.net.simnet import new_table

ADDRESS = ("10.0.0.1", 40_000)


def let_in(start: int = 1_000_000) -> tuple[Visit, Guest, int]:
    """A visit to a table, the host's end of its line, and the time; no way between takes any."""
    table, visit, now = new_table(), Visit(Join("A", 0), "", start), start
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
