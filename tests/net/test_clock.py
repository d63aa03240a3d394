"""The host's clock as a client estimates it."""

import random

import pytest

from game.net.client.host_clock import HostClock
from tests.net.impair import BUSY, FAR, LAN, WIFI, Way

SECOND = 1_000_000
OFFSET = 123_456_789


class Ends:
    """A client whose clock runs at its own pace, and a host that it exchanges with."""

    def __init__(self, way: Way, drift: float = 0.0, seed: int = 1) -> None:
        self.clock, self.way, self.drift, self.now = HostClock(), way, drift, 0
        self.jumped = 0
        self._rng = random.Random(seed)

    def local(self, at: int) -> int:
        return round(at * (1 + self.drift)) + OFFSET + self.jumped

    def exchange(self, step: int = 25_000) -> None:
        """A packet up and one back."""
        low, high = self.way.delay - self.way.jitter, self.way.delay + self.way.jitter
        sent, self.now = self.now, self.now + step
        taken = sent + self._rng.randint(low, high)
        answered = taken + self._rng.randint(0, 20_000)
        received = answered + self._rng.randint(low, high)
        self.clock.exchange(self.local(sent), self.local(received), taken, answered)
        self.now = max(self.now, received)

    @property
    def error(self) -> int:
        return self.clock.now(self.local(self.now)) - self.now


@pytest.mark.parametrize(("way", "most"), [(WIFI, 250), (BUSY, 400), (FAR, 500)])
def test_error_is_small_at_the_99th_percentile(way: Way, most: int) -> None:
    errors = []
    for seed in range(6):
        ends = Ends(way, 30e-6, seed)
        for number in range(2000):
            ends.exchange()
            if number > 200:
                errors.append(abs(ends.error))
    errors.sort()
    assert errors[len(errors) * 99 // 100] <= most


def test_clock_never_runs_backwards() -> None:
    ends = Ends(Way(60_000, 50_000), 100e-6)
    shown = 0
    for _ in range(5000):
        ends.exchange(5000)
        now = ends.clock.now(ends.local(ends.now))
        assert now >= shown
        shown = now


def test_what_is_shown_before_the_first_exchange_does_not_hold_it_up() -> None:
    clock = HostClock()
    assert clock.now(SECOND) == SECOND
    clock.exchange(SECOND, SECOND, SECOND // 10, SECOND // 10)
    assert clock.now(SECOND + 5) == SECOND // 10 + 5


def test_quicker_packets_are_believed_at_once() -> None:
    clock = HostClock()
    clock.exchange(0, 100_000, 1_090_000, 1_090_000)
    assert clock.at(100_000) == 1_140_000
    clock.exchange(200_000, 202_000, 1_201_000, 1_201_000)
    assert clock.at(202_000) == 1_202_000
    assert clock._up.number + clock._down.number == 2000  # there and back


def test_drift_is_followed() -> None:
    ends = Ends(LAN, 200e-6)
    for _ in range(4000):
        ends.exchange()
        assert abs(ends.error) < 1_100, "what it drifts in the five seconds that a packet counts"


def test_impossible_exchange_is_ignored() -> None:
    clock = HostClock()
    clock.exchange(1000, 2000, 0, 5000)
    assert not clock.known


@pytest.mark.parametrize("jump", [60_000, 3600 * SECOND, -3600 * SECOND])
def test_clock_finds_back_after_the_own_one_jumped(jump: int) -> None:
    ends = Ends(BUSY)
    for _ in range(100):
        ends.exchange()
    ends.jumped += jump
    ends.clock.now(ends.local(ends.now))
    for _ in range(100):
        ends.exchange()
    assert abs(ends.error) < 5000
    before = ends.clock.now(ends.local(ends.now))
    ends.now += SECOND
    assert abs(ends.clock.now(ends.local(ends.now)) - before - SECOND) < 1000, "it does not stand still"


@pytest.mark.parametrize("slow", [(17 * SECOND, 300), (300, 17 * SECOND), (600_000, 400_000)])
def test_slow_packets_after_a_silence_do_not_move_what_is_known(slow: tuple[int, int]) -> None:
    """The lid of one of the two machines was shut for as long."""
    ends = Ends(LAN)
    for _ in range(200):
        ends.exchange()
    sent = ends.now + SECOND
    ends.now += sum(slow) + 2 * SECOND
    ends.clock.exchange(ends.local(sent), ends.local(sent + sum(slow)), sent + slow[0], sent + slow[0])
    assert abs(ends.error) < 4_000
    for _ in range(200):
        ends.exchange()
        assert abs(ends.error) < 4_000
