"""Replays of runs: a solo deal, with the times of its acts.

A line of the body is microseconds of play, then a move, `undo`, `redo` or `hint`. The last line states the
result: how it ended, cards placed of cards to place, and microseconds with penalties, as in
`= won 104/104 183250000`. A run that is kept to go on with later has not ended: it is `open`.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

import msgspec

from game.core.notation import LONGEST, move_text, parse_move, pile_names
from game.core.portraits import Portrait
from game.core.rules import Rules
from game.core.solo import HINT, REDO, UNDO, Act, Solo
from game.core.table import Move
from game.i18n import N_, Notice
from game.rules import games
from game.rules.options import rules_from
from game.signing import key_mark
from game.storage import replay_format
from game.storage.replay_format import Lines, Mismatch, ReplayError, damaged_header, mismatch_in
from game.storage.settings import Back, Name

MAGIC: Final = "haisty-run 1"
OPEN: Final = "open"
"""States that a run has not ended: it can be gone on with."""
_ENDED: Final = "ended"
"""The end of a run that did not come out: given up, out of time, or left."""
_ACT = re.compile(r"([0-9]{1,19}) (\S+)")
_RESULT = re.compile(r"= ([a-z]+) ([0-9]+)/([0-9]+) ([0-9]{1,19})")


class RunHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a run starts from: the deal, the challenge (empty in free play), and the player."""

    game: str
    rules: dict[str, bool | int | str]
    seed: Annotated[int, msgspec.Meta(ge=0)]
    challenge: Annotated[str, msgspec.Meta(max_length=100, pattern=r"^[^\x00-\x1f\x7f]*\Z")]
    name: Name
    back: Back = 0
    portrait: Portrait = "star"


class RunResult(msgspec.Struct, frozen=True):
    """How a run ended; `time` in microseconds, penalties included."""

    how: str
    placed: int
    cards: int
    time: int

    def __str__(self) -> str:
        return f"= {self.how} {self.placed}/{self.cards} {self.time}"


class RunReplay(msgspec.Struct, frozen=True):
    """A header, the acts in order, and the stated result."""

    header: RunHeader
    acts: tuple[Act, ...]
    result: RunResult
    signer: bytes = b""
    """The public key of whoever has signed the file; empty without a signature."""

    @property
    def rules(self) -> Rules:
        """The game with its house rules."""
        return rules_from(self.header.game, self.header.rules)

    @classmethod
    def from_solo(
        cls, solo: Solo, at: int, challenge: str = "", name: str = "", ended: bool = True
    ) -> "RunReplay":
        """The run so far, at that time of play; a deal that came out ended with its last act. Not `ended`: it
        is to be gone on with."""
        rules: Any = solo.rules
        outcome, last = solo.outcome, solo.log[-1].at if solo.log else 0
        how = outcome.reason if solo.won and outcome else _ENDED if ended else OPEN
        time = (last if solo.won else max(at, last)) + solo.penalty
        header = RunHeader(rules.name, asdict(rules), solo.seed, challenge, name)
        placed, cards = solo.rules.progress(solo.table)
        return cls(header, tuple(solo.log), RunResult(how, placed, cards, time))


def run_text(run: RunReplay) -> str:
    """The text of the run's file."""
    names = pile_names(run.rules.spots(1), 0)
    acts = [f"{at} {move_text(what, names) if isinstance(what, Move) else what}" for at, what in run.acts]
    return replay_format.text(MAGIC, run.header, acts, str(run.result))


def read_run(path: Path, data: bytes | None = None) -> RunReplay:
    """A run, not checked; `data`: what its file holds, if that is known. Raises ReplayError."""
    return replay_format.read(path, MAGIC, _parse, data=data)


def read_checked_run(path: Path) -> tuple[RunReplay, Solo]:
    """A run and its deal, checked. Raises ReplayError, or Mismatch with the file's name."""
    run = read_run(path)
    try:
        return run, check_run(run)
    except Mismatch as error:
        raise mismatch_in(path, error) from None


def peek(path: Path) -> tuple[RunHeader, RunResult]:
    """What a run starts from and its stated result, without its acts. Raises ReplayError."""
    return replay_format.read(path, MAGIC, lambda lines: (lines.header(RunHeader), _result(lines.end())))


def _parse(lines: Lines) -> RunReplay:
    header = lines.header(RunHeader)
    if header.seed >= 2**64:
        raise damaged_header()
    rules = rules_from(header.game, header.rules)
    if 1 not in games()[header.game].seats:
        raise ValueError(Notice(N_("there is no solo game {game!r}"), game=header.game))
    piles = pile_names(rules.spots(1), 0)
    acts = tuple(_act(line, piles) for line in lines.body())
    return RunReplay(header, acts, _result(lines.end()), lines.signer)


def _act(line: str, piles: Sequence[str]) -> Act:
    found = _ACT.fullmatch(line)
    try:
        if not found or int(found[1]) > LONGEST:
            raise ValueError
        what = found[2] if found[2] in (UNDO, REDO, HINT) else parse_move(found[2], piles)
    except ValueError:
        raise ValueError(Notice(N_("not an act of this run: {line!r}"), line=line[:60])) from None
    return Act(int(found[1]), what)


def _result(line: str) -> RunResult:
    found = _RESULT.fullmatch(line)
    if not found or len(line) > 80:
        raise ValueError(Notice(N_("not the result of a run: {line!r}"), line=line[:60]))
    return RunResult(found[1], *map(int, found.groups()[1:]))


def check_run(run: RunReplay, look: Callable[[Solo], object] = lambda solo: None) -> Solo:
    """Play the run again; `look` is called before the first act and after each. Raises Mismatch with one line
    if it does not give the stated result."""
    solo = Solo(run.rules, run.header.seed)
    look(solo)
    try:
        for act in run.acts:
            solo.replay((act,))
            look(solo)
    except ValueError:
        number = len(solo.log)
        lost = N_("act {number} (at {at}) has no place in this run")
        raise Mismatch(Notice(lost, number=number + 1, at=run.acts[number].at)) from None
    stated = run.result
    given = RunReplay.from_solo(solo, stated.time - solo.penalty, ended=stated.how != OPEN).result
    if given != stated:
        raise Mismatch(Notice(N_("it gives “{found}” and states “{stated}”"), found=given, stated=stated))
    return solo


class Progress(NamedTuple):
    """How a run came on: how many cards were placed from each of these times on its clock (microseconds,
    penalties included)."""

    times: Sequence[int]
    placed: Sequence[int]
    splits: Sequence[int] = ()
    """See Solo."""
    name: str = ""
    """Whose run it is; empty for the player's own best."""
    won: bool = False
    """Whether it came out."""
    key: str = ""
    """The mark of the key that it is signed with, if it is."""

    def at(self, time: int) -> int:
        """The cards placed at this time."""
        return self.placed[max(0, bisect_right(self.times, time) - 1)]


def progress_of(run: RunReplay) -> Progress:
    """The progress of a run. Raises Mismatch as check_run does."""
    times, placed = list[int](), list[int]()

    def look(solo: Solo) -> None:
        times.append(solo.log[-1].at + solo.penalty if solo.log else 0)
        placed.append(solo.rules.progress(solo.table)[0])

    solo = check_run(run, look)
    key = key_mark(run.signer) if run.signer else ""
    return Progress(times, placed, solo.splits, won=solo.won, key=key)


@lru_cache(maxsize=256)
def progress_in(path: Path) -> Progress | None:
    """The progress of the run in a file, which never changes once it is written; None if it does not
    replay."""
    try:
        return progress_of(read_run(path))
    except (ReplayError, Mismatch):
        return None
