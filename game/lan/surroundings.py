"""What this machine tells of its networks, its firewall and a port, platform by platform."""

import errno
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from ipaddress import IPv4Address
from pathlib import Path
from typing import Final

from game.lan.diagnosis import Facts
from game.lan.interfaces import Interface, interfaces, neighbours
from game.lan.udp import open_ports, write_address
from game.net.address import Address
from game.net.wire.packet import CAP
from game.program import HIDDEN
from game.system import here

_LONGEST: Final = 1.5
"""Seconds that another program may take to answer."""
_ECHO: Final = 0.2
"""Seconds in which what is said to all must come back."""
_OTHERS: Final = 64
"""The most datagrams read to find it among those of others."""
_SYSTEM: Final = os.environ.get("SYSTEMROOT", r"C:\Windows") + r"\System32"
"""Windows' own programs: by a bare name, one beside the game would be run."""
_WINDOWS: Final = (
    rf"{_SYSTEM}\WindowsPowerShell\v1.0\powershell.exe",
    *("-NoProfile", "-Command", "(Get-NetConnectionProfile).NetworkCategory"),
)
_MACOS: Final = ("/usr/libexec/ApplicationFirewall/socketfilterfw", "--getglobalstate")
_LINUX: Final = ("firewall-cmd", "--state")
_RULES: Final = r"SYSTEM\CurrentControlSet\Services\SharedAccess\Parameters\FirewallPolicy\FirewallRules"
"""Where Windows keeps the rules of its firewall."""
_ARP: Final = {
    "linux": ("cat", "/proc/net/arp"),
    "darwin": ("/usr/sbin/arp", "-an"),
    "win32": (rf"{_SYSTEM}\arp.exe", "-a"),
}
"""What prints the addresses that this machine has just had to do with, on each system."""
_DEVICE: Final = re.compile(
    r"((?:\d{1,3}\.){3}\d{1,3})\b.*?\b((?:[0-9a-f]{1,2}[:-]){5}[0-9a-f]{1,2})\b", re.I
)
"""An address of one machine, and that of its interface."""

Ask = Callable[[tuple[str, ...]], str]
"""Runs a command and returns what it prints; nothing if it fails."""


def completed(facts: Facts, answering: Collection[Address], last: Mapping[Address, str]) -> Facts:
    """What a search knows, with all that this machine tells. `answering`: who has answered; `last`: as of
    `KnownHosts.last_addresses`. Takes up to two seconds."""
    own = tuple(interfaces())
    firewall, public = firewall_of(sys.platform, ask)
    printed = ask(_ARP.get(sys.platform, _ARP["linux"]))
    silent = ((name, write_address(at)) for at, name in last.items() if _is_silent(at, own, answering))
    return facts._replace(
        platform=sys.platform,
        interfaces=own,
        deaf=sys.platform == "linux" and is_deaf(own),
        firewall=firewall,
        public=public,
        let_in=sys.platform != "win32"
        or is_let_in(_rules(), {sys.executable, getattr(sys, "_base_executable", "")}),
        taken=("127.0.0.1", facts.port) not in answering and is_taken(facts.port),
        silent=next(silent, None),
        known=len(last),
        alone=facts.near > 0 and is_alone(printed, own),
    )


def firewall_of(platform: str, ask: Ask, root: Path = Path("/")) -> tuple[str, bool]:
    """What the firewall is called, if one is known to be on, and whether Windows counts a network as public;
    as far as can be read without being its administrator."""
    if platform == "win32":
        return "", "Public" in ask(_WINDOWS).split()
    if platform == "darwin":
        return "macOS" if re.search(r"State = [12]", ask(_MACOS)) else "", False
    with suppress(OSError):
        if re.search(r"(?mi)^ENABLED=yes", (root / "etc/ufw/ufw.conf").read_text(errors="replace")):
            return "ufw", False
    return "firewalld" if ask(_LINUX).strip() == "running" else "", False


def is_let_in(rules: Iterable[str], programs: Iterable[str]) -> bool | None:
    """Whether Windows' firewall lets others reach one of these files, by its rules, written as in [MS-GPFAS]
    2.2.2.19; None: it has none for them yet, and asks."""
    names, said = {each.lower() for each in programs}, set[str]()
    for rule in rules:
        has = dict(field.partition("=")[::2] for field in rule.split("|"))
        if has.get("App", "").lower() in names and (has.get("Dir"), has.get("Active")) == ("In", "TRUE"):
            said.add(has.get("Action", ""))
    return "Allow" in said if said else None


def _rules() -> list[str]:
    if sys.platform == "win32":
        import winreg  # noqa: PLC0415 - only there

        with suppress(OSError), winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, _RULES) as key:
            return [str(winreg.EnumValue(key, at)[1]) for at in range(winreg.QueryInfoKey(key)[1])]
    return []


def ask(command: tuple[str, ...]) -> str:
    """What the command prints; nothing if it is not there, fails, or takes too long."""
    how = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True, "creationflags": HIDDEN}
    with (
        suppress(OSError, subprocess.SubprocessError, UnicodeError),
        here().jobs.process(command, **how) as asked,
    ):
        try:
            printed: str = asked.communicate(timeout=_LONGEST)[0]
        finally:
            asked.kill()
        return "" if asked.returncode else printed
    return ""


def devices(printed: str, own: Iterable[Interface]) -> set[str]:
    """The addresses nearby where a machine is, by what a system prints of them."""
    near = set(map(str, neighbours(own)))
    return {ip for ip, mac in _DEVICE.findall(printed) if ip in near and set(mac) - set("0:-")}


def is_alone(printed: str, own: Collection[Interface]) -> bool:
    """Whether only one machine is near, which is the way out, on networks of which all has been asked."""
    links = [each for each in own if each.kind == "link"]
    whole = all(ip.network.prefixlen >= 24 for each in links for ip in each.ipv4)
    return whole and any(each.default for each in links) and len(devices(printed, own)) == 1


def is_deaf(own: Collection[Interface]) -> bool:
    """Whether what this machine says to all on its networks does not come back from any: its firewall takes
    it, as it takes what others say. So it is on Linux."""
    networks = [ip.network for each in own if each.kind == "link" for ip in each.ipv4]
    networks = [network for network in networks if network.prefixlen < 31]
    token, said = here().entropy.draw(16), 0
    with suppress(OSError), here().net.socket(socket.AF_INET) as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        sock.settimeout(_ECHO)
        sock.bind(("", 0))
        for network in networks:
            with suppress(OSError):
                sock.sendto(token, (str(network.broadcast_address), sock.getsockname()[1]))
                said += 1
        if said and any(sock.recv(CAP) == token for _ in range(_OTHERS)):
            return False
    return said > 0


def is_taken(port: int) -> bool:
    """Whether another program has the port."""
    try:
        open_ports(port).close()
    except OSError as error:
        return error.errno == errno.EADDRINUSE
    return False


def _is_silent(at: Address, own: Collection[Interface], answering: Collection[Address]) -> bool:
    """Whether nobody answers at another address of the own networks."""
    with suppress(ValueError):
        there = IPv4Address(at[0])
        near = any(there in ip.network and there != ip.ip for each in own for ip in each.ipv4)
        return near and at not in answering
    return False
