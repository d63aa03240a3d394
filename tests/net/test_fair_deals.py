"""Rounds whose deal nobody could choose: proved at every seat, and dealt without delay."""

from collections.abc import Callable
from typing import Any

import pytest

from game.core.fair_deal import NUMBER
from game.core.state import PLAYING, Knock
from game.core.table import Move
from game.net.client import deal_verdict as why
from game.net.client.connection import AWAKE_INTERVAL
from game.net.client.deal_verdict import BROKEN, PROVED, UNPROVABLE, DealVerdict
from game.net.server.deal_gathering import COMMITTING, OPENING
from game.net.wire.messages import SeatCommitment, SeatOpening
from tests.net.duel import Duel
from tests.net.fair_rounds import (
    WITHHELD,
    begun,
    duel,
    found,
    knocked,
    start,
    table_of,
)
from tests.net.impair import BUSY, LAN
from tests.net.simnet import SECOND, Client, Net

TRIPS = 2_000
"""Microseconds that three packets take at most."""

LOSSY = BUSY._replace(loss=0.2)


# -- honest tables


def test_every_seat_proves_a_round() -> None:
    net = table_of(LAN, BUSY, LOSSY, LOSSY)
    net.play()
    assert found(net) == [DealVerdict(PROVED)] * 4


def test_one_round_after_another_is_proved() -> None:
    net = table_of(LAN, LAN, rounds=3, rules=Duel)
    for number in (1, 2, 3):
        start(net)
        assert knocked(net, number % 2, number) == [DealVerdict(PROVED)] * 2


def test_ties_are_part_of_the_proof() -> None:
    assert duel(table_of(LAN, LAN, LAN, rules=Duel)) == [DealVerdict(PROVED)] * 3


def test_a_watcher_proves_it_too() -> None:
    net = table_of(LAN, LAN, rules=Duel)
    net.join(level=None, watch=True, rules=lambda *_: Duel())
    net.seat_all()
    watcher = net.clients.pop()
    net.clients.insert(2, watcher)
    for client in net.clients[:2]:
        net.ask(client, Knock())
    assert net.run(5, lambda: net.table.room.match is not None and net.match.state.phase == PLAYING)
    net.run(3)
    assert knocked(net, 1) == [DealVerdict(PROVED)] * 3


def test_a_deal_of_a_number_is_not_provable_and_not_delayed() -> None:
    net = table_of(LAN, LAN, seed=7, rules=Duel)
    assert duel(net) == [DealVerdict(UNPROVABLE, why.OPEN)] * 2


def test_who_comes_in_the_middle_cannot_prove_that_round() -> None:
    net = begun()
    net.join(level=None, watch=True, rules=lambda *_: Duel())
    net.run(1)
    assert knocked(net, 1) == [DealVerdict(PROVED), DealVerdict(PROVED), DealVerdict(UNPROVABLE, why.GAP)]


def test_a_lost_line_in_the_middle_leaves_a_gap_and_no_alarm() -> None:
    net = begun()
    back = net.come_back(net.clients[0], rules=lambda *_: Duel())
    assert net.run(5, lambda: back.table.state.phase == PLAYING)
    assert knocked(net, 1)[1:] == [DealVerdict(PROVED), DealVerdict(UNPROVABLE, why.GAP)]


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("after", [0.0, 0.02, 0.5])
def test_a_line_lost_while_numbers_are_gathered_blames_nobody(number: int, after: float) -> None:
    for step in (2, 4, 6):
        net = table_of(LAN, LAN, rounds=2, rules=Duel)
        if number == 2:
            start(net)
            net.press(net.clients[1], Move(1, 1, 0))
            net.run(1)
        net.seat_all()
        net.knock_all()
        net.run(step * 0.0004)
        net.clients[0].stopped = True
        net.run(after)
        back = net.come_back(net.clients[0], rules=lambda *_: Duel())
        playing = net.run(5, lambda: (net.match.state.round, net.match.state.phase) == (number, PLAYING))  # noqa: B023
        assert playing and net.run(4, lambda: back.table.state.phase == PLAYING)  # noqa: B023
        net.run(4)
        _, other, own = knocked(net, 1, number)
        assert own in (DealVerdict(PROVED), DealVerdict(UNPROVABLE, why.GAP))
        assert other in (DealVerdict(PROVED), DealVerdict(UNPROVABLE, why.WITHHELD, (0,)))


# -- how long a deal takes


def dealing_time(net: Net) -> int:
    """Microseconds from the last knock before the match to the deal at the slowest client."""
    net.seat_all()
    net.knock_all()
    begun = net.now
    clients = [client for client in net.clients if not client.stopped]
    assert net.run(5, lambda: all(client.table.confirmed.state.round for client in clients))
    return net.now - begun


def test_honest_seats_are_dealt_at_once() -> None:
    numbered = dealing_time(table_of(LAN, LAN, LAN, seed=7, rules=Duel))
    assert dealing_time(table_of(LAN, LAN, LAN, rules=Duel)) - numbered <= 30_000
    assert dealing_time(table_of(BUSY, BUSY, BUSY, rules=Duel)) <= 150_000


Answer = Callable[[Any], Any]


def answering(client: Client, change: Answer) -> None:
    """Let the client answer otherwise when it is asked for its number; None: not at all."""
    hear = client.table.witness.receive

    def other(*message: Any) -> Any:
        answer = hear(*message)
        return answer and change(answer)

    client.table.witness.receive = other  # type: ignore[assignment,method-assign]


def nothing(answer: object) -> None:
    """The seat is silent."""


def no_opening(answer: object) -> object:
    return answer if isinstance(answer, SeatCommitment) else None


def another_number(answer: object) -> object:
    return answer if isinstance(answer, SeatCommitment) else SeatOpening(1, bytes(NUMBER))


def another_round(answer: object) -> object:
    assert isinstance(answer, SeatCommitment | SeatOpening)
    fields = answer.commitment if isinstance(answer, SeatCommitment) else answer.number
    return type(answer)(7, fields)


@pytest.mark.parametrize(
    ("change", "others", "waited"),
    [
        (nothing, DealVerdict(PROVED), COMMITTING),
        (another_round, DealVerdict(PROVED), COMMITTING),
        (no_opening, WITHHELD, OPENING),
        (another_number, WITHHELD, OPENING),
    ],
)
def test_a_seat_that_does_not_answer_is_passed_over_within_a_second(
    change: Answer, others: DealVerdict, waited: int
) -> None:
    net = table_of(LAN, LAN, LAN, rules=Duel)
    answering(net.clients[1], change)
    taken = dealing_time(net)
    assert waited <= taken <= waited + AWAKE_INTERVAL + TRIPS <= SECOND
    net.run(4)
    after = knocked(net, 2)
    assert [after[0], after[2]] == [others] * 2


@pytest.mark.parametrize("kind", [SeatCommitment, SeatOpening])
def test_an_answer_that_comes_too_late_does_not_count(kind: type) -> None:
    net = table_of(LAN, LAN, rules=Duel)
    late: list[Any] = []
    answering(net.clients[1], lambda answer: late.append(answer) if isinstance(answer, kind) else answer)
    dealing_time(net)
    net.ask(net.clients[1], late[0])
    net.run(4)
    net.press(net.clients[0], Move(0, 0, 0))
    if kind is SeatCommitment:
        assert found(net) == [DealVerdict(PROVED), DealVerdict(UNPROVABLE, why.LATE)]
    else:
        assert found(net) == [WITHHELD, DealVerdict(BROKEN, why.LEFT_OUT)]


def test_a_killed_program_delays_no_later_round_by_more_than_a_second() -> None:
    net = begun(3, rounds=2)
    net.press(net.clients[0], Move(0, 0, 0))
    net.run(2)
    net.clients[2].stopped = True
    for client in net.clients[:2]:
        net.ask(client, Knock())
    net.run(3.2, lambda: net.match.state.round == 2)
    since = net.now
    assert net.run(2, lambda: net.match.state.round == 2) or net.match.state.round == 2
    assert net.now - since <= SECOND
