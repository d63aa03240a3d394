"""What a program says it shows, as a player would put it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

RANKS = "A23456789TJQK"


class Control(NamedTuple):
    """A control to press or to fill in."""

    role: str
    label: str
    value: object
    enabled: bool
    focused: bool
    rect: tuple[int, int, int, int]
    key: str
    words: list[str]
    """All text on it."""
    help: str
    name: str
    """In no language."""

    @property
    def middle(self) -> tuple[int, int]:
        """The pixel to press."""
        x, y, w, h = self.rect
        return x + w // 2, y + h // 2


class Card(NamedTuple):
    """A visible card, and the part of it that shows."""

    name: str
    rect: tuple[int, int, int, int]

    @property
    def rank(self) -> int:
        """1 to 13."""
        return 1 + RANKS.index(self.name[0])

    @property
    def suit(self) -> str:
        """c, d, h or s."""
        return self.name[1]

    @property
    def red(self) -> bool:
        """Whether it is a diamond or a heart."""
        return self.suit in "dh"

    @property
    def middle(self) -> tuple[int, int]:
        """A pixel of it."""
        x, y, w, h = self.rect
        return x + w // 2, y + h // 2


class Pile(NamedTuple):
    """A pile with its visible cards, lowest first."""

    number: int
    role: str
    seat: int | None
    size: int
    """How many cards it has."""
    key: str
    rect: tuple[int, int, int, int]
    cards: tuple[Card, ...]

    @property
    def top(self) -> Card | None:
        """Its top card, if visible."""
        return self.cards[-1] if self.cards else None

    @property
    def target(self) -> tuple[int, int]:
        """A pixel of its top card or of its empty place."""
        if self.cards:
            return self.cards[-1].middle
        x, y, w, h = self.rect
        return x + w // 2, y + h // 2


class Seen:
    """One state of the screen."""

    def __init__(self, said: dict[str, Any]) -> None:
        self.said = said
        self.scene: str = said.get("scene", "")
        self.hears: bool = said.get("hears", False)
        self.still: bool = said.get("still", True)
        self.seat: int | None = said.get("seat")
        self.seats: list[dict[str, Any]] = said.get("seats", [])
        self.lesson: dict[str, Any] | None = said.get("lesson")
        """What a lesson asks for."""
        self.race: list[dict[str, Any]] = said.get("race", [])
        """The 13-piles against each other, if they are shown."""
        self.cursor: int | None = said.get("cursor")
        self.controls = [_control(each) for each in said.get("controls", [])]
        self.piles = [_pile(each) for each in said.get("piles", [])]

    @property
    def words(self) -> str:
        """All text besides the controls, line after line, then the notices."""
        lines = [each["text"] for each in self.said.get("texts", [])]
        return " ".join([*lines, *self.said.get("notices", [])])

    @property
    def size(self) -> tuple[int, int]:
        """The window's size."""
        width, height = self.said["size"]
        return width, height

    def controls_of(self, label: str, role: str = "") -> Iterator[Control]:
        """The controls with this label or name, and this role if given."""
        return (
            each for each in self.controls if label in (each.label, each.name) and role in ("", each.role)
        )

    def control(self, label: str, role: str = "") -> Control:
        """The control with this label. Raises LookupError."""
        for each in self.controls_of(label, role):
            return each
        raise LookupError(f"no {role or 'control'} {label!r}")

    def has(self, label: str, role: str = "") -> bool:
        """Whether there is a control with this label."""
        return any(self.controls_of(label, role))

    def piles_of(self, role: str, seat: int | None = None) -> list[Pile]:
        """The piles with this role, of this seat or of nobody."""
        return [pile for pile in self.piles if pile.role == role and pile.seat == seat]

    def own(self, role: str) -> list[Pile]:
        """The own piles with this role."""
        return self.piles_of(role, self.seat)

    def card(self, name: str) -> tuple[int, int]:
        """A pixel of a visible card. Raises LookupError."""
        for pile in self.piles:
            for card in pile.cards:
                if card.name == name:
                    return card.middle
        raise LookupError(f"{name} cannot be seen")


def _control(said: dict[str, Any]) -> Control:
    known = {name: said[name] for name in Control._fields}
    return Control(**known | {"rect": tuple(said["rect"])})


def _pile(said: dict[str, Any]) -> Pile:
    cards = tuple(Card(card["card"], tuple(card["rect"])) for card in said["cards"])
    size, rect = said["count"], tuple(said["rect"])
    return Pile(said["number"], said["role"], said["seat"], size, said["key"], rect, cards)
