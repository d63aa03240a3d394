"""People who go while the table's host goes: who remains is never without a way on. In simulated time."""

import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Literal, NamedTuple

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.core import match
from game.core.cards import Pile
from game.core.limits import Level
from game.core.state import PLAYING, SCORED, Knock
from game.core.table import Move, Table
from game.lan.client import LanClient
from game.lan.failover import TableConnection
from game.lan.hosting import bind, make_table, rules_of
from game.lan.server import Server, ServerThread
from game.lan.table import CLOSED, JOINED, RemoteTable
from game.net.address import Address
from game.net.client.connection import Credentials
from game.net.discovery.finder import Finder
from game.net.server.listener import LINGER
from game.net.wire.messages import HouseRules, Join
from game.net.wire.packet import PORT
from game.rules.haisty import Haisty
from game.system import here
from tests.net.house import House, Machine, Program

How = Literal["leave", "close", "kill", "freeze"]
Stage = Literal["lobby", "play", "standings"]
FROZEN = 6.0
"""Seconds that a program is frozen."""
LONGEST = 24.0
"""Seconds after the last has gone within which those who remain must know how to go on."""
_BUSY, _CALM = 10_000, 100_000
"""Microseconds until a turn at the latest, while the connection is in doubt and otherwise."""


class Case(NamedTuple):
    """Others go `after` so many seconds (before, if negative) from when the host goes."""

    host: How
    how: How
    after: float
    who: tuple[int, ...] = (1,)
    """By the order of coming; the host is 0."""


class Outcome(NamedTuple):
    """What came of a case."""

    case: Case
    ends: str
    """ "goes on", "closed"; "asked, goes on": alone, as the player wished; empty: somebody waits in vain."""
    took: float
    """Seconds from when the last has gone."""
    forks: int
    """How many epochs two hosts have played at once."""
    states: Sequence[str]
    """Of those who remain."""


class Host(ServerThread, Program):
    """A host that gets turns in place of a thread."""

    def __init__(self, house: House, server: Server, machine: Machine) -> None:
        self.server, self._house, self._until = server, house, 0
        house.add(self, machine)

    @property
    def plays(self) -> bool:
        """Whether a match goes on here."""
        return self in self._house.programs and not self._until and self.live and not self.server.waking

    def turn(self) -> int:
        server = self.server
        if self._until:
            server._receive(server.ports.sockets)
            server._send(server.table.update(server.now))
            if self._house.now >= self._until or not server.table.unheard:
                self.kill()
            return _BUSY
        server.step()
        if server.waking:
            return _BUSY
        return min(_CALM, max(0, server.table.next_time() - server.now))

    def end(self) -> None:
        if not self._until and self in self._house.programs:
            server = self.server
            server._send(server.table.close(server.now, server.leaves))
            self._until = self._house.now + LINGER

    def close(self) -> None:
        self.end()

    def kill(self) -> None:
        """Without a word."""
        self._house.end(self)
        self.server.ports.close()


class Person(Program):
    """A program with somebody at the table, which could become its host."""

    def __init__(
        self,
        house: House,
        name: str,
        address: Address,
        before: "Person | None" = None,
        bot: Level | None = None,
    ) -> None:
        """`before`: the same player's program, which has ended. `bot`: it plays for itself, and would be the
        last to host."""
        self.house, self.name = house, name
        machine = before.machine if before else house.machine()
        house.here = machine
        self.key: X25519PrivateKey = before.key if before else here().entropy.key()
        token = before.token if before else None
        spare, owner = bind(0), None
        join = Join(name, 0, token, spare=spare.port, bot=bot)
        credentials, thread = Credentials(token), None
        if address[0] == machine.address and not before:  # the first one opens the table
            owner = here().entropy.draw(16)
            hosted = make_table("Table", 8, HouseRules(0, 3, {}), owner=owner, key=self.key)
            server = Server(hosted, bind(PORT), lambda *_: None)
            thread, join = Host(house, server, machine), Join(name, 0, owner, spare=spare.port)
            address = ("127.0.0.1", PORT)
        client = LanClient(address, join, "", lambda _: credentials, None, rules_of, self.key)
        at = TableConnection(client, spare, lambda *_: None, lambda new: Host(house, new, machine), thread)
        self.at, self.lan, self.going = at, RemoteTable(at), ""
        house.add(self, machine)

    @property
    def token(self) -> bytes | None:
        welcome = self.lan.client.table.welcome
        return welcome.token if welcome else None

    @property
    def host(self) -> Host | None:
        thread = self.at.server_thread
        return thread if isinstance(thread, Host) else None

    @property
    def here(self) -> bool:
        """Whether this program runs, and is not about to end."""
        return self in self.house.programs and not self.going

    @property
    def at_table(self) -> bool:
        """Whether there is a host, and a match is played there."""
        return self.lan.status == JOINED and bool(self.lan.state.round)

    def turn(self) -> int:
        at = self.at
        at.listen(0)
        self.lan.poll()
        if self.going and at.leave(self.going == "close"):
            at.close()
            self.house.end(self)
        if at.gone_over or at.silence > 0.3 or at.moving or at.clients or self.going:
            return _BUSY
        now, table = self.house.now, at.client.table
        return min(_CALM, max(0, table.connection.next_time() - now))

    def go(self, how: How) -> None:
        """Go in that way."""
        if how == "freeze":
            for program in (self, self.host):
                if program:
                    program.frozen = self.house.now + round(FROZEN * 1e6)
        elif how == "kill":
            self.house.end(self)
            host, self.at.server_thread = self.host, None
            if host:
                host.kill()
            self.at.close()
        else:
            self.going, self.due = how, self.house.now


class Evening:
    """A table and so many people at it."""

    def __init__(self, people: int, stage: Stage, seed: int = 1) -> None:
        """To be made in a house that is entered."""
        self.house = House(seed)
        self.stage = stage
        self.forks = set[int]()
        """Epochs that two hosts have played at once."""
        self.people: list[Person] = []
        self._number = people

    def begin(self) -> None:
        """Let all come, and come to that stage."""
        house = self.house
        for number in range(self._number):
            self.people.append(Person(house, f"P{number}", ("10.0.0.1", PORT)))
            assert house.run(5, lambda: all(one.lan.status == JOINED for one in self.people))
        house.run(0.5)
        if self.stage == "lobby":
            return
        for one in self.people:
            one.lan.ask(Knock())
        assert house.run(5, lambda: all(one.lan.state.phase == PLAYING for one in self.people))
        assert house.run(10, lambda: self._started)
        if self.stage == "standings":
            [first] = [one for one in self.people if one.lan.place == 0]
            first.lan.play(Move(0, 0, 0))
            assert house.run(5, lambda: all(one.lan.state.phase == SCORED for one in self.people))
        house.run(1)

    @property
    def _started(self) -> bool:
        return all(one.lan.now > (one.lan.state.starts or 0) for one in self.people)

    @property
    def remaining(self) -> list[Person]:
        """Whose programs still run."""
        return [one for one in self.people if one.here]

    def run(self, seconds: float, done: object = None) -> bool:
        """Let time pass, and watch for forks."""
        end = self.house.now + round(seconds * 1e6)
        while self.house.now < end:
            if callable(done) and done():
                return True
            self.house.run(min(0.05, (end - self.house.now) / 1e6))
            hosts = [one for one in self.house.programs if isinstance(one, Host) and one.plays]
            epochs = Counter(one.server.table.epoch for one in hosts)
            self.forks |= {epoch for epoch, many in epochs.items() if many > 1}
        return bool(callable(done) and done())

    def settled(self) -> str:
        """What those who remain can do, if all of them can do the same."""
        people = [one for one in self.remaining if one.frozen <= self.house.now]
        if len(people) < len(self.remaining):
            return ""
        if all(one.lan.status == CLOSED for one in people):
            return "closed"
        if self.stage == "lobby":
            return "goes on" if all(one.lan.status == JOINED for one in people) else ""
        hosts = {one.at.client.table.connection.host_key for one in people}
        if all(one.at_table for one in people) and len(hosts) == 1:
            return "goes on"
        if all(one.at.lonely and one.at.may_go_on_alone for one in people):
            return "asked"
        return ""

    def found(self, machine: str) -> list[int]:
        """The epochs of the tables that answer who looks for them at a machine."""
        finder = Finder(self.house.now)
        self.house.machine()
        ports = bind(0)

        def heard() -> bool:
            if question := finder.question(self.house.now):
                ports.send(question, (machine, PORT))
            for data, sender in ports.receive():
                finder.take(data, sender, self.house.now)
            return bool(finder.tables(self.house.now))

        self.house.run(0.5, heard)
        return [each.info.epoch for each in finder.tables(self.house.now)]


def outcome(evening: Evening, case: Case) -> Outcome:
    """What came of it, from the moment on when the first goes; whoever is asked goes on alone."""
    going = sorted([(0.0, [0], case.host), (case.after, list(case.who), case.how)], key=lambda each: each[0])
    house = evening.house
    for number, (at, who, how) in enumerate(going):
        if number:
            evening.run(at - going[0][0])
        for one in who:
            if evening.people[one].here:
                evening.people[one].go(how)
    last, end = house.now, evening.remaining
    how_it_ends = ""

    def ends() -> bool:
        nonlocal how_it_ends
        how_it_ends = evening.settled()
        return bool(how_it_ends) and house.now > last + 1_200_000

    evening.run(LONGEST, ends)
    took = round((house.now - last) / 1e6, 2)
    if how_it_ends == "asked":
        first = evening.remaining[0]
        first.at.go_on_alone()
        evening.run(3, lambda: evening.settled() == "goes on")
        how_it_ends += ", " + evening.settled()
    states = [f"{one.name} {one.at.state} {one.lan.status}" for one in end]
    return Outcome(case, how_it_ends, took, len(evening.forks), states)


@contextmanager
def short_rounds() -> Iterator[None]:
    """Whoever has the first seat may knock at once."""
    deal = Haisty.next_deal

    def easy(self: Haisty, seed: int, totals: Sequence[int], handicaps: Sequence[int] = ()) -> Table:
        dealt = deal(self, seed, totals, handicaps)
        piles = list(dealt.piles)
        piles[0], piles[5] = Pile((), 0), Pile(piles[0].cards + piles[5].cards, 0)
        return dealt._replace(piles=tuple(piles))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(match, "COUNTDOWN", 400_000)
        patch.setattr(match, "DEALING", 100_000)
        patch.setattr(Haisty, "next_deal", easy)
        yield


def outcomes(people: int, stage: Stage, cases: Iterable[Case]) -> list[Outcome]:
    """What comes of each of the cases at a table that has come to that stage, each in a process of its own,
    forked from the one where all have come there."""
    evening = Evening(people, stage)
    with short_rounds(), evening.house.entered():
        evening.begin()
        return [_forked(evening, case) for case in cases]


def _forked(evening: Evening, case: Case) -> Outcome:
    mine, theirs = os.pipe()
    if not (child := os.fork()):
        try:
            told = json.dumps(outcome(evening, case))
        except BaseException as error:
            told = json.dumps([case, repr(error), 0.0, 0, ()])
        os.write(theirs, told.encode())
        os._exit(0)
    os.close(theirs)
    with os.fdopen(mine) as file:
        told = file.read()
    os.waitpid(child, 0)
    return Outcome(case, *json.loads(told)[1:])


def steps(first: float, last: float, step: float) -> Sequence[float]:
    """Seconds from the first to the last."""
    return [round(first + step * n, 3) for n in range(round((last - first) / step) + 1)]
