"""Guests at a table on the network: late, shown out, with the wrong code, twice, and of every name."""

import pytest

from game.core.limits import NAME, TABLE
from tests.desktop.program import Start
from tests.desktop.tables import at_table, to_count, to_table

pytestmark = pytest.mark.journey

NAMES = ("ÄÖÜäöüßåøæéñçÿ王ß", "W" * 16)
NO_ADDRESS = ("That is not the name of a computer.", "There is no computer called")
SIXTEEN, TWENTY_FOUR = "王ß" * 8, "Øster-Küche 王 & Größe 24"


def test_who_comes_late_watches_and_sits_down_at_the_next_round(program: Start) -> None:
    kitchen = "host", "--name", "Kitchen", "--bots", "2", "--level", "hard"
    with program(*kitchen, times=1, name="Anna", rounds=2) as anna, program(times=1, name="Bo") as bo:
        anna.click("Knock")
        anna.wait_scene("lan-table")
        to_table(bo, "Kitchen")
        bo.wait_scene("lan-table")
        bo.wait_words("You are watching")
        assert "Bo" not in at_table(bo.seen)
        to_count(anna, bo)
        for each in (anna, bo):
            each.click("Knock for the next round")
        for each in (anna, bo):
            each.wait_scene("lan-table")
            each.wait(lambda seen: "Bo" in at_table(seen), "Bo at the table")
        assert bo.seen.own("reserve")[0].size == 13


def test_a_guest_chooses_a_handicap_and_a_watcher_sees_it_at_the_seat(program: Start) -> None:
    kitchen = "host", "--name", "Kitchen", "--bots", "1"
    with program(*kitchen, name="Anna") as anna, program(name="Bo") as bo, program(name="Cleo") as cleo:
        to_table(bo, "Kitchen")
        bo.wait_scene("lobby")
        bo.click("Handicap")
        bo.wait_scene("handicap")
        bo.choose("Bo", "7 cards")
        bo.click("OK")
        anna.wait(lambda seen: any("Bo 7" in each.words for each in seen.controls), "Bo's handicap")
        for each in (anna, bo):
            each.click("Knock")
        for each in (anna, bo):
            each.wait_scene("lan-table")
        to_table(cleo, "Kitchen")
        for each in (anna, bo, cleo):
            each.wait(lambda seen: [one["handicap"] for one in seen.seats if one["name"] == "Bo"] == [7], "7")
        assert bo.wait_scene("lan-table").own("reserve")[0].size <= 7


def test_who_is_shown_out_is_told_and_does_not_get_in_again(program: Start) -> None:
    with program("host", "--name", "Kitchen", name="Anna") as anna, program(name="Bo") as bo:
        to_table(bo, "Kitchen")
        bo.wait_scene("lobby")
        anna.wait_words("Bo")
        anna.click("×")
        anna.click("Remove")
        bo.wait_words("The host has removed you from the table.")
        bo.key("Return")
        bo.wait_scene("tables", "title")
        bo.wait(lambda seen: any("Anna" in row.words for row in seen.controls), "who sits at the table")
        bo.click("Kitchen")
        bo.wait_words("The host won’t let you back in.")


def test_a_host_played_with_before_is_known_again_and_one_with_its_name_is_told(program: Start) -> None:
    known, told = "You have played with this host before.", "was on another computer when you last played"
    kitchen = "host", "--name", "Kitchen"
    with program(name="Bo") as bo:
        with program(*kitchen, name="Anna") as anna:
            to_table(bo, "Kitchen")
            bo.wait_scene("lobby")
            bo.key("Escape")
            bo.wait_scene("ask")
            bo.click("Leave the table")
            bo.wait_scene("tables")
            bo.wait(lambda seen: any(known in each.help for each in seen.controls), "the mark")
            anna.wait_scene("lobby")
        with program(*kitchen, name="Eve") as eve:
            eve.wait_scene("lobby")
            bo.wait(
                lambda seen: any("another computer" in each.help for each in seen.controls), "the warning"
            )
            bo.wait(lambda seen: not any(known in each.help for each in seen.controls), "the other to go")
            bo.click("Kitchen")
            bo.wait_words(told)
            bo.click("Join anyway")
            bo.wait_scene("lobby")


def test_who_joins_without_an_address_sits_down_at_the_only_table(program: Start) -> None:
    kitchen, code = ("host", "--name", "Kitchen"), ("--code", "ash bee")
    with program(*kitchen, *code, name="Anna") as anna, program("join", *code, name="Bo") as bo:
        bo.wait_scene("lobby")
        anna.wait_words("Bo")


def test_a_suggested_code_is_told_and_typed_by_a_guest(program: Start) -> None:
    with program(name="Anna") as anna, program(name="Bo") as bo:
        anna.click("Play with friends")
        anna.wait_scene("tables")
        anna.click("Suggest")
        code = str(
            anna.wait(lambda seen: next(e.value for e in seen.controls if e.label == "Code"), "a code")
        )
        assert len(code.split()) == 3
        anna.click("Open the table")
        anna.wait_words(code)
        to_table(bo, "Anna’s table")
        bo.wait_words("This table needs a code.")
        bo.fill("Code", code.title().replace(" ", ""))
        bo.click("Sit down")
        bo.wait_scene("lobby")


def test_a_wrong_code_three_times_and_then_the_right_one(program: Start) -> None:
    with program("host", "--name", "Kitchen", "--code", "sesåme", name="Anna"), program(name="Bo") as bo:
        to_table(bo, "Kitchen")
        bo.wait_words("This table needs a code.")
        for wrong in ("open", "sesame", "王"):
            bo.fill("Code", wrong)
            bo.click("Sit down")
            bo.wait(
                lambda seen: any(each.label.startswith("Sit down (in") for each in seen.controls), "the wait"
            )
            assert "That is not this table’s code." in bo.seen.words
        for letter in "sesåme":  # in place of the wrong one
            bo.screen.type(letter)
        bo.wait(lambda seen: seen.control("Code").value == "sesåme", "the code alone")
        bo.click("Sit down")
        bo.wait_scene("lobby")


def test_two_of_the_same_name_are_two_people(program: Start) -> None:
    with program("host", "--name", "Kitchen", name="Bo") as first, program(name="Bo") as second:
        to_table(second, "Kitchen")
        second.wait_scene("lobby")
        for each in (first, second):
            each.wait(lambda seen: seen.words.count("Bo") >= 2, "two of them")
            each.click("Knock")
        for each in (first, second):
            each.wait_scene("lan-table")
            assert at_table(each.seen) == ["Bo", "Bo 2"]
        assert {first.seen.seat, second.seen.seat} == {0, 1}


@pytest.mark.parametrize("name", NAMES)
def test_whoever_is_called_so_opens_a_table_and_others_come(name: str, program: Start) -> None:
    with program(name="") as host, program(name="Bo") as guest:
        host.click("Settings")
        host.fill("Name", name)
        host.key("Escape")
        host.click("Play with friends")
        host.click("Open the table")
        host.wait_scene("lobby")
        table = f"{name}’ table" if name[-1] in "ßs" else f"{name}’s table"
        to_table(guest, table)
        guest.wait_scene("lobby")
        guest.wait_words(name)
        guest.wait_words(table)


def test_fields_take_as_many_letters_as_all_understand_and_no_more(program: Start) -> None:
    with program(name="Anna") as host, program(name="Bo") as guest:
        host.click("Play with friends")
        host.fill("Name", TWENTY_FOUR + "x", shows=TWENTY_FOUR)
        host.fill("Code", SIXTEEN)
        host.click("Open the table")
        host.wait_scene("lobby")
        host.fill("Name", SIXTEEN + "xy", shows=SIXTEEN)
        to_table(guest, TWENTY_FOUR)
        guest.wait_scene("calling")
        guest.fill("Code", SIXTEEN)
        guest.click("Sit down")
        guest.wait_scene("lobby")
        guest.wait_words(SIXTEEN)
        assert (len(TWENTY_FOUR), len(SIXTEEN)) == (TABLE, NAME)


def test_everybody_is_asked_once_what_they_are_called(program: Start) -> None:
    with program(name="") as host, program(name="") as guest:
        for each in (host, guest):
            each.click("Play with friends")
            each.wait_scene("own-name")
            account = str(each.value("", "field"))
        host.key("Return")
        host.click("Open the table")
        host.wait_scene("lobby")
        for letter in "Kim":  # in place of the account's name
            guest.screen.type(letter)
        guest.wait(lambda seen: seen.control("", "field").value == "Kim", "the own name")
        guest.click("Play with friends")
        guest.wait_scene("tables")
        guest.key("Escape")
        guest.click("Play with friends")
        guest.wait_scene("tables")
        guest.key("Return")
        guest.wait_scene("lobby")
        host.wait_words("Kim")
        assert guest.seen.words.count(account) and f"{account} 2" not in guest.seen.words


def test_an_address_of_any_letters_is_answered_in_words(program: Start) -> None:
    with program(name="Kim") as game:
        game.click("Play with friends")
        for address in ("ß", "Øystein ß", "王" * 16, "ä" * 24):
            game.fill("", address)
            game.click("Connect")
            game.wait(lambda seen: any(words in seen.words for words in NO_ADDRESS), "a sentence")
            if game.seen.scene == "calling":
                game.click("Back")
            game.wait_scene("tables")
