"""The eight people at the table, as data: what each wears, from back to front, about a head as on the courts.

The head's middle is (120, 88); of all this a circle of radius 56 about there is to be seen.
"""

from typing import Final, Literal, NamedTuple

from courts import (
    BLUE,
    FACE,
    FOREST,
    GOLD,
    GREEN,
    LONG_FACE,
    NAVY,
    PEN,
    ROUND_FACE,
    SCARLET,
    SKY,
    SQUARE_FACE,
    VERMILION,
    WHITE,
    WINE,
)
from glyphs import INK, circle, fill, line, mirror, outlined, oval, poly, sym

Lids = Literal["open", "sleepy", "shut"]
Mouth = Literal["smile", "grin", "gap", "moustache", "beard"]


class Person(NamedTuple):
    """One of the eight. The drawings are elements of a picture."""

    wall: str
    """The colour behind, light."""
    halo: str
    """The colour about the head, which tells it from another one at a glance."""
    skin: str
    blush: str
    brows: str
    face: str = FACE
    ears: bool = True
    lashes: bool = False
    lids: Lids = "open"
    mouth: Mouth = "smile"
    behind: tuple[str, ...] = ()
    """What is behind the shoulders and the head."""
    clothes: tuple[str, ...] = ()
    hair: tuple[str, ...] = ()
    """What lies on the head, under eyes and mouth."""
    worn: tuple[str, ...] = ()
    """What lies over the whole face."""


def _drawn(colour: str, *paths: str) -> str:
    """Shapes with the pen's outline."""
    return outlined(colour, INK, PEN, *paths)


def _both(path: str) -> str:
    """The path at the left and, mirrored, at the right."""
    return path + mirror(path)


_SHOULDERS: Final = sym("M120 117L107 115C94 122 66 122 56 146L56 162L120 162")
_LOZENGES: Final = tuple(poly((x - 4, 139), (x, 133.5), (x + 4, 139), (x, 144.5)) for x in range(72, 170, 12))
_COPPER, _RUST = "#bf4a1d", "#7d2b10"
_STRAW, _BARLEY = "#f4cc5f", "#b98a2a"
_SILVER, _ASH = "#d3d6dd", "#7f8492"
_IRON, _STONE = "#b9bbc0", "#6d7280"
_JET, _COCOA = "#2a1a16", "#6b4432"
_SNOW, _DOVE = "#f5f2ec", "#a49d97"
_OAK, _BARK = "#8f5a33", "#54311a"
_RAVEN = "#2a2634"

PEOPLE: Final = {
    # Red hair tied high, freckles, a mustard jersey.
    "maja": Person(
        wall="#fbe3d6",
        halo="#f3b79b",
        skin="#fcdcc3",
        blush="#f29d7c",
        brows=_RUST,
        face=ROUND_FACE,
        lashes=True,
        mouth="grin",
        behind=(
            _drawn(
                _COPPER,
                "M134 52C140 38 158 38 164 54C169 68 160 78 164 94"
                "C152 92 146 80 147 70C146 62 142 58 136 60Z",
            ),
            line(_RUST, 2, "M148 52C155 56 157 66 154 76M157 54C161 61 160 68 158 76"),
        ),
        clothes=(
            _drawn("#e3a32c", _SHOULDERS),
            fill(WHITE, *_LOZENGES),
            _drawn(
                "#c78518",
                sym("M120 129C108 129 99 126 99 120C99 116 103 113 107 112L110 119Q115 123 120 123"),
            ),
        ),
        hair=(
            _drawn(
                _COPPER,
                "M93 90C86 64 102 47 121 48C141 48 154 64 147 90C145 82 142 76 137 71"
                "C128 73 114 72 106 66C102 75 96 81 93 90Z",
            ),
            line(_RUST, 2, "M114 52C109 56 107 61 106 66M128 53C133 58 136 64 137 71"),
            _drawn(GREEN, "M130 50C133 43 142 43 145 50C143 58 136 60 131 57Z"),
            fill(
                "#d58253",
                *(
                    circle(x, y, 1.5)
                    for x, y in ((101, 94), (106, 92), (111, 95), (129, 95), (134, 92), (139, 94))
                ),
            ),
        ),
    ),
    # A mop of straw, a gap in the teeth, a sailor's jersey.
    "emil": Person(
        wall="#dcebf7",
        halo="#9fc6ea",
        skin="#fde0c6",
        blush="#f5a592",
        brows=_BARLEY,
        face=ROUND_FACE,
        mouth="gap",
        clothes=(
            _drawn(WHITE, _SHOULDERS),
            line(BLUE, 5.5, "M66 134Q120 149 174 134M60 146Q120 162 180 146"),
            _drawn(
                BLUE, sym("M120 133C108 133 97 130 95 124C96 118 102 114 107 113L110 119Q115 124 120 124")
            ),
        ),
        hair=(
            _drawn(
                _STRAW,
                "M92 90C82 74 86 54 101 51C103 42 115 39 121 45C128 38 141 41 143 51C157 55 158 75 148 90"
                "C147 82 145 77 141 73C137 78 132 77 128 73"
                "C124 79 117 78 113 73C109 78 103 77 100 75C96 79 93 84 92 90Z",
            ),
            line(
                _BARLEY,
                2,
                "M103 52C100 58 100 63 102 68M121 46C117 53 116 60 117 66M140 53C142 59 141 64 139 68",
            ),
        ),
    ),
    # Bald, a grey moustache, round glasses, a green cardigan with shirt and tie.
    "otto": Person(
        wall="#e4efdb",
        halo="#adcf99",
        skin="#f6d0b0",
        blush="#ee9b80",
        brows=_STONE,
        face=SQUARE_FACE,
        mouth="moustache",
        behind=(_drawn(_IRON, _both("M100 72C88 69 82 82 86 93C88 102 96 107 102 104Z")),),
        clothes=(
            _drawn(GREEN, _SHOULDERS),
            _drawn(WHITE, sym("M120 152L117 152L100 122L106 114Q112 126 120 127")),
            _drawn(WINE, poly((115, 127), (125, 127), (123, 134), (128, 154), (112, 154), (117, 134))),
            line(FOREST, 3, _both("M98 120C92 132 98 142 106 156")),
        ),
        hair=(line("#fff1e0", 3, "M107 65Q113 60 121 60"),),
        worn=(
            _drawn(
                _IRON,
                sym("M120 100C114 95 106 100 99 100C94 101 91 106 94 111C103 115 115 112 120 107"),
            ),
            line(_STONE, 2, _both("M103 106Q109 107 114 104")),
            line(
                "#4a3a20",
                2.8,
                circle(108.5, 88, 10.2),
                circle(131.5, 88, 10.2),
                "M118 86Q120 84 122 86",
                _both("M98.5 86L92 83"),
            ),
        ),
    ),
    # A grey bob, red glasses on a chain, a knitted blue jersey.
    "karin": Person(
        wall="#e1e6f5",
        halo="#a9b9e3",
        skin="#fbd9c0",
        blush="#f1a699",
        brows=_ASH,
        ears=False,
        lashes=True,
        behind=(_drawn(_SILVER, sym("M120 47C92 45 80 64 83 90L82 116C90 121 100 121 107 116L120 116")),),
        clothes=(
            _drawn(NAVY, _SHOULDERS),
            fill(SKY, *_LOZENGES),
            _drawn(
                NAVY, sym("M120 130C108 130 99 127 99 121C99 116 103 113 107 112L110 119Q115 124 120 124")
            ),
        ),
        hair=(
            _drawn(
                _SILVER,
                "M120 48C142 46 153 62 152 86L154 112C148 117 142 114 139 109C142 99 143 90 142 82"
                "C135 79 130 74 127 68C118 77 108 79 98 79C97 90 98 99 101 109"
                "C98 114 92 117 86 112L88 86C87 62 98 47 120 48Z",
            ),
            line(_ASH, 2, "M127 68C131 64 131 58 129 54M98 79C95 74 96 68 99 63M147 74L148 100M93 76L92 100"),
        ),
        worn=(
            line(GOLD, 2, _both("M98 92C90 104 92 118 101 131")),
            line(WINE, 2.8, _both("M98 90Q106 100 117 92.5L99.5 89.5Z"), "M117 92.5Q120 90.5 123 92.5"),
        ),
    ),
    # Dark curls under a yellow scarf, gold rings, lids half closed.
    "ines": Person(
        wall="#fbedc6",
        halo="#f3cd69",
        skin="#955a37",
        blush="#b26743",
        brows=_JET,
        face=ROUND_FACE,
        ears=False,
        lashes=True,
        lids="sleepy",
        behind=(
            _drawn(
                _JET,
                sym(
                    "M120 44C106 41 97 48 94 55C85 57 80 66 84 74C75 80 75 90 82 95C77 103 82 112 92 113"
                    "C96 120 104 121 109 117L120 117"
                ),
            ),
            line(_COCOA, 2.4, _both("M87 77Q81 84 86 91M86 97Q82 104 90 109M92 60Q87 64 88 70")),
        ),
        clothes=(
            _drawn("#1f8a8a", _SHOULDERS),
            _drawn("#955a37", sym("M120 146C108 144 98 134 93 121C98 119 103 117 107 113L120 126")),
            line(GOLD, 3.4, "M98 126C104 137 112 141 120 142C128 141 136 137 142 126"),
        ),
        hair=(
            _drawn(
                "#f4ba3f",
                "M140 55C147 44 158 45 165 51C160 57 153 60 146 62Z",
                "M142 59C152 58 161 63 163 72C154 73 147 69 142 64Z",
            ),
            _drawn("#f4ba3f", sym("M120 63C108 63 99 68 91 80C92 58 104 46 120 46")),
            line("#a9740f", 2, "M99 68C103 60 110 55 117 53M133 54C139 58 142 62 145 68"),
        ),
        worn=(
            line(INK, 6, circle(92.5, 105, 4.8), circle(147.5, 105, 4.8)),
            line(GOLD, 2.8, circle(92.5, 105, 4.8), circle(147.5, 105, 4.8)),
        ),
    ),
    # An old lady: a white bun, a lilac shawl with a brooch, eyes that smile.
    "lotte": Person(
        wall="#efe5f5",
        halo="#c9addb",
        skin="#fad8c4",
        blush="#f2988b",
        brows=_DOVE,
        face=ROUND_FACE,
        lids="shut",
        behind=(_drawn(_SNOW, circle(120, 46, 12.5)), line(_DOVE, 2, "M112 45Q120 37 128 45")),
        clothes=(
            _drawn("#6a4fa3", _SHOULDERS),
            _drawn("#a58fd3", sym("M120 139L106 114C90 122 70 124 58 146L120 166")),
            line("#6a4fa3", 2.4, _both("M80 131L86 148M95 124L104 152")),
            _drawn(GOLD, oval(120, 138, 8, 7)),
            fill(SCARLET, oval(120, 138, 4.2, 3.4)),
        ),
        hair=(
            _drawn(_SNOW, sym("M120 55C114 66 103 73 95 91C86 66 98 49 120 49")),
            line(_DOVE, 2, _both("M115 53C108 58 102 64 98 72")),
            line("#e0ab93", 1.8, "M110 68Q120 65 130 68", _both("M97 94L94.5 97")),
        ),
    ),
    # A big man: a full brown beard, a red knitted cap, a checked shirt.
    "bosse": Person(
        wall="#f7e3d3",
        halo="#dcae86",
        skin="#f5caa6",
        blush="#ee9a74",
        brows=_BARK,
        face=SQUARE_FACE,
        mouth="beard",
        clothes=(
            _drawn(WINE, _SHOULDERS),
            line(
                "#c85b74",
                3,
                _both("M80 124L74 160M99 122L96 160"),
                "M58 146Q120 157 182 146M66 131Q120 142 174 131",
            ),
            _drawn(WINE, sym("M120 126L110 138L95 121L106 113L120 122")),
        ),
        hair=(
            _drawn(
                _OAK,
                sym(
                    "M120 133C112 133 103 128 97 118C89 110 88 92 95 79"
                    "L99 92C100 99 104 101 110 100C114 97 117 99 120 101"
                ),
            ),
            line(_BARK, 2, _both("M101 113C103 119 107 123 111 125"), "M120 121L120 127"),
            _drawn(SCARLET, "M92 74C91 54 103 43 120 43C137 43 149 54 148 74Q120 62 92 74Z"),
            _drawn("#f6e9cd", "M88 71Q120 56 152 71L153 82Q120 67 87 82Z", circle(120, 41.5, 7.5)),
            line(
                "#b09a6c",
                2,
                "M99 70.5L98 75.5M109.5 67L109 72M120 65.5L120 70.5M130.5 67L131 72M141 70.5L142 75.5",
            ),
        ),
    ),
    # Short black hair with a turquoise lock, headphones round the neck, a green hood.
    "tove": Person(
        wall="#d9f0ea",
        halo="#93d2c3",
        skin="#f4d0a8",
        blush="#eea283",
        brows=_RAVEN,
        face=LONG_FACE,
        lashes=True,
        behind=(_drawn(_RAVEN, sym("M120 47C94 45 81 63 85 88L89 106C96 110 102 108 105 102L120 102")),),
        clothes=(
            _drawn("#33957f", _SHOULDERS),
            _drawn(
                "#226e5d", sym("M120 142C108 134 94 133 82 139C78 126 90 115 105 111L110 120Q115 125 120 125")
            ),
            line(INK, 7.5, _both("M99 117C94 126 96 132 101 138")),
            _drawn(VERMILION, _both("M95 130L109 134L107 148L92 143Z")),
        ),
        hair=(
            _drawn(
                _RAVEN,
                "M93 92C84 66 97 46 121 47C145 46 156 66 147 92C146 83 144 78 140 74C130 77 118 75 109 66"
                "C105 76 99 80 96 81C95 85 94 88 93 92Z",
            ),
            _drawn("#2fc0ae", "M109 66C105 76 99 80 96 81C93 72 97 61 104 54C108 57 109 61 109 66Z"),
            line("#6a6478", 2.2, "M123 53C132 55 138 61 141 67"),
        ),
    ),
}
"""By name, in the order in which they are chosen from."""
