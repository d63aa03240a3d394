"""Damaged files of every kind: `make fuzz` takes many more."""

from tests.bench.filefuzz import attack


def test_every_damaged_file_is_understood_or_one_line() -> None:
    told = attack(100, 11)
    assert sum(kind["files"] for kind in told.values()) == 100
    assert all(kind["understood"] < kind["files"] for kind in told.values())
