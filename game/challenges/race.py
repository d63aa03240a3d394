"""What may be raced for at a table: a patience, a grade of its challenges, or one of them; and how."""

from functools import lru_cache
from typing import Final, NamedTuple

from game.challenges.level import GRADES, SECOND, Challenge, by_grade
from game.challenges.level_files import find, levels, named
from game.core.duel import Duel
from game.core.race import Race
from game.core.rules import Rules
from game.i18n import N_, Notice
from game.rules import games
from game.rules.farbwechsel import Farbwechsel
from game.rules.paare import Paare

RACE, DUEL, CUP = "race", "duel", "cup"
"""Kinds: each at an own table; all at one; a race whose slowest is out in each round but the first."""
BEST_OF: Final = (1, 3, 5, 7)
"""How many deals a race may have."""
USUAL: Final = 3
"""Deals, when a race is chosen first."""
LAST: Final = (30, 60, 120)
"""Seconds that there may be after the first has come out; usually the second."""
DUELS: Final = {rules.name: Duel(rules) for rules in (Farbwechsel(way="b"), Paare())}
"""What can be duelled for: its rules, by the name of the patience. The waste is never laid from."""
_NO_DUEL: Final = N_("there is no duel for {game}, only for {games}")
_ABOUT: Final = N_("a race is for GAME, GAME/GRADE (1 to 5) or CHALLENGE, not {text!r}")


class RaceTerms(NamedTuple):
    """What is raced for."""

    kind: str
    game: str
    grade: int | None = None
    """Counted from 0."""
    challenge: str = ""
    """The name of the only one there is to be; empty: drawn for each round."""
    last: int = LAST[1]
    """Seconds that the others have once somebody has come out."""

    @property
    def text(self) -> str:
        """As it is on the wire."""
        grade = "" if self.grade is None else f"/{self.grade + 1}"
        last = "" if self.last == LAST[1] else f"+{self.last}"
        return f"{self.kind}:{self.challenge or self.game + grade}{last}"

    @property
    def pool(self) -> list[Challenge]:
        """The challenges to draw from. Raises LevelError."""
        return _pool(self)

    def rules(self) -> Rules:
        """What the table of the match is played by. Raises ValueError."""
        if self.kind == DUEL:
            return DUELS[self.game]
        return _race(self)


@lru_cache(maxsize=64)
def read_terms(text: str) -> RaceTerms:
    """What is raced for, from `kind:deals+seconds`; without a kind it is a race. Raises ValueError."""
    kind, colon, deals = text.rpartition(":")
    deals, plus, seconds = deals.partition("+")
    if (colon and kind not in (RACE, DUEL, CUP)) or (plus and seconds not in map(str, LAST)):
        raise ValueError(Notice(_ABOUT, text=text))
    game, slash, grade = deals.partition("/")
    terms = RaceTerms(kind or RACE, game, last=int(seconds or LAST[1]))
    if slash and (len(grade) > 1 or not grade.isdecimal() or not 1 <= int(grade) <= len(GRADES)):
        raise ValueError(Notice(_ABOUT, text=text))
    if slash:
        terms = terms._replace(grade=int(grade) - 1)
    elif game not in games():
        if not (level := find(game)):
            raise ValueError(Notice(_ABOUT, text=text))
        terms = terms._replace(game=level.game, challenge=game)
    if not terms.pool:
        raise ValueError(Notice(_ABOUT, text=text))
    if kind == DUEL and deals + plus not in DUELS:
        raise ValueError(Notice(_NO_DUEL, games=", ".join(DUELS), game=deals))
    return terms


def kind_of(race: str) -> str:
    """The kind of race; empty: Haisty."""
    return race.partition(":")[0]


@lru_cache(maxsize=1)
def _grades() -> dict[str, int]:
    """How many grades each game has; only those that have challenges are raced for."""
    every = levels()[0]
    named = sorted({level.game for level in every})
    return {name: len(by_grade([level for level in every if level.game == name])) for name in named}


def games_of(kind: str) -> list[str]:
    """The games that may be chosen; for a duel those of speed."""
    return [name for name in _grades() if kind != DUEL or games()[name].reflex]


def begun(kind: str, race: str) -> RaceTerms:
    """What is raced for at first when this kind is chosen: as much as possible of what was, in text; empty:
    Haisty."""
    terms, may = read_terms(race) if race else None, games_of(kind)
    game = terms.game if terms and terms.game in may else may[0]
    return RaceTerms(kind, game, terms.grade if terms and kind != DUEL else None)


@lru_cache(maxsize=64)
def _pool(terms: RaceTerms) -> list[Challenge]:
    if terms.challenge:
        return [named(terms.challenge)]
    found = [level for level in levels()[0] if level.game == terms.game]
    if terms.grade is None:
        return found
    grades = by_grade(found)
    return grades[terms.grade] if terms.grade < len(grades) else []


@lru_cache(maxsize=64)
def _race(terms: RaceTerms) -> Race:
    pool = terms.pool
    rules = pool[0].variant()
    cards = rules.progress(rules.deal(pool[0].seed, 1))[1]
    return Race(cards, terms.kind == CUP, tuple(level.id for level in pool), terms.last * SECOND)
