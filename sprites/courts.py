"""The drawing kit of the court cards: panel, dividing band, faces, hands.

A figure is drawn once, as the upper half. Every element of it is written together with its turned copy: the
two halves meet under the band and never overlap, so one path element serves both.
"""

from glyphs import BLACK, COLOURS, INK, RED, affine, circle, fill, frame, line, outlined, pip, poly, sym, turn

GOLD, AMBER, WHITE, STEEL = "#edb83c", "#c98a1b", "#fffaf0", "#c9d3dc"
SCARLET, VERMILION, ROSE, WINE = "#c8102e", "#e2571e", "#f0a59a", "#7c1330"
BLUE, NAVY, SKY = "#2f5ba8", "#1d2c54", "#a9c8ea"
GREEN, FOREST, LEAF, EARTH = "#2f7f4f", "#17402c", "#93c47a", "#7a4a24"

PEN = 2.6  # width of every outline
FACE = sym("M120 56C106 56 96 65 96 83C96 101 106 116 120 116")
ROUND_FACE = sym("M120 56C106 56 95 65 95 84C95 104 107 115 120 115")
LONG_FACE = sym("M120 54C107 54 97 64 97 82C97 100 109 120 120 120")
SQUARE_FACE = sym("M120 56C106 56 96 64 96 80L97 99C100 109 110 117 120 117")
BODY = "M106 116C90 124 64 124 52 148L52 158L188 178L188 148C176 124 150 124 134 116Z"

PANELS = {"h": "#fdeadd", "d": "#fff0c4", "c": "#e4eedb", "s": "#dfe8f4"}


class Court:
    """One court picture, built element by element from back to front."""

    def __init__(self, suit: str) -> None:
        """Begin with the empty panel in the suit's tint."""
        self.suit = suit
        self.elements = [fill(PANELS[suit], frame(50, 24, 6))]

    def fill(self, colour: str, *paths: str) -> None:
        """Shapes without an outline."""
        self.elements.append(fill(colour, *paths, *map(turn, paths)))

    def draw(self, colour: str, *paths: str) -> None:
        """Shapes with the pen's outline."""
        self.elements.append(outlined(colour, INK, PEN, *paths, *map(turn, paths)))

    def line(self, *paths: str, width: float = PEN, colour: str = INK) -> None:
        """Strokes."""
        self.elements.append(line(colour, width, *paths, *map(turn, paths)))

    def face(self, skin: str, blush: str, shape: str = FACE, *, look: float = 0.0) -> None:
        """Neck, face and cheeks."""
        self.draw(skin, "M109 106L108 122Q120 134 132 122L131 106Z")
        self.draw(skin, shape)
        self.fill(blush, circle(106 + look, 98, 4.5), circle(134 + look, 98, 4.5))

    def features(
        self,
        *,
        look: float = 0.0,
        brows: str = "M103 79Q109 75 115 78M125 78Q131 75 137 79",
        hair: str = INK,
        lids: str = "M103.5 87Q109 81.5 115 87M125 87Q131 81.5 136.5 87",
        nose: str = "M121 86C120 91 117.5 95 117.5 98C118 100.5 121 100.5 123 99",
        lips: str = "M113 106Q120 111 127 106",
        lip: str = "#b3273a",
        eyes: bool = True,
    ) -> None:
        """Eyes, brows, nose and mouth; `look` moves them all sideways."""
        moved = [affine(p, 1, 0, 0, 1, look, 0) for p in (lids, nose, lips, brows)]
        self.line(moved[0], moved[1], width=2.2)
        if brows:
            self.line(moved[3], width=2.8, colour=hair)
        if lips:
            self.line(moved[2], width=3, colour=lip)
        if eyes:
            self.fill(INK, circle(110 + look * 1.3, 87.5, 2.9), circle(130.5 + look * 1.3, 87.5, 2.9))

    def arm(self, sleeve: str, cuff: str) -> None:
        """The raised forearm; the hand comes later, over what it holds."""
        self.draw(sleeve, "M144 172L150 152Q167 143 183 152L188 160L188 178Z")
        self.draw(cuff, "M150 143Q167 136 183 143L184 154Q167 146 149 154Z")

    def fist(self, skin: str) -> None:
        """A fist about an upright shaft at x = 167."""
        self.draw(skin, "M156 141C153 133 155 124 160 123L174 123C179 124 181 133 178 141Q167 136 156 141Z")
        self.line("M157 129L166 129M157 134.5L166 134.5", width=1.8)

    def finish(self, band: str, bead: str, beads: str = "round") -> str:
        """Close with the suit signs, the band over the seam and the panel's rule; all elements as text."""
        colour = COLOURS[self.suit]
        self.fill(colour, pip(self.suit, 69, 45, 29))
        out = "".join(self.elements)
        out += outlined(band, INK, PEN, poly((50, 150.5), (190, 171.5), (190, 185.5), (50, 164.5)))
        shapes = {
            "round": lambda x, y: circle(x, y, 3.6),
            "lozenge": lambda x, y: poly((x - 6.5, y - 1), (x, y - 4.5), (x + 6.5, y + 1), (x, y + 4.5)),
            "dash": lambda x, y: poly((x - 7, y - 5), (x - 1, y - 4), (x + 7, y + 5), (x + 1, y + 4)),
            "square": lambda x, y: poly(
                (x - 4, y - 4.5), (x + 4, y - 3.3), (x + 4, y + 4.5), (x - 4, y + 3.3)
            ),
        }
        step = 17.5
        out += fill(bead, *(shapes[beads](120 + i * step, 168 + i * step * 0.15) for i in range(-3, 4)))
        rule = RED if self.suit in "dh" else BLACK
        return out + line(rule, 3, frame(50, 24, 6))
