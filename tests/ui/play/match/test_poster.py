"""The picture of a match, drawn by the command."""

from pathlib import Path

import pygame
import pytest

from game.cli.demo import play_match
from game.core.match import Match
from game.core.state import Scored
from game.i18n import _, set_language
from game.rules.haisty import Haisty
from game.sessions.match_playback import MatchPlayback
from game.storage.match_replay import Company, MatchHeader, MatchReplay, match_text
from game.story.match_story import RoundStory, round_story
from game.ui.engine import theme
from game.ui.play.match import poster
from game.ui.play.match.poster import Face, _page
from game.ui.view.boxes import flat
from game.ui.view.leaves import Text
from tests.cli.program import call, is_one_line
from tests.written import written

HEADINGS = {
    "en": ("Winner: You", "In the lead: You", "Closest: You, then You 39 ms later, in round 1."),
    "sv": ("Segrare: Du", "I ledning: Du", "Jämnast: Du, sedan Du 39 ms senare, i omgång 1."),
    "de": ("Sieg: Du", "In Führung: Du", "Am knappsten: Du, dann Du 39 ms später, in Runde 1."),
}
"""Who has won, who leads, and the closest contest, in the picture of two players without names."""


def test_everybody_has_a_colour_in_the_picture_of_a_match(tmp_path: Path) -> None:
    match = Match(Haisty(), 8, 3, target=0, rounds=1)
    play_match(match)
    names = ("W" * 16, *"BCDEFGH")
    file = written(tmp_path, match_text(match, Company(names, tuple(range(8)))), "m.replay")
    done = call("picture", str(file), "--lang", "de")
    assert (done.returncode, done.stderr, done.stdout) == (0, "", f"{tmp_path / 'm.png'}\n")
    picture = pygame.image.load(tmp_path / "m.png")
    assert picture.get_size() == (1920, 1080)
    for color in theme.BACKS[:8]:
        lanes = pygame.mask.from_threshold(picture, color, (1, 1, 1, 255)).get_bounding_rects()
        assert max(rect.y for rect in lanes) > 540, "it has laid cards"
    first = (tmp_path / "m.png").read_bytes()
    assert call("picture", str(file), "-o", str(tmp_path / "x.png"), "--lang", "de").returncode == 0
    assert (tmp_path / "x.png").read_bytes() == first


@pytest.mark.parametrize("code", ["en", "sv", "de"])
def test_a_player_called_you_agrees_with_every_verb(code: str) -> None:
    set_language(code)
    match = Match(Haisty(), 4, 3, target=0, rounds=1)
    play_match(match)
    names, backs = (_("You"),) * 4, (0, 1, 2, 3)
    file = MatchReplay(MatchHeader("haisty", {}, 4, 3, 0, 1, names, backs), tuple(match.log), {}, True)
    (seen,) = MatchPlayback(file, lambda: 0.0).seen
    story = round_story(seen, match.rules)
    closest = story.contests[0]._replace(lead=39_000)
    story = story._replace(contests=(closest,))
    faces: list[Face] = [("star", back) for back in backs]
    for won, heading in (True, HEADINGS[code][0]), (False, HEADINGS[code][1]):
        said = [node.words for node in flat(_page(names, faces, [story], won)) if isinstance(node, Text)]
        assert heading in said
        assert HEADINGS[code][2] in said


def test_who_came_late_sees_the_points_from_then_on(monkeypatch: pytest.MonkeyPatch) -> None:
    scored = Scored("knock", 0, (5, 3), (45, 13))
    drawn = list[tuple[object, ...]]()
    monkeypatch.setattr(poster, "_draw_totals", lambda *values: drawn.append(values[:3:2]))
    poster.match_poster("AB", (0, 1), (), [RoundStory(4, (), (), 1, scored)], True)
    assert drawn == [([(40, 10), (45, 13)], 3)]


def test_a_match_without_a_counted_round_has_no_picture(tmp_path: Path) -> None:
    match = Match(Haisty(), 2, 3)
    match.start()
    file = written(tmp_path, match_text(match, Company(("A", "B"), (0, 1))), "m.replay")
    refused = call("picture", str(file))
    assert (refused.returncode, refused.stdout) == (2, "")
    assert is_one_line(refused.stderr)
    assert not (tmp_path / "m.png").exists()


def test_a_missing_folder_is_an_error_and_is_not_made(tmp_path: Path) -> None:
    file = Path(__file__).parents[3] / "replays" / "two-seats-knock.replay"
    done = call("picture", str(file), "-o", str(tmp_path / "none" / "x.png"))
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert not (tmp_path / "none").exists()
