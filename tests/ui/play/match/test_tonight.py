"""What all have played tonight, over the table that goes on beneath."""

import pygame
import pytest

from game.i18n import Lang
from game.storage.result import MatchResult, Opponent
from game.system import here
from game.ui.engine import text
from game.ui.engine.scene import Context
from game.ui.menu.title import TitleScene
from game.ui.play.match.tonight import TonightScene
from tests.ui.pilot import draw, press


class Beneath:
    """A table that says how often it has been kept up to date."""

    hides = stands = False

    def __init__(self) -> None:
        self.pumped = 0

    def pump(self, now: float) -> None:
        self.pumped += 1


@pytest.mark.parametrize("scale", [1.0, 1.6])
@pytest.mark.parametrize("code", ["en", "sv", "de"])
def test_everybody_stands_there_in_whole_words_while_the_table_goes_on(
    ctx: Context, code: Lang, scale: float
) -> None:
    when = int(here().clock.calendar())
    for number in range(12):
        other = Opponent(f"Maximiliane {number:02}", "", 101, f"{number:032x}", 92_000_000)
        match = MatchResult(
            key=f"{number}", lan=True, won=False, place=2, points=40, rounds=3, opponents=(other,), when=when
        )
        ctx.archive.results.matches.add(match)
    ctx.settings.text_scale = scale
    ctx.push(TitleScene())
    ctx.speak(code)
    table = Beneath()
    raced: list[str] = []
    scene = TonightScene(table, lambda: lambda: raced.append("next"))
    ctx.push(scene)
    text.start_recording()
    draw(ctx)
    scene.step(here().clock.seconds())
    spans = text.spans(ctx.window.surface)
    assert not [span.words for span in spans if span.cut]
    assert {f"Maximiliane {number:02}" for number in range(9)} <= {span.words for span in spans}
    assert table.pumped == 1
    press(ctx, pygame.K_ESCAPE)
    assert isinstance(ctx.scene, TitleScene)
    for way, went in ((lambda: raced.append("next"), ["next"]), (None, [])):
        raced.clear()
        ctx.push(TonightScene(table, lambda way=way: way))  # type: ignore[misc]
        draw(ctx)
        press(ctx, pygame.K_r)
        assert (isinstance(ctx.scene, TitleScene), raced) == (bool(went), went)
