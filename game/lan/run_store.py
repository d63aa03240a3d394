"""The ladder as it is exchanged on the network: its runs are read and checked in a thread of its own."""

from collections.abc import Callable, Mapping
from pathlib import Path

from game.challenges.ladder import AHEAD, Entry, Ladder
from game.net.run_exchange import RunStore
from game.net.wire.messages import RunKey
from game.storage.data_folder import LADDER_DAYS, BackgroundWriter
from game.storage.packed_run import unpack
from game.storage.replay_format import ReplayError
from game.storage.settings import Settings
from game.system import here


class RunFolder:
    """The ladder of a data folder; it is exchanged while the player's settings say so."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self._ladder, self._settings = Ladder(folder), settings
        self._work = BackgroundWriter(lambda _notice: None)
        self._entries: dict[RunKey, Entry] = {}
        self._times: dict[RunKey, int] = {}
        self._seen: object = None
        """What the ladder was when it was read."""

    @property
    def on(self) -> bool:
        """Whether the player wants to exchange runs."""
        return self._settings.ladder

    @property
    def days(self) -> range:
        """The days of the ladder."""
        today = here().clock.today().toordinal()
        return range(today - LADDER_DAYS + 1, today + AHEAD + 1)

    def held(self) -> Mapping[RunKey, int]:
        """The time of each run, as far as they have been read."""
        if (seen := (self._ladder.changed, self.days)) != self._seen:
            self._seen = seen
            self._work.do("read", self._read)
        return self._times

    def packed(self, run: RunKey) -> bytes:
        """A run for the network."""
        entry = self._entries.get(run)
        return self._ladder.packed(entry) if entry else b""

    def offer(self, packed: bytes, judge: Callable[[bool], None]) -> None:
        """Have a run checked. The thread rests as long as that has taken: whoever sends many of them has at
        most half of one processor."""

        def check() -> None:
            begun, good = here().clock.seconds(), True
            try:
                if self._ladder.add(unpack(packed), here().clock.today()):
                    self._read()
            except (ReplayError, ValueError):  # others are to blame for nothing else, such as the own disk
                good = False
            finally:
                judge(good)
                here().clock.pause(here().clock.seconds() - begun)

        self._work.do(object(), check)

    def _read(self) -> None:
        entries = self._ladder.entries(here().clock.today()).values()
        self._entries = {(each.day.toordinal(), each.signer[:8]): each for each in entries}
        self._times = {run: each.time for run, each in self._entries.items()}


def run_store(folder: Path | None, settings: Settings) -> RunStore | None:
    """The ladder of a data folder for the network, if there is a folder."""
    return RunFolder(folder, settings) if folder else None
