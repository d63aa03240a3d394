"""Deals are called by words, not by the names that the command line has for them."""

import pytest

from game.ui.widgets.words import deal_words


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("staffelpatience-07", "Challenge 7"),
        ("haisty-120", "Challenge 120"),
        ("daily-2026-11-21", "Challenge of 2026-11-21"),
        ("", "Deal 5"),
        ("daily-2026-13-21", "daily-2026-13-21"),
        ("somebody-7", "somebody-7"),
        ("haisty-", "haisty-"),
    ],
)
def test_a_deal_is_called_in_words(name: str, words: str) -> None:
    assert deal_words(name, 5) == words
