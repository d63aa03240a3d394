"""Builds a game's rules with options from the command line, a file or a table; what values are called."""

from collections.abc import Iterable, Mapping
from dataclasses import Field, fields
from typing import Any

import msgspec

from game.core.rules import Rules
from game.i18n import N_, Notice
from game.rules import games

_SWITCH = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


def rules_from(name: str, values: Mapping[str, object]) -> Rules:
    """The rules of a game with house rules set. Raises ValueError with one line for the player."""
    kind: Any = _rules_class(name)
    known = {field.name: field for field in fields(kind)}
    if unknown := set(values) - set(known):
        other = N_("{game} has no option {name!r}; it has {rules}")
        text = other if known else N_("{game} has no option {name!r}; it has none")
        raise ValueError(Notice(text, game=name, name=min(unknown), rules=list(known)))
    for key, value in values.items():
        choices = known[key].metadata.get("values")
        if choices is not None and not offered(known[key], value):
            wrong = N_("{game}: {key} is one of {values}, not {value!r}")
            may = list(map(_value_text, choices))
            raise ValueError(Notice(wrong, game=name, key=key, values=may, value=value))
    try:
        rules: Rules = msgspec.convert(values, kind)
    except msgspec.ValidationError:
        raise ValueError(Notice(N_("the options do not fit {game}"), game=name)) from None
    return rules


def non_default(rules: Rules) -> dict[str, bool | int | str]:
    """The house rules that differ from their defaults."""
    usual = choices(type(rules)())
    return {key: value for key, value in choices(rules).items() if value != usual[key]}


def choices(rules: Rules) -> dict[str, Any]:
    """The house rules that a player can choose, with their values."""
    return {field.name: getattr(rules, field.name) for field in options(type(rules))}


def options(kind: type[Rules]) -> list[Field[Any]]:
    """The fields of a game that a player can choose."""
    of: Any = kind
    return [field for field in fields(of) if "values" in field.metadata]


def standing(rules: Rules, name: str) -> str:
    """What the value of an option is called where it is not the default."""
    field: Any = type(rules).__dataclass_fields__[name]  # type: ignore[attr-defined]
    if (value := getattr(rules, name)) == field.default:
        return ""
    return N_("The source’s other way") if value in field.metadata["source"] else N_("House rule")


def offered(field: Field[Any], value: object) -> bool:
    """Whether a player may choose this value."""
    return any(value == each and type(value) is type(each) for each in field.metadata.get("values", ()))


def rules_from_args(name: str, said: Iterable[str]) -> Rules:
    """The rules of a game with house rules given as `key=value`. Raises ValueError."""
    kind: Any = _rules_class(name)
    types = {field.name: type(field.default) for field in fields(kind)}
    values: dict[str, object] = {}
    for text in said:
        key, equals, value = text.partition("=")
        if not equals:
            raise ValueError(Notice(N_("{text!r} is not KEY=VALUE"), text=text))
        if key in values:
            raise ValueError(Notice(N_("the option {name!r} is given more than once"), name=key))
        if types.get(key) is bool:
            values[key] = _SWITCH.get(value.lower(), value)
        elif types.get(key) is int and value.isdecimal():
            values[key] = int(value)
        else:
            values[key] = value
    return rules_from(name, values)


def _rules_class(name: str) -> type[Rules]:
    if name not in games():
        raise ValueError(unknown_game(name))
    return games()[name]


def unknown_game(name: str) -> Notice:
    """The notice that there is no such game, with a list of those there are."""
    return Notice(N_("there is no game {name!r}; there are {games}"), name=name, games=sorted(games()))


def _value_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
