"""The button that goes on with a kept game."""

from collections.abc import Callable

from game.i18n import _
from game.storage.kept_games import KeptGame
from game.ui.menu.deal_words import game_title
from game.ui.view.boxes import Column
from game.ui.view.leaves import Button, Style, Text
from game.ui.widgets.times import short_time

_UPPER, _LOWER = Style(28, 31), Style(20, 25, "GOLD")


def kept_offer(kept: KeptGame, action: Callable[[], object]) -> Button:
    """Two lines: that it goes on, and with which game at what time."""
    game, time = game_title(kept.header.game), short_time(kept.result.time)
    lines = Text(_("Go on"), _UPPER), Text(f"{game} · {time}", _LOWER)
    label = _("Go on with {game}, {time}").format(game=game, time=time)
    return Button(
        label, action, name="go on", inside=Column(*lines, gap=0, pad=(10, 0), pack="middle"), grow=1
    )
