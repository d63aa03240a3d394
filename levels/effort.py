"""How long a person takes for a line of moves, from how hands, eyes and minds have been measured.

A quick person plays the line with the mouse, on a table of 16:9 as solo games lay it out, one thing after the
other:

- **hand**: 0.223 s a bit to point at the card, 0.249 s a bit to drag it to its pile (MacKenzie, Sellen and
  Buxton 1991, mouse), where a travel of D to a target of size W has log2(D / W + 1) bits (Fitts' law);
  0.1 s for each press or release of the button (Keystroke-Level Model: Card, Moran and Newell 1980). The
  pointer starts where the last card was laid. A key, or a click on the stock under the resting pointer, is
  0.2 s (K of a good typist, the same).
- **eyes**: 0.33 s for each card that turns up: one eye movement, one cycle of perception (Model Human
  Processor: Card, Moran and Newell 1983).
- **mind**: 0.15 s a bit to choose among n sensible moves, log2(n + 1) bits (Hick-Hyman law, rate as in
  the Model Human Processor); 1.35 s (M of the Keystroke-Level Model) before a decision, that is where there
  are several sensible moves and the one made is not simply the next card to the foundations; 1.35 s to recall
  what a pile waits for where that is hidden.

For the challenges of Haisty that gives gold times between the pace of the hard bot and half that of the
medium one, whose delays come from how people react (game/bots/pace.py).

In a reflex game a turn is one look at each card, one choice between two answers and one key.

Who knows the deal (the author's medal) has only the hand: nothing is looked at, chosen or thought about. The
clock of a run starts as its first move is made, so the way to that one is not counted.
"""

from collections.abc import Sequence
from math import hypot, log2
from typing import NamedTuple

from game.core.rules import Rules
from game.core.table import Move, Table
from game.ui.cards.layout import Layout
from game.ui.play.patience.layout import solo_layout

SIZE = 1920, 1080
"""The window: Fitts' law asks for no size, only for the shape."""
POINT, DRAG = 0.223, 0.249
"""Seconds a bit."""
BUTTON, KEY, LOOK, CHOICE, THOUGHT = 0.1, 0.2, 0.33, 0.15, 1.35
"""Seconds: a press or a release, a key, a card seen, a bit of choice, a thought."""
GLANCE = 0.1
"""Seconds to see a card where it was expected: one cycle of perception."""


class Effort(NamedTuple):
    """What a line of moves asks of a person."""

    keys: int = 0
    drags: int = 0
    point_bits: float = 0.0
    drag_bits: float = 0.0
    looks: int = 0
    glances: int = 0
    choice_bits: float = 0.0
    thoughts: int = 0

    @property
    def hand(self) -> float:
        """How long the hand takes, in seconds."""
        return KEY * self.keys + 2 * BUTTON * self.drags + POINT * self.point_bits + DRAG * self.drag_bits

    @property
    def seconds(self) -> float:
        """How long a quick person takes."""
        return (
            self.hand
            + LOOK * self.looks
            + GLANCE * self.glances
            + CHOICE * self.choice_bits
            + THOUGHT * self.thoughts
        )


def effort(rules: Rules, moves: Sequence[Move], tables: Sequence[Table], choices: Sequence[int]) -> Effort:
    """What the moves ask of a person; `tables` are those before each move and after the last, `choices` the
    numbers of sensible moves."""
    sums = map(sum, zip(*efforts(rules, moves, tables, choices), strict=True))
    return Effort(*(round(each, 2) for each in sums))


def author(rules: Rules, moves: Sequence[Move], tables: Sequence[Table]) -> float:
    """The seconds on the clock of a run of the moves by the hand alone."""
    return round(sum(each.hand for each in efforts(rules, moves, tables, [1] * len(moves))[1:]), 2)


def efforts(
    rules: Rules, moves: Sequence[Move], tables: Sequence[Table], choices: Sequence[int]
) -> list[Effort]:
    """What each of the moves asks of a person."""
    if rules.reflex:
        return [Effort(keys=1, glances=move.count, choice_bits=log2(3)) for move in moves]
    spots = rules.spots(1)
    roles = [spot.role for spot in spots]
    layout = solo_layout(SIZE, spots)
    hidden = bool(getattr(rules, "hidden", False))
    found: list[Effort] = []
    at_x, at_y, _wide = _middle(layout, tables[0], moves[0].src, 1)
    for number, move in enumerate(moves):
        here, there = tables[number], tables[number + 1]
        mind = Effort(looks=_turned_up(here, there), choice_bits=log2(choices[number] + 1))
        if "stock" in (roles[move.src], roles[move.dst]) or not move.count:
            found.append(mind._replace(keys=1))
            continue
        x, y, wide = _middle(layout, here, move.src, move.count)
        point_bits = _bits((at_x, at_y), (x, y), wide)
        at_x, at_y, wide = _middle(layout, there, move.dst, 1)
        drag_bits = _bits((x, y), (at_x, at_y), wide)
        home = roles[move.dst] == "foundation"
        thoughts = (choices[number] > 1 and not home) + (hidden and home)
        found.append(mind._replace(drags=1, point_bits=point_bits, drag_bits=drag_bits, thoughts=thoughts))
    return found


def _bits(start: Sequence[float], end: Sequence[float], wide: float) -> float:
    """The index of difficulty of a travel, after Shannon."""
    return log2(hypot(end[0] - start[0], end[1] - start[1]) / wide + 1)


def _middle(layout: Layout, table: Table, pile: int, count: int) -> tuple[float, float, float]:
    """The middle of what is seen of the lowest of the top `count` cards of a pile, and the smaller of its
    width and height."""
    cards, up = table.piles[pile]
    lowest = max(0, len(cards) - max(1, count))
    box = layout.places[pile].box
    x, y = layout.at(pile, len(cards), up, lowest) if cards else box[:2]
    wide, high = box.w, box.h
    if lowest + 1 < len(cards):
        right, below = layout.at(pile, len(cards), up, lowest + 1)
        wide, high = (right - x or wide), (below - y or high)
    return x + wide / 2, y + high / 2, max(1, min(abs(wide), abs(high)))


def _turned_up(here: Table, there: Table) -> int:
    """How many piles show a card that was not to be seen before."""
    seen = {card for pile in here.piles for card in pile.cards[len(pile.cards) - pile.up :]}
    return sum(bool(pile.up) and pile.cards[-1] not in seen for pile in there.piles)
