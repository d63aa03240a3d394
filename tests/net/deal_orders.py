"""A host that may say anything in any order, against one client; which orders get it a chosen deal proved.

The client is the real one, its connection alone is not. The host of a duel of two, whose second seat is a
friend's, does one thing at a time; each has a letter. Positions that are alike are looked at once.
"""

import copy
from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import Any

from game.core.fair_deal import FairDeal, host_commitment
from game.core.match import Match
from game.core.shuffle import derive
from game.core.state import PLAYING, SCORED, Dealt, Event, Knock, Started, State, mask_match, opening
from game.core.table import Move
from game.net.client.connection import CONNECTED, Connection
from game.net.client.deal_verdict import BROKEN, PROVED, UNPROVABLE, DealVerdict
from game.net.client.deal_witness import NEW, DealWitness
from game.net.client.table_client import TableClient
from game.net.wire.messages import (
    Commitments,
    HostCommitment,
    HouseRules,
    Join,
    Openings,
    Room,
    SeatCommitment,
    SeatInfo,
    SeatOpening,
    ToClient,
    Welcome,
)
from game.net.wire.round_log import reveal
from game.net.wire.snapshot import snapshot
from tests.net.fair_rounds import Shuffled

TABLE = b"12345678"
RULES = Shuffled()
STARTS, PRESS, LANDS = 1_000, 2_000, 200_000
_WORSE = (None, PROVED, UNPROVABLE, BROKEN)


class Offer:
    """What the host knows of the deal of one round, on the connection that it speaks on."""

    def __init__(self) -> None:
        self.secret = self.commitment = self.number = b""
        """Its own number, the seat's commitment and, once that is told, the seat's number."""

    def deal(self, number: int) -> FairDeal:
        return FairDeal(TABLE, number, self.secret, (self.commitment, b""), (self.number, b""))


class Cheat:
    """The host, and the client at its first seat."""

    def __init__(self, rounds: int, both: bool = True) -> None:
        """`both`: whether it may go on speaking on the connection before, and stand for another host."""
        self.rounds, self.both = range(1, rounds + 1), both
        self.offers = {number: Offer() for number in self.rounds}
        self.secrets = 0
        self.learned: list[bytes] = []
        """The seeds of the deals that it could look at since a round was last scored."""
        self.scored: list[bytes] = []
        """Those of the round scored last."""
        self.dealt = b""
        """The seed of the deal that the client has."""
        self.path: tuple[str, ...] = ()
        """What has been done."""
        self.found: dict[int, DealVerdict | None] = {}
        self.epoch = 0
        self.lines: list[TableClient] = []
        """The client's connections, the latest last; the host speaks on the first of these."""
        self.connect(0)

    # -- the client

    def connect(self, epoch: int) -> None:
        """The player has another connection, beside the last."""
        client = TableClient(Connection(Join("A", 0), "", 0), lambda *_: RULES)
        if self.lines:
            client.witness = DealWitness(self.lines[-1].witness.ledger)
        client.connection = _Line(self)  # type: ignore[assignment]
        self.epoch = epoch
        self.lines = [client, *self.lines[:1]]
        self.tell(Welcome(0, bytes(16), TABLE, epoch, bytes(32)))
        if len(self.lines) > 1:
            self.room(True)
        else:
            self.room(False)

    def copy(self) -> "Cheat":
        """The same position; what is never changed in place is shared."""
        other = copy.copy(self)
        other.offers = {number: copy.copy(offer) for number, offer in self.offers.items()}
        other.found, ledger = dict(self.found), copy.copy(self.client.witness.ledger)
        ledger.verdicts = dict(ledger.verdicts)
        other.lines = []
        for line in self.lines:
            client = copy.copy(line)
            client.connection = _Line(other, line.connection.state)  # type: ignore[assignment]
            client.confirmed, client._prediction = copy.copy(line.confirmed), copy.copy(line._prediction)
            client.confirmed.recent, client._coming = line.confirmed.recent.copy(), line._coming.copy()
            client.witness = copy.copy(line.witness)
            client.witness.ledger, client.witness._numbers = ledger, copy.copy(line.witness._numbers)
            if record := line.witness._record:
                client.witness._record = record = copy.copy(record)
                record.numbers = copy.copy(record.numbers)
                record.shown = list(record.shown)
            other.lines.append(client)
        return other

    @property
    def client(self) -> TableClient:
        return self.lines[0]

    def tell(self, *messages: ToClient) -> None:
        """The host says this; a client that it makes no sense to hears no more of this connection."""
        client = self.client
        for message in messages:
            if client.connection.state == CONNECTED:
                try:
                    client._take(message, 0)
                except (IndexError, ValueError):
                    client.connection.state = "left"

    def answered(self, message: object) -> None:
        """The client sends the host a message."""
        match message:
            case SeatCommitment(number, commitment):
                self.offers[number].commitment = commitment
            case SeatOpening(number, own):
                self.offers[number].number = own
                self.learned = [*self.learned, self.offers[number].deal(number).seed]

    # -- what the host does

    def room(self, playing: bool) -> None:
        places = (
            SeatInfo("person", "A", 0, member=0),
            SeatInfo("person", "B", 1, member=1),
        )
        self.tell(Room("T", places, (), 0, playing, HouseRules(0, 9, {})))

    def ask(self, number: int) -> None:
        offer = self.offers[number] = Offer()
        self.secrets += 1
        offer.secret = bytes([self.secrets % 256] * 32)
        self.tell(HostCommitment(number, 0, host_commitment(TABLE, number, offer.secret)))

    def list_all(self, number: int) -> None:
        offer = self.offers[number]
        told = host_commitment(TABLE, number, offer.secret)
        self.tell(Commitments(number, told, (offer.commitment, b"")))

    def open_all(self, number: int) -> None:
        self.tell(Openings(number, (self.offers[number].number, b"")))

    def gather(self, number: int) -> None:
        self.ask(number)
        self.list_all(number)
        self.open_all(number)

    def state(self, number: int) -> State:
        """The table of a round just dealt."""
        return _dealt(self.offers[number].deal(number).seed, number)

    def deal(self, number: int) -> None:
        before = self.client.witness._state
        self.tell(mask_match(Dealt(number, self.state(number).table)))
        if self.client.witness._state != before and self.client.connection.state == CONNECTED:
            self.dealt = self.offers[number].deal(number).seed

    def play(self, number: int) -> tuple[Match, list[Event]]:
        """The round, in which the friend knocks at once."""
        return _played(self.state(number))

    def score(self, number: int) -> None:
        self.tell(*(mask_match(each) for each in (Started(STARTS), *self.play(number)[1])))
        if self.client.connection.state == CONNECTED:
            self.scored, self.learned = self.learned, []

    def reveal(self, number: int) -> None:
        self.tell(reveal(self.offers[number].deal(number), STARTS, self.play(number)[0].log))

    def play_all(self, number: int) -> None:
        self.deal(number)
        self.score(number)
        self.reveal(number)

    def tell_match(self, state: State) -> None:
        witness, ended = self.client.witness, state.round - (state.phase != SCORED)
        if witness._state == NEW and 0 < ended >= witness.ledger.due:
            self.learned = []  # on a new connection the player is shown that the round is over
        self.tell(*_told(state))

    def toggle(self) -> None:
        """Speak on the connection before from now on."""
        self.lines.reverse()

    def knock(self) -> None:
        """Not the host, but the player does this, on the connection that has replaced the other."""
        self.lines = self.lines[:1]
        self.client.ask(Knock(), 0)
        if not self.client.witness.ledger.verdicts:
            self.found.clear()

    def rematch(self) -> None:
        """There is another match, which the player wants too."""
        self.room(False)
        self.knock()
        self.room(True)
        self.tell_match(opening(2))

    # -- all of it

    def letters(self) -> dict[str, Callable[[], None]]:
        """All that can be done."""
        doing: dict[str, Callable[[], None]] = {"again": lambda: self.connect(self.epoch)}
        if self.both:
            doing |= {"elsewhere": lambda: self.connect(self.epoch + 1), "toggle": self.toggle}
        if self.client.connection.state != CONNECTED:
            return doing
        doing |= {
            "put away": lambda: self.room(False),
            "begin": lambda: self.room(True),
            "knock": self.knock,
            "rematch": self.rematch,
            "told 0": lambda: self.tell_match(opening(2)),
        }
        for n in self.rounds:
            doing |= {
                f"gather {n}": lambda n=n: self.gather(n),  # type: ignore[misc]
                f"play {n}": lambda n=n: self.play_all(n),  # type: ignore[misc]
                f"ask {n}": lambda n=n: self.ask(n),  # type: ignore[misc]
                f"list {n}": lambda n=n: self.list_all(n),  # type: ignore[misc]
                f"open {n}": lambda n=n: self.open_all(n),  # type: ignore[misc]
                f"deal {n}": lambda n=n: self.deal(n),  # type: ignore[misc]
                f"score {n}": lambda n=n: self.score(n),  # type: ignore[misc]
                f"reveal {n}": lambda n=n: self.reveal(n),  # type: ignore[misc]
                f"during {n}": lambda n=n: self.tell_match(  # type: ignore[misc]
                    self.state(n)._replace(phase=PLAYING, starts=STARTS)
                ),
                f"after {n}": lambda n=n: self.tell_match(self.state(n)._replace(phase=SCORED)),  # type: ignore[misc]
            }
        return doing

    def do(self, letter: str) -> None:
        """Do this; an AssertionError says that it has got the host a verdict that it must not get."""
        self.path += (letter,)
        self.letters()[letter]()
        if letter in ("put away", "rematch") and not self.client.witness.ledger.opened:
            self.found.clear()  # who has given no number may forget
        for number in self.rounds:
            found = self.client.witness.verdict(number)
            before = self.found.get(number)
            kind, worse = found and found.kind, before and before.kind
            if kind == PROVED and worse != PROVED:
                assert self.scored == [self.dealt], self.path
            if worse in (PROVED, UNPROVABLE, BROKEN):
                assert _WORSE.index(kind) >= _WORSE.index(worse), ("a verdict got better", self.path)
            self.found[number] = found

    def key(self) -> Any:
        """What all that can come depends on."""
        ledger = self.client.witness.ledger
        lines = [
            (
                (w := client.witness)._state,
                w._round,
                client.connection.state,
                client.room and client.room.playing,
                client.confirmed.state.phase,
                client.confirmed.state.round,
                client.confirmed.state.table.piles and client.confirmed.state.table == self._table(client),
                self._which(w._numbers),
                w._record and (self._which(w._record.numbers), w._record.seated),
                client.welcome and client.welcome.epoch == self.epoch,
            )
            for client in self.lines
        ]
        offers = [
            (bool(o.secret), bool(o.commitment), bool(o.number), o.deal(n).seed == self.dealt)
            for n, o in self.offers.items()
        ]
        verdicts = sorted((number, each.kind) for number, each in ledger.verdicts.items())
        shown = sorted((number, each and each.kind) for number, each in self.found.items())
        chosen = len(self.learned[:2]), self.scored == [self.dealt]
        moved = ledger.epoch == self.epoch, ledger.epoch is None
        return repr((lines, offers, ledger.opened, ledger.due, verdicts, chosen, moved, shown))

    def _table(self, client: TableClient) -> object:
        number = client.confirmed.state.round
        return self.state(number).table.view() if number in self.offers else None

    def _which(self, numbers: Any) -> tuple[object, ...]:
        """Whether these numbers are those that the host knows, and what is known of them."""
        known = [
            (numbers.commitment == offer.commitment, numbers.host == host_commitment(TABLE, n, offer.secret))
            for n, offer in self.offers.items()
        ]
        told = [numbers.openings == (offer.number, b"") for offer in self.offers.values()]
        return (*known, *told, numbers.seat, numbers.opened, numbers.changed, len(numbers.commitments))


@lru_cache(maxsize=4096)
def _dealt(seed: bytes, number: int) -> State:
    return State("waiting", number, RULES.deal(derive(seed, number), 2), (0, 0))


@lru_cache(maxsize=4096)
def _played(dealt: State) -> tuple[Match, list[Event]]:
    match = Match(RULES, 2, bytes(32), 0, 9)
    match.resume(dealt._replace(phase=PLAYING, starts=STARTS), STARTS)
    match.claim(1, Move(1, 1, 0), PRESS, PRESS)
    return match, match.settle(LANDS)


@lru_cache(maxsize=4096)
def _told(state: State) -> tuple[ToClient, ...]:
    return (snapshot(state, 0),)


class _Line:
    """A connection without a network."""

    def __init__(self, host: Cheat, state: str = CONNECTED) -> None:
        self._host = host
        self.state, self.sent, self.watermark, self.interval = state, 0, 0, 0
        self.clock = self

    known = False

    def now(self, local: int) -> int:
        return local

    def send(self, message: object, now: int) -> None:
        self._host.answered(message)


def orders(rounds: int, longest: int, both: bool = True) -> Iterator[Cheat]:
    """Each position that an order of so many steps at most leads to once a match has begun; see Cheat.do."""
    begun = Cheat(rounds, both)
    for letter in ("begin", "told 0"):
        begun.do(letter)
    seen, edge = set[str](), [begun]
    for _ in range(longest):
        found: list[Cheat] = []
        for cheat in edge:
            for letter in cheat.letters():
                other = cheat.copy()
                other.do(letter)
                if (key := other.key()) not in seen:
                    seen.add(key)
                    found.append(other)
                    yield other
        edge = found


def walk(steps: int, rng: Random, rounds: int = 2) -> int:
    """So many steps at random, begun anew after every sixty; how many rounds were proved."""
    proved, cheat = 0, Cheat(rounds)
    for step in range(steps):
        if step % 60 == 0:
            cheat = Cheat(rounds)
        before = dict(cheat.found)
        letters = list(cheat.letters())
        whole = [letter for letter in letters if letter.startswith(("gather", "play", "told", "rematch"))]
        cheat.do(rng.choice(letters if rng.random() < 0.4 else whole or letters))
        proved += any(each == DealVerdict(PROVED) != before.get(n) for n, each in cheat.found.items())
    return proved
