"""The rules of each game; a game without a book has its few sentences and a deal."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from game.core.rules import Rules
from game.core.words import N_
from game.ui.rulebook.acht_mal_acht import acht_mal_acht
from game.ui.rulebook.example import Book, Example, Rule
from game.ui.rulebook.haisty import haisty
from game.ui.rulebook.reflex import farbwechsel, paare
from game.ui.rulebook.rot_und_schwarz import rot_und_schwarz
from game.ui.rulebook.staffelpatience import staffelpatience
from game.ui.rulebook.zahlenpatience import zahlenpatience

_BOOKS: Mapping[str, Callable[[Any], Book]] = {
    "acht-mal-acht": acht_mal_acht,
    "farbwechsel": farbwechsel,
    "haisty": haisty,
    "paare": paare,
    "rot-und-schwarz": rot_und_schwarz,
    "staffelpatience": staffelpatience,
    "zahlenpatience": zahlenpatience,
}


class Chapter(NamedTuple):
    """Rules that belong together. Some games have no more than one, without a title."""

    title: str
    rules: tuple[Rule, ...]


def chapters_of(rules: Rules) -> list[Chapter]:
    """The rules of a game, and its source."""
    chapters: list[Chapter] = []
    for part in _whole_book(rules):
        if isinstance(part, str):
            chapters.append(Chapter(part, ()))
        else:
            title, before = chapters[-1]
            chapters[-1] = Chapter(title, (*before, part))
    return chapters


def _whole_book(rules: Rules) -> Book:
    yield from _BOOKS.get(rules.name, _plain)(rules)
    if rules.penalty:
        yield Rule("In this game a card put on the wrong pile comes back and costs two seconds.")
    if rules.advice:
        yield N_("Playing well")
        yield from map(Rule, rules.advice)
    if rules.origin:
        yield N_("Names and source")
        yield Rule(rules.origin)
    if rules.readings:
        yield N_("How this game reads its source")
        yield from map(Rule, rules.readings)


def _plain(rules: Rules) -> Book:
    first, *others = rules.how_to_play or (rules.title,)
    yield ""
    yield Rule(first, Example("", seats=rules.seats.start))
    yield from map(Rule, others)
