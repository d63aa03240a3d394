"""Notices: readable on the title, seen for a while over a table that a command leads to at once."""

import pygame
import pytest
from pygame import Rect

from game.i18n import N_, Notice, set_language
from game.rules import games
from game.ui.engine import text, theme
from game.ui.menu.title import TitleScene
from game.ui.view.leaves import Text
from game.ui.widgets.toasts import notices_node
from tests.ui.play.match.test_table import Evening
from tests.ui.play.patience.solotable import Alone

LONG = Notice(
    N_(
        "The settings file {path} is damaged. The defaults are used; "
        "the damaged file is put aside when settings are saved."
    ),
    path="/home/somebody/.local/share/haisty/settings.json",
)


@pytest.mark.parametrize("code", ["en", "sv", "de"])
def test_a_long_notice_is_wrapped_and_not_squeezed(code: str) -> None:
    ctx = Evening().ctx
    set_language(code)
    ctx.notify(LONG)
    node = notices_node(ctx, "middle")
    assert isinstance(node, Text)
    assert node.style.size >= 22
    lines = node.pictures(Rect(0, 0, 800, 100), 1)
    assert len(lines) >= 2
    usual = text.render("Ag", node.style.size, theme.GOLD).height
    assert all(line.height == usual for line, _ in lines), "none is squeezed"


def lit(evening: Evening) -> int:
    """Pixels of a notice's colour at the foot of the table, left of the buttons."""
    surface = evening.ctx.window.surface
    foot = surface.subsurface((90, 600, 840, 110))
    return pygame.mask.from_threshold(foot, theme.GOLD, (2, 2, 2, 255)).count()


def test_a_table_shows_what_the_player_has_not_been_told_for_a_while() -> None:
    evening = Evening()
    evening.until(lambda: evening.time > 2)
    before = lit(evening)
    evening.ctx.notify(LONG)
    evening.step()
    evening.step()
    assert lit(evening) > before + 300
    evening.ctx.window.surface = pygame.display.set_mode((1280, 720))
    evening.ctx.redraw()
    evening.until(lambda: evening.time > 6)
    assert lit(evening) > before + 300
    evening.until(lambda: evening.time > 12)
    assert lit(evening) == before
    evening.ctx.notify(LONG)
    evening.step()
    assert lit(evening) == before, "it has been told"


def test_a_table_of_another_size_goes_on_showing_it() -> None:
    evening = Evening()
    evening.ctx.notify(LONG)
    evening.until(lambda: evening.time > 2)
    shown = lit(evening)
    evening.ctx.window.surface = pygame.display.set_mode((1600, 900))
    evening.step()
    evening.ctx.window.surface = pygame.display.set_mode((1280, 720))
    evening.step()
    evening.step()
    assert lit(evening) == shown > 300


def test_what_the_title_has_shown_is_not_repeated_at_the_table() -> None:
    evening = Evening()
    evening.until(lambda: evening.time > 2)
    before = lit(evening)
    title = TitleScene()
    evening.ctx.push(title)
    evening.ctx.notify(LONG)
    evening.draw()
    words = evening.ctx.window.surface.subsurface((0, 240, 1280, 90))
    assert pygame.mask.from_threshold(words, theme.GOLD, (8, 8, 8, 255)).count() > 1500
    title.back()
    evening.step()
    evening.step()
    assert lit(evening) == before


@pytest.mark.parametrize("name", ["farbwechsel", "staffelpatience"])
def test_a_table_for_one_shows_what_the_player_has_not_been_told(name: str) -> None:
    alone = Alone(games()[name]())
    tinted = Rect(0, 360, alone.stage.layout.panel.x, 360)

    def gold() -> int:
        foot = alone.ctx.window.surface.subsurface(tinted)
        return pygame.mask.from_threshold(foot, theme.GOLD, (2, 2, 2, 255)).count()

    before = gold()
    alone.ctx.notify(LONG)
    alone.wait(0.5)
    assert gold() > before + 300
    alone.wait(10)
    assert gold() < before + 300
