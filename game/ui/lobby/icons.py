"""Small pictures as nodes: card backs; icons of a host known from before, or with another one's name, of a
lock and of a bot."""

from typing import Final

from game.ui.engine import theme
from game.ui.engine.assets import CardImages
from game.ui.view.leaves import Artwork, Icon

_COLORS: Final = {"known": "on", "changed": "gold", "lock": "mist", "bot": "mist"}


def back_picture(back: int, wide: float, cards: CardImages) -> Icon:
    """A card back, `wide` in units."""
    return Icon(("back", back), lambda rect, u: cards.back(back, rect.w), wide=wide)


def icon_picture(name: str, high: int, wide: float) -> Artwork:
    """An icon, `high` and `wide` in units."""
    return Artwork(f"sign/{name}", high, getattr(theme.colors, _COLORS[name]), wide=wide)
