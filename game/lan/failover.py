"""The connection to a table, whichever machine hosts it: when the host falls silent, the next machine in an
order known to all takes the table over.

A machine is in one of the states below, and TRANSITIONS has every way from one to another. A client that
receives nothing for a while calls its host anew. A while later it asks all machines that were there, the host
among them, who has the table, and connects to that one. If none has it when its own turn comes, it offers to
be the host itself, and gathers the others. The match goes on there once most machines have come: each is with
one host at a time, so no two hosts of one epoch have most of them. Of two that gather, the one with the
smaller claim gives way, in the end also one that is alone. A machine that stays alone was probably cut off
itself: it goes to the old host as soon as that answers again, or to the new one that the others have found.
Only its player can have it go on without them. Whoever leaves while there is no host stays until there is
one, so that nobody waits for them.
"""

from collections.abc import Callable
from contextlib import suppress

from game.core.state import SCORED, WON
from game.lan.client import AFTER, LanClient
from game.lan.hosting import make_table
from game.lan.race_deals import is_drawn_from
from game.lan.server import Save, Server, ServerThread
from game.lan.udp import Ports
from game.lan.whereabouts import (
    FoundHost,
    Machine,
    Whereabouts,
    host_of,
    machines_of,
    word_of,
)
from game.net.address import Address
from game.net.client.connection import BROKEN, CONNECTED, DENIED, RESPONDING
from game.net.client.table_client import TableClient
from game.net.discovery.answer import Answerer
from game.net.keys import LONE, rank
from game.net.server.gathering import Gathering, Takeover
from game.net.server.listener import LINGER
from game.net.server.runs import RunsSoFar
from game.net.transport.noise import fingerprint
from game.net.wire.messages import Leave, Successor

LOSS = 1.0
"""Seconds of silence after which the host counts as lost: no playable network pauses that long."""
FIRST, TURN = 0.05, 0.4
"""Seconds in which another host may answer before the first successor takes over, and that each further
successor waits for the one before."""
ANYBODY = 1.0
"""Seconds after the loss, by when most machines would have gone on: from then on any host that plays will do,
also one that has gone on without them."""
ALONE = 2.5
"""Seconds after the loss from which a host that nobody has joined joins one with a smaller claim, too: that
may not find this machine, if its address has changed."""
GONE = 5.0
"""Seconds of the old host's silence after which an offer is listed; if the host has closed the table, at
once."""
LONELY = 8.0
"""Seconds after the loss, by when the others would have come if they could: the player is asked then."""
AGAIN = 30.0
"""Seconds after which a player who would rather wait is asked once more."""
_PAUSE = 1.0
"""Seconds from a refusal to the next call."""
_EVERY = 3.0
"""Seconds between two questions for another half, while somebody at the table is away."""
_LONG = 10**12
"""Microseconds: more than any run takes."""
STAYS = 4.0
"""The most seconds that whoever leaves stays for the others while there is no host: all of their turns."""
BEREFT = 5.0
"""Seconds after the host has closed the table in which a watcher waits for a player to take it over."""

GUEST, DIALLING, SEEKING, SEEKING_ONLY, CALLING = "guest", "dialling", "seeking", "seeking_only", "calling"
OFFERING, HOSTING, RETURNING, LEAVING = "offering", "hosting", "returning", "leaving"
"""States: at a host; at one that is silent, and called anew; it is lost, and who has the table?; so it is,
and this machine cannot be the host; with a host that has it, until the match goes on there; offering to be
the host until the match goes on; the host; so it is, and its own player's line is silent; the host still,
calling another with whom the others have gone on."""
SILENT, LOST, HEARD, FOUND = "silent", "lost", "heard", "found"
TURN_CAME, WENT_ON, FAILED = "turn came", "went on", "failed"
"""What leads from one to another: nothing comes from the host; it is lost; it is heard again; it is known who
has the table; it is this machine's turn; the match goes on there; that is no host, or no more."""
TRANSITIONS = {
    GUEST: {SILENT: DIALLING, LOST: SEEKING},
    DIALLING: {HEARD: GUEST, WENT_ON: GUEST, FAILED: GUEST, LOST: SEEKING},
    SEEKING: {HEARD: GUEST, FOUND: CALLING, TURN_CAME: OFFERING},
    SEEKING_ONLY: {HEARD: GUEST, FOUND: CALLING},
    CALLING: {WENT_ON: GUEST, FAILED: SEEKING},
    OFFERING: {HEARD: GUEST, FOUND: CALLING, WENT_ON: HOSTING, FAILED: SEEKING_ONLY},
    HOSTING: {SILENT: RETURNING, FOUND: LEAVING},
    RETURNING: {HEARD: HOSTING, WENT_ON: HOSTING, FAILED: HOSTING, FOUND: LEAVING},
    LEAVING: {WENT_ON: GUEST, FAILED: HOSTING},
}
_HOSTS = (OFFERING, HOSTING, RETURNING, LEAVING)
"""States in which a host runs here."""
_THERE = (GUEST, DIALLING, HOSTING, RETURNING)
_SETTLED = (*_THERE, LEAVING)
"""States in which the host is not lost, and the match goes on there for now."""


class TableConnection:
    """One machine's connection to a table, and its part in a migration; see game.lan.client."""

    def __init__(
        self,
        client: LanClient,
        ports: Ports,
        save: Save,
        serve: Callable[[Server], ServerThread] = ServerThread,
        server_thread: ServerThread | None = None,
    ) -> None:
        """`ports`: where this machine could host, announced as `spare` in its Join. `serve` runs a host.
        `server_thread`: the host, if the table is opened here."""
        self.client = client
        """The connection to the host; another one replaces it when necessary."""
        self.ports, self._clock, self._serve = ports, client.clock, serve
        self.state = HOSTING if server_thread else GUEST
        self.server_thread = server_thread
        """The host, if it runs here."""
        self.other_half: Address | None = None
        """Where another half of the table plays on: it did so at two questions in a row."""
        self._suspected = b""
        """The player of whom it was said at the last one."""
        self._asks = 0.0
        """When that is asked next."""
        self._save = save
        self._next: LanClient | None = None
        """The connection to the host that the match may continue on."""
        self._before: Machine | None = None
        """The host that there was before."""
        self._left = b""
        """The player at whose machine the table was that is lost; until others have come to the one here."""
        self._since = self._lost = self._not_before = 0.0
        """When the search for a host began; when the last host was lost; when one may be called again."""
        self._leaves: float | None = None
        """When the player began to leave: this machine does not offer to be the host any more."""
        self._told: LanClient | None = None
        """The connection by which a host has been told so."""
        self._beside: LanClient | None = None
        """The connection of another player here, to whose host this one is about to go."""
        self._went: LanClient | None = None
        """The own connection that was left, or was to be, for such a host."""
        self._finder = Whereabouts(client.clock)
        self._answerer = Answerer(client.table.connection.key)
        self._false = set[bytes]()
        """The players at whose machines a host has said what makes no sense: nobody goes on there."""
        self._steps = {
            GUEST: self._stay,
            DIALLING: self._stay,
            SEEKING: self._seek,
            SEEKING_ONLY: self._seek,
            CALLING: self._call,
            OFFERING: self._offer,
            HOSTING: self._host,
            RETURNING: self._host,
            LEAVING: self._follow,
        }

    @property
    def silence(self) -> float:
        """Seconds since the last packet from the host."""
        return self.client.silence

    @property
    def clients(self) -> list[LanClient]:
        """The connection that is being tried."""
        return [self._next] if self._next else []

    @property
    def moving(self) -> bool:
        """Whether the host is lost and the table may continue on another machine."""
        state = self.state  # read once: another thread changes it
        return is_lost(self.client) or self._beside is not None if state in _THERE else state != LEAVING

    @property
    def server(self) -> Server | None:
        """The host, if it runs here."""
        return self.server_thread.server if self.server_thread else None

    @property
    def waking(self) -> bool:
        """Whether the host runs here, has been asleep, and may have to give the table up."""
        return bool(self.server and self.server.waking)

    @property
    def lonely(self) -> bool:
        """Whether there has been no host for so long that it is for the player to say what to do."""
        return self.state not in _SETTLED and self._clock.seconds() - self._lost > LONELY

    @property
    def may_go_on_alone(self) -> bool:
        """Whether the table could go on here without the others."""
        return self.state == OFFERING

    def go_on_beside(self, other: LanClient) -> bool:
        """Go on at the host of another player at this machine, for which the one that has closed this
        connection gave the table up. Returns whether there is hope: it is tried once."""
        if self._went is not self.client and other.address != self.client.address:
            self._went, self._beside = self.client, other
        return self._beside is not None

    def go_on_alone(self) -> None:
        """Go on without the others: the player wishes it."""
        if self.server and isinstance(stage := self.server.table.room.stage, Gathering):
            stage.alone = True

    def wait(self) -> None:
        """Wait on: the player wishes it."""
        self._lost = self._clock.seconds() + AGAIN - LONELY

    @property
    def gone_over(self) -> bool:
        """Whether this machine is with a new host whose match may go on: the old one must not count it."""
        offered = self.server_thread if self.state == OFFERING else None
        return self.state == CALLING or bool(offered and offered.live)

    def listen(self, longest: float) -> None:
        """Like LanClient.listen, and replaces the connection if the host is lost. Call it repeatedly."""
        if not self.gone_over:
            busy = self.silence > LOSS or self.state not in _SETTLED or self.clients
            self.client.listen(min(longest, 0.02) if busy else longest)
        if self.state == GUEST:
            self._answer()
        old, new = self.client, self._watch()
        if new:
            if not _same_host(old, new):
                self._before = host_of(old)
            old.close()
            new.woken = old.woken
            self.client = new
        elif self.silence < AFTER and not self.waking and self._clock.seconds() >= self._asks:
            self._look_for_others()

    def leave(self, back: bool = False) -> bool:
        """Tell the host that this player leaves, for good or to come `back`; whether it has heard that, or
        nobody will. The host itself tells everyone when it is closed. To be called repeatedly."""
        now, client = self._clock.seconds(), self.client
        self._leaves = self._leaves or now
        if server := self.server:
            server.table.closes = True
            if self.state != OFFERING:
                server.leaves = not back
                return True
        table, connection = client.table, client.table.connection
        if client is not self._told and connection.state == CONNECTED and not table.closed:
            client.ask(Leave(back))
            self._told = client
        heard = self._told is client and not (connection.pending or table.closed)
        if heard or connection.state not in (RESPONDING, CONNECTED):
            return True
        others = {one.member for one in _able(table)} - {table.welcome and table.welcome.member}
        awaited = others and _may_go_on(client)
        return now - self._leaves > (STAYS if awaited else 0 if table.closed else LINGER / 1e6)

    def take_leave(self, back: bool = False) -> None:
        """Leave, for good or to come `back`. Call it when no other thread listens.

        Handshakes in progress are completed first, or they would leave an empty seat reserved.
        """
        while not self.leave(back):
            self.listen(0.02)
        for client in self.clients:
            client.leave(self._clock.seconds() + LINGER / 1e6, back)

    def close(self) -> None:
        """Close the connections, and the host if it runs here. The seat is kept for a while."""
        for client in self.clients:
            client.close()
        self._finder.close()
        if self.server_thread:
            self.server_thread.close()
        self.ports.close()
        self.client.close()

    def _answer(self) -> None:
        """Tell whoever asks this machine where the table is: those who were away may know no other."""
        word, now = word_of(self.client), self._clock.microseconds()
        for data, sender in self.ports.receive():
            if word and (said := self._answerer.answer(data, sender, word, now)):
                self.ports.send(said, sender)

    def _watch(self) -> LanClient | None:
        """Check on the host; the connection to another one once there is one."""
        new = self._steps[self.state]()
        return None if new is self.client else new

    def _go(self, event: str) -> None:
        """Change the state, and leave what the new one has no use for."""
        self.state = TRANSITIONS[self.state][event]
        self._finder.close()
        if self._next:
            connection = self._next.table.connection
            if connection.state in (DENIED, BROKEN):
                self._not_before = self._clock.seconds() + _PAUSE
            if connection.state == BROKEN and connection.only_host:
                self._false.add(connection.only_host)
            self._next.close()
            self._next = None
        if self.state == SEEKING:
            self._since = self._clock.seconds()
        if self.server_thread and self.state not in _HOSTS:
            self.server_thread.end()
            self.server_thread = None

    def _stay(self) -> LanClient | None:
        if is_lost(self.client):
            with self.client.at_table() as (table, _now):
                table.conclude()
        if not (is_lost(self.client) or self._beside):
            return self._dial()
        key, self._lost = self.client.table.connection.host_key, self._clock.seconds()
        self._left = fingerprint(key)
        self._go(LOST)
        if other := self._beside:
            self._beside = None
            self._try(other.address, fingerprint(other.table.connection.host_key))
        return None

    def _dial(self) -> LanClient | None:
        """Call the same host anew for as long as the line there is silent."""
        old, table, new = self.client, self.client.table, self._next
        if new is None:
            if table.welcome and not table.closed and old.silence >= AFTER:
                self._try(old.address, fingerprint(table.connection.host_key), SILENT)
            return None
        self._listen(0)
        state = new.table.connection.state
        let_in = state in (RESPONDING, CONNECTED) and new.silence < _PAUSE  # or about to be
        if state in (DENIED, BROKEN):
            self._go(FAILED)
        elif (table.closed or old.silence < AFTER) and not let_in:
            self._go(HEARD)
        return self._change(new)

    def _seek(self) -> LanClient | None:
        if self._heard():
            return None
        table, welcome = self.client.table, self.client.table.welcome
        assert welcome
        turns, sought = [one.member for one in _able(table)], self._clock.seconds() - self._since
        if host := self._look(LONE if sought > ANYBODY else welcome.epoch + 1):
            self._try(host.address, host.player)
        elif self.state == SEEKING and welcome.member in turns and not self._leaves:
            due = FIRST + TURN * turns.index(welcome.member)
            if sought >= due:
                self._take_over()
        return None

    def _call(self) -> LanClient | None:
        new = self._listen(0.02)
        if _is_gone(new):
            self._go(FAILED)
        return self._change(new)

    def _offer(self) -> LanClient | None:
        thread, welcome = self.server_thread, self.client.table.welcome
        assert thread and welcome
        own, table = self._listen(0.02 if thread.live else 0), thread.server.table
        if self.client.table.closed or self.client.quiet > GONE:
            thread.server.ports.answer_at(welcome.port)
        if _is_gone(own) or (self._leaves and not thread.live):
            self._go(FAILED)
        elif thread.live:
            return self._change(own)
        elif not self._heard():
            claim = rank(table.epoch), table.room.there, -welcome.member
            sought = self._clock.seconds() - self._since
            alone = table.room.there <= 1 and sought > ALONE
            host = self._look(LONE if sought > ANYBODY else table.epoch)
            if host and (host.playing or host.player == self._left or host.claim > claim or alone):
                self._try(host.address, host.player)
        return None

    def _host(self) -> LanClient | None:
        table, thread = self.client.table, self.server_thread
        assert thread
        if table.welcome and table.room and table.room.playing:
            thread.server.ports.answer_at(table.welcome.port)
            host = thread.server.overtaken
            if not self._parted:
                self._left = b""
            elif not host and (self._left or len(table.known) > 1 or self.other_half):
                # a single other comes back, unless somebody has joined it: then it plays on for long
                host = self._look(table.welcome.epoch)
            if host and host.playing:
                self._try(host.address, host.player)
                return None
        return self._dial()

    def _follow(self) -> LanClient | None:
        new, thread = self._listen(0), self.server_thread
        assert thread
        if _is_gone(new) or not self._parted:
            self._go(FAILED)
            if thread.server.overtaken:
                thread.server.go_on()
        return self._change(new)

    @property
    def _parted(self) -> bool:
        """Whether the others may have gone on without the host that runs here."""
        thread = self.server_thread
        return bool(thread and (thread.server.overtaken or thread.alone))

    def _listen(self, longest: float) -> LanClient:
        """Serve the connection to the next host."""
        assert self._next
        self._next.listen(longest)
        return self._next

    def _heard(self) -> bool:
        """Go back to the host that was lost, if it is heard again or nothing can go on without it."""
        lost = self.client
        heard = not (lost.table.closed or lost.quiet > LOSS) or not _may_go_on(lost)
        if heard:
            self._go(HEARD)
        return heard

    def _change(self, new: LanClient) -> LanClient | None:
        """Switch to the next host once the match goes on there, by the terms that it began with."""
        same = _same_host(new, self.client)
        if new is not self._next or not (new.table.seated and (same or new.table.confirmed.state.totals)):
            return None
        if not (same or new.table.goes_on_with(self.client.table)):
            new.table.connection.give_up()
            return None
        new.table.follow(self.client.table)
        self._next = None
        self._go(WENT_ON)
        return new

    def _look(self, epoch: int, here: bytes = b"") -> FoundHost | None:
        """The machine that has the table, but for that of the player `here`: the host that is lost, or
        another in this epoch or one of a higher rank."""
        client, least = self.client, rank(epoch)
        own = client.table.connection.player if self.server_thread else b""  # who plays beside may host
        but = {own, here, *self._false}
        assert client.table.welcome
        return self._finder.look(
            client.table.welcome.table,
            machines_of(client, self._before),
            lambda one: one.player not in but and (one.player == self._left or one.epoch >= least),
        )

    def _look_for_others(self) -> None:
        """See whether those who are away play on without this half of the table."""
        self._asks = self._clock.seconds() + _EVERY
        room = self.client.table.room
        away = room and room.playing and any(place.kind == "away" for place in room.places)
        host = self._look(LONE, fingerprint(self.client.table.connection.host_key)) if away else None
        other = host if host and host.playing else None
        if other and other.player == self._suspected:
            self.other_half = other.address
        if self.server and self.other_half:
            self.server.parted = True
        self._suspected = other.player if other else b""
        if not away:
            self._finder.close()

    def _try(self, address: Address, player: bytes, event: str = FOUND) -> None:
        """Connect to the host of this player there, instead of being one that nobody has joined."""
        if self._clock.seconds() < self._not_before:
            return
        with suppress(OSError):  # tried again later
            new = self.client.another(address, player)
            self._go(event)
            self._next = new

    def _take_over(self) -> None:
        """Offer to be the host."""
        table = self.client.table
        room, welcome, connection = table.room, table.welcome, table.connection
        assert room and welcome
        self._go(TURN_CAME)
        try:
            hosted = make_table(
                room.name,
                len(room.places),
                room.terms,
                connection.code,
                welcome.token,
                (welcome.table, welcome.epoch + 1),
                key=connection.key,
            )
            hosted.port = welcome.port
            server = Server(hosted, self.ports.copy(), self._save)
            try:
                so_far = self._so_far(table, server.now)
                able = [one.player for one in _able(table)]
                hosted.inherit(Takeover(room, table.successors, table.confirmed, able, so_far), server.now)
            except ValueError:
                server.ports.close()
                raise
            self.server_thread = self._serve(server)
            self._next = self.client.another(("127.0.0.1", self.ports.port), connection.player)
        except (OSError, ValueError):  # no more sockets, or an impossible match
            self._go(FAILED)

    def _so_far(self, table: TableClient, now: int) -> RunsSoFar | None:
        """How long the runs of the round have lasted; one that has been counted is over. `now`: by the clock
        of the new host. Raises ValueError if they are none of those that the table is for."""
        clock = table.run_clock(self._clock.microseconds())
        deal, state = table.runs.deal, table.confirmed.state
        if clock is None and state.phase in (SCORED, WON):
            clock = _LONG
        if clock is None or deal is None or deal.round != state.round:
            return None
        if table.room and not is_drawn_from(table.room.terms, deal):
            raise ValueError("nobody plays that")
        return RunsSoFar(deal, now - clock, now - int(self.client.quiet * 1e6))


def is_lost(client: LanClient) -> bool:
    """Whether the host is gone during a match that others could continue."""
    return bool(client.table.closed or client.silence > LOSS) and _may_go_on(client)


def _same_host(one: LanClient, other: LanClient) -> bool:
    return one.table.connection.host_key == other.table.connection.host_key


def _is_gone(client: LanClient) -> bool:
    """Whether a host that was called does not answer, or no longer has the table."""
    return bool(
        client.silence > LOSS or client.table.closed or client.table.connection.state in (BROKEN, DENIED)
    )


def _may_go_on(client: LanClient) -> bool:
    """Whether others could continue the match without its host."""
    table, room = client.table, client.table.room
    if not (room and room.playing and table.welcome and _able(table)) or table.confirmed.state.phase == WON:
        return False
    if table.closed:
        played = any(place.kind == "person" for place in room.places)
        return table.closed == "left" and played and (table.seat is not None or client.silence < BEREFT)
    return True


def _able(table: TableClient) -> list[Successor]:
    """The machines that can take the table over, in order; once the host has closed it, only players'."""
    return [one for one in table.successors if one.port and not (table.closed and one.seat is None)]
