"""Captions: the latest sounds in words."""

import pygame

from game.ui.engine import text
from game.ui.engine.sound import Sounds
from game.ui.play.match.extras import Captions
from tests.ui.play.match.test_toasts import seated

_ABSENT = "\ue000"


def test_the_latest_sounds_are_told_in_letters_that_the_font_has() -> None:
    scene, sounds = seated(2), Sounds(muted=True)
    assert scene.stage
    text.start_recording()
    scene.ctx.sounds, scene.ctx.settings.captions = sounds, True
    captions = next(extra for extra in scene.extras if isinstance(extra, Captions))
    captions.step(1.0)
    assert "captions 0.0" not in scene.stage.canvas.tags
    for name in ("knock", "dud", "click"):
        sounds.play(name)
    captions.step(2.0)
    (line,) = text.spans(scene.stage.canvas.tags["captions 1.0"].surface)
    assert "knock" in line.words and "dull thud" in line.words
    font = pygame.font.Font(None, 40)
    pictures = {each: pygame.image.tobytes(font.render(each, True, "white"), "RGBA") for each in line.words}
    assert pygame.image.tobytes(font.render(_ABSENT, True, "white"), "RGBA") not in pictures.values()
