"""What is said of the sources: where each game comes from, what a source offers, what is read into it."""

import dataclasses
from collections.abc import Iterator
from typing import Any, cast

import pytest

from game.core.rules import Rules
from game.i18n import LANGUAGES, _, set_language
from game.locale import build
from game.rules import games
from game.rules.acht_mal_acht import AchtMalAcht
from game.rules.options import options, standing
from game.rules.zahlenpatience import ASKED, Zahlenpatience

NAMES = {
    "haisty": {"Peter Möller"},
    "acht-mal-acht": {"juhl.de", "Dietrich Juhl"},
    "rot-und-schwarz": {"Wikipedia", "CC BY-SA", "Cadogan", "Brenda Ralph Lewis"},
    "farbwechsel": {"Wikipedia", "CC BY-SA", "Irmgard Wolter-Rosendorf"},
    "paare": {"Wikipedia", "CC BY-SA", "kartenspiele.net", "kartenspiel.org", "spielregeln.de"},
    "zahlenpatience": set[str](),
    "staffelpatience": {"casinospiegel.net"},
}
NAMELESS = {"en": "names no source", "sv": "utan angiven källa", "de": "keine Quelle nennt"}
OFFERED: set[tuple[str, str, object]] = {
    ("haisty", "round_corner", False),
    ("farbwechsel", "way", "b"),
    ("zahlenpatience", "passes", 4),
    ("zahlenpatience", "passes", 0),
    ("zahlenpatience", "shuffled", True),
    ("zahlenpatience", "shuffled", ASKED),
    ("zahlenpatience", "hidden", True),
    ("staffelpatience", "beneath", True),
}
"""What the sources themselves offer besides what is played by default."""
WORDS = {
    "en": ("The source’s other way", "House rule"),
    "sv": ("Variant ur källan", "Husregel"),
    "de": ("Variante aus der Quelle", "Hausregel"),
}
SPOKEN = pytest.mark.parametrize("code", LANGUAGES)


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    yield
    set_language("en")


@SPOKEN
@pytest.mark.parametrize("game", sorted(games()))
def test_each_game_names_its_own_source_and_no_other(game: str, code: str) -> None:
    set_language(code)
    said = _(games()[game].origin)
    assert {name for name in set.union(*NAMES.values()) if name in said} == NAMES[game]
    assert (NAMELESS[code] in said) is (not NAMES[game])


@SPOKEN
@pytest.mark.parametrize("game", sorted(games()))
def test_each_value_is_the_usual_one_the_sources_other_way_or_a_house_rule(game: str, code: str) -> None:
    set_language(code)
    usual = games()[game]()
    for field in options(games()[game]):
        for value in field.metadata["values"]:
            rules = cast(Rules, dataclasses.replace(cast(Any, usual), **{field.name: value}))
            said = _(words) if (words := standing(rules, field.name)) else ""
            kind = WORDS[code][(game, field.name, value) not in OFFERED]
            assert said == ("" if rules == usual else kind), (field.name, value)


def test_house_rule_is_said_only_where_it_is_known_to_be_one() -> None:
    messages = [str(message.id) for message in build.template()]
    assert [words for words in messages if "house rule" in words.lower()] == ["House rule"]


def test_passes_and_duty_in_short_are_those_in_force() -> None:
    assert "A turned card that fits must be laid." in Zahlenpatience().in_short
    for rules, words in (
        (Zahlenpatience(must_lay=False), "A turned card that fits may be left."),
        (Zahlenpatience(passes=4), "You may go through the stock four times."),
        (Zahlenpatience(passes=0), "You may go through the stock as often as you like."),
        (AchtMalAcht(passes=1), "You may go through the stock only once."),
    ):
        assert set(rules.in_short) - set(rules.how_to_play) == {words}
        assert len(rules.in_short) == len(rules.how_to_play)
