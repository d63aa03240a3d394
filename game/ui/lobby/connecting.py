"""Joining a table on the network: connecting to its host, entering its code, or reading why it failed."""

import math
from collections.abc import Sequence
from typing import Literal

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.limits import CODE
from game.i18n import N_, _
from game.lan.client import TableUnavailable, why_refused
from game.lan.join import join_table
from game.lan.table import CLOSED, JOINED, REFUSED, RemoteTable
from game.lan.udp import resolve
from game.net.address import Address, parse_address
from game.net.client.connection import BROKEN, DENIED
from game.net.wire.packet import PORT, TOO_SOON, WRONG_CODE
from game.system import here
from game.ui.engine.scene import Context
from game.ui.engine.window import wake
from game.ui.lobby.invite import malformed, short
from game.ui.view.boxes import Column
from game.ui.view.leaves import BODY, TITLE, Button, Field, Gap, Text
from game.ui.view.node import Node
from game.ui.view.screen import Screen

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
_STRANGER = N_(
    "The computer that answers at {host} is not the one you were invited to: it has another key. Ask for a "
    "new invitation; or, if you trust whoever is there, enter the address alone."
)

State = Literal["warned", "locked", "calling", "failed", "joined"]
"""Asked whether to join a host that has another one's name; asked for the code; connecting; told why not; on
the way to the lobby. Each may become a later one; "calling" becomes "locked" if the table needs a code."""


class CallingScene(Screen[None]):
    """A panel over the scene beneath, until the lobby replaces it."""

    about = "haisty"
    overlay = True
    takes_files = False

    def __init__(
        self,
        where: Address | str,
        code: str = "",
        name: str = "",
        locked: bool = False,
        changed: bool = False,
        mark: bytes | None = None,
        lan: RemoteTable | None = None,
    ) -> None:
        """Join `where`, an address or what a player typed. `name`: the table's, if known.

        `locked`: ask for the code first. `changed`: ask first whether to join a host that has the name of
        another one. `mark`: the fingerprint of the only host's key that may answer
        there. `lan`: a table just opened on this machine.
        """
        self._where, self._code, self._mark, self.lan = where, code, mark, lan
        self._written = where if isinstance(where, str) else short(where)
        self._title = name or self._written
        self.state: State = "warned" if changed else "locked" if locked else "calling"
        self.words = ""
        """The text below the title."""
        self._locked = locked
        """Whether the table needs a code."""
        self._shut = 0.0
        """When the next code may be tried."""
        self._wrong = False
        """Whether the code is one that was wrong."""
        self._shown = False
        self._begun = 0.0
        """When connecting began."""
        self._addresses: list[Address] | None = None
        """Those to be tried; None: not known yet. Another thread sets it."""
        self._tried = 0

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
        self._disconnect()

    def handle(self, event: Event, now: float) -> None:
        """Until the panel is shown, only Esc counts."""
        if self._shown or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE):
            super().handle(event, now)

    def step(self, now: float) -> None:
        """Check the state of the connection."""
        if self.state != "calling":
            super().step(now)
            return
        if not self._shown and now - self._begun > _CALM:
            self._shown = True
            self.ctx.redraw()
        if self.lan:
            self._look_at(self.lan)
        if self.state == "calling":
            self._check_timeout(now - self._begun)

    def rest(self, now: float) -> float:
        """Check often while connecting, and once a second while no code may be tried."""
        if self.state == "calling":
            return _LOOK
        left = self._shut - now
        return left % 1 + 0.01 if left > 0 else math.inf

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """The panel, once enough time has passed."""
        return super().draw(surface, now, alpha, full) if self._shown else []

    def view(self) -> Node:
        locked, left = self.state == "locked", math.ceil(self._shut - here().clock.seconds())
        label = _("Sit down (in {n} s)").format(n=left) if left > 0 else _("Sit down")
        code = Field(
            _("Code"),
            self._code,
            self._set_code,
            CODE,
            name="code",
            submitted=self._with_code,
            selected=self._wrong,
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
            self._say("locked", _(_NEEDED))
        else:
            self._connect()

    def _say(self, state: State, words: str) -> None:
        """Show this message, and what can be done now."""
        self._disconnect()
        self.state, self.words, self._shown = state, words, True
        self._wrong = bool(self._code)
        self._focus()

    def _fail(self, words: str) -> None:
        """Say why it failed; another code may be tried if the table needs one."""
        self._say("locked" if self._locked else "failed", words)

    def _connect(self) -> None:
        """Start to connect; if a name server is needed, in a thread of its own."""
        self.state, self._begun, self._tried = "calling", here().clock.seconds(), 0
        self.words = _("Opening the table …") if self.lan else _("Connecting …")
        self._focus()
        if self.lan:
            return
        if not isinstance(self._where, str):
            self._addresses = [self._where]
            self._try()
        elif wrong := malformed(self._where):
            self._fail(wrong)
        else:
            self._addresses = None
            here().jobs.start(self._resolve, *parse_address(self._where))

    def _resolve(self, host: str, port: int) -> None:
        try:
            self._addresses = resolve(host, port)[:_ADDRESSES]
        except OSError:
            self._addresses = []
        wake()

    def _check_timeout(self, waited: float) -> None:
        """When nobody has answered for long enough, try another address or fail."""
        addresses = self._addresses
        if addresses == [] and not self.lan:
            self._fail(_("There is no computer called {name}.").format(name=self._written))
        elif waited > TIMEOUT:
            port = addresses[-1][1] if addresses else PORT
            self._fail(_(_SILENCE).format(host=self._written, port=port))
        elif addresses and waited >= TIMEOUT * self._tried / len(addresses):
            self._try()

    def _try(self) -> None:
        """Try the next address."""
        ctx, addresses = self.ctx, self._addresses or []
        self._disconnect()
        address, self._tried = addresses[self._tried], self._tried + 1
        try:
            self.lan = join_table(
                ctx.settings, ctx.folder, address, self._code.strip(), False, wake, ctx.notify, self._mark
            )
        except TableUnavailable as error:
            if self._tried == len(addresses):
                words = _("{host} cannot be reached: {reason}")
                self._fail(words.format(host=self._written, reason=error))

    def _look_at(self, lan: RemoteTable) -> None:
        status = lan.status
        if status == JOINED and lan.room:
            self._go_in(lan)
        elif status == REFUSED:
            self._refused(*lan.refusal)
        elif status == CLOSED:
            self._fail(_("The table has been closed."))

    def _go_in(self, lan: RemoteTable) -> None:
        from game.ui.lobby.lobby import LobbyScene  # noqa: PLC0415 - not before the player has joined

        self.state, self.lan = "joined", None
        if lan.server is None and (isinstance(self._where, str) or self._where[0] != "127.0.0.1"):
            self.ctx.settings.remember_host(self._written)
        self.ctx.replace(self, LobbyScene(lan))

    def _refused(self, reason: int, seconds: int) -> None:
        if reason not in (WRONG_CODE, TOO_SOON):
            strange = self.lan and self.lan.client.table.connection.stranger
            words = str(why_refused(BROKEN if reason < 0 else DENIED, reason, seconds))
            self._fail(_(_STRANGER).format(host=self._written) if strange else words)
            return
        self._locked, self._shut = True, here().clock.seconds() + seconds
        if reason == TOO_SOON:
            self._fail(_("Too many tries in a row."))
        else:
            self._fail(_("That is not this table’s code.") if self._code else _(_NEEDED))

    def _disconnect(self) -> None:
        """Close the connection without waiting for its threads, which take a moment to end."""
        if self.lan:
            here().jobs.start(self.lan.leave, waits=True)
            self.lan = None

    # -- the panel

    def _focus(self) -> None:
        """Focus what is asked for; after a warning, the way back."""
        self.tree.focused = "back" if self.state == "warned" else ""
        self.ctx.redraw()

    def _set_code(self, code: str) -> None:
        self._code, self._wrong = code, False

    def _with_code(self) -> None:
        if self._code and here().clock.seconds() >= self._shut:
            self._connect()
