"""Sitting down with bots at a table of one's own; the match is kept as a replay."""

import time

from game.bots.names import BOT_NAMES
from game.core.limits import Level
from game.core.match import Match
from game.i18n import N_, Notice, _
from game.rules.haisty import Haisty
from game.sessions.local import LocalSession
from game.sessions.seeds import fresh_secret
from game.storage.replay_writer import ReplayWriter
from game.storage.settings import DataFolderError
from game.ui.engine.scene import Context
from game.ui.table.scene import TableScene

_LOST = N_("The replay of this match could not be saved: {reason}.")


def match(ctx: Context, bots: int, level: Level, seed: int | None) -> None:
    """Begin a match against so many bots; without a seed one that nobody chose."""
    settings = ctx.settings
    target = 0 if settings.rounds else settings.target
    chosen = fresh_secret() if seed is None else seed
    played = Match(settings.rules(Haisty), bots + 1, chosen, target, settings.rounds)
    names = (settings.name or _("You"), *BOT_NAMES[:bots])
    backs = (settings.back, *[back for back in range(8) if back != settings.back][:bots])
    recorder: ReplayWriter | None = None
    try:
        recorder = ReplayWriter(ctx.folder, played, names, backs) if ctx.folder else None
    except DataFolderError as error:
        ctx.tell(Notice(_LOST, reason=error))

    def save() -> None:
        try:
            if recorder:
                recorder.save()
        except DataFolderError as error:
            ctx.tell(Notice(_LOST, reason=error))

    levels = {seat: str(level) for seat in range(1, bots + 1)}
    session = LocalSession(played, levels, names, backs, time.perf_counter, save)
    ctx.push(TableScene(session, easy=level == "easy"))
