"""The pages of the rules: everything has its place, and pages turn by any device."""

import dataclasses
from itertools import combinations
from typing import Any

import pygame
import pytest
from pygame import Rect

from game.core.rules import Rules
from game.i18n import LANGUAGES, _, set_language
from game.rules import games
from game.rules.options import options, standing
from game.ui.engine import text
from game.ui.rulebook.books import chapters_of
from game.ui.rulebook.example import Drawing
from game.ui.rulebook.page import RulePage
from tests.ui.pilot import context, described


class Reader:
    """Someone who reads a game's rules."""

    def __init__(self, rules: Rules, size: tuple[int, int] = (1280, 720)) -> None:
        self.ctx = context(size=size)
        self.scene = RulePage(rules)
        self.ctx.push(self.scene)
        self.draw()

    def draw(self) -> None:
        text.erase(self.ctx.window.surface)
        if self.ctx.scene:
            self.scene.draw(self.ctx.window.surface, 0.0, 0.0, True)

    def key(self, key: int) -> None:
        self.scene.receive(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""), 0.0)
        self.draw()

    def click(self, pos: tuple[int, int]) -> None:
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.scene.receive(pygame.event.Event(kind, button=1, pos=pos), 0.0)
        self.draw()

    def texts(self) -> list[tuple[str, Rect]]:
        return [(span.words, span.rect) for span in text.spans(self.ctx.window.surface)]

    def number(self) -> str:
        return next((words for words, _ in self.texts() if " / " in words), "")

    def button(self, label: str) -> tuple[int, int]:
        return Rect(next(c["rect"] for c in described(self.scene).controls if c["label"] == label)).center


@pytest.fixture(autouse=True)
def recorded() -> None:
    """What text is drawn is recorded."""
    text.start_recording()


@pytest.mark.parametrize(("code", "scale"), [("en", 0.8), ("sv", 1.0), ("de", 1.6)])
@pytest.mark.parametrize("name", sorted(games()))
def test_every_text_of_every_page_has_its_place(name: str, code: str, scale: float) -> None:
    set_language(code)
    text.adapt(text.Letters(1.0, scale))
    reader = Reader(games()[name]())
    last = int(reader.number().partition(" / ")[2] or 1)
    for _page in range(last):
        texts = reader.texts()
        for words, rect in texts:
            assert Rect(28, 14, 1224, 692).contains(rect), words
        assert not any(span.cut for span in text.spans(reader.ctx.window.surface))
        for (words, one), (others, other) in combinations(texts, 2):
            assert not one.inflate(-4, -6).colliderect(other.inflate(-4, -6)), (words, others)
        reader.key(pygame.K_RIGHT)


def read(rules: Rules) -> str:
    """All that the pages say."""
    reader, said = Reader(rules), ""
    for _page in range(int(reader.number().partition(" / ")[2] or 1)):
        said += " ".join(words for words, _rect in reader.texts()) + " "
        reader.key(pygame.K_RIGHT)
    return said


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", sorted(games()))
def test_a_game_says_how_it_reads_its_source(name: str, code: str) -> None:
    set_language(code)
    rules = games()[name]()
    said = read(rules)
    assert (_("How this game reads its source") in said) is bool(rules.readings)
    assert [words for words in map(_, rules.readings) if words not in said] == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("haisty", "Here 100 are enough."),
        ("zahlenpatience", "Here the waste’s top card stays playable"),
        ("acht-mal-acht", "Here the waste’s top card stays playable"),
        ("staffelpatience", "Here it makes a book even with other cards beneath it."),
    ],
)
def test_what_a_player_may_wonder_about_is_among_the_readings(name: str, words: str) -> None:
    assert any(words in reading for reading in games()[name].readings)


@pytest.mark.parametrize("name", sorted(games()))
def test_each_value_that_is_not_the_usual_one_is_called_what_it_is_at_its_rule(name: str) -> None:
    plain: Any = games()[name]()
    kinds = "House rule", "The source’s other way"
    for field in options(games()[name]):
        for value in set(field.metadata["values"]) - {field.default}:
            rules: Rules = dataclasses.replace(plain, **{field.name: value})
            said = read(rules)
            assert [said.count(kind) for kind in kinds] == [
                kind == standing(rules, field.name) for kind in kinds
            ], (field.name, value)
    assert not any(kind in read(plain) for kind in kinds)


def test_pages_turn_by_keys_wheel_and_clicks() -> None:
    reader = Reader(games()["haisty"]())
    of = reader.number().partition(" / ")[2]
    reader.key(pygame.K_RIGHT)
    reader.key(pygame.K_PAGEDOWN)
    assert reader.number() == f"3 / {of}"
    reader.key(pygame.K_LEFT)
    reader.scene.receive(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1), 0.0)
    reader.draw()
    assert reader.number() == f"1 / {of}"
    reader.key(pygame.K_LEFT)
    assert reader.number() == f"1 / {of}"
    reader.click(reader.button("Next page"))
    reader.click((640, 300))
    reader.click(reader.button("Previous page"))
    assert reader.number() == f"2 / {of}"
    reader.key(pygame.K_RETURN)
    reader.key(pygame.K_RETURN)
    assert reader.ctx.scene is (None if of == "3" else reader.scene)


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_F1, pygame.K_x])
def test_any_other_key_closes_the_book(key: int) -> None:
    reader = Reader(games()["haisty"]())
    reader.key(key)
    assert reader.ctx.scene is None


def test_the_last_page_leads_back() -> None:
    reader = Reader(games()["haisty"]())
    for _page in range(int(reader.number().partition(" / ")[2])):
        assert reader.ctx.scene
        reader.key(pygame.K_RETURN)
    assert reader.ctx.scene is None


@pytest.mark.parametrize("name", sorted(games()))
def test_words_in_a_picture_are_not_cut_at_its_edge(name: str) -> None:
    rules = games()[name]()
    reader = Reader(rules)
    art = reader.ctx.cards.image
    for code in LANGUAGES:
        set_language(code)
        for rule in (rule for chapter in chapters_of(rules) for rule in chapter.rules):
            if rule.example:
                picture = Drawing(rule.example, rules, art, 1.0).draw()
                for span in text.spans(picture):
                    assert picture.get_rect().contains(span.rect), span.words


def test_pictures_of_cards_and_text_are_dropped_when_the_book_is_closed(
    drawn_once: dict[object, pygame.Surface],
) -> None:
    drawn_once.clear()
    reader = Reader(games()["acht-mal-acht"]())
    before = len(reader.ctx.cards._cache)
    reader.key(pygame.K_RIGHT)
    assert len(reader.ctx.cards._cache) > before > 0
    assert text._rendered.cache_info().currsize > 0
    reader.key(pygame.K_ESCAPE)
    assert not reader.ctx.cards._cache
    assert text._rendered.cache_info().currsize == 0
