"""A command is a value: something that a player can do now besides moving cards. Its keys are those of its
slot; its button, its line in the help and what it does are its own."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

from game.i18n import _
from game.ui.input.keys import Legend, Slot
from game.ui.view.leaves import Button


class Command(NamedTuple):
    """Something that a player can do now."""

    slot: Slot
    do: Callable[[float], object]
    """Does it, at this time in seconds of the stage."""
    help: str = ""
    """What the help says of it; empty: nothing."""
    label: str | None = None
    """On its button, if that is not the slot's; empty: it has none."""
    can: bool = True
    """Whether it can be done now."""
    wanted: bool = False
    """Whether it asks for attention."""
    hand: int | None = None
    """Whose it is, if it is one for a hand."""

    @property
    def name(self) -> str:
        """Of its button."""
        return f"{self.slot.name} 2" if self.hand else self.slot.name

    @property
    def words(self) -> str:
        """What is on its button; empty: it has none."""
        return _(self.slot.label) if self.label is None else self.label

    def button(self, legend: Legend, size: float = 22, kind: type[Button] = Button, **how: Any) -> Button:
        """Its button, of this `kind`; `size`: of its letters, in units; `how` else it looks."""
        return kind(
            how.pop("label", self.words),
            partial(self.do, 0.0),
            name=self.name,
            cap=legend(self.slot.cap) if self.slot.cap else None,
            size=size,
            can=self.can,
            wanted=self.can and self.wanted,
            **how,
        )


def by_name(*slots: Slot) -> Mapping[str, Slot]:
    """These slots by their names."""
    return {slot.name: slot for slot in slots}


def help_rows(commands: Iterable[Command], key: Callable[[Slot], str]) -> list[tuple[str, ...]]:
    """What commands do, for the help, and the key of each; those that mean the same in one row."""
    found = dict[str, str]()
    for command in commands:
        words, said = command.help, key(command.slot)
        if words and said:
            found[words] = f"{found[words]} · {said}" if words in found else said
    return [(said, words) for words, said in found.items()]
