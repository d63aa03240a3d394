"""The report of a match, as data and as text."""

import json
from collections.abc import Sequence
from typing import TypedDict

from game.cli.outcome import say
from game.core.match import Match
from game.core.shuffle import written
from game.core.state import SCORED
from game.i18n import _

TICK = 1_000_000 / 60
"""Microseconds in a tick of the report, a 60th of a second."""


class Round(TypedDict):
    """A round: how it ended, by which seat, the scores, and its length in ticks."""

    ended_by: str
    knocker: int | None
    scores: list[int]
    ticks: int


class Report(TypedDict):
    """A match; `first` is the number of the first of its rounds that ended here, not 1 if it was taken over
    later; `replay` is the path of its replay, or empty; `seconds` is its duration in real time."""

    seats: int
    seed: int | str
    first: int
    rounds: list[Round]
    totals: list[int]
    winner: int | None
    replay: str
    seconds: float


def report(match: Match, replay: str, seconds: float) -> Report:
    """The report of a match as it stands."""
    rounds = [
        Round(
            ended_by=result.reason,
            knocker=result.seat,
            scores=list(result.scores),
            ticks=round(result.duration / TICK),
        )
        for result in match.results
    ]
    known = match.resumed
    totals, winner = list(match.state.totals), match.state.winner
    return Report(
        seats=match.seats,
        seed=written(match.seed),
        first=known.round + (known.phase == SCORED) if known else 1,
        rounds=rounds,
        totals=totals,
        winner=winner,
        replay=replay,
        seconds=round(seconds, 3),
    )


def print_report(facts: Report, names: Sequence[str], as_json: bool) -> None:
    """Print the report of one match."""
    say(json.dumps(facts) if as_json else report_text(facts, names))


def report_text(facts: Report, names: Sequence[str]) -> str:
    """The report as text: one line per round, then the standings."""
    rows = [[_("Round"), *names, _("Ended by"), _("Length")]]
    for number, played in enumerate(facts["rounds"], facts["first"]):
        ended = _("nobody could play") if played["knocker"] is None else names[played["knocker"]]
        length = f"{played['ticks'] // 3600}:{played['ticks'] // 60 % 60:02}"
        rows.append(
            [str(number), *(f"{score:+}" if score else "0" for score in played["scores"]), ended, length]
        )
    rows.append([_("Total"), *map(str, facts["totals"]), "", ""])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    if facts["winner"] is not None:
        lines.append(_("{name} wins.").format(name=names[facts["winner"]]))
    if facts["replay"]:
        lines.append(_("Replay: {path}").format(path=facts["replay"]))
    return "\n".join(map(str.rstrip, lines))
