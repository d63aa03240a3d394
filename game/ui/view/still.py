"""A tree as one picture, to be shown on a stage."""

import pygame
from pygame import Surface

from game.ui.view.node import Node, Placed, Placing, Space, State


def still(root: Node, u: float, room: float, down: str = "") -> tuple[Surface, list[Placed]]:
    """The picture, at most `room` units wide, and where on it each control is. `down`: the name of the
    control that is lit."""
    out = Placing("", {}, False)
    wide = min(root.width(u), room * u)
    space = Space(0, 0, wide, root.height(u, wide))
    root.place(space, u, out)
    surface = Surface(space.rect.size, pygame.SRCALPHA)
    for each in out.items:
        each.node.paint(surface, each.rect, u, State(down=bool(down) and each.name == down))
    return surface, [each for each in out.items if each.control]
