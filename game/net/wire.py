"""Messages as bytes and back: a kind and its fields in MessagePack, all types and ranges checked.

Requests and events travel as the tuples they are; tables and what is said of a table before play have
compact forms here.
"""

import hashlib
import zlib
from typing import Any, TypeVar

import msgspec

from game.core.cards import HIDDEN, KING, SUITS, Card, Pile
from game.core.requests import Cheer, Knock, Play, Shout
from game.core.state import (
    KINDS_OF_CHEER,
    PLAYING,
    SCORED,
    SHOUTS,
    WAITING,
    WON,
    Cheered,
    Dealt,
    Dud,
    Event,
    Ready,
    Returned,
    Sat,
    Scored,
    Shouted,
    Started,
    State,
    Thrown,
    Won,
)
from game.core.table import Called, Mode, Moved, Table, Turned
from game.net.messages import (
    LATEST,
    PILES,
    SEATS,
    Again,
    Bots,
    Closed,
    Deal,
    Digest,
    Head,
    Heirs,
    House,
    Join,
    Leave,
    Look,
    PackedPile,
    Part,
    Room,
    Seat,
    Shown,
    Time,
    ToClient,
    ToHost,
    Told,
    Welcome,
)

_PART = 900
"""Bytes of piles in one message of a snapshot."""


class WireError(ValueError):
    """The bytes are no message of this version."""


_EVENTS: tuple[type, ...] = (
    Moved, Turned, Called, Mode, Deal, Ready, Started, Thrown,
    Returned, Dud, Scored, Won, Shouted, Cheered, Sat,
)  # fmt: skip
_UP: tuple[type, ...] = (Play, Knock, Shout, Cheer, Look, Bots, House, Seat, Leave, Digest, Again, Told)
_DOWN: tuple[type, ...] = (Welcome, Room, Heirs, Closed, Head, Part)
_FIRST_EVENT = 64
"""Kinds from here on are events."""

_encode = msgspec.msgpack.Encoder().encode
_up: list[msgspec.msgpack.Decoder[Any]] = [msgspec.msgpack.Decoder(kind) for kind in _UP]
_down: list[msgspec.msgpack.Decoder[Any]] = [msgspec.msgpack.Decoder(kind) for kind in _DOWN]
_events: list[msgspec.msgpack.Decoder[Any]] = [
    msgspec.msgpack.Decoder(tuple.__class_getitem__((Time, kind))) for kind in _EVENTS
]
_join = msgspec.msgpack.Decoder(Join)
_UP_KIND = {kind: bytes((i,)) for i, kind in enumerate(_UP)}
_DOWN_KIND = {kind: bytes((i,)) for i, kind in enumerate(_DOWN)}
_EVENT_KIND = {kind: bytes((_FIRST_EVENT + i,)) for i, kind in enumerate(_EVENTS)}


def encode_join(join: Join) -> bytes:
    """Who comes in, as bytes."""
    return _encode(join)


def decode_join(data: bytes) -> Join:
    """Who comes in. Raises WireError."""
    return _decoded(_join, data)


def encode_up(message: ToHost) -> bytes:
    """A client's message as bytes."""
    return _UP_KIND[type(message)] + _encode(message)


def decode_up(data: bytes) -> ToHost:
    """A client's message. Raises WireError."""
    if not data or data[0] >= len(_up):
        raise WireError("not a request")
    message: ToHost = _decoded(_up[data[0]], data[1:])
    match message:
        case Play((src, dst, count), press):
            _within(max(src, dst), PILES)
            _within(count, 64)
            _within(press, LATEST)
        case Shout(shout):
            _within(shout, SHOUTS)
        case Cheer(kind):
            _within(kind, len(KINDS_OF_CHEER))
    return message


def encode_down(message: ToClient) -> bytes:
    """A host's message as bytes."""
    if isinstance(message, Shown):
        event: Any = message.event
        if isinstance(event, Dealt):
            table = event.table
            event = Deal(event.round, table.passes, table.mode, tuple(map(_packed, table.piles)))
        return _EVENT_KIND[type(event)] + _encode((message.at, event))
    return _DOWN_KIND[type(message)] + _encode(message)


def decode_down(data: bytes) -> ToClient:
    """A host's message. Raises WireError."""
    if not data:
        raise WireError("empty")
    kind = data[0]
    if kind < len(_down):
        message: ToClient = _decoded(_down[kind], data[1:])
        return message
    if not _FIRST_EVENT <= kind < _FIRST_EVENT + len(_events):
        raise WireError("not a kind of message")
    at, event = _decoded(_events[kind - _FIRST_EVENT], data[1:])
    if isinstance(event, Deal):
        event = Dealt(event.round, Table(tuple(map(_unpacked, event.piles)), event.passes, event.mode))
    _check(event)
    return Shown(at, event)


def snapshot(state: State, events: int) -> list[ToClient]:
    """A state as messages that each fit a packet."""
    table = state.table.view()
    parts: list[ToClient] = []
    piles: list[PackedPile] = []
    first = size = 0
    for number, pile in enumerate(table.piles):
        packed = _packed(pile)
        if size + len(packed[1]) + 6 > _PART:
            parts.append(Part(first, tuple(piles)))
            piles, first, size = [], number, 0
        piles.append(packed)
        size += len(packed[1]) + 6
    parts.append(Part(first, tuple(piles)))
    head = Head(
        state.phase,  # type: ignore[arg-type]
        state.round,
        state.totals,
        state.ready,
        state.starts,
        tuple(thrown for thrown in state.air if thrown.move.count),
        state.scores,
        state.reason,
        state.knocker,
        state.winner,
        table.passes,
        table.mode,
        table.calls,
        len(table.piles),
        events,
    )
    return [head, *parts]


def restored(head: Head, parts: list[Part]) -> State:
    """The state that a snapshot tells of. Raises WireError."""
    piles = [_unpacked(pile) for part in parts for pile in part.piles]
    if len(piles) != head.piles:
        raise WireError("piles are missing")
    for thrown in head.air:
        _check(thrown)
    phase = {"waiting": WAITING, "playing": PLAYING, "scored": SCORED, "won": WON}[head.phase]
    table = Table(tuple(piles), head.passes, head.mode, head.calls)
    return State(
        phase, head.round, table, head.totals, head.ready, head.starts, head.air, head.scores, head.reason,
        head.knocker, head.winner,
    )  # fmt: skip


def mark_of(token: bytes) -> bytes:
    """What one may show of a token: enough to know it again, not enough to use it."""
    return hashlib.sha256(b"mark" + token).digest()[:8]


def digest(state: State) -> int:
    """A number that two ends agree on if they see the same table and scores."""
    shown = state._replace(phase=SCORED, air=(), ready=0, starts=None, winner=None)
    return zlib.crc32(b"".join(map(encode_down, snapshot(shown, 0))))


T = TypeVar("T")


def _decoded(decoder: "msgspec.msgpack.Decoder[T]", data: bytes) -> T:
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise WireError(str(error)) from None


def _within(number: int, end: int) -> None:
    if not 0 <= number < end:
        raise WireError("out of range")


def _check(event: Event) -> None:
    """Whether the event's numbers can be meant. Raises WireError."""
    match event:
        case Moved(seat, src, dst, cards):
            _within(seat, SEATS)
            _within(src, PILES)
            _within(dst, PILES)
            for card in cards:
                _check_card(card)
        case Turned(pile, card):
            _within(pile, PILES)
            _check_card(card)
        case Thrown(seat, (src, dst, count), cards, at):
            _within(seat, SEATS)
            _within(src, PILES)
            _within(dst, PILES)
            _within(count, 64)
            _within(at, LATEST)
            for found in cards:
                _check_card(Card(*found))
        case Returned(seat, (src, dst, count), faster):
            _within(seat, SEATS)
            _within(src, PILES)
            _within(dst, PILES)
            _within(count, 64)
            _within(faster or 0, SEATS)
        case Scored(_, seat, scores, totals):
            _within(seat or 0, SEATS)
            _within(len(scores), SEATS + 1)
            _within(len(totals), SEATS + 1)
        case Ready(seat) | Dud(seat) | Won(seat) | Called(seat) | Sat(seat):
            _within(seat, SEATS)
        case Shouted(seat, number):
            _within(seat, SEATS)
            _within(number, SHOUTS)
        case Cheered(seat, number):
            _within(seat, SEATS)
            _within(number, len(KINDS_OF_CHEER))
        case Mode(number):
            _within(number, 256)
        case Started(at):
            _within(at, LATEST)


def _check_card(card: Card) -> None:
    if card != HIDDEN and not (1 <= card.rank <= KING and card.suit in SUITS and 0 <= card.pack < SEATS):
        raise WireError("not a card")


def _packed(pile: Pile) -> PackedPile:
    """Only what lies face up has its cards named."""
    down = len(pile.cards) - pile.up
    numbers = (card.rank | card.suit << 4 | card.pack << 6 for card in pile.cards[down:])
    return down, b"".join(number.to_bytes(2, "little") for number in numbers)


def _unpacked(packed: PackedPile) -> Pile:
    down, data = packed
    if len(data) % 2:
        raise WireError("half a card")
    cards = []
    for at in range(0, len(data), 2):
        number = data[at] | data[at + 1] << 8
        card = Card(number & 15, number >> 4 & 3, number >> 6)
        _check_card(card)
        cards.append(card)
    return Pile((HIDDEN,) * down + tuple(cards), len(cards))
