"""What can be seen from outside of a program that runs, for who wants to know whether it is right."""

import json
import sqlite3
from contextlib import closing, suppress

from game.lan.table import RemoteTable
from game.story.match_story import RoundStory
from game.ui.engine.describer import scene_name
from game.ui.lobby.tables import TablesScene
from game.ui.play.match.game import MatchGame
from tests.desktop.seen import Seen
from tests.evening.program import Program

Record = tuple[str, int, int, str]
"""A match in the records: its key, the own points, its rounds, and the others as JSON."""


def scenes(program: Program) -> str:
    """What lies on top of what there."""
    if not program.alive or not program.ctx:
        return "off"
    return "/".join(each.kind or scene_name(type(each)) for each in program.ctx.stack)


def lan_of(program: Program) -> RemoteTable | None:
    """The table that the program is at."""
    for scene in program.ctx.stack if program.alive and program.ctx else ():
        if isinstance(lan := getattr(scene, "lan", None), RemoteTable):
            return lan
    return None


def tables_of(program: Program) -> set[bytes] | None:
    """The tables that are listed on the screen; None: another one is shown."""
    top = program.ctx.scene if program.alive and program.ctx else None
    return set(top.tables) if isinstance(top, TablesScene) else None


def story_of(program: Program, number: int) -> RoundStory | None:
    """What the screen tells of a round that is counted."""
    for scene in program.ctx.stack if program.alive and program.ctx else ():
        if isinstance(game := getattr(scene, "gameplay", None), MatchGame):
            return game.stories.get(number)
    return None


def state_of(program: Program) -> str:
    """What a program waits for, for who looks for a fault."""
    lan = lan_of(program)
    if not lan:
        return f"  {program.name}: {scenes(program)}"
    state, room = lan.client.table.confirmed.state, lan.room
    places = [(each.kind, each.name, each.member) for each in room.places] if room else []
    seen = program.look()
    return (
        f"  {program.name}: {scenes(program)} status={lan.status} connection={lan.connection.state}"
        f" member={lan.member} seat={lan.seat} silence={lan.silence:.1f} round={state.round} {state.phase}"
        f" ready={state.ready:b} totals={state.totals} out={state.out:b} hosts={lan.server is not None}"
        f" closed={lan.ending!r} places={places}\n"
        f"    {[each.label for each in seen.controls] if seen else ''} {seen.words[:400] if seen else ''}"
    )


def records(program: Program) -> list[Record]:
    """The matches in the records of a program, as they are on its disk."""
    path = program.folder / "records.db"
    found = list[Record]()
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        found += database.execute("SELECT key, points, rounds, opponents FROM match_result ORDER BY id")
    return found


def as_text(seen: Seen) -> str:
    """All that a program says it shows."""
    return json.dumps(seen.said, ensure_ascii=False, sort_keys=True)
