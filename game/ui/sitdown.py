"""Sitting down alone, at a free deal or a challenge; whatever its end, it goes into the records."""

import time

from game.challenge import Ending, enter, ghost, run_path, sit_down
from game.core.rules import Rules
from game.levels import Level, LevelError, levels, prove
from game.records import RecordsError, Result
from game.replay import Mismatch, ReplayError
from game.rerun import RunSession
from game.run import read_checked_run
from game.session import fresh_seed
from game.solo import SoloSession
from game.solve.adviser import Adviser
from game.ui.scene import Context
from game.ui.scenes.challengeend import ChallengeEnd
from game.ui.scenes.solo import SoloScene


def free(ctx: Context, rules: Rules, seed: int | None) -> None:
    """Deal without a limit; without a seed one that nobody chose."""
    chosen = fresh_seed() if seed is None else seed
    session = SoloSession(rules, chosen, time.perf_counter, back=ctx.settings.back, adviser=Adviser())

    def ended(scene: SoloScene) -> None:
        for lost in _entered(ctx, session, None).lost:
            ctx.tell(lost)
        scene.end()

    ctx.push(SoloScene(session, ended, left=lambda: _entered(ctx, session, None)))


def challenge(ctx: Context, level: Level) -> None:
    """Sit down at a challenge, beside the best run so far if that is wanted. One that cannot be played is
    told."""
    try:
        prove(level)
    except LevelError as error:
        ctx.tell(error)
        return
    session = sit_down(level, time.perf_counter, ctx.settings.back, Adviser())
    course = None
    if ctx.settings.ghost:
        try:
            course = ghost(ctx.records.best(level.id), ctx.folder)
        except RecordsError as error:
            ctx.tell(error)

    def ended(scene: SoloScene) -> None:
        ending = _entered(ctx, session, level)
        kept = (lambda: watch(ctx, ending.result)) if ending.result.run else None
        ctx.push(ChallengeEnd(scene, level, ending, _next(level), kept))

    ctx.push(SoloScene(session, ended, course, left=lambda: _entered(ctx, session, level)))


def watch(ctx: Context, result: Result) -> None:
    """Show the run of a result; one that is not there any more, or not as it was, is told."""
    if ctx.folder is None:
        return
    try:
        run, _solo = read_checked_run(run_path(ctx.folder, result))
    except (ReplayError, Mismatch) as error:
        ctx.tell(error)
        return
    ctx.push(SoloScene(RunSession(run, time.perf_counter, ctx.settings.back)))


def _entered(ctx: Context, session: SoloSession, level: Level | None) -> Ending:
    return enter(session, level, ctx.records, ctx.folder, ctx.settings.name, int(time.time()))


def _next(level: Level) -> Level | None:
    """The challenge after this one of the same game."""
    ids = [each for each in levels()[0] if each.game == level.game]
    after = [each for each in ids if each.id > level.id]
    return after[0] if after and any(each.id == level.id for each in ids) else None
