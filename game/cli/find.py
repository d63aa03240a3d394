"""`find`: lists the tables on the network. Also finds the address of the table to `join`."""

import argparse
import json
from collections.abc import Iterator
from contextlib import closing, contextmanager

from game.cli.outcome import DONE, FAILED, Refused, say, warn
from game.i18n import N_, Notice, _
from game.lan.client import TableUnavailable
from game.lan.diagnosis import Facts, tried, why_not_found
from game.lan.discovery import DiscoverySockets
from game.lan.interfaces import told_addresses
from game.lan.known_hosts import KnownHosts, Standing
from game.lan.surroundings import completed
from game.lan.udp import resolve, write_address
from game.net.address import Address, is_loopback, parse_address
from game.net.discovery.finder import Foreign, Found
from game.net.wire.packet import PORT
from game.storage.data_folder import data_folder
from game.system import here

SEARCH = 1_000_000
"""Microseconds that `find` listens: enough for several queries if every fifth packet is lost."""


@contextmanager
def refusing_unavailable() -> Iterator[None]:
    """Turn TableUnavailable into Refused."""
    try:
        yield
    except TableUnavailable as error:
        raise Refused(error) from None


def find(args: argparse.Namespace) -> int:
    """List the tables found on the network."""
    hosts = KnownHosts(data_folder(getattr(args, "data", None)), warn)
    last = hosts.last_addresses()
    with closing(DiscoverySockets(0, port_of(args), hosts.knows, hosts.asked())) as sockets:
        for _now in _search(sockets):
            pass
        hosts.guests = sockets.finder.guests(SEARCH)
        found, answering = sockets.finder.tables(SEARCH), sockets.finder.addresses(SEARCH)
        foreign = sockets.finder.foreign(SEARCH)
    data: dict[str, object] = {"tables": [_as_data(one, hosts.standing_among(one, found)) for one in found]}
    if not args.json:
        _print_list(found, hosts, foreign)
    if args.why:
        facts = Facts(port_of(args), refused=sockets.refused, foreign=tuple(foreign))
        facts = completed(facts, answering, last)
        data |= _explained(facts, bool(found), args.json)
    if args.json:
        print(json.dumps(data))
    return DONE if found else FAILED


def _explained(facts: Facts, found: bool, quiet: bool) -> dict[str, object]:
    """What was asked and what is wrong or, if no table was `found`, may be, for JSON; printed as well, a
    sentence a line, unless `quiet`."""
    asked = list(map(str, tried(facts)))
    findings = [each for each in why_not_found(facts) if each.sure or not found]
    for words in () if quiet else (" ".join(asked), *(str(each.words) for each in findings)):
        say(words)
    told = [{"name": each.name, "sure": each.sure, "words": str(each.words)} for each in findings]
    return {"tried": asked, "findings": told}


def _print_list(found: list[Found], hosts: KnownHosts, foreign: list[Foreign]) -> None:
    """Print one line per table, also of the `foreign` ones."""
    for one in found:
        info = one.info
        state = _("playing") if info.playing else _("open")
        line = [write_address(_told(one.address)[0]), info.name, f"{info.taken}/{info.seats}", state]
        if info.code:
            line.append(_("code needed"))
        if names := [each.name for each in info.sitters if each.name]:
            line.append(", ".join(names))
        match hosts.standing_among(one, found):
            case "known":
                line.append(_("known from before"))
            case "changed":
                line.append(_("NOT THE COMPUTER that had this table before"))
        say("  ".join(line))
    for other in foreign:
        say(_("{address}  may have another version of Haisty").format(address=write_address(other.address)))
    if not found and not foreign:
        print(_("No table found."))


def port_of(args: argparse.Namespace) -> int:
    """The UDP port where tables are opened and looked for."""
    port: int = getattr(args, "port", PORT)
    return port


def find_address(args: argparse.Namespace) -> Address:
    """The address of the host that the player named. Raises Refused."""
    text = args.host
    try:
        host, port = parse_address(text, port_of(args))
        return resolve(host, port)[0]
    except ValueError as error:
        raise Refused(Notice("{text}: {reason}", text=text, reason=_(str(error)))) from None
    except OSError:
        raise Refused(Notice(N_("there is no machine called {host}"), host=text)) from None


def first_table(args: argparse.Namespace) -> Address | None:
    """The address of the first table found with a free seat, else of any; None if there is none."""
    hosts = KnownHosts(data_folder(getattr(args, "data", None)))
    with closing(DiscoverySockets(0, port_of(args), hosts.knows, hosts.last_addresses())) as sockets:
        for now in _search(sockets):
            free = [one for one in sockets.finder.tables(now) if one.info.taken < one.info.seats]
            if free:
                return free[0].address
        return next((one.address for one in sockets.finder.tables(SEARCH)), None)


def _search(sockets: DiscoverySockets) -> Iterator[int]:
    """Take in answers until the search is over; yields the microseconds since its start."""
    begun = here().clock.seconds()
    while (now := int((here().clock.seconds() - begun) * 1e6)) < SEARCH:
        sockets.wait((min(sockets.next_time, SEARCH) - now) / 1e6)
        sockets.update(now)
        yield now


def _told(address: Address) -> list[Address]:
    """What others enter to come to a table that was found here."""
    return told_addresses(address[1]) if is_loopback(address[0]) else [address]


def _as_data(one: Found, standing: Standing) -> dict[str, object]:
    """A table found, for JSON."""
    info = one.info
    return {
        "name": info.name,
        "address": write_address(one.address),
        "others": [write_address(each) for each in _told(one.address)],
        "seats": info.seats,
        "taken": info.taken,
        "playing": info.playing,
        "players": [{"name": each.name, "back": each.back, "bot": each.bot} for each in info.sitters],
        "code": info.code,
        "id": info.id.hex(),
        "host": standing,
        "key": one.host.signing.hex(),
    }
