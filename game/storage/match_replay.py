"""Replay files: a whole match as text, written as it is played and checked by playing it again."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import msgspec

from game.core.limits import NAME
from game.core.match import Entry, Match
from game.core.notation import entry_text, parse_entry, pile_names
from game.core.rules import Rules
from game.core.shuffle import SECRET, written
from game.core.state import WON
from game.i18n import N_, Notice, reason
from game.rules.options import rules_of_file
from game.storage import files
from game.storage.settings import Back

MAGIC = "haisty-replay 1"
Name = Annotated[str, msgspec.Meta(max_length=NAME, pattern=r"^[^\x00-\x1f\x7f]*\Z")]
"""As names were when the oldest replays were written."""


class ReplayError(Exception):
    """The file is not a replay, or damaged; one line says where."""


class Mismatch(Exception):
    """The replay is readable, but playing it again does not give what it states."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a match starts from; who sat down later is named too."""

    game: str
    rules: dict[str, bool | int]
    seats: int
    seed: int | Annotated[str, msgspec.Meta(pattern=rf"^[0-9a-f]{{{2 * SECRET}}}\Z")]
    """A number, or a secret in hexadecimal digits."""
    target: int
    rounds: int
    names: tuple[Name, ...]
    backs: tuple[Back, ...]


class Replay(msgspec.Struct, frozen=True):
    """A header, the judged claims in order, and the line for each round's end by the entries before it."""

    header: Header
    entries: tuple[Entry, ...]
    results: dict[int, str]
    finished: bool

    def match(self) -> Match:
        """The match before its first deal."""
        head = self.header
        seed = bytes.fromhex(head.seed) if isinstance(head.seed, str) else head.seed
        return Match(rules_of_file(head.game, head.rules), head.seats, seed, head.target, head.rounds)


def replay_text(match: Match, names: tuple[str, ...], backs: tuple[int, ...]) -> str:
    """The match so far as a replay."""
    rules: Any = match.rules
    header = Header(
        rules.name, asdict(rules), match.opened, written(match.seed), match.target, match.rounds, names, backs
    )
    piles = _seats_pile_names(rules, match.opened)
    lines = [MAGIC, msgspec.json.encode(header).decode()]
    results = _result_lines(match)
    for number, entry in enumerate(match.log, 1):
        if entry.seat == len(piles):
            piles = _seats_pile_names(rules, len(piles) + 1)
        lines.append(entry_text(entry, piles))
        if number in results:
            lines.append(results[number])
    lines.append("end" if match.state.phase == WON else "open")
    return "\n".join(lines) + "\n"


def read_replay(path: Path) -> Replay:
    """The replay in a file. Raises ReplayError with one line that names the file and the place."""
    try:
        lines = files.lines(path)
    except OSError as error:
        raise ReplayError(Notice("{path}: {reason}", path=path, reason=reason(error))) from None
    except UnicodeDecodeError:
        raise ReplayError(Notice(N_("{path} is not a replay"), path=path)) from None
    if len(lines) < 3 or lines[0] != MAGIC or lines[-1] not in ("end", "open"):
        raise ReplayError(Notice(N_("{path} is not a whole replay of this version"), path=path))
    number = 2
    try:
        header, piles = _header(lines[1])
        entries: list[Entry] = []
        results: dict[int, str] = {}
        for number, line in enumerate(lines[2:-1], 3):  # noqa: B007  # names the line in the error
            if line.startswith("="):
                if len(entries) in results:
                    raise ValueError(Notice(N_("a round ends twice")))
                results[len(entries)] = line
            else:
                if line.split()[1:] == [str(len(piles)), "ready"] and len(piles) < len(header.names):
                    piles = _seats_pile_names(rules_of_file(header.game, header.rules), len(piles) + 1)
                entries.append(_entry(line, piles))
    except ValueError as error:
        place = Notice(N_("{path}, line {number}: {reason}"), path=path, number=number, reason=error)
        raise ReplayError(place) from None
    return Replay(header, tuple(entries), results, lines[-1] == "end")


def _header(line: str) -> tuple[Header, list[tuple[str, ...]]]:
    """The header, and each seat's names of the piles. Raises ValueError."""
    try:
        header = files.decode(line, Header)
    except ValueError:
        raise ValueError(Notice(N_("the header is damaged"))) from None
    rules = rules_of_file(header.game, header.rules)
    people = len(header.names)
    if not (header.seats in rules.seats and header.seats <= people == len(header.backs) <= max(rules.seats)):
        misfit = N_("{seats} seats do not fit the game or the names")
        raise ValueError(Notice(misfit, seats=header.seats))
    return header, _seats_pile_names(rules, header.seats)


def _entry(line: str, piles: list[tuple[str, ...]]) -> Entry:
    """The entry that a line states. Raises ValueError."""
    try:
        return parse_entry(line, piles)
    except ValueError:
        raise ValueError(Notice(N_("not a move of this match: {line!r}"), line=line[:60])) from None


def read_checked(path: Path) -> tuple[Replay, Match]:
    """A replay that comes to what it states, and its match. Raises ReplayError; Mismatch with the file."""
    replay = read_replay(path)
    try:
        return replay, check(replay)
    except Mismatch as error:
        told = Notice(N_("{path} does not replay: {reason}"), path=path, reason=error)
        raise Mismatch(told) from None


def check(replay: Replay) -> Match:
    """Play the replay again. Raises Mismatch with one line if it does not give what it states."""
    match = replay.match()
    match.start()
    for number, entry in enumerate(replay.entries, 1):
        before = len(match.log)
        match.redo(entry)
        if len(match.log) == before:
            lost = N_("entry {number} ({at} seat {seat}) has no place in this match")
            raise Mismatch(Notice(lost, number=number, at=entry.at, seat=entry.seat))
    given = _result_lines(match)
    for number in sorted(given.keys() | replay.results.keys()):
        found, stated = given.get(number, "–"), replay.results.get(number, "–")
        if found != stated:
            other = N_("after entry {number} the round gives “{found}”, the replay states “{stated}”")
            raise Mismatch(Notice(other, number=number, found=found[:60], stated=stated[:60]))
    if replay.finished != (match.state.phase == WON):
        stated = N_("the replay states that the match was won")
        raise Mismatch(Notice(stated if replay.finished else N_("the match was won")))
    return match


def _result_lines(match: Match) -> dict[int, str]:
    """The line for the end of each round, by the number of entries before it."""
    return {
        result.entries: " ".join(
            ["=", result.reason, "-" if result.seat is None else str(result.seat), *map(str, result.scores)]
        )
        for result in match.results
    }


def _seats_pile_names(rules: Rules, seats: int) -> list[tuple[str, ...]]:
    spots = rules.spots(seats)
    return [pile_names(spots, seat) for seat in range(seats)]
