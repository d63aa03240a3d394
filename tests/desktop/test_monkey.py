"""Whatever is pressed anywhere: no traceback, no hang, no window that does not answer."""

import os
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

from tests.desktop.everywhere import PLACES, Place
from tests.desktop.monkey import Monkey
from tests.desktop.program import Program, Start
from tests.desktop.tables import KITCHEN, begin, sit_down, to_table
from tests.desktop.targets import FEWEST, small
from tests.desktop.x11 import ROOT

EVERYWHERE = pytest.mark.parametrize(
    "place", PLACES, ids=lambda place: "-".join(filter(None, (place.scene, place.kind)))
)


def play(anna: Program, bo: Program) -> None:
    """Both play."""
    sit_down(anna, bo)
    begin(anna, bo)


def watch(anna: Program, bo: Program) -> None:
    """One plays, the other came too late."""
    anna.click("Knock")
    anna.wait_scene("lan-table")
    to_table(bo, "Kitchen")
    bo.wait_words("You are watching")


TOGETHER: dict[str, Callable[[Program, Program], None]] = {"sit": sit_down, "play": play, "watch": watch}
"""What two players do before the monkey starts."""


def test_the_ways_lead_to_every_scene() -> None:
    promised = (ROOT / "docs" / "describe.md").read_text("utf-8")
    line = next(line for line in promised.splitlines() if line.startswith("| `scene`"))
    assert {place.scene for place in PLACES} == set(re.findall(r"`([a-z-]+)`", line)) - {
        *("scene", "beneath"),
        *("alone", "solo-alone"),  # where two others have been killed: tests/ui/lobby/test_alone.py
        "tonight",  # after a match with somebody: tests/ui/play/match/test_tonight.py
    }


@contextmanager
def at(program: Start, place: Place) -> Iterator[Program]:
    """A program that is led to the place."""
    with program(*place.command, pads=place.pads, times=place.times, **place.settings) as game:
        place.go(game)
        game.wait_scene(place.scene, *place.then)
        yield game


def leave(game: Program, place: Place) -> None:
    """Leave with Esc; at an end twice if need be, for a press just after its ceremony counts for nothing."""
    if place.scene.endswith("-end"):
        game.key("Escape")
        with suppress(AssertionError):
            game.wait_scene(*place.escape, seconds=5)
            return
    game.key("Escape")
    game.wait_scene(*place.escape)


@pytest.mark.journey
@EVERYWHERE
def test_f1_and_escape_lead_where_they_should(program: Start, place: Place) -> None:
    covers = place.help and place.help not in place.escape
    """Whether F1 opens something over the place, to which Esc leads back."""
    with at(program, place) as game:
        if game.seen.scene == place.scene:
            assert [*small(game.seen, FEWEST)] == [], "too small for a finger"
        game.key("F1")
        if place.help:
            game.wait_scene(place.help)
        else:
            assert game.screen.answers()
            assert game.seen.scene in (place.scene, *place.then)
        if covers:
            game.key("Escape")
            game.wait_scene(place.scene)
            leave(game, place)
    if not covers:
        with at(program, place) as game:
            leave(game, place)


@pytest.mark.journey
@EVERYWHERE
def test_a_monkey_breaks_nothing(program: Start, place: Place) -> None:
    monkey = Monkey(f"{place.scene} {place.kind}")
    while not monkey.done:
        with at(program, place) as game:
            monkey.bout(game)


@pytest.mark.journey
@pytest.mark.parametrize("way", TOGETHER)
def test_a_monkey_breaks_nothing_between_two(program: Start, way: str) -> None:
    monkey = Monkey(f"two {way}")
    while not monkey.done:
        with program(*KITCHEN, "2", name="Anna") as anna, program(name="Bo") as bo:
            TOGETHER[way](anna, bo)
            monkey.bout(anna, bo)


@pytest.mark.real
@pytest.mark.parametrize("fate", [signal.SIGSTOP, signal.SIGKILL])
def test_the_monkey_notices_a_hang_and_a_crash(
    program: Start, monkeypatch: pytest.MonkeyPatch, fate: signal.Signals
) -> None:
    monkeypatch.setattr("tests.desktop.monkey.ANSWER", 1.0)
    with program() as game:
        os.kill(game.process.pid, fate)
        with pytest.raises(AssertionError) as failed:
            Monkey("of no luck").bout(game)
        assert "MONKEY_SEED=" in str(failed.value.__notes__)
        game.kill()
