"""Bring the catalogues up to date with the code and compile them. For development: needs Babel.

Run as `python -m game.locale.build`. New messages come out empty in each .po file, to be translated by hand.
"""

import io
import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from game.i18n import DOMAIN, FOLDER, LANGUAGES

ROOT = FOLDER.parents[1]
_UNDATED = datetime(2000, 1, 1, tzinfo=UTC)
"""The date in every compiled catalogue, so that the same texts give the same bytes."""
_HEADER = """\
# {name}. The message ids are the English texts.
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural={plural};\\n"

"""
KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2)}
UNMARKED = {"Rule": None, "Step": None}
"""What takes a text without a mark: the rules in books and the steps of lessons."""


def template() -> Catalog:
    """Every message in the code."""
    catalog = Catalog(project=DOMAIN)
    for keywords in (KEYWORDS, UNMARKED):
        found = extract_from_dir(str(ROOT / "game"), [("**.py", "python")], keywords=keywords)
        for _file, _line, message, _comments, _context in found:
            catalog.add(message)
    return catalog


def catalogue_path(language: str) -> Path:
    """Where a language's .po file is; the .mo file lies beside it."""
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """A language's catalogue as it is on disk."""
    with catalogue_path(language).open("rb") as file:
        catalog = read_po(file, locale=language)
    catalog.creation_date = catalog.revision_date = _UNDATED
    return catalog


def compiled(catalog: Catalog) -> bytes:
    """The bytes of the .mo file."""
    out = io.BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def lacking(catalog: Catalog) -> list[str]:
    """The messages without a translation."""
    return [
        str(message.id)
        for message in catalog
        if message.id
        and not (all(message.string) if isinstance(message.string, (list, tuple)) else message.string)
    ]


def main() -> int:
    """Update and compile all catalogues; 1 if a message still lacks its translation."""
    messages, missing = template(), 0
    for language, name in LANGUAGES.items():
        if language == "en":
            continue
        path = catalogue_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        catalog = read(language) if path.exists() else Catalog(locale=language)
        catalog.update(messages, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        out = io.BytesIO()
        write_po(out, catalog, no_location=True, sort_output=True, omit_header=True, width=110)
        path.write_bytes(_HEADER.format(name=name, plural=catalog.plural_expr).encode() + out.getvalue())
        path.with_suffix(".mo").write_bytes(compiled(read(language)))
        for message in lacking(catalog):
            print(f"{language}: {message}")
            missing += 1
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
