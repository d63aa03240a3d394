"""The result of a solo deal, and its place among others.

Times are microseconds, penalties included; `when` is seconds since 1970.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal, NamedTuple

import msgspec

Word = Annotated[str, msgspec.Meta(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*\Z")]
Count = Annotated[int, msgspec.Meta(ge=0)]
When = Annotated[int, msgspec.Meta(ge=0, le=253_402_300_799)]
"""Until the end of the year 9999."""


class ResultsError(Exception):
    """Results could not be written or read. The text is one line for the player."""


class Leaderboard(NamedTuple):
    """The results of a challenge that compete: those on the same deal. If a challenge's deal has changed
    since, each deal has its own leaderboard."""

    challenge: str
    seed: int
    rules: str
    """House rules as JSON, in the order of their names."""

    @classmethod
    def of(cls, challenge: str, seed: int, rules: Mapping[str, bool | int | str]) -> "Leaderboard":
        """`rules`: the house rules that differ from their defaults."""
        return cls(challenge, seed, msgspec.json.encode(dict(sorted(rules.items()))).decode())


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The result of one solo deal."""

    game: Word
    seed: Count
    rules: dict[str, bool | int | str] = {}
    """The house rules that differ from their defaults."""
    challenge: Word = ""
    """The name of the level or daily challenge; empty in free play."""
    won: bool
    placed: Count
    cards: Count
    """How many cards there were to place; `placed`: how many were."""
    time: Count
    penalty: Count = 0
    """The part of `time` that was added for undos, hints and mistakes."""
    hints: Count = 0
    undos: Count = 0
    mistakes: Count = 0
    medal: Literal["gold", "silver", "bronze", ""] = ""
    when: When
    run: Word = ""
    """The name of the run's replay file."""

    @property
    def leaderboard(self) -> Leaderboard:
        """The leaderboard of a challenge's result; None in free play."""
        return Leaderboard.of(self.challenge, self.seed, self.rules)

    def columns(self) -> tuple[object, ...]:
        """The fields as columns of a database or table; seeds may exceed SQLite's integers."""
        values = {field: getattr(self, field) for field in self.__struct_fields__}
        values |= {"rules": self.leaderboard.rules, "seed": str(self.seed), "won": int(self.won)}
        return tuple(values.values())


class Placing(NamedTuple):
    """A result's place among the player's results on the same leaderboard, or of the same game and rules in
    free play: 1 is the best."""

    place: int
    of: int


class SavedResult(NamedTuple):
    """A result that has been saved, and how it compares."""

    result: Result
    placing: Placing
    previous_best: Result | None
    ranking: Sequence[Result]
    """The best of the results it competes with, this one included."""
    on_disk: bool
    """False if it is kept only in memory."""
    problems: tuple[object, ...] = ()
    """Notices for the player if something could not be saved."""


class PendingResult:
    """A result that is being saved."""

    def __init__(self, result: Result) -> None:
        self.result = result
        self.saved: SavedResult | None = None
        """Set when it has been saved."""


class Statistics(NamedTuple):
    """Statistics of one game. Times are of the deals won."""

    game: str
    played: int
    won: int
    best: int | None
    mean: int | None
    streak: int
    """The current winning streak; `longest`: the longest ever."""
    longest: int


def winning_streaks(won: Iterable[bool]) -> tuple[int, int]:
    """The current winning streak and the longest ever; the oldest result first."""
    streak = longest = 0
    for each in won:
        streak = streak + 1 if each else 0
        longest = max(longest, streak)
    return streak, longest
