"""Sets up a stage with the pictures of cards that it needs."""

from collections.abc import Container, Sequence

import pygame

from game.core.rules import Spot
from game.ui.cards.deck import Deck
from game.ui.cards.layout import Layout
from game.ui.cards.stage import Hear, Stage
from game.ui.engine.assets import CardImages

_PICTURES = 5
"""Bytes of card pictures to cache for each pixel of the window."""


def set_up_stage(
    cards: CardImages,
    layout: Layout,
    spots: Sequence[Spot],
    backs: Sequence[int],
    base: pygame.Surface,
    hear: Hear,
    own: Container[int] = (),
) -> Stage:
    """A stage with the pictures it needs; those for other sizes of cards are dropped."""
    widths = tuple({area.card for area in layout.areas})
    cards.keep(*widths)
    wide, high = layout.size
    deck = Deck(cards.image, widths, layout.unit, _PICTURES * wide * high)
    cards.prepare(deck.sprites(backs))
    return Stage(layout, spots, deck, backs, base, hear, own)
