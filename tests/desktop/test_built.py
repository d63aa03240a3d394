"""The built program, which needs no Python, in an empty environment: alone, and on the LAN."""

import faulthandler
import subprocess
import sys

import pytest

from game.program import VERSION
from tests.desktop.program import Built, Start
from tests.desktop.rounds import ROUND, Round
from tests.desktop.tables import KITCHEN, sit_down
from tests.desktop.x11 import ROOT

pytestmark = pytest.mark.journey
LONG = 1800
"""The most seconds that building may take."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The built program."""
    folder = tmp_path_factory.mktemp("built")
    command = [sys.executable, "distribution/build.py", "--to", str(folder)]
    faulthandler.cancel_dump_traceback_later()  # on a busy machine it takes longer than a test may hang
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=LONG)
    assert done.returncode == 0, done.stderr
    assert list(folder.glob(f"haisty-{VERSION}-*"))
    program = folder / "built" / "haisty"
    licences = {path.name.partition("-")[0] for path in (program / "licences").iterdir()}
    assert licences >= {
        "Haisty.txt",
        "Python.txt",
        "pygame",
        "cryptography",
        "msgspec",
        "spake2",
        "platformdirs",
    }
    return Built((str(program / "haisty"),), {})


def test_the_built_program_plays_alone_and_on_the_lan(program: Start, built: Built) -> None:
    with program("play", "haisty", built=built) as game:
        game.wait_scene("solo")
        game.key("h")  # its answer comes from a process of its own
        game.wait(lambda seen: seen.has("Make this move") or "cannot be won" in seen.words, "a hint")
    with program(built=built, lang="sv") as game:  # its court cards have other letters
        game.wait_control("Spela")
    with (
        program(*KITCHEN, "2", built=built, name="Anna") as anna,
        program(name="Bo") as bo,
    ):
        sit_down(anna, bo)
        for each in (anna, bo):
            each.click("Knock")
        Round(bo, others=[anna]).play()
        for each in (anna, bo):
            each.wait_scene("round-end", seconds=ROUND)
            each.wait_words("Proved: nobody could choose the deal")
