"""The programs that were built, unpacked as whoever is handed them does."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desktop.conftest import program as program  # noqa: PLC0414 - its fixture is ours, too
from tests.desktop.program import Built
from tests.windows import wine


def unpacked(system: str, folder: Path, prefix: Path = wine.PREFIX) -> Built:
    """The program for `windows` or `linux`, unpacked there."""
    shutil.unpack_archive(wine.archive(system), folder)
    if system == "linux":
        return Built((str(folder / "haisty" / "haisty"),), {})
    kept = {
        name: value
        for name, value in wine.environment(prefix).items()
        if name.startswith(("LC_", "WINE", "SDL_"))
    }
    return Built(("wine", str(folder / "haisty" / "haisty.exe")), kept | {"PATH": os.environ["PATH"]})


@pytest.fixture(scope="session")
def windows(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[Built]:
    """The program for Windows."""
    if reason := wine.missing():
        pytest.skip(reason)
    try:
        wine.archive("windows")
    except LookupError as error:
        pytest.skip(str(error))
    with wine.prefix(f"prefix-{worker_id}") as prefix:
        yield unpacked("windows", tmp_path_factory.mktemp("windows"), prefix)
