"""Deals from a secret: each order is as likely as any other, and nothing seen leads to what is hidden."""

from collections import Counter
from itertools import product

from game.core.cards import HIDDEN, Card
from game.core.match import Match
from game.core.shuffle import SECRET, Stream, Use, derive, shuffled
from game.core.state import Dealt, mask_match
from game.rules.haisty import Haisty

PINNED = """
aa80c29e5fad2b91 de2f94d8411476da f0f3517231351d25
85f93690a49c9345 7a8832fda994e38d a93e7b7559c13f36
1956abf25374e955 270cbc84187fc669 6007d46cccb03633
"""
DERIVED = "dd21c8b7abaeacd50f5b876222ab1383a21c37385d0a36f7a00c8f1eb340e3a3"
USES: tuple[Use, ...] = ("deal", "tie", "bot", "anew")


def secret(number: int) -> bytes:
    return number.to_bytes(SECRET)


def test_stream_of_a_secret_is_pinned() -> None:
    stream = Stream(bytes(range(32)))
    assert [f"{stream.next64():016x}" for _ in range(9)] == PINNED.split()
    assert derive(bytes(range(32)), 1, 2).hex() == DERIVED


def test_every_order_of_four_is_equally_likely() -> None:
    counts = Counter(shuffled("abcd", Stream(secret(number))) for number in range(24_000))
    assert len(counts) == 24
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 63  # chance: 1 in 100,000 (23 degrees)


def test_every_card_lies_everywhere_equally_often() -> None:
    times = 2600
    counts = Counter(
        place
        for number in range(times)
        for place in enumerate(shuffled(range(52), Stream(derive(secret(7), number))))
    )
    mean = times / 52
    surprise = sum((counts[place] - mean) ** 2 / mean for place in product(range(52), range(52)))
    assert abs(surprise - 51 * 51) < 5 * (2 * 51 * 51) ** 0.5  # five standard deviations


def test_numbers_that_would_make_some_likelier_are_drawn_again() -> None:
    class Loaded(Stream):
        def __init__(self) -> None:
            self.left = [2**64 - 1, 2**64 - 2, 5]

        def next64(self) -> int:
            return self.left.pop(0)

    loaded = Loaded()
    assert loaded.below(7) == 5  # 2**64 = 7k + 2
    assert not loaded.left


def test_each_use_round_and_seat_has_a_secret_of_its_own() -> None:
    paths = [(), *product(range(4)), *product(range(4), repeat=2), *product(range(4), repeat=3)]
    found = {derive(secret(1), *path, use=use) for path in paths for use in USES}
    assert len(found) == len(paths) * len(USES)
    assert {len(each) for each in found} == {SECRET}
    assert derive(derive(secret(1), 2), 3) not in found


def test_one_bit_of_the_secret_changes_all_packs_of_all_rounds() -> None:
    for bit in range(0, 8 * SECRET, 17):
        for number in (1, 2):
            deals = [Haisty().deal(derive(secret(n), number), 3) for n in (5, 5 ^ 1 << bit)]
            one, other = ([pile.cards for pile in deal.piles] for deal in deals)
            for seat in range(3):
                assert one[6 * seat : 6 * seat + 6] != other[6 * seat : 6 * seat + 6]


def test_small_secret_is_not_the_deal_of_that_number() -> None:
    assert all(Haisty().deal(secret(n), 2) != Haisty().deal(n, 2) for n in range(1000))


def test_cards_seen_fit_none_of_the_numbered_deals() -> None:
    """What took 5.6 s for all 30 bits: try each number against the open cards of one seat."""

    def opened(seed: int | bytes) -> tuple[object, ...]:
        piles = Haisty().deal(seed, 1).view().piles
        return tuple(card for pile in piles for card in pile.cards if card != HIDDEN)

    numbered = {opened(derive(number, 1)): number for number in range(3000)}
    assert numbered[opened(derive(1234, 1))] == 1234, "the attack works on numbers"
    assert not any(opened(derive(secret(n), 1)) in numbered for n in range(300))


def test_all_are_told_the_same_of_deals_that_differ_in_what_is_hidden() -> None:
    match = Match(Haisty(), 3, secret(3))
    [dealt] = match.start()
    assert isinstance(dealt, Dealt)
    piles = tuple(pile._replace(cards=mixed(pile.cards, pile.up)) for pile in dealt.table.piles)
    other = dealt.table._replace(piles=piles)
    assert other != dealt.table
    assert mask_match(dealt) == mask_match(dealt._replace(table=other))


def mixed(cards: tuple[Card, ...], up: int) -> tuple[Card, ...]:
    """The hidden cards in another order."""
    down = len(cards) - up
    return cards[:down][::-1] + cards[down:]
