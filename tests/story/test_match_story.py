"""What is told of a match agrees with its score, and with what was done in it."""

from collections import Counter
from itertools import count, pairwise

import pytest

from game.cli.demo import play_match
from game.core.cards import ACE, Card
from game.core.match import Match
from game.core.state import FLIGHT, Returned, Scored, Thrown
from game.core.streaks import LEAST, PAUSE, Streaks
from game.core.table import Move, Moved
from game.core.table_round import TIE
from game.rules.haisty import OWN, RESERVE, Haisty
from game.storage.match_replay import MatchHeader, MatchReplay
from game.story.match_story import Contest, Landing, RoundStory, match_story
from game.story.seen import rounds

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
    told_of = match_story(replay_of(match))
    assert [each.number for each in told_of] == [1, 2]
    for told, result, left in zip(told_of, match.results, lefts, strict=True):
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


def test_the_longest_streak_of_each_seat_is_what_its_events_count() -> None:
    match = Match(Haisty(), 3, 5, target=0, rounds=1)
    play_match(match)
    replay = replay_of(match)
    (told,) = match_story(replay)
    (seen,) = rounds(replay)
    streaks, longest = Streaks(), Counter[int]()
    for _at, event in seen.events:
        if count := streaks.follow(event):
            assert isinstance(event, Moved)
            longest[event.seat] = max(longest[event.seat], count)
    assert told.streaks and dict(told.streaks) == {seat: n for seat, n in longest.items() if n >= LEAST}
    for seat, cards in told.streaks:
        presses = [card.press for card in told.landings if card.seat == seat]
        runs = "".join("x" if after - press <= PAUSE else " " for press, after in pairwise(presses)).split()
        assert max(map(len, runs)) + 1 == cards
    assert [n for _, n in told.streaks] == sorted((n for _, n in told.streaks), reverse=True)
    assert RoundStory(1, (), (), 0, None).streaks == []


SEVEN = Card(7, 3, 1)


def laid(seat: int, points: int = 1, at: int = 0) -> Landing:
    return Landing(at, seat, 14, SEVEN, at, 0, 1, None, points)


def decided(scores: tuple[int, ...], landings: list[Landing], *contests: Contest) -> object:
    """The decisive card of a round in which these were laid."""
    scored = Scored("knock", 0, scores, scores)
    return RoundStory(1, tuple(landings), contests, 1, scored).decisive


def test_the_card_is_told_that_decided_the_round() -> None:
    one, three, last = laid(1, at=1), laid(1, 3, at=2), laid(1, at=3)
    by_a_point = (4, 5, -9)
    lost = Thrown(0, Move(1, 14), (SEVEN,), 40_000)
    assert decided(by_a_point, [one, three, last]) == last
    assert decided((2, 5, -9), [one, three, last]) == three, "one point less would have won, too"
    assert decided((1, 5, -9), [one, three, last]) is None, "it was clear"
    assert decided((5, 5, -9), [one, three, last]) is None, "nobody has won the round"
    assert decided((9, 5, -9), [one, three, last]) is None, "these are another seat's"
    contest = Contest(one, lost, 40_000)
    assert decided((3, 5, -9), [one, three, last], contest) == contest, "one point less here, one more there"
    assert decided((-9, 5, 1), [one, three, last], contest) is None, "no matter which of the two laid it"
    taken = contest._replace(points=3)
    assert decided((1, 5, -9), [one, last], taken) == taken, "it would have come off the 13-pile"
    assert decided((3, 5, -9), [one, last], contest._replace(lead=TIE)) is None, "the lot has decided it"


@pytest.mark.parametrize("seats", [2, 4])
def test_without_the_decisive_card_the_round_would_not_have_been_won(seats: int) -> None:
    found = 0
    for seed in range(4):
        match = Match(Haisty(), seats, seed, target=0, rounds=3)
        play_match(match)
        for told in match_story(replay_of(match)):
            assert told.scored
            scores, card = list(told.scored.scores), told.decisive
            winner = scores.index(max(scores))
            own = [each for each in told.landings if each.seat == winner]
            for seat, score in enumerate(scores):
                worth = sum(each.points for each in told.landings if each.seat == seat)
                assert score >= worth - 26, "no card is worth more than it scored"
            if card is None:
                others = [score for score in scores if score < max(scores)]
                clear = all(max(scores) - each.points > max(others) for each in own)
                assert clear or len(others) < seats - 1
                continue
            found += 1
            landing = card.landing if isinstance(card, Contest) else card
            scores[winner] -= landing.points
            if isinstance(card, Contest):
                scores[card.loser] += card.points
            assert (landing in own and scores.count(max(scores)) > 1) or scores[winner] < max(scores)
    assert found
