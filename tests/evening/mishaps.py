"""What befalls programs: power failures, frozen machines, shut lids, bad lines, damaged files, set clocks."""

from typing import TYPE_CHECKING

from tests.evening.acts import Value
from tests.evening.program import Program
from tests.evening.world import Machine, world

if TYPE_CHECKING:
    from tests.evening.party import Party

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
        case _:
            return False
    return True


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
    """Cut one of the files of the data folder in two, while the program does not run."""
    files = sorted(each for each in program.folder.rglob("*") if each.is_file() and each.stat().st_size)
    if files:
        path = files[int(share * len(files))]
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
