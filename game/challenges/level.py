"""A challenge: a deal proved to come out, with its medal times; and the grades of a game's challenges."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Final, Literal

import msgspec

from game.challenges.packed import unpack
from game.core.notation import move_text, parse_move, pile_names
from game.core.rules import IllegalMove, Rules, replay
from game.core.table import Move
from game.i18n import N_, Notice
from game.rules import games
from game.rules.options import non_default, rules_from, unknown_game
from game.storage.result import Leaderboard

Medal = Literal["author", "gold", "silver", "bronze"]
Seconds = Annotated[int, msgspec.Meta(ge=1, le=86_400)]

MEDALS: Final[tuple[Medal, ...]] = ("author", "gold", "silver", "bronze")
SECOND: Final = 1_000_000
"""Microseconds."""
GRADES: Final = (N_("Gentle"), N_("Easy"), N_("Medium"), N_("Hard"), N_("Fiendish"))
_FEW: Final = 12
"""Up to this number of challenges there are no grades."""


class LevelError(ValueError):
    """A level is not usable. The text is one line for the player that names the file."""


class Deal(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A deal proved to come out, and its times in seconds, penalties included."""

    seed: Annotated[int, msgspec.Meta(ge=0)]
    rules: dict[str, bool | int | str] = {}
    """House rules; a missing one has its default."""
    limit: Seconds
    bronze: Seconds
    silver: Seconds
    gold: Seconds
    author: Annotated[float, msgspec.Meta(ge=0, le=86_400)] = 0.0
    """How long the hand alone takes for the solution; 0: there is no such medal."""
    presses: Annotated[int, msgspec.Meta(ge=0)] = 0
    """How many moves the solution has; 0: it has to be counted."""
    usual: Annotated[int, msgspec.Meta(ge=0)] = 0
    """How many presses a careful player mostly needs; 0: it is taken for as many as the solution has."""
    grade: Annotated[float, msgspec.Meta(ge=0, le=100)]
    """Difficulty in bits, as levels/make_levels.py measures it."""
    solution: str
    """The moves in notation, separated by spaces; in a list of deals they are packed."""


class GameDeal(Deal, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A deal and its game, as a level file has them."""

    game: str


class Challenge(GameDeal, frozen=True, kw_only=True):
    """A challenge, with its name and the file it comes from."""

    id: str
    """Its name, for sharing."""
    source: str
    """The file it comes from, and its place there if others are in it too."""
    packed: bool = False
    """Whether its solution is packed."""

    def variant(self) -> Rules:
        """The game with the level's house rules."""
        return rules_from(self.game, self.rules)

    def line(self) -> tuple[Move, ...]:
        """The moves of its solution. Raises LevelError."""
        rules = self.variant()
        if self.packed:
            try:
                return unpack(rules, rules.deal(self.seed, 1), self.solution)
            except ValueError:
                damaged = Notice(N_("it is damaged, or not of this deal"))
                raise LevelError(level_notice(self.source, "solution", damaged)) from None
        names = pile_names(rules.spots(1), 0)
        moves: list[Move] = []
        for text in self.solution.split():
            try:
                moves.append(parse_move(text, names))
            except ValueError:
                unknown = Notice(N_("{move!r} is not a move of this game"), move=text[:20])
                raise LevelError(level_notice(self.source, "solution", unknown)) from None
        return tuple(moves)

    def medal(self, won: bool, time: int) -> Medal | None:
        """The medal for a result, if any; `time` in microseconds, penalties included."""
        return next((medal for medal, most in self.medals if won and time <= most), None)

    @property
    def par(self) -> int:
        """How many presses its solution has: the fewest known, not proved to be the least."""
        return self.presses or len(self.line())

    @property
    def pace(self) -> int:
        """How many presses a careful player mostly needs, who does not know the deal."""
        return self.usual or self.par

    @property
    def medals(self) -> list[tuple[Medal, int]]:
        """The medals that there are, the best first, each with its time."""
        return [(medal, time) for medal in MEDALS if (time := self.medal_time(medal))]

    def medal_time(self, medal: Medal) -> int:
        """The longest time that wins a medal, in microseconds."""
        seconds: float = getattr(self, medal)
        return round(seconds * SECOND)

    def leaderboard(self) -> Leaderboard:
        """The leaderboard on which its results compete."""
        return Leaderboard.of(self.id, self.seed, non_default(self.variant()))


def level_of(game: str, deal: Deal, name: str, source: str, packed: bool = False) -> Challenge:
    """The challenge of a deal, after checking its game, rules, seed and times. Raises LevelError."""
    if game not in games():
        raise LevelError(level_notice(source, "game", unknown_game(game)))
    if 1 not in games()[game].seats:
        raise LevelError(
            level_notice(source, "game", Notice(N_("there is no solo game {game!r}"), game=game))
        )
    try:
        rules_from(game, deal.rules)
    except ValueError as error:
        raise LevelError(level_notice(source, "rules", error)) from None
    if deal.seed >= 2**64:
        raise LevelError(level_notice(source, "seed", Notice(N_("this value is not allowed there"))))
    times = (deal.author, deal.gold, deal.silver, deal.bronze, deal.limit + 1)
    for medal, (time, longer) in zip(MEDALS, pairwise(times), strict=True):
        if time >= longer:
            disorder = Notice(N_("author < gold < silver < bronze <= limit does not hold"))
            raise LevelError(level_notice(source, medal, disorder))
    if not deal.solution.split():
        raise LevelError(level_notice(source, "solution", Notice(N_("it is empty"))))
    stated = {field: getattr(deal, field) for field in Deal.__struct_fields__}
    return Challenge(**stated, game=game, id=name, source=source, packed=packed)


def prove(level: Challenge) -> None:
    """Replay the solution. Raises LevelError if it does not win."""
    rules = level.variant()
    names = pile_names(rules.spots(1), 0)
    moves = level.line()
    if level.packed:
        return  # the rules have unpacked it, to the win
    try:
        table = replay(rules, rules.deal(level.seed, 1), moves)
    except IllegalMove as error:
        text = move_text(moves[error.number - 1], names)
        illegal = Notice(N_("move {number} ({move}) is not legal"), number=error.number, move=text)
        raise LevelError(level_notice(level.source, "solution", illegal)) from None
    placed, cards = rules.progress(table)
    if placed != cards:
        short = Notice(N_("it does not come out: {placed} of {cards} cards"), placed=placed, cards=cards)
        raise LevelError(level_notice(level.source, "solution", short))


def level_notice(source: object, key: str, why: object) -> Notice:
    """The notice about a wrong key in a file."""
    return Notice(N_("{path}, {key}: {reason}"), path=source, key=key, reason=why)


def by_grade(levels: Sequence[Challenge]) -> list[list[Challenge]]:
    """The challenges of a game, in their order, by grade: as many in each; few of them are all in one."""
    if len(levels) <= _FEW:
        return [list(levels)]
    ends = [len(levels) * number // len(GRADES) for number in range(len(GRADES) + 1)]
    return [list(levels[start:end]) for start, end in pairwise(ends)]
