"""The ladder as tables on the network see it: its runs are read and checked in a thread of its own."""

from collections.abc import Collection
from contextlib import suppress
from datetime import date
from pathlib import Path

from game.challenges.ladder import Ladder
from game.net.run_exchange import RunStore
from game.storage.data_folder import BackgroundWriter
from game.storage.packed_run import unpack
from game.storage.replay_format import ReplayError
from game.storage.settings import Settings
from game.system import here


class RunFolder:
    """The ladder of a data folder; it meets others while the player's settings say so."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self._ladder, self._settings = Ladder(folder), settings
        self._work = BackgroundWriter(lambda _notice: None)
        self._own: Collection[bytes] = ()
        self._seen: object = None
        """What the ladder was when it was read."""

    @property
    def on(self) -> bool:
        """Whether the player wants to tell of runs and to hear of others'."""
        return self._settings.ladder

    def own(self) -> Collection[bytes]:
        """The player's own runs of these days, as far as they have been read."""
        today = here().clock.today()
        if (seen := (self._ladder.changed, today)) != self._seen:
            self._seen = seen
            self._work.do("read", lambda: self._read(today))
        return self._own

    def offer(self, run: bytes) -> None:
        """Have a run checked, and kept if it counts. The thread rests as long as that has taken: whoever
        sends many of them has at most half of one processor."""

        def check() -> None:
            begun = here().clock.seconds()
            with suppress(ReplayError, ValueError):
                self._ladder.add(unpack(run), here().clock.today())
            here().clock.pause(here().clock.seconds() - begun)

        self._work.do(object(), check)

    def _read(self, today: date) -> None:
        own, entries = self._ladder.own, self._ladder.entries(today).values()
        packed = [self._ladder.packed(entry) for entry in entries if entry.signer == own]
        self._own = tuple(filter(None, packed))


def run_store(folder: Path | None, settings: Settings) -> RunStore | None:
    """The ladder of a data folder for the network, if there is a folder."""
    return RunFolder(folder, settings) if folder else None
