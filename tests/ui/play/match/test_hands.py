"""The others' hands over the shared piles: where they reach, and nowhere else."""

from collections.abc import Mapping

import pygame
import pytest
from pygame import Rect

from game.core.hand import Hand, SharedPiles
from game.core.state import PLAYING, Scored
from game.ui.cards.layout import SHARED, TRAY
from game.ui.play.match.extras import OtherHands
from game.ui.play.match.game import MatchTable
from tests.ui.pilot import described, point
from tests.ui.play.match.test_toasts import seated
from tests.ui.play.match.test_two import Two


def at_play(seats: int = 4, size: tuple[int, int] = (1280, 720), still: bool = False) -> MatchTable:
    """A round under way."""
    scene = seated(seats, size, still=still)
    match = scene.session
    match._view.state = match.state = match.state._replace(phase=PLAYING)  # type: ignore[attr-defined, misc]
    return scene


def reach(scene: MatchTable, hands: Mapping[int, Hand], at: float) -> None:
    """Hands are there, as the session shows them; a moment of the extra alone."""
    scene.session._table._shown._shown = {  # type: ignore[attr-defined]
        seat: (hand, 10**12) for seat, hand in hands.items()
    }
    next(extra for extra in scene.extras if isinstance(extra, OtherHands)).step(at)


def seen(scene: MatchTable) -> dict[int, Rect]:
    """The hands that are drawn."""
    assert scene.stage
    tags = scene.stage.canvas.tags.items()
    return {int(key.split()[1]): tag.rect for key, tag in tags if key.startswith("hand ")}


def piles(scene: MatchTable) -> SharedPiles:
    return SharedPiles(scene.game.spots)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (640, 900), (2560, 720)])
@pytest.mark.parametrize("seats", [2, 4, 8])
def test_a_hand_points_at_the_same_pile_in_every_window(seats: int, size: tuple[int, int]) -> None:
    scene = at_play(seats, size)
    assert scene.stage
    for pile in piles(scene):
        reach(scene, {}, 0.0)
        reach(scene, {1: piles(scene).hand(pile)}, 1.0)
        assert described(scene).hands == [{"seat": 1, "pile": pile}]
        finger = seen(scene)[1]
        box = Rect(scene.stage.layout.places[pile].box)
        assert box.collidepoint(finger.x + 10 * scene.stage.layout.unit, finger.bottom - 1)


def test_a_hand_glides_and_then_nothing_is_drawn_any_more() -> None:
    scene = at_play()
    first, *_, last = piles(scene)
    reach(scene, {1: piles(scene).hand(first)}, 1.0)
    begin = seen(scene)[1].x
    on_the_way = []
    for step in range(12):
        reach(scene, {1: piles(scene).hand(last)}, 2.0 + step / 60)
        on_the_way.append(seen(scene)[1].x)
    assert on_the_way[0] == begin and on_the_way == sorted(on_the_way)
    assert len(set(on_the_way)) == 7, "a tenth of a second"
    assert scene.stage
    scene.stage.draw(scene.ctx.window.surface, 9.0)
    reach(scene, {1: piles(scene).hand(last)}, 10.0)
    assert not scene.stage.draw(scene.ctx.window.surface, 10.0)


def test_the_own_hand_and_one_without_a_seat_are_not_shown() -> None:
    scene = at_play(3)
    reach(scene, {0: (9, 9), 1: (9, 9), 7: (9, 9)}, 1.0)
    assert seen(scene).keys() == {1}
    reach(scene, {}, 1.1)
    assert not seen(scene)


def test_hands_leave_when_the_round_is_scored_and_are_off_when_not_wanted() -> None:
    scene = at_play()
    hands = {1: (9, 9), 2: (90, 90)}
    reach(scene, hands, 1.0)
    assert len(seen(scene)) == 2
    extra = next(extra for extra in scene.extras if isinstance(extra, OtherHands))
    extra.follow(Scored("knock", 1, (0,) * 4, (0,) * 4), 1.1)
    assert not seen(scene)
    scene.ctx.settings.hands = False
    reach(scene, hands, 2.0)
    assert not seen(scene)
    calm = at_play(still=True)
    reach(calm, hands, 1.0)
    assert not seen(calm)


def test_the_pointer_is_told_over_the_shared_piles_alone_and_only_if_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene, told = at_play(), list[Hand | None]()
    assert scene.stage
    monkeypatch.setattr(scene.session, "point", told.append)
    area, tray = (next(a.box for a in scene.stage.layout.areas if a.kind == k) for k in (SHARED, TRAY))
    pile = next(iter(piles(scene)))
    for pos, tells in ((Rect(scene.stage.layout.places[pile].box).center, True), (Rect(tray).center, False)):
        point(scene.ctx, pygame.MOUSEMOTION, pos)
        told.clear()
        reach(scene, {}, 1.0)
        assert told == [piles(scene).hand(pile, 0.5, 0.5) if tells else None]
    point(scene.ctx, pygame.MOUSEMOTION, Rect(area).center)
    for hands, calm in ((False, False), (True, True)):
        scene.ctx.settings.hands, scene.stage.calm = hands, calm
        told.clear()
        reach(scene, {}, 1.0)
        assert told == [None]


def test_a_mouse_that_two_share_is_nobodys_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    two, told = Two(), list[Hand | None]()
    two.begin()
    assert two.scene.stage
    monkeypatch.setattr(two.session, "point", told.append)
    pile = next(iter(SharedPiles(two.scene.game.spots)))
    two.send(pygame.MOUSEMOTION, pos=Rect(two.scene.stage.layout.places[pile].box).center)
    two.step()
    assert set(told) == {None}
