"""A short soak: eight programs on a bad network, killed and frozen, agree on every round."""

from pathlib import Path

from tests.bench.soak import soak


def test_eight_programs_agree_on_a_bad_network_though_they_are_killed_and_frozen(tmp_path: Path) -> None:
    figures = soak(2, 3, 1.0, tmp_path, trouble=8.0)
    assert figures["rounds"] == 2
    assert figures["digests_differing"] == figures["tables_lost"] == 0
    assert figures["replays_failed"] == []
