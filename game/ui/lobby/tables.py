"""The tables on the network: those found, one at a typed address, or a new one hosted here."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame
from pygame.event import Event

from game.core.limits import ADDRESS
from game.i18n import N_, _
from game.lan.browser import TableBrowser
from game.lan.known_hosts import KnownHosts
from game.net.wire.packet import PORT
from game.ui.engine.scene import Context
from game.ui.engine.waiting import wake
from game.ui.lobby.addresses import malformed
from game.ui.lobby.connecting import CallingScene
from game.ui.lobby.table_form import TableForm
from game.ui.lobby.table_list import TableList
from game.ui.lobby.table_row import table_row
from game.ui.view.boxes import Column, Grid, Row, Scroll
from game.ui.view.hint import Hint
from game.ui.view.leaves import ROW, SMALL, Button, Field, Style, Text
from game.ui.view.node import Node
from game.ui.view.page import page
from game.ui.view.panels import panel
from game.ui.view.screen import Screen

if TYPE_CHECKING:
    from game.net.discovery.finder import Found

_KEYS = N_("Up, Down: choose a row · Enter: take it · Esc: back")
_FEW = 4
"""Up to so many tables have rows of the full height."""
_HINT = Style(24, 29, "MIST")


class TablesScene(Screen[None]):
    """Tables found on the left; on the right an address field and the form for opening a table."""

    game = "haisty"
    first = "open"

    def __init__(self, port: int | None = None) -> None:
        """`port`: for finding and opening tables; None: the default."""
        self._port = PORT if port is None else port
        self._typed = ""
        self._user = ""
        self._touched = False

    def enter(self, ctx: Context) -> None:
        """Start searching for tables."""
        super().enter(ctx)
        self.list = TableList(self._known_hosts())
        self.form = TableForm(ctx.settings, self._open)
        self._search = TableBrowser(self._port, wake, self.list.hosts.knows)
        threading.Thread(target=self._warm_up, daemon=True).start()

    def leave(self) -> None:
        """Stop searching."""
        self._search.close()
        super().leave()

    def resume(self) -> None:
        """Search again, and offer the hosts joined since."""
        self._search.pause(False)
        self.list.hosts.reload()
        self.list.update(self._search)  # results that arrived meanwhile only woke the scene above
        self.ctx.redraw()

    def handle(self, event: Event, now: float) -> None:
        """Whoever has done something keeps the focus where it is."""
        self._touched |= event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)
        super().handle(event, now)

    def step(self, now: float) -> None:
        """Show the search results; the first table found has the focus."""
        if self._user:
            self.form.user = self._user
        none = not self.list.tables
        self.list.update(self._search)
        super().step(now)
        if none and self.list.tables and not self._touched:
            self.tree.focus(self.tree.controls[0].name)

    def view(self) -> Node:
        right = Column(
            panel(_("By address"), self._visit(), high=206),
            panel(_("A table of your own"), self.form.view(), high=252),
            gap=18,
            wide=540,
        )
        left = panel(_("Tables on this network"), *self._tables(), wide=540)
        back = Button(_("Back"), self.back, wide=220, align="middle")
        halves = Row(left, right, gap=18, high=476)
        return page(_("Play with friends"), halves, Hint(_(_KEYS), high=70), back)

    def _tables(self) -> list[Node]:
        """The tables found, or what to do without any."""
        list_, rows = self.list, 2.0 if len(self.list.tables) <= _FEW else 1.45
        foreign = [Text(list_.foreign, SMALL, at="start")] if list_.foreign else []
        found: list[Node] = [
            table_row(table, standing, self.tree.focused, self._visit_found, self.ctx.cards.back, rows)
            for table, standing in list_.tables.values()
        ]
        if found:
            return [Scroll("tables", *found), *foreign]
        sentence = _(
            "No table found yet. Open one here, and your friends on the same network see it "
            "within a second; or enter the address of their table."
        )
        return [Column(Text(sentence, _HINT, wraps=True), pack="middle", pad=(30, 0), grow=1), *foreign]

    def _visit(self) -> Node:
        """The field for an address, and below it the last hosts."""
        words = _(
            "The name or the IPv4 or IPv6 address of the computer where a table is open, with "
            ":port if it is not {port}."
        ).format(port=PORT)
        hosts = [
            Button(host, self._visitor(host), help=_("Visit {host} again.").format(host=host))
            for host in self.ctx.settings.hosts
        ]
        remembered = Text(_("Addresses you have entered are remembered here."), SMALL, grow=1)
        field = Field(
            "",
            self._typed,
            self._set_typed,
            ADDRESS,
            hint=_("name or address"),
            submitted=self._visit_typed,
            name="address",
            help=words,
            grow=1,
        )
        return Column(
            Row(field, Button(_("Connect"), self._visit_typed, wide=150, help=words)),
            Grid(3, ROW, *hosts) if hosts else remembered,
            grow=1,
        )

    def _known_hosts(self) -> KnownHosts:
        hosts = KnownHosts(self.ctx.folder)
        if hosts.notice:
            self.ctx.notify(hosts.notice)
        return hosts

    def _visitor(self, host: str) -> Callable[[], None]:
        return lambda: self._open_scene(CallingScene(host))

    def _set_typed(self, typed: str) -> None:
        self._typed = typed

    # -- actions

    def _visit_typed(self) -> None:
        typed = self._typed.strip()
        wrong = malformed(typed)
        if wrong:
            self._tell("address", wrong)
        else:
            self._open_scene(CallingScene(typed))

    def _visit_found(self, found: "Found") -> None:
        from game.ui.launch.network import knows_code  # noqa: PLC0415 - see _warm_up

        info = found.info
        locked = info.code and not knows_code(self.ctx, info.id)
        changed = self.list.hosts.standing(found.host, info.name, info.id) == "changed"
        self._open_scene(
            CallingScene(found.address, name=info.name, locked=locked, changed=changed, host=found.host)
        )

    def _open(self) -> None:
        from game.lan.refusals import TableUnavailable  # noqa: PLC0415 - see _warm_up
        from game.ui.launch.network import open_table  # noqa: PLC0415

        settings, name, code = self.ctx.settings, self.form.name, self.form.code.strip()
        try:
            seats, bots = settings.table_seats, settings.table_bots
            lan = open_table(self.ctx, name, seats, bots, code, self._port)
        except TableUnavailable as error:
            wrong = str(error)
            self._tell("open", wrong[:1].upper() + wrong[1:] + ".")
        else:
            self._open_scene(CallingScene(name, lan=lan))

    def _open_scene(self, scene: CallingScene) -> None:
        self._search.pause(True)
        self.ctx.push(scene)

    def _tell(self, name: str, wrong: str) -> None:
        """Show why it failed, with the focus on the control where that can be corrected."""
        self.tree.focus(name)
        self.tree.wrong = wrong

    def _warm_up(self) -> None:
        """Import early what joining needs, because that takes longer than a frame."""
        from game.lan.join import player_name  # noqa: PLC0415

        self._user = player_name(self.ctx.settings)
        wake()
