"""The calendar: each game has its turn, on any weekday; and what is added later changes no day before it."""

from collections import Counter
from datetime import date, timedelta
from itertools import pairwise

import msgspec
import pytest

from game.challenges.level_files import FOLDER, Calendar, Epoch, daily, listed, read_list, turn
from game.core.table import Table

CALENDAR = msgspec.toml.decode((FOLDER / "daily" / "calendar.toml").read_bytes(), type=Calendar)
FIRST = CALENDAR.epochs[0]
LAST = CALENDAR.epochs[-1]
YEARS = [FIRST.since + timedelta(days=n) for n in range(-400, 2000)]
LATER = FIRST.since + timedelta(days=1003)
"""Not at the end of a round."""
PUBLISHED = [
    ("paare", 480),
    ("farbwechsel", 2770),
    ("zahlenpatience", 10001),
    ("staffelpatience", 2),
    ("rot-und-schwarz", 3),
    ("acht-mal-acht", 1),
    ("haisty", 1),
    ("acht-mal-acht", 2),
    ("staffelpatience", 3),
    ("farbwechsel", 10000237),
    ("rot-und-schwarz", 4),
    ("haisty", 2),
    ("zahlenpatience", 20001),
    ("paare", 2615),
]


def test_every_epoch_is_in_its_place_and_has_its_deals() -> None:
    begins = [epoch.since for epoch in CALENDAR.epochs]
    assert begins == sorted(set(begins))
    for epoch in CALENDAR.epochs:
        for game, deals in epoch.deals.items():
            assert deals <= len(read_list(FOLDER / "daily" / f"{game}.toml"))


def test_each_round_has_every_game_once_and_none_on_two_days_running() -> None:
    games = [turn(day, CALENDAR)[0] for day in YEARS[400:]]
    for start in range(0, len(games) - 7, 7):
        assert set(games[start : start + 7]) == set(FIRST.deals)
    assert all(one != other for one, other in pairwise(games))


def test_no_game_is_tied_to_a_weekday() -> None:
    days = (FIRST.since + timedelta(days=n) for n in range(3653))
    met = Counter((turn(day, CALENDAR)[0], day.weekday()) for day in days)
    assert len(met) == 7 * len(FIRST.deals)
    assert max(met.values()) < 2 * min(met.values())


def test_no_deal_comes_again_before_all_of_its_game_have_come() -> None:
    met = [turn(day, CALENDAR) for day in YEARS[400 : 400 + 7 * min(FIRST.deals.values())]]
    assert len(set(met)) == len(met)


@pytest.mark.parametrize(
    "deals",
    [{**FIRST.deals, "new": 3}, {**FIRST.deals, "paare": 101}, {"haisty": 200}],
    ids=["a game", "a deal", "games taken out"],
)
def test_what_is_added_changes_no_day_before_it(deals: dict[str, int]) -> None:
    grown = Calendar((*CALENDAR.epochs, Epoch(LATER, deals)))
    for day in YEARS:
        if day < LATER:
            assert turn(day, grown) == turn(day, CALENDAR)
    after = [turn(LATER + timedelta(days=n), grown) for n in range(2 * max(deals.values()) * len(deals))]
    assert set(after) == {(game, number) for game, many in deals.items() for number in range(many)}


def test_a_new_epoch_goes_on_with_the_deals_where_the_last_one_was() -> None:
    grown = Calendar((FIRST, Epoch(LATER, FIRST.deals)))
    before = [turn(LATER - timedelta(days=n), grown) for n in range(1, 200)]
    after = [turn(LATER + timedelta(days=n), grown) for n in range(200)]
    assert not set(before) & set(after)


def test_no_deal_comes_twice_while_each_game_has_more() -> None:
    days = (LAST.since - FIRST.since).days + len(LAST.deals) * (min(LAST.deals.values()) - 2)
    met = [turn(FIRST.since + timedelta(days=n), CALENDAR) for n in range(days)]
    assert len(set(met)) == len(met)


def test_no_cards_come_twice_in_ten_years() -> None:
    """Whatever the house rules of the deal."""
    dealt: Counter[tuple[str, Table]] = Counter()
    lists = {game: listed(FOLDER / "daily" / f"{game}.toml") for game in LAST.deals}
    for n in range(3653):
        game, number = turn(FIRST.since + timedelta(days=n), CALENDAR)
        level = lists[game][number]
        dealt[game, level.variant().deal(level.seed, 1)] += 1
    assert dealt.total() == 3653
    assert max(dealt.values()) == 1


def test_the_first_days_are_what_was_published() -> None:
    days = [daily(date(2026, 11, 22) + timedelta(days=n)) for n in range(14)]
    assert [(level.game, level.seed) for level in days] == PUBLISHED
