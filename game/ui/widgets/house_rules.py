"""The options of a game and the end of a match as rows of choices; those of any game as text."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from game.core.rules import Rules
from game.i18n import _, ngettext
from game.rules.haisty import Haisty
from game.rules.options import choices, options, standing
from game.rules.options import non_default as differing
from game.storage.settings import Settings
from game.ui.view.leaves import Choice
from game.ui.view.node import Changed

_TARGETS = (20, 30, 40, 50, 60, 70, 80, 90, 100, 120, 150, 200, 250, 300, 400, 500, 1000)
_ROUNDS = range(1, 21)
_USUAL, _FEW = 100, 3
"""The points or rounds preselected when the kind of end changes."""
_METADATA = "title", "values", "explanation", "seats"

T = TypeVar("T")
R = TypeVar("R", bound=Rules)


class MatchRules(NamedTuple):
    """What a match of Haisty or a race is played by. It ends at `target` points or, if that is 0, after
    `rounds` rounds."""

    rules: Haisty = Haisty()
    target: int = _USUAL
    rounds: int = 0
    race: str = ""
    """What is raced for, as challenges.race reads it; empty: a match of Haisty."""
    undo: bool = True
    hints: bool = True
    """Whether they are allowed in a race."""


def title_words(rules: Rules | type[Rules]) -> str:
    """The game's name and what it means."""
    return " — ".join(_(words) for words in (rules.title, rules.meaning) if words)


def choice_of(label: str, words: str, names: Mapping[T, str], now: T, changed: Changed[T]) -> Choice:
    """A row that chooses one of several values, each with its name. `changed` is called with the new one."""
    values = list(names)
    return Choice(label, [*names.values()], values.index(now), lambda at: changed(values[at]), help=words)


def option_rows(rules: R, seats: int, changed: Changed[R]) -> list[Choice]:
    """A row for each option of a game with this number of seats; `changed` takes the new rules. What a value
    other than the default is called begins its help."""
    fields: Any = rules
    rows = []
    for field in options(type(rules)):
        title, labels, words, players = (field.metadata[key] for key in _METADATA)
        if seats in players:
            names = {replace(fields, **{field.name: value}): _(label) for value, label in labels.items()}
            said = " · ".join(_(each) for each in (standing(rules, field.name), words) if each)
            rows.append(choice_of(_(title), said, names, rules, changed).replaced(name=field.name))
    return rows


def keep_rules(settings: Settings, rules: Rules) -> None:
    """Put the house rules into the settings."""
    before = settings.rules(type(rules))
    for name, value in choices(rules).items():
        if value != getattr(before, name):
            settings.set_rule(type(rules), name, value)


def house_rule_rows(house: MatchRules, changed: Changed[MatchRules]) -> list[Choice]:
    """The rows of choices. `changed` is called with the new rules after each change."""
    by_score, by_rounds = house, house._replace(target=0, rounds=_FEW)
    if not house.target:
        by_score, by_rounds = house._replace(target=_USUAL, rounds=0), house
    ends = choice_of(
        _("The match ends"),
        _(
            "When someone has reached the target at the end of a round, or after a fixed number "
            "of rounds. The highest total wins."
        ),
        {by_score: _("at a score"), by_rounds: _("after rounds")},
        house,
        changed,
    ).replaced(name="ends")
    if house.target:
        label = _("Score")
        names = {house._replace(target=n): str(n) for n in sorted({*_TARGETS, house.target})}
    else:
        label = _("Rounds")
        names = {
            house._replace(rounds=n): ngettext("{n} round", "{n} rounds", n).format(n=n)
            for n in sorted({*_ROUNDS, house.rounds})
        }
    words = _("A card of yours on the table counts 1, a card left in your 13-pile −2.")
    name = "target" if house.target else "rounds"
    length = choice_of(label, words, names, house, changed).replaced(name=name)
    rows = option_rows(house.rules, 2, lambda rules: changed(house._replace(rules=rules)))
    return [*rows, ends, length]


def rule_words(rules: Rules) -> list[str]:
    """The house rules that differ from the default, each as its name and value."""
    fields = type(rules).__dataclass_fields__  # type: ignore[attr-defined]
    changes = [(fields[key].metadata, value) for key, value in differing(rules).items()]
    return [f"{_(rule['title'])}: {_(rule['values'][value])}" for rule, value in changes]
