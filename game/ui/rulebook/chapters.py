"""The chapters of each game; a game without any has its few sentences and a deal."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from game.core.rules import Rules
from game.core.words import N_
from game.ui.rulebook.acht_mal_acht import acht_mal_acht
from game.ui.rulebook.example import Chapter, Example, Rule
from game.ui.rulebook.haisty import haisty
from game.ui.rulebook.reflex import farbwechsel, paare
from game.ui.rulebook.rot_und_schwarz import rot_und_schwarz
from game.ui.rulebook.staffelpatience import staffelpatience
from game.ui.rulebook.zahlenpatience import zahlenpatience

_BOOKS: Mapping[str, Callable[[Any], Sequence[Chapter]]] = {
    "acht-mal-acht": acht_mal_acht,
    "farbwechsel": farbwechsel,
    "haisty": haisty,
    "paare": paare,
    "rot-und-schwarz": rot_und_schwarz,
    "staffelpatience": staffelpatience,
    "zahlenpatience": zahlenpatience,
}


def chapters_of(rules: Rules) -> list[Chapter]:
    """The rules of a game, and its source."""
    write = _BOOKS.get(rules.name)
    chapters = list(write(rules) if write else _plain(rules))
    if rules.penalty:
        words = N_("In this game a card put on the wrong pile comes back and costs two seconds.")
        chapters[-1] = chapters[-1]._replace(rules=(*chapters[-1].rules, Rule(words)))
    if rules.advice:
        chapters.append(Chapter(N_("Playing well"), tuple(map(Rule, rules.advice))))
    if rules.origin:
        chapters.append(Chapter(N_("Names and source"), (Rule(rules.origin),)))
    return chapters


def _plain(rules: Rules) -> Sequence[Chapter]:
    seats = rules.seats.start
    first, *others = rules.how_to_play or (rules.title,)
    return [Chapter("", (Rule(first, Example("", seats=seats)), *map(Rule, others)))]
