"""What can be seen from outside of a program that runs, for who wants to know whether it is right."""

import json
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from game.core.state import PLAYING, SCORED
from game.i18n import _
from game.lan.table import RemoteTable
from game.sessions.live_run import LiveRun
from game.storage.database import TABLES
from game.story.match_story import RoundStory
from game.ui.engine import text
from game.ui.engine.scene import scene_name
from game.ui.lobby.tables import TablesScene
from game.ui.play.match.game import MatchGame
from game.ui.play.match.knock import Freezing
from game.ui.play.pair import SplitScreen
from tests.desktop.seen import Seen
from tests.desktop.texts import Texts
from tests.evening.program import Program
from tests.world.world import world

Row = dict[str, Any]
"""Of a table in the records, by column."""
_WAITS = (
    "Waiting for {names} …",
    "You call speltorka. Waiting for {names}.",
    "You call speltorka. Turn your hand on, and wait for {names}.",
    "Carry on without {names}",
)
_COVERS = ("round-end",)
"""What lies over a table that is shown darker, besides what says so itself."""


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


def is_there(program: Program) -> bool:
    """Whether its machine is neither frozen nor cut off."""
    machine = program.machine
    return not machine or (max(machine.frozen, machine.unplugged) <= world().now and not machine.side)


def host_of_others(programs: Sequence[Program]) -> Program | None:
    """The one that is there and hosts a match with others."""
    for program in filter(is_there, programs):
        lan = lan_of(program)
        room = lan.server.table.room if lan and lan.server else None
        phase = room.match.state.phase if room and room.match and len(room.members.peers) > 1 else ""
        if phase in (PLAYING, SCORED):
            return program
    return None


def names_at(program: Program) -> tuple[str, ...]:
    """The names at the seats of its table, as its window says them."""
    lan = lan_of(program)
    if not lan or not program.machine:
        return ()
    with world().at_window(program.machine):
        return lan.names


def tables_of(program: Program) -> dict[bytes, str] | None:
    """The tables listed on the screen, each with its host's address; None: another screen is shown."""
    top = program.ctx.scene if program.alive and program.ctx else None
    listed = top.tables.values() if isinstance(top, TablesScene) else None
    return None if listed is None else {each.info.id: each.address[0] for each in listed}


def waited_for(program: Program) -> Iterator[str]:
    """Those of whom the screen says that it waits for them."""
    if (seen := program.look()) and program.machine:
        lines = [*(each["text"] for each in seen.said["texts"]), *(each.label for each in seen.controls)]
        with world().at_window(program.machine):
            nobody = _("Waiting for the others …")
            waits = [re.escape(_(words)).replace(r"\{names\}", "(.+)") for words in _WAITS]
        for found in (re.fullmatch(each, line) for each in waits for line in lines if line != nobody):
            yield from re.sub(r" \+\d+$", "", found[1]).split(", ") if found else ()


def runs_of(program: Program) -> Iterator[LiveRun]:
    """The runs at this screen that count; of several beside each other only the first is recorded."""
    for scene in program.ctx.stack if program.alive and program.ctx else ():
        table = scene.tables[0] if isinstance(scene, SplitScreen) else scene
        run = getattr(getattr(table, "game", None), "session", None)
        if isinstance(run, LiveRun) and run.may.record and not run.teaches:
            yield run


def frozen_since(program: Program) -> float | None:
    """When the screen froze after a knock; None: it is not frozen."""
    for scene in program.ctx.stack if program.alive and program.ctx else ():
        for extra in getattr(scene, "extras", ()):
            if isinstance(extra, Freezing) and extra._freeze:
                return extra._freeze.start
    return None


def spans_of(program: Program) -> list[text.TextSpan]:
    """The texts on the screen that are not on what lies below and is darkened."""
    ctx = program.ctx
    if not (program.alive and ctx and ctx.scene and program.machine):
        return []
    scene = ctx.scene
    if scene.overlay or scene.kind in _COVERS or scene_name(type(scene)) in _COVERS:
        return text.spans(ctx.window.surface)
    page = Texts()
    page.read(ctx.window.surface)
    with world().at_window(program.machine):
        scene.describe(page)
    return page.spans


def story_of(program: Program, number: int) -> RoundStory | None:
    """What the screen tells of a round that is counted."""
    for scene in program.ctx.stack if program.alive and program.ctx else ():
        if isinstance(game := getattr(scene, "game", None), MatchGame):
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


def records(program: Program) -> dict[str, list[Row]]:
    """All that is in the records of a program, by table, as it is on its disk."""
    known = _read.get(program)
    if known and known[0] == world().now:
        return known[2]
    path = program.folder / "records.db"
    signs = [
        (each.stat().st_mtime_ns, each.stat().st_size)
        for each in path.parent.glob("records.db*")
        if each.exists()
    ]
    if known and known[1] == signs:
        _read[program] = world().now, *known[1:]
        return known[2]
    found = dict[str, list[Row]]()
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
        database.row_factory = sqlite3.Row
        for table in TABLES:
            found[table] = [dict(row) for row in database.execute(f"SELECT * FROM {table} ORDER BY id")]
    _read[program] = world().now, signs, found
    return found


_read: dict[Program, tuple[int, object, dict[str, list[Row]]]] = {}
"""What was there last: when, by which signs of its files."""


def files_of(program: Program) -> list[str]:
    """The files of a program that are open, of its data folder."""
    found, every = list[str](), Path("/proc/self/fd")
    for each in every.iterdir() if every.is_dir() else ():
        with suppress(OSError):  # that of the folder just read
            found += [path.name for path in [each.readlink()] if program.folder in path.parents]
    return sorted(found)


def as_text(seen: Seen) -> str:
    """All that a program says it shows."""
    return json.dumps(seen.said, ensure_ascii=False, sort_keys=True)
