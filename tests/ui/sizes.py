"""Sizes of the window and languages for tests of what fits."""

from typing import Final

from game.i18n import LANGUAGES

SIZES: Final = ((1280, 720), (1920, 1080), (3840, 2160))
EACH: Final = (*((lang, SIZES[0]) for lang in LANGUAGES), ("de", SIZES[1]), ("sv", SIZES[2]))
"""Each language where there is least room, and each size: whatever fails with both together fails with one,
as text grows with the window. `make screens` takes them all."""
