"""What the command line says is raced for, and a table of it."""

import sys
import time
from contextlib import suppress
from types import FrameType

import pytest

from game.challenges.level_files import named
from game.challenges.race import read_terms
from game.lan.join import open_table
from game.lan.race_deals import is_drawn_from, race_terms
from game.net.wire.messages import HouseRules, RunDeal
from game.storage.settings import Settings
from tests.net.races import rules_for, terms_for
from tests.waiting import until

HELPS = {"undo": True, "hints": True}


@pytest.mark.parametrize(("kind", "raced"), [("race", True), ("cup", True), ("duel", False)])
def test_only_in_a_race_is_a_challenge_told(kind: str, raced: bool) -> None:
    told = RunDeal(1, "paare-01", named("paare-01").seed)
    assert is_drawn_from(terms_for(f"{kind}:paare"), told) is raced


def test_what_nobody_can_race_for_is_refused_at_little_cost() -> None:
    begun = time.process_time()
    for number in range(300):  # a fifth of what the host hears of one member at once takes no longer
        with pytest.raises(ValueError):
            read_terms(f"race:none-{number}")
    assert time.process_time() - begun < 1.5


@pytest.mark.parametrize(
    ("race", "deals", "terms"),
    [
        ("paare", None, HouseRules(0, 1, HELPS, "race:paare")),
        ("staffelpatience/5", 7, HouseRules(0, 7, HELPS, "race:staffelpatience/5")),
        ("haisty-03", 3, HouseRules(0, 3, HELPS, "race:haisty-03")),
        ("cup", None, HouseRules(1, 0, HELPS, "cup:farbwechsel")),
        ("cup:zahlenpatience/1", None, HouseRules(1, 0, HELPS, "cup:zahlenpatience/1")),
        ("paare/2+120", 3, HouseRules(0, 3, HELPS, "race:paare/2+120")),
        ("cup:paare+60", None, HouseRules(1, 0, HELPS, "cup:paare")),
        ("duel:paare", 5, HouseRules(0, 5, HELPS, "duel:paare")),
    ],
)
def test_a_race_as_it_is_stated_is_what_a_table_is_for(
    race: str, deals: int | None, terms: HouseRules
) -> None:
    assert race_terms(race, deals) == terms
    lan = open_table(Settings(name="Anna"), None, "Ours", 3, port=0, terms=terms)
    until(lambda: lan.room is not None)
    assert lan.room
    assert lan.room.terms == terms
    lan.close()


@pytest.mark.parametrize(
    "name",
    ["nosuch-{}", "paare-{}99", "farbwechsel-{}x", "daily-2026-13-{}", "{}-zahlenpatience"],
)
def test_asking_for_what_there_is_not_costs_the_host_next_to_nothing(name: str) -> None:
    """Whoever owns the table of a `serve` may ask for another one 60 times a second."""
    rules_for("race:paare-01")
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    for number in range(2100, 2120):
        sys.setprofile(count)
        with suppress(ValueError):
            assert not rules_for(f"race:{name.format(number)}")
        sys.setprofile(None)
    assert calls < 20 * 500
