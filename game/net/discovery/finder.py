"""Finding tables: the question, and the list of those that answered. No clock, no socket inside."""

from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple

from game.net.address import Address
from game.net.discovery.answer import Signed, read_answer
from game.net.keys import HostKey, rank
from game.net.rate_limit import Buckets, origin
from game.net.wire.packet import ANSWER, ASK, NONCE, VERSION, TableInfo, plain, read_plain
from game.system import here

LOST = 3_000_000
"""Microseconds without an answer after which a table is dropped."""
REPEATS = (50_000, 100_000, 200_000, 400_000)
"""Waits between the first questions in microseconds: at 0, 50, 150, 350 and 750 ms."""
STEADY = 1_000_000
"""The wait between all later questions in microseconds."""
TABLES = 64
"""The most tables in the list, however many answer."""
ADDRESSES = 4 * TABLES
"""The most addresses remembered: a table may answer from several."""
EACH = 4
"""The most addresses remembered of one sender, whatever ports it answers from."""
FOREIGN = 8
"""The most hosts of other versions remembered."""


class Found(NamedTuple):
    """A table that answers, the address to reach it at, and who hosts it."""

    info: TableInfo
    address: Address
    host: HostKey

    @property
    def key(self) -> tuple[bytes, HostKey]:
        """What tells it from others: two hosts may say that they have the same table."""
        return self.info.id, self.host


class Foreign(NamedTuple):
    """What seems to be a host of another version; nothing else is known of it, and nothing proves it."""

    version: int
    address: Address


class _Answer(NamedTuple):
    """The last answer from an address."""

    data: bytes
    signed: Signed
    at: int


def _nobody(_host: HostKey) -> bool:
    return False


class Finder:
    """Asks for tables and lists those that answer. Times are microseconds of a steady clock."""

    def __init__(self, now: int, known: Callable[[HostKey], bool] = _nobody) -> None:
        """`known`: whether a host is known from before; those come first where not all have room."""
        self.next_time = now
        """When to ask again."""
        self._known = known
        self._nonces = deque([here().entropy.draw(NONCE)], maxlen=2)
        """Those of the last questions: an answer to an older one may be a recording."""
        self._waits = list(REPEATS)
        self._answers: dict[Address, _Answer] = {}  # in the order first heard from
        self._each, self._all = Buckets[str](20, 40), Buckets[None](200, 200)
        """How many answers are checked, of each sender and in all."""
        self._others: dict[Foreign, int] = {}
        """When hosts of other versions were heard last, in the order first heard from."""
        self._bare = Buckets[None](20, 40)
        """How many of their answers are heeded."""

    def question(self, now: int) -> bytes | None:
        """The datagram to send everywhere, if it is time."""
        if now < self.next_time:
            return None
        if not self._waits:
            self._nonces.append(here().entropy.draw(NONCE))
        self.next_time = now + (self._waits.pop(0) if self._waits else STEADY)
        return self.last_question()

    def last_question(self) -> bytes:
        """The datagram sent last, for those who have not had it."""
        return plain(ASK, self._nonces[-1], padded=True)

    def take(self, data: bytes, address: Address, now: int) -> None:
        """Take a datagram from `address`; anything but an answer to our question is ignored."""
        reply = read_plain(data)
        if reply is None or reply.kind != ANSWER or reply.body[:NONCE] not in self._nonces:
            return
        if reply.version != VERSION:
            self._take_foreign(Foreign(reply.version, address), now)
            return
        self._forget(now)
        before = self._answers.get(address)
        if before and before.data == data:  # the same question answered again
            self._answers[address] = before._replace(at=now)
            return
        signed = self._checked(data, address, now)
        if signed is None:
            return
        if before is None:
            if not self._has_room(address, signed):
                return
        elif _identity(before.signed) != _identity(signed):
            if not self._may_replace(before.signed, signed):
                return
            del self._answers[address]  # re-inserted at the end: a dict keeps the order of insertion
        self._answers[address] = _Answer(data, signed, now)

    def _take_foreign(self, host: Foreign, now: int) -> None:
        """Note a host of another version: it takes no room, and no time, from those whose answers are
        proved."""
        if self._bare.take(None, now):
            self._forget(now)
            if host in self._others or len(self._others) < FOREIGN:
                self._others[host] = now

    def tables(self, now: int) -> list[Found]:
        """The tables that answer, by name; each once at each host that says it has it, at the first address
        of the highest rank of its epoch, of those where a match is played if there is one."""
        best: dict[tuple[bytes, HostKey], Found] = {}
        for each in self.hosts(now):
            if each.info.host:
                continue  # a guest there
            if each.key not in best or _standing(each.info) > _standing(best[each.key].info):
                best[each.key] = each
        found = sorted(best.values(), key=lambda table: not self._known(table.host))[:TABLES]
        return sorted(found, key=lambda table: (table.info.name.casefold(), table.info.id))

    def guests(self, now: int) -> list[Found]:
        """What those say who are guests at their tables, and not asked by everybody."""
        return [each for each in self.hosts(now) if each.info.host]

    def hosts(self, now: int) -> Iterator[Found]:
        """All tables at all addresses that answer, in the order first heard from."""
        self._forget(now)
        for address, last in self._answers.items():
            yield Found(last.signed.info, address, last.signed.host)

    def addresses(self, now: int) -> list[Address]:
        """All that answer, tables first, in the order first heard from."""
        tables = [each.address for each in self.hosts(now) if not each.info.host]
        return tables + [each.address for each in self.foreign(now)]

    def foreign(self, now: int) -> list[Foreign]:
        """Hosts of other versions, in the order first heard from."""
        self._forget(now)
        return [host for host in self._others if host.address not in self._answers]

    def _checked(self, data: bytes, address: Address, now: int) -> Signed | None:
        """The answer if it is signed; None as well if too many are to be checked."""
        if not self._each.take(origin(address[0]), now):
            return None
        if address not in self._answers and not self._all.take(None, now):
            return None
        return read_answer(data)

    def _has_room(self, address: Address, signed: Signed) -> bool:
        """Whether another address has room. A known host replaces the last unknown one."""
        who = origin(address[0])
        same = [other for other in self._answers if origin(other[0]) == who]
        if len(same) < EACH and len(self._answers) < ADDRESSES:
            return True
        if not self._known(signed.host):
            return False
        for other in reversed(same if len(same) >= EACH else list(self._answers)):
            if not self._known(self._answers[other].signed.host):
                del self._answers[other]
                return True
        return False

    def _may_replace(self, before: Signed, signed: Signed) -> bool:
        """Whether an address has come to another table. While its host still answers, that is for the host
        itself to say."""
        same = before.host == signed.host
        return same or (self._known(signed.host) and not self._known(before.host))

    def _forget(self, now: int) -> None:
        """Drop addresses that have fallen silent."""
        for address in [each for each, last in self._answers.items() if now - last.at >= LOST]:
            del self._answers[address]
        for host in [each for each, last in self._others.items() if now - last >= LOST]:
            del self._others[host]


def _standing(info: TableInfo) -> tuple[bool, tuple[bool, int]]:
    """Of two tables of a host with one id the one of the greater standing is listed."""
    return info.playing, rank(info.epoch)


def _identity(signed: Signed) -> tuple[bytes, int]:
    """What distinguishes one table at one host from another."""
    return signed.info.id, signed.info.epoch
