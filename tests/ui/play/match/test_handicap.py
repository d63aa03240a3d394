"""A handicap at the standings: chosen for any seat, suggested to who is far behind, and shown at the seat."""

import pygame
import pytest

from game.core.state import PLAYING, SCORED
from game.i18n import set_language
from game.ui.engine import text
from game.ui.engine.description import Description
from game.ui.engine.requests import BotMatch
from game.ui.launch.match import bot_match
from game.ui.play.match import handicap
from game.ui.play.match.handicap import HandicapScene, suggested
from game.ui.play.match.round_end import RoundEnd
from tests.ui.input.handplayer import Alone, table
from tests.ui.pilot import Pilot, asked, context, labelled, labels
from tests.ui.play.match.test_table import Evening, an_ace_left


class Asked(Alone):
    """Three rounds have been played, and this seat's player may choose."""

    def __init__(self, totals: tuple[int, int], scores: tuple[int, int], rounds: int = 3) -> None:
        super().__init__(table())
        self.match.state = self.state._replace(phase=SCORED, round=rounds, totals=totals, scores=scores)

    def may_handicap(self, seat: int) -> bool:
        return True

    def handicap(self, seat: int, cards: int) -> None:
        self.handicaps = (cards, 13)


def standings(evening: Evening) -> RoundEnd:
    """Play a round; what is shown after its count."""
    evening.key(pygame.K_SPACE)
    evening.until_play()
    evening.until(lambda: isinstance(evening.top, RoundEnd))
    assert isinstance(evening.top, RoundEnd)
    shown = evening.top
    evening.until(lambda: shown.tree.controls)
    return shown


def words_of(pilot: Pilot) -> list[str]:
    """All that is written."""
    text.start_recording()
    pilot.ctx.redraw()
    pilot.draw()
    return [span.words for span in text.spans(pilot.ctx.window.surface)]


def test_it_is_chosen_at_the_standings_and_holds_from_the_next_deal_on() -> None:
    evening = Evening(rules=an_ace_left())
    shown = standings(evening)
    assert shown.tree.focused == "begin"
    evening.key(pygame.K_k)
    scene = evening.top
    assert isinstance(scene, HandicapScene)
    assert labels(scene.tree) == ["A", "B", "C", "OK"]
    for name in "AC":
        control = labelled(scene.tree, name).control
        assert control
        control.step_by(2 if name == "A" else 1)
    assert evening.session.handicaps == (7, 13, 10)
    evening.key(pygame.K_ESCAPE)
    assert evening.top is shown
    evening.wait(0.2)
    assert {"7", "10"} <= {*words_of(evening)}
    evening.key(pygame.K_SPACE)
    evening.until(lambda: evening.state.round == 2 and evening.top is evening.scene)
    assert [len(evening.state.table.piles[7 * seat].cards) for seat in range(3)] == [7, 13, 10]
    page = Description()
    evening.scene.describe(page)
    assert [seat["handicap"] for seat in page.seats] == [7, 13, 10]
    evening.until(lambda: evening.state.phase == PLAYING)
    assert not evening.session.may_handicap(0)


def test_who_is_far_behind_is_suggested_one_after_three_rounds() -> None:
    far = Asked((0, 40), (5, 20))
    assert suggested(far, 0) == 10
    assert suggested(Asked((1, 40), (5, 20)), 0) is None
    assert suggested(Asked((0, 40), (5, 20), rounds=2), 0) is None
    assert suggested(Asked((0, 40), (20, 5)), 0) is None, "that round went well"
    far.handicap(0, 10)
    assert suggested(far, 0) is None, "it has been chosen"
    far.match.state = far.state._replace(handicaps=(10, 13))
    assert suggested(far, 0) == 7
    far.match.state = far.state._replace(handicaps=(7, 13))
    far.handicap(0, 7)
    assert suggested(far, 0) is None


@pytest.mark.parametrize("code", ["en", "sv", "de"])
@pytest.mark.parametrize("scale", [1.0, 1.6])
def test_a_press_accepts_what_is_suggested(code: str, scale: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handicap, "AFTER", 1)
    monkeypatch.setattr(handicap, "FAR", 1)
    set_language(code)
    evening = Evening(bots=7)
    evening.ctx.settings.text_scale = scale
    evening.ctx.apply_settings()
    evening.me.wake = 10**12
    shown = standings(evening)
    evening.wait(1)
    assert "fewer" in {each.name for each in shown.tree.controls}
    words_of(evening)
    assert not [span.words for span in text.spans(evening.ctx.window.surface) if span.cut]
    assert all(evening.ctx.window.surface.get_rect().contains(each.rect) for each in shown.tree.controls)
    evening.key(pygame.K_n)
    assert evening.session.handicaps == (10, *[13] * 7)
    evening.wait(0.2)
    assert "fewer" not in {each.name for each in shown.tree.controls}


def test_another_match_against_bots_begins_with_the_same() -> None:
    ctx = context()
    table = bot_match(ctx, 2, "easy", 1, 1, (13, 7, 10))
    ctx.push(table)
    assert table.game.session.state.handicaps == table.game.session.handicaps == (13, 7, 10)
    wanted = asked(ctx)
    table.game.exits.again()
    assert [each.handicaps for each in wanted if isinstance(each, BotMatch)] == [(13, 7, 10)]
