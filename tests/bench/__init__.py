"""Benchmarks: `python -m tests.bench` prints one JSON object and nothing else."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
