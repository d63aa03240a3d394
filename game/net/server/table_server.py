"""A table on the network: datagrams in, datagrams out. No clock and no socket inside.

A datagram goes through the listener to the room and on to its match. The messages they return are collected
in the outbox and leave with the next datagrams.
"""

from functools import partial
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from game.core.limits import BACKS
from game.core.portraits import PORTRAITS
from game.core.state import Request
from game.net.address import Address
from game.net.discovery.answer import Answerer
from game.net.keys import TABLE_ID, host_key, lone_epoch
from game.net.run_exchange import OWN
from game.net.server.admission import Admission
from game.net.server.game_room import GameRoom, TableSettings
from game.net.server.gathering import Gathering, Takeover
from game.net.server.handshakes import refusal
from game.net.server.listener import Listener, Received
from game.net.server.members import PRESENT, Member, Members
from game.net.server.peer import Delivery, Peer, deliver
from game.net.wire.codec import decode_up
from game.net.wire.fields import MOST, WireError
from game.net.wire.messages import (
    Appearance,
    Closed,
    HouseRules,
    Leave,
    Lines,
    SetBot,
    SetHandicap,
    Sit,
    ToldRun,
    Welcome,
)
from game.net.wire.packet import MARK, Sitter, TableInfo, is_sealed
from game.system import here

_IDLE = 1_000_000
"""Microseconds between two updates when nothing happens."""
_LINES = 2_000_000
"""Microseconds between two reports of how good the lines are."""
_REST = 50_000
"""Microseconds between two looks at the room while only packets without messages come."""


class Dropped(NamedTuple):
    """Somebody who sent what the table could not handle."""

    who: str
    """The member's name, or the address of a stranger."""
    why: str
    fault: Exception | None = None
    """If it was a message as it should be, the fault of this program by which handling it failed."""


class TableServer:
    """Times in microseconds of the host's clock."""

    def __init__(
        self,
        name: str,
        seats: int,
        terms: HouseRules,
        supply: TableSettings,
        code: str = "",
        owner: bytes | None = None,
        identity: tuple[bytes, int] | None = None,
        key: X25519PrivateKey | None = None,
    ) -> None:
        """For `owner` see Members.

        `identity`: the id and epoch of a table taken over from another host. `key`: the host's lasting key;
        None: a fresh one.
        """
        self.id, self.epoch = identity or (here().entropy.draw(TABLE_ID), 0)
        key = key or here().entropy.key()
        self.host, self._answerer = host_key(key), Answerer(key)
        """Whose key it is at whose machine the table is; and what answers who looks for it."""
        self.members = Members(seats, owner)
        self.room = GameRoom(name, self.members, terms, supply, self.id)
        self._code = bool(code)
        self.listener = Listener(self.id, code, key)
        self.admission = Admission(self.listener, self.members)
        self._outbox: list[Delivery] = []
        self._room_due = 0
        """When the room is to be looked at, whether anything has come or not."""
        self._busy = True
        """Whether something has come that the room may have to act on."""
        self._lines_due = 0
        """When all are told next how good the lines are."""
        self._speaker: Address | None = None
        """Who sent messages since the last update."""
        self.closes = self._closed = False
        """Whether it is about to close, so that nobody should come any more; and whether it has."""
        self.dropped: list[Dropped] = []
        """Those dropped since this was last emptied."""
        self.fault: Exception | None = None
        """By what fault of this program the last update failed, if it did."""
        self.port = 0
        """Where the table is looked for, whichever machine hosts it."""
        self.addresses: tuple[str, ...] = ()
        """Those of this machine, as far as it knows."""

    @property
    def info(self) -> TableInfo:
        """The answer to a client looking for tables."""
        room, chairs = self.room, self.members.chairs
        seated = [
            chair.shown() for chair in chairs if chair.member or (chair.bot and not chair.departed_name)
        ]
        sitters = tuple(
            Sitter(each.name, PORTRAITS.index(each.portrait) * BACKS + each.back, each.kind == "bot")
            for each in seated
        )
        counts, playing = (len(seated), len(chairs)), room.match is not None
        marks = b"".join(chair.member.mark[:MARK] for chair in chairs if chair.member)
        head = self.id, self.epoch, room.name
        return TableInfo(*head, *counts, playing, self._code, sitters, room.there, marks)

    def answer(self, data: bytes, address: Address, now: int) -> bytes | None:
        """The answer to a question by somebody who looks for tables; None if this is not one, or the table is
        about to close."""
        return None if self.closes else self._answerer.answer(data, address, self.info, now)

    def receive(self, data: bytes, address: Address, now: int) -> bytes | None:
        """Handle a datagram. Returns the reply: an answer to a stranger, or a path challenge if a
        client's address changed.

        Whatever comes of it, the table goes on: should this fail, the member that sent it is dropped (see
        `dropped`), and if the match had moved on by then, all others are sent it anew.
        """
        reply: bytes | None = None
        match = self.room.match
        state = match and match.state
        try:
            if is_sealed(data):
                if received := self.listener.receive(data, address, now):
                    reply, address = received.challenge, received.peer.address
                    self._hear(received, now)
            elif not self._closed:
                reply = self.answer(data, address, now) or self._handshake(data, address, now)
                self._busy = True
            if self._busy:
                self._flush(now)
        except Exception as error:
            self._drop(address, repr(error), now, error)
            if match and match.state is not state:
                self.room.tell_again()
            return None
        return reply

    def update(self, now: int) -> list[tuple[bytes, Address]]:
        """Do what is due; returns the datagrams to send.

        Should it fail (see `fault`), the member whose messages came last is dropped, unless it had failed
        before them; all others are sent the match, and it is tried again.
        """
        if self._busy or self._closed or now >= self._room_due or not self.room.in_round:
            speaker, self._speaker = self._speaker, None
            try:
                self._look(now)
                self.fault = None
            except Exception as error:
                if speaker and not self.fault:
                    self._drop(speaker, repr(error), now, error)
                self.fault, self._busy, self._room_due = error, False, now + _REST
                self.room.tell_again()
        return self.listener.packets(now, self.room.hands.told(now))

    @property
    def rests(self) -> bool:
        """Whether a match is played and only messages or time can change anything now."""
        return self.room.in_round and not (self.room.stage.awaited or self._closed)

    def next_time(self) -> int:
        """When to call `update` if no datagram comes before."""
        due = self.listener.due
        return self._room_due if due is None else min(due, self._room_due)

    def _look(self, now: int) -> None:
        """See to members, the room and the match."""
        self.listener.update(now)
        if self.admission.update(self.room.stage.playing, now):
            self.room.note_change()
        if not self._closed:
            if isinstance(stage := self.room.stage, Gathering) and stage.alone:
                self._go_on_alone(now)
            self._outbox += self.room.update(now)
            if not self.room.in_round:
                self._tell_of_runs(now)
            if now >= self._lines_due:
                self._lines_due = now + _LINES
                self._outbox.append(Delivery(Lines(self.members.lines(now)), self.members.peers))
        self._flush(now)
        self._busy = False
        due = self.room.stage.next_time(now)
        self._room_due = min(
            now + (_REST if self.room.in_round else _IDLE), now + _IDLE if due is None else due
        )

    def _go_on_alone(self, now: int) -> None:
        """Go on with a table taken over without most of the machines, in an epoch of its own."""
        self.epoch = lone_epoch(self.epoch)
        for member in self.members.all.values():
            self._welcome(member)
        self._outbox += self.room.go_on(now)

    def _tell_of_runs(self, now: int) -> None:
        """Pass on what each member tells of its own runs to those who have heard all else."""
        for peer in self.members.peers:
            others = partial(self.members.runs, peer)
            if not peer.endpoint.pending and (message := peer.runs.next_message(others, now)):
                self._outbox.append(Delivery(message, (peer,)))

    def ask(self, seat: int, request: Request, now: int) -> None:
        """A request by one of the host's bots."""
        if seat in self.room.stage.bots:
            self.room.stage.ask(seat, request, now)
        self._busy = True

    def inherit(self, takeover: Takeover, now: int) -> None:
        """Continue a table taken over from another machine; see GameRoom.inherit. Raises ValueError."""
        if self.epoch >= MOST:
            raise ValueError("there is no such table")
        self.room.inherit(takeover, now)
        for successor in takeover.successors:
            self.listener.handshakes.know(successor.player)

    def close(self, now: int, leaves: bool = True) -> list[tuple[bytes, Address]]:
        """Close the table; returns the datagrams to send. Keep calling `receive` and `update` while
        `drop_notice`.

        `leaves`: the host's own player leaves for good: if the others play on, they do not wait for that
        seat, which is kept otherwise. Nor do they wait for who has not been heard of late.
        """
        playing = self.room.stage.playing
        self.admission.update(playing, now)
        for member in [*self.members.all.values()]:
            if playing and member.peer and now - member.peer.endpoint.heard > PRESENT:
                self.admission.lose(member, playing, now)
        if owner := self.members.at_host:
            self.admission.lose(owner, playing, now)
            if leaves:
                self.admission.remove(owner, playing, now)
        self._outbox += self.room.close(now)
        self._outbox.append(Delivery(Closed("left"), self.members.peers))
        for member in self.members.all.values():
            self.admission.release(member, now)
        self._closed = True
        return self.update(now)

    @property
    def unheard(self) -> bool:
        """Whether a client has yet to acknowledge the closing."""
        return self.listener.unheard

    def _handshake(self, data: bytes, address: Address, now: int) -> bytes | None:
        """Answer a stranger, or let in a client that has proved its address and knows the code."""
        reply = self.listener.handshake(data, address, now)
        if not isinstance(reply, Peer):
            return reply
        admitted = self.admission.admit(reply, self.room.stage.playing, now)
        if isinstance(admitted, int):
            return refusal(reply.nonce, admitted)
        member, back = admitted
        self._welcome(member)
        self._outbox += self.room.came(member, back, now)
        return None

    def _welcome(self, member: Member) -> None:
        """Tell a member that is connected who it is here, and who the host."""
        if not (peer := member.peer):
            return
        here = self.id, self.epoch, self.host.signing, self.port, self.addresses
        self._outbox.append(Delivery(Welcome(member.number, member.token, *here), (peer,)))

    def _hear(self, received: Received, now: int) -> None:
        """Handle what has arrived on a connection."""
        peer, address = received.peer, received.peer.address
        if received.moved:
            self._busy = True
            self.room.note_change()
        if received.messages:
            self._busy, self._speaker = True, address
            member = self.members.at(address)
            for message in received.messages:
                if member and member.peer is peer:  # it may just have left
                    self._take(member, message, address, now)
        if peer.aside and (member := self.members.at(address)):
            self._take_aside(member, peer.aside, address, now)
        before = peer.watermark
        peer.advance(now)
        if any(before < time <= peer.watermark for time in self.room.stage.awaited):
            self._busy = True

    def _take(self, member: Member, data: bytes, address: Address, now: int) -> None:
        """Handle a member's message; a member that sends nonsense is dropped."""
        try:
            message = decode_up(data)
        except WireError as error:
            self._drop(address, str(error), now)
            return
        match message:
            case Leave(back):
                self._remove(member, now, back)
            case Appearance() | Sit() | SetBot() | SetHandicap():
                self.room.note_change()
                if shown_out := self.room.stage.arrange(member, message):
                    self._show_out(shown_out, now)
            case ToldRun():
                if member.peer and (run := member.peer.runs.hear(message)) and run not in member.runs:
                    member.runs = (*member.runs, run)[-OWN:]
            case _:
                self.room.handle(member, message, now)

    def _take_aside(self, member: Member, data: bytes, address: Address, now: int) -> None:
        """Note where a member's hand is; a member that sends nonsense is dropped."""
        try:
            self.room.point(member, data)
        except WireError as error:
            self._drop(address, str(error), now)

    def _drop(self, address: Address, why: str, now: int, fault: Exception | None = None) -> None:
        member = self.members.at(address)
        self.dropped.append(Dropped(member.name if member else address[0], why, fault))
        if member:
            self._remove(member, now)

    def _show_out(self, member: Member, now: int) -> None:
        """Remove a member and refuse to let it in again."""
        if member.peer:
            self._outbox.append(Delivery(Closed("kicked"), (member.peer,)))
            self.members.ban(member, member.peer.address)
        self._remove(member, now)

    def _remove(self, member: Member, now: int, back: bool = False) -> None:
        """A member leaves, for good or to come `back`."""
        self.admission.release(member, now)
        (self.admission.lose if back else self.admission.remove)(member, self.room.stage.playing, now)
        self.room.note_change()

    def _flush(self, now: int) -> None:
        """Hand the outbox to the connections; drops those with too much unacknowledged."""
        deliveries, self._outbox = self._outbox, []
        for peer in deliver(deliveries, now):
            if (member := self.members.at(peer.address)) and member.peer is peer:
                self.admission.lose(member, self.room.stage.playing, now)
                self.room.note_change()
