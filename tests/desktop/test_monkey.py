"""Whatever is pressed wherever: no traceback, no hang, no window that does not answer."""

import re

import pytest

from tests.desktop.everywhere import PLACES, Place
from tests.desktop.monkey import Monkey
from tests.desktop.program import Program, Start
from tests.desktop.tables import KITCHEN, begin, sit_down
from tests.desktop.x11 import ROOT

EVERYWHERE = pytest.mark.parametrize(
    "place", PLACES, ids=lambda place: "-".join(filter(None, (place.scene, place.kind)))
)


def test_the_ways_lead_to_every_scene() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    line = next(line for line in readme.splitlines() if line.startswith("| `scene`"))
    assert {place.scene for place in PLACES} == set(re.findall(r"`([a-z-]+)`", line)) - {
        *("scene", "beneath")
    }


def reach(game: Program, place: Place) -> None:
    """Go there."""
    place.go(game)
    game.wait_scene(place.scene, *place.then)


@pytest.mark.journey
@EVERYWHERE
def test_escape_and_f1_lead_where_they_should(program: Start, place: Place) -> None:
    with program(*place.command) as game:
        reach(game, place)
        game.key("F1")
        if place.help:
            game.wait_scene(place.help)
            if place.help in ("help", "solo-help"):  # and not away from there
                game.key("Escape")
                game.wait_scene(place.scene)
        else:
            assert game.screen.answers()
            assert game.seen.scene in (place.scene, *place.then)


@pytest.mark.journey
@EVERYWHERE
def test_escape_leads_back(program: Start, place: Place) -> None:
    with program(*place.command) as game:
        reach(game, place)
        game.key("Escape")
        game.wait_scene(*place.escape)


@pytest.mark.journey
@EVERYWHERE
def test_a_monkey_breaks_nothing(program: Start, place: Place) -> None:
    monkey = Monkey(f"{place.scene} {place.kind}")
    while not monkey.done:
        with program(*place.command) as game:
            reach(game, place)
            monkey.bout(game)


@pytest.mark.journey
@pytest.mark.parametrize("scene", ["lobby", "lan-table"])
def test_a_monkey_breaks_nothing_between_two(program: Start, scene: str) -> None:
    monkey = Monkey(f"{scene} of two")
    while not monkey.done:
        with program(*KITCHEN, "1", name="Anna") as anna, program(name="Bo") as bo:
            sit_down(anna, bo)
            if scene == "lan-table":
                begin(anna, bo)
            monkey.bout(anna, bo)
