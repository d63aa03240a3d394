"""Nothing that anybody sends raises, grows, or disturbs a match. `make fuzz` tries a hundred times more."""

import gc
import tracemalloc
from random import Random

import pytest

from tests.many import TIMES, many
from tests.net.fuzzing import TICK, Corpus, Host, Steady, attack_client, attack_host, decoders, stranger


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return Corpus()


def test_what_can_be_read_is_read_as_it_was_written(corpus: Corpus) -> None:
    assert decoders(Random(1), corpus, many(4_000)) > many(500)


@pytest.mark.parametrize("owner", [False, True])
def test_a_host_bears_every_field_at_its_bounds_and_drops_who_goes_beyond(
    corpus: Corpus, owner: bool
) -> None:
    assert attack_host(Random(2), corpus, owner, max(1, 8 // TIMES)) > 400


def test_a_client_bears_every_field_at_its_bounds_and_whatever_is_drawn() -> None:
    assert attack_client(Random(3), max(1, 300 // TIMES)) > 100


def test_a_host_does_not_grow(corpus: Corpus) -> None:
    host, rng, sizes = Host(Random(4), corpus), Random(5), []
    tracemalloc.start()
    for _ in range(2):
        for number in range(many(1600)):
            stranger(rng, corpus, host.net.table, (f"10.{number % 8}.{number % 9999}", 1), host.net.now)
            host.net.run(TICK / 1e6)
        gc.collect()
        sizes.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    assert sizes[1] - sizes[0] < 350_000, "the senders remembered, of which there are at most 4096"


def test_match_that_strangers_attack_is_the_match_that_it_would_have_been(corpus: Corpus) -> None:
    alone, attacked, rng = Steady(), Steady(), Random(6)
    for _ in range(many(2000)):
        alone.run(TICK / 1e6)
        attacked.run(TICK / 1e6)
        attacked.attacked(rng, corpus)
    assert len(alone.match.log) > 10
    assert attacked.story() == alone.story()
