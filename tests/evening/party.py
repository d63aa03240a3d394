"""One evening as it goes on: the programs, the people before them, and what befalls both."""

import random
import shutil
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from tests.evening import invariants, mishaps
from tests.evening.acts import HOST, Act, Evening, Value
from tests.evening.liars import LIARS, lie
from tests.evening.looking import host_of_others, scenes
from tests.evening.losses import Losses
from tests.evening.people import Person
from tests.evening.program import Program, swap
from tests.world import wires, world

LOOK = 0.75
"""Seconds between two looks at all screens."""
_TABLES = 8


class Party:
    """An evening that is being played."""

    def __init__(
        self,
        evening: Evening,
        folder: Path,
        told: Callable[[str], None] | None = None,
        looks: Callable[["Party"], None] | None = None,
    ) -> None:
        """`told` hears of each act, `looks` is called at each look."""
        self.evening, self._told, self._looks = evening, told, looks
        self.world = world.begin(evening.seed)
        self.world.change = swap
        self.network = wires.lay(evening.seed)
        self.chance = random.Random(f"party {evening.seed}")
        players = sum(int(dict(guest.settings).get("players", 1)) for guest in evening.guests)
        seats = min(_TABLES, max(2, players + self.chance.randrange(2)))
        everyone = [
            Program(guest, number, folder / guest.name, seats)
            for number, guest in enumerate(evening.guests, 1)
        ]
        self.programs = [each for each in everyone if each.guest.mood not in LIARS]
        """Those that do not lie."""
        self.liars = [each for each in everyone if each.guest.mood in LIARS]
        for liar in self.liars:
            lie(liar.name, liar.guest.mood, evening.seed)
        self.people: dict[str, Person] = {}
        self.heard: list[str] = []
        """The codes of tables that have been said."""
        self.calm = 0.0
        """The second from which on nothing has befallen anybody."""
        self.found: list[tuple[str, str]] = []
        """The invariants that do not hold, and how."""
        self.memory: dict[str, Any] = {}
        """What invariants remember from look to look."""
        starts = ((0.1 + 0.7 * n, each.name, ("start",)) for n, each in enumerate(everyone))
        self._due: list[Act] = [*starts, *evening.acts]
        self.losses = Losses(self.programs)
        """The hosts that were lost, and how soon others went on."""
        self._to_tell: list[str] = []
        """What has been done since the last look: a program with a full disk can tell nobody."""
        for program in everyone if told else ():
            program.told = partial(self._tell, program)

    @property
    def now(self) -> float:
        """Seconds of the evening."""
        return self.world.passed

    def play(self) -> list[tuple[str, str]]:
        """Play until the end, or until something does not hold; returns what."""
        self.losses.watch()
        while self.now < self.evening.lasts and not self.found:
            self._due.sort(key=lambda act: act[0])
            self.world.block(self.world.at(min([self.now + LOOK, *(act[0] for act in self._due[:1])])))
            while self._due and self._due[0][0] <= self.now + 1e-6:
                self._perform(*self._due.pop(0))
            for words in self._to_tell:
                (self._told or bool)(words)
            self._to_tell.clear()
            self.calm_from(max((each.rests_until for each in self.people.values()), default=0.0))
            if self._looks:
                self._looks(self)
            self.found = list(invariants.broken(self))
        if not self.found:
            self.found = list(invariants.broken_at_the_end(self))
        return self.found

    def program(self, name: str) -> Program | None:
        """The program of this guest."""
        return next((each for each in [*self.programs, *self.liars] if each.name == name), None)

    def later(self, seconds: float, who: str, *act: Value) -> None:
        """Have something happen later."""
        self._due.append((self.now + seconds, who, act))

    def _tell(self, program: Program, words: str) -> None:
        self._to_tell.append(f"{self.now:7.2f} {program.name} {words}")

    def calm_from(self, second: float) -> None:
        """What is happening now has an effect until then."""
        self.calm = max(self.calm, second)

    def start(self, program: Program) -> None:
        """Start a program; its owner sits down before it."""
        names = tuple(guest.name for guest in self.evening.guests)

        def sits(program: Program) -> None:
            person = self.people[program.name] = Person(program, names, program.number == 1, self.heard)
            assert program.machine
            person.live(program.machine)

        program.start(sits)

    def _perform(self, _second: float, who: str, act: tuple[Value, ...]) -> None:
        program = self.program(who) if who != HOST else host_of_others(self.programs)
        if who == HOST and not program:
            self.later(LOOK, who, *act)
            return
        if not program:
            raise ValueError(f"nobody of that name comes: {who}")
        self._tell(program, f"{' '.join(map(str, act))}  [{scenes(program)}]")
        self.calm_from(self.now)
        if act == ("start",):
            if not program.alive:
                self.start(program)
        elif not mishaps.befall(self, program, act) and program.alive and program.name in self.people:
            self.people[program.name].acts.append(act)
            if act[0] == "close" and float(act[1]) < mishaps.NEVER:
                self.later(float(act[1]), program.name, "start")


def played(
    evening: Evening,
    told: Callable[[str], None] | None = None,
    looks: Callable[[Party], None] | None = None,
    ends: Callable[[Party], None] | None = None,
) -> Party:
    """A party that has been played, in a folder of its own. `looks` is called at each look, `ends` at the
    end."""
    shared = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(prefix="evening", dir=shared if shared.is_dir() else None))
    folder.chmod(0o755)
    try:
        party = Party(evening, folder, told, looks)
        party.play()
        if ends:
            ends(party)
        return party
    finally:
        shutil.rmtree(folder, ignore_errors=True)
