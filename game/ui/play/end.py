"""What lies over a table when something has ended there, and what can be done next."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from pygame.event import Event

from game.ui.engine.devices import PAD_PRESS
from game.ui.engine.scene import Context
from game.ui.input.commands import Command
from game.ui.input.keys import Legend, Slot, word_of
from game.ui.view.leaves import Button
from game.ui.view.screen import Screen

LEAVE: Final = Slot("leave", "Esc", says="escape")


class End(Screen[None]):
    """Lies over a table until somebody goes on."""

    slots: Sequence[Slot] = ()
    """Those of its commands that have a button on a pad, or whose key can be another one."""
    _known: object = None

    def enter(self, ctx: Context) -> None:
        """Whoever is here has the whole keyboard."""
        super().enter(ctx)
        self.legend = Legend(ctx.settings, ctx.pads, self.slots, {}, False)

    def renew_keys(self) -> None:
        self.legend.renew()

    def commands(self) -> Iterable[Command]:
        """What can be done next; what is wanted comes first, and has the focus."""
        return ()

    def facts(self) -> object:
        """All that can change while it is shown."""

    def look(self) -> None:
        """Show what has changed."""
        if (facts := self.facts()) != self._known:
            self._known = facts
            self.renew()

    def buttons(self, **how: Any) -> list[Button]:
        """Those of its commands; `how`: they look."""
        ways, legend = sorted(self.commands(), key=lambda each: not each.wanted), self.legend
        keys = {each.name: (legend.key_of(each.slot),) for each in ways if each.slot.cap}
        return [
            each.button(legend, primary=each.wanted, keys=keys.get(each.name, ()), **how) for each in ways
        ]

    def heard(self, event: Event) -> Command | None:
        """The command that a key means, or a button of a pad, once there are buttons."""
        pad = event.button if event.type == PAD_PRESS else None
        word = "" if pad else word_of(event)
        found = (each for each in self.commands() if each.slot.hears(word) or (pad and each.slot.pad == pad))
        return next(found, None) if self.tree.controls else None
