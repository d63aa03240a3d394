"""Programs in real windows, for journeys."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desktop.program import Start
from tests.desktop.x11 import missing
from tests.ports import kept_port


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Start]:
    """Starts programs: `with program() as game:`."""
    if reason := missing():
        pytest.skip(reason)
    with kept_port() as port:
        yield Start(tmp_path, port)
