"""Hosts at whose tables the player has sat, in the data folder: by their keys, each with its table's name and
last address."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from game.core.limits import ADDRESS, SUCCESSORS
from game.i18n import N_, Notice, Notify, drop_notice
from game.lan.udp import read_address, write_address
from game.names.line import skeleton
from game.net.address import Address
from game.storage import files
from game.storage.data_folder import DataFolderError, locked, write

if TYPE_CHECKING:  # it takes longer than a frame
    from game.net.discovery.finder import Found
    from game.net.keys import HostKey

FILE = "known-hosts.json"
KEPT = 64
"""The most hosts remembered; the one not seen for the longest is forgotten first."""
ASKED = 16
"""The most last addresses at which tables are looked for."""
Standing = Literal["known", "changed", "new"]
"""Known from before; unknown, with a name that is another host's; unknown."""
_DAMAGED = N_("The file of hosts you have played with, {path}, is damaged. It is kept as {kept}.")
_Key = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
_Mark = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}\Z")]


class Witness(msgspec.Struct, frozen=True):
    """A machine at a table, which can say who hosts that now."""

    signs: _Mark
    """The fingerprint of the key that it signs with."""
    address: Annotated[str, msgspec.Meta(max_length=ADDRESS)]


class KnownHost(msgspec.Struct, frozen=True):
    """A host, and the last table that the player joined there."""

    signing: _Key
    exchange: _Key
    name: Annotated[str, msgspec.Meta(max_length=100)]
    """The table's name."""
    table: Annotated[str, msgspec.Meta(max_length=32)]
    """The table's id."""
    seen: date
    heirs: Annotated[tuple[_Mark, ...], msgspec.Meta(max_length=SUCCESSORS)] = ()
    """The players, by fingerprint, whose machines the host named last to take the table over."""
    address: Annotated[str, msgspec.Meta(max_length=ADDRESS)] = ""
    """Where it was then; empty if that is not known."""
    witnesses: Annotated[tuple[Witness, ...], msgspec.Meta(max_length=SUCCESSORS)] = ()
    """Those of the heirs' machines of which it is known where they were."""


class KnownHosts:
    """The hosts, kept in the data folder in one file for all programs."""

    def __init__(self, folder: Path | None, notify: Notify = drop_notice) -> None:
        """`notify` is told if the file is damaged."""
        self._path = folder / FILE if folder else None
        self._notify = notify
        self._hosts: list[KnownHost] = []
        self._keys: set[tuple[str, str]] = set()
        self.guests: Sequence[Found] = ()
        """What is said just now by machines that are guests at their tables."""
        self.reload()

    def reload(self) -> None:
        """Read the file again."""
        if self._path:
            with suppress(DataFolderError), locked(self._path.parent):
                self._take(self._read(self._path))

    def knows(self, host: "HostKey") -> bool:
        """Whether the player has sat at a table of this host."""
        return (host.signing.hex(), host.exchange.hex()) in self._keys

    def standing(self, host: "HostKey", name: str, table: bytes) -> Standing:
        """What this host, with the table of this name and id, is to the player."""
        if self.knows(host) or self._names(host, table):
            return "known"
        alike = any(skeleton(each.name) == skeleton(name) for each in self._hosts)
        return "changed" if name and alike else "new"

    def standing_among(self, one: "Found", found: "Iterable[Found]") -> Standing:
        """That of a table among those found. Where the host is that the witnesses speak for, no other counts
        as known; else of two hosts that claim one table neither does."""
        from game.net.transport.noise import fingerprint  # noqa: PLC0415 - it takes longer than a frame

        standing = self.standing(one.host, one.info.name, one.info.id)
        if said := self._said(one.info.id):
            there = fingerprint(one.host.exchange) == said
            return "known" if there else "new" if standing == "known" else standing
        rivals = any(each.info.id == one.info.id and each.host != one.host for each in found)
        return "new" if rivals and standing == "known" else standing

    def _names(self, host: "HostKey", table: bytes) -> bool:
        """Whether the last host with whom the player sat at the table with this id named this machine to take
        it over."""
        from game.net.transport.noise import fingerprint  # noqa: PLC0415 - it takes longer than a frame

        last = self._last_at(table)
        return bool(last and fingerprint(host.exchange).hex() in last.heirs)

    def _said(self, table: bytes) -> bytes:
        """The player at whose machine the table with this id is, by the word of most of the witnesses whom
        the last host has named; empty if they say nothing, or not the same."""
        from game.net.transport.noise import fingerprint  # noqa: PLC0415 - it takes longer than a frame

        last, words = self._last_at(table), Counter[bytes]()
        named = {each.signs for each in last.witnesses} if last else set()
        for info, _address, key in self.guests:
            words[info.host] += info.id == table and fingerprint(key.signing).hex() in named
        first, second = [*words.most_common(2), (b"", 0), (b"", 0)][:2]
        return first[0] if first[1] > second[1] else b""

    def _last_at(self, table: bytes) -> KnownHost | None:
        """The host with whom the player sat last at the table with this id."""
        return next((each for each in reversed(self._hosts) if each.table == table.hex()), None)

    def last_addresses(self) -> dict[Address, str]:
        """Where hosts were when they were last seen, the latest first, each with its table's name."""
        found = ((read_address(each.address), each.name) for each in reversed(self._hosts) if each.address)
        return dict(islice(((at, name) for at, name in found if at), ASKED))

    def asked(self) -> list[Address]:
        """Whoever may know where the tables are: where hosts were, and who was with the last of them."""
        last = (read_address(each.address) for one in self._hosts[-1:] for each in one.witnesses)
        return [*self.last_addresses(), *(at for at in last if at)]

    def remember(
        self,
        host: "HostKey",
        name: str,
        table: bytes,
        today: date,
        address: Address | None = None,
        heirs: Iterable[bytes] = (),
        witnesses: Mapping[bytes, Address] | None = None,
    ) -> None:
        """Remember that the player is at this host's table. `host.exchange` is proved. `heirs`: the players,
        by fingerprint, whose machines it names to take the table over; `witnesses`: where those of them are
        that sign with such keys, by fingerprint."""
        seen = [Witness(each.hex(), write_address(at)) for each, at in (witnesses or {}).items()]
        named, at = tuple(each.hex() for each in heirs), write_address(address) if address else ""
        keys = host.signing.hex(), host.exchange.hex()
        one = KnownHost(*keys, name, table.hex(), today, named, at, tuple(seen[:SUCCESSORS]))
        if self._path is None or one in self._hosts:
            return
        with suppress(DataFolderError), locked(self._path.parent):
            hosts = [each for each in self._read(self._path) if each.exchange != one.exchange]
            self._take([*hosts, one][-KEPT:])
            write(self._path, msgspec.json.encode(self._hosts))

    def _take(self, hosts: list[KnownHost]) -> None:
        self._hosts, self._keys = hosts, {(host.signing, host.exchange) for host in hosts}

    def _read(self, path: Path) -> list[KnownHost]:
        """The hosts in the file, the last seen last; a damaged file is set aside, and what could be read of
        it takes its place. Raises OSError, DataFolderError."""
        found, kept = files.salvaged(path, list[msgspec.Raw], KnownHost)
        hosts = list(found.values())
        if kept:
            self._notify(Notice(_DAMAGED, path=path, kept=kept.name))
            write(path, msgspec.json.encode(hosts))
        return hosts
