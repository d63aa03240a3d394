"""Damaged files of every kind: `make fuzz` takes many more."""

from tests.many import many
from tests.storage.damaged import attack


def test_every_damaged_file_is_understood_or_one_line() -> None:
    told = attack(many(100), 11)
    assert sum(kind["files"] for kind in told.values()) == many(100)
    assert all(kind["understood"] < kind["files"] for kind in told.values())
