"""The standings after a round: readable, whole, and above a table that is evenly dark."""

from functools import cache
from itertools import pairwise

import pygame
import pytest

from game.cli.demo import play_match
from game.core.log import LogEntry
from game.core.match import Match
from game.core.state import SCORED
from game.i18n import set_language
from game.rules.haisty import Haisty
from game.sessions.local import LocalSession
from game.sessions.match_playback import MatchPlayback
from game.sessions.session import Player, Session
from game.storage.match_replay import MatchHeader, MatchReplay
from game.ui.engine import text
from game.ui.engine.description import Description
from game.ui.engine.window import Window
from game.ui.play.match.knock import Block, who_knocks
from game.ui.play.match.round_end import RoundEnd
from game.ui.play.match.standings import Standing, addressed, standings, tally, who_plays
from game.ui.play.match.tables import match_table
from game.ui.view.leaves import Button
from game.ui.view.node import still
from game.ui.view.tree import Tree
from tests.ui.pilot import Pilot, context, draw


def test_a_tally_names_what_was_laid_and_what_was_left() -> None:
    assert tally(3, 11) == "25 − 2×11"
    assert tally(-26, 13) == "0 − 2×13"
    assert tally(40, 0) == "40 − 0"


@pytest.mark.parametrize("unit", [1.0, 1.5, 3.0])
def test_a_long_name_leaves_the_sum_whole(unit: float) -> None:
    Window((1280, 720))

    def sums(name: str) -> bytes:
        line = Standing(0, name, tally(-3, 13), "−3", -100.0, "ready", True)
        plate = still(standings("A title", [line], 100, [], []), unit, 1280)
        left, top = round(292 * unit), round(92 * unit)
        part = plate.subsurface((left, top, plate.get_width() - left, round(34 * unit)))
        return pygame.image.tobytes(part, "RGBA")

    assert sums("Wilhelmina Wunderwasser-Wolkenstein") == sums("Al")


def test_a_contest_is_no_smaller_in_large_text() -> None:
    Window((1280, 720))
    text.start_recording()
    sizes = list[dict[str, int]]()
    for scale in (1.0, 1.6):
        text.adapt(text.Letters(1.0, scale))
        line = Standing(0, "Bo", "25 − 2×11", "+3", 104.0, "bereit", closest="−23 ms Grandmother Anne")
        plate = still(standings("", [line], 100, [], []), 1.0, 1280)
        sizes.append({span.words: span.px for span in text.spans(plate) if not span.cut})
    assert sizes[0]["−23 ms"] == 18 and sizes[1]["−23 ms"] > 28
    assert sizes[1]["Grandmother Anne"] > sizes[0]["Grandmother Anne"]


def test_the_buttons_of_two_stay_on_the_sheet_whatever_their_names_and_the_size_of_text() -> None:
    Window((1280, 720))
    text.adapt(text.Letters(1.0, 1.6))
    names = "Maximiliane Münc", "Åsa-Brünnhilde Ö"
    knocks = [Block(f"{name}: klopfen", lambda: None, cap="R", name=name) for name in names]
    coach = Button("Coach", lambda: None, cap="H", wide=150, align="middle")
    tree = Tree()
    tree.place(standings("", [Standing(0, "A", "", "1", 1.0)], 9, [], [*knocks, coach]), (1280, 720))
    rects = [each.rect for each in tree.controls]
    assert len(rects) == 3 and pygame.Rect(230, 0, 820, 720).contains(rects[0].unionall(rects[1:]))
    assert not any(one.colliderect(two) for one, two in pairwise(rects))
    for picture, at in knocks[0].pictures(rects[0], 1.0):
        assert rects[0].contains(picture.get_rect(topleft=at).clip(picture.get_bounding_rect().move(at)))


@pytest.mark.parametrize(("seats", "code"), [(2, "en"), (2, "sv"), (8, "de")])
def test_the_table_is_dark_all_around_the_standings(seats: int, code: str) -> None:
    set_language(code)
    viewer = Viewer(seats, tuple("ABCDEFGH"[:seats]))
    surface = viewer.ctx.window.surface
    assert viewer.session.state.phase == SCORED
    assert isinstance(viewer.top, RoundEnd)
    assert viewer.top.rest(viewer.time) > 0, "all stands"
    bright = pygame.mask.from_threshold(surface, (255, 255, 255), (135, 135, 135, 255))
    rects = bright.get_bounding_rects()
    around = rects[0].unionall(rects[1:])
    high = 90 + (57 if seats <= 5 else 43) * seats + 40 + 66 + 2 * 10
    plate = pygame.Rect(0, 0, 820, high)
    plate.center = 640, 360
    assert plate.contains(around), "only the standings are light"
    assert plate.w >= around.w > 0.8 * plate.w
    viewer.session.skip()
    viewer.wait(0.1)
    bright = pygame.mask.from_threshold(surface, (255, 255, 255), (135, 135, 135, 255))
    assert bright.get_bounding_rects()[0].y < plate.y, "with the next deal the cloth is gone"


def test_the_standings_have_the_names_of_who_played_the_round() -> None:
    def shown(names: tuple[str, ...], played: tuple[Player, ...]) -> bytes:
        surface = Viewer(2, names, played).ctx.window.surface
        return pygame.image.tobytes(surface.subsurface((250, 200, 780, 320)), "RGB")

    before = (Player("Anna", 0, False), Player("Bo", 1, False))
    assert shown(("Anna", "Cy"), before) == shown(("Anna", "Bo"), ()) != shown(("Anna", "Cy"), ())


def test_what_has_changed_is_drawn_though_it_has_been_described_meanwhile() -> None:
    viewer = Viewer(2, ("Anna", "Bo"))
    draw(viewer.ctx, viewer.time)
    before = pygame.image.tobytes(viewer.ctx.window.surface, "RGB")
    viewer.session.played = Player("Cy", 0, False), Player("Di", 1, False)
    assert viewer.top
    viewer.top.step(viewer.time)
    viewer.top.describe(Description())
    draw(viewer.ctx, viewer.time)
    assert pygame.image.tobytes(viewer.ctx.window.surface, "RGB") != before


def told(session: Session, seat: int) -> tuple[str, bool]:
    """Who knocks, as it is told; and whether the player here is addressed."""
    return who_knocks(session, seat), addressed(session, who_plays(session)) == seat


def test_who_is_called_you_is_another(at_table: LocalSession) -> None:
    assert told(at_table, 0) == ("You knock!", True)
    assert told(at_table, 1) == ("You knocks!", False)


def test_in_a_replay_who_had_no_name_is_you() -> None:
    session = Viewer(2, ("You", "Bo")).session
    assert told(session, 0) == ("You knock!", True)
    assert told(session, 1) == ("Bo knocks!", False)


@pytest.fixture
def at_table() -> LocalSession:
    """Anna at this screen, and a bot called “You”."""
    match = Match(Haisty(), 2, 3)
    return LocalSession(match, {1: "easy"}, ("Anna", "You"), (0, 1), lambda: 0.0, lambda: None)


@cache
def log(seats: int) -> tuple[LogEntry, ...]:
    """All that is played in a match of two rounds."""
    match = Match(Haisty(), seats, 3, target=0, rounds=2)
    play_match(match)
    return tuple(match.log)


class Viewer(Pilot):
    """A window on a replay of two rounds, of which the first is counted."""

    def __init__(self, seats: int, names: tuple[str, ...], played: tuple[Player, ...] = ()) -> None:
        super().__init__(context())
        header = MatchHeader("haisty", {}, seats, 3, 0, 2, names, tuple(range(seats)))
        self.session = MatchPlayback(MatchReplay(header, log(seats), {}, True), lambda: self.time)
        self.session.played = played
        self.ctx.push(match_table(self.session))
        self.wait(1.5)
        self.session.skip()
        self.wait(15)
