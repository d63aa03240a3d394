"""A gamepad's cursor reaches every place of every table, and its buttons do what the pointer can."""

import pygame
import pytest
from pygame import Rect

from game.core.state import WAITING, Knock, Request
from game.rules import games
from game.rules.haisty import Haisty
from game.ui.engine.devices import DIRECTIONS, PAD_PRESS, PadButton, Pads
from game.ui.input.controls import Controls
from game.ui.input.gamepad import Gamepad, Pressed, Target, neighbour
from game.ui.input.keyboard import Keyboard
from game.ui.input.keys import STILL
from game.ui.play.match.layout import table_layout
from game.ui.play.patience.layout import solo_layout
from game.ui.view.leaves import Button
from tests.ui.input.handplayer import BUILD, RESERVE, SLOT, STOCK, WASTE, Player, table
from tests.ui.play.patience.solotable import card

SIZES = ((1024, 600), (2560, 1080))


class Sofa(Player):
    """A player with a gamepad."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(table(**kwargs))  # type: ignore[arg-type]
        self.pressed: list[str] = []
        self.pads = Pads()
        knock = Button("Knock", list, name="knock")
        self.stage.overlay.show("knock", knock, Rect(1100, 600, 150, 40))
        commands = lambda button: {"r": "knock", "l": "call"}.get(button, "")  # noqa: E731
        self.gamepad = Gamepad(self.hand, commands)
        self.controls = Controls(self.pointer, (Keyboard(self.hand),), self.gamepad, lambda: self.pads.used)

    def pad(self, *buttons: PadButton) -> None:
        self.pads.used = 3
        for button in buttons:
            done = self.controls.handle(
                pygame.event.Event(PAD_PRESS, pad=3, button=button, repeat=False), self.time
            )
            if isinstance(done, Pressed):
                self.pressed.append(done.button)
            elif done:
                self.told.append((done.why, done.pile))
            self.pump()

    def to(self, pile: int) -> None:
        """Move the cursor to a pile by the fewest presses; it must be reachable."""
        seen: dict[Target | None, list[PadButton]] = {self.gamepad.at: []}
        queue = [self.gamepad.at]
        while pile not in seen:
            here = queue.pop(0)
            for direction in DIRECTIONS:
                self.gamepad._at = here
                self.gamepad._move(direction)
                if self.gamepad.at not in seen:
                    seen[self.gamepad.at] = [*seen[here], direction]
                    queue.append(self.gamepad.at)
        self.gamepad._at = next(iter(seen))
        self.pad(*seen[pile])


def test_a_sends_the_card_where_it_fits_best() -> None:
    player = Sofa()
    player.to(WASTE)
    player.pad("a")
    player.wait(0.11)
    assert player.top(SLOT) == card("2h")


def test_x_picks_up_and_puts_down_on_another_pile() -> None:
    player = Sofa(reserve="8h")
    player.to(RESERVE)
    player.pad("x")
    assert player.controls.frame(True).source == RESERVE
    assert player.controls.frame(True).fits == {BUILD}
    player.to(BUILD)
    assert player.controls.frame(True).focus == BUILD
    player.pad("x")
    assert player.top(BUILD) == card("8h")


def test_what_has_been_picked_up_is_put_back_by_b_or_where_it_was() -> None:
    player = Sofa()
    player.to(RESERVE)
    for put_back in ("b", "x"):
        player.pad("x")
        assert player.hand.source == RESERVE
        player.pad(put_back)
        assert player.hand.source is None
    assert player.told == []


def test_what_does_not_fit_says_why() -> None:
    player = Sofa()
    player.to(RESERVE)
    player.pad("x")
    player.to(BUILD)
    player.pad("a")
    assert [pile for _why, pile in player.told] == [RESERVE]


def test_y_turns_the_hand_wherever_the_cursor_is() -> None:
    player = Sofa()
    player.to(RESERVE)
    before = player.count(STOCK)
    player.pad("y")
    assert player.count(STOCK) == before - 3


def test_the_shoulders_are_the_buttons_of_the_table() -> None:
    player = Sofa()
    player.pad("r", "l")
    assert player.pressed == ["knock", "call"]


def test_the_cursor_goes_to_the_buttons_and_back() -> None:
    player = Sofa()
    player.to(BUILD)
    player.pad("select")
    assert (player.gamepad.at, player.controls.frame(False).focus) == ("knock", "knock")
    player.pad("a")
    assert player.pressed == ["knock"]
    player.pad("b")
    assert player.gamepad.at == BUILD


def test_a_begins_the_match() -> None:
    player = Sofa()
    asked: list[Request] = []
    player.session.ask = asked.append  # type: ignore[assignment, method-assign]
    player.session.match.state = player.session.match.state._replace(phase=WAITING)
    player.pad("a")
    assert asked == [Knock()]


def test_another_hands_pad_is_not_heard() -> None:
    player = Sofa()
    player.gamepad._mine = lambda number: number != 3
    player.pad("r", "a", "y")
    assert player.pressed == []
    assert player.count(WASTE) == 1


def test_the_keys_take_over_from_the_pad_and_the_cursor_goes() -> None:
    player = Sofa()
    player.to(BUILD)
    assert player.controls.frame(False).focus == BUILD
    player.pads.used = None
    assert player.controls.frame(False).focus is None


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", [*sorted(games()), *(f"match of {n}" for n in (2, 4, 8))])
def test_every_place_is_reached_from_every_other(game: str, size: tuple[int, int]) -> None:
    if game.startswith("match"):
        spots = Haisty().spots(int(game.rsplit(maxsplit=1)[-1]))
        layout, own = table_layout(size, spots, (0,)), (0, None)
    else:
        spots = games()[game]().spots(1)
        layout, own = solo_layout(size, spots), (0, None)
    places: dict[Target, Rect] = {
        pile: Rect(layout.places[pile].box)
        for pile, spot in enumerate(spots)
        if spot.seat in own and spot.role not in STILL
    }
    x, y, w, h = layout.panel
    places["button"] = Rect(x, y + h - 40, w, 30)

    def steps(start: Target) -> dict[Target, int]:
        found, queue = {start: 0}, [start]
        for here in queue:
            others = {place: rect for place, rect in places.items() if place != here}
            for direction in DIRECTIONS:
                to = neighbour(places[here], others, direction, size)
                if to is not None and to not in found:
                    found[to] = found[here] + 1
                    queue.append(to)
        return found

    far = 0
    for start in places:
        found = steps(start)
        assert found.keys() == places.keys()
        far = max(far, *found.values())
    assert far <= (8 if len(places) < 30 else 20)
