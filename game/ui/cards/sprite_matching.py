"""Matches sprites to cards when the whole table changes, as after an undo."""

from collections.abc import Sequence

from game.core.cards import HIDDEN
from game.core.table import Table
from game.ui.cards.sprite import Sprite


def matched(piles: Sequence[Sequence[Sprite]], table: Table) -> list[list[Sprite]]:
    """The sprites rearranged into the table's piles: known cards stay the same sprites, hidden ones stay
    where they lie, and the rest are assigned in order. There must be as many sprites as cards."""
    free = [sprite for sprites in piles for sprite in sprites]
    named = {sprite.card: sprite for sprite in free if sprite.card != HIDDEN}
    chosen: list[list[Sprite | None]] = [[named.get(card) for card in pile.cards] for pile in table.piles]
    taken = {id(sprite) for sprites in chosen for sprite in sprites if sprite}
    for sprites, old in zip(chosen, piles, strict=True):
        for i, (here, stays) in enumerate(zip(sprites, old, strict=False)):
            if here is None and id(stays) not in taken:
                sprites[i] = stays
                taken.add(id(stays))
    rest = iter([sprite for sprite in free if id(sprite) not in taken])
    return [[sprite or next(rest) for sprite in sprites] for sprites in chosen]
