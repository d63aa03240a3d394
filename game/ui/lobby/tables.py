"""The tables on the network: those found, one at a typed address, or a new one hosted here."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.limits import ADDRESS
from game.i18n import N_, _
from game.lan.browser import TableBrowser
from game.lan.known_hosts import KnownHosts
from game.net.wire.packet import PORT
from game.ui.engine import text, theme
from game.ui.engine.scene import Context
from game.ui.engine.waiting import wake
from game.ui.lobby.addresses import malformed
from game.ui.lobby.connecting import CallingScene
from game.ui.lobby.table_form import TableForm
from game.ui.lobby.table_list import TableList
from game.ui.widgets.fields import TextField
from game.ui.widgets.form_scene import FormScene
from game.ui.widgets.group import GAP, ROW, Group, place_column
from game.ui.widgets.hint import HintBar
from game.ui.widgets.page_head import draw_page_head
from game.ui.widgets.rows import Button, Widget

if TYPE_CHECKING:
    from game.net.discovery.finder import Found

_COLUMN, _BETWEEN, _TOP, _PAD = 540, 18, 82, 18
"""Width of a column, gap between two panels, the columns' top, and padding around rows, in units."""
_HEAD, _HIGH, _VISIT_HIGH = 42, 476, 206
"""Height of a panel's heading, of the columns, and of the panel for addresses."""
_PLATE, _PLATE_HIGH = 572, 70
"""Top and height of the plate that explains the row with the focus."""
_CONNECT, _ACROSS, _SMALL = 150, 3, 20
"""Width of the button beside the address, hosts per line, height of the letters of the text without hosts."""
_KEYS = N_("Up, Down: choose a row · Enter: take it · Esc: back")


class TablesScene(FormScene):
    """Tables found on the left; on the right an address field and the form for opening a table."""

    game = "haisty"
    address: TextField

    def __init__(self, port: int | None = None) -> None:
        """`port`: for finding and opening tables; None: the default."""
        self._port = PORT if port is None else port
        self._typed = ""
        self._user = ""
        self._touched = False

    def enter(self, ctx: Context) -> None:
        """Start searching for tables."""
        super().enter(ctx)
        hosts = self._known_hosts()
        self._list = TableList(self._visit_found, self._change, hosts, ctx.cards.back)
        self.address = TextField("", "", self._set_typed, ADDRESS, _("name or address"), self._visit_typed)
        self.address.help = _(
            "The name or the IPv4 or IPv6 address of the computer where a table is open, with "
            ":port if it is not {port}."
        ).format(port=PORT)
        self._connect = Button(_("Connect"), self._visit_typed)
        self._connect.help = self.address.help
        self._form = TableForm(ctx.settings, self._open, self._change)
        self._back = Button(_("Back"), self.back)
        self._make_hosts()
        rows = self._rows()
        self.group = Group(rows, rows.index(self._form.open))
        self._search = TableBrowser(self._port, wake, hosts.knows)
        threading.Thread(target=self._warm_up, daemon=True).start()

    def leave(self) -> None:
        """Stop searching; save what was chosen."""
        self._search.close()
        super().leave()

    def resume(self) -> None:
        """Search again, and offer the hosts joined since."""
        self._search.pause(False)
        self._list.hosts.reload()
        self._list.update(self._search)  # results that arrived meanwhile only woke the scene above
        self._make_hosts()
        self._change()
        self.group.widgets[self.group.index].set_focused(True)

    def handle(self, event: Event, now: float) -> None:
        """The rows' keys and pointer; Esc goes back."""
        self._touched |= event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)
        super().handle(event, now)

    def step(self, now: float) -> None:
        """Show the search results."""
        if self._user:
            self._form.call(self._user)
        none = not self._list.shown
        if self._list.update(self._search):
            self._change()
            if none and self._list.shown and not self._touched:
                self.group.focus(0)

    # -- layout

    def lay_out(self, surface: Surface) -> None:
        """Background, panels and the rows' places for this size of window."""
        left, top, u = draw_page_head(surface, _("Play with friends"), 2 * _COLUMN + _BETWEEN)
        across = (2 * _COLUMN + _BETWEEN) * u
        right, y = left + (_COLUMN + _BETWEEN) * u, top + _TOP * u
        self._list.lay_out(surface, _panel(surface, left, y, _HIGH, _("Tables on this network"), u), u)
        self._lay_out_visit(surface, _panel(surface, right, y, _VISIT_HIGH, _("By address"), u), u)
        y += (_VISIT_HIGH + _BETWEEN) * u
        form = _HIGH - _VISIT_HIGH - _BETWEEN
        self._form.lay_out(_panel(surface, right, y, form, _("A table of your own"), u), u)
        foot = Rect(round(left), round(top + _PLATE * u), round(across), round(_PLATE_HIGH * u))
        self.hint_bar = HintBar(surface, foot, u, _(_KEYS))
        width = 220 * u
        place_column([self._back], surface.width / 2 - width / 2, top + 658 * u, width, u)

    def _lay_out_visit(self, surface: Surface, place: Rect, u: float) -> None:
        """The field for an address, and below it the last hosts."""
        x, y = place.topleft
        connect, gap = _CONNECT * u, GAP * u
        place_column([self._connect], place.right - connect, y, connect, u)
        below = place_column([self.address], x, y, place.w - connect - gap, u)
        wide = (place.w - (_ACROSS - 1) * gap) / _ACROSS
        for i, row in enumerate(self._hosts):
            place_column(
                [row], x + i % _ACROSS * (wide + gap), below + i // _ACROSS * (ROW * u + gap), wide, u
            )
        if not self._hosts:
            sentence = _("Addresses you have entered are remembered here.")
            middle = (place.centerx, (below + place.bottom) / 2)
            text.draw(surface, sentence, _SMALL * u, theme.MIST, max_width=place.w, center=middle)

    # -- rows

    def _rows(self) -> list[Widget]:
        """All rows in keyboard order."""
        return [
            *self._list.shown,
            self.address,
            self._connect,
            *self._hosts,
            *self._form.rows,
            self._back,
        ]

    def _change(self) -> None:
        """Replace the rows."""
        self.group.set_widgets(self._rows())
        self.ctx.redraw()

    def _make_hosts(self) -> None:
        self._hosts = [Button(host, self._visitor(host)) for host in self.ctx.settings.hosts]
        for row in self._hosts:
            row.help = _("Visit {host} again.").format(host=row.label)

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
        wrong = malformed(self._typed)
        if wrong:
            self._tell(self.address, wrong)
        else:
            self._open_scene(CallingScene(self._typed))

    def _visit_found(self, found: "Found") -> None:
        from game.ui.launch.network import knows_code  # noqa: PLC0415 - see _warm_up

        info = found.info
        locked = info.code and not knows_code(self.ctx, info.id)
        changed = self._list.hosts.standing(found.host, info.name, info.id) == "changed"
        self._open_scene(
            CallingScene(found.address, name=info.name, locked=locked, changed=changed, host=found.host)
        )

    def _open(self) -> None:
        from game.lan.refusals import TableUnavailable  # noqa: PLC0415 - see _warm_up
        from game.ui.launch.network import open_table  # noqa: PLC0415

        settings, name, code = self.ctx.settings, self._form.name, self._form.code
        try:
            seats, bots = settings.table_seats, settings.table_bots
            lan = open_table(self.ctx, name, seats, bots, code, self._port)
        except TableUnavailable as error:
            wrong = str(error)
            self._tell(self._form.open, wrong[:1].upper() + wrong[1:] + ".")
        else:
            self._open_scene(CallingScene(name, lan=lan))

    def _open_scene(self, scene: CallingScene) -> None:
        self._search.pause(True)
        self.group.blur()
        self.ctx.push(scene)

    def _tell(self, row: Widget, wrong: str) -> None:
        """Show why it failed, with the focus on the row where that can be corrected."""
        self.group.focus(self.group.widgets.index(row))
        row.wrong = wrong

    def _warm_up(self) -> None:
        """Import early what joining needs, because that takes longer than a frame."""
        from game.lan.join import player_name  # noqa: PLC0415

        self._user = player_name(self.ctx.settings)
        wake()


def _panel(surface: Surface, x: float, y: float, high: float, heading: str, u: float) -> Rect:
    """Draw a panel with its heading; returns the area for its rows."""
    box = Rect(round(x), round(y), round(_COLUMN * u), round(high * u))
    theme.panel(surface, box, u)
    text.draw(surface, heading, 23 * u, theme.MIST, midleft=(box.x + _PAD * u, box.y + 22 * u))
    left, top = round(x + _PAD * u), round(y + _HEAD * u)
    return Rect(left, top, round((_COLUMN - 2 * _PAD) * u), round(box.bottom - 12 * u) - top)
