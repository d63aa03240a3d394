"""From the archive to the title: on Windows and on Linux, in turn."""

import time
from pathlib import Path

import pytest

from tests.desktop.program import Built, Start
from tests.windows.conftest import unpacked

pytestmark = pytest.mark.journey
RUNS = 3
MOST = 2.0
"""Times as long as on Linux."""


@pytest.mark.alone
def test_from_the_archive_to_the_title_it_takes_at_most_twice_as_long_as_on_linux(
    program: Start, windows: Built, tmp_path: Path
) -> None:
    took: dict[str, list[float]] = {"windows": [], "linux": []}
    with program(built=windows):  # Wine itself is running then
        for number in range(RUNS):
            for system, seconds in took.items():
                begun = time.monotonic()
                built = unpacked(system, tmp_path / f"{system}{number}")
                with program(built=built._replace(environment=windows.environment)) as game:
                    game.wait_scene("title")
                    seconds.append(time.monotonic() - begun)
    best = {system: min(seconds) for system, seconds in took.items()}
    print(f"from the archive to the title: {best['windows']:.2f} s, on Linux {best['linux']:.2f} s")
    assert best["windows"] < MOST * best["linux"]
