"""Music at the table of a match: its mood follows the smallest 13-pile, and a knock is heard above it."""

import pygame

from game.core.cards import Pile
from game.ui.engine.sound import Sounds
from game.ui.play.match.extras import Tension
from game.ui.play.match.game import MatchTable
from game.ui.play.match.tables import Attract
from tests.ui.pilot import Heard
from tests.ui.play.match.test_table import Evening
from tests.ui.play.match.test_tension import left
from tests.ui.play.match.test_toasts import seated


class Played(Heard):
    """Remembers which moods were asked for, without repetitions."""

    def __init__(self) -> None:
        super().__init__()
        self.moods = [""]

    def play_music(self, mood: str) -> None:
        if mood != self.moods[-1]:
            self.moods.append(mood)


def listen(scene: MatchTable) -> str:
    """The mood that is played after a step of the music alone."""
    music = next(extra for extra in scene.extras if isinstance(extra, Tension))
    music.step(0.0)
    assert isinstance(scene.ctx.sounds, Played)
    return scene.ctx.sounds.moods[-1]


def begun(scene: MatchTable, at: int = 0) -> None:
    """The round begins at this time; the session's clock stands at 0."""
    match = scene.session
    match._view.state = match.state = match.state._replace(starts=at)  # type: ignore[attr-defined, misc]


def test_the_mood_follows_the_smallest_13_pile() -> None:
    scene, moods = seated(3, sounds=Played()), []
    for count in (13, 8, 7, 4, 3, 0):
        left(scene, count)
        begun(scene)
        moods.append(listen(scene))
    assert moods == ["calm", "calm", "brisk", "brisk", "tense", "tense"]


def test_anybodys_13_pile_counts() -> None:
    scene = seated(3, sounds=Played())
    left(scene, 13)
    begun(scene)
    state = scene.session.state
    piles = list(state.table.piles)
    piles[14] = Pile(piles[14].cards[-2:], 1)
    scene.session.state = state._replace(table=state.table._replace(piles=tuple(piles)))  # type: ignore[misc]
    assert listen(scene) == "tense"


def test_it_waits_for_the_beginning_and_for_being_wanted() -> None:
    scene = seated(2, sounds=Played())
    assert listen(scene) == "", "nobody has knocked yet"
    left(scene, 13)
    begun(scene, at=1)
    assert listen(scene) == "", "it is still counted in"
    begun(scene)
    assert listen(scene) == "calm"
    scene.ctx.settings.music = False
    assert listen(scene) == ""


def test_none_where_bots_play_for_show() -> None:
    scene = seated(2, sounds=Played())
    left(scene, 13)
    begun(scene)
    scene.quiet = Attract.quiet
    assert listen(scene) == ""


def test_a_round_has_music_from_its_beginning_to_its_knock_and_none_in_the_menu() -> None:
    evening = Evening()
    evening.ctx.sounds = played = Played()
    evening.key(pygame.K_SPACE)
    evening.until_play()
    evening.wait(0.1)
    assert played.moods == ["", "calm"]
    evening.key(pygame.K_ESCAPE)
    evening.wait(0.2)
    assert played.moods[-1] == ""
    evening.key(pygame.K_ESCAPE)
    evening.wait(0.1)
    assert played.moods[-1] == "calm"
    evening.until(lambda: evening.top is not evening.scene)
    evening.wait(1.0)
    assert played.moods[-2:] == ["tense", ""]


def test_captions_tell_of_a_new_mood_once() -> None:
    sounds = Sounds(muted=True)
    for mood in ("calm", "calm", "tense", "tense", ""):
        sounds.play_music(mood)
    assert [heard.name for heard in sounds.heard] == ["calm", "tense"]
