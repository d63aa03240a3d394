"""House rules: those of Haisty and the end of a match as rows of choices, those of any game as text."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from game.core.rules import Rules
from game.i18n import _, ngettext
from game.rules.haisty import Haisty
from game.rules.options import changed as differing
from game.rules.options import options
from game.ui.view.leaves import Choice

_TARGETS = (20, 30, 40, 50, 60, 70, 80, 90, 100, 120, 150, 200, 250, 300, 400, 500, 1000)
_ROUNDS = range(1, 21)
_USUAL, _FEW = 100, 3
"""The points or rounds preselected when the kind of end changes."""


class MatchRules(NamedTuple):
    """What a match of Haisty is played by. It ends at `target` points or, if that is 0, after `rounds`
    rounds."""

    rules: Haisty = Haisty()
    target: int = _USUAL
    rounds: int = 0


def title_words(rules: Rules | type[Rules]) -> str:
    """The game's name and what it means."""
    return " — ".join(_(words) for words in (rules.title, rules.meaning) if words)


def house_rule_rows(house: MatchRules, changed: Callable[[MatchRules], object]) -> list[Choice]:
    """The rows of choices. `changed` is called with the new rules after each change."""

    def row(
        label: str, words: str, values: Mapping[Any, str], value: object, new: Callable[[Any], dict[str, Any]]
    ) -> Choice:
        def change(at: int) -> None:
            changed(house._replace(**new(each[at])))

        each = list(values)
        return Choice(label, [*values.values()], each.index(value), change, help=words)

    def setter(name: str) -> Callable[[bool], dict[str, Any]]:
        return lambda value: {"rules": replace(house.rules, **{name: value})}

    rows = []
    for field in options(Haisty):
        if 2 in field.metadata["seats"]:
            title, labels, explanation = (field.metadata[key] for key in ("title", "values", "explanation"))
            names = {value: _(label) for value, label in labels.items()}
            value = getattr(house.rules, field.name)
            rows.append(row(_(title), _(explanation), names, value, setter(field.name)))
    ends = row(
        _("The match ends"),
        _(
            "When someone has reached the target at the end of a round, or after a fixed number "
            "of rounds. The highest total wins."
        ),
        {False: _("at a score"), True: _("after rounds")},
        not house.target,
        lambda after: {"target": 0, "rounds": _FEW} if after else {"target": _USUAL, "rounds": 0},
    )
    words = _("A card of yours on the table counts 1, a card left in your 13-pile −2.")
    if house.target:
        targets = {n: str(n) for n in sorted({*_TARGETS, house.target})}
        length = row(_("Score"), words, targets, house.target, lambda target: {"target": target})
    else:
        rounds = {
            n: ngettext("{n} round", "{n} rounds", n).format(n=n) for n in sorted({*_ROUNDS, house.rounds})
        }
        length = row(_("Rounds"), words, rounds, house.rounds, lambda rounds: {"rounds": rounds})
    return [*rows, ends, length]


def rule_words(rules: Rules) -> list[str]:
    """The house rules that differ from the default, each as its name and value."""
    fields = type(rules).__dataclass_fields__  # type: ignore[attr-defined]
    words = []
    for key, value in differing(rules).items():
        if "values" in (rule := fields[key].metadata):
            words.append(f"{_(rule['title'])}: {_(rule['values'][value])}")
    return words
