"""The result of a match of Haisty as one seat has it, and statistics of many.

Times are microseconds; `when` is seconds since 1970.
"""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import msgspec

from game.core.state import State
from game.storage.result import Count, When, Word, winning_streaks


class Opponent(msgspec.Struct, frozen=True):
    """Another seat of the match."""

    name: Word
    level: Word
    """Of a bot; empty for a person."""
    points: int


class MatchResult(msgspec.Struct, frozen=True, kw_only=True):
    """A match that somebody has won."""

    key: Word
    """Identifies the match, so that it counts once however often its end is seen."""
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

    def columns(self) -> tuple[object, ...]:
        """The fields as columns of a database or table."""
        values = {field: getattr(self, field) for field in self.__struct_fields__}
        opponents = msgspec.json.encode(self.opponents).decode()
        values |= {"opponents": opponents, "lan": int(self.lan), "won": int(self.won)}
        return tuple(values.values())


def match_result(
    state: State,
    seat: int,
    names: Sequence[str],
    levels: Sequence[str],
    *,
    key: str,
    lan: bool,
    fastest: int,
    when: int,
) -> MatchResult:
    """The result of a match that has been won, for this seat; `levels`: of the seats, empty for people."""
    totals = state.totals
    others = [other for other in range(len(totals)) if other != seat]
    return MatchResult(
        key=key,
        lan=lan,
        won=state.winner == seat,
        place=1 + sum(total > totals[seat] for total in totals),
        points=totals[seat],
        rounds=state.round,
        fastest=fastest,
        opponents=tuple(Opponent(names[other], levels[other], totals[other]) for other in others),
        when=when,
    )


class MatchStatistics(NamedTuple):
    """Statistics of some matches."""

    played: int
    won: int
    points: float
    """The mean."""
    fastest: int
    """The shortest round ended by a knock; 0: none."""
    streak: int
    """The current winning streak; `longest`: the longest ever."""
    longest: int


def match_statistics(matches: Sequence[MatchResult]) -> MatchStatistics | None:
    """The statistics of these matches, the oldest first; None without any."""
    if not matches:
        return None
    points = sum(match.points for match in matches) / len(matches)
    fastest = min((match.fastest for match in matches if match.fastest), default=0)
    won = [match.won for match in matches]
    return MatchStatistics(len(matches), sum(won), points, fastest, *winning_streaks(won))


def by_opponent(matches: Sequence[MatchResult]) -> dict[Opponent, MatchStatistics]:
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
