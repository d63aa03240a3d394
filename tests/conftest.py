"""Tests draw into memory: no display is needed and none is touched. Hypothesis tries the same each time, and
what a test draws by chance follows from its id."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
# Hundreds of programs are started: what is compiled for one is read by the others, wherever we are.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

import random
import signal
import sys
import time
from collections.abc import Iterator

import pytest
from hypothesis import settings

from game.system import System, on
from tests.real import guarded, says_so
from tests.seeded import Seeded
from tests.today import Days
from tests.world.system import alone_in_a_world

# Where we begin in the background of a script Ctrl+C is ignored, by the programs that we start, too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("same", derandomize=True, deadline=None, max_examples=60)
settings.load_profile("same")


@pytest.fixture
def days() -> Iterator[Days]:
    """The days of a player whom nothing but the time zone tells the date."""
    if sys.platform == "win32":
        pytest.skip("no program chooses its time zone there")
    with pytest.MonkeyPatch.context() as patch:
        yield Days(patch)
    time.tzset()


def seeded(request: pytest.FixtureRequest) -> Iterator[None]:
    """The same entropy each time, other for each test; `CHANCE_SEED=7` tries another. Programs that a test
    starts draw their own."""
    entropy = Seeded(os.environ.get("CHANCE_SEED", "") + request.node.nodeid)
    random.seed(entropy.draw(8))
    with on(System(entropy=entropy)):
        yield


@pytest.fixture(autouse=True)
def alone(request: pytest.FixtureRequest) -> Iterator[None]:
    """A machine in a world of its own: threads, time and network are simulated, unless a test says it is
    real."""
    if says_so(request.node):
        yield from seeded(request)
        return
    seed = os.environ.get("CHANCE_SEED", "") + request.node.nodeid
    random.seed(seed)
    with alone_in_a_world(seed):
        yield


chance_of_module = pytest.fixture(scope="module", autouse=True)(seeded)  # of what its tests share
real_is_said = pytest.fixture(autouse=True)(guarded)
