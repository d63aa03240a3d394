"""Sitting down alone, at a free deal or a challenge; whatever its end, it goes into the records."""

import time

from game.challenges.challenge import contest_of, ghost, played, sit_down
from game.challenges.keeper import Entry
from game.challenges.level import Level, LevelError, levels, prove
from game.core.rules import Rules
from game.sessions.live_run import LiveRun
from game.sessions.run_playback import RunPlayback
from game.sessions.seeds import fresh_seed
from game.solve.hints.process import Deal, SolverClient
from game.storage.results import RecordsError
from game.storage.run_replay import Run
from game.ui.engine.scene import Context, Scene
from game.ui.solo.challenge_end import ChallengeEnd
from game.ui.solo.dealing import DealingScene
from game.ui.solo.free_end import SoloEnd
from game.ui.solo.scene import SoloScene


def free(ctx: Context, rules: Rules, seed: int | None) -> None:
    """Deal without a limit; without a seed one that nobody chose, and if that is wanted one that comes
    out."""
    solver, chosen = SolverClient(), fresh_seed() if seed is None else seed

    def dealt(scene: Scene, deal: Deal) -> None:
        ctx.replace(scene, _table(ctx, rules, deal, solver))

    if seed is None and ctx.settings.comes_out:
        ctx.push(DealingScene(rules, chosen, solver, dealt))
    else:
        ctx.push(_table(ctx, rules, Deal(chosen, ()), solver))


def _table(ctx: Context, rules: Rules, deal: Deal, solver: SolverClient) -> SoloScene:
    session = LiveRun(
        rules, deal.seed, time.perf_counter, back=ctx.settings.back, solution=deal.moves, solver=solver
    )

    def ended(scene: SoloScene) -> None:
        run, entry = _entered(ctx, session, None)
        ctx.push(SoloEnd(scene, entry, lambda: watch(ctx, run)))

    return SoloScene(session, ended, left=lambda: _entered(ctx, session, None))


def challenge(ctx: Context, level: Level) -> None:
    """Sit down at a challenge, beside the best run so far if that is wanted. One that cannot be played is
    told."""
    try:
        prove(level)
    except LevelError as error:
        ctx.tell(error)
        return
    session = sit_down(level, time.perf_counter, ctx.settings.back, SolverClient())
    course = None
    if ctx.settings.ghost:
        try:
            course = ghost(ctx.records.best(contest_of(level)), ctx.folder)
        except RecordsError as error:
            ctx.tell(error)

    def ended(scene: SoloScene) -> None:
        run, entry = _entered(ctx, session, level)
        ctx.push(ChallengeEnd(scene, level, entry, _next(level), lambda: watch(ctx, run)))

    ctx.push(SoloScene(session, ended, course, left=lambda: _entered(ctx, session, level)))


def watch(ctx: Context, run: Run) -> None:
    """Show a run."""
    ctx.push(SoloScene(RunPlayback(run, time.perf_counter, ctx.settings.back)))


def _entered(ctx: Context, session: LiveRun, level: Level | None) -> tuple[Run, Entry]:
    run, result = played(session, level, ctx.settings.name, int(time.time()))
    return run, ctx.keeper.enter(run, result)


def _next(level: Level) -> Level | None:
    """The challenge after this one of the same game."""
    ids = [each for each in levels()[0] if each.game == level.game]
    after = [each for each in ids if each.id > level.id]
    return after[0] if after and any(each.id == level.id for each in ids) else None
