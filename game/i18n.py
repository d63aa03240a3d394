"""Translation: message ids are English, the catalogues under game/locale hold the other languages."""

import errno
import gettext as _gettext
import os
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal

from game.core.words import N_ as N_  # noqa: PLC0414 - re-exported

Lang = Literal["sv", "de", "en"]

LANGUAGES: Final[dict[Lang, str]] = {"sv": "Svenska", "de": "Deutsch", "en": "English"}
"""Language codes, and each language's name for itself."""

DOMAIN: Final = "haisty"
FOLDER: Final = Path(__file__).parent / "locale"

_LINE: Final = 500
"""The most characters of a line on a terminal."""
_FOREIGN: Final = 80
"""The most characters of a notice that come from a file, a network or a command line."""

_catalogue: _gettext.NullTranslations = _gettext.NullTranslations()
_code: Lang = "en"


def set_language(code: str | None) -> Lang:
    """Use language `code` from now on (None: that of the environment, else English). Returns the code.

    Raises ValueError for a code that is not among LANGUAGES.
    """
    global _catalogue, _code  # noqa: PLW0603 - one player, one language
    found = _from_environment() if code is None else _known(code)
    if found is None:
        raise ValueError(f"no such language: {code}")
    english = found == "en"
    _catalogue = _gettext.NullTranslations() if english else _gettext.translation(DOMAIN, FOLDER, [found])
    _code = found
    _.cache_clear()
    return found


def language() -> Lang:
    """The code of the current language."""
    return _code


@lru_cache(maxsize=4096)
def _(message: str) -> str:
    """The message in the player's language."""
    return _catalogue.gettext(message) if message else ""  # which there means the catalogue's own header


def ngettext(one: str, many: str, count: int) -> str:
    """The message for `count` in the player's language; both forms keep their placeholders, such as {n}."""
    return _catalogue.ngettext(one, many, count)


def tenths(number: float) -> str:
    """A number with one decimal."""
    return decimal(number, 1)


def exact_time(time: int) -> str:
    """Microseconds as minutes, seconds and full tenths, after the sign that the language has for them."""
    count = time // 100_000
    return f"{count // 600}:{tenths(count % 600 / 10):0>4}"


def decimal(number: float, places: int) -> str:
    """A number with so many decimals, after the sign that the language has for them."""
    return f"{number:.{places}f}".replace(".", "." if _code == "en" else ",")


def translate_library() -> None:
    """Make argparse look up its messages in our catalogues."""
    _gettext.bindtextdomain(DOMAIN, str(FOLDER))
    _gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = _code


def printable(text: str) -> str:
    """The text with escapes for what a terminal should not be sent: controls, and what is invisible."""
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)


def one_line(text: str) -> str:
    """The text as one line of bounded length for a terminal, with escapes for what cannot be printed."""
    return _cut(printable(text), _LINE)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most // 2]} … {text[-most // 2 :]}"


class Notice:
    """A line for the player, translated when it is shown."""

    def __init__(self, message: str, **fields: object) -> None:
        """`message` is marked by N_(); the fields are filled in when it is shown: a text but `path` cut to 80
        characters, for it may be anyone's; a list as it is."""
        self._message, self._fields = message, fields

    def __str__(self) -> str:
        return _(self._message).format(**{key: _shown(key, value) for key, value in self._fields.items()})


Notify = Callable[[object], None]
"""Shows the player a notice; called from any thread."""


def drop_notice(_notice: object) -> None:
    """Ignore the notice."""


def _shown(key: str, value: object) -> object:
    if isinstance(value, list):
        return ", ".join(value)
    return _cut(value, _FOREIGN) if isinstance(value, str) and key != "path" else value


_REASONS: Final = {
    errno.ENOENT: N_("no such file or folder"),
    errno.EACCES: N_("permission denied"),
    errno.EPERM: N_("permission denied"),
    errno.EROFS: N_("read-only"),
    errno.EEXIST: N_("a file is in its place"),
    errno.ENOTDIR: N_("a file is in its place"),
    errno.EISDIR: N_("it is a folder"),
    errno.ENOSPC: N_("the disk is full"),
    errno.EDQUOT: N_("the disk is full"),
    errno.EFBIG: N_("it is too large"),
    errno.ENXIO: N_("it is not a file"),
    errno.EIO: N_("the disk reports an error"),
    errno.ELOOP: N_("a link leads back to itself"),
    errno.EMFILE: N_("too many files are open"),
    errno.ETIMEDOUT: N_("another program is using it"),
    errno.EADDRINUSE: N_("another program or another table is using it"),
    errno.ENAMETOOLONG: N_("the name is too long"),
}


def reason(error: OSError) -> Notice | str:
    """The reason of an operating-system error, translated if we have a text for it."""
    message = _REASONS.get(error.errno or 0)
    return Notice(message) if message else error.strerror or str(error)


def _known(code: str) -> Lang | None:
    return next((each for each in LANGUAGES if each == code), None)


def _of_windows() -> str:
    """The locale of Windows' own words; elsewhere that of C."""
    if sys.platform != "win32":
        return "C"
    import ctypes  # noqa: PLC0415 - only there
    from locale import windows_locale  # noqa: PLC0415 - as above

    return windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "C")


def _from_environment() -> Lang:
    """The first supported language among those in the locale variables, in POSIX order; without any, that of
    Windows."""
    value = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "") or _of_windows()
    if value.partition(".")[0] in ("C", "POSIX"):
        return "en"
    asked = [*os.environ.get("LANGUAGE", "").split(":"), value]
    codes = (_known(entry.replace("-", "_").partition(".")[0].partition("_")[0]) for entry in asked)
    return next(filter(None, codes), "en")
