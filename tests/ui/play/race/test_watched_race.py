"""A recorded race in its own scene: from one seat to another, from one deal to the next."""

from pathlib import Path

import pygame
import pytest

from game.sessions.race_playback import RacePlayback
from game.sessions.run_playback import RunPlayback
from game.storage.match_replay import MatchReplay, match_text, read_match
from game.ui.engine import requests
from game.ui.play.patience.game import SoloTable
from game.ui.play.race.watched import watched_race
from game.ui.play.scene import PlayScene
from tests.net.impair import LAN
from tests.net.races import Racing
from tests.net.test_race_replays import COMPANY
from tests.ui.pilot import Pilot, context, described

RACE = Path(__file__).parents[3] / "desktop" / "race.replay"


class Viewer(Pilot):
    """A window on the race of three in two deals; Didi gives up in the first."""

    def __init__(self) -> None:
        super().__init__(context())
        self.replay: MatchReplay = read_match(RACE)
        self.race = RacePlayback(self.replay, lambda: self.time)
        self.ctx.push(watched_race(self.race))
        self.wait(0.3)

    @property
    def scene(self) -> SoloTable:
        assert isinstance(self.ctx.scene, PlayScene)
        return self.ctx.scene

    @property
    def seats(self) -> dict[str, tuple[int, str]]:
        """By name, the cards placed and the words beside them."""
        return {each["name"]: (each["placed"], each["words"]) for each in described(self.scene).race}

    @property
    def session(self) -> RunPlayback:
        """The run that is shown."""
        assert isinstance(self.scene.session, RunPlayback)
        return self.scene.session


@pytest.fixture
def viewer() -> Viewer:
    return Viewer()


def press(viewer: Viewer, key: int) -> None:
    viewer.key(key)
    viewer.wait(0.1)


def test_all_seats_stand_above_the_table_as_they_stood_then(viewer: Viewer) -> None:
    assert set(viewer.seats.values()) == {(0, "0 / 52")}
    viewer.wait(20)
    early = viewer.seats
    viewer.wait(20)
    for name, (placed, _words) in viewer.seats.items():
        assert placed >= early[name][0]
    assert viewer.seats["Didi"][1] == "stopped"


def test_a_key_goes_to_another_seat_at_the_same_moment(viewer: Viewer) -> None:
    viewer.wait(15)
    before, first = viewer.session.now, viewer.session.solo.log
    press(viewer, pygame.K_n)
    assert viewer.session.now - before < 300_000
    assert viewer.session.solo.log != first
    acts = viewer.race.deals[0].runs[1].acts
    assert viewer.session.solo.log == [act for act in acts if act.at <= viewer.session.now]
    press(viewer, pygame.K_n)
    press(viewer, pygame.K_n)
    assert viewer.session.solo.log[: len(first)] == first


def test_whoever_still_plays_is_watched_next_and_then_the_next_deal(viewer: Viewer) -> None:
    press(viewer, pygame.K_n)
    press(viewer, pygame.K_n)
    assert viewer.session.run.header.name == "Didi"
    viewer.until(lambda: viewer.session.run.header.name != "Didi")
    viewer.wait(0.3)
    assert viewer.seats["Didi"][1] == "stopped"
    first = viewer.session.run.header.challenge
    viewer.until(lambda: viewer.session.run.header.challenge != first)
    assert viewer.session.now < 3_000_000
    press(viewer, pygame.K_PAGEDOWN)
    assert viewer.session.now > 4_000_000
    viewer.until(lambda: all(words.endswith(tuple("0123456789")) for _placed, words in viewer.seats.values()))


def test_a_race_of_which_no_deal_was_finished_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "open.replay"
    path.write_text(match_text(Racing(LAN, LAN).match, COMPANY))
    ctx = context(tmp_path)
    ctx.open(requests.Shown(path, lambda: read_match(path), races=False))
    assert [str(each) for each in ctx.notices] == [f"{path}: no deal of this race was finished."]
    ctx.close()
