"""In words: times, which are whole microseconds, dates, which are seconds since 1970, and deals."""

from contextlib import suppress
from datetime import datetime

from game.i18n import _, exact_time, tenths
from game.rules import games
from game.storage.kept_games import KeptGame
from game.storage.result import DAILY
from game.system import here


def short_time(time: int) -> str:
    """Minutes and seconds."""
    return exact_time(time)[:-2]


def span_words(time: int) -> str:
    """A difference of times: seconds, from a minute on minutes, with full tenths."""
    return exact_time(time) if time >= 60_000_000 else f"{tenths(time // 100_000 / 10)} s"


def lead_words(time: int) -> str:
    """By how much somebody was first: milliseconds, from a second on as other differences."""
    ms = round(time / 1000)
    return f"{ms} ms" if ms < 1000 else span_words(ms * 1000)


def kept_words(game: KeptGame) -> str:
    """How far a kept game has come: its time, or in peace its cards."""
    result = game.result
    return f"{result.placed} / {result.cards}" if game.peaceful else short_time(result.time)


def give_up_words(counts: bool) -> str:
    """The question before a deal is given up; `counts`: it becomes a result."""
    if not counts:
        return _("Give up this deal?")
    return _("Give up this deal? The result counts as it stands.")


def percent(share: float) -> str:
    """A share in whole hundredths."""
    return f"{round(100 * share)} %"


def cost(time: int) -> str:
    """Seconds added to the clock as a penalty."""
    return _("+{n} s").format(n=f"{time / 1e6:g}")


def lead(behind: int) -> str:
    """How far ahead of another run (with a minus) or behind it (with a plus)."""
    sign = "−" if behind < 0 else "+" if behind else "±"
    return _("{n} s").format(n=sign + tenths(abs(behind) / 1e6))


def day(when: float) -> str:
    """The date where the player is."""
    year, month, day = map(int, here().clock.written("%Y %m %d", when).split())
    return _("{year}-{month:02}-{day:02}").format(year=year, month=month, day=day)


def moment(when: float) -> str:
    """The date and the time of day where the player is."""
    return f"{day(when)} {here().clock.written('%H:%M', when)}"


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
