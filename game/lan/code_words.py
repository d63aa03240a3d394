"""Words for the codes of tables: short, easily told apart when spoken, and typed on any keyboard."""

from typing import Final

from game.i18n import FOLDER, Lang
from game.system import here

COUNT: Final = 3
"""Words in a code: some 25 bits, of which nobody can try more than a few a minute."""


def words_of(language: Lang) -> list[str]:
    """The words of the language."""
    return (FOLDER / language / "code_words.txt").read_text("utf-8").split()


def suggest(language: Lang) -> str:
    """A code of random words of the language."""
    words = words_of(language)
    return " ".join(words[here().entropy.below(len(words))] for _ in range(COUNT))
