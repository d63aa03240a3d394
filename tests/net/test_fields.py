"""No field at or beyond its bounds disturbs a host or stops a client; `make fuzz` tries all."""

import pytest

from tests.net.fieldfuzz import attack_client, attack_host


@pytest.mark.parametrize("owner", [False, True])
def test_a_host_bears_every_field_at_its_bounds_and_drops_who_goes_beyond(owner: bool) -> None:
    assert attack_host(8, owner) > 400


def test_a_client_bears_every_field_at_its_bounds() -> None:
    assert attack_client(60) > 40
