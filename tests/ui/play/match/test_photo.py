"""The photo finish after a round: what it shows, that it ends, and that a press ends it."""

from functools import cache

import pygame
import pytest

from game.cli.demo import play_match
from game.core.log import LogEntry
from game.core.match import Match
from game.rules.haisty import Haisty
from game.sessions.match_playback import MatchPlayback
from game.storage.match_replay import MatchHeader, MatchReplay
from game.story.match_story import Round, RoundStory, round_story
from game.ui.cards.labels import burst
from game.ui.engine import text, theme
from game.ui.engine.window import Window
from game.ui.play.match.round_end import RoundEnd
from game.ui.play.match.tables import match_table
from game.ui.rulebook.page import HelpScene
from game.ui.view.node import still
from tests.ui.pilot import Pilot, context, described

SEATS, SEED = 4, 3


@pytest.fixture(autouse=True)
def recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "_spans", None)
    text.start_recording()


@cache
def log() -> tuple[LogEntry, ...]:
    """A round with a contest."""
    match = Match(Haisty(), SEATS, SEED, target=0, rounds=1)
    play_match(match)
    return tuple(match.log)


class Viewer(Pilot):
    """Somebody who watches the end of that round."""

    def __init__(self, reduced_motion: bool = False) -> None:
        super().__init__(context(reduced_motion=reduced_motion))
        header = MatchHeader("haisty", {}, SEATS, SEED, 0, 1, ("A", "B", "C", "D"), tuple(range(SEATS)))
        session = MatchPlayback(MatchReplay(header, log(), {}, True), lambda: self.time)
        self.ctx.push(match_table(session))
        self.wait(1.5)
        session.skip()
        self.until(lambda: isinstance(self.top, RoundEnd), 10)
        (seen,) = session.seen
        closest = round_story(seen, session.rules).closest
        assert closest
        loser = "ABCD"[closest.loser]
        self.lead = f"{round(closest.lead / 1000)} ms before {loser}"

    @property
    def words(self) -> list[str]:
        """What can be read."""
        assert self.top
        page = described(self.top).content
        return [words["text"] for words in page["texts"]] + [control["label"] for control in page["controls"]]


def test_the_closest_contest_is_shown_and_who_won_it_by_how_much() -> None:
    viewer = Viewer()
    viewer.step()
    assert "Photo finish" in viewer.words
    assert viewer.lead not in viewer.words
    viewer.until(lambda: viewer.lead in viewer.words, 4)
    viewer.until(lambda: "Photo finish" not in viewer.words, 6)
    assert viewer.lead not in viewer.words


def test_with_reduced_motion_the_words_are_there_at_once() -> None:
    viewer = Viewer(reduced_motion=True)
    viewer.step()
    assert {"Photo finish", viewer.lead} <= set(viewer.words)


def test_it_lasts_six_seconds_at_most_and_a_press_ends_it() -> None:
    viewer = Viewer()
    viewer.step()
    begun = viewer.time
    viewer.until(lambda: "Photo finish" not in viewer.words, 6)
    assert viewer.time - begun > 3
    hurried = Viewer()
    hurried.step()
    begun = hurried.time
    while isinstance(hurried.top, RoundEnd):
        hurried.key(pygame.K_RETURN)
        hurried.wait(0.3)
    assert hurried.time - begun < 4


def test_help_is_there_from_its_first_picture() -> None:
    viewer = Viewer()
    viewer.step()
    viewer.key(pygame.K_F1)
    assert isinstance(viewer.top, HelpScene)


def test_under_a_thousandth_of_a_second_it_is_a_tie(monkeypatch: pytest.MonkeyPatch) -> None:
    as_played = Round.story.fget  # type: ignore[attr-defined]

    def tied(told: Round) -> RoundStory:
        story: RoundStory = as_played(told)
        return story._replace(contests=tuple(each._replace(lead=800) for each in story.contests))

    monkeypatch.setattr(Round, "story", property(tied))
    viewer = Viewer()
    viewer.until(lambda: "Dead heat" in viewer.words, 4)
    assert any("decided by lot" in words for words in viewer.words)
    assert not any("ms" in words for words in viewer.words)


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.3, 1.6])
@pytest.mark.parametrize("unit", [0.8, 1.0, 3.0])
def test_a_name_stays_on_its_plate_with_all_its_marks(scale: float, unit: float) -> None:
    Window((1280, 720))
    text.adapt(text.Letters(unit, scale))
    for name in ("ÅSA-BRÜNNHILDE Ö", "Maja", "Łukasz Ď"):
        plate = still(burst(name, 24, theme.GOLD), unit, 1280)
        (span,) = text.spans(plate)
        assert plate.get_rect().contains(span.ink)
