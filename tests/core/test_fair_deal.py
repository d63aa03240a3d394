"""The deal of a round follows from all numbers that were opened, and from no other."""

from collections import Counter
from hashlib import sha256

import pytest

from game.core.cards import Card, pack
from game.core.fair_deal import NUMBER, FairDeal, host_commitment, seat_commitment
from game.core.match import Match
from game.core.shuffle import derive
from game.core.state import Dealt
from game.rules.haisty import Haisty

TABLE = b"table id"
SEATS = 3


def number(*what: int) -> bytes:
    """A number, the same in each run."""
    return sha256(repr(what).encode()).digest()


def fair_deal(secret: bytes, numbers: tuple[bytes, ...], round_: int = 1) -> FairDeal:
    commitments = (
        seat_commitment(TABLE, round_, seat, opened) if opened else b"" for seat, opened in enumerate(numbers)
    )
    return FairDeal(TABLE, round_, secret, tuple(commitments), numbers)


def dealt(deal: FairDeal) -> Dealt:
    match = Match(Haisty(), len(deal.openings), bytes(32))
    match.deals[1] = deal
    [event] = match.start()
    assert isinstance(event, Dealt)
    return event


NUMBERS = tuple(number(seat) for seat in range(SEATS))
DEAL = fair_deal(number(99), NUMBERS)


@pytest.mark.parametrize("seat", range(SEATS))
def test_every_bit_of_every_number_changes_the_deal(seat: int) -> None:
    found = {dealt(DEAL)}
    for bit in range(0, 8 * NUMBER, 5):
        changed = (int.from_bytes(NUMBERS[seat]) ^ 1 << bit).to_bytes(NUMBER)
        found.add(dealt(fair_deal(DEAL.secret, (*NUMBERS[:seat], changed, *NUMBERS[seat + 1 :]))))
    assert len(found) == 53


@pytest.mark.parametrize("honest", [*range(SEATS), None])
def test_one_honest_number_deals_every_card_as_often_whatever_the_others_are(honest: int | None) -> None:
    """Chi-square over the 52 cards on a place; `None`: the host alone is honest."""
    times = 1040
    places = {place: Counter[Card]() for place in range(4)}
    for each in range(times):
        numbers = tuple(number(1, each) if seat == honest else bytes(NUMBER) for seat in range(SEATS))
        seed = fair_deal(number(2, each) if honest is None else bytes(NUMBER), numbers).seed
        piles = Haisty().deal(derive(seed, 1), SEATS).piles
        for place, counts in places.items():
            counts[piles[place].cards[-1]] += 1
    mean = times / 52
    for counts in places.values():
        chi = sum((counts[card] - mean) ** 2 for card in pack(0)) / mean
        assert chi < 105, "51 degrees of freedom: once in 100,000 by chance"


def test_the_seed_is_bound_to_the_round_the_table_and_who_was_passed_over() -> None:
    seeds = {
        DEAL.seed,
        DEAL._replace(round=2).seed,
        DEAL._replace(table=b"other id").seed,
        DEAL._replace(secret=number(98)).seed,
        DEAL._replace(openings=(b"", *NUMBERS[1:])).seed,
        DEAL._replace(openings=(*NUMBERS[:2], b"")).seed,
        DEAL._replace(openings=NUMBERS[:2]).seed,
        DEAL._replace(openings=(NUMBERS[1], NUMBERS[0], NUMBERS[2])).seed,
    }
    assert len(seeds) == 8


def test_a_commitment_stands_for_one_number_of_one_seat_in_one_round() -> None:
    commitments = {
        seat_commitment(table, round_, seat, number(n))
        for table in (TABLE, b"other id")
        for round_ in (1, 2)
        for seat in (0, 1)
        for n in (0, 1)
    }
    hosts = {host_commitment(TABLE, round_, number(n)) for round_ in (1, 2) for n in (0, 1)}
    assert len(commitments | hosts) == 20


def test_a_number_that_was_not_committed_to_and_one_withheld_are_seen() -> None:
    assert DEAL.opened
    assert not DEAL.withheld
    other = DEAL._replace(openings=(number(5), *NUMBERS[1:]))
    assert not other.opened
    missing = DEAL._replace(openings=(NUMBERS[0], b"", NUMBERS[2]))
    assert missing.opened
    assert missing.withheld == (1,)
    silent = fair_deal(DEAL.secret, (NUMBERS[0], b"", NUMBERS[2]))
    assert silent.opened
    assert not silent.withheld


def test_rounds_with_a_deal_of_their_own_take_nothing_from_the_matchs_seed() -> None:
    deals = set()
    for seed in (bytes(32), bytes(31) + b"1", 7):
        match = Match(Haisty(), SEATS, seed)
        match.deals[1] = DEAL
        [event] = match.start()
        deals.add((event, match.round.lot(0), match.round.lot(1)))
    assert len(deals) == 1
