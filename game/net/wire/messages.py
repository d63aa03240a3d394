"""What host and clients send each other besides requests and events, with bounds on every field.

Fields go by position, so that a message costs few bytes; `codec` makes bytes of it.
"""

from typing import Annotated, Literal, NamedTuple

import msgspec

from game.core.limits import LINE, SEATS, TABLE, Level
from game.core.requests import Cheer, Knock, Play, Shout
from game.core.state import Event, Thrown
from game.net.wire.deal_messages import FromDeal, SeatCommitment, SeatOpening
from game.net.wire.fields import (
    PILES,
    REASON,
    Back,
    Count,
    Key,
    Message,
    Name,
    Points,
    Rounds,
    Small,
    Target,
    Time,
    Token,
)

WATCHERS = 16
SUCCESSORS = 12
"""The most machines listed as possible successors of the host; they fit a packet."""


class Join(Message):
    """Joins a table; a token from before leads back to the same place. `spare`: the port to host at."""

    name: Name
    back: Back
    token: Token | None = None
    watch: bool = False
    spare: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 0
    bot: Level | None = None
    """A bot plays for this client."""


class Welcome(Message):
    """The first message to a client: its number, how to come back, and how to know the host again."""

    member: Small
    token: Token
    table: Annotated[bytes, msgspec.Meta(min_length=8, max_length=8)]
    epoch: Count
    host: Key
    """The host's public key that signs its answers."""
    key: Key | None = None
    """The table's private key, for a client that could take the table over."""
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)] = 0
    """Where the table is looked for, whichever machine hosts it."""


class SeatInfo(Message):
    """A seat as everyone sees it."""

    kind: Literal["empty", "person", "bot", "away"] = "empty"
    name: Name = ""
    back: Back = 0
    ready: bool = False
    level: Level | None = None
    """The level of the bot that sits there or stands in."""
    member: Small | None = None
    """The member whose seat it is, if it is not one of the host's bots."""


class Room(Message):
    """Everything about a table except the match."""

    name: Annotated[str, msgspec.Meta(max_length=TABLE, pattern=LINE)]
    places: Annotated[tuple[SeatInfo, ...], msgspec.Meta(min_length=1, max_length=SEATS)]
    watchers: Annotated[tuple[Name, ...], msgspec.Meta(max_length=WATCHERS)]
    owner: Annotated[int, msgspec.Meta(ge=-1, le=255)]
    """The member who may set the rules; -1: nobody."""
    playing: bool
    target: Target
    rounds: Rounds
    house: Annotated[dict[str, bool], msgspec.Meta(max_length=8)]


class Successor(Message):
    """A machine that could take the table over, or with port 0 one that cannot: its address as the host sees
    it, and how to recognise its player."""

    member: Small
    seat: Annotated[int, msgspec.Meta(ge=0, lt=SEATS)] | None
    host: Annotated[str, msgspec.Meta(max_length=64)]
    port: Annotated[int, msgspec.Meta(ge=0, le=65535)]
    mark: Annotated[bytes, msgspec.Meta(max_length=8)]
    """The beginning of the hash of its token and key."""
    player: Annotated[bytes, msgspec.Meta(max_length=16)]
    """The fingerprint of its key."""


class Successors(Message):
    """The machines, in the order in which they would take over."""

    successors: Annotated[tuple[Successor, ...], msgspec.Meta(max_length=SUCCESSORS)]


class Appearance(Message):
    """Chooses another name and card back."""

    name: Name
    back: Back


class SetBot(Message):
    """The owner puts a bot on a seat, or clears the seat."""

    seat: Annotated[int, msgspec.Meta(ge=0, lt=SEATS)]
    level: Level | None


class HouseRules(Message):
    """The owner sets what is played."""

    target: Target
    rounds: Rounds
    house: Annotated[dict[str, bool], msgspec.Meta(max_length=8)]


class Sit(Message):
    """Sit down, or get up and watch."""

    down: bool


class Leave(Message):
    """Leave for good."""


class Closed(Message):
    """The host closes the table, or removes the member from it."""

    reason: Literal["left", "kicked"]


class Digest(Message):
    """A checksum of the table at the end of a round, so that both ends can check that they agree."""

    round: Count
    crc: Annotated[int, msgspec.Meta(ge=0, lt=2**32)]


class EventReport(Message):
    """To a new host: an event that the old host sent to everyone, as received, and its number."""

    number: Time
    event: Annotated[bytes, msgspec.Meta(max_length=1000)]


class Rematch(Message):
    """The owner returns to the table before the match, to play another."""


class SnapshotHead(Message):
    """A match in progress: all of the state but the piles; this many of them follow."""

    phase: Literal["waiting", "playing", "scored", "won"]
    round: Count
    totals: Annotated[tuple[Points, ...], msgspec.Meta(max_length=SEATS)]
    ready: Small
    starts: Time | None
    air: Annotated[tuple[Thrown, ...], msgspec.Meta(max_length=SEATS)]
    scores: Annotated[tuple[Points, ...], msgspec.Meta(max_length=SEATS)]
    reason: Annotated[str, msgspec.Meta(max_length=REASON)]
    knocker: Annotated[int, msgspec.Meta(ge=0, lt=SEATS)] | None
    winner: Annotated[int, msgspec.Meta(ge=0, lt=SEATS)] | None
    passes: Small
    mode: Small
    calls: Small
    piles: Annotated[int, msgspec.Meta(ge=0, le=PILES)]
    events: Time
    """How many events the match has had."""


PackedPile = tuple[Small, Annotated[bytes, msgspec.Meta(max_length=512)]]
"""The number of face-down cards, which nobody may know, and two bytes for each face-up card."""


class SnapshotPiles(Message):
    """Some of those piles, from number `first` on."""

    first: Small
    piles: Annotated[tuple[PackedPile, ...], msgspec.Meta(min_length=1, max_length=PILES)]


class PackedDealt(Message):
    """A Dealt in compact form."""

    round: Count
    passes: Small
    mode: Small
    piles: Annotated[tuple[PackedPile, ...], msgspec.Meta(max_length=PILES)]


class PackedMoved(Message):
    """A Moved in compact form: the number of cards that land face down, or two bytes for each face-up
    card."""

    seat: Small
    src: Small
    dst: Small
    down: Small
    cards: Annotated[bytes, msgspec.Meta(max_length=512)]
    under: bool


class TimedEvent(NamedTuple):
    """An event, to be shown at `at` (host's clock, microseconds) or at once if that has passed."""

    at: int
    event: Event


ToHost = (
    Play
    | Knock
    | Shout
    | Cheer
    | Appearance
    | SetBot
    | HouseRules
    | Sit
    | Leave
    | Digest
    | Rematch
    | EventReport
    | SeatCommitment
    | SeatOpening
)
ToClient = TimedEvent | Welcome | Room | Successors | Closed | SnapshotHead | SnapshotPiles | FromDeal
