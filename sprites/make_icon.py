"""Write the program's icon, the title's first card: icon.png (Linux), icon.ico (Windows), icon.icns (macOS).

They go beside this script or into a folder given. An ICO file holds PNG pictures behind a directory
(Microsoft: The evolution of the ICO file format, 2010), an ICNS file PNG pictures, each behind a type of four
letters and its length (Apple: Icon Services).
"""

import io
import struct
import sys
from pathlib import Path

import pygame

HERE = Path(__file__).parent
WINDOWS = (16, 24, 32, 48, 64, 128, 256)
"""Sizes in pixels."""
APPLE = {128: b"ic07", 256: b"ic08", 512: b"ic09", 1024: b"ic10"}
"""The type of each size."""
LARGEST = 512
"""Of the picture for Linux."""


def png(size: int) -> bytes:
    """The icon as a PNG file of this size: the card, upright in a square."""
    wide = round(size / 1.4) & ~1
    card = pygame.image.load_sized_svg(HERE / "title" / "h.svg", (wide, round(wide * 1.4)))
    square = pygame.Surface((size, size), pygame.SRCALPHA, 32)
    square.blit(card, card.get_rect(center=square.get_rect().center))
    file = io.BytesIO()
    pygame.image.save(square, file, "icon.png")
    return file.getvalue()


def ico(pictures: dict[int, bytes]) -> bytes:
    """The pictures, by size, as an ICO file."""
    at, entries = 6 + 16 * len(pictures), b""
    for size, picture in pictures.items():
        entries += struct.pack("<BBBBHHII", size & 255, size & 255, 0, 0, 1, 32, len(picture), at)
        at += len(picture)
    return struct.pack("<HHH", 0, 1, len(pictures)) + entries + b"".join(pictures.values())


def icns(pictures: dict[int, bytes]) -> bytes:
    """The pictures, by size, as an ICNS file."""
    body = b"".join(
        APPLE[size] + struct.pack(">I", 8 + len(picture)) + picture for size, picture in pictures.items()
    )
    return b"icns" + struct.pack(">I", 8 + len(body)) + body


def main(folder: Path) -> None:
    """Write the three files to `folder`."""
    (folder / "icon.png").write_bytes(png(LARGEST))
    (folder / "icon.ico").write_bytes(ico({size: png(size) for size in WINDOWS}))
    (folder / "icon.icns").write_bytes(icns({size: png(size) for size in APPLE}))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
