"""A short soak: four programs on a bad network, killed and frozen, agree on every round."""

from pathlib import Path

import pytest

from game.bots.pace import PACES
from tests.bench.soak import soak
from tests.quick_bots import FAST

pytestmark = pytest.mark.real


def test_four_programs_agree_on_a_bad_network_though_they_are_killed_and_frozen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PACES, "hard", FAST)
    figures = soak(1, 3, 1.0, tmp_path, trouble=4.0, seats=4)
    assert figures["killed"] and figures["frozen"]
    assert figures["rounds"] == 1
    assert figures["digests_compared"]
    assert figures["digests_differing"] == figures["tables_lost"] == figures["forks"] == 0
    assert figures["replays_failed"] == []
