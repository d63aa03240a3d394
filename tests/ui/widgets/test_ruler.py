"""The ruler of a patience's end: where its needle stops, and how it gets there."""

from itertools import pairwise

import pytest
from pygame import Rect

from game.ui.engine import text
from game.ui.engine.window import Window
from game.ui.view.node import still
from game.ui.widgets.ruler import STOPS, ruler

MARKS = [("author", 10_000_000), ("gold", 20_000_000), ("silver", 40_000_000), ("bronze", 80_000_000)]


def places(time: int | None, since: float = STOPS) -> dict[str, Rect]:
    """Where the words on the ruler are."""
    Window((1280, 720))
    text.start_recording()
    picture = still(ruler(MARKS, time, time or 0, since).replaced(wide=700), 1.0, 700)
    return {span.words: span.rect for span in text.spans(picture) if not span.cut}


def test_equal_steps_are_equal_shares() -> None:
    shown = places(None)
    across = [shown[each].centerx for each in ("0:10", "0:20", "0:40", "1:20")]
    steps = [after - before for before, after in pairwise(across)]
    assert max(steps) - min(steps) <= 2 and min(steps) > 100


@pytest.mark.parametrize(("time", "mark"), [(20_000_000, "0:20"), (40_000_000, "0:40")])
def test_the_needle_stops_at_the_time(time: int, mark: str) -> None:
    shown = places(time)
    (flag,) = (rect for words, rect in shown.items() if "." in words)
    assert abs(flag.centerx - shown[mark].centerx) <= 2


def test_the_needle_goes_too_far_once() -> None:
    way = [places(30_000_000, STOPS * part / 20)["0:30.0"].centerx for part in range(21)]
    farthest = way.index(max(way))
    assert way[0] < 100 and 0 < farthest < 20
    assert way[: farthest + 1] == sorted(way[: farthest + 1])
    assert way[farthest:] == sorted(way[farthest:], reverse=True)


@pytest.mark.parametrize("time", [0, 3_600_000_000])
def test_the_needle_stays_on_the_wood(time: int) -> None:
    (flag,) = (rect for words, rect in places(time).items() if "." in words)
    assert Rect(0, 0, 700, 104).contains(flag)
