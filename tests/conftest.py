"""Tests draw into memory: no display is needed and none is touched. Hypothesis tries the same each time."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
# Hundreds of programs are started: what is compiled for one is read by the others, wherever we are.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

import time
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.today import Days

settings.register_profile("same", derandomize=True, deadline=None, max_examples=60)
settings.load_profile("same")


@pytest.fixture
def days() -> Iterator[Days]:
    """The days of a player whom nothing but the time zone tells the date."""
    with pytest.MonkeyPatch.context() as patch:
        yield Days(patch)
    time.tzset()
