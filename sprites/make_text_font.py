"""Write the text font: nunito-800.ttf and nunito-900.ttf beside this script, or in a folder given.

They are two weights of Nunito (The Nunito Project Authors, SIL Open Font License 1.1: nunito-OFL.txt), from
the package `fontpkg-nunito`, with the letters that the program's own languages and Latin names need."""

import sys
from pathlib import Path

import fontpkg_nunito
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

WEIGHTS = 800, 900
LETTERS = (
    range(0x20, 0x180),
    range(0x2010, 0x2027),
    (0x2032, 0x2033, 0x2039, 0x203A, 0x2212),
    range(0x2190, 0x2194),
)


def main() -> None:
    """Write both, and their licence."""
    to = Path(sys.argv[1]) if sys.argv[1:] else Path(__file__).parent
    package = Path(fontpkg_nunito.__file__).parent
    for weight in WEIGHTS:
        font = TTFont(package / "files" / "Nunito[wght].ttf", recalcTimestamp=False)
        instantiateVariableFont(font, {"wght": weight}, inplace=True)
        chosen = Subsetter(Options(layout_features=["kern"], hinting=False))
        chosen.populate(unicodes=[code for part in LETTERS for code in part])
        chosen.subset(font)
        font.save(to / f"nunito-{weight}.ttf")
    (to / "nunito-OFL.txt").write_bytes((package / "LICENSE").read_bytes())


if __name__ == "__main__":
    main()
