"""What is played in a round in which each seat plays a patience of its own, and who judges that."""

from functools import partial
from typing import Final

from game.bots.racer import MEDALS, plan
from game.challenges.level import SECOND, Challenge
from game.challenges.race import BEST_OF, CUP, RACE, USUAL, begun, kind_of, read_terms
from game.core.match import Match
from game.core.race import Race
from game.core.rules import Rules
from game.core.shuffle import Seed, derive
from game.core.solo import Act
from game.i18n import N_, Notice
from game.net.server.live_race import LiveRace
from game.net.server.race_judge import Patience
from game.net.server.runs import Runs, RunsSoFar
from game.net.wire.messages import HouseRules, RunDeal

_CUP: Final = f"{CUP}:farbwechsel"
"""A cup if its game is not stated: a short one."""


def race_rules(terms: HouseRules) -> Rules:
    """The rules of this race, cup or duel. Raises ValueError."""
    raced = read_terms(terms.game)
    if raced.text != terms.game or not terms.house.keys() <= {"undo", "hints"}:
        raise ValueError("there is no such race")
    rules, cup = raced.rules(), raced.kind == CUP
    if rules.apart and (terms.target != cup or bool(terms.rounds) == cup):
        raise ValueError("a race has a number of deals, a cup goes on until one is left")
    return rules


def draw_patience(race: str, seed: Seed, number: int, name: str = "", rounds: int = 0) -> Patience:
    """What is played in a round of this race, of so many, by the seed of its deal and its number, unless its
    name is known. Raises ValueError if it is not of this race."""
    terms = read_terms(race)
    drawn = name or terms.rules().drawn(seed, number, rounds)
    level = next((one for one in terms.pool if one.id == drawn), None)
    if level is None or not terms.rules().apart:
        raise ValueError("that is not raced for")
    return Patience(level.id, level.variant(), level.seed, level.limit * SECOND, partial(_plan_at, level))


def _plan_at(challenge: Challenge, number: int, seat: int, level: str, undoes: bool) -> list[Act]:
    """What a bot does in this round, the same at every host."""
    time = next(time for medal, time in challenge.medals if medal == MEDALS[level])
    rng = derive(challenge.seed, number, seat, use="bot")
    return plan(challenge.variant(), challenge.seed, challenge.line(), level, undoes, time, rng)


def is_drawn_from(terms: HouseRules, deal: RunDeal) -> bool:
    """Whether what a host says is played in a round is one of the deals raced for."""
    try:
        return draw_patience(terms.game, 0, deal.round, deal.challenge).seed == deal.seed
    except ValueError:
        return False


def runs_of(match: Match, terms: HouseRules, so_far: RunsSoFar | None) -> Runs:
    """Who judges what the seats play beside the table of this match."""
    if not isinstance(match.rules, Race):
        return Runs()
    return LiveRace(match, match.rules, partial(draw_patience, terms.game), terms.house, so_far)


def as_race(terms: HouseRules) -> HouseRules | None:
    """A race in place of what is played by these terms; None: that is one already."""
    if kind_of(terms.game) == RACE:
        return None
    house = {name: terms.house.get(name, True) for name in ("undo", "hints")}
    return HouseRules(0, USUAL, house, begun(RACE, terms.game).text)


def race_terms(race: str, deals: int | None) -> HouseRules:
    """A race as the command line states it, with undo and hints; without a number it has one deal, and a cup
    as many as it takes. Raises ValueError."""
    if deals is not None and (deals not in BEST_OF or not race or race.startswith(CUP)):
        raise ValueError(Notice(N_("--best-of is 1, 3, 5 or 7, and needs a --game that is not a cup")))
    terms = read_terms(_CUP if race == CUP else race)
    cup = terms.kind == CUP
    return HouseRules(int(cup), 0 if cup else deals or 1, {"undo": True, "hints": True}, terms.text)
