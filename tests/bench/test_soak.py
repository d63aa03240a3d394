"""A short soak: four programs on a bad network, killed and frozen, agree on every round."""

from pathlib import Path

from tests.bench.soak import soak


def test_four_programs_agree_on_a_bad_network_though_they_are_killed_and_frozen(tmp_path: Path) -> None:
    figures = soak(1, 3, 1.0, tmp_path, trouble=8.0, seats=4)
    assert figures["rounds"] == 1
    assert figures["digests_compared"]
    assert figures["digests_differing"] == figures["tables_lost"] == figures["forks"] == 0
    assert figures["replays_failed"] == []
