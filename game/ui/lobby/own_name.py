"""What the player is called at the tables of the network: asked once, before the first of them."""

from game.core.limits import NAME
from game.i18n import _
from game.ui.engine.scene import Context, Scene
from game.ui.lobby.tables import TablesScene
from game.ui.view.boxes import Column
from game.ui.view.hint import Hint
from game.ui.view.leaves import PAGE, Button, Field, Text
from game.ui.view.node import Node
from game.ui.view.screen import Screen


class OwnNameScene(Screen[None]):
    """Proposes the name of the user of this machine, and then shows the tables."""

    about, first = "haisty", "name"
    _typed: str | None = None
    """In place of the name that is proposed."""

    def view(self) -> Node:
        first, go_on = self._typed is None, self._accept
        name = self.ctx.settings.called if self._typed is None else self._typed
        field = Field("", name, self._type, NAME, submitted=go_on, selected=first, name="name", high=84)
        hint = Hint(_("So the others see you at the table. You can change it in the settings."), high=70)
        go = Button(_("Play with friends"), go_on, primary=True, high=64)
        heading, back = Text(_("What are you called?"), PAGE), Button(_("Back"), self.back, icon="back")
        return Column(heading, field, hint, go, back, ground="sheet", gap=18, wide=700, pad=(30, 26))

    def _type(self, name: str) -> None:
        self._typed = name

    def _accept(self) -> None:
        self.ctx.settings.name = (self._typed or "").strip() or self.ctx.settings.called
        self.ctx.replace(self, TablesScene(self.ctx.port))


def tables(ctx: Context) -> Scene:
    """The tables on the network; first the own name, if the player has none."""
    return TablesScene(ctx.port) if ctx.settings.name else OwnNameScene()
