"""Nothing that anybody sends raises, grows, or disturbs a match; `make fuzz` does the same for longer."""

import gc
import tracemalloc
from random import Random

import pytest

from tests.net.fuzzing import Attack, Lobby, Steady, client, decoders
from tests.net.mutation import Corpus


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return Corpus()


def test_mutated_messages_are_read_as_written_or_refused(corpus: Corpus) -> None:
    assert decoders(Random(1), corpus, 4_000) > 200, "messages that can be read, though changed"


def test_client_bears_a_host_that_says_anything(corpus: Corpus) -> None:
    assert client(Random(2), corpus, 3_000) > 200, "messages that come as far as the client"


def test_table_before_the_match_bears_anything_and_does_not_grow(corpus: Corpus) -> None:
    lobby = Lobby(Random(3), corpus)
    sizes = []
    tracemalloc.start()
    for _ in range(2):
        for _ in range(8):
            lobby.step(200)
        gc.collect()
        sizes.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    assert sizes[1] - sizes[0] < 350_000, "the senders remembered, of which there are at most 4096"


def test_match_that_strangers_attack_is_the_match_that_it_would_have_been(corpus: Corpus) -> None:
    alone, attacked = Steady(), Steady()
    attack = Attack(Random(4), corpus, attacked, watchers=False)
    for _ in range(2000):
        alone.run(0.002)
        attacked.run(0.002)
        attack.step(4)
    assert len(alone.match.log) > 10
    assert attacked.story() == alone.story()


def test_match_that_watchers_attack_goes_on(corpus: Corpus) -> None:
    attacked = Steady()
    attack = Attack(Random(5), corpus, attacked, watchers=True)
    for _ in range(2000):
        attacked.run(0.002)
        attack.step(4)
    assert len(attacked.match.log) > 10
    assert attacked.sound()
