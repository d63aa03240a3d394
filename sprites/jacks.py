"""The four jacks."""

from courts import (
    AMBER,
    BLUE,
    BODY,
    EARTH,
    FOREST,
    GOLD,
    GREEN,
    LEAF,
    NAVY,
    ROUND_FACE,
    SCARLET,
    SQUARE_FACE,
    STEEL,
    VERMILION,
    WHITE,
    WINE,
    Court,
)
from glyphs import INK, affine, circle, oval, pip, poly, sym


def hearts() -> str:
    """A winking page with beret and feather, a letter."""
    c = Court("h")
    skin, hair, dark = "#fbd9bb", "#f2c95f", "#b07d22"
    c.draw(SCARLET, BODY)
    c.fill(
        WHITE,
        "M66 136L74 132L72 160L64 158Z",
        "M84 129L92 126L93 164L85 162Z",
        "M142 126L150 128L148 150L142 152Z",
    )
    c.draw(GOLD, poly((112, 128), (128, 128), (130, 170), (110, 167)))
    c.fill(SCARLET, circle(120, 140, 3), circle(120, 153, 3))
    c.draw(hair, sym("M120 56C96 54 86 66 88 86C84 96 84 108 90 112C96 116 104 114 106 110L120 110"))
    c.face(skin, "#f4a692", ROUND_FACE)
    c.draw(
        WHITE,
        "M120 126L108 114C98 116 92 122 90 130C100 138 112 138 120 126Z",
        "M120 126L132 114C142 116 148 122 150 130C140 138 128 138 120 126Z",
    )
    c.draw(
        hair,
        "M97 86C95 78 100 74 106 76C110 78 114 78 118 76C124 79 130 78 134 75"
        "C140 74 145 78 143 86L147 88C150 70 142 58 120 58C98 58 90 70 93 88Z",
    )
    c.line("M98 94L94 108M142 94L146 108", width=2, colour=dark)
    c.features(
        hair=dark,
        lids="M103.5 87Q109 81.5 115 87M125 86Q131 91 137 86",
        lips="M111 104Q120 113 129 103",
        eyes=False,
    )
    c.fill(INK, circle(110, 87.5, 3))
    c.draw(WHITE, "M140 62C142 50 140 36 128 27C142 26 156 32 156 46C156 54 150 60 144 66Z")
    c.line("M143 60C146 50 144 40 138 33", width=1.8, colour="#a89c8c")
    c.draw(SCARLET, "M88 70C78 66 84 46 104 42C126 36 152 46 150 64C150 68 148 70 146 72Q118 58 88 70Z")
    c.draw(WINE, "M89 76C86 72 88 67 92 65Q118 54 144 65C149 68 150 72 147 76Q118 60 89 76Z")
    c.draw(GOLD, circle(142, 62, 4))
    c.arm(SCARLET, GOLD)
    c.draw(WHITE, "M146 92L184 84L189 110L151 118Z")
    c.line("M146 92L170 104L184 84", width=2.2)
    c.fill(SCARLET, pip("h", 169, 104, 15))
    c.draw(
        skin,
        "M155 141C151 133 152 123 158 120C161 116 166 117 166 123L174 121"
        "C180 121 181 133 178 141Q167 136 155 141Z",
    )
    c.line("M168 123L168 131", width=1.8)
    return c.finish(GOLD, WINE, "dash")


def diamonds() -> str:
    """A herald with a plumed hat and a small beard, a trumpet with its banner."""
    c = Court("d")
    skin, hair = "#c98d5c", "#33201a"
    c.draw(AMBER, BODY)
    c.fill(
        VERMILION,
        *(poly((x, y), (x + 10, y - 3), (x + 12, y + 40), (x, y + 38)) for x, y in ((62, 136), (84, 128))),
        poly((138, 126), (147, 127), (147, 170), (138, 170)),
    )
    c.draw(WINE, sym("M120 124L108 122L106 168L120 168"))
    c.fill(GOLD, poly((120, 136), (126, 146), (120, 156), (114, 146)))
    c.draw(
        hair,
        sym(
            "M120 58C96 58 88 70 90 84C84 88 84 96 88 99C84 104 86 111 92 112C96 117 102 116 106 112L120 112"
        ),
    )
    c.face(skin, "#b8714a")
    c.draw(
        WHITE,
        "M120 127L107 114C98 117 88 120 84 124L90 138L98 134L103 142L111 136L116 141Z",
        "M120 127L133 114C142 117 152 120 156 124L150 138L142 134L137 142L129 136L124 141Z",
    )
    c.draw(hair, sym("M120 108.500L115 109C115 114 117 120 120 123"))
    c.line("M119 101.500C113 99 108 104 102 100M121 101.5C127 99 132 104 138 100", width=3, colour=hair)
    c.features(
        look=1,
        hair=hair,
        brows="M103 79Q109 74 115 79M125 78Q132 73 138 78",
        lips="M116 106Q120 108 124 106",
        lip="#a5323a",
    )
    c.draw(SCARLET, "M98 50C88 46 84 36 90 28C98 34 110 28 124 32C112 36 112 44 104 52Z")
    c.draw(VERMILION, sym("M120 38C106 36 98 46 97 62L120 66"))
    c.draw(
        VERMILION,
        "M78 68C84 62 96 60 120 60C144 60 150 56 156 50C160 60 152 76 142 77"
        "C128 72 108 72 96 79C86 80 78 76 78 68Z",
    )
    c.draw(GOLD, "M97 54Q120 48 143 54L143 61Q120 57 97 61Z")
    c.arm(AMBER, WINE)
    c.draw(SCARLET, "M164 84L188 84L188 119L176 112L164 119Z")
    c.fill(GOLD, poly((176, 88), (182, 98), (176, 108), (170, 98)))
    c.draw(
        GOLD,
        "M162 66L164 78L164 152L158.5 152L158.5 78L160 66C157 58 152 50 148 44Q161 36 175 44"
        "C171 50 165 58 162 66Z",
    )
    c.draw(GOLD, oval(161.5, 43, 14, 4.5))
    c.draw(skin, "M152 141C148 133 150 124 155 123L168 123C173 124 176 133 174 141Q163 136 152 141Z")
    c.line("M152 129L161 129M152 134.5L161 134.5", width=1.8)
    return c.finish(WINE, GOLD, "square")


def clubs() -> str:
    """A freckled archer in hood and pointed hat, a bow."""
    c = Court("c")
    skin, hair, dark = "#f8d0a8", "#a4501f", "#6d3012"
    for y, colour in ((0, SCARLET), (7, GOLD)):
        c.draw(colour, affine("M78 92L86 84L92 92L90 122L80 122Z", 1, 0, 0, 1, -12 + 1.6 * y, 1.5 * y))
    c.draw(EARTH, "M70 116L94 108L102 150L82 158Z")
    c.draw(GREEN, BODY)
    c.line("M64 142L66 158M76 136L78 160M142 140L141 168", width=2.4, colour=FOREST)
    c.draw(
        EARTH,
        "M96 114C88 120 76 124 70 130L84 140L90 137L98 148L106 144L120 158L134 146L142 150"
        "L150 138L156 141L168 130C160 124 152 120 144 114Z",
    )
    c.draw("#5a3418", sym("M120 132C110 130 102 122 96 108L89 116C92 132 106 142 120 143"))
    c.draw(hair, sym("M120 58C98 56 86 68 89 84L85 92L91 95L89 104L96 104L120 108"))
    c.face(skin, "#e89a6c", ROUND_FACE)
    c.features(
        look=-1,
        hair=dark,
        brows="M102 78Q109 73 115 77M125 77Q131 74 138 79",
        lips="M112 105Q121 110 128 103",
        lip="#a8342f",
    )
    c.fill(
        "#c98253",
        *(
            circle(x, y, 1.3)
            for x, y in ((104, 93), (108, 96), (112, 93.5), (130, 93.5), (134, 96), (138, 93))
        ),
    )
    c.draw(
        hair,
        "M95 86C94 78 98 72 104 70L108 80L112 70L118 79L122 70L129 80L132 70"
        "C140 72 146 78 145 86L149 84C150 66 140 58 120 58C100 58 90 66 91 84Z",
    )
    c.draw(SCARLET, "M134 54C144 50 152 40 152 28C142 28 130 36 128 50Z")
    c.line("M133 50L145 36", width=1.8, colour=WINE)
    c.draw(GREEN, "M90 66C90 50 104 40 122 38C128 30 140 30 146 36C140 38 138 44 142 52L148 68Q120 52 90 66Z")
    c.draw(LEAF, "M80 74C86 66 98 58 120 58C142 58 152 66 160 78C146 72 136 68 120 68C104 68 92 70 80 74Z")
    c.arm(FOREST, EARTH)
    c.line("M184 37L182 178", width=1.8, colour="#6b6152")
    c.line("M184 36C166 56 164 90 166 112C167 134 170 158 182 180", width=7)
    c.line("M184 36C166 56 164 90 166 112C167 134 170 158 182 180", width=3.2, colour=AMBER)
    c.fist(skin)
    return c.finish(FOREST, GOLD, "dash")


def spades() -> str:
    """A guardsman in a crested helmet with stubble, a halberd."""
    c = Court("s")
    skin, hair = "#eab98e", "#2b2a33"
    c.draw(BLUE, BODY)
    c.fill(
        WHITE,
        "M62 140L72 134L74 162L62 160Z",
        "M84 128L94 124L96 166L85 163Z",
        "M141 122L150 125L149 150L142 150Z",
    )
    c.draw(STEEL, sym("M120 124C112 124 104 120 100 116C92 118 86 120 82 124C84 142 98 158 120 166"))
    c.line(
        "M120 136L120 162M90 128C94 142 104 152 116 158M150 128C146 142 136 152 124 158",
        width=1.8,
        colour="#7d8894",
    )
    c.face(skin, "#d98e6b", SQUARE_FACE)
    c.fill(
        "#8f7468",
        "M97 88L97.5 99C100 108 110 116 120 116C130 116 140 108 142.5 99L143 88"
        "C139 96 136 100 130 101C124 98 116 98 110 101C104 100 101 96 97 88Z",
    )
    c.line("M97 84L97.5 99C100 109 110 116.5 120 116.5C130 116.5 140 109 142.5 99L143 84")
    c.features(
        look=-1,
        hair=hair,
        brows="M102 80L115 82M125 82L138 79",
        lips="M114 108L127 107",
        lip="#8c2f2f",
        nose="M121 86L117 98C118 101 122 101 124 99.5",
    )
    c.draw(
        SCARLET,
        "M92 48C90 35 106 28 122 29C140 30 150 40 148 53C142 46 136 42 130 42L106 44C100 42 96 42 92 46Z",
    )
    c.draw(STEEL, sym("M120 34C104 36 96 48 96 64L120 66"))
    c.line("M120 36L120 62", width=2.2, colour="#7d8894")
    c.draw(
        STEEL,
        "M82 64C88 72 92 60 120 60C148 60 152 72 158 64C158 80 150 80 144 77"
        "C130 72 110 72 96 77C90 80 82 80 82 64Z",
    )
    c.fill("#7d8894", *(circle(x, y, 2) for x, y in ((92, 71), (106, 67), (120, 66), (134, 67), (148, 71))))
    c.draw(
        GOLD,
        "M96 77L100 77C100 90 104 104 112 114L108 114C100 106 96 92 96 77Z",
        "M144 77L140 77C140 90 136 104 128 114L132 114C140 106 144 92 144 77Z",
    )
    c.arm(BLUE, STEEL)
    c.draw(EARTH, "M164 60L170 60L170 174L164 174Z")
    c.draw(
        STEEL,
        "M167 28L163 46L164 54L157 50L150 56L157 61L164 63L164 78L170 78L170 74C174 82 178 84 184 84"
        "C180 72 181 62 185 50C179 50 174 52 170 56L171 46Z",
    )
    c.fist(skin)
    return c.finish(NAVY, WHITE, "square")
