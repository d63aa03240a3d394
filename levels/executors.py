"""Where the search runs: on the cores of this machine, or on a Dask cluster."""

import multiprocessing
import os
import signal
import tempfile
import zipfile
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
PACKAGES = "game", "levels"
"""What a worker needs of this program, beside requirements.txt."""
PATIENCE = 10
"""Seconds until a scheduler must have answered."""
AHEAD = 3
"""Tasks that are handed over at a time for each worker, so that none waits for the next."""


class Workers(NamedTuple):
    """An executor, and how many tasks it should have been handed at a time."""

    executor: Executor
    ahead: int


@contextmanager
def local(jobs: int) -> Iterator[Workers]:
    """Processes of this machine. They are spawned: forked ones would inherit SDL's handlers of signals."""
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, _stand_back)
    try:
        yield Workers(pool, AHEAD * jobs)
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def cluster(address: str, workers: int = 1) -> Iterator[Workers]:
    """The workers of a Dask scheduler, each sent this version of the program; it is waited for so many of
    them. Raises OSError if there is no scheduler, or not so many workers."""
    from distributed import Client  # noqa: PLC0415 - only who has a cluster needs it

    connect: Any = Client  # it states no types
    try:
        client = connect(address, timeout=PATIENCE, set_as_default=False)
        client.wait_for_workers(workers, timeout=PATIENCE)
    except OSError:
        raise OSError(f"no scheduler at {address} with {workers} workers") from None
    with client:
        threads = sum(client.nthreads().values())
        with tempfile.TemporaryDirectory() as folder:
            client.upload_file(str(_program(Path(folder))))
        yield Workers(client.get_executor(pure=False), AHEAD * threads)


def _program(folder: Path) -> Path:
    """The packages as an archive that Python can import from."""
    path = folder / "haisty.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for package in PACKAGES:
            for module in sorted((ROOT / package).rglob("*.py")):
                archive.write(module, module.relative_to(ROOT))
    return path


def _stand_back() -> None:
    """A process of the pool leaves the machine to whoever works at it, and Ctrl+C to its parent."""
    os.nice(10)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
