"""The shuffle is portable: these vectors hold on every machine and Python version."""

from collections import Counter

from game.core.cards import pack
from game.core.notation import card_text
from game.core.shuffle import Stream, derive, shuffled


def test_stream_is_splitmix64() -> None:
    """The reference vector that other implementations of SplitMix64 publish for this seed."""
    stream = Stream(1234567)
    assert [stream.next64() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_shuffled_pack_is_pinned() -> None:
    cards = shuffled(pack(), Stream(7))
    assert " ".join(map(card_text, cards[:13])) == "4d 5c Jh 3s 4h Th Ks 6d 4s 7h 9d 2c Kd"
    assert Counter(cards) == Counter(pack())


def test_derived_seeds_are_pinned_and_differ() -> None:
    assert derive(7, 1, 0) == 10189912723309676615
    assert len({derive(7, a, b) for a in range(30) for b in range(30)}) == 900


def test_every_order_of_three_is_equally_likely() -> None:
    counts = Counter(shuffled("abc", Stream(seed)) for seed in range(6000))
    assert len(counts) == 6
    assert max(abs(n - 1000) for n in counts.values()) < 5 * 29  # five standard deviations
