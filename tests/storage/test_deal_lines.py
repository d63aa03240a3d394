"""A replay states how its deals came about; `check` says whether that is consistent, not whether it is so."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from game.cli.check import checked
from game.core.fair_deal import FairDeal, seat_commitment
from game.core.match import Match
from game.core.state import WON
from game.storage.match_replay import Company, Origin, match_text
from game.storage.replay_format import Mismatch, ReplayError
from tests.cli.program import run
from tests.storage.test_taken_over import BACKS, NAMES, RULES, play
from tests.written import written

TABLE = bytes(range(8))
ORIGIN = Origin(TABLE.hex(), 0)


def deal(number: int, opened: int = 2) -> FairDeal:
    """A deal for two seats, of which so many opened their numbers."""
    numbers = [bytes((number, seat)) * 16 for seat in range(2)]
    commitments = tuple(seat_commitment(TABLE, number, seat, own) for seat, own in enumerate(numbers))
    openings = tuple(own if seat < opened else b"" for seat, own in enumerate(numbers))
    return FairDeal(TABLE, number, bytes((99, number)) * 16, commitments, openings)


def played(*deals: FairDeal) -> Match:
    match = Match(RULES, 2, bytes(range(32)), rounds=2)
    match.deals = {each.round: each for each in deals}
    match.start()
    play(match, WON)
    return match


PROVED = played(deal(1), deal(2))
TEXT = match_text(PROVED, Company(NAMES, BACKS, ORIGIN))


@pytest.mark.real
def test_check_says_that_the_deals_follow_from_the_numbers_stated(tmp_path: Path) -> None:
    found = checked(written(tmp_path, TEXT))
    assert found["text"].endswith("; consistent: the deals follow from the numbers stated")
    assert (found["consistent_deals"], found["rounds"]) == ([1, 2], 2)
    done = run("check", "--json", str(written(tmp_path, TEXT)))
    assert (done.returncode, json.loads(done.stdout)) == (0, found)


def test_a_match_that_one_person_makes_up_is_called_no_more_than_consistent(tmp_path: Path) -> None:
    """The best of many deals, with numbers for it that nobody else has ever seen."""
    best = max(range(20), key=lambda salt: deal(1)._replace(secret=bytes([salt]) * 32).seed)
    chosen = deal(1)._replace(secret=bytes([best]) * 32)
    found = checked(written(tmp_path, match_text(played(chosen, deal(2)), Company(NAMES, BACKS, ORIGIN))))
    assert found["consistent_deals"] == [1, 2]
    assert "proved" not in found["text"]


def test_an_older_file_still_replays(tmp_path: Path) -> None:
    found = checked(written(tmp_path, match_text(played(), Company(NAMES, BACKS, ORIGIN))))
    assert "the deals are not provable" in found["text"]
    assert found["consistent_deals"] == []


def test_of_a_numbered_deal_nothing_is_said(tmp_path: Path) -> None:
    match = Match(RULES, 2, 7, rounds=2)
    match.start()
    play(match, WON)
    found = checked(written(tmp_path, match_text(match, Company(NAMES, BACKS, ORIGIN))))
    assert "deal" not in found["text"].removeprefix(str(tmp_path))
    assert found["consistent_deals"] is None


def test_a_deal_for_which_a_seat_withheld_its_number_is_not_proved(tmp_path: Path) -> None:
    found = checked(
        written(tmp_path, match_text(played(deal(1), deal(2, opened=1)), Company(NAMES, BACKS, ORIGIN)))
    )
    assert "; consistent but for round 2: " in found["text"]
    assert found["consistent_deals"] == [1]


def swap_digit(line: str, place: int) -> str:
    return line[:place] + ("0" if line[place] != "0" else "1") + line[place + 1 :]


def fields(line: str) -> list[int]:
    """Where the host's commitment and number, and the first seat's, begin in a line."""
    return [line.index(" ", 5) + 1, line.index("=") + 1, line.index(" ", 10) + 1, line.rindex("=") + 1]


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("field", range(4))
def test_no_digit_of_it_can_be_another(number: int, field: int, tmp_path: Path) -> None:
    line = next(line for line in TEXT.splitlines() if line.startswith(f"deal {number} "))
    other = swap_digit(line, fields(line)[field])
    with pytest.raises(Mismatch, match="not the one committed to"):
        checked(written(tmp_path, TEXT.replace(line, other)))


def other_round(text: str) -> str:
    """The two deals change places, with commitments that hold."""
    return match_text(PROVED, Company(NAMES, BACKS, ORIGIN)).replace("\ndeal 1 ", "\ndeal 3 ", 1)


def without_a_seat(text: str) -> str:
    lines = text.splitlines()
    line = next(i for i, each in enumerate(lines) if each.startswith("deal 1 "))
    lines[line] = lines[line].rpartition(" ")[0] + " -"
    return "\n".join(lines) + "\n"


def without_deals(text: str) -> str:
    return "".join(line + "\n" for line in text.splitlines() if not line.startswith("deal "))


@pytest.mark.parametrize("change", [other_round, without_a_seat, without_deals])
def test_the_log_belongs_to_that_deal_and_no_other(change: Callable[[str], str], tmp_path: Path) -> None:
    assert change(TEXT) != TEXT
    with pytest.raises(Mismatch):
        checked(written(tmp_path, change(TEXT)))


@pytest.mark.parametrize(
    "line",
    ["deal", "deal 1", "deal x y", "deal 1 " + "0" * 64 + "=", "deal 1 -", "deal 1 zz=zz -", "dealt 1"],
)
def test_nonsense_is_told_with_its_place(line: str, tmp_path: Path) -> None:
    head, header, *rest = TEXT.splitlines()
    with pytest.raises(ReplayError, match=r"line 3"):
        checked(written(tmp_path, "\n".join([head, header, line, *rest]) + "\n"))
