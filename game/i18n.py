"""The player's language: English is the message id, the catalogues under game/locale hold the others."""

import gettext as _gettext
import os
from pathlib import Path
from typing import Final

LANGUAGES: Final = {"sv": "Svenska", "de": "Deutsch", "en": "English"}
"""Language codes and what each language calls itself."""

DOMAIN: Final = "haisty"
FOLDER: Final = Path(__file__).parent / "locale"

_catalogue: _gettext.NullTranslations = _gettext.NullTranslations()


def set_language(code: str | None) -> str:
    """Speak `code` from now on (None: what the environment asks for, else English). Returns the code.

    Raises ValueError for a code that is not among LANGUAGES.
    """
    global _catalogue  # noqa: PLW0603 - one player, one language
    code = _from_environment() if code is None else code
    if code not in LANGUAGES:
        raise ValueError(f"no such language: {code}")
    english = code == "en"
    _catalogue = _gettext.NullTranslations() if english else _gettext.translation(DOMAIN, FOLDER, [code])
    return code


def _(message: str) -> str:
    """The message in the player's language."""
    return _catalogue.gettext(message)


def ngettext(one: str, many: str, count: int) -> str:
    """The message for `count` in the player's language; both forms hold their own {n} or the like."""
    return _catalogue.ngettext(one, many, count)


def N_(message: str) -> str:
    """Mark a message for the catalogues without translating it yet."""
    return message


def _from_environment() -> str:
    """The first language we speak among those that the locale variables name, in POSIX order."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            asked = [*os.environ.get("LANGUAGE", "").split(":"), value] if value not in ("C", "POSIX") else []
            codes = [entry.replace("-", "_").split("_")[0].split(".")[0] for entry in asked]
            return next((code for code in codes if code in LANGUAGES), "en")
    return "en"
