"""Joining a table on the network: connecting to its host, entering its code, or reading why it failed."""

import math
import threading
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.limits import CODE
from game.i18n import N_, _
from game.lan.resolve import resolve
from game.net.address import Address, parse_address
from game.net.wire.packet import PORT
from game.ui.engine.scene import Context
from game.ui.engine.waiting import wake
from game.ui.lobby.addresses import malformed, short
from game.ui.view.boxes import Column
from game.ui.view.leaves import BODY, TITLE, Button, Field, Gap, Text
from game.ui.view.node import Node
from game.ui.view.screen import Screen

if TYPE_CHECKING:
    from game.lan.table import RemoteTable
    from game.net.keys import HostKey

TIMEOUT = 5.0
"""Seconds without an answer after which the attempt fails."""
_ADDRESSES = 3
"""How many addresses of one name are tried, one after another."""
_CALM = 0.15
"""Seconds before the panel is shown: most hosts answer sooner."""
_LOOK = 0.1
"""Seconds between checks while connecting."""
_NEEDED = N_("This table needs a code.")
_CHANGED = N_(
    "“{name}” was on another computer when you last played there. "
    "Ask who opened this table before you join it."
)
_SILENCE = N_(
    "Nobody answers at {host}. Is a table open there, and does its firewall let UDP port {port} through?"
)


class CallingScene(Screen[None]):
    """A panel over the scene beneath, until the lobby replaces it."""

    game = "haisty"
    overlay = True

    def __init__(
        self,
        where: Address | str,
        code: str = "",
        watch: bool = False,
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
        self._where, self._code, self._watch, self._lan = where, code, watch, lan
        self._host = host
        self._written = where if isinstance(where, str) else short(where)
        self._title = name or self._written
        self.words = ""
        """The text below the title."""
        self._warns = changed
        """Whether the player is yet to be told that this is another host than before."""
        self._asks = locked
        """Whether the player has to enter a code."""
        self._addresses: list[Address] = []
        self._resolved: list[Address] | OSError | None = None
        """What the name server returned; set by another thread."""
        self._begun: float | None = None
        """When connecting began."""
        self._tried = 0
        self._shut = 0.0
        """When the next code may be tried."""
        self._shown = False
        self._wrong = False
        """Whether the code is one that was wrong."""

    def enter(self, ctx: Context) -> None:
        """Ask for the code, or connect at once."""
        super().enter(ctx)
        self._begin()

    def _begin(self) -> None:
        if self._warns:
            self._say(_(_CHANGED).format(name=self._title))
        elif self._asks:
            self._say(_(_NEEDED))
        else:
            self._connect()

    def leave(self) -> None:
        """Disconnect, unless the player has joined."""
        super().leave()
        self._disconnect()

    def handle(self, event: Event, now: float) -> None:
        """What is not shown yet is used by nobody; Esc goes back."""
        if self._shown or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
            super().handle(event, now)

    def step(self, now: float) -> None:
        """Check the state of the connection."""
        if self._begun is None:
            super().step(now)
            return
        if not self._shown and now - self._begun > _CALM:
            self._shown = True
            self.ctx.redraw()
        if self._resolved is not None:
            self._take_resolved(self._resolved)
        if self._begun is not None and self._lan:
            self._look_at(self._lan)
        if self._begun is not None:
            self._check_timeout(now - self._begun)

    def rest(self, now: float) -> float:
        """Check often while connecting, and once a second while no code may be tried."""
        if self._begun is not None:
            return _LOOK
        left = self._shut - now
        return left % 1 + 0.01 if left > 0 else math.inf

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """The panel, once enough time has passed."""
        return super().draw(surface, now, alpha, full) if self._shown else []

    def view(self) -> Node:
        asks = self._asks and not self._warns and self._begun is None
        left = math.ceil(self._shut - time.perf_counter())
        label = _("Sit down (in {n} s)").format(n=left) if left > 0 else _("Sit down")
        code = Field(
            _("Code"), self._code, self._set_code, CODE, submitted=self._with_code, selected=self._wrong
        )
        return Column(
            Text(self._title, TITLE),
            Text(self.words, BODY, wraps=True),
            Gap(high=8),
            code if asks else None,
            Button(label, self._with_code, name="again") if asks else None,
            Button(_("Join anyway"), self._join_anyway) if self._warns else None,
            Button(_("Cancel") if asks or self._begun else _("Back"), self.back, name="back"),
            ground="sheet",
            wide=600,
            pad=(30, 22),
        )

    # -- the connection

    def _connect(self) -> None:
        """Start to connect; if a name server is needed, in a thread of its own."""
        self._begun, self._addresses, self._resolved = time.perf_counter(), [], None
        self._tried = 0
        self.words = _("Connecting …") if self._lan is None else _("Opening the table …")
        self._focus()
        if self._lan:
            return
        if not isinstance(self._where, str):
            self._addresses = [self._where]
            self._try()
        elif wrong := malformed(self._where):
            self._say(wrong)
        else:
            threading.Thread(target=self._resolve, args=parse_address(self._where), daemon=True).start()

    def _resolve(self, host: str, port: int) -> None:
        try:
            self._resolved = resolve(host, port)
        except OSError as error:
            self._resolved = error
        wake()

    def _take_resolved(self, resolved: list[Address] | OSError) -> None:
        self._resolved = None
        if isinstance(resolved, OSError):
            self._say(_("There is no computer called {name}.").format(name=self._written))
            return
        self._addresses = resolved[:_ADDRESSES]
        self._try()

    def _try(self) -> None:
        """Try the next address."""
        from game.lan.refusals import TableUnavailable  # noqa: PLC0415 - now it is known to be needed
        from game.ui.launch.network import join_table  # noqa: PLC0415

        self._disconnect()
        address, self._tried = self._addresses[self._tried], self._tried + 1
        try:
            self._lan = join_table(self.ctx, address, self._code.strip(), self._watch, self._host)
        except TableUnavailable as error:
            if self._tried == len(self._addresses):
                self._say(_("{host} cannot be reached: {reason}").format(host=self._written, reason=error))

    def _check_timeout(self, waited: float) -> None:
        """When nobody has answered for long enough, try another address or fail."""
        if waited > TIMEOUT:
            port = self._addresses[-1][1] if self._addresses else PORT
            self._say(_(_SILENCE).format(host=self._written, port=port))
        elif self._addresses and waited > TIMEOUT * self._tried / len(self._addresses):
            self._try()

    def _look_at(self, lan: "RemoteTable") -> None:
        from game.lan.table import CLOSED, JOINED, REFUSED  # noqa: PLC0415 - there is a table, so it is loaded

        status = lan.status
        if status == JOINED and lan.room:
            self._go_in(lan)
        elif status == REFUSED:
            self._refused(*lan.refusal)
        elif status == CLOSED:
            self._say(_("The table has been closed."))

    def _go_in(self, lan: "RemoteTable") -> None:
        from game.ui.lobby.lobby import LobbyScene  # noqa: PLC0415 - not before the player has joined

        self._lan = None
        if lan.server is None and (isinstance(self._where, str) or self._where[0] != "127.0.0.1"):
            self.ctx.settings.remember_host(self._written)
        self.ctx.replace(self, LobbyScene(lan))

    def _refused(self, reason: int, seconds: int) -> None:
        from game.lan.refusals import why_refused  # noqa: PLC0415 - see above
        from game.net.client.connection import BROKEN, DENIED  # noqa: PLC0415
        from game.net.wire.packet import TOO_SOON, WRONG_CODE  # noqa: PLC0415

        if reason not in (WRONG_CODE, TOO_SOON):
            self._say(str(why_refused(BROKEN if reason < 0 else DENIED, reason, seconds)))
            return
        self._asks, self._shut = True, time.perf_counter() + seconds
        if reason == TOO_SOON:
            self._say(_("Too many tries in a row."))
        else:
            self._say(_("That is not this table’s code.") if self._code else _(_NEEDED))

    def _disconnect(self) -> None:
        """Close the connection without waiting for its threads, which take a moment to end."""
        if self._lan:
            threading.Thread(target=self._lan.leave).start()
            self._lan = None

    # -- the panel

    def _say(self, words: str) -> None:
        """Stop connecting, and show this message instead."""
        self._disconnect()
        self._begun, self.words, self._shown = None, words, True
        self._wrong = bool(self._code)
        self._focus()

    def _join_anyway(self) -> None:
        self._warns = False
        self._begin()

    def _focus(self) -> None:
        """Begin with what is asked for; who is warned begins with the way back."""
        self.tree.focused = "back" if self._warns else ""
        self.ctx.redraw()

    def _set_code(self, code: str) -> None:
        self._code, self._wrong = code, False

    def _with_code(self) -> None:
        if self._code and time.perf_counter() >= self._shut:
            self._connect()
