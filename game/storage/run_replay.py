"""Run files: one player's deal as text, with the clock's times, checked by playing it again.

The first line is MAGIC, the second a header in JSON. A line for each act follows: microseconds of play,
then a move, `undo`, `redo` or `hint`. The last line states the result: how it ended, cards placed of cards
to place, and microseconds with penalties, as in `= won 104/104 183250000`.
"""

import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import msgspec

from game.core.notation import LONGEST, move_text, parse_move, pile_names
from game.core.rules import Rules
from game.core.solo import HINT, REDO, UNDO, Act, Solo
from game.core.table import Move
from game.i18n import N_, Notice, reason
from game.rules import games
from game.rules.options import rules_of_file
from game.storage import files
from game.storage.match_replay import Mismatch, ReplayError
from game.storage.settings import Name

MAGIC = "haisty-run 1"
ENDED = "ended"
"""How a run ended that did not come out: given up, out of time, or left."""
_ACT = re.compile(r"([0-9]{1,19}) (\S+)")
_RESULT = re.compile(r"= ([a-z]+) ([0-9]+)/([0-9]+) ([0-9]{1,19})")


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a run starts from: the deal, the challenge it was (empty in free play), and who played."""

    game: str
    rules: dict[str, bool | int | str]
    seed: Annotated[int, msgspec.Meta(ge=0)]
    challenge: Annotated[str, msgspec.Meta(max_length=100, pattern=r"^[^\x00-\x1f\x7f]*\Z")]
    name: Name


class Result(msgspec.Struct, frozen=True):
    """How a run ended; `time` in microseconds, penalties included."""

    how: str
    placed: int
    cards: int
    time: int

    def __str__(self) -> str:
        return f"= {self.how} {self.placed}/{self.cards} {self.time}"


class Run(msgspec.Struct, frozen=True):
    """A header, the acts in order, and the result they are said to lead to."""

    header: Header
    acts: tuple[Act, ...]
    result: Result

    @property
    def rules(self) -> Rules:
        """The game with its house rules."""
        return rules_of_file(self.header.game, self.header.rules)


def run_of(solo: Solo, at: int, challenge: str = "", name: str = "") -> Run:
    """The run so far, at that time of play; what has come out ended with its last act."""
    rules: Any = solo.rules
    outcome, last = solo.outcome, solo.log[-1].at if solo.log else 0
    how = outcome.reason if solo.won and outcome else ENDED
    time = (last if solo.won else max(at, last)) + solo.penalty
    header = Header(rules.name, asdict(rules), solo.seed, challenge, name)
    placed, cards = solo.rules.progress(solo.table)
    return Run(header, tuple(solo.log), Result(how, placed, cards, time))


def run_text(run: Run) -> str:
    """The run as a file holds it."""
    names = pile_names(run.rules.spots(1), 0)
    acts = [f"{at} {move_text(what, names) if isinstance(what, Move) else what}" for at, what in run.acts]
    return "\n".join([MAGIC, msgspec.json.encode(run.header).decode(), *acts, str(run.result)]) + "\n"


def read_run(path: Path) -> Run:
    """The run in a file. Raises ReplayError with one line that names the file and the place."""
    try:
        lines = files.lines(path)
    except OSError as error:
        raise ReplayError(Notice("{path}: {reason}", path=path, reason=reason(error))) from None
    except UnicodeDecodeError:
        raise ReplayError(Notice(N_("{path} is not a replay"), path=path)) from None
    if len(lines) < 3 or lines[0] != MAGIC:
        raise ReplayError(Notice(N_("{path} is not a whole replay of this version"), path=path))
    number = 2
    try:
        header, names = _header(lines[1])
        acts: list[Act] = []
        for number, line in enumerate(lines[2:-1], 3):  # noqa: B007  # names the line in the error
            acts.append(_act(line, names))
        number = len(lines)
        result = _result(lines[-1])
    except ValueError as error:
        place = Notice(N_("{path}, line {number}: {reason}"), path=path, number=number, reason=error)
        raise ReplayError(place) from None
    return Run(header, tuple(acts), result)


def read_checked_run(path: Path) -> tuple[Run, Solo]:
    """A run that comes to what it states, and its deal. Raises ReplayError; Mismatch with the file."""
    run = read_run(path)
    try:
        return run, check_run(run)
    except Mismatch as error:
        told = Notice(N_("{path} does not replay: {reason}"), path=path, reason=error)
        raise Mismatch(told) from None


def check_run(run: Run) -> Solo:
    """Play the run again. Raises Mismatch with one line if it does not give what it states."""
    solo = Solo(run.rules, run.header.seed)
    try:
        solo.replay(run.acts)
    except ValueError:
        number = len(solo.log)
        lost = N_("act {number} (at {at}) has no place in this run")
        raise Mismatch(Notice(lost, number=number + 1, at=run.acts[number].at)) from None
    stated = run.result
    given = run_of(solo, stated.time - solo.penalty).result
    if given != stated:
        raise Mismatch(Notice(N_("it gives “{found}” and states “{stated}”"), found=given, stated=stated))
    return solo


def course(run: Run) -> Callable[[int], int]:
    """How a checked run went: the cards placed at a time on its clock, penalties included."""
    solo = Solo(run.rules, run.header.seed)
    times, placed = [0], [solo.rules.progress(solo.table)[0]]
    for act in run.acts:
        solo.replay((act,))
        times.append(act.at + solo.penalty)
        placed.append(solo.rules.progress(solo.table)[0])
    return lambda time: placed[max(0, bisect_right(times, time) - 1)]


def _header(line: str) -> tuple[Header, tuple[str, ...]]:
    """The header, and the names of the piles. Raises ValueError."""
    try:
        header = files.decode(line, Header)
        if header.seed >= 2**64:
            raise ValueError
    except ValueError:
        raise ValueError(Notice(N_("the header is damaged"))) from None
    rules = rules_of_file(header.game, header.rules)
    if 1 not in games()[header.game].seats:
        raise ValueError(Notice(N_("there is no solo game {game!r}"), game=header.game))
    return header, pile_names(rules.spots(1), 0)


def _act(line: str, names: tuple[str, ...]) -> Act:
    """The act that a line states. Raises ValueError."""
    found = _ACT.fullmatch(line)
    try:
        if not found or int(found[1]) > LONGEST:
            raise ValueError
        what = found[2] if found[2] in (UNDO, REDO, HINT) else parse_move(found[2], names)
    except ValueError:
        raise ValueError(Notice(N_("not an act of this run: {line!r}"), line=line[:60])) from None
    return Act(int(found[1]), what)


def _result(line: str) -> Result:
    """The result that the last line states. Raises ValueError."""
    found = _RESULT.fullmatch(line)
    if not found or len(line) > 80:
        raise ValueError(Notice(N_("not the result of a run: {line!r}"), line=line[:60]))
    return Result(found[1], *map(int, found.groups()[1:]))
