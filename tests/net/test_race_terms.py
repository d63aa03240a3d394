"""What the command line says is raced for, and a table of it."""

import pytest

from game.lan.hosting import race_terms
from game.lan.join import open_table
from game.net.server.game_room import Terms
from game.storage.settings import Settings
from tests.waiting import until

HELPS = {"undo": True, "hints": True}


@pytest.mark.parametrize(
    ("race", "deals", "terms"),
    [
        ("paare", None, Terms(HELPS, 0, 1, "race:paare")),
        ("staffelpatience/5", 7, Terms(HELPS, 0, 7, "race:staffelpatience/5")),
        ("haisty-03", 3, Terms(HELPS, 0, 3, "race:haisty-03")),
        ("cup", None, Terms(HELPS, 1, 0, "cup:farbwechsel")),
        ("cup:zahlenpatience/1", None, Terms(HELPS, 1, 0, "cup:zahlenpatience/1")),
        ("duel:paare", 5, Terms(HELPS, 0, 5, "duel:paare")),
    ],
)
def test_a_race_as_it_is_stated_is_what_a_table_is_for(race: str, deals: int | None, terms: Terms) -> None:
    assert race_terms(race, deals) == terms
    lan = open_table(Settings(name="Anna"), None, "Ours", 3, port=0, terms=terms)
    until(lambda: lan.room is not None)
    assert lan.room
    assert (lan.room.house, lan.room.target, lan.room.rounds, lan.room.race) == terms
    lan.close()
