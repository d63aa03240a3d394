"""The button that goes on with a kept game."""

from collections.abc import Callable

from pygame import Surface

from game.i18n import _
from game.storage.kept_games import KeptGame
from game.ui.engine import text, theme
from game.ui.menu.deal_words import game_title
from game.ui.widgets.rows import Button
from game.ui.widgets.times import short_time


class KeptOffer(Button):
    """Two lines: that it goes on, and with which game at what time."""

    def __init__(self, kept: KeptGame, action: Callable[[], None]) -> None:
        game, time = game_title(kept.header.game), short_time(kept.result.time)
        super().__init__(_("Go on with {game}, {time}").format(game=game, time=time), action)
        self._lower = f"{game} · {time}"

    def draw_inside(self, surface: Surface) -> None:
        """The upper line is larger."""
        u, (x, y), room = self.u, self.rect.center, self.rect.w - 20 * self.u
        y += round(u) if self._down else 0
        text.draw(surface, _("Go on"), 28 * u, theme.IVORY, max_width=room, center=(x, y - 12 * u))
        text.draw(surface, self._lower, 20 * u, theme.GOLD, max_width=room, center=(x, y + 16 * u))
