"""Rounds whose deal nobody could choose, played by simulated clients that check it."""

from game.core.cards import Pile, pack
from game.core.rules import Rules
from game.core.shuffle import Seed, Stream, derive, shuffled
from game.core.state import SCORED, WON, Play
from game.core.table import Move, Table
from game.lan.hosting import rules_of
from game.net.client import deal_verdict as why
from game.net.client.deal_verdict import UNPROVABLE, DealVerdict
from game.rules.haisty import Haisty
from tests.net.duel import Duel
from tests.net.impair import LAN, Way
from tests.net.simnet import SECOND, Net, new_table

SEED = bytes.fromhex("5eedc0de12345678" * 4)
WITHHELD = DealVerdict(UNPROVABLE, why.WITHHELD, (1,))


class Shuffled(Duel):
    """The duel with a whole pack for each seat, in the order of the deal: no two deals are alike."""

    def deal(self, seed: Seed, seats: int) -> Table:
        cards = (shuffled(pack(seat), Stream(derive(seed, 1))) for seat in range(seats))
        return Table((*(Pile(each, len(each)) for each in cards), Pile(), Pile()))


def table_of(*ways: Way, rounds: int = 1, seed: Seed = SEED, rules: type[Rules] = Haisty) -> Net:
    """Clients behind these ways, who check what they see; bots play for them, but not in a duel."""
    net = Net(new_table(len(ways), rounds=rounds, seed=seed, rules=rules), 3, quick=True)
    for way in ways:
        if rules is Haisty:
            net.join(way, way, rules=rules_of)
        else:
            net.join(way, way, level=None, rules=lambda *_: rules())
    return net


def found(net: Net, number: int = 1) -> list[DealVerdict | None]:
    """What the clients have found of the deal of a round, once the host has opened its number."""
    net.run(3)
    return [client.table.witness.verdict(number) for client in net.clients]


def start(net: Net) -> None:
    """Everybody knocks, and the round is dealt."""
    net.begin()
    net.run(3, lambda: net.now > (net.match.state.starts or 0) + SECOND // 10)


def begun(seats: int = 2, rounds: int = 1, rules: type[Rules] = Duel) -> Net:
    """A duel in play between clients of a LAN."""
    net = table_of(*[LAN] * seats, rounds=rounds, rules=rules)
    start(net)
    return net


def knocked(net: Net, seat: int = 0, number: int = 1) -> list[DealVerdict | None]:
    """What the clients find of a round that this seat ends by its knock."""
    net.press(net.clients[seat], Move(seat, seat, 0))
    return found(net, number)


def tie_and_knock(net: Net) -> None:
    """A round with three ties, up to the knock that ends it."""
    start(net)
    for place in (0, 1, 0):
        press = max(client.table.host_now(client.clock(net.now)) for client in net.clients)
        for seat, client in enumerate(net.clients):
            net.ask(client, Play(Move(seat, len(net.clients) + place), press))
        net.run(0.5)
    net.press(net.clients[0], Move(0, 0, 0))


def duel(net: Net) -> list[DealVerdict | None]:
    """A round of the duel with three ties, and what the clients find of it."""
    tie_and_knock(net)
    assert net.run(5, lambda: all(client.table.state.phase in (SCORED, WON) for client in net.clients))
    return found(net)
