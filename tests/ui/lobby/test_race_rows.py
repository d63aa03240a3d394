"""What the owner of a table chooses of a race."""

import msgspec

from game.challenges.level_files import named
from game.net.wire.messages import HouseRules, Room, SeatInfo
from game.ui.lobby.room import race_rows, standing
from game.ui.widgets.house_rules import MatchRules


def chosen(house: MatchRules, label: str, words: str) -> MatchRules:
    """What is played once this row shows these words."""
    found = list[MatchRules]()
    (row,) = (row for row in race_rows(house, found.append) if row.label == label)
    row.changed(row.names.index(words))
    return found[0]


def shown(house: MatchRules) -> dict[str, str]:
    """What each row shows."""
    return {row.label: row.names[row.at] for row in race_rows(house, lambda house: None)}


def test_a_challenge_of_a_grade_can_be_chosen_and_is_seen_to_go_with_another_grade() -> None:
    house = MatchRules(target=0, rounds=3, race="race:paare")
    assert "Challenge" not in shown(house)
    graded = chosen(house, "Grade", "Gentle")
    assert (graded.race, shown(graded)["Challenge"]) == ("race:paare/1", "drawn")
    (row,) = (row for row in race_rows(graded, lambda house: None) if row.label == "Challenge")
    one = chosen(graded, "Challenge", row.names[2])
    assert one.race.startswith("race:paare-")
    assert (shown(one)["Grade"], shown(one)["Challenge"]) == ("Gentle", row.names[2])
    assert chosen(one, "Challenge", "drawn") == graded and chosen(one, "Grade", "Gentle") == one
    other = chosen(one, "Grade", "Hard")
    assert shown(other)["Challenge"] == "drawn" and shown(other)["Grade"] == "Hard"


def test_a_deal_of_a_day_stands_beside_the_grades() -> None:
    house = MatchRules(target=0, rounds=3, race="race:daily-2026-11-21")
    assert shown(house)["Grade"] == "Challenge of 2026-11-21" and "Challenge" not in shown(house)
    assert chosen(house, "Grade", "any").race == f"race:{named('daily-2026-11-21').game}"


def test_how_long_the_others_go_on_is_kept_by_all_other_rows() -> None:
    house = chosen(MatchRules(target=0, rounds=3, race="race:paare"), "Time for the others", "30 s")
    assert house.race == "race:paare+30"
    graded = chosen(chosen(house, "Game", "Zahlenpatience"), "Grade", "Gentle")
    assert graded.race == "race:zahlenpatience/1+30"
    assert chosen(graded, "Time for the others", "60 s").race == "race:zahlenpatience/1"


def test_who_sits_at_a_table_for_a_cup_reads_that_bots_take_the_empty_seats() -> None:
    own, empty = SeatInfo("person", "Anna", member=0), SeatInfo()

    def told(race: str, *places: SeatInfo, ready: bool = False) -> str:
        me = msgspec.structs.replace(own, ready=ready)
        return standing(Room("Table", (me, *places), (), 0, False, HouseRules(1, 0, {}, race)), me)

    begins = "The cup begins when everyone has knocked. Bots take the empty seats."
    assert told("cup:paare", empty, empty) == begins
    assert told("cup:paare", empty, SeatInfo("person", "Bo", member=1), ready=True) == "Waiting for Bo …"
    assert told("cup:paare", *[SeatInfo("bot", "Otto")] * 2) == "The cup begins when everyone has knocked."
    assert "at least two" in told("race:paare", empty, empty)
