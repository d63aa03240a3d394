"""The tables on the network: a row for each that was found, a typed address, or a new one hosted here."""

import math
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import pygame
from pygame.event import Event

from game.core.limits import ADDRESS, CODE, SEATS, TABLE
from game.i18n import N_, _, language, ngettext
from game.lan.browser import TableBrowser
from game.lan.code_words import suggest
from game.lan.diagnosis import Facts, tried, why_not_found
from game.lan.known_hosts import KnownHosts, Standing
from game.net.wire.packet import PORT, TableInfo
from game.system import here
from game.ui.covers.cover import Cover
from game.ui.engine import theme
from game.ui.engine.scene import Context, Scene
from game.ui.engine.window import wake
from game.ui.lobby.invite import invited, malformed, short
from game.ui.settings.rows import Rows
from game.ui.view.boxes import Column, Excerpt, Fitting, Grid, Row, Scroll
from game.ui.view.hint import Hint
from game.ui.view.leaves import BODY, NOTE, ROW, SMALL, Artwork, Button, Cameo, Field, Gap, Plate, Style, Text
from game.ui.view.node import Node
from game.ui.view.page import page, panel
from game.ui.view.screen import Screen

if TYPE_CHECKING:
    from game.lan.seat_tokens import SeatTokens
    from game.net.discovery.finder import Found

_KEYS = N_("Up, Down: choose a row · Enter: take it · Esc: back")
_FEW = 4
"""The most tables whose rows have the full height."""
_SETTLED = 1.0
"""Seconds after which all tables near count as found."""
_HINT = Style(24, 29, "mist")


class TablesScene(Screen[None]):
    """Tables found on the left; on the right an address field and the form for opening a table."""

    about = "haisty"
    first = "open"

    def __init__(self, port: int | None = None, joins: bool = False, code: str = "") -> None:
        """`port`: for finding and opening tables; None: the default. `joins`: visit the table that is found,
        if there is one only, with this code."""
        self._port, self._code = PORT if port is None else port, code
        self._joins = here().clock.seconds() + _SETTLED if joins else math.inf
        """When to."""
        self._typed = ""
        self._touched = False
        self.tables: dict[object, Found] = {}
        """Those found, by what tells each from others."""
        self.seats: SeatTokens | None = None
        """The player's seats at tables, once they have been read."""

    def enter(self, ctx: Context) -> None:
        """Start searching for tables."""
        super().enter(ctx)
        self.hosts = KnownHosts(ctx.folder, ctx.notify)
        self.form = TableForm(ctx)
        self.search = TableBrowser(self._port, wake, self.hosts)
        self._warm_up()

    def leave(self) -> None:
        """Stop searching."""
        self.search.close()
        super().leave()

    def resume(self) -> None:
        """Search again, and offer the hosts joined since."""
        self.hosts.reload()
        self._warm_up()
        self.search.pause(False)
        self._take_results()  # those that arrived meanwhile only woke the scene above
        self.ctx.redraw()

    def handle(self, event: Event, now: float) -> None:
        """Once the player has done something, the focus stays where it is."""
        self._touched |= event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN)
        super().handle(event, now)

    def step(self, now: float) -> None:
        """Show the search results; the first table found has the focus."""
        none = not self.tables
        self._take_results()
        super().step(now)
        if none and self.tables and not self._touched:
            self.tree.focus(self.tree.controls[0].name)
        if now >= self._joins:
            self._joins = math.inf
            if len(self.tables) == 1 and not self._touched:
                self._visit_found(*self.tables.values())

    def rest(self, now: float) -> float:
        """What is found wakes it."""
        return max(0.0, self._joins - now)

    def _take_results(self) -> None:
        """In the order first found, so that no table jumps away from the pointer."""
        found: dict[object, Found] = {table.key: table for table in self.search.tables}
        order = [key for key in self.tables if key in found]
        self.tables = {key: found[key] for key in dict.fromkeys([*order, *found])}

    def view(self) -> Node:
        right = Column(
            panel(_("By address"), self._visit(), high=206),
            panel(_("A table of your own"), self.form.view(self._open_button()), high=252),
            gap=18,
            wide=540,
        )
        left = panel(_("Tables on this network"), *self._tables(), wide=540)
        back = Button(_("Back"), self.back, icon="back", wide=220, align="middle")
        halves = Row(left, right, gap=18, high=476)
        return page(_("Play with friends"), halves, Hint(_(_KEYS), high=70), back)

    def _tables(self) -> list[Node | None]:
        """The tables found, or what to do without any."""
        other: list[Node | None] = []
        if foreign := self.search.foreign:
            words = _("{host} may have another version.").format(host=short(foreign[0].address))
            other = [Text(words, SMALL, at="start")]
        if self.tables:
            return [Scroll("tables", *map(self._row, self.tables.values())), *other]
        if facts := self.search.facts:
            return self._why(facts._replace(foreign=foreign))
        sentence = _(
            "No table found yet. Open one here, and your friends on the same network see it "
            "within a second; or enter the address of their table."
        )
        return [Column(Text(sentence, _HINT, wraps=True), pack="middle", pad=(30, 0), grow=1), *other]

    def _why(self, facts: Facts) -> list[Node | None]:
        """What was tried, what may be wrong, and how to look further."""
        findings = [
            Text(str(each.words), NOTE, color="ivory" if each.sure else "", wraps=True, at="start")
            for each in why_not_found(facts)
        ]
        further, words = self.search.further, _("Ask every address nearby for a table, once.")
        asked = _("Looking further …") if further and not facts.near else " ".join(map(str, tried(facts)))
        look = Button(_("Look further"), self.search.look_further, name="further", help=words)
        return [
            Text(_("No table found yet. If somebody has opened one:"), BODY, at="start", wraps=True),
            Excerpt(*findings, gap=12, grow=1, pad=(0, 8)),
            Text(asked, SMALL, at="start", wraps=True, most=2),
            look if not further and any(each.ipv4 for each in facts.links) else None,
        ]

    def _row(self, found: "Found") -> Button:
        info, standing, roomy = found.info, self.standing(found), len(self.tables) <= _FEW
        name = f"table {info.id.hex()} {found.host.signing.hex()}"
        kept = bool(standing == "known" and self.seats and self.seats.kept_at(info))
        r, focused = 14 if roomy else 10, self.tree.focused == name
        return Button(
            info.name,
            partial(self._visit_found, found),
            name=name,
            inside=table_lines(found, standing, kept, r, focused),
            rows=2.0 if roomy else 1.45,
            help=offer(info, standing, kept).words,
        )

    def standing(self, found: "Found") -> Standing:
        """Whether its host is known."""
        return self.hosts.standing_among(found, self.tables.values())

    def _open_button(self) -> Button:
        words = _("Sit down at a table of your own, and wait for the others.")
        return Button(_("Open the table"), self._open, name="open", help=words)

    def _visit(self) -> Node:
        """The field for an address, and below it the last hosts."""
        words = _(
            "The name or the IPv4 or IPv6 address of the computer where a table is open, with "
            ":port if it is not {port}; or everything in its invitation’s picture."
        ).format(port=PORT)
        hosts = [
            Button(host, partial(self._join, host), help=_("Visit {host} again.").format(host=host))
            for host in self.ctx.settings.hosts
        ]
        remembered = Text(_("Addresses you have entered are remembered here."), SMALL, grow=1)
        field = Field(
            "",
            self._typed,
            partial(setattr, self, "_typed"),
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

    # -- actions

    def _visit_typed(self) -> None:
        typed, mark = invited(self._typed)
        wrong = malformed(typed)
        if wrong:
            self._show_wrong("address", wrong)
        else:
            self._join(typed, mark)

    def _join(self, host: str, mark: bytes | None = None) -> None:
        from game.ui.lobby.connecting import CallingScene  # noqa: PLC0415 - see _warm_up

        self._call(CallingScene(host, mark=mark))

    def _visit_found(self, found: "Found") -> None:
        from game.lan.seat_tokens import SeatTokens  # noqa: PLC0415 - see _warm_up
        from game.net.transport.noise import fingerprint  # noqa: PLC0415
        from game.ui.lobby.connecting import CallingScene  # noqa: PLC0415

        info, mark = found.info, fingerprint(found.host.exchange)
        code = self._code or SeatTokens(self.ctx.folder, self.ctx.notify).at(info.id).code
        changed = self.standing(found) == "changed"
        scene = CallingScene(found.address, self._code, info.name, info.code and not code, changed, mark)
        self._call(scene)

    def _open(self) -> None:
        """Open a table; where another has a free seat, ask first."""
        free = (each for each in self.tables.values() if each.info.taken < each.info.seats)
        other = next((each for each in free if self.standing(each) != "changed"), None)
        if not other:
            self._open_own()
            return

        def decide(there: bool) -> None:
            if there:
                self._visit_found(other)
            else:
                self._open_own()

        self.ctx.push(OtherTable(other.info.name).then(decide))

    def _open_own(self) -> None:
        from game.lan.client import TableUnavailable  # noqa: PLC0415 - see _warm_up
        from game.lan.join import open_table  # noqa: PLC0415
        from game.ui.lobby.connecting import CallingScene  # noqa: PLC0415

        settings, folder, notify = self.ctx.settings, self.ctx.folder, self.ctx.notify
        name, code = self.form.name, self.form.code.strip()
        seats, bots = settings.table_seats, self.form.bots
        try:
            lan = open_table(settings, folder, name, seats, bots, code, self._port, woken=wake, notify=notify)
        except TableUnavailable as error:
            wrong = str(error)
            self._show_wrong("open", wrong[:1].upper() + wrong[1:] + ".")
        else:
            self._call(CallingScene(name, lan=lan))

    def _call(self, scene: Scene) -> None:
        self.search.pause(True)
        self.ctx.push(scene)

    def _show_wrong(self, name: str, wrong: str) -> None:
        """Show why it failed, with the focus on the control where that can be corrected."""
        self.tree.focus(name)
        self.tree.wrong = wrong

    def _warm_up(self) -> None:
        """Import early, in a thread, what joining needs, because that takes longer than a frame."""
        here().jobs.start(self._look_up)

    def _look_up(self) -> None:
        """Find out the player's seats."""
        from game.lan.seat_tokens import SeatTokens  # noqa: PLC0415

        self.seats = SeatTokens(self.ctx.folder, self.ctx.notify)
        wake()


class OtherTable(Cover[bool]):
    """Asks who opens a table whether to go to one that is there; answers whether to."""

    kind = "ask"

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    def view(self) -> Node:
        words = _("{table} is open on this network, too, and has a free seat. Sit down there?")
        return self.sheet(
            Text(words.format(table=self._name), BODY, wraps=True),
            Column(
                Button(_("Go there"), partial(self.answer, True), name="there"),
                Button(_("Open another table"), partial(self.answer, False), name="another"),
                Button(_("Cancel"), self.back),
            ),
            wide=560,
            pad=(30, 30),
            gap=22,
        )


_SIBILANTS = ("s", "x", "z", "ß")
"""A name that ends in one of these has a different genitive."""


def table_of(user: str) -> str:
    """The default name of a player's table; never too long."""
    if not user:
        return _("A table")
    return (_("{name}’ table") if user.lower().endswith(_SIBILANTS) else _("{name}’s table")).format(
        name=user
    )


class TableForm:
    """Name, seats, bots and code; seats and bots are saved in the settings."""

    def __init__(self, ctx: Context) -> None:
        self._rows = Rows(ctx)
        self.typed = ""
        """The table's name as typed."""
        self.code = ""
        """The code needed to join; empty: none."""

    @property
    def name(self) -> str:
        """The table's name."""
        return self.typed.strip() or table_of(self._rows.settings.called)

    @property
    def bots(self) -> int:
        """How many bots there are: one seat is the player's."""
        settings = self._rows.settings
        return min(settings.table_bots, settings.table_seats - 1)

    def view(self, done: Button) -> Node:
        """The rows; `done` opens the table."""
        settings = self._rows.settings
        name = Field(
            _("Name"),
            self.typed,
            partial(setattr, self, "typed"),
            TABLE,
            name="table",
            hint=table_of(settings.called),
            submitted=done.act,
            help=_("What the others see in their list."),
        )
        seats = self._rows.choice(
            "table_seats",
            _("Seats"),
            [(n, str(n)) for n in range(2, SEATS + 1)],
            _("How many play, bots included. Anyone without a seat can watch."),
        )
        bots = self._rows.choice(
            "table_bots",
            _("Bots"),
            [(n, str(n)) for n in range(settings.table_seats)],
            _("They sit down at once; you can send them away again at the table."),
        )
        code = Field(
            _("Code"),
            self.code,
            partial(setattr, self, "code"),
            CODE,
            name="code",
            hint=_("none"),
            submitted=done.act,
            share=0.76,
            grow=1,
            help=_("Only those who know it can come in. Without one, the table is open to everyone."),
        )
        words = _("Three words that are easy to say and to type. Press again for others.")
        suggestion = Button(_("Suggest"), self._suggest, wide=132, help=words)
        both = Row(seats.replaced(grow=1.0), bots.replaced(grow=1.0, at=self.bots))
        return Column(name, both, Row(code, suggestion), done)

    def _suggest(self) -> None:
        self.code = suggest(language())


_NAME = Style(25, 32)
_ICONS = {"known": "mist", "changed": "gold", "lock": "mist", "bot": "mist"}
"""The colours of the signs."""
_OWN = ("127.0.0.1", "::1")


def table_lines(found: "Found", standing: Standing, kept: bool, r: float, focused: bool) -> Node:
    """Name and seats; below them who sits there; below that its address, its state and what a click does.

    `r`: the radius of the faces."""
    info = found.info
    state, does, _words = offer(info, standing, kept)
    where = _("this computer") if found.address[0] in _OWN else short(found.address)
    return Column(
        Row(
            _sign(standing, 20, 22) if standing != "new" else None,
            Text(info.name, _NAME, at="start", grow=1),
            _sign("lock", 20, 18) if info.code else None,
            Text(f"{info.taken}/{info.seats}", _NAME, at="end"),
            grow=1.2,
        ),
        Fitting(players(info, r, beside=True), players(info, r, beside=False), grow=1),
        Row(
            Text(f"{state} · {where}", SMALL, at="start", grow=1),
            Text(does, SMALL, at="end", color="gold" if focused else ""),
            grow=1,
        ),
        pad=(16, 4),
        gap=1,
    )


def players(info: TableInfo, r: float, beside: bool) -> Node:
    """All seats from left to right: those taken, then the empty ones. Of a host that does not tell who sits
    there, only how many seats are taken is known.

    The names stand `beside` their faces, or all of them after the seats; `r`: the radius of a face."""
    parts: list[Node] = []
    for number in range(info.seats):
        if number >= len(info.sitters):
            parts.append(_seat(r, number < info.taken))
            continue
        sitter = info.sitters[number]
        parts.append(Cameo(sitter.portrait, sitter.back, r))
        if beside:
            color = "mist" if sitter.bot else "ivory"
            parts += [_sign("bot", 14, 14)] if sitter.bot else []
            parts += [Text(sitter.name, SMALL, color=color, at="start"), Gap(wide=5)]
    if not beside:
        people = [each.name for each in info.sitters if each.name and not each.bot]
        if bots := sum(each.bot for each in info.sitters):
            people.append(ngettext("{n} bot", "{n} bots", bots).format(n=bots))
        parts += [Gap(wide=5), Text(", ".join(people), SMALL, color="ivory", at="start", grow=1)]
    return Row(*parts, gap=5)


def _seat(r: float, taken: bool) -> Node:
    """A seat of which no more is known."""
    on = theme.ground("tag")
    side = 2 * r - 4
    return Plate(on.mist if taken else on.fill, on.edge, r, wide=side, high=side, align="middle")


class Offer(NamedTuple):
    """What a table offers a player who joins now."""

    state: str
    does: str
    """What a click does."""
    words: str
    """Who opened the table, and what happens then."""


def offer(info: TableInfo, standing: Standing, kept: bool) -> Offer:
    """In words. `standing`: whether the host is known from before, or has taken the name of one that is.
    `kept`: whether one of the seats is the player's."""
    if kept and standing != "changed":
        return Offer(_("your seat is kept"), _("Sit down"), _("Your seat is kept: play on."))
    full = info.taken == info.seats
    does = _("Watch") if info.playing or full else _("Sit down")
    if standing == "changed":
        words = _("This name belonged to another computer when you last played there.")
        return Offer(_("another computer than before"), does, words)
    state = _("playing") if info.playing else _("all seats taken") if full else _("waiting for players")
    if full:
        words = _("All seats are taken: watch, and have a seat as soon as one is free.")
    elif info.playing:
        words = _("A match is on: watch, and sit down when the next round begins.")
    elif info.code:
        words = _("There is a seat for you, if you know the code of the table.")
    else:
        words = _("There is a seat for you.")
    known = _("You have played with this host before.") + " " if standing == "known" else ""
    return Offer(state, does, known + words)


def _sign(name: str, high: int, wide: float) -> Artwork:
    """A sign, `high` and `wide` in units."""
    return Artwork(f"sign/{name}", high, _ICONS[name], wide=wide)
