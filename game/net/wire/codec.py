"""Messages as bytes and back: a kind and its fields in MessagePack, all types and ranges checked.

Requests and events are sent as the tuples they are; piles have a compact form. Every encoded message is
decoded again at once, so that one the other end would reject is caught at its source.
"""

import hashlib
from typing import Any, TypeVar

import msgspec

from game.core.cards import HIDDEN, Card, Pile
from game.core.requests import Cheer, Knock, Play, Shout
from game.core.state import (
    KINDS_OF_CHEER,
    SHOUTS,
    Cheered,
    Dealt,
    Dud,
    Ready,
    Returned,
    Sat,
    Scored,
    Shouted,
    Started,
    Thrown,
    Won,
)
from game.core.table import Called, Mode, Moved, Table, Turned
from game.net.wire.deal_messages import (
    Commitments,
    HostCommitment,
    Openings,
    Reveal,
    RoundLog,
    SeatCommitment,
    SeatOpening,
)
from game.net.wire.fields import LATEST, PILES, Time
from game.net.wire.messages import (
    Appearance,
    Closed,
    Digest,
    EventReport,
    HouseRules,
    Join,
    Leave,
    PackedDealt,
    PackedMoved,
    PackedPile,
    Rematch,
    Room,
    SetBot,
    Sit,
    SnapshotHead,
    SnapshotPiles,
    Successors,
    TimedEvent,
    ToClient,
    ToHost,
    Welcome,
)
from game.net.wire.validate import WireError, validate, validate_card, validate_names, within

_EVENTS: tuple[type, ...] = (
    PackedMoved, Turned, Called, Mode, PackedDealt, Ready, Started, Thrown,
    Returned, Dud, Scored, Won, Shouted, Cheered, Sat,
)  # fmt: skip
_UP: tuple[type, ...] = (
    Play,
    Knock,
    Shout,
    Cheer,
    Appearance,
    SetBot,
    HouseRules,
    Sit,
    Leave,
    Digest,
    Rematch,
    EventReport,
    SeatCommitment,
    SeatOpening,
)
_DOWN: tuple[type, ...] = (
    Welcome, Room, Successors, Closed, SnapshotHead, SnapshotPiles,
    HostCommitment, Commitments, Openings, RoundLog, Reveal,
)  # fmt: skip
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
    """A Join as bytes. Raises WireError if it could not be decoded."""
    data = _encode(join)
    decode_join(data)
    return data


def decode_join(data: bytes) -> Join:
    """The Join. Raises WireError."""
    join = _decoded(_join, data)
    validate_names(join.name)
    return join


def encode_up(message: ToHost) -> bytes:
    """A client's message as bytes. Raises WireError if it could not be decoded."""
    data = _UP_KIND[type(message)] + _encode(message)
    decode_up(data)
    return data


def decode_up(data: bytes) -> ToHost:
    """A client's message. Raises WireError."""
    if not data or data[0] >= len(_up):
        raise WireError("not a request")
    message: ToHost = _decoded(_up[data[0]], data[1:])
    match message:
        case Play((src, dst, count), press):
            within(max(src, dst), PILES)
            within(count, 64)
            within(press, LATEST)
        case Shout(shout):
            within(shout, SHOUTS)
        case Cheer(kind):
            within(kind, len(KINDS_OF_CHEER))
        case Appearance(name):
            validate_names(name)
    return message


def encode_down(message: ToClient) -> bytes:
    """A host's message as bytes. Raises WireError if it could not be decoded."""
    if isinstance(message, TimedEvent):
        event: Any = message.event
        if isinstance(event, Dealt):
            table = event.table
            event = PackedDealt(event.round, table.passes, table.mode, tuple(map(packed, table.piles)))
        elif isinstance(event, Moved):
            small = packed(Pile(event.cards, len(event.cards) if event.up else 0))
            event = PackedMoved(event.seat, event.src, event.dst, *small, event.under)
        data = _EVENT_KIND[type(event)] + _encode((message.at, event))
    else:
        data = _DOWN_KIND[type(message)] + _encode(message)
    decode_down(data)
    return data


def decode_down(data: bytes) -> ToClient:
    """A host's message. Raises WireError."""
    if not data:
        raise WireError("empty")
    kind = data[0]
    if kind < len(_down):
        message: ToClient = _decoded(_down[kind], data[1:])
        if isinstance(message, Room):
            validate_names(message.name, *message.watchers, *(place.name for place in message.places))
        return message
    if not _FIRST_EVENT <= kind < _FIRST_EVENT + len(_events):
        raise WireError("not a kind of message")
    at, event = _decoded(_events[kind - _FIRST_EVENT], data[1:])
    if isinstance(event, PackedDealt):
        event = Dealt(event.round, Table(tuple(map(unpacked, event.piles)), event.passes, event.mode))
    elif isinstance(event, PackedMoved):
        if event.down and event.cards:
            raise WireError("cards that lie both ways")
        cards = unpacked((event.down, event.cards)).cards
        event = Moved(event.seat, event.src, event.dst, cards, not event.down, event.under)
    validate(event)
    return TimedEvent(at, event)


def mark_of(token: bytes, key: bytes) -> bytes:
    """By which a seat's owner is recognised: by the token, and by the lasting public key that it was given
    to."""
    return hashlib.sha256(b"mark" + token + key).digest()[:8]


T = TypeVar("T")


def _decoded(decoder: "msgspec.msgpack.Decoder[T]", data: bytes) -> T:
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise WireError(str(error)) from None


def packed(pile: Pile) -> PackedPile:
    """The pile in its compact form: only face-up cards are named."""
    down = len(pile.cards) - pile.up
    numbers = (card.rank | card.suit << 4 | card.pack << 6 for card in pile.cards[down:])
    return down, b"".join(number.to_bytes(2, "little") for number in numbers)


def unpacked(pile: PackedPile) -> Pile:
    """The pile from its compact form. Raises WireError."""
    down, data = pile
    if len(data) % 2:
        raise WireError("half a card")
    cards = []
    for at in range(0, len(data), 2):
        number = data[at] | data[at + 1] << 8
        card = Card(number & 15, number >> 4 & 3, number >> 6)
        validate_card(card)
        cards.append(card)
    return Pile((HIDDEN,) * down + tuple(cards), len(cards))
