"""Clients that cheat for a place on the table, at a duel in simulated time, and what they win by it."""

import random
from collections.abc import Callable
from typing import NamedTuple

from game.core.requests import Knock, Play
from game.core.state import PLAYING, Event, Thrown
from game.core.table import Move
from game.net.client.host_clock import HostClock
from game.net.transport.endpoint import Endpoint
from game.rules.haisty import OWN, STOCK
from tests.net.impair import LAN, Way
from tests.net.simnet import SECOND, Client, Net, at_duel, new_table

MS = 1000
AHEAD = 2 * MS
"""By how much a cheat dates its press before the one it has learnt of."""
RACE = 350 * MS
"""Microseconds from one press of the victim's to the next, on average."""
VICTIM, CHEAT, ACCOMPLICE = range(3)


class Cheating(NamedTuple):
    """One way to cheat. Times in microseconds."""

    held: int = 0
    """How far behind the cheat's watermark is."""
    echoes: bool = True
    """Whether it echoes the host's packets at once; if not, as late as its watermark."""
    slow: int = 0
    """By how much it delays all that it sends, as if its line were so slow."""
    accomplice: bool = False
    """Whether the player at a third seat tells it of each throw, in no time."""
    watcher: bool = False
    """Whether somebody who watches does."""
    honest: bool = False
    """Whether its presses bear the time when they are made."""


class Figures(NamedTuple):
    """How many races there were, and how many of them the cheat won."""

    races: int
    won: int


def hears(client: Client, told: Callable[[Event], None]) -> None:
    """Have `told` called with each event at the moment when it reaches the client."""
    confirm = client.table._confirm

    def confirmed(event: Event, now: int) -> None:
        confirm(event, now)
        told(event)

    client.table._confirm = confirmed  # type: ignore[method-assign]


class Behind(HostClock):
    """What a clock shows, as much later."""

    def __init__(self, clock: HostClock, by: int) -> None:
        self._clock, self._by = clock, by

    @property
    def known(self) -> bool:
        return True

    def now(self, local: int) -> int:
        return self._clock.now(local) - self._by


def hold_back(client: Client, by: int, echoes: bool) -> None:
    """Keep the client's watermark, and its echoes if it does not give them at once, so far behind."""
    connection = client.table.connection
    packet, clock = connection._packet, connection.clock
    heard: list[tuple[int, int]] = []

    def late(endpoint: Endpoint, now: int) -> bytes:
        newest = connection.sent
        heard.append((now, newest))
        while len(heard) > 1 and heard[1][0] <= now - by:
            heard.pop(0)
        connection.clock = Behind(clock, by)
        connection.sent = newest if echoes else heard[0][1]
        try:
            return packet(endpoint, now)
        finally:
            connection.clock, connection.sent = clock, newest

    connection._packet = late  # type: ignore[method-assign]


def race(
    cheating: Cheating, ways: tuple[Way, Way, Way] = (LAN, LAN, LAN), races: int = 30, seed: int = 1
) -> Figures:
    """Races for a place between an honest seat and a cheat; the third of the ways is the accomplice's."""
    net = at_duel(*ways[: 3 if cheating.accomplice else 2], seed=seed)
    cheat = net.clients[CHEAT]
    if cheating.watcher:
        net.join(ways[ACCOMPLICE], ways[ACCOMPLICE], level=None, watch=True)
    net.run(6)
    if cheating.held:
        hold_back(cheat, cheating.held, cheating.echoes)
    if cheating.slow:
        cheat.up.way = cheat.up.way._replace(delay=cheat.up.way.delay + cheating.slow)
    net.run(3)
    rng, tried = random.Random(seed), set[int]()

    def told(event: Event) -> None:
        if isinstance(event, Thrown) and event.seat == VICTIM and event.at not in tried:
            tried.add(event.at)
            press = event.at - AHEAD
            if cheating.honest:
                press = cheat.table.host_now(cheat.clock(net.now))
            net.ask(cheat, Play(Move(CHEAT, event.move.dst), press))

    for client in net.clients:
        if client.number != VICTIM:
            hears(client, told)
    won = 0
    for number in range(races):
        place = net.match.seats + number % 2
        done = len(net.match.log)
        net.press(net.clients[VICTIM], Move(VICTIM, place))
        net.run(RACE / SECOND + rng.random() / 10)
        first = [entry.seat for entry in net.match.log[done:] if entry.move and entry.move.dst == place]
        won += first[0] == CHEAT
    return Figures(races, won)


def time_lost(way: Way, hiccup: int = 0, presses: int = 100, seed: int = 1) -> list[int]:
    """By how much later than it was made each press of an honest seat behind such a way counts; every fourth
    within a spell of `hiccup` microseconds in which nothing of what it sends comes through."""
    net = at_duel(LAN, way, seed=seed)
    net.run(8)
    client, rng, lost = net.clients[1], random.Random(seed), []
    for number in range(presses):
        if hiccup and not number % 4:
            client.up.stall(net.now + hiccup)
            net.run(rng.random() * hiccup / SECOND)
        press = net.press(client, Move(1, net.match.seats + number % 2))
        net.run(0.4 + rng.random() / 10)
        lost.append(net.match.log[-1].press - press)
    return lost


def all_at_once(moves: int = 40, slow: int = 0, ahead: int = 0) -> int:
    """How many turns of the hand are made of so many in one packet, dated as early as possible; behind a way
    `slow` microseconds long; or all dated `ahead` in the future."""
    net = Net(new_table(2), 1)
    clients = [net.join(Way(300 + number * slow), LAN, level=None) for number in range(2)]
    assert net.run(5, lambda: all(client.table.seated for client in clients))
    for client in clients:
        net.ask(client, Knock())
    assert net.run(10, lambda: all(client.table.state.phase == PLAYING for client in clients))
    net.run(4)
    cheat, stock = clients[1], OWN + STOCK
    done, local = len(net.match.log), cheat.clock(net.now)
    for _ in range(moves):
        cheat.table.ask(Play(Move(stock, stock + 1, 3), net.now + ahead if ahead else 0), local)
    net.flush(cheat)
    net.run(1)
    return len(net.match.log) - done
