"""What a deal is called."""

from contextlib import suppress
from datetime import datetime

from game.i18n import _
from game.rules import games
from game.storage.result import DAILY
from game.ui.widgets.times import day


def deal_words(challenge: str, seed: int = 0) -> str:
    """A deal of a game that is named beside it: a challenge by its number, the challenge of a day, or a free
    deal; what is none of these, as it is."""
    game, _dash, number = challenge.rpartition("-")
    if challenge.startswith(DAILY):
        with suppress(ValueError):
            date = datetime.fromisoformat(challenge.removeprefix(DAILY))
            return _("Challenge of {day}").format(day=day(date.timestamp()))
    if game in games() and number.isdecimal():
        return _("Challenge {number}").format(number=int(number))
    return challenge or _("Deal {seed}").format(seed=seed)
