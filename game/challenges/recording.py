"""Runs that have ended, by themselves or because a kept game is given up: recorded as results, and on the
own ladder what belongs there."""

from contextlib import suppress

from msgspec.structs import replace

from game.challenges.challenge import finished_run, result_of
from game.challenges.ladder import Ladder
from game.challenges.level import Challenge, LevelError
from game.challenges.level_files import named
from game.i18n import N_, Notice
from game.sessions.live_run import LiveRun, RunKeeper
from game.storage.archive import Archive
from game.storage.data_folder import DataFolderError
from game.storage.kept_games import KeptGame
from game.storage.replay_format import ReplayError
from game.storage.result import PendingResult
from game.storage.run_replay import RunReplay
from game.storage.settings import Settings
from game.system import here


def record(
    archive: Archive,
    session: LiveRun,
    level: Challenge | None,
    player: Settings,
    keeper: RunKeeper | None = None,
) -> tuple[RunReplay, PendingResult]:
    """Record a run that has ended, as this player's; one in peace is only counted. It is no longer kept, if
    it was."""
    run, result = finished_run(session, level, player, int(here().clock.calendar()))
    if keeper:
        keeper.end()
    kept = keeper.name if keeper else ""
    if not session.may.time:
        result = replace(result, medal="")
        return run, archive.writer.count(result, lambda: archive.kept.forget(kept))
    return run, archive.writer.save(run, result, lambda: _settle(archive, run, kept))


def _settle(archive: Archive, run: RunReplay, kept: str) -> None:
    """A run has been recorded: it is no longer kept, and may be one for the ladder."""
    if kept:
        archive.kept.forget(kept)
    if archive.folder:
        with suppress(DataFolderError):  # the player has been told that nothing can be written there
            try:
                Ladder(archive.folder, archive.tell).add_own(run)
            except ReplayError as error:
                archive.tell(Notice(N_("This run is not on the ladder ({reason})."), reason=str(error)))


def end_kept(archive: Archive, game: KeptGame) -> None:
    """End a kept game as it stands, as if it had been given up. If its file is unusable, the player is
    notified."""
    try:
        run, solo = archive.kept.read(game)
    except ReplayError as error:
        archive.tell(error)
        return
    level = level_of(run)
    played = run.result.time - solo.penalty
    ended = RunReplay.from_solo(solo, played, level.id if level else "", run.header.name)
    archive.kept.end(game.name)
    result = result_of(ended, solo, level, int(game.when))
    if game.peaceful:
        archive.writer.count(result, lambda: archive.kept.forget(game.name))
    else:
        archive.writer.save(ended, result, lambda: archive.kept.forget(game.name))


def level_of(run: RunReplay) -> Challenge | None:
    """The challenge of a run, if it still has the same deal and its solution can be read."""
    with suppress(LevelError):
        level = named(run.header.challenge) if run.header.challenge else None
        if level and level.line() and (level.variant(), level.seed) == (run.rules, run.header.seed):
            return level
    return None
