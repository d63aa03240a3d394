"""Plays as many evenings as are asked for, and tells what fell, each with the shortest list of acts that
still shows it."""

import argparse
import json
import os
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from tests.evening import acts, faults, program, shrink
from tests.evening.acts import Evening
from tests.evening.children import in_a_child, outcomes
from tests.evening.show import in_words, show


def main() -> int:
    """Carry out the command line; 1: some fell."""
    parser = argparse.ArgumentParser(prog="make evenings", description="Evenings in simulated time.")
    parser.add_argument("--evenings", type=int, default=20, help="how many")
    parser.add_argument("--seed", type=int, default=1, help="the first one's; those after it count on")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time")
    parser.add_argument("--show", metavar="SEED", help="tell this one, or that in a file; write its windows")
    parser.add_argument("--to", type=Path, default=Path("evening"), help="the folder where --show writes")
    parser.add_argument("--whole", action="store_true", help="do not shorten what falls")
    parser.add_argument("--lost", action="store_true", help="each loses its host; how soon do others go on?")
    parser.add_argument("--hashes", action="store_true", help="tell of each what was sent and shown, as JSON")
    parser.add_argument("--faults", action="store_true", help="put in faults: does each invariant fall?")
    parser.add_argument("lists", nargs="*", type=Path, help="evenings as text, instead of drawn ones")
    args = parser.parse_args()
    program.load()
    if args.show:
        path = Path(args.show)
        return show(_read(path) if path.is_file() else acts.draw(args.show, args.lost), args.to)
    if args.faults:
        return _fault_after_fault(args.lists)
    drawn = [] if args.lists else range(args.seed, args.seed + args.evenings)
    evenings = [(str(number), acts.draw(str(number), args.lost)) for number in drawn]
    evenings += [(str(path), _read(path)) for path in args.lists]
    return 1 if _play(evenings, args) else 0


def _fault_after_fault(only: Sequence[Path]) -> int:
    """Put in the faults for these invariants, or all; returns how many did not show."""
    chosen = [each for each in faults.FAULTS if not only or each.falls in map(str, only)]
    unseen = int(not chosen)
    for fault in chosen:
        found = in_a_child(fault.played(), fault.put)
        unseen += fault.falls not in dict(found.fell)
        what = found.which or "nothing"
        print(f"{fault.put.__name__}: {what} fell after {found.seconds:.1f} s", flush=True)
    return unseen


def _read(path: Path) -> Evening:
    return acts.read(path.read_text("utf-8"))


def _shows(which: str, evening: Evening) -> bool:
    return in_a_child(evening).which == which


def _play(evenings: Sequence[tuple[str, Evening]], args: argparse.Namespace) -> int:
    """Play them and tell what fell; returns how many did."""
    begun, seconds, cpu, fallen = time.monotonic(), 0.0, 0.0, 0
    losses = list[tuple[float, str]]()
    for name, evening, found in outcomes(evenings, args.jobs, args.hashes):
        seconds, cpu, fallen = seconds + found.seconds, cpu + found.cpu, fallen + bool(found.fell)
        losses += [(took, name) for took in found.took]
        if args.lost:
            print(f"evening {name}: {[*found.took]}, alone {[*found.lone]}", flush=True)
        if args.hashes:
            print(json.dumps([name, found.sent, found.digest, found.seen]), flush=True)
        if not found.fell:
            continue
        print(f"evening {name} fell after {found.seconds:.1f} s: {found.which}", flush=True)
        for which, what in found.fell:
            print(f"  {which}: {what}", flush=True)
        if not args.whole:
            shortest = shrink.shortest(evening, found.seconds, partial(_shows, found.which))
            print(f"\n{in_words(shortest)}\n\n{acts.write(shortest)}", flush=True)
    took = time.monotonic() - begun
    each, rate = seconds / max(1, len(evenings)), seconds / max(cpu, 0.1)
    print(
        f"{len(evenings)} evenings of {each:.0f} s, {fallen} fell; {took:.0f} s, {rate:.1f} simulated seconds"
        " a CPU second"
    )
    if losses:
        longest, name = max(losses)
        print(f"others went on {len(losses)} times, after {longest:.2f} s at most, in evening {name}")
    return fallen
