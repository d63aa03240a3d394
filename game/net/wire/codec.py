"""Messages as bytes and back: a kind and its fields in MessagePack, all types and ranges checked.

Requests and events are sent as the tuples they are; piles have a compact form. Encoding checks nothing: the
tests decode what they encode.
"""

from functools import lru_cache
from typing import Any, TypeVar, get_args

import msgspec

from game.core.cards import ACE, HIDDEN, KING, Card, Pile
from game.core.limits import SEATS
from game.core.state import (
    Asked,
    AskPause,
    Cheer,
    Cheered,
    Dealt,
    Dud,
    Event,
    Knock,
    Paused,
    Play,
    Ready,
    Returned,
    Sat,
    Scored,
    Shout,
    Shouted,
    Started,
    Thrown,
    Won,
)
from game.core.table import Called, Mode, Move, Moved, Standing, Table, Turned
from game.names.line import is_line
from game.net.wire.fields import (
    CheerNumber,
    Delay,
    Face,
    Message,
    PackedMove,
    PackedStanding,
    PackedThrown,
    PileNumber,
    Points,
    Reason,
    Seat,
    ShoutNumber,
    Small,
    Time,
    WireError,
)
from game.net.wire.messages import (
    Appearance,
    Hands,
    Join,
    PackedDealt,
    PackedMoved,
    PackedPile,
    Pointing,
    Room,
    ToClient,
    ToHost,
)

FORMS: dict[type, Any] = {
    Play: tuple[PackedMove, Time],
    Knock: tuple[()],
    AskPause: tuple[()],
    Shout: tuple[ShoutNumber],
    Cheer: tuple[CheerNumber],
    Moved: PackedMoved,
    Turned: tuple[PileNumber, Face],
    Called: tuple[Seat],
    Mode: tuple[Small],
    Dealt: PackedDealt,
    Ready: tuple[Seat],
    Started: tuple[Time, Small, Delay],
    Asked: tuple[Seat, Time],
    Paused: tuple[Seat, Time],
    Thrown: PackedThrown,
    Returned: tuple[Seat, PackedMove, Seat | None, bool],
    Dud: tuple[Seat],
    Scored: tuple[Reason, Seat | None, Points, Points],
    Won: tuple[Seat],
    Shouted: tuple[Seat, ShoutNumber],
    Cheered: tuple[Seat, CheerNumber],
    Sat: tuple[Seat],
    Standing: PackedStanding,
}
"""The wire form of each request and event; every other message is its own."""
_FIRST_EVENT = 64
UP: dict[int, type] = dict(enumerate(get_args(ToHost)))
DOWN: dict[int, type] = {
    **dict(enumerate(kind for kind in get_args(ToClient) if issubclass(kind, Message))),
    **dict(enumerate((kind for kind in FORMS if kind in get_args(Event)), _FIRST_EVENT)),
}
"""By number, the kinds of messages to the host and to a client; events have the numbers from 64 on."""

Alone = TypeVar("Alone", Join, Pointing, Hands)
_encode = msgspec.msgpack.Encoder().encode
_read_alone = {kind: msgspec.msgpack.Decoder(kind) for kind in (Join, Pointing, Hands)}
_read_up = {number: msgspec.msgpack.Decoder(FORMS.get(kind, kind)) for number, kind in UP.items()}
_read_down = {number: msgspec.msgpack.Decoder(FORMS.get(kind, kind)) for number, kind in DOWN.items()}
_head_up, _head_down = ({kind: bytes((number,)) for number, kind in kinds.items()} for kinds in (UP, DOWN))


def encode_alone(message: Join | Pointing | Hands) -> bytes:
    """A message as bytes that goes where no other kind can: in a handshake, or aside."""
    return _encode(message)


def decode_alone(kind: type[Alone], data: bytes) -> Alone:
    """That message. Raises WireError."""
    message: Alone = _decoded(_read_alone[kind], data)
    if isinstance(message, Join):
        _check_names(message.name)
    return message


def encode_up(message: ToHost) -> bytes:
    """A client's message as bytes."""
    return _head_up[type(message)] + _encode(message)


def decode_up(data: bytes) -> ToHost:
    """A client's message. Raises WireError."""
    if not data or data[0] not in UP:
        raise WireError("not a request")
    message: ToHost = _made(UP[data[0]], _decoded(_read_up[data[0]], data[1:]))
    if isinstance(message, Appearance):
        _check_names(message.name)
    return message


def encode_down(message: ToClient) -> bytes:
    """A host's message as bytes."""
    return (
        _encode_event(message) if isinstance(message, Event) else _head_down[type(message)] + _encode(message)
    )


@lru_cache(maxsize=64, typed=True)
def _encode_event(event: Event) -> bytes:
    """As `encode_down`; the seats are told of one event at different times."""
    return _head_down[type(event)] + _encode(_compact(event))


def decode_down(data: bytes) -> ToClient:
    """A host's message. Raises WireError."""
    if not data or data[0] not in DOWN:
        raise WireError("not a kind of message")
    message: ToClient = _made(DOWN[data[0]], _decoded(_read_down[data[0]], data[1:]))
    if isinstance(message, Room):
        _check_names(message.name, *message.watchers, *(place.name for place in message.places))
    return message


def _decoded(decoder: "msgspec.msgpack.Decoder[Any]", data: bytes) -> Any:
    try:
        return decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise WireError(str(error)) from None


def _compact(event: Event) -> object:
    """What is on the wire of an event."""
    match event:
        case Dealt(number, table, handicaps):
            return PackedDealt(number, table.passes, table.mode, tuple(map(packed, table.piles)), handicaps)
        case Moved(seat, src, dst, cards, up, under):
            return PackedMoved(seat, src, dst, *packed(Pile(cards, len(cards) if up else 0)), under)
    return event


def _made(kind: type, fields: Any) -> Any:
    """The message of this kind from what is on the wire of it. Raises WireError."""
    match fields:
        case PackedDealt(number, passes, mode, piles, handicaps):
            return Dealt(number, Table(tuple(map(unpacked, piles)), passes, mode), handicaps)
        case PackedMoved(seat, src, dst, down, faces, under):
            if down and faces:
                raise WireError("cards that lie both ways")
            return Moved(seat, src, dst, unpacked((down, faces)).cards, not down, under)
        case msgspec.Struct():
            return fields
        case (move, press) if kind is Play:
            return Play(Move(*move), press)
        case (pile, card) if kind is Turned:
            return Turned(pile, Card(*card))
        case (seat, move, *rest) if kind in (Thrown, Returned):
            return kind(seat, Move(*move), *rest)
    return kind(*fields)


def _check_names(*names: str) -> None:
    """Raises WireError if a name is more than a line of printable characters."""
    if not all(map(is_line, names)):
        raise WireError("not a name")


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
    for low, high in zip(data[::2], data[1::2], strict=True):
        card = Card(low & 15, low >> 4 & 3, low >> 6 | high << 2)
        if not (ACE <= card.rank <= KING and card.pack < SEATS):
            raise WireError("not a card")
        cards.append(card)
    return Pile((HIDDEN,) * down + tuple(cards), len(cards))
