"""How good each line is, in words, in the lobby and over the table."""

import time

import pygame
import pytest
from pygame.event import Event

from game.net.wire.messages import Line
from game.ui.play.match.lines import line_words
from game.ui.view.boxes import flat
from game.ui.view.leaves import Text
from tests.ui.lobby.screens import Party, Screen

KEY = Event(pygame.KEYDOWN, key=pygame.K_F9)
WORDS = [
    (Line(0, 4, 1, 3, 0, 0), "4 ms · good"),
    (Line(0, 0, 0, 0, 0, 0), "1 ms · good"),
    (Line(0, 9, 180, 190, 58, 1), "9 ms · pauses of 180 ms: Wi-Fi power saving"),
    (Line(0, 9, 70, 300, 20, 1), "9 ms · pauses of 70 ms"),
    (Line(0, 9, 9, 250, 1, 0), "9 ms · 1 stall in the last minute, 250 ms"),
    (Line(0, 9, 20, 250, 3, 9), "9 ± 10 ms · 3 stalls in the last minute, up to 250 ms"),
    (Line(0, 9, 20, 30, 0, 5), "9 ± 10 ms · 5 of 100 packets lost"),
    (Line(0, 90, 17, 20, 0, 0), "90 ± 8 ms · slow"),
]


@pytest.mark.parametrize(("line", "words"), WORDS)
def test_what_is_said_of_a_line(line: Line, words: str) -> None:
    assert line_words(line) == words


def told(screen: Screen) -> bool:
    """Whether the lobby tells of lines."""
    return any(isinstance(node, Text) and " ms · " in node.words for node in flat(screen.lobby.view()))


def test_each_line_is_told_beside_its_seat_and_by_a_key_over_the_table(party: Party) -> None:
    anna = party.open(3, bots=1)
    bo = party.visit("Bo")
    party.until(lambda: told(anna) and told(bo))
    party.begin()
    stage = bo.table.stage
    assert stage
    bo.table.receive(KEY, time.perf_counter())
    party.until(lambda: "lines" in stage.canvas.tags)
    bo.table.receive(KEY, time.perf_counter())
    party.until(lambda: "lines" not in stage.canvas.tags)
