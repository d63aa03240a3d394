"""Replays of matches: the judged moves of all seats, and how each round ended.

A line of the body is an entry of the match's log, or `= reason seat scores` where a round ends. The last line
is `end` if somebody has won the match, else `open`. The replay of a match that was taken over from a lost
host begins with what was known of it then; the cards dealt anew follow from the seed, as do all deals that
the file does not state.

Before the log, a line may state how a deal came about: `deal ROUND COMMITMENT=NUMBER SEAT...`, in hexadecimal
digits: first the host's commitment and the number that it opened; then for each seat the same, without the
number if the seat did not open it, or `-` if it committed to none. Of each round in which every seat had a
patience of its own there is a line for each, `run ROUND SEAT TEXT`: what the file of that run would hold, as
a JSON string.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec

from game.core.cards import HIDDEN
from game.core.deal_anew import complete, dealt_anew, owners_of
from game.core.fair_deal import COMMITMENT, NUMBER, FairDeal, host_commitment
from game.core.limits import SEATS
from game.core.log import LogEntry
from game.core.match import Match
from game.core.notation import LONGEST, entry_text, parse_entry, pile_names
from game.core.portraits import Portrait
from game.core.race import Race
from game.core.rules import Rules
from game.core.shuffle import SECRET, written
from game.core.state import DELAY, PAUSED, PLAYING, SCORED, WAITING, WON, State
from game.i18n import N_, Notice
from game.rules.options import rules_from
from game.storage import replay_format
from game.storage.replay_format import Lines, Mismatch, ReplayError, damaged_header, mismatch_in
from game.storage.run_replay import RunReplay, check_run, read_run, run_text
from game.storage.settings import Back, Name

_MOST = 2**31
_Count = Annotated[int, msgspec.Meta(ge=0, le=_MOST)]
DEAL = "deal"
"""The first word of such a line."""
RUN = "run "
"""How a line with a run begins."""
_NONE = "-"
_PAIR = re.compile(rf"([0-9a-f]{{{2 * COMMITMENT}}})=([0-9a-f]{{{2 * NUMBER}}})?")
_MAGIC = "haisty-replay 1"
_END, _OPEN = "end", "open"


def _validate_known(known: State, rules: Rules, seats: int) -> None:
    """Raises ValueError if no match with this number of seats by these rules can be taken over so."""
    table = known.table
    owners = owners_of(rules, seats, table)
    sets, numbers = (known.ready, known.out, table.calls), (known.round - 1, table.passes, table.mode)
    if not (
        (rules.apart or complete(dealt_anew(table, owners, 0), owners))
        and all(0 <= up <= len(cards) and HIDDEN not in cards[len(cards) - up :] for cards, up in table.piles)
        and known.phase in (WAITING, PLAYING, PAUSED, SCORED, WON)
        and (known.starts is not None or known.phase == WAITING)
        and 0 <= (known.starts or 0) <= LONGEST
        and not known.air
        and (known.asks is not None or known.phase != PAUSED)
        and (known.asks is None or (0 <= known.asks.seat < seats and 0 <= known.asks.at <= LONGEST))
        and 0 <= known.played <= LONGEST
        and all(0 <= each.seat < seats for each in table.standings)
        and 0 <= known.delay <= DELAY
        and all(seat is None or 0 <= seat < seats for seat in (known.knocker, known.winner))
        and len(known.totals) == seats
        and len(known.scores) in (0, seats)
        and _possible(known.handicaps, seats, rules)
        and all(0 <= each < 1 << seats for each in sets)
        and all(0 <= each <= _MOST for each in numbers)
        and all(abs(points) <= _MOST for points in (*known.totals, *known.scores))
    ):
        raise ValueError("no match stands like this")


class StatedDeal(NamedTuple):
    """What a replay states about a deal."""

    commitment: bytes
    """The host's."""
    deal: FairDeal

    @property
    def holds(self) -> bool:
        """Whether all numbers are those committed to."""
        deal = self.deal
        return deal.opened and self.commitment == host_commitment(deal.table, deal.round, deal.secret)


def deal_line(deal: FairDeal) -> str:
    """The line for a deal."""
    host = _pair(host_commitment(deal.table, deal.round, deal.secret), deal.secret)
    seats = map(_pair, deal.commitments, deal.openings)
    return " ".join((DEAL, str(deal.round), host, *seats))


def parse_deal(line: str, table: bytes) -> StatedDeal:
    """The deal that a line states, at the table with this id. Raises ValueError."""
    _deal, number, host, *seats = line.split(" ")
    if not number.isdecimal() or len(number) > 9:
        raise ValueError("not a round")
    commitment, secret = _read_pair(host)
    if not secret or not 0 < len(seats) <= SEATS:
        raise ValueError("the host opened nothing, or there are no such seats")
    pairs = [_read_pair(seat) if seat != _NONE else (b"", b"") for seat in seats]
    commitments, openings = zip(*pairs, strict=True)
    return StatedDeal(commitment, FairDeal(table, int(number), secret, commitments, openings))


def _pair(commitment: bytes, number: bytes) -> str:
    return f"{commitment.hex()}={number.hex()}" if commitment else _NONE


def _read_pair(text: str) -> tuple[bytes, bytes]:
    found = _PAIR.fullmatch(text)
    if not found:
        raise ValueError("not a commitment")
    return bytes.fromhex(found[1]), bytes.fromhex(found[2] or "")


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The table on the network that a match is played at. The replays of two hosts of one match, one after
    the other or in two halves of a network, have the same table and different epochs."""

    table: Annotated[str, msgspec.Meta(pattern=r"^([0-9a-f]{2}){1,32}\Z")]
    """Its id in hexadecimal digits."""
    epoch: Annotated[int, msgspec.Meta(ge=0, lt=2**32)]
    """How many hosts it had before this one."""
    parted: bool = False
    """Whether the network was cut and both halves played on; the other one has another epoch."""


class Company(NamedTuple):
    """The seats of a match, and the table on the network, if it is played at one."""

    names: tuple[str, ...]
    backs: tuple[int, ...]
    origin: Origin | None = None
    portraits: tuple[Portrait, ...] = ()


class MatchHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a match starts from; the names include players who sat down later."""

    game: str
    rules: dict[str, bool | int | tuple[str, ...]]
    seats: int
    seed: int | Annotated[str, msgspec.Meta(pattern=rf"^[0-9a-f]{{{2 * SECRET}}}\Z")]
    """A number, or a secret in hexadecimal digits."""
    target: int
    rounds: int
    names: tuple[Name, ...]
    backs: tuple[Back, ...]
    origin: Origin | None = None
    portraits: tuple[Portrait, ...] = ()
    """Empty: each has that of its name, as bots have."""
    delays: dict[_Count, Annotated[int, msgspec.Meta(gt=0, le=DELAY)]] = {}
    """By round, how many microseconds after landing a throw was shown; of rounds at good lines none."""
    known: State | None = None
    """What was known of a match when it was taken over; it has no card in the air."""
    handicaps: dict[_Count, tuple[int, ...]] = {}
    """By the round from which on they hold, how many cards the 13-pile of each seat has."""


class MatchReplay(msgspec.Struct, frozen=True):
    """A header, the log in order, and the line for each round's end by the number of entries before it."""

    header: MatchHeader
    entries: tuple[LogEntry, ...]
    results: dict[int, str]
    finished: bool
    deals: tuple[StatedDeal, ...] = ()
    """Those that the file states."""
    runs: dict[int, tuple[RunReplay, ...]] = {}
    """By round, that of each seat, where each had a patience of its own."""

    @property
    def totals(self) -> list[int]:
        """What the rounds brought together, by seat, as the file states it."""
        totals = [0] * len(self.header.names)
        known = self.header.known.totals if self.header.known else ()
        for scores in (known, *(map(int, line.split()[3:]) for line in self.results.values())):
            for seat, points in enumerate(scores):
                totals[seat] += points
        return totals

    def match(self) -> Match:
        """The match before its first deal, or as it was taken over."""
        head = self.header
        seed = bytes.fromhex(head.seed) if isinstance(head.seed, str) else head.seed
        match = Match(_rules_of(head), head.seats, seed, head.target, head.rounds)
        match.deals = {stated.deal.round: stated.deal for stated in self.deals}
        match.delays, match.handicaps = dict(head.delays), dict(head.handicaps)
        if known := head.known:
            match.resume(known, known.starts or 0)
        return match


def match_text(match: Match, company: Company) -> str:
    """The match so far as a replay."""
    rules: Any = match.rules
    begins = rules.name, asdict(rules), match.opened, written(match.seed), match.target, match.rounds
    header = MatchHeader(*begins, *company, match.delays, match.resumed, match.handicaps)
    piles = _pile_names_by_seat(rules, match.opened)
    results = _result_lines(match)
    lines = list(map(deal_line, match.deals.values())) if company.origin else []
    lines += _run_lines(match, company)
    for number, entry in enumerate(match.log, 1):
        if entry.seat == len(piles):
            piles = _pile_names_by_seat(rules, len(piles) + 1)
        lines.append(entry_text(entry, piles))
        if number in results:
            lines.append(results[number])
    return replay_format.text(_MAGIC, header, lines, _END if match.state.phase == WON else _OPEN)


def read_match(path: Path) -> MatchReplay:
    """A replay, not checked. Raises ReplayError."""
    return replay_format.read(path, _MAGIC, _parse, (_END, _OPEN))


def read_checked_match(path: Path) -> tuple[MatchReplay, Match]:
    """A replay and its match, checked. Raises ReplayError, or Mismatch with the file's name."""
    replay = read_match(path)
    try:
        return replay, check_match(replay)
    except Mismatch as error:
        raise mismatch_in(path, error) from None


def _parse(lines: Lines) -> MatchReplay:
    header = lines.header(MatchHeader)
    rules = _rules(header)
    piles = _pile_names_by_seat(rules, header.seats)
    entries: list[LogEntry] = []
    results: dict[int, str] = {}
    deals: list[StatedDeal] = []
    runs: dict[int, tuple[RunReplay, ...]] = {}
    for line in lines.body():
        if line.startswith("="):
            if len(entries) in results:
                raise ValueError(Notice(N_("a round ends twice")))
            results[len(entries)] = line
        elif line.startswith(DEAL) and header.origin:
            deals.append(_stated_deal(line, header.origin))
        elif line.startswith(RUN):
            number, run = _stated_run(line, runs)
            runs[number] = (*runs.get(number, ()), run)
        else:
            seats = len(piles)
            if line.split()[1:] == [str(seats), "ready"] and seats < len(header.names):
                piles = _pile_names_by_seat(rules, seats + 1)
            entries.append(_entry(line, piles))
    return MatchReplay(header, tuple(entries), results, lines.end() == _END, tuple(deals), runs)


def _rules(header: MatchHeader) -> Rules:
    """The game with its house rules. Raises ValueError if the rest of the header does not fit it."""
    rules, people = _rules_of(header), len(header.names)
    fits = header.seats in rules.seats and header.seats <= people == len(header.backs) <= max(rules.seats)
    fits &= len(header.portraits) in (0, people)
    fits &= all(_possible(each, people, rules) for each in header.handicaps.values())
    if not fits:
        misfit = N_("{seats} seats do not fit the game or the names")
        raise ValueError(Notice(misfit, seats=header.seats))
    if header.known:
        try:
            _validate_known(header.known, rules, header.seats)
        except ValueError:
            raise damaged_header() from None
    return rules


def _possible(handicaps: Sequence[int], seats: int, rules: Rules) -> bool:
    """Whether at most so many seats can have these."""
    return len(handicaps) <= seats and all(cards in rules.handicaps for cards in handicaps)


def _rules_of(header: MatchHeader) -> Rules:
    """The game with its house rules; that of a race is no patience by itself. Raises ValueError."""
    if header.game != Race.name:
        return rules_from(header.game, header.rules)
    try:
        return msgspec.convert(header.rules, Race)
    except msgspec.ValidationError:
        raise damaged_header() from None


def _run_lines(match: Match, company: Company) -> Iterator[str]:
    """The runs of the rounds that have ended; each is taken to end with its last act."""
    for number, (name, solos) in match.runs.items():
        for seat, solo in enumerate(solos):
            text = run_text(RunReplay.from_solo(solo, 0, name, company.names[seat]))
            yield f"{RUN}{number} {seat} {msgspec.json.encode(text).decode()}"


def _stated_run(line: str, runs: Mapping[int, Sequence[RunReplay]]) -> tuple[int, RunReplay]:
    """The round and the run that a line states, that of the next seat after those known."""
    try:
        number, seat, text = line.removeprefix(RUN).split(" ", 2)
        run = read_run(Path(RUN), msgspec.json.decode(text, type=str).encode())
        if int(seat) != len(runs.get(int(number), ())):
            raise ValueError("the runs are not in the order of the seats")
    except (ValueError, ReplayError):
        raise ValueError(Notice(N_("not a run of this match: {line!r}"), line=line[:60])) from None
    return int(number), run


def _check_runs(replay: MatchReplay, rules: Rules, ended: Sequence[State]) -> None:
    """Play the runs of the rounds that `ended` so again. Raises Mismatch."""
    rounds = {state.round: state for state in ended if rules.apart}
    for number, runs in replay.runs.items():
        state = rounds.get(number)
        if not state or len(runs) != len(state.scores):
            raise Mismatch(Notice(N_("round {round} was not played with a run of each seat"), round=number))
        for seat, run in enumerate(runs):
            solo, stands = check_run(run), state.table.standing(seat)
            placed, out = run.result.placed, run.result.time if solo.won else None
            if placed < stands.placed or stands.out not in (None, out):
                other = N_("the run of seat {seat} in round {round} is not the one that counted")
                raise Mismatch(Notice(other, seat=seat, round=state.round))


def _stated_deal(line: str, origin: Origin) -> StatedDeal:
    try:
        return parse_deal(line, bytes.fromhex(origin.table))
    except ValueError:
        raise ValueError(Notice(N_("not a deal of this match: {line!r}"), line=line[:60])) from None


def _entry(line: str, piles: Sequence[tuple[str, ...]]) -> LogEntry:
    try:
        return parse_entry(line, piles)
    except ValueError:
        raise ValueError(Notice(N_("not a move of this match: {line!r}"), line=line[:60])) from None


def check_match(replay: MatchReplay) -> Match:
    """Play the replay again. Raises Mismatch with one line if it does not give the stated result."""
    for stated_deal in replay.deals:
        if not stated_deal.holds:
            other = N_("a number for the deal of round {round} is not the one committed to")
            raise Mismatch(Notice(other, round=stated_deal.deal.round))
    match, ended = replay.match(), list[State]()
    match.start()
    for number, entry in enumerate(replay.entries, 1):
        before, results = len(match.log), len(match.results)
        match.redo(entry)
        if len(match.results) > results:
            ended.append(match.state)
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
    _check_runs(replay, match.rules, ended)
    return match


def _result_lines(match: Match) -> dict[int, str]:
    """The line for the end of each round, by the number of entries before it."""
    return {
        result.entries: " ".join(
            ["=", result.reason, "-" if result.seat is None else str(result.seat), *map(str, result.scores)]
        )
        for result in match.results
    }


def _pile_names_by_seat(rules: Rules, seats: int) -> list[tuple[str, ...]]:
    spots = rules.spots(seats)
    return [pile_names(spots, seat) for seat in range(seats)]
