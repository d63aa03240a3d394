"""A gamepad at a hand's piles: a cursor snaps from place to place by the shape of the table."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pygame import Rect
from pygame.event import Event as Input

from game.core.state import WAITING
from game.ui.engine.devices import DIRECTIONS, PAD_PRESS, PadButton
from game.ui.input.hand import Hand
from game.ui.input.keys import STILL
from game.ui.input.picker import Refusal
from game.ui.input.two_piles import SideHand
from game.ui.view.tree import nearest


class Pressed(NamedTuple):
    """A button of the table was pressed, by pointer, key or pad."""

    button: str


SHOUTS, SHOUT = "shouts", "shout "
"""The name of the button that opens the ring of shouts, and how those of the buttons in it begin: while it is
open, they are the only ones."""
Target = int | str
"""Where the cursor can be: on a pile, or on a button, by its name."""


class Gamepad:
    """The pads of one hand. Times are seconds of the stage."""

    def __init__(
        self,
        hand: Hand,
        commands: Callable[[PadButton], str],
        mine: Callable[[int], bool] = lambda number: True,
        its: Callable[[str], bool] = lambda button: True,
    ) -> None:
        """`commands`: the name of the command that a button of the pad stands for, or nothing. `mine`:
        whether the pad with this number moves this hand; `its`: whether it goes to the table's button of this
        name."""
        self.hand, self._commands, self._mine, self._its = hand, commands, mine, its
        self._at: Target | None = None
        self._came_from: Target | None = None
        """Where the cursor was before it went to the buttons."""

    @property
    def at(self) -> Target | None:
        """Where the cursor is; None: there is nowhere to go."""
        if self._at is None or (isinstance(self._at, str) and self._at not in self._buttons()):
            self._at = self._came_from if isinstance(self._came_from, int) else self._first()
        return self._at

    def handle(self, event: Input, now: float, free: bool = True) -> Pressed | Refusal | None:
        """Handle an input, if it is one of these pads'; returns the button pressed, or why a move is refused.
        `free`: the hand may play."""
        if event.type != PAD_PRESS or not self._mine(event.pad):
            return None
        button: PadButton = event.button
        if button in DIRECTIONS:
            self._move(button)
        elif event.repeat:
            return None
        elif button in ("lt", "rt") and self.hand.source is not None:
            self.hand.choose_part(1 if button == "rt" else -1)
        elif command := self._commands(button):
            return Pressed(command)
        elif button == "a" and self.hand.session.state.phase == WAITING:
            self.hand.knock(now)  # there is nothing else to do yet
        elif button == "select":
            self._to_buttons()
            tag_or_ring = {SHOUTS, f"{SHOUT}1"}
            return None if tag_or_ring.isdisjoint(self._buttons()) else Pressed(SHOUTS)
        elif button == "a" and isinstance(self.at, str):
            return Pressed(self.at)
        elif free:
            return self._play(button, now)
        return None

    # -- the cards

    def _play(self, button: PadButton, now: float) -> Refusal | None:
        hand, pile = self.hand, self.at
        if button == "y":
            return hand.turn(now)
        if button == "b":
            if hand.source is None and isinstance(pile, str):
                self._to_buttons()
            hand.source = None
        elif isinstance(pile, int) and button in ("a", "x"):
            return self._send(pile, now) if button == "a" else self._lift(pile, now)
        return None

    def _send(self, pile: int, now: float) -> Refusal | None:
        """Send what lies there where it fits best; or put there what has been picked up."""
        hand = self.hand
        if hand.stage.roles[pile] == "stock":
            return hand.turn(now)
        if hand.source is not None or hand.session.rules.penalty:
            return hand.name(pile, now)
        if hand.stage.roles[pile] == "reserve" and not hand.stage.piles[pile]:
            hand.knock(now)
            return None
        return hand.send_best(pile, now)

    def _lift(self, pile: int, now: float) -> Refusal | None:
        """Pick up what lies there; or put there what has been picked up, or put it back."""
        if self.hand.source == pile:
            self.hand.source = None
            return None
        return self.hand.name(pile, now)

    # -- the cursor

    def _buttons(self) -> dict[str, Rect]:
        """Where the table's buttons are that it goes to, by name."""
        return {name: rect for name, rect in self.hand.stage.overlay.buttons.items() if self._its(name)}

    def _places(self) -> dict[Target, Rect]:
        """Where the cursor can go now: where there may be cards to take, and the buttons; or, while cards
        have been picked up, where they may be put."""
        hand, stage = self.hand, self.hand.stage
        seat, carries = hand.session.seat, hand.source is not None
        found: dict[Target, Rect] = {}
        for pile, (role, owner) in enumerate(zip(stage.roles, stage.owners, strict=True)):
            if role in STILL or owner not in ((seat, None) if carries else (seat,)):
                continue
            if carries and role == "stock":
                continue
            laid = role == "foundation" and not carries
            if not laid or hand.session.rules.penalty or hand.picker.off(pile):
                found[pile] = stage.cards(pile)
        buttons = {} if carries else self._buttons()
        if any(name.startswith(SHOUT) for name in buttons):
            return {name: rect for name, rect in buttons.items() if name.startswith(SHOUT)}
        found.update(buttons.items())
        return found

    def _first(self) -> Target | None:
        piles = [place for place in self._places() if isinstance(place, int)]
        roles = self.hand.stage.roles
        return next((pile for pile in piles if roles[pile] in ("waste", "turned")), next(iter(piles), None))

    def _move(self, direction: PadButton) -> None:
        if self.at is None:
            return
        places = self._places()
        here = places.get(self.at)
        if here is None:  # it has just put a card there
            pile = self.at if isinstance(self.at, int) else 0
            here = self.hand.stage.cards(pile)
        others = {place: rect for place, rect in places.items() if place != self.at}
        to = neighbour(here, others, direction, self.hand.stage.layout.size)
        self._at = self.at if to is None else to

    def _to_buttons(self) -> None:
        """Go to the first of the shouts, or of the buttons; or back to where it came from."""
        if isinstance(self.at, str):
            self._at = self._came_from
        elif (names := list(self._buttons())) and self.hand.source is None:
            self._came_from = self.at
            self._at = f"{SHOUT}1" if SHOUTS in names else names[0]


class SideGamepad:
    """Two sides of a pad for two piles."""

    def __init__(
        self, hand: SideHand, commands: Callable[[PadButton], str], mine: Callable[[int], bool]
    ) -> None:
        """See Gamepad."""
        self.hand, self._commands, self._mine = hand, commands, mine
        left: tuple[PadButton, ...] = ("left", "x", "l", "lt")
        right: tuple[PadButton, ...] = ("right", "b", "r", "rt")
        self._sides = dict.fromkeys(left, hand.left) | dict.fromkeys(right, hand.right)

    at = None
    """It has no cursor."""

    def handle(self, event: Input, now: float, free: bool = True) -> Pressed | Refusal | None:
        """Handle an input, if it is a pad's. A card sent the wrong way is no refusal but a mistake."""
        if event.type != PAD_PRESS or event.repeat or not self._mine(event.pad):
            return None
        if (pile := self._sides.get(event.button)) is not None:
            return self.hand.name(pile, now) if free else None
        command = self._commands(event.button)
        return Pressed(command) if command else None


def neighbour(
    here: Rect, others: Mapping[Target, Rect], direction: PadButton, size: tuple[int, int]
) -> Target | None:
    """The nearest place in this direction; if there is none, the one furthest back, as if the table began
    anew at its edge."""
    dx, dy = DIRECTIONS[direction]
    behind = {place: rect.move(dx * size[0], dy * size[1]) for place, rect in others.items()}
    found = nearest(others, here, (dx, dy))
    return nearest(behind, here, (dx, dy)) if found is None else found
