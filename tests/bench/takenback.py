"""How many cards that lay on the shared piles at somebody's screen are taken back when the host is killed, as
the next one had not heard of them: at 10±5 ms each way, by the share of packets lost."""

import statistics
import tempfile
from pathlib import Path
from random import Random

from game.core.cards import Card
from game.core.state import PLAYING, State
from game.rules.haisty import OWN
from tests.net.impair import BUSY
from tests.net.players import Host
from tests.net.programs import Programs

LOSSES = (0.0, 0.05, 0.25)
EVENINGS, PLAYERS, TAKEOVERS = 60, 4, 3


def measure(evenings: int = EVENINGS) -> dict[str, dict[str, float]]:
    """In evenings of four hard bots, of which each loses three hosts one after another."""
    found = {}
    for loss in LOSSES:
        each = [cards for seed in range(evenings) for cards in _evening(loss, seed)]
        found[f"loss {loss:.0%}"] = {
            "takeovers": len(each),
            "taken_back_mean": round(statistics.mean(each), 3),
            "taken_back_most": max(each),
        }
    return found


def _evening(loss: float, seed: int) -> list[int]:
    """At each takeover, the cards taken back at one screen or more."""
    rng, found = Random(seed), []
    with tempfile.TemporaryDirectory() as folder:
        table = Programs(Path(folder), PLAYERS, way=BUSY._replace(loss=loss), seed=seed, target=9999)
        try:
            for _ in range(TAKEOVERS):
                table.run(rng.uniform(3, 10))
                found.append(_kill_host(table))
        finally:
            table.close()
    return found


def _kill_host(table: Programs) -> int:
    """The cards taken back, wherever they were seen."""
    hosts = [player for player in table.players if player.host]
    for player in hosts:
        table.players.remove(player)
        player.kill()
    if not hosts:
        table.host.kill()
    seen = [player.at.client.table for player in table.players]

    def gone_on() -> list[Host]:
        moved = all(player.at.client.table not in seen for player in table.players)
        return [host for host in table.own_hosts if moved and host.plays]

    table.until(gone_on, 60)
    [host] = gone_on()
    match = host.server.table.room.match
    assert match and match.resumed
    return len({card for each in seen for card in _laid(each.state) - _laid(match.resumed)})


def _laid(state: State) -> set[tuple[int, Card]]:
    """The cards on the shared piles, each with its round."""
    piles = state.table.piles[OWN * len(state.totals) :] if state.phase == PLAYING else ()
    return {(state.round, card) for pile in piles for card in pile.cards}
