"""What a deal is called in a list."""

from contextlib import suppress
from datetime import datetime

from game.i18n import _
from game.rules import games
from game.ui.widgets.times import day

_DAILY = "daily-"


def game_title(game: str) -> str:
    """The title of a game in the player's language; its name if this version does not know it."""
    return _(games()[game].title) if game in games() else game


def deal_words(challenge: str, seed: int) -> str:
    """What was played: a challenge by its name, the challenge of a day, or a free deal."""
    if challenge.startswith(_DAILY):
        with suppress(ValueError):
            date = datetime.fromisoformat(challenge.removeprefix(_DAILY))
            return _("Challenge of {day}").format(day=day(date.timestamp()))
    return challenge or _("Deal {seed}").format(seed=seed)
