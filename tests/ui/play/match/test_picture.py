"""The picture of a match, drawn by the command."""

from pathlib import Path

import pygame
import pytest

from game.cli.demo import play_match
from game.core.match import Match
from game.rules.haisty import Haisty
from game.storage.match_replay import match_text
from game.ui.engine import theme
from tests.cli.program import call, is_one_line
from tests.written import written


@pytest.mark.parametrize(("seats", "lang"), [(2, "en"), (4, "sv"), (8, "de")])
def test_everybody_has_a_colour_in_the_picture_of_a_match(seats: int, lang: str, tmp_path: Path) -> None:
    match = Match(Haisty(), seats, 3, target=0, rounds=2)
    play_match(match)
    names = tuple(["W" * 16, *"BCDEFGH"][:seats])
    file = written(tmp_path, match_text(match, names, tuple(range(seats))), "m.replay")
    done = call("picture", str(file), "--lang", lang)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", f"{tmp_path / 'm.png'}\n")
    picture = pygame.image.load(tmp_path / "m.png")
    assert picture.get_size() == (1920, 1080)
    for color in theme.BACKS[:seats]:
        lanes = pygame.mask.from_threshold(picture, color, (1, 1, 1, 255)).get_bounding_rects()
        assert max(rect.y for rect in lanes) > 540, "it has laid cards"
    first = (tmp_path / "m.png").read_bytes()
    assert call("picture", str(file), "-o", str(tmp_path / "x.png"), "--lang", lang).returncode == 0
    assert (tmp_path / "x.png").read_bytes() == first


def test_a_match_without_a_counted_round_has_no_picture(tmp_path: Path) -> None:
    match = Match(Haisty(), 2, 3)
    match.start()
    file = written(tmp_path, match_text(match, ("A", "B"), (0, 1)), "m.replay")
    refused = call("picture", str(file))
    assert (refused.returncode, refused.stdout) == (2, "")
    assert is_one_line(refused.stderr)
    assert not (tmp_path / "m.png").exists()
