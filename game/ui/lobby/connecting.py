"""Joining a table on the network: connecting to its host, entering its code, or reading why it failed."""

import math
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.limits import CODE
from game.i18n import N_, _
from game.net.address import Address
from game.ui.engine.scene import Context
from game.ui.lobby.addresses import short
from game.ui.view.boxes import Column
from game.ui.view.leaves import BODY, TITLE, Button, Field, Gap, Text
from game.ui.view.node import Node
from game.ui.view.screen import Screen

if TYPE_CHECKING:
    from game.lan.table import RemoteTable
    from game.net.keys import HostKey
    from game.ui.lobby.attempt import Attempt, Failure

_CALM = 0.15
"""Seconds before the panel is shown: most hosts answer sooner."""
_LOOK = 0.1
"""Seconds between checks while connecting."""
_CHANGED = N_(
    "“{name}” was on another computer when you last played there. "
    "Ask who opened this table before you join it."
)

State = Literal["warned", "locked", "calling", "failed"]
"""Asked whether to join a host that has another one's name; asked for the code; connecting; told why not.
Each may become a later one, and "calling" becomes "locked" if the table needs a code. Whoever has joined
goes on to the lobby."""


class CallingScene(Screen[None]):
    """A panel over the scene beneath, until the lobby replaces it."""

    game = "haisty"
    overlay = True

    def __init__(
        self,
        where: Address | str,
        code: str = "",
        name: str = "",
        locked: bool = False,
        changed: bool = False,
        host: "HostKey | None" = None,
        lan: "RemoteTable | None" = None,
    ) -> None:
        """Join `where`, an address or what a player typed. `name`: the table's, if known.

        `locked`: ask for the code first. `changed`: ask first whether to join a host that has the name of
        another one. `host`: the only one that may answer there. `lan`: a table just opened on this machine.
        """
        self._where, self._code, self._host, self._lan = where, code, host, lan
        self._written = where if isinstance(where, str) else short(where)
        self._title = name or self._written
        self.words = ""
        """The text below the title."""
        self._locked = locked
        """Whether the table needs a code."""
        self.state: State = "warned" if changed else "locked" if locked else "calling"
        self.attempt: Attempt | None = None
        """While connecting."""
        self._shut = 0.0
        """When the next code may be tried."""
        self._shown = False
        self._wrong = False
        """Whether the code is one that was wrong."""

    def enter(self, ctx: Context) -> None:
        """Ask what is to be asked, or connect at once."""
        super().enter(ctx)
        if self.state == "warned":
            self._say("warned", _(_CHANGED).format(name=self._title))
        else:
            self._begin()

    def leave(self) -> None:
        """Disconnect, unless the player has joined."""
        super().leave()
        if self.attempt:
            self.attempt.cancel()

    def handle(self, event: Event, now: float) -> None:
        """What is not shown yet is used by nobody; Esc goes back."""
        if self._shown or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
            super().handle(event, now)

    def step(self, now: float) -> None:
        """Check the state of the connection."""
        if self.attempt is None:
            super().step(now)
            return
        if not self._shown and now - self.attempt.begun > _CALM:
            self._shown = True
            self.ctx.redraw()
        self.attempt.step(now)
        if failure := self.attempt.failure:
            self._fail(failure)
        elif self.attempt.joined and self.attempt.lan:
            self._go_in(self.attempt.lan)

    def rest(self, now: float) -> float:
        """Check often while connecting, and once a second while no code may be tried."""
        if self.attempt:
            return _LOOK
        left = self._shut - now
        return left % 1 + 0.01 if left > 0 else math.inf

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """The panel, once enough time has passed."""
        return super().draw(surface, now, alpha, full) if self._shown else []

    def view(self) -> Node:
        locked, left = self.state == "locked", math.ceil(self._shut - time.perf_counter())
        label = _("Sit down (in {n} s)").format(n=left) if left > 0 else _("Sit down")
        code = Field(
            _("Code"), self._code, self._set_code, CODE, submitted=self._with_code, selected=self._wrong
        )
        return Column(
            Text(self._title, TITLE),
            Text(self.words, BODY, wraps=True),
            Gap(high=8),
            code if locked else None,
            Button(label, self._with_code, name="again") if locked else None,
            Button(_("Join anyway"), self._begin) if self.state == "warned" else None,
            Button(_("Cancel") if self.state in ("locked", "calling") else _("Back"), self.back, name="back"),
            ground="sheet",
            wide=600,
            pad=(30, 22),
        )

    # -- from one state to the next

    def _begin(self) -> None:
        """Ask for the code, or connect at once."""
        if self._locked:
            self._say("locked", _("This table needs a code."))
        else:
            self._connect()

    def _say(self, state: State, words: str) -> None:
        """Show this message, and what can be done now."""
        self.state, self.words, self._shown = state, words, True
        self._wrong = bool(self._code)
        self._focus()

    def _connect(self) -> None:
        from game.ui.lobby.attempt import Attempt  # noqa: PLC0415 - now it is known to be needed

        lan, self._lan = self._lan, None
        self.words = _("Opening the table …") if lan else _("Connecting …")
        self.state = "calling"
        self.attempt = Attempt(self.ctx, self._where, self._code.strip(), self._host, lan)
        self._focus()

    def _fail(self, failure: "Failure") -> None:
        """Ask for another code if the table needs one."""
        if self.attempt:
            self.attempt.cancel()
        self.attempt, self._locked = None, self._locked or failure.locked
        self._shut = time.perf_counter() + failure.seconds
        self._say("locked" if self._locked else "failed", failure.words)

    def _go_in(self, lan: "RemoteTable") -> None:
        from game.ui.lobby.lobby import LobbyScene  # noqa: PLC0415 - not before the player has joined

        self.attempt = None
        if lan.server is None and (isinstance(self._where, str) or self._where[0] != "127.0.0.1"):
            self.ctx.settings.remember_host(self._written)
        self.ctx.replace(self, LobbyScene(lan))

    def _focus(self) -> None:
        """Begin with what is asked for; who is warned begins with the way back."""
        self.tree.focused = "back" if self.state == "warned" else ""
        self.ctx.redraw()

    def _set_code(self, code: str) -> None:
        self._code, self._wrong = code, False

    def _with_code(self) -> None:
        if self._code and time.perf_counter() >= self._shut:
            self._connect()
