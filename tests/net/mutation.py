"""Bytes and messages as nobody of ours would send them, made of those that they do send."""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from game.core.cards import HIDDEN, Card
from game.core.state import (
    Cheer,
    Cheered,
    Dealt,
    Dud,
    Event,
    Knock,
    Play,
    Ready,
    Resumed,
    Returned,
    Sat,
    Scored,
    Shout,
    Shouted,
    Started,
    State,
    Thrown,
    Won,
)
from game.core.table import Called, Mode, Move, Moved, Turned
from game.net.transport.channel import PROOF, Channel, pack_proof
from game.net.transport.endpoint import CLIENT_NOTE, HOST_NOTE
from game.net.wire.codec import encode_alone, encode_down, encode_up
from game.net.wire.messages import (
    ASKED,
    Acts,
    Appearance,
    Digest,
    EventReport,
    Hands,
    HouseRules,
    Join,
    Leave,
    OfRuns,
    Pointing,
    Rematch,
    Room,
    RunPart,
    RunsHeld,
    RunsWanted,
    SeatInfo,
    SetBot,
    Sit,
    ToHost,
)
from game.net.wire.packet import ASK, HELLO, is_sealed, plain
from game.net.wire.snapshot import snapshot
from game.rules.haisty import Haisty
from tests.net.answerer import INFO, answer
from tests.net.impair import LAN
from tests.net.intruder import Intruder
from tests.net.shelf import key
from tests.net.simnet import Net, new_table

VALUES: tuple[Any, ...] = (
    0, 1, -1, 7, 8, 63, 64, 127, 128, 255, 256, 2**16, 2**31, 2**32 - 1, 2**53, 2**53 + 1, 2**63, 2**64 - 1,
    -(2**63), 0.5, float("nan"), True, False, None, "", "x" * 17, "\0", b"", bytes(16), [], {}, [[]],
    [0] * 300, "person", "bot", "knock",
)  # fmt: skip
"""What numbers, texts and lists are replaced with: the ends of ranges, and other types."""
HOUSE = {"any_part": True}


def mutated(rng: Random, data: bytes, pool: Sequence[bytes]) -> bytes:
    """The bytes with one to three changes."""
    changed = bytearray(data)
    for _ in range(1 + int(rng.random() * 3)):
        at = int(rng.random() * (len(changed) + 1))
        match int(rng.random() * 8):
            case 0 | 1 if at < len(changed):
                changed[at] ^= 1 << int(rng.random() * 8)
            case 2 if at < len(changed):
                changed[at] = (0, 1, 0x7F, 0x80, 0xC0, 0xDC, 0xFE, 0xFF)[int(rng.random() * 8)]
            case 3:
                del changed[at:]
            case 4:
                del changed[at : at + 1 + int(rng.random() * 4)]
            case 5:
                changed[at:at] = rng.randbytes(1 + int(rng.random() * 8))
            case 6:
                other = pool[int(rng.random() * len(pool))]
                changed[at:] = other[int(rng.random() * (len(other) + 1)) :]
            case 7:
                changed[at:at] = changed[int(rng.random() * (at + 1)) : at]
    return bytes(changed[:1201])


def retyped(rng: Random, data: bytes) -> bytes:
    """A message of well-formed MessagePack with a value or two replaced, now and then of another kind."""
    value = msgspec.msgpack.decode(data[1:])
    for _ in range(1 + int(rng.random() * 2)):
        value = _replaced(rng, value)
    kind = data[:1] if rng.random() < 0.9 else bytes((int(rng.random() * 80),))
    return kind + msgspec.msgpack.encode(value)


def _replaced(rng: Random, value: Any) -> Any:
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = int(rng.random() * len(value))
        return [*value[:at], _replaced(rng, value[at]), *value[at + 1 :]]
    if isinstance(value, dict) and value and rng.random() < 0.5:
        return {
            str(rng.random()) if rng.random() < 0.1 else key: _replaced(rng, v) for key, v in value.items()
        }
    return VALUES[int(rng.random() * len(VALUES))]


def any_request(rng: Random, now: int) -> ToHost:
    """A request that is well-formed, sensible or not."""
    small = int(rng.random() * 8)
    pile = int(rng.random() * 48)
    match int(rng.random() * 16):
        case 0 | 1 | 2 | 3:
            move = Move(pile, int(rng.random() * 48), int(rng.random() * 4))
            return Play(move, max(0, now + int(rng.gauss(0, 200_000))))
        case 4:
            return Knock()
        case 5:
            return Shout(small % 6)
        case 6:
            return Cheer(small % 2)
        case 7:
            return Appearance("N" * small, small)
        case 8:
            return SetBot(small, "easy" if rng.random() < 0.7 else None)
        case 9:
            race = "race:paare" if rng.random() < 0.1 else ""
            return HouseRules(10 * small, small % 3, HOUSE if rng.random() < 0.8 else {"none": True}, race)
        case 10:
            return Sit(rng.random() < 0.5)
        case 11:
            return Digest(small, int(rng.random() * 2**32))
        case 12:
            return EventReport(pile, encode_down(Room("R", (SeatInfo(),), (), 0, True, HouseRules(0, 1, {}))))
        case 13:
            return any_of_runs(rng, small)
        case 14:
            return Acts(small % 3, pile, ((now, (small, pile, 1), 0), (0, None, small % 3)))
        case _:
            return Rematch() if rng.random() < 0.7 else Leave()


def any_of_runs(rng: Random, number: int) -> OfRuns:
    """What either end says of runs, asked or not."""
    run = key(number * int(rng.random() * 99))
    match int(rng.random() * 3):
        case 0:
            return RunsHeld(tuple((*key(each), int(rng.random() * 99)) for each in range(4 * number)))
        case 1:
            return RunsWanted((run,) * min(number, ASKED))
    return RunPart(run, rng.random() < 0.5, rng.randbytes(number * 128))


class Corpus:
    """What real ends of a real match say, in bytes."""

    def __init__(self) -> None:
        net = Net(new_table(3, seed=3), 3, quick=True)
        self.plain: list[bytes] = []
        """Datagrams before there is a key, both ways."""
        self.sealed: list[bytes] = []
        """Datagrams of the host under a key."""
        net.tap = lambda client, data: (self.sealed if is_sealed(data) else self.plain).append(data)
        for _ in range(3):
            net.join(LAN, LAN)
        net.play()
        told = [(at, event) for client in net.clients for at, event in client.events]
        states = [end for client in net.clients for end in client.ends.values()]
        shown = {encode_down(event) for at, event in told if not isinstance(event, Resumed)}
        self.down = sorted(shown)[::7]
        self.down += [encode_down(m) for state in states for m in snapshot(state, 99)]
        room, welcome, successors = (
            net.clients[0].table.room,
            net.clients[0].table.welcome,
            net.clients[0].table.successors,
        )
        assert room and welcome and successors
        self.down += [encode_down(room), encode_down(welcome)]
        self.down += [encode_down(any_of_runs(Random(number), 3)) for number in range(20)]
        rng = Random(5)
        self.up = [encode_up(any_request(rng, net.now)) for _ in range(300)]
        self.join = [
            encode_alone(Join("Ann", 3)),
            encode_alone(Join("Bo", 0, bytes(16), True, 41313, "hard")),
            encode_alone(Join("Åäö" * 5, 7, None, False, 65535)),
        ]
        one = Intruder(net.table, ("10.0.0.9", 1))
        assert one.prepare(self.join[1], net.now)
        asked = plain(ASK, bytes(8), padded=True)
        found = answer(asked, INFO)
        assert found
        self.plain += [one.connect, one.join, plain(HELLO, bytes(8), padded=True), asked, found]
        pointing, hands = Pointing((9, 200)), Hands(4000, ((0, None), (1, (7, 130))))
        self.asides = [encode_alone(each) for each in (pointing, hands, Pointing(None))]
        self.inside = self._insides()

    def _insides(self) -> list[bytes]:
        found = []
        for messages, note in ((self.up, CLIENT_NOTE), (self.down, HOST_NOTE)):
            for first in range(0, len(messages), 5):
                channel = Channel(note)
                for message in messages[first : first + 5]:
                    channel.sending.send(message)
                aside = self.asides[note is HOST_NOTE] if first % 10 else b""
                found.append(channel.pack(1, bytes(note[1] or 0), 1100, 0, aside=aside))
        return [*found, pack_proof(bytes(PROOF))]


def any_card(rng: Random, seats: int) -> Card:
    """A card that somebody may have, or a hidden one."""
    known = Card(1 + int(rng.random() * 13), int(rng.random() * 4), int(rng.random() * seats))
    return known if rng.random() < 0.9 else HIDDEN


def any_event(rng: Random, state: State, now: int) -> Event:
    """An event that could happen to the seats and piles of this match, were its rules forgotten."""
    piles, seats = state.table.piles, len(state.totals)
    src, dst = int(rng.random() * len(piles)), int(rng.random() * len(piles))
    seat, small = int(rng.random() * seats), int(rng.random() * 3)
    cards = tuple(any_card(rng, seats) for _ in piles[src].cards[: 1 + int(rng.random() * 9)])
    move, other = Move(src, dst, small), None if rng.random() < 0.5 else int(rng.random() * seats)
    points = tuple(int(rng.gauss(0, 50)) for _ in range(seats))
    match int(rng.random() * 15):
        case 0 | 1 | 2 | 3:
            up = rng.random() < 0.6
            return Moved(seat, src, dst, cards if up else (HIDDEN,) * len(cards), up, rng.random() < 0.2)
        case 4 | 5:
            return Turned(src, any_card(rng, seats))
        case 6:
            return Called(seat) if rng.random() < 0.5 else Mode(small)
        case 7:
            flying = tuple((card.rank, card.suit, card.pack) for card in cards[:small])
            return Thrown(seat, move, flying, max(0, now + int(rng.gauss(0, 500_000))))
        case 8:
            return Returned(seat, move, other, rng.random() < 0.7)
        case 9:
            return Dud(seat) if rng.random() < 0.5 else Ready(seat)
        case 10:
            return Shouted(seat, small) if rng.random() < 0.5 else Cheered(seat, small % 2)
        case 11:
            return Won(seat) if rng.random() < 0.5 else Sat(seats)
        case 12:
            return Started(max(0, now + int(rng.gauss(10**6, 10**6))))
        case 13:
            reason = ("knock", "stuck", "")[small]
            return Scored(reason, other, points, tuple(10**6 * each for each in points))
    return Dealt(1 + int(rng.random() * 2**30 - 1), Haisty().deal(small, seats).view())
