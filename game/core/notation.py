"""Cards, piles, tables, moves and logs as text, and back.

A card is its rank and suit, and its pack where that is not 0: `Th`, `As.3`. A pile is the first letter
of its role, numbered where a seat (or the shared table) has several: `R B1 B2 B3 B4 S W F12`. A move is
`W>F3`, with a count where it is not one: `B2>B4x3`. A gesture on a pile is `R!`. Other seats' piles
carry the seat: `B1@2`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from game.core.cards import HIDDEN, Card, Pile
from game.core.log import NEVER, STILL, LogEntry
from game.core.rules import Spot
from game.core.table import Move, Standing, Table

RANKS = " A23456789TJQK"
SUIT_LETTERS = "cdhs"
LONGEST = 2**62
"""Upper bound of the times in a log, in microseconds."""
_STANDS = re.compile(r"([0-9]+) ([0-9]+) stands ([0-9]+) ([0-9]+) ([0-9]+|-)( gave-up)?")
_MOVE = re.compile(r"([^>!]+)(?:!|>([^>!x]+)(?:x([0-9]+))?)")


def card_text(card: Card) -> str:
    """The card as text; `??` if it is hidden."""
    if card == HIDDEN:
        return "??"
    return RANKS[card.rank] + SUIT_LETTERS[card.suit] + (f".{card.pack}" if card.pack else "")


def parse_card(text: str) -> Card:
    """The card that the text names. Raises ValueError."""
    if text == "??":
        return HIDDEN
    face, _, number = text.partition(".")
    if len(face) != 2 or face[0] not in RANKS[1:] or face[1] not in SUIT_LETTERS:
        raise ValueError(f"not a card: {text!r}")
    card = Card(RANKS.index(face[0]), SUIT_LETTERS.index(face[1]), int(number or 0))
    if card_text(card) != text:
        raise ValueError(f"not a card: {text!r}")
    return card


def pile_names(spots: Sequence[Spot], seat: int | None) -> tuple[str, ...]:
    """The name of each pile from the seat's point of view (None: all seats' piles carry their seat)."""
    sizes = Counter((spot.role, spot.seat) for spot in spots)
    seen: Counter[tuple[str, int | None]] = Counter()
    names = []
    for spot in spots:
        key = (spot.role, spot.seat)
        seen[key] += 1
        number = str(seen[key]) if sizes[key] > 1 else ""
        other = f"@{spot.seat}" if spot.seat not in (seat, None) else ""
        names.append(spot.role[0].upper() + number + other)
    if len(set(names)) < len(names):
        raise ValueError("two roles of this game begin with the same letter")
    return tuple(names)


def parse_table(lines: Iterable[str], names: Sequence[str]) -> Table:
    """The table that the lines state: a pile's name, a colon, the face-down cards, a bar, the face-up ones.
    Piles not named are empty. Raises ValueError."""
    piles = dict.fromkeys(names, Pile())
    for line in lines:
        name, _, faces = line.partition(":")
        down, bar, up = faces.partition("|")
        if name not in piles or not bar:
            raise ValueError(f"not a pile of this table: {line!r}")
        upper = tuple(map(parse_card, up.split()))
        piles[name] = Pile((*map(parse_card, down.split()), *upper), len(upper))
    return Table(tuple(piles.values()))


def move_text(move: Move, names: Sequence[str]) -> str:
    """The move as text, with the pile names of the seat that makes it."""
    if move.count == 0:
        return f"{names[move.src]}!"
    count = f"x{move.count}" if move.count != 1 else ""
    return f"{names[move.src]}>{names[move.dst]}{count}"


def parse_move(text: str, names: Sequence[str]) -> Move:
    """The move that the text names. Raises ValueError."""
    found = _MOVE.fullmatch(text)
    if not found or found[1] not in names or (found[2] and found[2] not in names):
        raise ValueError(f"not a move: {text!r}")
    src = names.index(found[1])
    if found[2] is None:
        return Move(src, src, 0)
    return Move(src, names.index(found[2]), int(found[3] or 1))


_IDLE: Final = {NEVER: "out", STILL: "pause"}


def entry_text(entry: LogEntry, names: Sequence[Sequence[str]]) -> str:
    """A line of a log: the time of judgement, the seat, the move, and the time of an earlier press.

    `names` holds the pile names of each seat. A knock for the start is written `ready`, to sit the round out
    `out`, to bring about a pause `pause`; how far a seat has come in a patience of its own `stands`, with the
    cards placed, microseconds of penalties, the time at which it came out or `-`, and `gave-up` if it has.
    """
    if entry.stands:
        seat, placed, penalty, out, gave_up = entry.stands
        came = "-" if out is None else out
        return f"{entry.at} {seat} stands {placed} {penalty} {came}{' gave-up' * gave_up}"
    idle = _IDLE.get(entry.press, "ready")
    what = move_text(entry.move, names[entry.seat]) if entry.move else idle
    pressed = f" {entry.press}" if entry.press not in (entry.at, *_IDLE) else ""
    return f"{entry.at} {entry.seat} {what}{pressed}"


def parse_entry(line: str, names: Sequence[Sequence[str]]) -> LogEntry:
    """The entry that a line of a log states. Raises ValueError."""
    if stands := _STANDS.fullmatch(line):
        at, seat, placed, penalty = map(int, stands.groups()[:4])
        out = None if stands[5] == "-" else int(stands[5])
        if seat >= len(names) or max(at, placed, penalty, out or 0) > LONGEST:
            raise ValueError(f"no such standing: {line[:60]!r}")
        return LogEntry(at, seat, at, None, Standing(seat, placed, penalty, out, bool(stands[6])))
    parts = line.split()
    if len(parts) not in (3, 4) or not all(part.isdecimal() for part in (*parts[:2], *parts[3:])):
        raise ValueError(f"not a line of a log: {line[:60]!r}")
    at, seat, press = int(parts[0]), int(parts[1]), int(parts[-1]) if len(parts) == 4 else int(parts[0])
    if seat >= len(names):
        raise ValueError(f"no seat {seat} at this table")
    if not press <= at <= LONGEST:
        raise ValueError(f"judged before it was pressed, or never: {line[:60]!r}")
    for never, word in _IDLE.items():
        if parts[2:] == [word]:
            return LogEntry(at, seat, never, None)
    return LogEntry(at, seat, press, None if parts[2] == "ready" else parse_move(parts[2], names[seat]))
