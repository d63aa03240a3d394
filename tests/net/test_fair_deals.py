"""Rounds whose deal nobody could choose: proved at every seat, and what a host can do is found out."""

from game.core.shuffle import Seed
from game.core.verdict import PROVED, Verdict
from game.lan.hosting import haisty_rules
from tests.net.impair import BUSY, LAN, Way
from tests.net.simnet import Net, new_table

SEED = bytes.fromhex("5eedc0de12345678" * 4)


def table_of(*ways: Way, rounds: int = 1, seed: Seed = SEED, seats: int = 0) -> Net:
    """Clients behind these ways, who check what they see."""
    net = Net(new_table(seats or len(ways), rounds=rounds, seed=seed), 3)
    for way in ways:
        net.join(way, way, rules=haisty_rules)
    return net


def verdicts(net: Net) -> list[dict[int, Verdict]]:
    return [client.table.witness.verdicts for client in net.clients]


def test_every_seat_proves_every_round() -> None:
    net = table_of(LAN, LAN, BUSY, BUSY, rounds=2)
    net.play()
    net.run(5)
    assert verdicts(net) == [{1: Verdict(PROVED), 2: Verdict(PROVED)}] * 4
