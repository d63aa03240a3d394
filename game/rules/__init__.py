"""The games, one module each, found automatically; and house rules read from user input or a file.

May import: core, i18n.
"""

import importlib
import pkgutil
from functools import cache

from game.core.rules import Rules


@cache
def games() -> dict[str, type[Rules]]:
    """Every game's rules by its name."""
    found: dict[str, type[Rules]] = {}
    for module in pkgutil.iter_modules(__path__):
        for value in vars(importlib.import_module(f"{__name__}.{module.name}")).values():
            if isinstance(value, type) and issubclass(value, Rules) and value is not Rules:
                found[value.name] = value
    return found
