"""The count-in: numerals that slam and shrink to louder and louder knocks, then GO on a lit felt."""

from functools import lru_cache

import pygame
import pytest
from pygame import Surface

from game.core.state import PLAYING, SCORED, WON
from game.i18n import set_language
from game.ui.cards.canvas import Tag
from game.ui.engine import text
from game.ui.play.match import knock
from game.ui.play.match.knock import BEAT, BEATS
from game.ui.play.match.round_end import RoundEnd
from game.ui.play.match.words import at_match_point, stakes
from tests.ui.pilot import described
from tests.ui.play.match.test_table import Evening

TAGS = {"count", "get ready", "felt 0.0"}


@pytest.fixture(autouse=True)
def read() -> None:
    """What is written is told."""
    text.start_recording()


class Counted(Evening):
    """A round about to be counted in: the player has knocked, and the others are about to."""

    def __init__(self, still: bool = False, target: int = 100) -> None:
        super().__init__(target)
        self.loud: list[tuple[str, float]] = []
        play = self.sounds.play

        def heard(name: str, gain: float = 1.0, *args: float, **more: bool) -> None:
            self.loud.append((name, gain))
            play(name, gain)

        self.sounds.play = heard  # type: ignore[method-assign, assignment]
        if still:
            self.ctx.settings.reduced_motion = True
            self.scene.lay_anew(False)
        self.wait(1.5)
        self.key(pygame.K_SPACE)
        while self.state.phase != PLAYING:
            self.step()
        if not self.tags:  # the event came with the press, and the frame after it is this
            self.step()

    @property
    def tags(self) -> dict[str, Tag]:
        """What is shown of the count."""
        assert self.scene.stage
        return {key: tag for key, tag in self.scene.stage.canvas.tags.items() if key in TAGS}

    @property
    def said(self) -> str:
        """What is told of it."""
        texts = described(self.scene).content["texts"]
        return next((part["text"] for part in texts if part["rect"][3] > 100), "")

    @property
    def left(self) -> int:
        return (self.state.starts or 0) - self.session.now


def test_the_first_numeral_is_there_with_its_event_and_fills_half_the_table() -> None:
    counted = Counted()
    assert counted.left > (BEATS - 0.1) * BEAT, "it is the very frame"
    assert counted.said == "3" and {"count", "get ready"} <= counted.tags.keys()
    counted.wait(0.12)
    ink = counted.tags["count"].surface.get_bounding_rect()
    assert 0.45 * 720 < ink.h < 0.65 * 720


def test_each_numeral_slams_and_shrinks_and_each_knock_is_louder() -> None:
    counted = Counted()
    counted.loud.clear()
    sizes: dict[str, list[int]] = {}
    begun = []
    while counted.left > 0:
        sizes.setdefault(counted.said, []).append(counted.tags["count"].surface.height)
        begun.append(counted.said)
        counted.step()
    assert list(dict.fromkeys(begun)) == ["3", "2", "1"]
    for each in sizes.values():
        assert each == sorted(each, reverse=True) and each[-1] < 0.6 * each[0]
    gains = [gain for name, gain in counted.loud if name == "knock"]
    assert gains == sorted(gains) and len(gains) == 2 and gains[0] > knock._GAINS["3"]


@pytest.mark.parametrize(("code", "words"), [("en", "GO!"), ("sv", "Nu!"), ("de", "Los!")])
def test_go_lights_the_felt_for_a_moment_and_leaves_nothing(code: str, words: str) -> None:
    set_language(code)
    counted = Counted()
    counted.until(lambda: counted.left <= 0)
    assert counted.said == words and "get ready" not in counted.tags
    assert [name for name, _ in counted.loud].count("go") == 1
    lights = []
    while counted.tags:
        felt = counted.tags["felt 0.0"].surface
        lights.append(felt.get_at(felt.get_rect().center).a)
        counted.step()
    assert lights == sorted(lights, reverse=True) and lights[0] > 60 and len(lights) < 0.5 * 60
    counted.wait(0.5)
    assert not counted.tags and not counted.said


@pytest.mark.parametrize(("left", "words", "tags"), [(2.5, "3", {"get ready"}), (-0.2, "GO!", {"felt 0.0"})])
def test_on_a_new_stage_the_words_go_on_without_another_sound(
    left: float, words: str, tags: set[str]
) -> None:
    counted = Counted()
    counted.until(lambda: counted.left < left * BEAT)
    heard = list(counted.loud)
    counted.scene.lay_anew(False)
    counted.draw()
    counted.step()
    assert counted.said == words and counted.tags.keys() == {"count", *tags}
    assert counted.loud == heard


def test_words_are_drawn_once_and_each_before_it_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    draw = knock._drawn.__wrapped__

    def noted(words: str, high: int) -> Surface:
        drawn.append(words)
        return draw(words, high)

    monkeypatch.setattr(knock, "_drawn", lru_cache(noted))
    counted = Counted()
    while counted.left > 0:
        assert counted.said in drawn
        before = drawn[:]
        counted.step()
        assert counted.said in before, "its first frame is cheap"
    assert drawn == ["3", "2", "1", "GO!"]


def test_with_reduced_motion_the_words_stand_and_no_light_flares() -> None:
    counted = Counted(still=True)
    shown = []
    while counted.left > -100_000:
        shown.append((counted.said, counted.tags["count"].surface))
        assert "felt 0.0" not in counted.tags
        counted.step()
    assert len({id(surface) for _, surface in shown}) == len({said for said, _ in shown}) == 4


def test_a_later_round_is_counted_in_too() -> None:
    counted = Counted()
    counted.until(lambda: isinstance(counted.top, RoundEnd))
    counted.until(lambda: "count" in counted.sounds.names)
    counted.wait(0.5)
    counted.key(pygame.K_SPACE)
    counted.wait(1)
    counted.key(pygame.K_SPACE)
    counted.until(lambda: counted.state.round == 2 and counted.left < BEATS * BEAT, 30)
    assert counted.said == "3"


@pytest.mark.parametrize(("target", "words"), [(100, ""), (26, ""), (25, "Match point: A, B, C")])
def test_who_may_win_the_match_is_told_while_the_round_is_counted_in(target: int, words: str) -> None:
    evening = Counted(target=target)
    assert stakes(evening.session) == words
    assert ("stakes" in evening.scene.stage.canvas.tags) == bool(words)  # type: ignore[union-attr]
    assert [seat.point for seat in evening.hud.view.seats] == [bool(words)] * 3


def test_they_are_those_whom_a_good_round_brings_there() -> None:
    evening = Counted(target=40)
    evening.until(lambda: evening.state.phase in (SCORED, WON))
    totals = evening.state.totals
    near = [seat for seat, total in enumerate(totals) if total >= max(40, *totals) - 25]
    assert 0 < len(near) < 3, "of this deal some are near, and not all"
    assert at_match_point(evening.session) == near


@pytest.mark.parametrize(("rounds", "words"), [(1, "The last round"), (2, "")])
def test_the_last_round_is_told_too(rounds: int, words: str) -> None:
    evening = Counted(target=0)
    evening.session.rounds = rounds
    assert stakes(evening.session) == words
