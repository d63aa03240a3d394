"""Rounds whose deal nobody could choose: proved at every seat, and what a cheating host does is found out."""

from collections.abc import Callable
from typing import Any

import pytest

from game.core import match as judge
from game.core.cards import Pile
from game.core.fair_deal import NUMBER
from game.core.match import Match
from game.core.rules import IllegalMove, Rules, play
from game.core.shuffle import Seed, Stream, derive, lot, shuffled
from game.core.state import PLAYING, SCORED, WON, Knock, Play, Returned
from game.core.table import Move, Table
from game.lan.hosting import rules_of
from game.net.client import round_verdict as why
from game.net.client.round_verdict import BROKEN, PROVED, UNPROVABLE, RoundVerdict
from game.net.server import live_match
from game.net.server.deal_gathering import COMMITTING, OPENING, DealGathering
from game.net.server.live_match import LiveMatch
from game.net.wire.messages import SeatCommitment, SeatOpening, ToClient
from game.net.wire.round_log import reveal
from game.rules.haisty import Haisty
from tests.net.duel import Duel
from tests.net.impair import BUSY, LAN, Way
from tests.net.simnet import SECOND, Client, Net, new_table

SEED = bytes.fromhex("5eedc0de12345678" * 4)
LOSSY = BUSY._replace(loss=0.2)


class Shuffled(Duel):
    """The duel with each seat's cards in the order of the deal."""

    def deal(self, seed: Seed, seats: int) -> Table:
        table = super().deal(seed, seats)
        piles = (Pile(shuffled(pile.cards, Stream(derive(seed, 1))), pile.up) for pile in table.piles)
        return table._replace(piles=tuple(piles))


def table_of(*ways: Way, rounds: int = 1, seed: Seed = SEED, rules: type[Rules] = Haisty) -> Net:
    """Clients behind these ways, who check what they see; bots play for them, but not in a duel."""
    net = Net(new_table(len(ways), rounds=rounds, seed=seed, rules=rules), 3, quick=True)
    for way in ways:
        if rules is Haisty:
            net.join(way, way, rules=rules_of)
        else:
            net.join(way, way, level=None, rules=lambda *_: rules())
    return net


def found(net: Net, number: int = 1) -> list[RoundVerdict | None]:
    """What the clients have found of a round."""
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


def knocked(net: Net, seat: int = 0, number: int = 1) -> list[RoundVerdict | None]:
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


def duel(net: Net) -> list[RoundVerdict | None]:
    """A round of the duel with three ties, and what the clients find of it."""
    tie_and_knock(net)
    assert net.run(5, lambda: all(client.table.state.phase in (SCORED, WON) for client in net.clients))
    return found(net)


# -- honest tables


def test_every_seat_proves_a_round() -> None:
    net = table_of(LAN, BUSY, LOSSY, LOSSY)
    net.play()
    assert found(net) == [RoundVerdict(PROVED)] * 4


def test_one_round_after_another_is_proved() -> None:
    net = table_of(LAN, LAN, rounds=3, rules=Duel)
    for number in (1, 2, 3):
        start(net)
        assert knocked(net, number % 2, number) == [RoundVerdict(PROVED)] * 2


def test_ties_are_part_of_the_proof() -> None:
    assert duel(table_of(LAN, LAN, LAN, rules=Duel)) == [RoundVerdict(PROVED)] * 3


def test_a_watcher_proves_it_too() -> None:
    net = table_of(LAN, LAN, rules=Duel)
    net.join(level=None, watch=True, rules=lambda *_: Duel())
    net.seat_all()
    watcher = net.clients.pop()
    net.clients.insert(2, watcher)
    for client in net.clients[:2]:
        net.ask(client, Knock())
    assert net.run(5, lambda: net.table.room.live is not None and net.match.state.phase == PLAYING)
    net.run(3)
    assert knocked(net, 1) == [RoundVerdict(PROVED)] * 3


def test_a_deal_of_a_number_is_not_provable_and_not_delayed() -> None:
    net = table_of(LAN, LAN, seed=7, rules=Duel)
    assert duel(net) == [RoundVerdict(UNPROVABLE, why.OPEN)] * 2


def test_who_comes_in_the_middle_cannot_prove_that_round() -> None:
    net = begun()
    net.join(level=None, watch=True, rules=lambda *_: Duel())
    net.run(1)
    assert knocked(net, 1) == [RoundVerdict(PROVED), RoundVerdict(PROVED), RoundVerdict(UNPROVABLE, why.GAP)]


def test_a_lost_line_in_the_middle_leaves_a_gap_and_no_alarm() -> None:
    net = begun()
    back = net.come_back(net.clients[0], rules=lambda *_: Duel())
    assert net.run(5, lambda: back.table.state.phase == PLAYING)
    assert knocked(net, 1)[1:] == [RoundVerdict(PROVED), RoundVerdict(UNPROVABLE, why.GAP)]


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
        assert own in (RoundVerdict(PROVED), RoundVerdict(UNPROVABLE, why.GAP))
        assert other in (RoundVerdict(PROVED), RoundVerdict(UNPROVABLE, why.WITHHELD, (0,)))


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


WITHHELD = RoundVerdict(UNPROVABLE, why.WITHHELD, (1,))


@pytest.mark.parametrize(
    ("change", "others", "waited"),
    [
        (nothing, RoundVerdict(PROVED), COMMITTING),
        (another_round, RoundVerdict(PROVED), COMMITTING),
        (no_opening, WITHHELD, OPENING),
        (another_number, WITHHELD, OPENING),
    ],
)
def test_a_seat_that_does_not_answer_is_passed_over_within_a_second(
    change: Answer, others: RoundVerdict, waited: int
) -> None:
    net = table_of(LAN, LAN, LAN, rules=Duel)
    answering(net.clients[1], change)
    taken = dealing_time(net)
    assert waited <= taken <= waited + 50_000 <= SECOND
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
        assert found(net) == [RoundVerdict(PROVED), RoundVerdict(UNPROVABLE, why.LATE)]
    else:
        assert found(net) == [WITHHELD, RoundVerdict(BROKEN, why.LEFT_OUT)]


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


# -- what a host could do


def dealt_otherwise(patch: pytest.MonkeyPatch) -> None:
    """It deals another deal."""
    patch.setattr(Match, "_seed_of", lambda match, number: bytes(32))


def other_secret(patch: pytest.MonkeyPatch) -> None:
    """It opens another number than it committed to."""

    def other(deal: Any, *more: Any) -> list[ToClient]:
        return reveal(deal._replace(secret=bytes(NUMBER)), *more)

    patch.setattr(live_match, "reveal", other)


def chosen_late(patch: pytest.MonkeyPatch) -> None:
    """It draws its number anew once it knows all others."""
    hear = DealGathering.take

    def late(gathering: DealGathering, *message: Any) -> None:
        hear(gathering, *message)
        if gathering._openings:
            gathering._secret = bytes(NUMBER)

    patch.setattr(DealGathering, "take", late)


def drawn_otherwise(patch: pytest.MonkeyPatch) -> None:
    """It gives each tie to the seat that lost the draw."""
    patch.setattr(judge, "lot", lambda *path: -lot(*path))


def refused(patch: pytest.MonkeyPatch) -> None:
    """It refuses the first card that lands, as if the rules did not allow it."""
    first: list[tuple[int, Move]] = []

    def unfair(rules: Rules, table: Any, seat: int, move: Move) -> Any:
        if move.count and not first:
            first.append((seat, move))
        if (seat, move) in first:
            raise IllegalMove("not this one")
        return play(rules, table, seat, move)

    patch.setattr(judge, "play", unfair)


def dated_back(patch: pytest.MonkeyPatch) -> None:
    """It writes another press into the log than it told of."""

    def other(deal: Any, starts: int, entries: list[Any]) -> list[ToClient]:
        return reveal(deal, starts, [entry._replace(press=entry.press - 5_000) for entry in entries])

    patch.setattr(live_match, "reveal", other)


def left_out_of_the_log(patch: pytest.MonkeyPatch) -> None:
    """It says nothing of the first landing."""

    def other(deal: Any, starts: int, entries: list[Any]) -> list[ToClient]:
        return reveal(deal, starts, [entry for entry in entries if entry.move][1:])

    patch.setattr(live_match, "reveal", other)


@pytest.mark.parametrize(
    ("cheat", "reason"),
    [
        (other_secret, why.SECRET),
        (chosen_late, why.SECRET),
        (drawn_otherwise, why.ORDER),
        (refused, why.LOG),
        (dated_back, why.ORDER),
        (left_out_of_the_log, why.ORDER),
    ],
)
def test_all_seats_find_a_host_that_cheats(
    cheat: Callable[[pytest.MonkeyPatch], None], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    net = table_of(LAN, LAN, LAN, rules=Duel)
    with monkeypatch.context() as patch:
        cheat(patch)
        all_found = duel_in(net, patch)
    assert all_found == [RoundVerdict(BROKEN, reason)] * 3


def test_all_seats_find_another_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    net = table_of(LAN, LAN, rules=Shuffled)
    with monkeypatch.context() as patch:
        dealt_otherwise(patch)
        start(net)
    assert knocked(net) == [RoundVerdict(BROKEN, why.DEAL)] * 2


def test_all_seats_find_two_hidden_cards_exchanged() -> None:
    net = table_of(LAN, LAN)
    assert net.run(9, lambda: net.table.room.match is not None and net.match.state.phase == PLAYING)
    state = net.match.state
    hand = state.table.piles[5]
    cards = list(hand.cards)
    cards[-1], cards[-9] = cards[-9], cards[-1]
    piles = (*state.table.piles[:5], hand._replace(cards=tuple(cards)), *state.table.piles[6:])
    net.match.state = state._replace(table=state.table._replace(piles=piles))
    net.play()
    assert found(net) == [RoundVerdict(BROKEN, why.LOG)] * 2


def test_a_later_press_judged_first_is_found() -> None:
    net = begun()
    net.press(net.clients[0], Move(0, 2))
    net.run(0.02)
    [thrown] = net.match._flights
    net.match._flights[thrown] += 30_000  # as if it had come too late
    net.press(net.clients[1], Move(1, 2))
    net.run(0.5)
    assert knocked(net) == [RoundVerdict(BROKEN, why.ORDER)] * 2


def test_a_move_made_in_a_seats_name_is_found_by_that_seat() -> None:
    net = begun()
    assert net.table.room.live
    net.table.room.live.ask(1, Play(Move(1, 2), net.now), net.now)
    net.run(0.5)
    assert knocked(net) == [RoundVerdict(PROVED), RoundVerdict(BROKEN, why.OWN)]


def test_presses_of_a_seat_dated_later_than_they_came_are_found_by_that_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    claim = Match.claim

    def later(match: Match, seat: int, move: Move, press: int, now: int) -> Any:
        return claim(match, seat, move, press + 30_000 * (seat == 1), now + 30_000)

    monkeypatch.setattr(Match, "claim", later)
    net = begun()
    net.press(net.clients[1], Move(1, 2))
    net.run(0.5)
    assert knocked(net) == [RoundVerdict(PROVED), RoundVerdict(BROKEN, why.OWN)]


def test_a_move_that_the_host_ignores_is_missed_by_that_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    claim = Match.claim
    ignored: list[Move] = []

    def deaf(match: Match, seat: int, move: Move, press: int, now: int) -> Any:
        if seat == 1 and not ignored:
            ignored.append(move)
            return []
        return claim(match, seat, move, press, now)

    monkeypatch.setattr(Match, "claim", deaf)
    net = begun()
    for place in (2, 3):
        net.press(net.clients[1], Move(1, place))
        net.run(0.5)
    assert knocked(net) == [RoundVerdict(PROVED), RoundVerdict(BROKEN, why.OWN)]


def test_moves_that_the_host_returned_are_not_missed() -> None:
    net = begun()
    for _ in range(3):
        for place in (2, 3, 2):
            net.press(net.clients[1], Move(1, place))
        net.run(0.5)
    net.press(net.clients[1], Move(1, 2))
    net.press(net.clients[0], Move(0, 0, 0))
    assert sum(isinstance(event, Returned) for _, event in net.clients[1].events) >= 6
    assert found(net) == [RoundVerdict(PROVED)] * 2


def test_presses_that_came_late_may_count_later() -> None:
    net = begun()
    client = net.clients[1]
    for turn in range(10):
        press = client.table.host_now(client.clock(net.now)) - 60_000
        net.ask(client, Play(Move(1, 2 + turn % 2), press))
        net.run(0.4 + turn / 300)
        assert net.match.log[-1].press > press
    own = knocked(net)
    in_time, late = filter(None, own)
    assert (in_time.kind, late.kind, in_time.late) == (PROVED, PROVED, 0)
    assert 48_000 <= late.late <= 60_000, "they count from the newest watermark"


def test_a_seat_whose_number_is_dropped_says_so_and_all_others_see_that_it_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hear = DealGathering.take

    def deaf(gathering: DealGathering, seat: int, peer: Any, message: Any) -> None:
        if seat != 1 or isinstance(message, SeatCommitment):
            hear(gathering, seat, peer, message)

    monkeypatch.setattr(DealGathering, "take", deaf)
    net = table_of(LAN, LAN, LAN, rules=Duel)
    assert duel(net) == [WITHHELD, RoundVerdict(BROKEN, why.LEFT_OUT), WITHHELD]


def test_a_seat_whose_commitment_is_dropped_opens_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    hear = DealGathering.take

    def deaf(gathering: DealGathering, seat: int, peer: Any, message: Any) -> None:
        assert not (seat == 1 and isinstance(message, SeatOpening))
        if seat != 1:
            hear(gathering, seat, peer, message)

    monkeypatch.setattr(DealGathering, "take", deaf)
    net = table_of(LAN, LAN, LAN, rules=Duel)
    proved = RoundVerdict(PROVED)
    assert duel(net) == [proved, RoundVerdict(UNPROVABLE, why.LATE), proved]


def test_a_host_that_never_opens_its_number_is_found_when_it_deals_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(LiveMatch, "_reveal", lambda live: [])
    net = begun(rounds=2)
    net.press(net.clients[0], Move(0, 0, 0))
    assert net.run(5, lambda: all(client.table.state.phase == SCORED for client in net.clients))
    assert found(net) == [RoundVerdict(BROKEN, why.UNTOLD)] * 2


def test_a_host_that_gathers_again_for_a_better_deal_is_found() -> None:
    net = table_of(LAN, LAN, rules=Duel)
    net.seat_all()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LiveMatch, "_start", lambda live, now: [])
        net.knock_all()
        net.run(0.3)
        net.table.room.reopen(net.now)
    assert duel(net) == [RoundVerdict(UNPROVABLE, why.AGAIN)] * 2


def duel_in(net: Net, patch: pytest.MonkeyPatch) -> list[RoundVerdict | None]:
    """The duel; the check itself is done by honest code."""
    tie_and_knock(net)
    assert net.run(5, lambda: net.match.state.phase in (SCORED, WON))
    net.table.update(net.now)
    patch.undo()
    return found(net)
