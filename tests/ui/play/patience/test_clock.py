"""The clock of a patience: what it says is next, where its hand is, and how little is drawn as it goes."""

import pytest
from pygame import Rect

from game.i18n import set_language
from game.rules.haisty import Haisty
from game.ui.play.patience.clock import Hand, Scale, clock
from game.ui.view.boxes import Fitting, flat
from game.ui.view.leaves import Text
from game.ui.view.node import Node
from tests.ui.play.patience.solotable import Alone

SECOND = 1_000_000
MARKS = tuple(
    (name, n * 60 * SECOND) for name, n in (("author", 1), ("gold", 2), ("silver", 3), ("bronze", 4))
)


def parts(node: Node) -> list[Node]:
    return flat(node)


@pytest.mark.parametrize(
    ("elapsed", "words"),
    [(0, "Author by 1:00"), (60, "Author by 1:00"), (61, "Gold by 2:00"), (240, "Bronze by 4:00")],
)
def test_the_clock_says_which_medal_is_the_next(elapsed: int, words: str) -> None:
    set_language("en")
    shown = parts(clock(Scale(MARKS, 300 * SECOND), elapsed * SECOND, True))
    assert any(isinstance(each, Text) and each.words == words for each in shown)


def test_after_the_last_medal_it_says_the_limit_and_without_any_nothing() -> None:
    set_language("en")
    late = parts(clock(Scale(MARKS, 300 * SECOND), 250 * SECOND, True))
    assert any(isinstance(each, Text) and each.words == "Limit by 5:00" for each in late)
    assert not any(isinstance(each, Fitting) for each in parts(clock(Scale((), None), 0, True)))


@pytest.mark.parametrize(
    ("scale", "share"), [(Scale(MARKS, 300 * SECOND), 0.5), (Scale((), None), 150 / 3600)]
)
def test_the_hand_goes_round_once_until_the_limit_or_in_an_hour(scale: Scale, share: float) -> None:
    hand = next(each for each in parts(clock(scale, 150 * SECOND, True)) if isinstance(each, Hand))
    assert hand.step == round(1440 * share)


def test_a_second_draws_nothing_but_the_time_and_the_hand() -> None:
    table = Alone(Haisty(), medals=MARKS, limit=300 * SECOND)
    table.session.play(next(iter(table.session.moves)))
    table.wait(3)
    table.draw()
    box, drawn = table.panel.clock, list[Rect]()
    for _ in range(120):
        table.step(drawn=False)
        drawn += table.scene.draw(table.ctx.window.surface, table.time, 0.0, False)
    assert drawn
    assert all(box.contains(rect) for rect in drawn)
    assert max(rect.w * rect.h for rect in drawn) < box.w * box.h / 4
