"""The report of a match as data and as text, and what saves and reports the matches of a table."""

import json
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import NotRequired, TypedDict

from game.challenges.level import SECOND
from game.challenges.race import CUP
from game.cli.outcome import say, warn
from game.core.match import Match
from game.core.shuffle import written
from game.core.state import SCORED
from game.i18n import _
from game.storage.data_folder import open_folder
from game.storage.match_replay import Company
from game.storage.replay_writer import FOLDER, ReplayKeeper
from game.system import here

TICK = 1_000_000 / 60
"""Microseconds in a tick of the report, a 60th of a second."""


class Round(TypedDict):
    """A round: how it ended, by which seat, the scores, and its length in ticks."""

    ended_by: str
    knocker: int | None
    scores: list[int]
    ticks: int


class RacedDeal(TypedDict):
    """A round of a race: its challenge, empty in a duel; of each seat its place and when it came out, with
    penalties, in seconds."""

    challenge: str
    places: list[int]
    times: list[float | None]


class RaceReport(TypedDict):
    """What there is to say of a match if it is a race: what it is for, who sits at the seats, its rounds."""

    terms: str
    names: list[str]
    deals: list[RacedDeal]


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
    race: NotRequired[RaceReport]


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
    """The report as text: one line per round, then the standings; of a cup the places."""
    rows = [[_("Round"), *names, _("Ended by"), _("Length")]]
    race = facts.get("race")
    nobody = _("nobody") if race else _("nobody could play")
    deals = race["deals"] if race and race["terms"].startswith(CUP) else []
    for number, played in enumerate(facts["rounds"], facts["first"]):
        ended = nobody if played["knocker"] is None else names[played["knocker"]]
        length = f"{played['ticks'] // 3600}:{played['ticks'] // 60 % 60:02}"
        scores = [f"{score:+}" if score else "0" for score in played["scores"]]
        if deals:
            scores = list(map(str, deals[number - facts["first"]]["places"]))
        rows.append([str(number), *scores, ended, length])
    label, sums = (_("Place"), deals[-1]["places"]) if deals else (_("Total"), facts["totals"])
    rows.append([label, *map(str, sums), "", ""])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    if facts["winner"] is not None:
        lines.append(_("{name} wins.").format(name=names[facts["winner"]]))
    if facts["replay"]:
        lines.append(_("Replay: {path}").format(path=facts["replay"]))
    return "\n".join(map(str.rstrip, lines))


class MatchLog:
    """Saves the matches of a table as replays, and keeps reports of the last ones with the players' names."""

    def __init__(self, folder: Path, served: bool = False, most: int = 1) -> None:
        """`most`: how many reports are kept. `served`: the table may be open for days, so only the last
        replays are kept. Raises DataFolderError if the folder is not writable."""
        open_folder(folder / FOLDER)
        self._keeper = ReplayKeeper(folder, warn, served)
        self.reports: deque[tuple[Report, tuple[str, ...]]] = deque(maxlen=most)
        self._match: Match | None = None
        self._deals: list[RacedDeal] = []
        """Those of the current race."""
        self._begun = here().clock.seconds()

    def save(self, match: Match, company: Company, race: str = "", challenge: str = "") -> None:
        """Save the match as it stands. If that fails, print one warning and go on. A duel has no replay;
        `challenge`: that of its last round, but of a duel."""
        if match is self._match:
            self.reports.pop()
        else:
            self._match, self._deals = match, []
        self._keeper.save(match, company)
        facts = report(match, self._keeper.path, here().clock.seconds() - self._begun)
        if race:
            if len(self._deals) < len(match.results):
                places = match.rules.places(match.state.table, match.results[-1].scores)
                outs = (match.state.table.standing(seat).out for seat in range(match.seats))
                times = [None if out is None else out / SECOND for out in outs]
                self._deals.append(RacedDeal(challenge=challenge, places=list(places), times=times))
            facts["race"] = RaceReport(terms=race, names=list(company.names), deals=self._deals)
        self.reports.append((facts, company.names))
