"""Programs in real windows, for journeys."""

from pathlib import Path

import pytest

from tests.desktop.program import Start
from tests.desktop.x11 import missing


@pytest.fixture
def program(tmp_path: Path) -> Start:
    """Starts programs: `with program() as game:`."""
    if reason := missing():
        pytest.skip(reason)
    return Start(tmp_path)
