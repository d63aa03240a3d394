"""Codes of words: easily told apart, and right however they are typed."""

import re
from itertools import combinations
from math import log2

import pytest

from game.core.limits import CODE
from game.i18n import LANGUAGES, Lang
from game.lan.code_words import COUNT, suggest, words_of
from game.names.line import bare_code, is_line
from game.net.client.connection import CONNECTED, DENIED
from tests.net.simnet import Net, new_table


def alike(one: str, other: str) -> bool:
    """Whether one becomes the other by one letter changed, added or left out."""
    if len(one) > len(other):
        one, other = other, one
    if len(other) - len(one) > 1:
        return False
    first = next((i for i, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), len(one))
    return one[first + (len(one) == len(other)) :] == other[first + 1 :]


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_typed_on_any_keyboard_and_none_is_taken_for_another(language: Lang) -> None:
    words = words_of(language)
    assert len(words) == len(set(words))
    assert all(re.fullmatch("[a-z]{3,8}", word) for word in words)
    assert [pair for pair in combinations(words, 2) if alike(*pair)] == []
    assert COUNT * log2(len(words)) > 24


@pytest.mark.parametrize("language", LANGUAGES)
def test_suggestions_are_codes_and_hardly_ever_the_same(language: Lang) -> None:
    codes = {suggest(language) for _ in range(200)}
    assert len(codes) >= 199
    assert all(len(code) <= CODE and is_line(code) and len(code.split()) == COUNT for code in codes)


SAME = [
    "atlas jockey barrel",
    "Atlas Jockey Barrel",
    "ATLASJOCKEYBARREL",
    " atlas-jockey–barrel ",
    "ａｔｌａｓ jockey_barrel.",
]


@pytest.mark.parametrize("typed", SAME)
def test_code_is_right_however_it_is_typed(typed: str) -> None:
    assert bare_code(typed) == "atlasjockeybarrel"
    net = Net(new_table(code=SAME[0]))
    client = net.join(code=typed, level=None)
    assert net.run(5, lambda: client.table.seated)
    assert client.table.connection.state == CONNECTED


def test_another_word_is_another_code() -> None:
    net = Net(new_table(code=SAME[0]))
    client = net.join(code="atlas jockey barrels", level=None)
    assert net.run(5, lambda: client.table.connection.state == DENIED)


@pytest.mark.parametrize(
    ("code", "bare"), [("--", "--"), ("12-34", "1234"), ("Straße", "strasse"), ("Å ä ö", "åäö")]
)
def test_what_counts_of_a_code(code: str, bare: str) -> None:
    assert bare_code(code) == bare
