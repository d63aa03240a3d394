"""Networks that come and go under a client at play, in network namespaces: it is back at its seat at once."""

import json
import subprocess
import threading
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from game.system import here
from tests.net.lan import Lan
from tests.waiting import PATIENCE

pytestmark = pytest.mark.real

MODULE = "tests.net.guest"
HOST, BO, PORT = "10.77.1.1", "10.77.1.2", 41313
SOON = 2.0
"""Seconds within which even a busy machine is heard again. How few they are is proved in simulated time."""


class Silence(NamedTuple):
    """While nothing was heard of the host; times in seconds of every machine's clock."""

    began: float
    ended: float
    same: bool
    """Whether the connection is still the first one."""
    seat: int
    address: str


class Home(NamedTuple):
    """A host and two guests, each on a machine of its own; the first guest's is the one that has trouble."""

    lan: Lan
    host: str
    machine: str
    card: str
    host_card: str
    process: "subprocess.Popen[str]"
    serving: "subprocess.Popen[str]"
    """The host's."""

    def ip(self, *words: str) -> None:
        """Change the first guest's network."""
        self.lan.run(self.machine, "ip", *words)

    def longest(self, since: float, seconds: float) -> Silence:
        """Let it go on for so long; the longest silence from then on that it has told of."""
        return max(self._silences(since, seconds), key=lambda each: each.ended - each.began)

    def last(self, since: float) -> Silence:
        """The silence that there was then, or just after, as soon as it has ended."""
        return next(self._silences(since, PATIENCE))

    def _silences(self, since: float, seconds: float) -> Iterator[Silence]:
        over = threading.Timer(seconds, self.process.kill)
        over.daemon = True
        over.start()
        assert self.process.stdout
        for line in self.process.stdout:
            print(line)
            silence = Silence(**json.loads(line))
            host = HOST if self.serving.poll() is None else BO
            assert silence.address.startswith((host, "fe80::"))
            if silence.ended > since:
                yield silence
        yield Silence(since, since, True, 0, HOST)


@pytest.fixture
def home(possible: None, request: pytest.FixtureRequest) -> Iterator[Home]:
    """`request`: by how many seconds the first guest comes sooner."""
    with Lan() as lan:
        lan.switch("home")
        lan.switch("work")
        host, bo, anna = (lan.machine() for _ in range(3))
        cards = [lan.plug(each, "home", f"10.77.1.{n}/24") for n, each in enumerate((host, bo, anna), 1)]
        serving = lan.start(host, MODULE, port=PORT, seats=2)
        process = lan.begin(anna, MODULE, host=HOST, port=PORT, name="Anna")
        here().clock.pause(getattr(request, "param", 0))
        lan.start(bo, MODULE, host=HOST, port=PORT, name="Bo")
        assert process.stdout
        process.stdout.readline()
        yield Home(lan, host, anna, cards[2], cards[0], process, serving)


def test_from_one_card_to_another_it_goes_on_in_the_same_connection(home: Home) -> None:
    home.lan.plug(home.machine, "home", "10.77.1.9/24")
    here().clock.pause(1)
    since = here().clock.seconds()
    home.ip("link", "set", "dev", home.card, "down")
    silence = home.longest(since, 2)
    assert silence.ended - silence.began < SOON
    assert silence.same


@pytest.mark.parametrize("seconds", [0.8, 6])
def test_a_card_that_is_gone_for_a_while_comes_back_with_another_address(home: Home, seconds: float) -> None:
    home.ip("link", "set", "dev", home.card, "down")
    here().clock.pause(seconds)
    home.ip("address", "flush", "dev", home.card)
    home.ip("address", "add", "10.77.1.9/24", "dev", home.card)
    since = here().clock.seconds()
    home.ip("link", "set", "dev", home.card, "up")
    silence = home.last(since)
    assert silence.ended - since < SOON
    assert silence.same == (seconds < 3)


@pytest.mark.parametrize("whose", ["the guest", "the host"])
def test_where_ipv4_is_gone_it_goes_on_over_ipv6(home: Home, whose: str) -> None:
    machine, card = (home.machine, home.card) if whose == "the guest" else (home.host, home.host_card)
    since = here().clock.seconds()
    home.lan.run(machine, "ip", "-4", "address", "flush", "dev", card)
    silence = home.last(since)
    assert silence.ended - since < SOON
    assert silence.same
    assert silence.address.startswith("fe80::")


def test_a_host_whose_only_address_changes_is_followed(home: Home) -> None:
    home.lan.run(home.host, "sysctl", "-q", "-w", "net.ipv6.conf.all.disable_ipv6=1")
    here().clock.pause(1)
    since = here().clock.seconds()
    for change, address in (("del", HOST), ("add", "10.77.1.10")):
        home.lan.run(home.host, "ip", "address", change, f"{address}/24", "dev", home.host_card)
    silence = home.longest(since, 3)
    assert silence.ended - silence.began < SOON
    assert silence.same


def test_a_vpn_that_comes_up_and_goes_down_again_is_not_noticed(home: Home) -> None:
    lan, gateway = home.lan, home.lan.machine()
    lan.plug(gateway, "home", "10.77.1.77/24")
    lan.plug(gateway, "work", "10.8.0.1/24")
    lan.run(gateway, "sysctl", "-q", "-w", "net.ipv4.ip_forward=1")
    lan.route(home.host, "10.8.0.0/24", "10.77.1.77")
    lan.plug(home.machine, "work", "10.8.0.2/24")
    here().clock.pause(1)
    since = here().clock.seconds()
    for change in ("add", "del"):
        home.ip("route", change, f"{HOST}/32", "via", "10.8.0.1")
        here().clock.pause(1)
    silence = home.longest(since, 1)
    assert silence.ended - silence.began < SOON
    assert silence.same


@pytest.mark.parametrize("home", [1.2], indirect=True)
def test_the_first_successor_whose_address_changes_as_the_host_is_lost_goes_on_with_the_second(
    home: Home,
) -> None:
    since = here().clock.seconds()
    home.serving.kill()  # first: it would tell the second of the new address
    home.ip("address", "flush", "dev", home.card)
    home.ip("address", "add", "10.77.1.9/24", "dev", home.card)
    silence = home.last(since)
    assert silence.ended - since < 10
    assert silence.address.startswith(BO)
