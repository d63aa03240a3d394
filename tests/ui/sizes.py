"""Sizes of the window and seats for tests of what fits."""

from typing import Final

SIZES: Final = ((1280, 720), (1920, 1080), (3840, 2160))
SHAPES: Final = (
    *((1024, 600), (1920, 1080), (3840, 2160)),
    *((1280, 1024), (2560, 1080), (1000, 1400), (640, 480)),
)
SEATED: Final = (
    *((SIZES[0], seats) for seats in range(2, 9)),
    *((size, seats) for size in SHAPES for seats in (2, 8)),
)
"""Each number of seats, and the fewest and the most in windows of all shapes."""
