"""What the player is called at the tables of the network: asked once, before the first of them."""

from game.core.limits import NAME
from game.i18n import _
from game.ui.engine.scene import Context
from game.ui.lobby.tables import TablesScene
from game.ui.view.boxes import Column
from game.ui.view.hint import Hint
from game.ui.view.leaves import PAGE, Button, Field, Text
from game.ui.view.node import Node
from game.ui.view.screen import Screen


class OwnNameScene(Screen[None]):
    """Proposes the name of the user of this machine, and then shows the tables."""

    game = "haisty"
    first = "name"

    def enter(self, ctx: Context) -> None:
        """What is typed takes the place of the name that is proposed."""
        super().enter(ctx)
        self._name, self._proposed = ctx.settings.called, True

    def view(self) -> Node:
        submitted, selected = self._accept, self._proposed
        return Column(
            Text(_("What are you called?"), PAGE),
            Field(
                "", self._name, self._type, NAME, submitted=submitted, selected=selected, name="name", high=84
            ),
            Hint(_("So the others see you at the table. You can change it in the settings."), high=70),
            Button(_("Play with friends"), self._accept, primary=True, high=64),
            Button(_("Back"), self.back),
            ground="panel",
            gap=18,
            wide=700,
            pad=(30, 26),
        )

    def _type(self, name: str) -> None:
        self._name, self._proposed = name, False

    def _accept(self) -> None:
        self.ctx.settings.name = self._name.strip() or self.ctx.settings.called
        self.ctx.replace(self, TablesScene(self.ctx.port))
