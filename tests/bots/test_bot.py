"""A bot at its seat: paced, fair, and never the reason that a round does not end."""

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise

import pytest

from game.bots.bot import NAP, QUIET, Bot
from game.bots.pace import CHEER, PACES, START
from game.core.cards import ACE, KING, Card, Pile, pack
from game.core.match import COUNTDOWN
from game.core.shuffle import Seed
from game.core.state import FLIGHT, WON, Cheer, Knock, Play, Returned, Scored, Shout, Started, State, opening
from game.core.table import Mode, Moved
from game.core.table import Table as Piles
from game.rules.haisty import KING_BUSY, ONES, THREES, Haisty
from tests.bots.table import Table

LIMIT = 1_500_000_000
"""Microseconds in which any round is over."""


@pytest.fixture(scope="module")
def mixed() -> Table:
    """Some rounds of all levels at one table."""
    table = Table(("easy", "medium", "hard", "hard"), 13, rounds=4)
    table.run(4 * LIMIT)
    return table


def test_the_same_seed_plays_the_same() -> None:
    first, second, other = (Table(tuple(PACES), seed) for seed in (3, 3, 4))
    for table in (first, second, other):
        table.run(40_000_000)
    assert first.asked == second.asked
    assert [asked.request for asked in first.asked] != [asked.request for asked in other.asked]


def test_it_knocks_for_the_start_at_once(mixed: Table) -> None:
    low, high = (START.quantiles[i] * 1000 for i in (0, -1))
    first = [asked.at for asked in mixed.asked if isinstance(asked.request, Knock)][:4]
    assert all(low <= at <= high for at in first)
    assert len(set(first)) == 4
    scored = [at for at, event in mixed.events if isinstance(event, Scored)]
    started = [at for at, event in mixed.events if isinstance(event, Started)]
    assert all(start - end <= high + NAP for end, start in zip(scored, started[1:], strict=False))


def test_it_never_acts_before_the_start(mixed: Table) -> None:
    plays = [asked for asked in mixed.asked if isinstance(asked.request, Play)]
    for asked in plays:
        assert asked.state.starts is not None
        assert asked.at == asked.request.press >= asked.state.starts  # type: ignore[union-attr]
    first = min(asked.at for asked in plays)
    start = plays[0].state.starts
    assert start is not None
    assert start >= COUNTDOWN
    assert first - start < 2_000_000


def test_it_never_acts_while_its_hand_is_busy(mixed: Table) -> None:
    free: dict[int, int] = defaultdict(int)
    kings = 0
    for asked in mixed.asked:
        if not isinstance(asked.request, Play):
            continue
        move, table = asked.request.move, asked.state.table
        assert asked.at > free[asked.seat] or free[asked.seat] == 0
        if mixed.match.rules.flies(table, asked.seat, move):
            card = table.piles[move.src].exposed
            king = bool(move.count) and card is not None and card.rank == KING
            kings += king
            free[asked.seat] = asked.at + FLIGHT + KING_BUSY * king
    assert kings


def test_no_action_comes_sooner_than_its_pace_allows(mixed: Table) -> None:
    last: dict[int, int] = {}
    for asked in mixed.asked:
        if isinstance(asked.request, Play):
            pace = PACES[(*tuple(PACES), "hard")[asked.seat]]
            least = min(pace.after_turn.quantiles[0], pace.after_play.quantiles[0] + pace.reach.quantiles[0])
            assert asked.at - last.get(asked.seat, -LIMIT) >= least * 1000
            last[asked.seat] = asked.at


def test_nobody_answers_a_laid_card_within_a_quarter_of_a_second(mixed: Table) -> None:
    landings = [(at, event.dst) for at, event in mixed.events if isinstance(event, Moved)]
    answers = 0
    for asked in mixed.asked:
        if not isinstance(asked.request, Play):
            continue
        move, table = asked.request.move, asked.state.table
        if table.piles[move.dst].cards and mixed.match.rules.flies(table, asked.seat, move) and move.count:
            if move not in mixed.match.rules.moves(table, asked.seat):
                continue  # overtaken while it reached out
            landed = max(at for at, dst in landings if dst == move.dst and at <= asked.at)
            assert asked.at - landed >= 250_000
            answers += 1
    assert answers > 50


def test_cards_come_back_only_if_another_was_faster(mixed: Table) -> None:
    """Whatever it throws fitted when it saw it; an end of the round also brings cards back."""
    ends = {at for at, event in mixed.events if isinstance(event, Scored)}
    returned = [(at, event) for at, event in mixed.events if isinstance(event, Returned) and at not in ends]
    laid: dict[int, list[int]] = defaultdict(list)
    for at, event in mixed.events:
        if isinstance(event, Moved):
            laid[event.dst].append(at)
    slowest = max(pace.reach.quantiles[-1] for pace in PACES.values()) * 1000 + FLIGHT
    for at, event in returned:
        assert any(at - slowest <= time <= at for time in laid[event.move.dst])


def test_it_shouts_now_and_then_and_never_twice_in_a_row() -> None:
    shouts: dict[int, list[int]] = defaultdict(list)
    seconds = 0
    for seed in range(4):
        table = Table(("hard",) * 4, seed, rounds=3)
        table.run(3 * LIMIT)
        seconds += table.events[-1][0] // 1_000_000
        for asked in table.asked:
            if isinstance(asked.request, Shout):
                shouts[4 * seed + asked.seat].append(asked.at)
    heard = sum(map(len, shouts.values()))
    assert heard >= 1
    assert heard <= seconds / 15
    for times in shouts.values():
        assert all(b - a >= QUIET for a, b in pairwise(times))


def test_the_winner_cheers_once_after_a_moment_and_no_one_else() -> None:
    won = opening(2)._replace(phase=WON, round=1, winner=1)
    kinds = set()
    for seed in range(12):
        bot, loser = (Bot(Haisty(), seat, "medium", seed) for seat in (1, 0))
        cheers = []
        for player in (bot, loser):
            now = 0
            while now < 10_000_000:
                cheers += [(now, request) for request in player.look(won, now)]
                assert player.wake > now
                now = player.wake
        ((at, cheer),) = cheers
        assert isinstance(cheer, Cheer)
        assert CHEER.quantiles[0] * 1000 <= at <= CHEER.quantiles[-1] * 1000
        kinds.add(cheer.kind)
    assert kinds == {0, 1}


@pytest.mark.parametrize("level", tuple(PACES))
@pytest.mark.parametrize(
    "rules", [Haisty(), Haisty(any_part=True, round_corner=False), Haisty(auto_knock=True)]
)
def test_every_round_ends(level: str, rules: Haisty) -> None:
    table = Table((level, "hard"), 21, rules, rounds=2)
    table.run(2 * LIMIT)
    assert len(table.match.results) == 2
    assert max(result.duration for result in table.match.results) < LIMIT


@dataclass(frozen=True)
class Constructed(Haisty):
    """A deal without a play: the aces lie below in the 13-piles, and on a two nothing can be built.

    If `late` is set, seat 0 has an ace in its hand that is never on top while three are turned at once.
    """

    late: bool = False

    def deal(self, seed: Seed, seats: int) -> Piles:
        piles: list[Pile] = []
        for seat in range(seats):
            cards = sorted(pack(seat))
            aces, twos, rest = cards[:4], cards[4:8], cards[8:]
            free = aces.pop() if self.late and seat == 0 else None
            reserve, hand = tuple(aces + rest[:9]), rest[9:]
            if free:
                hand.insert(1, free)
            piles += [Pile(reserve, 1), *[Pile((two,), 1) for two in twos], Pile(tuple(hand)), Pile()]
        return Piles((*piles, *[Pile()] * (4 * seats + 1)))


@pytest.mark.parametrize("level", tuple(PACES))
def test_a_stuck_table_calls_speltorka_twice_and_ends(level: str) -> None:
    table = Table((level, "medium"), 5, Constructed())
    table.run(LIMIT)
    (result,) = table.match.results
    assert (result.reason, result.seat, result.scores) == ("stuck", None, (-26, -26))
    modes = [event for _, event in table.events if isinstance(event, Mode)]
    assert modes == [Mode(ONES)]


@pytest.mark.parametrize("level", tuple(PACES))
def test_speltorka_frees_a_table(level: str) -> None:
    """The hand of 36 always turns up the same twelve cards, until all agree to turn one at a time."""
    table = Table((level, level), 5, Constructed(late=True))
    table.run(LIMIT)
    modes = [event.mode for _, event in table.events if isinstance(event, Mode)]
    assert modes[:2] == [ONES, THREES]
    laid = [event for _, event in table.events if isinstance(event, Moved) and event.dst >= 14]
    assert laid[0].cards[0].rank == ACE


def test_alone_among_silent_people_it_rests() -> None:
    """It calls once, looks on at a leisurely pace, and does not turn its hand for ever."""
    rules = Constructed()
    table = Table(("hard", "hard"), 5, rules)
    table.bots[1].wake = LIMIT
    state = table.state._replace(phase="playing", starts=0)
    table.match.state = state._replace(table=rules.deal(0, 2))
    table.state = state
    table.run(120_000_000)
    asked = [asked for asked in table.asked if isinstance(asked.request, Play)]
    assert sum(asked.request.move.count == 0 for asked in asked if isinstance(asked.request, Play)) == 1
    assert asked[-1].at < 40_000_000


def test_an_empty_thirteen_pile_is_knocked_for() -> None:
    for level in tuple(PACES):
        state = _finished()
        bot = Bot(Haisty(), 0, level, 1)
        requests: list[Play] = []
        while not requests:
            now = bot.wake
            requests = [request for request in bot.look(state, now) if isinstance(request, Play)]
        assert requests[0].move == (0, 0, 0)
        low, high = (PACES[level].knock.quantiles[i] * 1000 for i in (0, -1))
        assert low <= now <= high


def _finished() -> State:
    """Seat 0 has laid its 13-pile, and nothing else fits."""
    deal = Constructed().deal(0, 2)
    kings = [Pile((Card(KING, suit),), 1) for suit in range(4)]
    piles = (Pile(), *kings, deal.piles[5], Pile(), *deal.piles[7:])
    return opening(2)._replace(phase="playing", round=1, starts=0, table=Piles(piles).view())
