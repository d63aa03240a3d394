"""What somebody has written: shown, or raced."""

import sys
from collections.abc import Callable
from pathlib import Path

from game.challenges.replays import read_replay
from game.i18n import N_, Notice, reason
from game.sessions.match_playback import MatchPlayback
from game.sessions.race_playback import RacePlayback
from game.storage.match_replay import MatchReplay
from game.storage.replay_format import Mismatch, ReplayError
from game.storage.run_replay import RunReplay
from game.system import here
from game.ui.engine import requests
from game.ui.engine.scene import Context
from game.ui.play.match.tables import watched_table
from game.ui.play.race.watched import watched_race


def dropped(ctx: Context, path: Path) -> None:
    """Race the run in a file, or show the match, unless there is a table that has to be left first."""
    if all(scene.takes_files for scene in ctx.stack):
        ctx.open(requests.Shown(path, lambda: read_replay(path)[0], races=True))
    else:
        ctx.notify(Notice(N_("Leave this table first, then drop the file again.")))


def shown(ctx: Context, path: Path, read: Callable[[], MatchReplay | RunReplay], races: bool) -> None:
    """A match, or a run. Whatever goes wrong is a notice: what others have written may hold anything."""
    try:
        replay = read()
        if isinstance(replay, RunReplay):
            ctx.open(requests.Race(replay) if races else requests.PlayBack(replay))
        elif replay.runs:
            ctx.push(watched_race(RacePlayback(replay, here().clock.seconds)))
        elif replay.match().rules.apart:
            ctx.notify(Notice(N_("{path}: no deal of this race was finished."), path=path))
        else:
            ctx.push(watched_table(MatchPlayback(replay, here().clock.seconds)))
    except (ReplayError, Mismatch) as error:
        ctx.notify(error)
    except OSError as error:
        ctx.notify(Notice("{path}: {reason}", path=path, reason=reason(error)))
    except Exception as error:
        sys.excepthook(type(error), error, error.__traceback__)
        fault = type(error).__name__
        ctx.notify(Notice(N_("{path} cannot be opened ({fault})."), path=path, fault=fault))
