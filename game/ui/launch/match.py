"""Matches on this machine: against bots, saved as replays; and replays played back."""

import time

from game.bots.names import BOT_NAMES
from game.bots.skill import Adaptation
from game.core.limits import Level
from game.core.match import Match
from game.i18n import N_, Notice, _
from game.rules.haisty import Haisty
from game.sessions.local import LocalSession
from game.sessions.match_playback import MatchPlayback
from game.sessions.seeds import fresh_secret
from game.storage.data_folder import DataFolderError
from game.storage.match_replay import MatchReplay
from game.storage.replay_writer import ReplayWriter
from game.ui.engine.scene import Context
from game.ui.table.scene import TableScene

_NOT_SAVED = N_("The replay of this match could not be saved: {reason}.")


def table_with_bots(ctx: Context, bots: int, level: Level, seed: int | None) -> TableScene:
    """The table of a new match; without a seed, a random one."""
    settings = ctx.settings
    target = 0 if settings.rounds else settings.target
    chosen = fresh_secret() if seed is None else seed
    match = Match(settings.rules(Haisty), bots + 1, chosen, target, settings.rounds)
    names = (settings.name or _("You"), *BOT_NAMES[:bots])
    backs = (settings.back, *[back for back in range(8) if back != settings.back][:bots])
    replay: ReplayWriter | None = None
    try:
        replay = ReplayWriter(ctx.folder, match, names, backs) if ctx.folder else None
    except DataFolderError as error:
        ctx.notify(Notice(_NOT_SAVED, reason=error))

    adaptation = Adaptation(settings.strength)

    def save() -> None:
        settings.strength = adaptation.strength
        try:
            if replay:
                replay.save()
        except DataFolderError as error:
            ctx.notify(Notice(_NOT_SAVED, reason=error))

    levels = {seat: str(level) for seat in range(1, bots + 1)}
    session = LocalSession(match, levels, names, backs, time.perf_counter, save, adaptation=adaptation)
    return TableScene(session, easy=level == "easy")


def replay_scene(replay: MatchReplay) -> TableScene:
    """The scene that plays back a match."""
    return TableScene(MatchPlayback(replay, time.perf_counter))
