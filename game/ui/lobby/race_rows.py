"""What is played at a table, chosen before the match: Haisty, or which race."""

from collections.abc import Mapping
from functools import cache
from typing import Final

from game.challenges.level import GRADES, by_grade
from game.challenges.level_files import levels
from game.challenges.race import BEST_OF, CUP, DUEL, RACE, RaceTerms, read_terms
from game.core.race import LEAST
from game.i18n import N_, _
from game.rules import games
from game.ui.view.leaves import Choice
from game.ui.view.node import Changed
from game.ui.widgets.deals import deal_words
from game.ui.widgets.house_rules import MatchRules, choice_of

KINDS: Final = {"": N_("Haisty"), RACE: N_("Race"), DUEL: N_("Duel"), CUP: N_("Cup")}
_ABOUT: Final = {
    "": "",
    RACE: N_(
        "All play the same patience with the same cards, each at their own table. The first to finish gets "
        "the most points."
    ),
    DUEL: N_("One table for all: whoever presses the right key first gets the card."),
    CUP: N_("Like a race, but the slowest in each deal is out, until one is left."),
}
_USUAL: Final = 3
"""Deals, when a race is chosen first."""


def kind_of(race: str) -> str:
    """The kind of race; empty: Haisty."""
    return race.partition(":")[0]


def terms_of(house: MatchRules) -> RaceTerms | None:
    """What is raced for, if anything is."""
    return read_terms(house.race) if house.race else None


@cache
def _grades() -> dict[str, int]:
    """How many grades each game has; only those that have challenges are raced for."""
    every = levels()[0]
    named = sorted({level.game for level in every})
    return {name: len(by_grade([level for level in every if level.game == name])) for name in named}


def kind_row(house: MatchRules, usual: MatchRules, seats: int, changed: Changed[MatchRules]) -> Choice:
    """Haisty, with its `usual` rules, or a kind of race; a cup where there are enough `seats`."""
    now = kind_of(house.race)
    kinds = [kind for kind in KINDS if kind != CUP or kind == now or seats >= LEAST]
    names = {house if kind == now else _begun(kind, house, usual): _(KINDS[kind]) for kind in kinds}
    return choice_of(_("What is played"), _(_ABOUT[now]) if now else "", names, house, changed)


def _begun(kind: str, house: MatchRules, usual: MatchRules) -> MatchRules:
    """What is played at first when this kind is chosen: as much as possible of what was."""
    if not kind:
        return usual
    terms, may = terms_of(house), _games(kind)
    game = terms.game if terms and terms.game in may else may[0]
    race = RaceTerms(kind, game, terms.grade if terms else None).text
    return house._replace(race=race, target=int(kind == CUP), rounds=0 if kind == CUP else _USUAL)


def _games(kind: str) -> list[str]:
    """The games that may be chosen; for a duel those of speed."""
    return [name for name in _grades() if kind != DUEL or games()[name].reflex]


def race_rows(house: MatchRules, changed: Changed[MatchRules]) -> list[Choice]:
    """The rows of choices for a race. `changed` is called with what is played after each change."""
    terms = terms_of(house)
    assert terms

    def other(game: str, grade: int | None) -> MatchRules:
        return house._replace(race=RaceTerms(terms.kind, game, grade).text)

    def add(label: str, about: str, names: Mapping[MatchRules, str]) -> None:
        rows.append(choice_of(label, about, names, house, changed))

    rows = list[Choice]()
    may = _games(terms.kind)
    played = {
        house if name == terms.game else other(name, terms.grade): _(games()[name].title) for name in may
    }
    add(_("Game"), "", played)
    count = _grades()[terms.game]
    grades = {other(terms.game, None): _("any"), **{other(terms.game, n): _(GRADES[n]) for n in range(count)}}
    if terms.challenge:
        add(_("Challenge"), "", {house: deal_words(terms.challenge), **grades})
    elif terms.kind != DUEL:
        add(_("Grade"), _("Each deal is drawn when all have knocked. Nobody can choose it."), grades)
    if terms.kind != CUP:
        deals = {house._replace(rounds=n): str(n) for n in sorted({*BEST_OF, house.rounds})}
        add(_("Deals"), _("Whoever has the most points in the end wins."), deals)
    if not games()[terms.game].reflex:
        words = {True: _("yes"), False: _("no")}
        undo = {house._replace(undo=each): said for each, said in words.items()}
        hints = {house._replace(hints=each): said for each, said in words.items()}
        add(_("Undo allowed"), _("Each move back costs 5 s."), undo)
        add(_("Hints allowed"), _("Each hint costs 10 s."), hints)
    return rows
