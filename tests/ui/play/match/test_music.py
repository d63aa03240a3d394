"""Music at the table of a match: its mood follows the smallest 13-pile."""

import pygame

from game.core.cards import Pile
from game.ui.engine.scene import Scene
from game.ui.engine.sound import Sounds
from game.ui.play.match.extras import Tension
from game.ui.play.match.game import MatchTable
from game.ui.play.match.tables import Attract
from tests.ui.pilot import context
from tests.ui.play.match.test_table import Evening
from tests.ui.play.match.test_tension import left
from tests.ui.play.match.test_toasts import seated


def listen(scene: MatchTable) -> str | None:
    """The music of the table after a step of the tension alone."""
    tension = next(extra for extra in scene.extras if isinstance(extra, Tension))
    tension.step(0.0)
    return scene.music


def begun(scene: MatchTable, at: int = 0) -> None:
    """The round begins at this time; the session's clock stands at 0."""
    match = scene.session
    match._view.state = match.state = match.state._replace(starts=at)  # type: ignore[attr-defined, misc]


def test_the_mood_follows_the_smallest_13_pile() -> None:
    scene, moods = seated(3), []
    for count in (13, 8, 7, 4, 3, 0):
        left(scene, count)
        begun(scene)
        moods.append(listen(scene))
    assert moods == ["calm", "calm", "brisk", "brisk", "tense", "tense"]


def test_anybodys_13_pile_counts() -> None:
    scene = seated(3)
    left(scene, 13)
    begun(scene)
    state = scene.session.state
    piles = list(state.table.piles)
    piles[14] = Pile(piles[14].cards[-2:], 1)
    scene.session.state = state._replace(table=state.table._replace(piles=tuple(piles)))  # type: ignore[misc]
    assert listen(scene) == "tense"


def test_a_knock_that_would_win_the_match_has_music_of_its_own() -> None:
    scene, moods = seated(3), []
    for before, count in ((106, 4), (50, 3), (104, 3), (106, 3)):
        left(scene, count)
        begun(scene)
        match = scene.session
        totals = (before, 0, 0)
        match._view.state = match.state = match.state._replace(totals=totals)  # type: ignore[attr-defined, misc]
        moods.append(listen(scene))
    assert moods == ["brisk", "tense", "tense", "point"], "three cards left cost six points"


def test_those_of_bots_for_show_leave_the_titles_music() -> None:
    scene = seated(2)
    left(scene, 2)
    begun(scene)
    scene.quiet = Attract.quiet
    assert listen(scene) == "calm", "as it was"


def test_bots_for_show_make_no_sound_beneath_the_music() -> None:
    extra, scene = Attract(), seated(2, sounds=Sounds())
    scene.ctx.settings.music = 0.6
    extra.table = scene
    extra.enter()
    assert (scene.ctx.sounds._volume, scene.ctx.sounds._music) == (0.0, 0.6)
    extra.leave()
    assert (scene.ctx.sounds._volume, scene.ctx.sounds._music) == (0.8, 0.6)


def test_a_table_has_its_music_through_a_pause_and_the_podium_another() -> None:
    evening = Evening()
    evening.key(pygame.K_SPACE)
    evening.until_play()
    evening.wait(0.1)
    assert evening.ctx.music == "calm"
    evening.key(pygame.K_ESCAPE)
    evening.wait(0.2)
    assert evening.ctx.music == "calm"
    evening.key(pygame.K_ESCAPE)
    evening.until(lambda: evening.top is not evening.scene)
    evening.wait(1.0)
    assert evening.ctx.music == "calm", "it is over"


def test_music_at_patiences_has_a_switch_of_its_own() -> None:
    ctx = context()
    scene = Scene()
    ctx.stack.append(scene)
    for piece, wanted, heard in (
        ("patience", True, "patience"),
        ("patience", False, ""),
        ("medal", False, ""),
        ("title", False, "title"),
        (None, True, ""),
    ):
        scene.music, ctx.settings.patience_music = piece, wanted
        assert ctx.music == heard


def test_captions_tell_of_a_new_mood_once() -> None:
    sounds = Sounds(muted=True)
    for mood in ("title", "calm", "calm", "tense", "tense", ""):
        sounds.play_music(mood)
    assert [heard.name for heard in sounds.heard] == ["calm", "tense"]
