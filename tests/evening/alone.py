"""What must hold for who plays patiences, alone or in a race: see `invariants`, where each has its time."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from game.challenges.level import LevelError
from game.challenges.level_files import DAILY, named
from game.core.solo import Solo
from game.i18n import exact_time
from game.lan.race_round import RaceRun
from game.sessions.live_run import LiveRun
from game.storage.data_folder import KEPT, LADDER
from game.storage.replay_format import ReplayError
from game.storage.replay_writer import FOLDER
from game.storage.run_replay import read_run
from game.ui.play.patience.game import Patience
from game.ui.play.scene import PlayScene
from tests.evening.acts import HOST
from tests.evening.liars import PLANTED
from tests.evening.looking import Row, records, runs_of, spans_of
from tests.evening.program import MET

if TYPE_CHECKING:
    from tests.evening.party import Party
    from tests.evening.program import Program

Deal = tuple[str, str, str]
"""A game, a seed and a challenge."""
_LATE = 100_000
"""Microseconds by which the clock of a run may be ahead of the time that has passed."""
_UNSURE = "kill", "damage", "full", "locked"
"""What may keep a run from being recorded."""


class Played(NamedTuple):
    """A run as it was when it was last looked at."""

    solo: Solo
    at: float
    """The evening's second."""
    clock: int
    """What its clock showed, without penalties, in microseconds."""
    end: tuple[bool, int, int] | None
    """Once it is over, if it counts: whether it is won, how many cards are placed, and when."""
    kept: str
    """The name of its file while it is kept for later."""


def _deal(run: LiveRun) -> Deal:
    return run.rules.name, str(run.seed), run.name


def _end_of(run: LiveRun) -> tuple[bool, int, int] | None:
    counted = run.over and run.may.record
    return (run.solo.won, run.rules.worth(run.solo.table), run.elapsed) if counted else None


def _played(party: "Party", program: "Program") -> dict[Deal, list[Played]]:
    """All runs that this program has shown, by deal, the latest last."""
    known: dict[Deal, list[Played]] = party.memory.setdefault(f"runs {program.name}", {})
    if party.memory.get(f"runs looked at {program.name}") != party.now:
        party.memory[f"runs looked at {program.name}"] = party.now
        for run in runs_of(program):
            runs, keeper = known.setdefault(_deal(run), []), run._keeper
            now = Played(run.solo, party.now, run.now, _end_of(run), keeper.name if keeper else "")
            if runs and runs[-1].solo is run.solo:
                runs[-1] = now._replace(at=runs[-1].at) if runs[-1].end else now
            else:
                runs.append(now)
    return known


def the_clock_is_right(party: "Party") -> Iterator[str]:
    """The clock of a patience goes no faster than time, penalties aside, also when it is gone on with."""
    for program in party.programs:
        shown: dict[Deal, tuple[float, int]] = party.memory.setdefault(f"clocks {program.name}", {})
        for run in runs_of(program):
            at, clock = shown.get(_deal(run), (party.now, run.now))
            gone = run.now - clock - round((party.now - at) * 1e6)
            if gone > _LATE and not isinstance(run, RaceRun):
                yield f"{program.name}: the clock of {_deal(run)} is {gone / 1e6:.1f} s ahead"
            shown[_deal(run)] = party.now, run.now


def alone_as_the_table(party: "Party") -> Iterator[str]:
    """The piles on the screen of a patience have as many cards as those of its table."""
    for program in party.programs:
        scene, seen = program.ctx and program.ctx.scene, program.look()
        if not (isinstance(scene, PlayScene) and isinstance(run := scene.game.session, LiveRun) and seen):
            continue
        shown, known = [pile.size for pile in seen.piles], [len(pile.cards) for pile in run.state.table.piles]
        if shown and shown != known and not run.over:
            yield f"{program.name} shows {shown}, and there are {known}"


def splits_as_played(party: "Party") -> Iterator[str]:
    """Where the splits of a run are listed, and no hint is in their place, those that it has reached are."""
    for program in party.programs:
        scene = program.ctx.scene if program.alive and program.ctx else None
        game = scene.game if isinstance(scene, PlayScene) else None
        if isinstance(game, Patience) and game.lists:
            words, splits = {span.words for span in spans_of(program)}, game.session.solo.splits
            for missing in {exact_time(at) for at in splits if "½" in words} - words:
                yield f"{program.name} does not list {missing} of {game.session.rules.name}"


def runs_as_played(party: "Party") -> Iterator[str]:
    """In the records are the runs that were played here, each once, with the medal that its time wins."""
    for program in party.programs:
        played, rows = _played(party, program), records(program).get("result", [])
        if any(act[1] in (program.name, HOST) and act[2][0] == "damage" for act in party.evening.acts):
            continue
        for deal, count in Counter(map(_deal_of, rows)).items():
            if count > (times := len(played.get(deal, ()))):
                yield f"{program.name} has {count} results of {deal}, played {times} times"
        for row in rows:
            with suppress(LevelError):
                medal = row["challenge"] and named(row["challenge"]).medal(row["won"], row["time"])
                if row["medal"] and row["medal"] != medal:
                    yield f"{program.name} has {row['medal']} for {row['time'] / 1e6} s, not {medal}"


def runs_kept(party: "Party") -> Iterator[str]:
    """Whoever has ended a run has it in the records as it ended, and it is kept for later no more."""
    for program in party.programs:
        played, rows = _played(party, program), records(program).get("result", [])
        if any(act[1] in (program.name, HOST) and act[2][0] in _UNSURE for act in party.evening.acts):
            continue
        there = {(*_deal_of(row), bool(row["won"]), row["placed"], row["time"]) for row in rows}
        for deal, runs in played.items():
            for run in runs:
                if run.end and run.solo.log and (*deal, *run.end) not in there:
                    yield f"{program.name} has no result of {deal}, which ended with {run.end}"
            if runs[-1].end and runs[-1].kept and (program.folder / KEPT / runs[-1].kept).exists():
                yield f"{program.name} still keeps {runs[-1].kept}, which has ended"


def _deal_of(row: Row) -> Deal:
    return row["game"], row["seed"], row["challenge"]


def only_won_days_are_signed(party: "Party") -> Iterator[str]:
    """On nobody's ladder is a run of a day that nobody has won."""
    every = [*party.programs, *party.liars]
    if any(act[2][0] == "damage" for act in party.evening.acts):
        return
    won = {row["challenge"] for each in every for row in records(each).get("result", ()) if row["won"]}
    for program in party.programs:
        for path in (program.folder / LADDER).glob("*.run"):
            if f"{DAILY}{path.name[:10]}" not in won and MET not in path.name:
                yield f"{program.name} has {path.name} on the ladder, and nobody has won that day"


def by_the_own_hand(party: "Party") -> Iterator[str]:
    """Nobody has a run in the data folder that a host has made up."""
    known: set[Path] = party.memory.setdefault("run files", set())
    for program in party.programs:
        paths = {path for folder in (FOLDER, LADDER) for path in (program.folder / folder).glob("*.run")}
        for path in sorted(paths - known):
            with suppress(ReplayError):
                known.add(path)
                if [act.at for act in read_run(path).acts[:1]] == [PLANTED]:
                    yield f"{program.name} has {path.name}, which no hand has played"


def places_of_a_race(party: "Party") -> Iterator[str]:
    """After a deal of a race the first stands above the others, and all screens tell the same places."""
    told: dict[object, tuple[object, str]] = party.memory.setdefault("places", {})
    for program in party.programs:
        top = program.ctx.scene if program.alive and program.ctx else None
        lan = getattr(top, "lan", None)
        if not lan or not hasattr(top, "lines") or not lan.client.table.welcome:
            continue
        found = ((re.fullmatch(r"(\d+)\.  (.+)", span.words), span.rect) for span in spans_of(program))
        lines = sorted((rect.centery, int(words[1]), words[2]) for words, rect in found if words)
        places = [place for _y, place, _name in lines]
        if places != sorted(places):
            yield f"{program.name} shows the places in the order {places}"
        state, welcome = lan.state, lan.client.table.welcome
        key = welcome.table, welcome.epoch, state.starts, state.round, len(state.scores)
        story = sorted((place, name) for _y, place, name in lines)
        earlier, teller = told.setdefault(key, (story, program.name)) if lines else (story, "")
        if earlier != story:
            yield f"round {state.round}: {earlier} says {teller}, {story} says {program.name}"
