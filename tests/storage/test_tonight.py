"""Tonight: matches of the last twelve hours, by machine, however those who played are called meanwhile."""

import json
from pathlib import Path

from game.storage.result import MatchResult, Opponent
from game.storage.results import open_results
from game.storage.tonight import HOURS, Guest, against, since, tonight
from tests.cli.program import call

BO, ADA = "b0" * 16, "ada0" * 8


def played(number: int, points: int, *opponents: Opponent, lan: bool = True, when: int = 0) -> MatchResult:
    won = all(points > each.points for each in opponents)
    place = 1 + sum(each.points > points for each in opponents)
    return MatchResult(
        key=f"{number}",
        lan=lan,
        won=won,
        place=place,
        points=points,
        rounds=2,
        opponents=opponents,
        when=when,
    )


def test_who_won_most_is_first_and_the_own_row_has_no_name() -> None:
    bo, ada, bot = Opponent("Bo", "", 80, BO, 9), Opponent("Ada", "", 101, ADA), Opponent("Ines", "hard", 0)
    matches = [played(1, 100, bo, bot), played(2, 50, ada), played(3, 40, ada, bo)]
    assert tonight(matches) == [
        Guest("Ada", ADA, 2, 2, 202, 0),
        Guest("", "", 3, 1, 190, 0),
        Guest("Bo", BO, 2, 0, 160, 9),
    ]


def test_somebody_who_takes_another_name_is_still_the_same() -> None:
    matches = [played(1, 5, Opponent("Bo", "", 8, BO)), played(2, 5, Opponent("Bosse", "", 3, BO))]
    assert [(each.name, each.played, each.won) for each in tonight(matches)] == [("Bosse", 2, 1), ("", 2, 1)]
    assert against(matches, "Bosse", BO) == (1, 1)


def test_two_at_one_screen_are_two() -> None:
    pair = Opponent("Bo", "", 8, BO), Opponent("Lo", "", 3, BO)
    assert [each.name for each in tonight([played(1, 5, *pair)])] == ["Bo", "", "Lo"]


def test_matches_in_this_program_alone_do_not_count() -> None:
    assert tonight([played(1, 5, Opponent("Bo", "", 8), lan=False)]) == []


def test_a_night_is_twelve_hours(tmp_path: Path) -> None:
    now = 1_800_000_000.0
    results, _notice = open_results(tmp_path)
    bo = Opponent("Bo", "", 8, BO)
    for number, when in enumerate((since(now) - 1, since(now), int(now))):
        results.matches.add(played(number, 5, bo, when=when))
    assert [match.key for match in results.matches.since(since(now))] == ["1", "2"]
    assert since(now) == now - HOURS * 3600
    results.close()


def test_the_command_line_tells_of_it(tmp_path: Path) -> None:
    asked = "tonight", "--data", str(tmp_path)
    assert call(*asked).stdout == "Nobody has played here tonight.\n"
    results, _notice = open_results(tmp_path)
    results.matches.add(played(1, 5, Opponent("Bo", "", 8, BO), when=2**33))
    results.close()
    told = json.loads(call(*asked, "--json").stdout)
    assert [(each["name"], each["own"], each["won"]) for each in told["players"]] == [
        ("Bo", False, 1),
        ("", True, 0),
    ]
    first, second, third = call(*asked).stdout.splitlines()
    assert "Fastest round" in first
    assert second.split() == ["Bo", "1", "1", "8", "–"]
    assert third.split() == ["You", "1", "0", "5", "–"]


def test_a_match_that_was_only_watched_counts_for_all_who_played_it_and_for_nobody_here() -> None:
    bo, ada, bot = Opponent("Bo", "", 80, BO, 9), Opponent("Ada", "", 101, ADA), Opponent("Ines", "hard", 30)
    seen = played(2, 0, bo, ada, bot)
    assert tonight([], [seen]) == [Guest("Ada", ADA, 1, 1, 101, 0), Guest("Bo", BO, 1, 0, 80, 9)]
    assert [(each.name, each.played) for each in tonight([played(1, 100, bo)], [seen])] == [
        ("Ada", 1),
        ("", 1),
        ("Bo", 2),
    ]
