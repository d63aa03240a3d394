"""A machine that was suspended, and a clock that was set: the seat is kept, and play is back at once."""

import time

import pytest

from game.system import Clock
from tests.net.programs import MakePrograms


@pytest.mark.parametrize("seconds", [2, 60])
def test_a_suspended_client_is_back_at_its_seat_within_a_second(
    programs: MakePrograms, seconds: float
) -> None:
    table = programs(3)
    anna = table.players[0]
    seat = anna.at.client.table.seat
    table.sleep(anna, seconds=seconds)
    table.run(seconds)
    table.wake(anna)
    heard = anna.at.client.table.connection.sent

    def back() -> bool:
        client = anna.at.client.table
        return client.seated and client.connection.sent > heard and not anna.at.moving

    table.until(back, 1)
    assert anna.at.client.table.seat == seat
    assert table.epochs == [0, 0, 0]
    table.goes_on()


@pytest.mark.parametrize("step", [5, -5])
def test_a_calendar_that_is_set_holds_nobody_up_for_a_second(
    programs: MakePrograms, step: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows, where no other clock tells of sleep."""
    table = programs(3)
    clock = table.net.clock
    monkeypatch.setattr(clock, "wall", lambda: clock.now + step)
    table.run(0.5)  # whatever they do about it
    heard = [at.connection.sent for at in table.tables]

    def in_touch() -> bool:
        news = all(at.connection.sent > before for at, before in zip(table.tables, heard, strict=True))
        return news and all(
            player.at.client.table.seated and not player.at.moving for player in table.players
        )

    table.until(in_touch, 0.5)
    table.goes_on()
    assert table.epochs == [0, 0, 0]


def test_the_clock_of_sleep_cannot_be_set() -> None:
    assert abs(Clock().wall() - time.time()) > 1e6
