"""Nothing that anybody sends raises, grows, or disturbs a match; `make fuzz` does the same for longer."""

import gc
import tracemalloc
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.net.discovery.finder import Finder
from game.net.transport.channel import Channel
from game.net.transport.endpoint import CLIENT_NOTE
from game.net.wire.codec import decode_down, decode_join, decode_up
from game.net.wire.fields import WireError
from game.net.wire.packet import VERSION, plain, read_plain
from tests.net.answerer import INFO, answer
from tests.net.fuzzing import Attack, Lobby, Steady, client, decoders
from tests.net.mutation import Corpus
from tests.net.simnet import new_table

ANYTHING = st.binary(max_size=1201)


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return Corpus()


@given(ANYTHING)
def test_any_bytes_are_a_message_or_none(data: bytes) -> None:
    for decode in (decode_up, decode_down, decode_join):
        try:
            decode(data)
        except WireError:
            continue


@given(ANYTHING, st.integers(0, 2**16 - 1))
def test_any_bytes_are_the_inside_of_a_packet_or_none(data: bytes, first: int) -> None:
    Channel(CLIENT_NOTE, first).unpack(data, 0)


@given(st.integers(0, 8), st.integers(VERSION - 1, VERSION + 1), ANYTHING)
def test_any_datagram_without_a_key_is_answered_shortly_or_not_at_all(
    kind: int, version: int, body: bytes
) -> None:
    data = plain(kind, body)
    data = data[:6] + bytes((version,)) + data[7:]
    assert read_plain(data)
    found = answer(data, INFO)
    assert found is None or len(found) <= len(data)
    Finder(0).take(data, ("10.0.0.1", 1), 0)
    found = new_table().receive(data, ("10.0.0.1", 1), 0)
    assert found is None or len(found) <= len(data)


def test_mutated_messages_are_read_as_written_or_refused(corpus: Corpus) -> None:
    assert decoders(Random(1), corpus, 8_000) > 400, "messages that can be read, though changed"


def test_client_bears_a_host_that_says_anything(corpus: Corpus) -> None:
    assert client(Random(2), corpus, 6_000) > 400, "messages that come as far as the client"


def test_table_before_the_match_bears_anything_and_does_not_grow(corpus: Corpus) -> None:
    lobby = Lobby(Random(3), corpus)
    sizes = []
    tracemalloc.start()
    for _ in range(2):
        for _ in range(15):
            lobby.step(200)
        gc.collect()
        sizes.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    assert sizes[1] - sizes[0] < 650_000, "the senders remembered, of which there are at most 4096"


def test_match_that_strangers_attack_is_the_match_that_it_would_have_been(corpus: Corpus) -> None:
    alone, attacked = Steady(), Steady()
    attack = Attack(Random(4), corpus, attacked, watchers=False)
    for _ in range(4000):
        alone.run(0.002)
        attacked.run(0.002)
        attack.step(4)
    assert len(alone.match.log) > 20
    assert attacked.story() == alone.story()


def test_match_that_watchers_attack_goes_on(corpus: Corpus) -> None:
    attacked = Steady()
    attack = Attack(Random(5), corpus, attacked, watchers=True)
    for _ in range(4000):
        attacked.run(0.002)
        attack.step(4)
    assert len(attacked.match.log) > 20
    assert attacked.sound()
