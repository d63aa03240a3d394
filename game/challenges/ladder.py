"""The ladder: everyone's best runs at the daily deals of a week, as far as they have come here.

A folder holds one file for each day and signer. Whatever comes, by the network or as a file, counts only if
it is signed, is of a deal of these days, wins by the rules in the time stated, and is better than what its
signer had. Names are shown, keys decide.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from pathlib import Path
from threading import RLock
from typing import Final

from game.challenges.challenge import index, too_fast
from game.challenges.level import Challenge, LevelError
from game.challenges.level_files import DAILY, daily
from game.core.limits import NAME
from game.core.portraits import Portrait
from game.i18n import N_, Notice, Notify, drop_notice
from game.names.line import line, looks
from game.signing import key_mark, signing_key
from game.storage import files
from game.storage.data_folder import LADDER, LADDER_DAYS, DataFolderError, locked, open_folder, write
from game.storage.identity import told_key
from game.storage.packed_run import TooLong, pack
from game.storage.replay_format import Mismatch, ReplayError
from game.storage.replay_writer import signed_run
from game.storage.run_replay import RunReplay, check_run, read_run
from game.system import here

AHEAD: Final = 1
"""Days that a run may lie ahead: it is tomorrow already for a friend from another time zone, or whose clock
is fast."""
SIGNERS: Final = 64
"""The most runs of a day, without the own: the quickest."""
ACTS: Final = 1000
"""The most acts of a run: playing them again takes a third of a second at most."""
RUNS: Final = 1000
"""So many runs are kept: of two weeks with the most signers, of a year in a small family. While there is
room, none is deleted, for it may be the clock that is wrong."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A run on the ladder."""

    day: date
    signer: bytes
    name: str
    time: int
    back: int
    portrait: Portrait

    @property
    def index(self) -> float:
        """A careful player's presses for each second of it."""
        return index(self.time, _level(self.day).pace)

    @property
    def file(self) -> str:
        """The name of its file: there is one for each day and signer."""
        return f"{self.day}-{self.signer.hex()}.run"


@dataclass(frozen=True, slots=True)
class Standing:
    """Somebody's place on the ladder."""

    place: int
    name: str
    signer: bytes
    own: bool
    index: float
    """The sum of those of the days."""
    days: Mapping[date, Entry]


class Ladder:
    """The ladder of a data folder. Its methods may be called from any thread."""

    def __init__(self, folder: Path, notify: Notify = drop_notice) -> None:
        """`notify` hears if something is wrong with this installation's key."""
        self._notify = notify
        self._home, self._folder = folder, folder / LADDER
        self._lock = RLock()
        self._known: dict[str, tuple[int, Entry]] = {}
        """By the names of files, when each was written, and what is in it."""

    @property
    def changed(self) -> int:
        """When the ladder changed, as a number that differs whenever it has."""
        try:
            return self._folder.stat().st_mtime_ns
        except OSError:
            return 0

    @property
    def own(self) -> bytes:
        """The public key of this installation."""
        return signing_key(told_key(self._home, self._notify)).public_key().public_bytes_raw()

    def entries(self, today: date) -> dict[str, Entry]:
        """All runs of these days; of others, the files of the earliest are deleted where there are too
        many."""
        with self._lock:
            self._known = dict(self._read(today))
        return {name: entry for name, (_when, entry) in self._known.items()}

    def add(self, data: bytes, today: date, path: Path = Path()) -> bool:
        """Keep the run in the bytes of a file; returns whether it is better than what its signer had.

        `path`: the file, for the error. Raises ReplayError if it does not count, DataFolderError.
        """
        run, entry = self._checked(data, today, path)
        open_folder(self._folder)
        with self._lock, locked(self._folder):
            entries, own = self.entries(today), self.own
            beaten = entries.get(entry.file)
            if not beaten and entry.signer != own:
                beside = [each for each in entries.values() if each.day == entry.day and each.signer != own]
                if len(beside) >= SIGNERS:
                    beaten = max(beside, key=lambda each: each.time)
            if beaten and beaten.time <= entry.time:
                return False
            _replay(run, path)
            write(self.path(entry), data)
            if beaten and beaten.file != entry.file:
                with suppress(OSError):
                    files.remove(self.path(beaten))
        return True

    def add_own(self, run: RunReplay) -> None:
        """Keep an own run of a daily deal that came out. Raises ReplayError if it does not count,
        DataFolderError."""
        if run.header.challenge.startswith(DAILY) and run.result.placed == run.result.cards:
            signed, today = signed_run(self._home, run, self._notify), here().clock.today()
            self.add(signed, today, Path(run.header.challenge))

    def path(self, entry: Entry) -> Path:
        """The file of a run."""
        return self._folder / entry.file

    def packed(self, entry: Entry) -> bytes:
        """The run for the network; nothing if it is gone."""
        try:
            return pack(files.read(self.path(entry)))
        except (OSError, ValueError):
            return b""

    def standings(self, today: date) -> list[Standing]:
        """Everyone met, by their index; who is ahead comes first."""
        people: dict[bytes, dict[date, Entry]] = {}
        for entry in self.entries(today).values():
            if entry.day <= today:
                people.setdefault(entry.signer, {})[entry.day] = entry
        names, own = _names(people), self.own
        found = [(sum(each.index for each in days.values()), key) for key, days in people.items()]
        found.sort(key=lambda one: (-one[0], one[1]))
        return [
            Standing(place, names[key], key, key == own, index, people[key])
            for place, (index, key) in enumerate(found, 1)
        ]

    def _checked(self, data: bytes, today: date, path: Path) -> tuple[RunReplay, Entry]:
        """The run, checked but for the rules. Raises ReplayError, and DataFolderError if its deal cannot be
        read."""
        run = read_run(path, data)
        if not run.signer:
            raise _refusal(path, Notice(N_("it is not signed")))
        day = _day(run.header.challenge)
        if day is None or not _counts(day, today):
            raise _refusal(path, Notice(N_("it is not a daily deal of the last seven days")))
        if len(run.acts) > ACTS:
            raise _refusal(path, Notice(N_("it is too long")))
        try:
            level: Challenge | None = _level(day)
        except LevelError as error:
            raise DataFolderError(error) from None  # the own files are to blame, not the run
        try:
            pack(data)
        except TooLong:
            raise _refusal(path, Notice(N_("it is too long"))) from None
        except ValueError:
            level = None
        if level is None or (level.variant(), level.seed) != (run.rules, run.header.seed):
            raise _refusal(path, Notice(N_("it is damaged, or not of this deal")))
        if too_fast(run):
            raise _refusal(path, Notice(N_("its moves are faster than any hand")))
        head = run.header
        return run, Entry(day, run.signer, head.name, run.result.time, head.back, head.portrait)

    def _read(self, today: date) -> Iterator[tuple[str, tuple[int, Entry]]]:
        """What the files hold, as far as it counts; of other days those runs too many are deleted."""
        for number, path in enumerate(sorted(self._folder.glob("*.run"), reverse=True)):
            with suppress(OSError, ReplayError, DataFolderError):
                when, known = path.stat().st_mtime_ns, self._known.get(path.name)
                day = _day(f"{DAILY}-{path.name[:10]}")
                if day and not _counts(day, today):
                    if number >= RUNS and path.name == f"{day}-{read_run(path).signer.hex()}.run":
                        files.remove(path)
                elif known and known[0] == when:
                    yield path.name, known
                else:
                    entry = self._checked(files.read(path), today, path)[1]
                    if entry.file == path.name:
                        yield path.name, (when, entry)


def _refusal(path: Path, why: object) -> ReplayError:
    return ReplayError(Notice("{path}: {reason}", path=path, reason=why))


def _replay(run: RunReplay, path: Path) -> None:
    """Play the run again. Raises ReplayError if it does not win as it states."""
    try:
        won = check_run(run).won
    except Mismatch as error:
        raise _refusal(path, error) from None
    if not won:
        raise _refusal(path, Notice(N_("it did not come out")))


def _day(challenge: str) -> date | None:
    """The day of a daily challenge."""
    try:
        day = date.fromisoformat(challenge.removeprefix(f"{DAILY}-"))
    except ValueError:
        return None
    return day if challenge == f"{DAILY}-{day.isoformat()}" else None


def _counts(day: date, today: date) -> bool:
    return -AHEAD <= (today - day).days < LADDER_DAYS


@lru_cache(maxsize=2 * LADDER_DAYS)
def _level(day: date) -> Challenge:
    return daily(day)


def week(today: date) -> list[date]:
    """The days of the ladder, today last."""
    return [today - timedelta(days=back) for back in reversed(range(LADDER_DAYS))]


def _names(people: Mapping[bytes, Mapping[date, Entry]]) -> dict[bytes, str]:
    """How each is called: as in the latest run, with a mark of the key where others look the same."""
    latest = {key: line(days[max(days)].name)[:NAME].strip() or "?" for key, days in people.items()}
    seen: dict[str, int] = {}
    for name in latest.values():
        for look in looks(name):
            seen[look] = seen.get(look, 0) + 1
    return {
        key: f"{name} {key_mark(key)}" if any(seen[look] > 1 for look in looks(name)) else name
        for key, name in latest.items()
    }
