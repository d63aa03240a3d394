"""Networks of namespaces: several machines with several cards, as far as the kernel can tell. Needs root."""

import itertools
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
_numbers = itertools.count()


class Started(NamedTuple):
    """A process that runs, and the port that it has told."""

    process: subprocess.Popen[str]
    port: int


def start(module: str, options: dict[str, object], prefix: Sequence[str] = ()) -> Started:
    """Start a module of ours that prints its port first."""
    process = begin(module, options, prefix)
    assert process.stdout
    return Started(process, int(process.stdout.readline()))


def begin(module: str, options: dict[str, object], prefix: Sequence[str] = ()) -> "subprocess.Popen[str]":
    """Start a module of ours."""
    command = [*prefix, sys.executable, "-m", module, json.dumps(options)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def result(module: str, options: dict[str, object], prefix: Sequence[str] = ()) -> Any:
    """What a module of ours prints, read as JSON."""
    command = [*prefix, sys.executable, "-m", module, json.dumps(options)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True, timeout=120)
    return json.loads(done.stdout)


def run(*command: str) -> str:
    """Run a command that must succeed, and return what it prints."""
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE)
    return done.stdout


def obstacle() -> str:
    """Why there can be no such networks here; empty if there can. Raises RuntimeError where there must."""
    reason = _lacking()
    if reason and os.environ.get("REQUIRE_NETWORKS"):
        raise RuntimeError(reason)
    return reason


def _lacking() -> str:
    if sys.platform != "linux" or not (shutil.which("ip") and shutil.which("nft")):
        return "network namespaces with firewalls need Linux, iproute2 and nftables"
    if os.geteuid() != 0:
        return "network namespaces need root"
    try:
        with Lan() as lan:
            lan.switch("a")
            lan.plug(lan.machine(), "a", "10.77.0.1/24")
            lan.run(lan.machine(), "true")
    except subprocess.CalledProcessError as error:
        return f"no network namespaces here: {error.stderr.strip()}"
    return ""


class Lan:
    """Machines and switches; all is gone when the context ends."""

    def __init__(self) -> None:
        self._name = f"haisty{os.getpid()}-{next(_numbers)}"
        self._machines: list[str] = []
        self._cards = itertools.count()
        self._closet = ""
        self._processes: list[subprocess.Popen[str]] = []

    def __enter__(self) -> Self:
        try:
            self._closet = self.machine()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End what runs on the machines, then take them away, and with them all cards and switches."""
        for process in self._processes:
            process.kill()
            process.communicate()
        for machine in self._machines:
            subprocess.run(
                ["ip", "netns", "del", machine], check=False, capture_output=True, timeout=PATIENCE
            )

    def machine(self) -> str:
        """A new machine, with nothing but loopback."""
        name = f"{self._name}-{len(self._machines)}"
        self._machines.append(name)
        run("ip", "netns", "add", name)
        # Addresses are usable at once, without seconds of asking whether another has the same.
        settings = Path("/proc/sys/net/ipv6/conf")
        script = f'for at in all default; do echo 0 > "{settings}/$at/accept_dad" || true; done'
        self.run(name, "sh", "-c", script)
        self.run(name, "ip", "link", "set", "dev", "lo", "up")
        return name

    def switch(self, name: str) -> None:
        """A new switch."""
        self.run(self._closet, "ip", "link", "add", "name", name, "type", "bridge")
        self.run(self._closet, "ip", "link", "set", "dev", name, "up")

    def router(self, switch: str, address: str, *machines: str) -> None:
        """Let the switch be a router, too, through which these machines go."""
        self.run(self._closet, "ip", "address", "add", address, "brd", "+", "dev", switch)
        for machine in machines:
            self.route(machine, "default", address.partition("/")[0])

    def keep_apart(self, switch: str) -> None:
        """Let whoever is at the switch reach nobody else there, as an access point does with its guests."""
        ports = self.run(self._closet, "ls", f"/sys/class/net/{switch}/brif").split()
        for port in ports:
            self.run(self._closet, "bridge", "link", "set", "dev", port, "isolated", "on")

    def plug(self, machine: str, switch: str, *addresses: str) -> str:
        """Put a card into a machine and its cable into a switch; the name of the card."""
        number = next(self._cards)
        card, port = f"card{number}", f"port{number}"
        peer = ("peer", "name", port, "netns", self._closet)
        run("ip", "link", "add", "name", card, "netns", machine, "type", "veth", *peer)
        self.run(self._closet, "ip", "link", "set", "dev", port, "master", switch, "up")
        for address in addresses:
            broadcast = ("brd", "+") if "." in address else ()
            self.run(machine, "ip", "address", "add", address, *broadcast, "dev", card)
        self.run(machine, "ip", "link", "set", "dev", card, "up")
        return card

    def route(self, machine: str, to: str, gateway: str) -> None:
        """Add a route."""
        self.run(machine, "ip", "route", "add", to, "via", gateway)

    def run(self, machine: str, *command: str) -> str:
        """Run a command on a machine that must succeed, and return what it prints."""
        return run("ip", "netns", "exec", machine, *command)

    def output(self, machine: str, *arguments: str) -> str:
        """What a program of ours prints on a machine."""
        command = ["ip", "netns", "exec", machine, sys.executable, *arguments]
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False, timeout=120)
        return done.stdout

    def begun(self, machine: str, *arguments: str) -> subprocess.Popen[str]:
        """A program of ours at work on a machine."""
        command = ["ip", "netns", "exec", machine, sys.executable, *arguments]
        pipe, environment = subprocess.PIPE, os.environ | {"LC_ALL": "C.UTF-8"}
        return subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True, env=environment)

    def signal(self, number: int) -> None:
        """Send a signal to all that was started."""
        for process in self._processes:
            process.send_signal(number)

    def start(self, machine: str, module: str, **options: object) -> "subprocess.Popen[str]":
        """Start a module of ours on a machine; returns when it has printed its port."""
        process = self.begin(machine, module, **options)
        assert process.stdout
        int(process.stdout.readline())
        return process

    def begin(self, machine: str, module: str, **options: object) -> "subprocess.Popen[str]":
        """Start a module of ours on a machine."""
        self._processes.append(begin(module, options, ("ip", "netns", "exec", machine)))
        return self._processes[-1]

    def result(self, machine: str, module: str, **options: object) -> Any:
        """What a module of ours prints on a machine, read as JSON."""
        return result(module, options, ("ip", "netns", "exec", machine))
