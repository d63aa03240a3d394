"""The four kings."""

from courts import (
    AMBER,
    BLUE,
    BODY,
    EARTH,
    FOREST,
    GOLD,
    GREEN,
    LEAF,
    LONG_FACE,
    NAVY,
    ROSE,
    SCARLET,
    SKY,
    SQUARE_FACE,
    STEEL,
    VERMILION,
    WHITE,
    WINE,
    Court,
)
from glyphs import INK, affine, circle, oval, poly, sym

GREY, GREY_DARK = "#a9adb5", "#6d7280"


def hearts() -> str:
    """Curly grey beard, ermine, a sword."""
    c = Court("h")
    skin = "#f7d3b2"
    c.draw(SCARLET, BODY)
    c.fill(GOLD, *(circle(x, y, 3) for x, y in ((66, 148), (80, 154), (94, 158), (136, 162))))
    c.draw(
        WHITE, "M86 121C78 126 74 136 80 141C92 150 108 154 120 154C132 154 142 152 150 147L156 132L150 121Z"
    )
    c.fill(
        INK,
        *(
            poly((x, y), (x + 2.5, y + 8), (x - 2.5, y + 8))
            for x, y in ((86, 129), (97, 140), (142, 140), (150, 127))
        ),
    )
    locks = "M120 52C98 52 84 64 86 82C80 88 82 98 86 101C82 108 84 117 91 120C96 124 102 124 108 122L120 122"
    c.draw(GREY, sym(locks))
    c.face(skin, ROSE, SQUARE_FACE)
    c.draw(
        GREY,
        sym(
            "M120 101C112 97 104 98 97 84L94 85C90 97 92 104 92 109C90 116 93 122 98 124"
            "C99 131 105 134 109 134C112 139 117 140 120 140"
        ),
    )
    c.line(
        "M104 112C101 117 104 122 108 120M136 112C139 117 136 122 132 120M115 128C116 133 121 134 124 129",
        width=2,
        colour=GREY_DARK,
    )
    c.draw(WHITE, sym("M120 103C113 98 104 101 101 109C108 112 116 111 120 107"))
    c.features(
        hair=GREY_DARK, lips="M115 114Q120 117 125 114", brows="M102 80Q108 74 115 79M125 79Q132 74 138 80"
    )
    c.draw(SCARLET, sym("M120 40C108 40 98 46 96 62L120 66"))
    c.draw(GOLD, sym("M120 33L112 50L101 38L97 52L88 45L92 70Q106 75 120 75"))
    c.fill(SCARLET, sym("M120 60L125 66L120 72"), circle(104, 64.5, 3), circle(136, 64.5, 3))
    c.draw(GOLD, circle(120, 33, 3.6), circle(101, 38, 3.2), circle(139, 38, 3.2))
    c.arm(SCARLET, WHITE)
    c.draw(STEEL, "M161.5 118L161.5 44L167 34L172.5 44L172.5 118Z")
    c.line("M167 46L167 112", width=1.8)
    c.draw(GOLD, "M150 112L184 112Q187 116 184 120L150 120Q147 116 150 112Z")
    c.fist(skin)
    return c.finish(GOLD, SCARLET, "lozenge")


def diamonds() -> str:
    """Ginger moustache, ruff, an orb."""
    c = Court("d")
    skin, hair = "#f4c79c", "#c8551b"
    c.draw(VERMILION, BODY)
    c.fill(
        GOLD,
        *(
            poly((x, y - 13), (x + 9, y), (x, y + 13), (x - 9, y))
            for x, y in ((68, 146), (88, 142), (88, 168), (142, 146))
        ),
    )
    c.draw(WINE, sym("M120 122L104 122L108 168L120 168"))
    c.fill(GOLD, circle(120, 146, 3.2), circle(120, 158, 3.2))
    c.draw(hair, sym("M120 56C100 54 88 62 88 76C85 82 85 92 89 96C88 102 92 107 98 106L120 106"))
    c.face(skin, "#ee9f78", SQUARE_FACE)
    ruff = (
        "M120 121C112 116 106 113 100 114C95 110 88 114 88 119C81 121 81 128 87 130"
        "C88 137 96 139 101 135C106 141 114 140 120 137"
    )
    c.draw(WHITE, sym(ruff))
    c.line(
        "M96 120L92 126M104 122L102 131M112 125L111 134M136 122L138 131M128 125L129 134"
        "M144 120L148 126M120 127L120 134",
        width=1.8,
        colour="#9a8f7c",
    )
    c.features(
        look=-2,
        hair=hair,
        lips="M114 109.500Q118 112 122 109.5",
        brows="M102 78Q108 75 115 79M125 79Q132 75 138 78",
    )
    c.draw(
        hair,
        sym(
            "M120 101C113 98 108 102 102 104C97 106 93 103 93 98C88 104 92 112 101 111"
            "C110 111 117 108 120 105"
        ),
    )
    c.draw(WINE, sym("M120 44C104 44 94 50 92 62L120 66"))
    c.draw(GOLD, sym("M120 36L114 46L105 40L101 50L91 44L84 52L90 72Q106 66 120 66"))
    c.draw(GOLD, circle(120, 34, 4))
    c.fill(
        SCARLET,
        sym("M120 48L125.5 55L120 62"),
        "M103 53L107 58L103 63L99 58Z",
        "M137 53L141 58L137 63L133 58Z",
    )
    c.arm(VERMILION, GOLD)
    c.draw(BLUE, circle(167, 104, 16))
    c.draw(
        GOLD,
        "M151.5 100Q167 107 182.5 100L183 107Q167 114 151 107Z",
        "M164.5 77L164.5 72L159 72L159 66.5L164.5 66.5L164.5 60L169.5 60L169.5 66.5L175 66.5"
        "L175 72L169.5 72L169.5 77L172 89L162 89Z",
    )
    c.draw(
        skin,
        "M152 119C148 113 149 108 153 109C157 117 177 117 181 109C185 108 186 113 182 119"
        "L178 138Q167 133 156 138Z",
    )
    return c.finish(WINE, GOLD, "lozenge")


def clubs() -> str:
    """Forked brown beard, fur and oak leaves, a goblet."""
    c = Court("c")
    skin, hair = "#d9a273", "#4b2b1a"
    c.draw(GREEN, BODY)
    c.line("M70 140L74 160M84 136L88 162M98 140L101 166M138 140L138 172", width=2.4, colour=FOREST)
    fur = (
        "M104 117C96 117 90 116 86 120C78 118 72 124 72 129C64 130 60 138 64 143"
        "C70 148 76 144 80 147C86 150 92 146 95 149C102 152 108 150 112 154L128 154"
        "C132 150 138 152 145 149C150 150 154 148 158 146L168 128C164 124 160 118 154 120"
        "C150 116 144 117 136 117Z"
    )
    c.draw(EARTH, fur)
    c.line(
        "M78 132L76 138M92 126L89 133M90 139L88 144M102 138L100 144M148 126L150 133M144 139L145 144",
        width=2,
        colour="#4b2b1a",
    )
    c.draw(hair, sym("M120 54C98 52 87 64 88 84C84 100 86 114 92 122L120 122"))
    c.face(skin, "#c67f55", SQUARE_FACE)
    c.draw(
        hair,
        sym(
            "M120 101C112 97 101 102 98 84L94 84C91 100 93 114 99 124C102 134 104 146 110 156"
            "C114 150 118 140 120 128"
        ),
    )
    c.line("M108 116C108 126 110 136 111 144M132 116C132 126 130 136 129 144", width=1.8, colour="#8a5c3a")
    c.draw(
        GOLD,
        poly((105, 138), (116, 139), (115, 145), (107, 145)),
        poly((135, 138), (124, 139), (125, 145), (133, 145)),
    )
    c.features(
        look=1,
        hair=hair,
        brows="M101 78Q108 76 115 81M125 81Q132 76 139 78",
        lips="M114 107Q120 110 126 107",
        lip="#a23b35",
    )
    c.draw(STEEL, sym("M120 30L113 54L104 36L99 55L88 40L91 72Q106 67 120 67"))
    leaf = "M0 0C5 -6 3 -9 8 -12C9 -17 14 -16 17 -20C19 -15 20 -12 17 -8C17 -3 12 -2 9 0C6 3 3 2 0 0Z"
    c.draw(
        LEAF,
        affine(leaf, 0.9, 0, 0, 0.9, 122, 64),
        affine(leaf, -0.9, 0, 0, 0.9, 118, 64),
        affine(leaf, 0.9, 0.2, 0, 0.9, 137, 66),
        affine(leaf, -0.9, 0.2, 0, 0.9, 103, 66),
    )
    c.fill(SCARLET, circle(120, 63, 4.2))
    c.arm(FOREST, EARTH)
    c.draw(GOLD, "M163 108L171 108L170 142C172 146 178 146 180 150L154 150C156 146 162 146 164 142Z")
    c.draw(GOLD, "M150 78L184 78C185 96 178 108 167 109C156 108 149 96 150 78Z")
    c.fill("#8d1f3c", oval(167, 78.5, 15, 3.5))
    c.fill(SCARLET, circle(158, 91, 3), circle(176, 91, 3))
    c.fill(FOREST, circle(167, 94, 3.6))
    c.fist(skin)
    return c.finish(EARTH, LEAF, "dash")


def spades() -> str:
    """Long white beard, closed crown, a harp."""
    c = Court("s")
    skin = "#f3cfb0"
    star = "M0 -7L2 -2L7 0L2 2L0 7L-2 2L-7 0L-2 -2Z"
    c.draw(BLUE, BODY)
    c.fill(GOLD, *(affine(star, 1, 0, 0, 1, x, y) for x, y in ((66, 144), (82, 134), (86, 153), (146, 132))))
    c.draw(WHITE, sym("M120 52C96 52 86 66 88 86C86 104 80 116 84 132C90 138 96 134 98 128L120 128"))
    c.face(skin, "#eaa899", LONG_FACE)
    c.draw(
        WHITE, sym("M120 102C112 98 103 102 98 84L95 85C92 104 92 124 98 140C102 154 108 166 116 172L120 172")
    )
    c.line(
        "M107 120C106 136 110 150 115 160M133 120C134 136 130 150 126 160M120 120L120 152",
        width=2,
        colour="#9fb0c8",
    )
    c.draw(WHITE, sym("M120 103C113 99 106 102 100 114C109 116 117 112 120 107"))
    c.features(
        look=1,
        hair="#8b97ab",
        lips="M115 114.500Q120 117 125 114.5",
        brows="M102 80Q107 74 115 78M125 78Q133 74 138 80",
        nose="M121 84C120 91 117 96 117 99C118 101.5 121 101.5 123 100",
    )
    c.draw(NAVY, sym("M120 36C104 34 92 44 93 62L120 66"))
    c.draw(
        GOLD,
        sym("M120 33L116.5 36L117 62C107 60 100 52 97 43L92.5 46C93 54 93 58 90 60L92 72Q106 66 120 66"),
    )
    c.draw(
        GOLD,
        poly((118, 35), (118, 31.5), (115, 31.5), (115, 28), (125, 28), (125, 31.5), (122, 31.5), (122, 35)),
    )
    c.fill(SKY, circle(120, 58, 3.4), circle(104, 61, 2.8), circle(136, 61, 2.8))
    c.arm(NAVY, GOLD)
    c.fill("#f7ead0", "M152 84C160 82 172 92 181 86L178 150L166 156Z")
    c.line("M158 92L163 134M164 92L167 146M170 93L171 150M176 92L175 146", width=1.6, colour=AMBER)
    c.draw(
        GOLD,
        "M146 82C148 74 156 74 162 79C170 86 176 86 182 76L187 79C184 92 174 96 164 90"
        "C158 86 155 84 154 88L168 160L160 162L147 92C145 88 145 85 146 82Z",
        "M181 86L187 84L180 156L160 164L162 156L174 149Z",
    )
    c.draw(
        skin,
        "M153 141C150 133 153 126 159 127C164 124 171 126 172 131C175 134 173 139 168 139"
        "C165 143 158 144 153 141Z",
    )
    c.line("M161 133L170 132", width=1.8)
    return c.finish(NAVY, GOLD, "round")
