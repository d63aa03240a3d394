"""What a host says of deals that makes no sense: the client leaves it or finds it wrong, and nothing else."""

import pytest

from game.core.fair_deal import COMMITMENT, NUMBER, FairDeal, host_commitment, seat_commitment
from game.core.shuffle import derive
from game.core.state import Dealt, Knock, Scored, Started, State, opening
from game.net.client.deal_check import PlayedFor
from game.net.client.deal_verdict import (
    AGAIN,
    BROKEN,
    GAP,
    PROVED,
    RETOLD,
    UNPROVABLE,
    UNTOLD,
    DealVerdict,
)
from game.net.client.deal_witness import DealWitness, Ledger
from game.net.wire.messages import (
    Commitments,
    Digest,
    FromDeal,
    HostCommitment,
    Openings,
    Reveal,
    SeatCommitment,
    SeatOpening,
)
from game.net.wire.snapshot import digest
from game.rules.haisty import Haisty

TABLE, SECRET, OTHER = b"12345678", bytes(NUMBER), bytes(COMMITMENT)
TERMS = PlayedFor(Haisty(), 0)
OWN, RULES = 0, Haisty()


def told(state: State, ledger: Ledger | None = None, epoch: int = 0) -> DealWitness:
    """A witness on a new connection, on which the match is told as it stands."""
    witness = DealWitness(ledger)
    witness.resume(state, epoch)
    return witness


def begun(ledger: Ledger | None = None) -> DealWitness:
    """A witness of a match that begins now."""
    witness = DealWitness(ledger)
    witness.put_away()
    witness.resume(opening(2), 0)
    return witness


def after(number: int) -> State:
    """When so many rounds have been played."""
    return State("scored", number, RULES.deal(7, 2), (0, 0))


def hear(witness: DealWitness, *messages: FromDeal) -> SeatCommitment | SeatOpening | None:
    """The answer to the last of these."""
    answer = None
    for message in messages:
        answer = witness.receive(message, TABLE, TERMS)
    return answer


def listed(committed: SeatCommitment | SeatOpening | None, *others: bytes) -> Commitments:
    assert isinstance(committed, SeatCommitment)
    number = committed.round
    return Commitments(number, asked(number).commitment, (committed.commitment, *others))


def asked(number: int) -> HostCommitment:
    return HostCommitment(number, 0, host_commitment(TABLE, number, SECRET))


ASKED = asked(1)


def opens(witness: DealWitness, number: int = 1) -> FairDeal:
    """The deal of a round, when the own number has just been opened for it."""
    opened = hear(witness, commitments := listed(hear(witness, asked(number)), b""))
    assert isinstance(opened, SeatOpening)
    return FairDeal(TABLE, number, SECRET, commitments.commitments, (opened.number, b""))


def at_the_end(witness: DealWitness | None = None, number: int = 1) -> DealWitness:
    """A witness of a round of two whose deal was honest; it is over at once."""
    witness = witness or begun()
    deal = opens(witness, number)
    hear(witness, Openings(number, deal.openings))
    table = RULES.deal(derive(deal.seed, number), 2)
    before = State("waiting", number, table, (0, 0))
    witness.observe(Dealt(number, table.view()), opening(2), OWN)
    witness.observe(Started(1_000), before, OWN)
    witness.observe(Scored("knock", 0, (0, 0), (0, 0)), before, OWN)
    return witness


def verdict(witness: DealWitness, number: int = 1) -> DealVerdict | None:
    return witness.verdict(number)


def test_a_number_is_opened_once_and_only_if_the_own_commitment_is_told_as_it_was() -> None:
    witness = begun()
    committed = hear(witness, ASKED)
    opened = hear(witness, listed(committed, OTHER))
    assert isinstance(committed, SeatCommitment)
    assert isinstance(opened, SeatOpening)
    assert seat_commitment(TABLE, 1, 0, opened.number) == committed.commitment
    with pytest.raises(ValueError, match="turn"):
        hear(witness, listed(committed, OTHER))


def test_a_number_is_drawn_anew_on_each_connection_and_asked_for_once_on_each() -> None:
    witness = begun()
    assert hear(witness, ASKED) != hear(told(opening(2), witness.ledger), ASKED)
    with pytest.raises(ValueError, match="turn"):
        hear(witness, ASKED)


@pytest.mark.parametrize(
    "told", [Commitments(1, ASKED.commitment, ()), Commitments(1, ASKED.commitment, (OTHER, OTHER))]
)
def test_nothing_is_opened_for_another_commitment(told: Commitments) -> None:
    witness = begun()
    hear(witness, ASKED)
    assert hear(witness, told) is None


def test_nothing_is_opened_if_the_host_has_changed_its_mind() -> None:
    witness = begun()
    committed = hear(witness, ASKED)
    assert isinstance(committed, SeatCommitment)
    assert hear(witness, Commitments(1, OTHER, (committed.commitment,))) is None


@pytest.mark.parametrize("message", [Reveal(2, SECRET), Openings(3, ()), asked(3), asked(1)])
def test_what_is_said_of_other_rounds_makes_no_sense(message: FromDeal) -> None:
    witness = at_the_end()
    with pytest.raises(ValueError, match="turn"):
        hear(witness, message)
    assert verdict(witness) is None


@pytest.mark.parametrize("epoch", [0, 1])
def test_a_number_asked_for_again_on_another_connection_is_a_choice_of_deals(epoch: int) -> None:
    old = begun()
    opens(old)
    new = told(opening(2), old.ledger, epoch)
    at_the_end(new)
    hear(new, Reveal(1, SECRET))
    assert verdict(new) == DealVerdict(UNPROVABLE, AGAIN)


def test_who_comes_back_before_the_next_deal_is_told_of_no_choice() -> None:
    old = at_the_end()
    new = told(after(1), old.ledger)
    assert verdict(new) == DealVerdict(UNPROVABLE, GAP)
    at_the_end(new, 2)
    hear(new, Reveal(2, SECRET))
    assert verdict(new, 2) == DealVerdict(PROVED)


def test_who_comes_back_when_the_round_is_checked_loses_nothing_of_it() -> None:
    old = at_the_end()
    hear(old, Reveal(1, SECRET))
    assert verdict(told(after(1), old.ledger)) == DealVerdict(PROVED)


def test_a_choice_of_deals_is_told_of_its_own_round_while_the_last_is_being_checked() -> None:
    witness = at_the_end()
    hear(witness, Reveal(1, SECRET))
    opens(witness, 2)
    witness = told(after(1), witness.ledger)
    assert verdict(witness) == DealVerdict(PROVED)
    at_the_end(witness, 2)
    hear(witness, Reveal(2, SECRET))
    assert verdict(witness, 2) == DealVerdict(UNPROVABLE, AGAIN)


def test_a_match_told_again_unasked_does_not_hold() -> None:
    witness = at_the_end()
    hear(witness, Reveal(1, SECRET))
    witness.ask(Digest(1, digest(after(1))))
    witness.resume(after(1), 0)
    assert verdict(witness) == DealVerdict(BROKEN, RETOLD)


def test_a_match_told_again_because_the_own_table_differs_is_a_round_not_seen() -> None:
    witness = at_the_end()
    hear(witness, Reveal(1, SECRET))
    witness.ask(Digest(1, 7))
    witness.resume(after(1), 0)
    assert verdict(witness) == DealVerdict(UNPROVABLE, GAP)
    at_the_end(witness, 2)


def test_the_next_match_is_another_one_only_if_the_last_deal_was_played_and_the_player_knocks() -> None:
    for ended, knocks in ((True, True), (True, False), (False, True)):
        witness = begun()
        if ended:
            hear(at_the_end(witness), Reveal(1, SECRET))
        else:
            opens(witness)
        witness.put_away()
        if knocks:
            witness.ask(Knock())
        witness.resume(opening(2), 0)
        hear(at_the_end(witness), Reveal(1, SECRET))
        again = DealVerdict(UNPROVABLE, AGAIN)
        assert verdict(witness) == (DealVerdict(PROVED) if ended and knocks else again)


def test_a_host_that_opens_nothing_after_the_last_round_is_found_when_the_match_is_put_away() -> None:
    silent, open_ = at_the_end(), at_the_end()
    hear(open_, Reveal(1, SECRET))
    silent.put_away()
    open_.put_away()
    assert verdict(silent) == DealVerdict(BROKEN, UNTOLD)
    assert verdict(open_) == DealVerdict(PROVED)
