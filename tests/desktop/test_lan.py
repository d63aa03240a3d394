"""Players at one table on the network: found, joined, played, and left in every possible way."""

import re
import signal
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.desktop.program import Start
from tests.desktop.rounds import ROUND, Round
from tests.desktop.tables import KITCHEN, at_table, begin, leave, plays_on, sit_down, to_count, to_table

pytestmark = pytest.mark.journey


def test_a_table_is_found_joined_and_played_to_the_end_of_a_round(program: Start) -> None:
    with program(*KITCHEN, "2", times=1, name="Anna") as anna, program(times=1, name="Bo") as bo:
        sit_down(anna, bo)
        for each in (anna, bo):
            each.click("Knock")
        for each in (anna, bo):
            each.wait(lambda seen: {"Anna", "Bo"} < set(at_table(seen)), "both at the table")
        Round(bo, others=[anna]).play()
        for each in (anna, bo):
            each.wait_scene("round-end", seconds=ROUND)
            each.wait_words("Proved: nobody could choose the deal")
        for each in (anna, bo):
            each.click("Knock for the next round")
        for each in (anna, bo):
            each.wait_scene("lan-table")
            each.wait_words("Round 2")


def test_a_guest_enters_the_address_that_the_owner_is_shown(program: Start) -> None:
    with program(*KITCHEN, "0", name="Anna") as anna, program(name="Bo") as bo:
        anna.click("Invite")
        anna.wait_words("The others enter this address:")
        address = next(word for word in anna.seen.words.split() if re.fullmatch(r"[\w.-]+:\d+", word))
        anna.click("OK")
        bo.click("Play with friends")
        bo.wait_scene("tables")
        bo.fill("", address)
        bo.click("Connect")
        bo.wait_scene("lobby")
        anna.wait_words("Bo")


def test_a_served_table_is_shown_to_the_room_while_two_play(program: Start) -> None:
    shown = "serve", "--show", "--name", "Kitchen", "--seats", "2"
    with program(*shown) as tv, program(name="Anna") as anna, program(name="Bo") as bo:
        tv.wait_scene("lobby")
        tv.wait_words("The others enter this address:")
        tv.wait_words("The match begins when at least two are seated and everyone has knocked.")
        assert not tv.seen.controls
        sit_down(tv, anna, bo)
        tv.wait(lambda seen: "Anna" in seen.words and "Bo" in seen.words, "both at the table")
        begin(anna, bo)
        tv.wait_scene("lan-table")
        tv.wait(lambda seen: {"Anna", "Bo"} == set(at_table(seen)), "both at the table")
        assert "You are watching" not in tv.seen.words and not tv.seen.controls
        tv.key("F10")
        tv.wait_words("You are watching")
        tv.key("Escape")
        tv.click("View for a TV")
        tv.click("Leave the table")
        tv.wait_words("The others play on without you.")
        tv.click("Leave the table")
        tv.wait_scene("title")


def test_a_guest_leaves_in_play_and_the_others_play_on(program: Start) -> None:
    with program(*KITCHEN, "2", name="Anna") as anna, program(name="Bo") as bo:
        sit_down(anna, bo)
        begin(anna, bo)
        leave(bo)
        anna.wait_words("has left")
        plays_on(anna)


def test_a_guest_leaves_in_the_count_and_the_others_go_on(program: Start) -> None:
    with program(*KITCHEN, "2", times=1, name="Anna") as anna, program(times=1, name="Bo") as bo:
        sit_down(anna, bo)
        begin(anna, bo)
        to_count(anna, bo)
        leave(bo)
        anna.click("Knock for the next round")
        anna.wait_scene("lan-table")
        anna.wait_words("has left")


def test_how_good_the_lines_are_is_seen_by_a_key_in_the_lobby_and_over_the_table(program: Start) -> None:
    with program(*KITCHEN, "1", name="Anna") as anna, program(times=1, name="Bo") as bo:
        sit_down(anna, bo)
        for each in (anna, bo):
            each.key("F9")
            while "not measured yet" in each.wait_scene("ask").words:
                each.key("Escape")
                each.wait_scene("lobby")
                each.key("F9")
            each.wait_words(" ms · ")
            each.key("Escape")
            each.wait_scene("lobby")
        begin(anna, bo)
        bo.key("F9")
        bo.wait_words("Connections to the host")
        bo.key("F9")
        bo.wait(lambda seen: "Connections to the host" not in seen.words, "that the board is gone")
        plays_on(bo)


def test_who_only_watches_leaves_and_nobody_minds(program: Start) -> None:
    with program(*KITCHEN, "2", name="Anna") as anna, program(name="Bo") as bo:
        sit_down(anna, bo)
        bo.click("Just watch")
        bo.wait_words("You are watching")
        begin(anna)
        bo.wait_scene("lan-table")
        leave(bo)
        plays_on(anna)
        assert "has left" not in anna.seen.words


def test_a_guest_is_asked_before_leaving_the_lobby(program: Start) -> None:
    with program(*KITCHEN, "0", name="Anna") as anna, program(name="Bo") as bo:
        sit_down(anna, bo)
        anna.wait_words("Bo")
        bo.key("Escape")
        bo.wait_words("Leave this table?")
        bo.click("Leave the table")
        bo.wait_scene("tables")
        anna.wait(lambda seen: "Bo" not in seen.words, "that Bo has gone")


def test_a_host_closes_the_table_and_all_are_told(program: Start) -> None:
    with program(*KITCHEN, "0", name="Anna") as anna, program(name="Bo") as bo:
        sit_down(anna, bo)
        anna.click("Close the table")
        anna.wait_words("The table closes for everyone when you leave.")
        anna.click("Close the table")
        anna.wait_scene("title")
        bo.wait_words("The host has closed the table.")
        bo.click("OK")
        bo.wait_scene("tables")
        bo.wait(lambda seen: not seen.has("Kitchen"), "an empty list")


def test_a_host_leaves_and_the_others_play_on(program: Start) -> None:
    with program(*KITCHEN, "1", name="Anna") as anna, program(name="Bo") as bo, program(name="Cy") as cy:
        sit_down(anna, bo, cy)
        begin(anna, bo, cy)
        anna.key("Escape")
        anna.click("Leave the table")
        anna.wait_words("The others play on without you.")
        anna.click("Leave the table")
        anna.wait_scene("title")
        for each in (bo, cy):
            each.wait_words("has left")
            plays_on(each)


def test_a_host_s_window_is_closed_and_the_others_play_on(program: Start) -> None:
    with program(*KITCHEN, "1", name="Anna") as anna, program(name="Bo") as bo, program(name="Cy") as cy:
        sit_down(anna, bo, cy)
        begin(anna, bo, cy)
        anna.close()
        for each in (bo, cy):
            each.wait_words("the seat is kept")
            plays_on(each)


def test_the_second_host_is_killed_too_finds_the_table_again_and_has_the_seat(
    program: Start, tmp_path: Path
) -> None:
    data = tmp_path / "bo"
    with program(*KITCHEN, "1", name="Anna") as anna, program(name="Cy") as cy:
        with program(data=data, name="Bo") as bo:
            sit_down(anna, bo, cy)
            begin(anna, bo, cy)
            anna.kill()
            for each in (bo, cy):
                each.wait_words("the seat is kept")
                plays_on(each)
            bo.kill()
        cy.wait(lambda seen: seen.words.count("the seat is kept") == 2, "that Bo is away, too")
        plays_on(cy)
        with program(data=data) as back:
            to_table(back, "Kitchen")
            back.wait_scene("lan-table")
            back.wait(lambda seen: set(at_table(seen)) >= {"Anna", "Bo", "Cy"}, "the same table")
            cy.wait(lambda seen: seen.words.count("the seat is kept") == 1, "that Bo is back")
            plays_on(back)


def test_who_was_killed_is_led_back_to_the_seat_by_the_title(program: Start, tmp_path: Path) -> None:
    data = tmp_path / "bo"
    with program(*KITCHEN, "1", name="Anna") as anna:
        with program(data=data, name="Bo") as bo:
            sit_down(anna, bo)
            begin(anna, bo)
            bo.kill()
        anna.wait_words("the seat is kept")
        with program(data=data) as back:
            back.click("Back to Kitchen")
            back.wait_scene("lan-table")
            anna.wait(lambda seen: "the seat is kept" not in seen.words, "that Bo is back")
            back.key("Escape")
            back.click("Leave the table")
            back.wait_scene("title")
            back.wait(lambda seen: not seen.has("Back to Kitchen"), "that no seat is kept any more")


@pytest.mark.parametrize("guests", [1, 2])
def test_a_host_whose_computer_sleeps_comes_to_where_the_others_play_on(program: Start, guests: int) -> None:
    with program(*KITCHEN, "1", name="Anna") as anna, ExitStack() as others:
        people = [others.enter_context(program(name=name)) for name in ("Bo", "Cy")[:guests]]
        sit_down(anna, *people)
        begin(anna, *people)
        anna.process.send_signal(signal.SIGSTOP)
        for each in people:
            each.wait_words("the seat is kept")
            plays_on(each)
        time.sleep(1)
        anna.process.send_signal(signal.SIGCONT)
        for each in people:
            each.wait(lambda seen: "the seat is kept" not in seen.words, "that Anna is back")
        everyone = [anna, *people]
        for each in everyone:
            each.wait(lambda seen: set(at_table(seen)) >= {"Anna", "Bo"}, "the same table")
            each.wait(lambda seen: "No word from the host" not in seen.words, "word from the new host")
            plays_on(each)
        if guests == 1:
            return  # the count of all three is the same and takes a minute
        to_count(*everyone)
        standings = [{(seat["name"], seat["total"]) for seat in each.seen.seats} for each in everyone]
        assert all(each == standings[0] for each in standings)


def test_a_guest_s_window_is_closed_and_the_host_plays_on(program: Start) -> None:
    with program(*KITCHEN, "2", name="Anna") as anna, program(name="Bo") as bo:
        sit_down(anna, bo)
        begin(anna, bo)
        bo.close()
        anna.wait_words("the seat is kept")
        plays_on(anna)


def test_a_guest_is_asked_to_end_by_the_system_and_the_host_hears_of_it(program: Start) -> None:
    with program(*KITCHEN, "2", name="Anna") as anna, program(name="Bo") as bo:
        sit_down(anna, bo)
        begin(anna, bo)
        bo.process.terminate()
        bo.wait_end(143)
        anna.wait_words("the seat is kept")
        plays_on(anna)
