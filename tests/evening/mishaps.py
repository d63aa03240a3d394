"""What befalls programs: power failures, frozen machines, shut lids, bad lines, damaged files, set clocks."""

import os
from typing import TYPE_CHECKING

import pygame
from pygame.event import Event

from tests.evening.acts import Value
from tests.evening.program import FULL, LOCKED, NOBODY, Program
from tests.world.world import Machine, world

if TYPE_CHECKING:
    from tests.evening.party import Party

_DAY = 86_400.0
_SOON = _DAY - 4.0
"""Seconds after midnight at which it is midnight soon."""
NEVER = 1000.0
"""Who is killed for so many seconds does not come back."""


def befall(party: "Party", program: Program, act: tuple[Value, ...]) -> bool:
    """Have it happen to the program; returns whether it is a mishap at all."""
    machine, now = program.machine, party.now
    match act:
        case "kill", float(seconds):
            program.kill()
            if seconds < NEVER:
                party.later(seconds, program.name, "start")
        case "damage", float(share), float(seconds):
            program.kill()
            _damage(program, share)
            party.later(seconds, program.name, "start")
        case "freeze" | "lid", float(seconds) if machine:
            machine.frozen = party.world.at(now + seconds)
            if act[0] == "lid":
                machine.unplugged = machine.frozen
            party.calm_from(now + seconds)
        case "unplug" | "offline", float(seconds) if machine:
            machine.unplugged = party.world.at(now + seconds)
            machine.bare = machine.unplugged if act[0] == "offline" else 0
            party.calm_from(now + seconds)
        case "cut" | "lossy" | "late" | "doubled", *numbers if machine:
            _line(party, machine, str(act[0]), [float(each) for each in numbers])
        case "move", *_more if machine:
            _move(machine)
        case "calendar", float(seconds):
            world().ahead += seconds
        case ("midnight",):
            world().ahead += (_SOON - world().calendar) % _DAY
        case "full" | "locked", float(seconds):
            (FULL if act[0] == "full" else LOCKED).add(program.name)
            _open_folder(program, act[0] == "full")
            party.later(seconds, program.name, "mended")
            party.calm_from(now + seconds)
        case ("mended",):
            FULL.discard(program.name)
            LOCKED.discard(program.name)
            _open_folder(program, True)
        case "sound", float(seconds) if machine:
            program.send(Event(pygame.AUDIODEVICEREMOVED, which=2, iscapture=0))
            back = Event(pygame.AUDIODEVICEADDED, which=2, iscapture=0)
            party.world.later(party.world.at(now + seconds), lambda: program.send(back))
        case _:
            return False
    return True


def _open_folder(program: Program, writable: bool) -> None:
    """Open or close it for who owns it: who may do anything becomes somebody else meanwhile."""
    for each in [program.folder, *program.folder.rglob("*")]:
        if not os.geteuid():
            os.chown(each, 0 if writable else NOBODY, -1)
        if each.is_dir():
            each.chmod(0o755 if writable else 0o555)


def _line(party: "Party", machine: Machine, kind: str, numbers: list[float]) -> None:
    """Make its line bad for the last of the numbers of seconds."""
    *amount, seconds = numbers
    fault: dict[str, tuple[str, float]] = {
        "cut": ("side", 1),
        "lossy": ("loss", sum(amount)),
        "late": ("lag", round(sum(amount) * 1e6)),
        "doubled": ("copies", sum(amount)),
    }
    name, bad = fault[kind]
    setattr(machine, name, bad)
    end = party.now + seconds
    party.world.later(party.world.at(end), lambda: setattr(machine, name, 0))
    party.calm_from(end)


def _move(machine: Machine) -> None:
    """Give the machine another address, as a router does that has been restarted."""
    machines = world().machines
    if machines.get(machine.ip) is machine:
        del machines[machine.ip]
        head, number = machine.ip.rsplit(".", 1)
        machine.ip = f"{head}.{int(number) + 10}"
        machines[machine.ip] = machine


def _damage(program: Program, share: float) -> None:
    """Cut one of the files of the data folder in two, empty it, fill it with nonsense, or remove it, while
    the program does not run. Not what SQLite maps: one killed here maps it still."""
    there = (each for each in program.folder.rglob("*") if not each.name.endswith("-shm"))
    files = sorted(each for each in there if each.is_file() and each.stat().st_size)
    if files:
        which, part = divmod(share * len(files), 1)
        path = files[int(which)]
        data = path.read_bytes()
        nonsense = bytes(each ^ 0x55 for each in data)
        path.write_bytes((data[: len(data) // 2], b"", nonsense, data)[int(part * 4)])
        if part >= 0.75:
            path.unlink()
