"""How far apart colours are: contrast as WCAG 2 defines it, difference by CIEDE2000, and what they
are to those who lack a kind of cone, by the matrices of Machado, Oliveira and Fernandes (2009)."""

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import NamedTuple

Color = tuple[float, ...]
SIGHTS = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def hexed(color: str) -> Color:
    """Red, green and blue, 0 to 255, of "#rrggbb"."""
    return tuple(int(color[i : i + 2], 16) for i in (1, 3, 5))


def over(color: Color, ground: Color) -> Color:
    """A colour with alpha as the fourth value, on an opaque ground."""
    part = color[3] / 255 if len(color) > 3 else 1.0
    return tuple(part * a + (1 - part) * b for a, b in zip(color[:3], ground, strict=True))


def contrast(one: Color, other: Color) -> float:
    """The contrast ratio, 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def seen(color: Color, sight: str) -> "Lab":
    """The colour as somebody with this sight sees it."""
    linear = [_linear(value) for value in color]
    r, g, b = (
        min(1.0, max(0.0, sum(m * v for m, v in zip(row, linear, strict=True)))) for row in SIGHTS[sight]
    )
    x, y, z = (
        (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
        0.2126729 * r + 0.7151522 * g + 0.0721750 * b,
        (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883,
    )
    x, y, z = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in (x, y, z))
    return Lab(116 * y - 16, 500 * (x - y), 200 * (y - z))


class Lab(NamedTuple):
    """A colour in CIE L*a*b*."""

    light: float
    a: float
    b: float

    def apart(self, other: "Lab") -> float:
        """The difference by CIEDE2000: 1 can just be seen."""
        chroma = (hypot(self.a, self.b) + hypot(other.a, other.b)) / 2
        more = 1.5 - 0.5 * sqrt(chroma**7 / (chroma**7 + 25**7))
        ours, theirs = (hypot(each.a * more, each.b) for each in (self, other))
        h1, h2 = (degrees(atan2(each.b, each.a * more)) % 360 for each in (self, other))
        turn = (h2 - h1 + 180) % 360 - 180 if ours * theirs else 0.0
        hue = 2 * sqrt(ours * theirs) * sin(radians(turn) / 2)
        mean = h1 + turn / 2
        level, middle = (self.light + other.light) / 2, (ours + theirs) / 2
        waves = ((1, -30, -0.17), (2, 0, 0.24), (3, 6, 0.32), (4, -63, -0.20))
        t = 1 + sum(part * cos(radians(n * mean + by)) for n, by, part in waves)
        s_light = 1 + 0.015 * (level - 50) ** 2 / sqrt(20 + (level - 50) ** 2)
        s_chroma, s_hue = 1 + 0.045 * middle, 1 + 0.015 * middle * t
        swing = (
            -2
            * sqrt(middle**7 / (middle**7 + 25**7))
            * sin(radians(60 * exp(-(((mean % 360 - 275) / 25) ** 2))))
        )
        light, chroma, hue = (other.light - self.light) / s_light, (theirs - ours) / s_chroma, hue / s_hue
        return sqrt(light**2 + chroma**2 + hue**2 + swing * chroma * hue)


def _linear(value: float) -> float:
    part = value / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _luminance(color: Color) -> float:
    r, g, b = (_linear(value) for value in color[:3])
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
