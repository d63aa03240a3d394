"""The four queens."""

from courts import (
    BLUE,
    BODY,
    FOREST,
    GOLD,
    GREEN,
    LEAF,
    NAVY,
    ROSE,
    ROUND_FACE,
    SCARLET,
    SKY,
    STEEL,
    VERMILION,
    WHITE,
    WINE,
    Court,
)
from glyphs import INK, affine, circle, mirror, oval, poly, sym

LASHES = "M102 86.5Q109 80 115.5 87M102 86.5L99.5 84M124.5 87Q131 80 138 86.5M138 86.5L140.5 84"
THIN = "M103 77Q109 73 115 76M125 76Q131 73 137 77"


def hearts() -> str:
    """Golden plaits, lace, a rose."""
    c = Court("h")
    skin, hair, dark = "#fbdcc0", "#f0c04e", "#b57f1c"
    c.draw(SCARLET, BODY)
    c.draw(skin, sym("M120 114L108 116C100 122 94 124 90 126C94 138 108 142 120 150"))
    c.draw(
        WHITE,
        "M108 115C100 121 88 123 78 127C82 140 104 150 120 160L124 152C110 144 98 138 94 128"
        "C100 126 106 122 108 115Z",
        "M132 115C140 121 152 123 162 127C158 140 136 150 120 160L120 151"
        "C130 144 142 138 146 128C140 126 134 122 132 115Z",
    )
    c.fill(ROSE, *(circle(x, y, 2.4) for x, y in ((86, 131), (97, 141), (109, 149), (131, 149), (143, 141))))
    c.draw(hair, sym("M120 52C98 50 86 66 90 88C90 98 92 106 98 110L120 110"))
    plait = (
        "M93 100C86 102 84 108 88 111C83 114 82 120 87 123C82 126 82 132 87 135"
        "C84 139 85 144 89 146L97 146C102 143 102 138 99 135C103 131 103 126 99 123"
        "C103 119 102 114 99 111C102 107 100 101 93 100Z"
    )
    c.face(skin, "#f3a79b", ROUND_FACE)
    c.draw(hair, plait, mirror(plait))
    c.line(
        *(p for d in ("M88 111L99 111M87 123L99 123M87 135L99 135",) for p in (d, mirror(d))),
        width=2,
        colour=dark,
    )
    c.draw(
        SCARLET,
        poly((88, 144), (98, 144), (101, 152), (85, 152)),
        poly((142, 144), (152, 144), (155, 152), (139, 152)),
    )
    c.draw(hair, sym("M120 58C116 68 106 76 96 84L93 88C90 64 104 52 120 52"))
    c.line("M112 62C108 68 104 71 99 74M128 62C132 68 136 71 141 74", width=1.8, colour=dark)
    c.features(
        look=-1, hair=dark, brows=THIN, lids=LASHES, lips="M115 105.500Q120 110.5 125 105.5", lip=SCARLET
    )
    c.draw(GOLD, sym("M120 46L113 52L104 40L100 50L92 46L97 66Q108 58 120 58"))
    c.draw(
        SCARLET,
        "M120 50C116 45 110 41 110 35C110 30 117 28 120 34C123 28 130 30 130 35C130 41 124 45 120 50Z",
    )
    c.draw(GOLD, circle(104, 39, 3), circle(136, 39, 3))
    c.arm(SCARLET, WHITE)
    c.line("M167 152C167 130 166 112 167 92", width=3.4, colour=FOREST)
    c.draw(
        LEAF,
        "M167 112C172 102 180 102 186 104C184 112 176 117 167 116Z",
        "M166 118C162 110 156 109 151 110C153 118 160 122 166 122Z",
    )
    c.draw(
        SCARLET,
        "M167 97C155 97 149 87 152 77C153 72 158 71 160 74C162 67 172 67 174 74"
        "C177 70 182 73 183 78C185 88 178 97 167 97Z",
    )
    c.line(
        "M160 74C158 82 164 90 172 87C178 84 176 77 170 77C165 77 165 83 169 83M152 82"
        "C155 90 160 93 164 94M182 82C181 87 178 91 175 92",
        width=1.8,
        colour=WINE,
    )
    c.fist(skin)
    return c.finish(WINE, GOLD, "round")


def diamonds() -> str:
    """Dark curls, a wide gold collar, a mirror."""
    c = Court("d")
    skin, hair = "#8a5231", "#2a1a16"
    c.draw(VERMILION, BODY)
    c.fill(GOLD, *(poly((x, y - 8), (x + 5, y), (x, y + 8), (x - 5, y)) for x, y in ((62, 150), (74, 156))))
    curls = (
        "M120 44C112 40 104 44 102 49C94 48 88 54 89 61C82 64 79 72 83 78C77 84 78 92 83 96"
        "C79 103 83 111 90 112C92 118 100 120 106 117L120 117"
    )
    c.draw(hair, sym(curls))
    c.line(
        "M92 66Q86 72 90 78M88 86Q84 92 89 97M148 66Q154 72 150 78M152 86Q156 92 151 97"
        "M92 104Q93 110 99 110M148 104Q147 110 141 110",
        width=2,
        colour="#6b4432",
    )
    c.face(skin, "#a8603f", ROUND_FACE)
    c.draw(GOLD, sym("M120 130C114 130 108 127 106 119C96 122 86 124 76 128C78 144 96 156 120 160"))
    c.line("M84 130C88 142 102 150 120 152C138 150 148 144 154 134", width=3.4, colour=VERMILION)
    c.line("M93 127C98 137 108 142 120 143C132 142 142 137 147 127", width=3.4, colour="#1f8a8a")
    c.fill(
        INK, *(circle(x, y, 1.7) for x, y in ((104, 131), (112, 135), (120, 136.5), (128, 135), (136, 131)))
    )
    c.draw(hair, sym("M120 66C110 67 100 74 95 86C92 72 104 54 120 54"))
    c.draw(
        GOLD, "M93 74Q120 56 147 74L146 66Q120 48 94 66Z", poly((120, 36), (128, 50), (120, 64), (112, 50))
    )
    c.fill(
        SCARLET, poly((120, 43), (124, 50), (120, 57), (116, 50)), circle(103, 64, 2.4), circle(137, 64, 2.4)
    )
    c.features(
        look=2,
        hair=hair,
        brows="M104 79Q110 75 115 78M125 78Q130 75 136 79",
        lids=LASHES,
        lips="M113 105Q120 112 127 105Q120 103 113 105",
        lip="#c2294a",
        nose="M121 88C120 92 117 96 117 98.5C118 101 122 101 124 99",
    )
    c.draw(GOLD, "M92 100L98 108L92 118L86 108Z", "M148 100L154 108L148 118L142 108Z")
    c.arm(VERMILION, GOLD)
    c.draw(GOLD, "M164 102L170 102L170.5 150L163.5 150Z")
    c.draw(GOLD, oval(167, 83, 19, 22))
    c.draw(SKY, oval(167, 83, 13.5, 16.5))
    c.line("M160 84L169 73M164 90L174 78", width=2.6, colour=WHITE)
    c.fist(skin)
    return c.finish("#1f8a8a", GOLD, "square")


def clubs() -> str:
    """Red hair under a wreath of flowers, a laced bodice, a bird."""
    c = Court("c")
    skin, hair, dark = "#fcdcc0", "#b8431c", "#7d2a12"
    c.draw(hair, sym("M120 52C94 50 82 66 86 88C88 102 78 112 76 126C74 140 80 150 78 158L120 158"))
    c.draw(WHITE, "M104 118C88 122 66 126 54 146L52 150L52 158L188 178L188 148C176 126 152 122 136 118Z")
    c.line("M70 138Q72 148 70 158M62 146L61 154M84 132Q88 136 96 138", width=1.8, colour="#a7b3a0")
    c.draw(GREEN, "M98 134C106 140 114 143 120 143C126 143 134 140 142 134L150 172L92 166Z")
    c.line("M112 148L128 156M128 148L112 156", width=2.2, colour=WHITE)
    c.draw(
        hair,
        "M96 96C86 104 80 116 84 128C80 138 84 148 82 156L94 160C98 148 92 142 98 132"
        "C94 122 100 112 102 106Z",
        "M144 96C154 104 160 116 156 128C158 138 154 146 156 160L146 168"
        "C143 152 148 142 142 132C146 122 140 112 138 106Z",
    )
    c.line("M90 112C88 122 92 130 89 142M150 112C152 122 148 130 151 142", width=2, colour=dark)
    c.face(skin, "#f2a183", ROUND_FACE)
    c.draw(hair, sym("M120 60C112 62 101 74 96 92C88 72 102 52 120 52"))
    c.features(look=2, hair=dark, brows=THIN, lids=LASHES, lips="M114 105Q120 111 126 105", lip="#b8323a")
    c.fill(
        "#d98a5e",
        *(circle(x, y, 1.2) for x, y in ((106, 94), (110, 97), (113, 94), (131, 94), (135, 97), (138, 94))),
    )
    c.draw(
        LEAF,
        *(
            affine("M0 0C4 -8 12 -10 18 -6C14 2 6 4 0 0Z", a, b, cc, d, x, y)
            for a, b, cc, d, x, y in (
                (-0.8, 0.7, 0.6, 0.8, 100, 58),
                (0.8, 0.7, -0.6, 0.8, 140, 58),
                (-0.9, -0.3, 0, 1, 114, 52),
                (0.9, -0.3, 0, 1, 126, 52),
            )
        ),
    )
    petals = [(0, -5.5), (5.2, -1.7), (3.2, 4.4), (-3.2, 4.4), (-5.2, -1.7)]
    for x, y, r in ((120, 50, 1.0), (101, 55, 0.8), (139, 55, 0.8)):
        c.draw(
            "#f5d6e6" if r == 1 else WHITE, *(circle(x + r * dx, y + r * dy, 4.2 * r) for dx, dy in petals)
        )
    c.fill(GOLD, circle(120, 50, 3.4), circle(101, 55, 2.8), circle(139, 55, 2.8))
    c.arm(WHITE, GREEN)
    c.draw(BLUE, "M180 122L187 146L178 142L174 126Z")
    c.draw(
        BLUE,
        "M150 96C151 86 160 82 167 86C172 89 172 95 175 102C182 108 184 118 180 126"
        "C172 132 160 128 156 118C153 112 154 106 155 103Z",
    )
    c.fill(GOLD, "M156 104C162 104 168 110 168 118C164 124 158 120 156.5 114Z")
    c.draw(GOLD, "M151 92L141 97L151 100Z")
    c.draw(SKY, "M170 104C180 108 182 120 176 127C168 122 166 112 170 104Z")
    c.fill(INK, circle(159, 93, 2.2))
    c.draw(
        skin,
        "M150 131C152 127 158 128 164 129L182 128C185 130 185 134 181 136L178 143"
        "Q167 138 157 143C155 138 148 136 150 131Z",
    )
    return c.finish(FOREST, "#f5d6e6", "round")


def spades() -> str:
    """Black bob and ice crown before a high collar, a moon sceptre."""
    c = Court("s")
    skin, hair = "#fbe6d6", "#1f1f2b"
    fan = "M120 60C104 52 86 56 74 72C68 86 76 110 92 128L120 132"
    c.draw("#cfc6ea", sym(fan))
    c.line(
        "M82 76L98 92M77 92L96 102M82 108L98 112M158 76L142 92M163 92L144 102M158 108L142 112"
        "M92 66L104 82M148 66L136 82",
        width=1.8,
        colour="#8377b5",
    )
    c.draw(NAVY, BODY)
    c.draw("#6a4fa3", sym("M120 124L106 118C96 122 84 126 78 128L96 166L120 168"))
    c.draw(skin, sym("M120 114L109 116L106 121C110 132 116 140 120 146"))
    c.fill(
        STEEL,
        *(
            circle(x, y, 2.6)
            for x, y in ((92, 134), (98, 144), (104, 154), (148, 134), (142, 144), (136, 154))
        ),
    )
    c.draw(hair, sym("M120 50C96 48 86 62 87 84L86 116C92 119 100 119 104 116L120 116"))
    c.face(skin, "#efb6b4")
    c.draw(
        hair,
        sym(
            "M120 72C108 70 101 74 98 80C97 92 98 104 102 114C96 117 91 117 87 115"
            "C86 100 84 84 90 68C96 54 108 50 120 50"
        ),
    )
    c.features(
        look=-2,
        hair=hair,
        brows="M104 77L115 80M126 80L137 77",
        lids=LASHES,
        lips="M115 106.500Q120 109 125 106.5",
        lip="#9c1f45",
    )
    c.fill("#9c1f45", oval(118, 107.5, 3.4, 2))
    c.draw(STEEL, sym("M120 27L113 50L106 36L101 52L92 40L93 64Q106 58 120 58"))
    c.draw("#8fb4ef", poly((120, 43), (124, 50), (120, 57), (116, 50)))
    c.fill("#2f5ba8", circle(103, 57, 2.2), circle(137, 57, 2.2))
    c.draw(STEEL, circle(120, 134, 4))
    c.arm(NAVY, "#cfc6ea")
    c.draw(STEEL, "M164.5 84L169.5 84L169.5 172L164.5 172Z", circle(167, 90, 4))
    c.draw(
        GOLD,
        "M160 46C174 44 184 54 183 66C182 78 172 86 162 84C158 83 154 81 152 78"
        "C162 80 172 75 172 65C172 56 168 50 160 46Z",
    )
    c.fill(GOLD, "M159 58L161 63L166 65L161 67L159 72L157 67L152 65L157 63Z")
    c.fist(skin)
    return c.finish("#6a4fa3", STEEL, "lozenge")
