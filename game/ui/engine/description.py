"""What a scene shows, as data that can be written as JSON."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from pygame import Rect, Surface

from game.ui.engine import text

Described = dict[str, Any]
"""A part of a page, as a JSON object."""


class Description:
    """What one scene shows. All rectangles are in pixels of the window."""

    def __init__(self) -> None:
        self.seat: int | None = None
        """The player's own seat, if there is one."""
        self.still = True
        """Whether no card is moving."""
        self.cursor: int | None = None
        """The pile that a gamepad's cursor is on."""
        self.keys: dict[int, str] = {}
        """The keys shown on piles, by pile number."""
        self.controls: list[Described] = []
        self.piles: list[Described] = []
        self.lesson: Described | None = None
        """What a lesson asks for, if there is one."""
        self.lost: Described | None = None
        """Where a run was lost, if that is shown."""
        self.seats: list[Described] = []
        self.race: list[Described] = []
        """How far each seat has come, if that is shown."""
        self.hands: list[Described] = []
        """The others' hands over the shared piles, each with the pile that it is nearest to."""
        self._texts: list[tuple[str, Rect]] = []

    def read(self, picture: Surface, at: tuple[int, int] = (0, 0)) -> None:
        """Add the texts in a picture that is shown at this position."""
        self._texts += [(span.words, span.rect.move(at)) for span in text.spans(picture)]

    def pile(
        self, role: str, seat: int | None, count: int, rect: Rect, cards: Iterable[tuple[str, Rect]]
    ) -> None:
        """Add a pile; piles are numbered in the order they are added. `cards`: the visible ones, lowest
        first, in notation, each with its uncovered part."""
        self.piles.append(
            {
                "number": len(self.piles),
                "role": role,
                "seat": seat,
                "count": count,
                "cards": [{"card": card, "rect": [*seen]} for card, seen in cards],
                "key": "",
                "rect": [*rect],
            }
        )

    def add(self, other: "Description", move: tuple[int, int]) -> None:
        """Add what is on another page, so many pixels further to the right and down."""
        first = len(self.piles)
        for pile in other.piles:
            cards = [card | {"rect": [*Rect(card["rect"]).move(move)]} for card in pile["cards"]]
            place = {"rect": [*Rect(pile["rect"]).move(move)], "number": first + pile["number"]}
            self.piles.append(pile | place | {"cards": cards})
        self.controls += [each | {"rect": [*Rect(each["rect"]).move(move)]} for each in other.controls]
        self.keys |= {first + number: key for number, key in other.keys.items()}
        self._texts += [(words, rect.move(move)) for words, rect in other._texts]
        if self.cursor is None and other.cursor is not None:
            self.cursor = first + other.cursor
        self.still = self.still and other.still

    @property
    def content(self) -> Described:
        """The whole page, as a JSON object."""
        for number, key in self.keys.items():
            self.piles[number]["key"] = key
        places = [(Rect(control["rect"]), control) for control in self.controls]
        numbers = Counter[str]()
        for control in self.controls:
            numbers[name := control["name"]] += 1
            control["name"] = name if numbers[name] == 1 else f"{name} {numbers[name]}"
        texts: list[Described] = []
        for words, rect in self._texts:
            if on := next((control for place, control in places if place.collidepoint(rect.center)), None):
                on["words"].append(words)
            else:
                texts.append({"text": words, "rect": [*rect]})
        return {
            "seat": self.seat,
            "still": self.still,
            "focus": next((i for i, control in enumerate(self.controls) if control["focused"]), None),
            "cursor": self.cursor,
            "controls": self.controls,
            "piles": self.piles,
            "lesson": self.lesson,
            "lost": self.lost,
            "seats": self.seats,
            "race": self.race,
            "hands": self.hands,
            "texts": texts,
        }
