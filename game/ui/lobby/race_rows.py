"""What is played at a table, chosen before the match: Haisty, or which race."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from game.challenges.level import GRADES, by_grade
from game.challenges.level_files import levels
from game.challenges.race import BEST_OF, CUP, DUEL, LAST, RACE, RaceTerms, read_terms
from game.core.race import LEAST
from game.i18n import N_, _
from game.rules import games
from game.rules.haisty import Haisty
from game.ui.view.leaves import Choice
from game.ui.view.node import Changed
from game.ui.widgets.house_rules import MatchRules, choice_of
from game.ui.widgets.words import deal_words

KINDS: Final = {"": N_("Haisty"), RACE: N_("Race"), DUEL: N_("Duel"), CUP: N_("Cup")}
_ABOUT: Final = {
    "": "",
    RACE: N_(
        "All play the same patience with the same cards, each at their own table. The first to finish gets "
        "the most points."
    ),
    DUEL: N_("One table for all: whoever presses the right key first gets the card."),
    CUP: N_(
        "Like a race: the first deal is for qualifying, then the slowest in each is out, until two play the "
        "final."
    ),
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
    about = _(_ABOUT[now]) if now else ""
    return choice_of(_("What is played"), about, names, house, changed).replaced(name="kind")


def _begun(kind: str, house: MatchRules, usual: MatchRules) -> MatchRules:
    """What is played at first when this kind is chosen: as much as possible of what was."""
    if not kind:
        return usual
    terms, may = terms_of(house), _games(kind)
    game = terms.game if terms and terms.game in may else may[0]
    race = RaceTerms(kind, game, terms.grade if terms and kind != DUEL else None).text
    return house._replace(
        rules=Haisty(), race=race, target=int(kind == CUP), rounds=0 if kind == CUP else _USUAL
    )


def _games(kind: str) -> list[str]:
    """The games that may be chosen; for a duel those of speed."""
    return [name for name in _grades() if kind != DUEL or games()[name].reflex]


def _game(house: MatchRules, terms: RaceTerms, game: str) -> MatchRules:
    """The same of this game."""
    other = terms if game == terms.game else terms._replace(game=game, challenge="")
    return house._replace(race=other.text)


def race_rows(house: MatchRules, changed: Changed[MatchRules]) -> list[Choice]:
    """The rows of choices for a race. `changed` is called with what is played after each change."""
    terms = terms_of(house)
    assert terms

    def other(**to: Any) -> MatchRules:
        return house._replace(race=terms._replace(**to).text)

    def add(name: str, label: str, about: str, names: Mapping[MatchRules, str]) -> None:
        rows.append(choice_of(label, about, names, house, changed).replaced(name=name))

    rows = list[Choice]()
    may = _games(terms.kind)
    add("game", _("Game"), "", {_game(house, terms, name): _(games()[name].title) for name in may})
    if terms.kind != DUEL:
        grades = by_grade(terms._replace(grade=None, challenge="").pool)
        of = (n for n, grade in enumerate(grades) if terms.challenge in {level.id for level in grade})
        grade = next(of, terms.grade)
        drawn = {other(grade=None, challenge=""): _("any")}
        for n in range(len(grades)):
            drawn[house if n == grade else other(grade=n, challenge="")] = _(GRADES[n])
        add("grade", _("Grade"), _("Each deal is drawn when all have knocked. Nobody can choose it."), drawn)
        if grade is not None:
            deals = {other(grade=grade, challenge=""): _("drawn")}
            deals |= {other(grade=None, challenge=level.id): deal_words(level.id) for level in grades[grade]}
            add(
                "challenge",
                _("Challenge"),
                _("Everyone may know it beforehand. It is raced in every deal."),
                deals,
            )
        last = {other(last=seconds): _("{n} s").format(n=seconds) for seconds in LAST}
        add(
            "last", _("Time for the others"), _("How long the others go on once somebody has finished."), last
        )
    if terms.kind != CUP:
        deals = {house._replace(rounds=n): str(n) for n in sorted({*BEST_OF, house.rounds})}
        add("rounds", _("Deals"), _("Whoever has the most points in the end wins."), deals)
    if not games()[terms.game].reflex:
        words = {True: _("yes"), False: _("no")}
        undo = {house._replace(undo=each): said for each, said in words.items()}
        hints = {house._replace(hints=each): said for each, said in words.items()}
        add("undo", _("Undo allowed"), _("Each move back costs 5 s."), undo)
        add("hints", _("Hints allowed"), _("Each hint costs 10 s."), hints)
    return rows
