"""Sizes of the window, languages and seats for tests of what fits."""

from typing import Final

from game.i18n import LANGUAGES

SIZES: Final = ((1280, 720), (1920, 1080), (3840, 2160))
EACH: Final = (*((lang, SIZES[0]) for lang in LANGUAGES), ("de", SIZES[1]), ("sv", SIZES[2]))
"""Each language where there is least room, and each size: whatever fails with both together fails with one,
as text grows with the window. `make screens` takes them all."""
SHAPES: Final = (
    *((1024, 600), (1920, 1080), (3840, 2160)),
    *((1280, 1024), (2560, 1080), (1000, 1400), (640, 480)),
)
SEATED: Final = (
    *((SIZES[0], seats) for seats in range(2, 9)),
    *((size, seats) for size in SHAPES for seats in (2, 8)),
)
"""Each number of seats, and the fewest and the most in windows of all shapes."""
