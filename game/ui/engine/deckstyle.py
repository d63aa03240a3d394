"""How the cards look: a deck's variants are made of the same drawings, changed as they are read."""

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from game.i18n import language
from game.storage.settings import Settings

FOUR_COLOURS: Final = {
    "#17171b": "#006600",
    "#c8102d": "#214fd9",
    "#c8102f": "#e6004d",
    "#17171d": "#17171c",
}
"""What replaces the inks of clubs, diamonds, hearts and spades: each apart from the others also for those who
do not see red, green or blue."""
_OWN: Final = {"sv": {"11": "Kn", "12": "D"}, "de": {"11": "B", "12": "D"}}
"""By language, the ranks that have other letters there."""
_INKS: Final = {"c": "#17171b", "d": "#c8102d", "h": "#c8102f", "s": "#17171d"}
_EDGE: Final = 'stroke="#8b8472" stroke-width="2.4"', 'stroke="#000000" stroke-width="8"'
_PAPER: Final = "#fffdf6", "#ffffff"
_STROKES: Final = 3
"""The line of a face's file that draws the rank."""


class DeckStyle(NamedTuple):
    """What is different from the usual deck."""

    four_colours: bool = False
    large_indices: bool = False
    letters: str = ""
    """The language of the courts' letters; empty: J, Q, K."""
    outlined: bool = False
    """Whether cards have a black edge on white paper."""


PLAIN: Final = DeckStyle()


def chosen(settings: Settings) -> DeckStyle:
    """The style that the player has chosen."""
    spoken = language()
    return DeckStyle(
        settings.four_colours,
        settings.large_indices,
        spoken if settings.own_letters and spoken in _OWN else "",
        settings.high_contrast,
    )


def court_letters(code: str) -> str:
    """The letters of jack, queen and king in a language."""
    own = _OWN.get(code, {})
    return f"{own.get('11', 'J')} {own.get('12', 'Q')} K"


def restyled(name: str, path: Path, style: DeckStyle) -> bytes:
    """The drawing of this name in this style. Raises OSError, and ValueError for a damaged file."""
    drawing = path.read_text("utf-8")
    folder, _, side = name.partition("/")
    if folder in ("faces", "large"):
        if letter := _OWN.get(style.letters, {}).get(side[1:]):
            lines = drawing.splitlines(keepends=True)
            strokes = _letters(path.parents[1])[folder][letter].replace("INK", _INKS[side[0]])
            drawing = "".join([*lines[:_STROKES], strokes, *lines[_STROKES + 1 :]])
        if style.four_colours:
            for ink, other in FOUR_COLOURS.items():
                drawing = drawing.replace(ink, other)
    if style.outlined:
        drawing = drawing.replace(*_EDGE).replace(*_PAPER)
    return drawing.encode()


@cache
def _letters(folder: Path) -> dict[str, dict[str, str]]:
    """The strokes of the other court letters, by kind of face and letter."""
    import json  # noqa: PLC0415 - kept out of the first frame

    letters: dict[str, dict[str, str]] = json.loads((folder / "letters.json").read_text("utf-8"))
    return letters
