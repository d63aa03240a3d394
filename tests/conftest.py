"""Tests draw into memory: no display is needed and none is touched. Hypothesis tries the same each time."""

import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
# Hundreds of programs are started: what is compiled for one is read by the others, wherever we are.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

from hypothesis import settings

settings.register_profile("same", derandomize=True, deadline=None, max_examples=60)
settings.load_profile("same")
