"""Clients that cheat for a place on the table, at a duel in simulated time, and what they win by it."""

import random
from collections.abc import Callable
from typing import NamedTuple

from game.core.state import Event, Play, Thrown
from game.core.table import Move, Moved
from game.net.client.host_clock import HostClock
from game.net.client.table_client import TableClient
from game.net.transport.endpoint import Endpoint
from game.rules.haisty import OWN, STOCK
from tests.net.duel import other_place
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


class Figures(NamedTuple):
    """How many races there were, and how many of them the cheat won."""

    races: int
    won: int


def hears(client: Client, told: Callable[[Event], None]) -> None:
    """Have `told` called with each event at the moment when it reaches the client."""
    confirm = client.table._confirm

    def confirmed(event: Event) -> None:
        confirm(event)
        told(event)

    client.table._confirm = confirmed  # type: ignore[method-assign]


def shows(client: Client, seen: Callable[[Event], None]) -> None:
    """Have `seen` called with each event at the moment when the client shows it."""
    update = client.table.update

    def updated(now: int) -> list[Event]:
        events = update(now)
        for event in events:
            seen(event)
        return events

    client.table.update = updated  # type: ignore[method-assign]


class Behind(HostClock):
    """What a clock shows, as much later."""

    def __init__(self, clock: HostClock, by: int) -> None:
        self._clock, self._by, self.known = clock, by, True

    def now(self, local: int) -> int:
        return self._clock.now(local) - self._by


class Held:
    """How far back the watermark of a cheat lies, and its echoes: `by`, and besides where both stood.

    Times of its own clock.
    """

    def __init__(self, by: int, echoes: bool = False, mute: bool = False) -> None:
        """`echoes`: whether it gives those at once. `mute`: whether it acknowledges nothing."""
        self.by, self.echoes, self.mute = by, echoes, mute
        self._since: int | None = None

    def since(self, now: int) -> None:
        """Keep both where they stand now."""
        self._since = now

    def release(self) -> None:
        """Let both go on."""
        self._since = None

    def behind(self, now: int) -> int:
        """How far back they lie."""
        return self.by + (0 if self._since is None else now - self._since)


def hold_back(table: TableClient, held: Held) -> None:
    """Keep the client's watermark, and its echoes if it does not give them at once, so far behind."""
    connection = table.connection
    packet, clock = connection._packet, connection.clock
    heard: list[tuple[int, int]] = []

    def late(endpoint: Endpoint, now: int) -> bytes:
        newest, by = connection.sent, held.behind(now)
        heard.append((now, newest))
        while len(heard) > 1 and heard[1][0] <= now - by:
            heard.pop(0)
        connection.clock = Behind(clock, by)
        connection.sent = newest if held.echoes else heard[0][1]
        if held.mute:
            endpoint._channel._acks_to_send = 0
        try:
            return packet(endpoint, now)
        finally:
            connection.clock, connection.sent = clock, newest
            connection.watermark = clock.now(now)  # the next packet is due no sooner than an honest seat's

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
        hold_back(cheat.table, Held(cheating.held, cheating.echoes))
    if cheating.slow:
        cheat.up.way = cheat.up.way._replace(delay=cheat.up.way.delay + cheating.slow)
    net.run(3)
    rng, tried = random.Random(seed), set[int]()

    def told(event: Event) -> None:
        if isinstance(event, Thrown) and event.seat == VICTIM and event.at not in tried:
            tried.add(event.at)
            net.ask(cheat, Play(Move(CHEAT, event.move.dst), event.at - AHEAD))

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
    net.begin()
    net.run(4)
    cheat, stock = clients[1], OWN + STOCK
    done, local = len(net.match.log), cheat.clock(net.now)
    for _ in range(moves):
        cheat.table.ask(Play(Move(stock, stock + 1, 3), net.now + ahead if ahead else 0), local)
    net.flush(cheat)
    net.run(1)
    return len(net.match.log) - done


class Pretence(NamedTuple):
    """How a seat answers what it sees on the table, with a hand no quicker than its rival's. Times in
    microseconds."""

    line: int = 0
    """How slow its line seems: its watermark and echoes lie so far back, and it dates its presses so."""
    stall: int = 0
    """How far back it dates a press, having held back watermark and echoes since it saw what it answers."""
    accomplice: bool = False
    """Whether it sees what the player at a further seat sees, in no time."""
    mute: bool = False
    """Whether it acknowledges nothing that it hears."""
    throws: bool = False
    """Whether the hands answer the throw, if they see it, and not only its landing."""


HAND_MEAN, HAND_SPREAD = 230 * MS, 40 * MS
"""How long both hands take to answer what they see, drawn anew each time."""
STARTER, RIVAL, PRETENDER, FRIEND = range(4)


def answers(
    pretence: Pretence, races: int = 60, seed: int = 1, ways: tuple[Way, Way, Way, Way] = (LAN,) * 4
) -> Figures:
    """Races of two equal hands for the place that a third seat's landing has freed."""
    net = at_duel(*ways[: 4 if pretence.accomplice else 3], seed=seed)
    rival, pretender = net.clients[RIVAL], net.clients[PRETENDER]
    rng, won, held = random.Random(seed), 0, Held(pretence.line, mute=pretence.mute)
    took: list[int] = []
    hold_back(pretender.table, held)
    net.run(3)
    answered: set[int] = set()

    def sees(client: Client, hand: int) -> None:
        def saw(event: Event) -> None:
            match event:
                case Thrown(seat) if pretence.throws:
                    begins = seat == STARTER
                case Moved(seat, src):
                    begins = src == seat == STARTER
                case _:
                    return
            if begins and hand not in answered:
                answered.add(hand)
                if hand == PRETENDER and pretence.stall:
                    held.since(client.clock(net.now))
                net.at(net.now + took[hand == PRETENDER], lambda: press(hand))

        shows(client, saw)

    def press(hand: int) -> None:
        back = max(pretence.line, pretence.stall) if hand == PRETENDER else 0
        client = net.clients[hand]
        at = client.table.host_now(client.clock(net.now)) - back
        net.ask(client, Play(Move(hand, freed), at))
        if hand == PRETENDER:
            held.release()

    sees(rival, RIVAL)
    sees(net.clients[FRIEND] if pretence.accomplice else pretender, PRETENDER)
    place = net.match.seats
    freed = other_place(net.match.state.table, place)
    for number in range(races):
        # Each pair of times is drawn twice, the other way round: equal hands, with fewer races.
        took = took[::-1] if number % 2 else [round(rng.gauss(HAND_MEAN, HAND_SPREAD)) for _ in range(2)]
        answered.clear()
        net.press(net.clients[STARTER], Move(STARTER, place))
        done = len(net.match.log)
        net.run(1 + rng.random() / 10)
        first = [entry.seat for entry in net.match.log[done:] if entry.move and entry.move.dst == freed]
        won += first[0] == PRETENDER
    return Figures(races, won)
