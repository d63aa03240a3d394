"""What is said of a round agrees with it, in every language."""

import pygame
import pytest

from game.core.cards import Card
from game.core.state import WON, Scored, Thrown
from game.core.table import Move
from game.i18n import set_language
from game.storage.result import MatchResult, Opponent
from game.story.match_story import Contest, Landing, Round, RoundStory
from game.ui.play.match.poster import _figures
from game.ui.play.match.round_end import RoundEnd
from game.ui.play.match.words import closest_of, story_lines
from game.ui.view.boxes import flat
from game.ui.view.leaves import Text
from tests.ui.play.match.test_table import Evening

NAMES = ("Ada", "Bo", "Cy")
ACE = Card(1, 0, 0)


def landing(seat: int, waited: int = 500_000) -> Landing:
    return Landing(0, seat, 9, ACE, 0, waited, 1, None)


def contest(winner: int, loser: int, lead: int) -> Contest:
    return Contest(landing(winner), Thrown(loser, Move(1, 9), (ACE,), 0), lead)


def story(seats: str, *contests: Contest) -> RoundStory:
    """A round in which these seats laid cards in turn, seat n after n half seconds or so."""
    laid = (landing(int(seat), 400_000 + 100_000 * int(seat)) for seat in seats)
    return RoundStory(1, tuple(laid), contests, 1, None)


def test_a_streak_a_fastest_hand_and_duels_are_told() -> None:
    set_language("en")
    told = story("2222201111111", contest(0, 1, 9000), contest(0, 1, 5000), contest(1, 0, 2000))
    assert [*story_lines(told, NAMES)] == [
        "Longest streaks: Bo ×7, Cy ×5.",
        "Fastest hand: Bo, 500 ms a card.",
        "Contests: Ada 2 – 1 Bo.",
    ]
    slow = RoundStory(1, (landing(1, 1_804_000),) * 5, (), 1, None)
    assert "Fastest hand: Bo, 1.8\u00a0s a card." in story_lines(slow, NAMES)


@pytest.mark.parametrize(
    ("code", "contested", "alone"),
    [
        (
            "en",
            "The card that decided it: the ace of clubs, Bo, 40 ms before Ada.",
            "the ace of clubs, Bo.",
        ),
        ("sv", "Kortet som avgjorde: klöveresset, Bo, 40 ms före Ada.", "klöveresset, Bo."),
        ("de", "Die entscheidende Karte: das Kreuz-Ass, Bo, 40 ms vor Ada.", "das Kreuz-Ass, Bo."),
    ],
)
def test_the_card_that_decided_the_round_comes_first(code: str, contested: str, alone: str) -> None:
    set_language(code)
    told = story("02121", contest(1, 0, 40_000))._replace(scored=Scored("knock", 1, (3, 4, -2), (3, 4, -2)))
    line, *_ = story_lines(told, NAMES)
    assert line == contested
    line, *_ = story_lines(told._replace(contests=()), NAMES)
    assert line.endswith(alone)


def test_duels_are_counted_alike_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the standings, in the story, in the records and in the picture."""
    set_language("en")
    contests = contest(0, 1, 9000), contest(0, 1, 500), contest(1, 0, 7000), contest(0, 1, 50_000)

    as_played = Round.story.fget  # type: ignore[attr-defined]
    contested = property(lambda told: as_played(told)._replace(contests=contests))
    monkeypatch.setattr(Round, "story", contested)
    others = (Opponent("B", "hard", 1),)
    result = MatchResult(key="a", lan=False, won=True, place=1, points=3, rounds=1, opponents=others, when=0)
    evening, recorded = Evening(1, bots=1), list[MatchResult]()
    monkeypatch.setattr(evening.ctx.archive.writer, "save_match", recorded.append)
    match = evening.scene.game
    match.result = lambda: result
    evening.key(pygame.K_SPACE)
    evening.until(lambda: evening.state.phase == WON)
    evening.wait(2)
    assert [(each.duels_won, each.duels_lost) for each in recorded] == [(2, 1)], "the lot decides no duel"
    assert (match.duels_of(0, 1), match.duels_of(1), match.duels_of(0, 2)) == ((2, 1), (1, 2), (0, 0))
    evening.until(lambda: isinstance(evening.top, RoundEnd))
    evening.wait(20)
    assert isinstance(evening.top, RoundEnd)
    shown = " ".join(node.words for node in flat(evening.top.view()) if isinstance(node, Text))
    assert "Contests won: 2 · lost: 1" in shown and "Contests: A 2 – 1 B." in shown
    rows = _figures("AB", [("star", 0)] * 2, (0, 1), (3, 1), [*match.stories.values()])[1:]
    words = [[node.words for node in flat(row) if isinstance(node, Text)] for row in rows]
    assert [row[-2:] for row in words] == [["·", "2"], ["1", "·"]]
    evening.wait(1)
    evening.scene.back()
    assert len(recorded) == 1


def test_what_is_not_worth_telling_is_not_told() -> None:
    assert [*story_lines(story("0102", contest(0, 1, 9000)), NAMES)] == []
    assert [*story_lines(story("", contest(0, 1, 500), contest(0, 1, 900)), NAMES)] == [], "ties beat nobody"


@pytest.mark.parametrize(
    ("code", "told", "tie"),
    [
        ("en", ["4 ms before Bo", "4 ms after Ada", ""], "level with Ada"),
        ("sv", ["4 ms före Bo", "4 ms efter Ada", ""], "jämnt med Ada"),
        ("de", ["4 ms vor Bo", "4 ms nach Ada", ""], "gleichauf mit Ada"),
    ],
)
def test_the_closest_of_each_player_names_the_other(code: str, told: list[str], tie: str) -> None:
    set_language(code)
    contests = [contest(0, 1, 38_400), contest(1, 0, 61_000), contest(0, 1, 3600)]
    assert [closest_of(contests, seat, NAMES) for seat in range(3)] == told
    assert closest_of([contest(2, 0, 800)], 2, NAMES) == tie
