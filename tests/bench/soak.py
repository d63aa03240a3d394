"""Hours of play on a bad network, in a time of their own: eight bots, each a program that could host, over
real UDP sockets with a quarter of all datagrams lost, a quarter doubled and the rest out of order, while
programs are killed, started again and frozen at random. Prints what came of it as JSON, also if broken off.
"""

import argparse
import gc
import json
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

import psutil

from game.net.wire.messages import Rematch
from tests.bench.soaked import Host, Player, Tally, first_host
from tests.bench.virtual import Network, Program
from tests.net.impair import Way

SEATS = 8
WAY = Way(5_000, 4_000, loss=0.25, copies=0.25, late=0.25, lateness=25_000)
TROUBLE = 20.0
"""Seconds from one misfortune to the next, on average, if nothing else is asked for."""
STUCK = 120.0
"""After so many seconds without a round's end, the table counts as lost, and another is opened."""
_HOUR = 3600.0
_LOOK = 0.25
"""Seconds between two looks at the table."""
_AFTER = 2.0
"""Seconds in which the last round's end reaches everyone."""
_SAMPLE = 60.0
"""Seconds between two looks at the memory."""


class Soak:
    """One table at a time, and those who play at it."""

    def __init__(self, folder: Path, seed: int, trouble: float, seats: int) -> None:
        """`trouble`: seconds from one misfortune to the next, on average."""
        self._every, self._seats = trouble, seats
        self.tally = Tally(folder)
        self.memory: list[tuple[float, float]] = []
        """Seconds of play, and the process's MB then."""
        self.stuck = self.left = self.kills = self.freezes = 0
        self.forks: dict[tuple[bytes, int], float] = {}
        """By table and epoch, when more than one host was first seen to play it."""
        self._rng = Random(seed)
        self._net = Network(WAY, seed)
        self._absent: list[tuple[float, Player]] = []
        """Killed players, and when each starts again."""
        self._won: float | None = None

    @property
    def seconds(self) -> float:
        """How long has been played."""
        return self._net.clock.now

    def run(self, rounds: int, seconds: float) -> None:
        """Play so many rounds, or for so long."""
        with self._net:
            self._open()
            trouble, ended = self.seconds + self._every, self.seconds
            look, sample, rounds_then = 0.0, 0.0, 0
            try:
                while self.seconds < seconds:
                    if self.tally.rounds >= rounds:
                        seconds = min(seconds, self.seconds + _AFTER)
                    self._net.step()
                    if self.seconds < look:
                        continue
                    look = self.seconds + _LOOK
                    self._count_forks()
                    self._return_absent()
                    self._ask_for_another_match()
                    if self.seconds > trouble:
                        trouble = self.seconds + self._rng.expovariate(1 / self._every)
                        self._trouble()
                    if self.seconds > sample:
                        sample = self.seconds + _SAMPLE
                        gc.collect()
                        self.memory.append((self.seconds, psutil.Process().memory_info().rss / 2**20))
                    if self.tally.rounds > rounds_then:
                        rounds_then, ended = self.tally.rounds, self.seconds
                    elif self.seconds - ended > STUCK or not self._net.programs:
                        self.stuck += 1
                        print(
                            f"stuck at {self.seconds:.1f} s", *self._net.programs, sep="\n  ", file=sys.stderr
                        )
                        ended = self.seconds
                        self._close()
                        self._open()
            finally:
                self._close()

    def figures(self) -> dict[str, object]:
        """What came of it."""
        tally = self.tally
        first = [mb for at, mb in self.memory if at <= min(_HOUR, self.seconds / 4)]
        last = [mb for at, mb in self.memory if at >= self.seconds - min(_HOUR, self.seconds / 4)]
        growth = 100 * (max(last) / max(first) - 1) if first and last else None
        return {
            "rounds": tally.rounds,
            "simulated_hours": round(self.seconds / _HOUR, 3),
            "datagrams": self._net.sent,
            "killed": self.kills,
            "frozen": self.freezes,
            "left_by_themselves": self.left,
            "takeovers": tally.takeovers,
            "forks": len(self.forks),
            "tables_lost": self.stuck,
            "digests_compared": tally.compared,
            "digests_differing": tally.differing,
            "without_a_host_to_compare": tally.unmatched,
            "replays_verified": tally.verified,
            "replays_failed": tally.failed,
            "memory_mb_first_hour": round(max(first), 1) if first else None,
            "memory_mb_last_hour": round(max(last), 1) if last else None,
            "memory_growth_percent": None if growth is None else round(growth, 2),
            "replay_files": len(tally.files()),
            "replay_bytes": sum(path.stat().st_size for path in tally.files()),
        }

    def _open(self) -> None:
        host = first_host(self._net, self.tally, self._seats)
        for number in range(self._seats):
            self._net.add(Player(self._net, self.tally, number, host.address))

    def _close(self) -> None:
        for program in list(self._net.programs):
            if isinstance(program, Player | Host):
                program.kill()
        self._absent.clear()
        self.tally.check_all()

    def _of(self, kind: type[Program]) -> list[Program]:
        return [program for program in self._net.programs if isinstance(program, kind)]

    def _host(self) -> Host | None:
        """The one that most play at."""
        hosts = [program for program in self._net.programs if isinstance(program, Host) and program.serves]
        return max(hosts, key=lambda host: (host.people, host.server.table.epoch), default=None)

    def _count_forks(self) -> None:
        """Two hosts of one epoch that both play."""
        hosts = [program for program in self._net.programs if isinstance(program, Host)]
        epochs = Counter((one.server.table.id, one.server.table.epoch) for one in hosts if one.plays)
        for epoch, many in epochs.items():
            if many > 1 and epoch not in self.forks:
                self.forks[epoch] = self.seconds
                print(f"fork at {self.seconds:.1f} s", *self._net.programs, sep="\n  ", file=sys.stderr)

    def _trouble(self) -> None:
        """A program is killed or frozen, every third time the host."""
        host, rng = self._host(), self._rng
        players = [program for program in self._net.programs if isinstance(program, Player)]
        if host is None or host.won or not host.server.table.room.playing:
            return  # nobody takes a table over that has no match to go on with
        if len(players) < self._seats - 2:
            return
        victim: Program = host if rng.random() < 1 / 3 else rng.choice(players)
        player = next((p for p in players if victim in (p, p.host)), None)
        programs: list[Program] = [
            program for program in (player, player.host if player else host) if program
        ]
        if rng.random() < 0.4:
            self.kills += 1
            for program in programs:
                if isinstance(program, Player | Host):
                    program.kill()
            if player:
                self._absent.append((self.seconds + rng.uniform(2, 8), player))
        else:
            self.freezes += 1
            until = self.seconds + rng.uniform(0.3, 5)
            for program in programs:
                program.frozen = until

    def _return_absent(self) -> None:
        for program in self._of(Player):
            if isinstance(program, Player) and program.ended:
                program.kill()
                self.left += 1
                self._absent.append((self.seconds + 2, program))
        host = self._host()
        for at, player in list(self._absent):
            if host and at < self.seconds and not host.frozen > self.seconds:
                self._absent.remove((at, player))
                self._net.add(Player(self._net, self.tally, player.number, host.address, player))

    def _ask_for_another_match(self) -> None:
        """The owner does so a few seconds after a match, as a person would."""
        host = self._host()
        if host is None or not host.won:
            self._won = None
        elif self._won is None:
            self._won = self.seconds
        elif self.seconds - self._won > 4:
            for program in self._of(Player):
                if isinstance(program, Player) and program.owner:
                    program.at.client.ask(Rematch())
                    self._won = self.seconds


def soak(
    rounds: int, seed: int, hours: float, folder: Path, trouble: float = TROUBLE, seats: int = SEATS
) -> dict[str, object]:
    """The figures of so many rounds or hours, whichever comes first; also if it is interrupted."""
    begun, soaked = time.process_time(), Soak(folder, seed, trouble, seats)
    broken_off = False
    try:
        soaked.run(rounds, hours * _HOUR)
    except KeyboardInterrupt:
        broken_off = True
    return {
        "seed": seed,
        "broken_off": broken_off,
        "cpu_seconds": round(time.process_time() - begun, 1),
        **soaked.figures(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--hours", type=float, default=24.0, help="of simulated play, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="where the replays are kept; else they are deleted")
    args = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with tempfile.TemporaryDirectory() as temporary:
        figures = soak(args.rounds, args.seed, args.hours, args.folder or Path(temporary))
    print(json.dumps(figures, indent=2))
    bad = ("digests_differing", "replays_failed", "tables_lost", "forks")
    sys.exit(1 if any(figures[each] for each in bad) else 0)


if __name__ == "__main__":
    main()
