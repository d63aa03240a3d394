"""What is told of a match agrees with its score, and with what was done in it."""

from itertools import count

import pytest

from game.cli.demo import play_match
from game.core.cards import ACE
from game.core.match import Match
from game.core.state import FLIGHT, Returned
from game.core.table import Move
from game.rules.haisty import OWN, RESERVE, Haisty
from game.storage.match_replay import MatchHeader, MatchReplay
from game.story.match_story import RoundStory, match_story

NAMES = tuple("ABCDEFGH")


def replay_of(match: Match) -> MatchReplay:
    """Its replay, as it would be read from a file."""
    seed = match.seed
    assert isinstance(seed, int)
    seats, limits = match.opened, (match.target, match.rounds)
    header = MatchHeader("haisty", {}, seats, seed, *limits, NAMES[:seats], tuple(range(seats)))
    return MatchReplay(header, tuple(match.log), {}, True)


@pytest.mark.parametrize("seats", [2, 5])
def test_the_cards_told_are_those_that_the_score_counts(seats: int) -> None:
    match = Match(Haisty(), seats, 3, target=0, rounds=2)
    lefts = []
    play_match(match)
    again = replay_of(match).match()
    again.start()
    for entry in match.log:
        before = len(again.results)
        again.redo(entry)
        if len(again.results) > before:
            piles = again.state.table.piles
            lefts.append([len(piles[OWN * seat + RESERVE].cards) for seat in range(seats)])
    rounds = match_story(replay_of(match))
    assert [each.number for each in rounds] == [1, 2]
    for told, result, left in zip(rounds, match.results, lefts, strict=True):
        laid = [sum(card.seat == seat for card in told.landings) for seat in range(seats)]
        assert [score + 2 * cards for score, cards in zip(result.scores, left, strict=True)] == laid
        assert told.duration == result.duration
        assert all(0 <= card.press <= card.at <= told.duration for card in told.landings)


def two_aces() -> tuple[Match, list[Move]]:
    """A match that has begun, and moves of two seats that each lay an ace on the same empty place."""
    for seed in count():
        match = Match(Haisty(), 2, seed, target=0, rounds=1)
        match.start()
        place, piles = 2 * OWN, match.state.table.piles
        aces = [
            Move(pile, place)
            for seat in range(2)
            for pile in range(seat * OWN, seat * OWN + 5)
            if (card := piles[pile].exposed) and card[0] == ACE
        ]
        if [move.src // OWN for move in aces] == [0, 1]:
            for seat in range(2):
                match.ready(seat, 0)
            return match, aces
    raise AssertionError


@pytest.mark.parametrize(("late", "tie"), [(40_000, False), (900, True)])
def test_who_was_beaten_and_by_how_much_is_told(late: int, tie: bool) -> None:
    match, moves = two_aces()
    starts = match.state.starts or 0
    for seat, move in enumerate(moves):
        match.claim(seat, move, starts + 300_000 + seat * late, starts + 300_000 + seat * late)
    events = match.settle(starts + 300_000 + 2 * FLIGHT)
    lost = next(event.seat for event in events if isinstance(event, Returned))
    told = match_story(replay_of(match))
    assert len(told) == 1
    (contest,) = told[0].contests
    assert (contest.landing.seat, contest.loser, contest.tie) == (1 - lost, lost, tie)
    assert contest.lead == (late if lost else 0)
    assert contest == told[0].closest
    assert told[0].landings[0].waited == 300_000 + (0 if lost else late), "it could be laid from the start"


def test_the_longest_streak_is_not_broken_by_anybody() -> None:
    match = Match(Haisty(), 3, 5, target=0, rounds=1)
    play_match(match)
    (told,) = match_story(replay_of(match))
    seats = "".join(str(card.seat) for card in told.landings)
    assert told.streak
    seat, cards = told.streak
    assert str(seat) * cards in seats
    assert not any(str(other) * (cards + 1) in seats for other in range(3))
    assert RoundStory(1, (), (), 0, None).streak is None
