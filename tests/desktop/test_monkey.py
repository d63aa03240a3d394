"""Whatever is pressed wherever: no traceback, no hang, no window that does not answer."""

import os
import random
import re
import time

import pytest

from tests.desktop.everywhere import FLEETING, PLACES, Place
from tests.desktop.program import Program, Start
from tests.desktop.x11 import ROOT

SECONDS = float(os.environ.get("MONKEY_SECONDS", "10"))
"""How long the monkey is at each scene."""
PACE = 1 / 20
"""Seconds from one of its presses to the next."""
KEYS = (
    *"abcdefghijklmnopqrstuvwxyz0123456789",
    *(
        "Return",
        "Escape",
        "space",
        "Tab",
        "BackSpace",
        "Delete",
        "Left",
        "Right",
        "Up",
        "Down",
        "Home",
        "End",
    ),
    *(f"F{n}" for n in range(1, 13)),
    *("KP_Enter", "KP_5", "plus", "minus", "comma", "period"),
)
HELD = ((), (), (), ("Shift_L",), ("Control_L",), ("Alt_L",))
EVERYWHERE = pytest.mark.parametrize(
    "place", PLACES, ids=lambda place: "-".join(filter(None, (place.scene, place.kind)))
)


def test_the_ways_lead_to_every_scene() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    line = next(line for line in readme.splitlines() if line.startswith("| `scene`"))
    assert {place.scene for place in PLACES} | FLEETING == set(re.findall(r"`([a-z-]+)`", line)) - {
        *("scene", "beneath")
    }


def reach(game: Program, place: Place) -> None:
    """Go there."""
    place.go(game)
    game.wait_scene(place.scene)


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
            assert game.seen.scene == place.scene


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
    monkey = random.Random(f"{place.scene} {place.kind}")
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        with program(*place.command) as game:
            reach(game, place)
            while time.monotonic() < end and place.scene in (game.seen.scene, *game.seen.said["beneath"]):
                press(game, monkey)
                time.sleep(PACE)
                if game.process.poll() is not None:
                    break
            if game.process.poll() is not None:
                game.wait_end()  # it has found the way out


def press(game: Program, monkey: random.Random) -> None:
    """A key, a click or a drag, anywhere in the window."""
    width, height = game.seen.size
    here, there = ((monkey.randrange(width), monkey.randrange(height)) for _ in range(2))
    wish = monkey.random()
    try:
        if wish < 0.5:
            game.key(monkey.choice(KEYS), *monkey.choice(HELD))
        elif wish < 0.7 and (controls := game.seen.controls):
            game.click_at(*monkey.choice(controls).middle)
        elif wish < 0.9:
            game.click_at(*here, monkey.choice((1, 1, 2, 3, 4, 5)))
        else:
            game.drag(here, there)
    except LookupError:  # the window has just gone
        pass
