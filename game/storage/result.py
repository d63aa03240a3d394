"""A result: how one deal went that was played alone, and where it stands among others.

Times are microseconds, penalties included; `when` is seconds since 1970.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NamedTuple

import msgspec

_Word = Annotated[str, msgspec.Meta(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*\Z")]
_Count = Annotated[int, msgspec.Meta(ge=0)]


class ResultsError(Exception):
    """Results could not be written or read. The text is one line for the player."""


class Leaderboard(NamedTuple):
    """Which results of a challenge compete: those on the same deal. A name that has got another deal since
    has a leaderboard for each."""

    challenge: str
    seed: int
    rules: str
    """As JSON, in the order of their names."""

    @classmethod
    def of(cls, challenge: str, seed: int, rules: Mapping[str, bool | int | str]) -> "Leaderboard":
        """`rules`: those that differ from the default."""
        return cls(challenge, seed, msgspec.json.encode(dict(sorted(rules.items()))).decode())


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How one deal went."""

    game: _Word
    seed: _Count
    rules: dict[str, bool | int | str] = {}
    """House rules that differ from the default."""
    challenge: _Word = ""
    """The level's or the day's name; empty in free play."""
    won: bool
    placed: _Count
    cards: _Count
    """So many cards were placed, of so many."""
    time: _Count
    penalty: _Count = 0
    """The part of `time` that was added for undos, hints and mistakes."""
    hints: _Count = 0
    undos: _Count = 0
    mistakes: _Count = 0
    medal: Literal["gold", "silver", "bronze", ""] = ""
    when: Annotated[int, msgspec.Meta(ge=0, le=253_402_300_799)]
    run: _Word = ""
    """The file that holds its moves."""

    @property
    def leaderboard(self) -> Leaderboard:
        """The leaderboard it is on, if it is a challenge's."""
        return Leaderboard.of(self.challenge, self.seed, self.rules)

    def columns(self) -> tuple[object, ...]:
        """Its fields as a database or a table holds them; seeds may be larger than SQLite's numbers."""
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
    """The best results of its kind, this one included."""
    on_disk: bool
    """False: it lasts only as long as the program."""
    problems: tuple[object, ...] = ()
    """What to tell the player if something could not be kept."""


class PendingResult:
    """A result that is being saved."""

    def __init__(self, result: Result) -> None:
        self.result = result
        self.saved: SavedResult | None = None
        """Set when it has been saved."""


class Statistics(NamedTuple):
    """What has been played of one game. Times are those of the deals won."""

    game: str
    played: int
    won: int
    best: int | None
    mean: int | None
    streak: int
    """How many of the latest were won without a break; `longest`: the most ever."""
    longest: int
