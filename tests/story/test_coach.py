"""The coach tells of the times in which a card could go to the shared table, and what became of it."""

import pytest

from game.core.state import fold_match, opening
from game.story.coach import MISSED, MOST, SEEN, chances, moments
from game.story.match_story import Round
from game.story.seen import Recorder, rounds
from tests.many import many
from tests.net.impair import BUSY, LAN, WIFI
from tests.net.simnet import Net, new_table
from tests.story.test_match_story import replay_of
from tests.story.windows import Enumeration, played, told


@pytest.mark.parametrize(("seats", "level"), [(2, "easy"), (3, "medium"), (5, "hard")])
def test_every_time_is_found_that_an_enumeration_finds(seats: int, level: str) -> None:
    for seed in range(seats, seats + many(1)):
        match = played(seed, seats, level)
        for seat in range(seats):
            assert told(match, seat) == Enumeration(match, seat).all() != []


def test_a_card_that_lands_together_with_its_like_has_been_laid() -> None:
    match = played(995, 5, "hard")  # two aces of diamonds land in one microsecond
    assert told(match, 0) == Enumeration(match, 0).all()


def test_a_few_moments_are_told_that_cost_most() -> None:
    fates = set()
    for seed in range(4):
        match = played(seed, 3, "easy")
        (seen,) = rounds(replay_of(match))
        for seat in range(3):
            found = moments(Round(seen, match.rules), seat)
            fates |= {each.fate for each in found}
            assert 0 < len(found) <= MOST
            assert [each.at for each in found] == sorted(each.at for each in found)
            assert len({each.card for each in found}) == len(found), "each card once"
            for each in found:
                seen_by = SEEN if each.fate in ("turned", "covered") else MISSED
                assert each.fate == "beaten" or each.waited >= seen_by
                assert each.move in match.rules.moves(each.state.table, seat), "it can be practised"
                assert each.state.table == each.state.table.view(), "nothing is told that was hidden"
    assert {"laid", "taken"} < fates


def test_a_guest_is_told_what_the_replay_tells() -> None:
    net = Net(new_table(3), 5)
    for way in (LAN, WIFI, BUSY):
        net.join(way, way, level="medium")
    net.begin()
    net.play()
    seen, *_ = rounds(replay_of(net.match))
    for client in net.clients:
        seat, state = client.table.seat or 0, opening(3)
        recorder = Recorder(state)
        for at, event in client.events:
            state = fold_match(state, event)
            recorder.follow([event], at, state)
        here, there = (
            [(each.card, each.fate) for each in chances(told, seat) if each.waited > SEEN]
            for told in (Round(recorder.seen, net.match.rules), Round(seen, net.match.rules))
        )
        assert here == there != []
