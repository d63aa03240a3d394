"""What players do around a table on the network."""

import time

from tests.desktop.program import Program
from tests.desktop.rounds import ROUND, agree, in_play
from tests.desktop.seen import Seen

KITCHEN = "host", "--name", "Kitchen", "--level", "hard", "--bots"
"""Opens a table of that name; the number of bots follows."""


def at_table(seen: Seen) -> list[str]:
    """The names of the seats in a match."""
    return [seat["name"] for seat in seen.seats]


def to_table(guest: Program, table: str) -> None:
    """Find the table in the list and join it."""
    guest.click("Play with friends")
    guest.wait_scene("tables")
    guest.click(table)


def sit_down(host: Program, *guests: Program) -> None:
    """Join the host's table, one after another, until all see each other there."""
    for guest in guests:
        to_table(guest, "Kitchen")
        guest.wait_scene("lobby")


def begin(*people: Program) -> None:
    """Everyone knocks, and plays after the countdown."""
    for each in people:
        each.click("Knock")
    for each in people:
        each.wait_scene("lan-table")
        each.wait(in_play, "the start")


def leave(guest: Program) -> None:
    """Leave the table in a match."""
    guest.key("Escape")
    guest.click("Leave the table")
    guest.wait_scene("tables")


def plays_on(game: Program) -> None:
    """Wait until another card has moved."""
    before = game.seen.piles
    game.wait(lambda seen: seen.piles and seen.piles != before, "a card that moves")


def to_count(*people: Program) -> None:
    """Play no card, but call speltorka with the others, until the round is over for everyone."""
    end = time.monotonic() + ROUND
    while any(each.seen.scene == "lan-table" for each in people):
        assert time.monotonic() < end, "the round does not end"
        agree(*people)
        time.sleep(0.5)
    for each in people:
        each.wait_scene("round-end")
