"""Whatever is kept survives kill -9, on any system. `python -m tests.storage.killed` kills a hundred."""

from pathlib import Path

import pytest

from tests.storage.killed import begin, kill, lost

pytestmark = pytest.mark.real


@pytest.mark.parametrize("after", [1, 100])
def test_nothing_that_was_told_is_lost(after: int, tmp_path: Path) -> None:
    assert lost(tmp_path, kill(begin(tmp_path), after)) == {}
