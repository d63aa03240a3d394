"""What clients do that ours never would: the table stands, and the others do not notice."""

from game.net.table import NetTable
from game.net.wire import (
    Join,
)
from tests.net.intruder import Intruder
from tests.net.simnet import new_table


def guests(table: NetTable, count: int, join: Join) -> list[Intruder]:
    """So many come, from machines of their own."""
    found = [Intruder(table, (f"10.9.{i // 200}.{i % 200 + 1}", 5000)) for i in range(count)]
    for one in found:
        one.enter(join, 0)
    return found


def test_a_watcher_who_comes_back_is_one_watcher() -> None:
    table = new_table(2)
    table.seat_bot("easy", "B")
    table.seat_bot("easy", "B")
    [first] = guests(table, 1, Join("W", 0))
    [member] = table.members.watchers
    again = Intruder(table, ("10.9.9.9", 5000))
    assert again.enter(Join("W", 0, token=member.token), 0)
    assert not first.inside
    assert table.members.watchers == [member]
    assert list(table._door.guests) == [again.address]
