"""The results of solo deals and of matches, and statistics of them.

Times are microseconds, penalties included; `when` is seconds since 1970.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Final, Literal, NamedTuple

import msgspec

from game.core.state import State

Word = Annotated[str, msgspec.Meta(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*\Z")]
Count = Annotated[int, msgspec.Meta(ge=0)]
When = Annotated[int, msgspec.Meta(ge=0, le=253_402_300_799)]
"""Until the end of the year 9999."""


HANDICAP: Final = "handicap"
"""The kind of a match of Haisty in which a 13-pile had fewer cards than usual."""
DAILY: Final = "daily-"
"""How the names of daily challenges begin."""


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


class Attempts(NamedTuple):
    """How often a challenge was attempted."""

    all: int
    resets: int
    """How many of these were dropped to begin again."""


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
    medal: Literal["author", "gold", "silver", "bronze", ""] = ""
    when: When
    run: Word = ""
    """The name of the run's replay file."""
    day: Word = ""
    """The date where the player was when it was recorded, as 2026-11-21."""

    @property
    def of_its_day(self) -> bool:
        """Whether it is of the daily challenge of that very day."""
        return self.challenge == DAILY + self.day

    @property
    def clean(self) -> bool:
        """Whether it came out with no move back, no hint and no mistake."""
        return self.won and not self.penalty

    @property
    def leaderboard(self) -> Leaderboard:
        """The leaderboard of a challenge's result; None in free play."""
        return Leaderboard.of(self.challenge, self.seed, self.rules)


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
    best: Result
    """The best of the results it competes with, this one included."""
    on_disk: bool
    """False if it is kept only in memory."""
    problems: tuple[object, ...] = ()
    """Notices for the player if something could not be saved."""
    days: int = 0
    """After the daily challenge of its own day, on how many days in a row that has been won."""
    medals: Mapping[str, int] = {}
    """The player's medals, this one included."""


class Rivals(NamedTuple):
    """What a result is compared with: the player's other runs on the same leaderboard."""

    best: Sequence[int]
    """The splits of the best of the others (see Solo); empty if there is none that can be read."""
    sum_of_best: int | None
    """The sum of the best segments of all runs, this one included."""
    clean: Result | None
    """The best clean result, this one included."""


class PendingResult:
    """A result that is being saved."""

    def __init__(self, result: Result) -> None:
        self.result = result
        self.saved: SavedResult | None = None
        """Set when it has been saved."""
        self.rivals: Rivals | None = None
        """Set after that, when the other runs have been read."""


class Statistics(NamedTuple):
    """Statistics of the deals of a game, or of some matches."""

    played: int
    won: int
    streak: int
    """The current winning streak; `longest`: the longest ever."""
    longest: int
    best: int | None
    """The time of the quickest deal won, or the shortest round ended by a knock; None: there is none."""
    mean: int | None = None
    """That of all deals won."""
    points: float = 0.0
    """The mean of the matches."""
    duels: tuple[int, int] = (0, 0)
    """Won and lost in matches."""
    peaceful: int = 0
    """How many more were played in peace, which are no results."""


def winning_streaks(won: Iterable[bool]) -> tuple[int, int]:
    """The current winning streak and the longest ever; the oldest result first."""
    streak = longest = 0
    for each in won:
        streak = streak + 1 if each else 0
        longest = max(longest, streak)
    return streak, longest


class Opponent(msgspec.Struct, frozen=True):
    """Another seat of the match."""

    name: Word
    level: Word
    """Of a bot; empty for a person."""
    points: int
    key: Word = ""
    """The fingerprint of the machine's key in hexadecimal digits; empty if it is not known."""
    fastest: Count = 0
    """See MatchResult."""


class MatchResult(msgspec.Struct, frozen=True, kw_only=True):
    """A match that somebody has won."""

    key: Word
    """Identifies the match, so that it counts once however often its end is seen."""
    kind: Word = ""
    """What was played, if it was no match of Haisty by the usual rules."""
    lan: bool
    """Whether it was played on the network, and not only in this program."""
    won: bool
    place: Annotated[int, msgspec.Meta(ge=1)]
    points: int
    rounds: Count
    fastest: Count = 0
    """The shortest round that this seat ended by knocking, as far as it was seen here; 0: none."""
    opponents: tuple[Opponent, ...]
    when: When
    duels_won: Count = 0
    duels_lost: Count = 0
    """As far as they were seen here."""

    def with_duels(self, won: int, lost: int) -> "MatchResult":
        """The same with the duels of the match."""
        return msgspec.structs.replace(self, duels_won=won, duels_lost=lost)


def match_result(
    state: State,
    seat: int,
    names: Sequence[str],
    levels: Sequence[str],
    *,
    key: str,
    lan: bool,
    fastest: Sequence[int],
    when: int,
    kind: str = "",
    keys: Sequence[str] = (),
) -> MatchResult:
    """The result of a match that has been won, for this seat. By seat: the `levels` of bots, empty for
    people; the `fastest` rounds, of which none counts in a match with a handicap; and the `keys` of people,
    if they are known."""
    totals = state.totals
    keys = keys or [""] * len(totals)
    if state.handicaps:
        kind, fastest = HANDICAP, [0] * len(totals)
    every = [Opponent(*each) for each in zip(names, levels, totals, keys, fastest, strict=False)]
    return MatchResult(
        key=key,
        kind=kind,
        lan=lan,
        won=state.winner == seat,
        place=1 + sum(total > totals[seat] for total in totals),
        points=totals[seat],
        rounds=state.round,
        fastest=fastest[seat],
        opponents=tuple(every[:seat] + every[seat + 1 :]),
        when=when,
    )


def fastest_by(knocked: Sequence[tuple[int | None, int]], seats: int) -> list[int]:
    """By seat, the shortest of the rounds that it ended by knocking; 0: none. `knocked`: seats, and how long
    the rounds took."""
    return [min((took for one, took in knocked if one == seat), default=0) for seat in range(seats)]


def match_statistics(matches: Sequence[MatchResult]) -> Statistics | None:
    """The statistics of these matches, the oldest first; None without any."""
    if not matches:
        return None
    points = sum(match.points for match in matches) / len(matches)
    fastest = min((match.fastest for match in matches if match.fastest), default=None)
    won = [match.won for match in matches]
    duels = sum(match.duels_won for match in matches), sum(match.duels_lost for match in matches)
    return Statistics(len(won), sum(won), *winning_streaks(won), fastest, points=points, duels=duels)


def by_opponent(matches: Sequence[MatchResult]) -> dict[Opponent, Statistics]:
    """The statistics of the matches against each person, and against bots of each level, whose names do not
    count; the most played first."""
    groups: dict[Opponent, list[MatchResult]] = {}
    for match in matches:
        against = {Opponent("" if each.level else each.name, each.level, 0) for each in match.opponents}
        for opponent in against:
            groups.setdefault(opponent, []).append(match)
    found = {opponent: match_statistics(group) for opponent, group in groups.items()}
    order = sorted(found, key=lambda each: (-len(groups[each]), each.level, each.name))
    return {opponent: line for opponent in order if (line := found[opponent])}
