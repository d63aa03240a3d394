"""What host and clients send each other besides requests and events, with bounds on every field.

Fields go by position, so that a message costs few bytes; `codec` makes bytes of it.
"""

from typing import Annotated, Literal

from msgspec import Meta

from game.core.fair_deal import COMMITMENT, NUMBER
from game.core.limits import GAME, HANDICAPS, SEATS, SUCCESSORS, TABLE, Handicap, Level
from game.core.portraits import Portrait
from game.core.state import AskPause, Cheer, Event, Knock, Play, Shout
from game.names.line import LINE
from game.net.wire.fields import (
    PILES,
    Back,
    Count,
    Delay,
    Faces,
    GameName,
    Handicaps,
    House,
    Id,
    Key,
    Message,
    Name,
    PackedHelp,
    PackedMove,
    PackedStanding,
    PackedThrown,
    PileNumber,
    Pointed,
    Points,
    Port,
    Print,
    Reason,
    Rounds,
    Seat,
    Small,
    Target,
    Time,
    Token,
)

LOG = 60_000
"""The most bytes of a round's log: 5,000 moves."""
Number = Annotated[bytes, Meta(min_length=NUMBER, max_length=NUMBER)]
Commitment = Annotated[bytes, Meta(min_length=COMMITMENT, max_length=COMMITMENT)]
WATCHERS, ADDRESSES = 16, 8
RUN = 4096
"""The most bytes of a run in one message."""
ACTS = 2048
"""The most acts of a run that are taken: four times as many as the longest solution has."""
PackedActs = Annotated[tuple[tuple[Time, PackedMove | None, PackedHelp], ...], Meta(max_length=ACTS)]
"""When, by the clock of the run, without penalties; the move; or if it is none, the help taken."""
HostAddress = Annotated[str, Meta(max_length=64, pattern=LINE)]
Milliseconds = Annotated[int, Meta(ge=0, le=9999)]
PackedPile = tuple[Small, Faces]
"""The number of face-down cards, which nobody may know, and two bytes for each face-up card."""


class HostCommitment(Message):
    """The host commits to its number for a round, and asks a seat to commit to one."""

    round: Count
    seat: Seat
    commitment: Commitment


class SeatCommitment(Message):
    """A seat commits to its number for a round."""

    round: Count
    commitment: Commitment


class Commitments(Message):
    """All commitments for a round, by seat; empty where there is none. The seats may now open theirs."""

    round: Count
    host: Commitment
    commitments: Annotated[tuple[Annotated[bytes, Meta(max_length=COMMITMENT)], ...], Meta(max_length=SEATS)]
    handicaps: Handicaps = ()
    """With which the round will be dealt."""


class SeatOpening(Message):
    """A seat opens its number."""

    round: Count
    number: Number


class Openings(Message):
    """All numbers opened for a round, by seat; empty where a seat was passed over. The deal follows."""

    round: Count
    numbers: Annotated[tuple[Annotated[bytes, Meta(max_length=NUMBER)], ...], Meta(max_length=SEATS)]


class Reveal(Message):
    """The host opens its number for a round that is over, and tells its log (see wire.round_log) and, for who
    has not seen the deal, what that follows from."""

    round: Count
    secret: Number
    log: Annotated[bytes, Meta(max_length=LOG)] = b""
    seed: Annotated[bytes, Meta(max_length=NUMBER)] = b""


FromDeal = HostCommitment | Commitments | Openings | Reveal
"""What the host tells of a deal."""


class Join(Message):
    """Joins a table; a token from before leads back to the same place. `spare`: the port to host at."""

    name: Name
    back: Back
    token: Token | None = None
    watch: bool = False
    spare: Port = 0
    bot: Level | None = None
    """A bot plays for this client."""
    portrait: Portrait = "star"
    signs: Print = b""
    """Of the key that it signs with."""


class Welcome(Message):
    """The first message to a client: its number, how to come back, and how to know the host again."""

    member: Small
    token: Token
    table: Id
    epoch: Count
    host: Key
    """The host's public key that signs its answers."""
    port: Port = 0
    """Where the table is looked for, whichever machine hosts it."""
    addresses: Annotated[tuple[HostAddress, ...], Meta(max_length=ADDRESSES)] = ()
    """The host's other addresses, to try once it falls silent."""


class SeatInfo(Message):
    """A seat as everyone sees it."""

    kind: Literal["empty", "person", "bot", "away"] = "empty"
    name: Name = ""
    back: Back = 0
    ready: bool = False
    """Whether its member has knocked; or whether its bot stays for another match."""
    level: Level | None = None
    """The level of the bot that sits there or stands in."""
    member: Small | None = None
    """The member whose seat it is, if it is not one of the host's bots."""
    portrait: Portrait = "star"
    handicap: Handicap = HANDICAPS[0]
    """How many cards its 13-pile has from the next deal on."""
    busy: bool = False
    """Whether its member looks elsewhere, as at a menu, while the round is played."""


class HouseRules(Message):
    """What is played, as the owner sets it."""

    target: Target
    rounds: Rounds
    house: House
    game: GameName = ""


class Room(Message):
    """Everything about a table except the match."""

    name: Annotated[str, Meta(max_length=TABLE, pattern=LINE)]
    places: Annotated[tuple[SeatInfo, ...], Meta(min_length=1, max_length=SEATS)]
    watchers: Annotated[tuple[Name, ...], Meta(max_length=WATCHERS)]
    owner: Annotated[int, Meta(ge=-1, le=255)]
    """The member who may set the rules; -1: nobody."""
    playing: bool
    terms: HouseRules
    waiting: Annotated[int, Meta(ge=0, le=WATCHERS)] = 0
    """How many of the watchers, the first ones, wait for a seat."""


class Successor(Message):
    """A machine that could take the table over, or with port 0 one that cannot: its address as the host sees
    it, and how to recognise its player."""

    member: Small
    seat: Seat | None
    host: HostAddress
    port: Port
    mark: Annotated[bytes, Meta(max_length=8)]
    """The beginning of the hash of its token and key."""
    player: Print
    """Of its key."""
    signs: Print = b""
    """Of the key that it signs with, by which its word is known of who hosts the table."""


class Successors(Message):
    """The machines, in the order in which they would take over."""

    successors: Annotated[tuple[Successor, ...], Meta(max_length=SUCCESSORS)]


class Appearance(Message):
    """Chooses another name, card back and portrait."""

    name: Name
    back: Back
    portrait: Portrait = "star"


class SetBot(Message):
    """The owner puts a bot on a seat, or clears the seat."""

    seat: Seat
    level: Level | None


class SetHandicap(Message):
    """A seat's player, or the owner, has its 13-pile dealt so many cards from the next deal on."""

    seat: Seat
    cards: Handicap


class Busy(Message):
    """The sender looks elsewhere, as at a menu, or at the table again."""

    on: bool


class Sit(Message):
    """Sit down, or get up and watch."""

    down: bool


class Leave(Message):
    """Leave for good, or to come back to the same seat."""

    back: bool = False


class Closed(Message):
    """The host closes the table, or removes the member from it."""

    reason: Literal["left", "kicked"]


class Digest(Message):
    """A checksum of the table at the end of a round, so that both ends can check that they agree."""

    round: Count
    crc: Annotated[int, Meta(ge=0, lt=2**32)]


class Pointing(Message):
    """Aside, to the host: where the sender's hand is over the shared piles; None: elsewhere."""

    hand: Pointed | None


class Line(Message):
    """A member's line in the last minute, as the host has measured it."""

    member: Small
    trip: Milliseconds
    """What a packet takes there and back as a rule."""
    jitter: Milliseconds
    """By how much that varies within a second."""
    longest: Milliseconds
    """By how much it was longer at the worst."""
    stalls: Small
    """In how many seconds it was so by 100 ms."""
    loss: Annotated[int, Meta(ge=0, le=100)]
    """Packets of 100 that were lost."""
    waited: bool = True
    """Whether what lands is shown late enough for it."""


class Lines(Message):
    """The lines of all who have a seat."""

    lines: Annotated[tuple[Line, ...], Meta(max_length=SEATS)]


class Hands(Message):
    """Aside, to a client: the hands that have moved since the update before, by seat."""

    frame: Count
    """The number of this update: how many tenths of a second the host's clock had seen."""
    hands: Annotated[tuple[tuple[Seat, Pointed | None], ...], Meta(max_length=SEATS)]


class Rematch(Message):
    """The owner returns to the table before the match, to play another."""


class WaitFor(Message):
    """The owner wishes, from the next round on, that what lands is shown late enough for a member's line, or
    no longer."""

    member: Small
    on: bool


class GoOn(Message):
    """Who may (see net/waiting) has the others go on without those who have not knocked."""


class RunDeal(Message):
    """What each seat plays in a round beside its table, told when all have knocked for it."""

    round: Count
    challenge: Annotated[str, Meta(max_length=GAME, pattern=LINE)]
    """Its name."""
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)]
    played: Time = 0
    """Microseconds that it had been played when the match was taken over from another host."""


class RunsEnd(Message):
    """By when all have to come out, by the clock of the runs, if that is known. All are told of it after the
    deal, and when it changes."""

    round: Count
    at: Time | None


class Acts(Message):
    """To the host: what the sender did in its own patience, from its act number `first` on."""

    round: Count
    first: Count
    acts: PackedActs


class RunActs(Message):
    """To a client: what a seat did, from its act number `first` on, as the host counts it. Sent to
    watchers and finishers; to the seat itself only as a correction, or when it comes back."""

    round: Count
    seat: Seat
    first: Count
    acts: PackedActs


class ToldRun(Message):
    """Either way: a run; up, one of the sender's own."""

    run: Annotated[bytes, Meta(max_length=RUN)]


class Snapshot(Message):
    """A match in progress."""

    phase: Literal["waiting", "playing", "paused", "scored", "won"]
    round: Count
    totals: Points
    ready: Small
    starts: Time | None
    air: Annotated[tuple[PackedThrown, ...], Meta(max_length=SEATS)]
    scores: Points
    reason: Reason
    knocker: Seat | None
    winner: Seat | None
    passes: Small
    mode: Small
    calls: Small
    piles: Annotated[tuple[PackedPile, ...], Meta(max_length=PILES)]
    events: Time
    """How many events the match has had."""
    out: Small
    delay: Delay
    standings: Annotated[tuple[PackedStanding, ...], Meta(max_length=SEATS)] = ()
    asks: tuple[Seat, Time] | None = None
    """Who asks for a pause, or has brought it about, and when."""
    played: Time = 0
    handicaps: Handicaps = ()


class PackedDealt(Message):
    """A Dealt in compact form."""

    round: Count
    passes: Small
    mode: Small
    piles: Annotated[tuple[PackedPile, ...], Meta(max_length=PILES)]
    handicaps: Handicaps = ()


class PackedMoved(Message):
    """A Moved in compact form: the number of cards that land face down, or two bytes for each face-up
    card."""

    seat: Seat
    src: PileNumber
    dst: PileNumber
    down: Small
    cards: Faces
    under: bool


ToHost = (
    Play
    | Knock
    | AskPause
    | Shout
    | Cheer
    | Appearance
    | SetBot
    | HouseRules
    | Busy
    | Sit
    | Leave
    | Digest
    | Rematch
    | SeatCommitment
    | SeatOpening
    | ToldRun
    | Acts
    | GoOn
    | WaitFor
    | SetHandicap
)
ToClient = (
    Event
    | Welcome
    | Room
    | Successors
    | Closed
    | Snapshot
    | FromDeal
    | ToldRun
    | RunDeal
    | RunActs
    | RunsEnd
    | Lines
)
