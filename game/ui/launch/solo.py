"""Solo games: free play and challenges, and the playback of their runs."""

import time
from collections.abc import Callable

from game.challenges.challenge import begin_run, finished_run, load_ghost
from game.challenges.level import Level, LevelError, prove
from game.challenges.level_files import levels, named
from game.core.rules import Rules
from game.sessions.live_run import LiveRun
from game.sessions.run_playback import RunPlayback
from game.sessions.seeds import fresh_seed
from game.solve.hints.process import FoundDeal, SolverClient
from game.storage.result import PendingResult, ResultsError
from game.storage.results_writer import ResultsWriter
from game.storage.run_replay import RunReplay
from game.ui.engine.scene import Context, Scene
from game.ui.solo.challenge_end import ChallengeEnd
from game.ui.solo.dealing import DealingScene
from game.ui.solo.free_end import SoloEnd
from game.ui.solo.scene import SoloScene


class SoloGames:
    """Starts solo games. However they end, they are recorded."""

    def __init__(self, ctx: Context, writer: ResultsWriter) -> None:
        self._ctx, self._writer = ctx, writer

    def free_play(self, rules: Rules, seed: int | None) -> None:
        """Start without a time limit; without a seed, a random deal, first proved solvable if the player
        wants that."""
        ctx, solver = self._ctx, SolverClient()

        def dealt(scene: Scene, deal: FoundDeal) -> None:
            ctx.replace(scene, self._free_table(rules, deal, solver))

        if seed is None and ctx.settings.comes_out:
            ctx.push(DealingScene(rules, fresh_seed(), solver, dealt))
        else:
            deal = FoundDeal(fresh_seed() if seed is None else seed, ())
            ctx.push(self._free_table(rules, deal, solver))

    def challenge(self, name: str) -> None:
        """Start a challenge, against the best run so far if the player wants that. If it cannot be played,
        the player is notified."""
        ctx = self._ctx
        try:
            level = named(name)
            prove(level)
        except LevelError as error:
            ctx.notify(error)
            return
        session = begin_run(level, time.perf_counter, ctx.settings.back, SolverClient())

        def ended(scene: SoloScene) -> None:
            run, entry = self._record(session, level)
            ctx.push(ChallengeEnd(scene, level, entry, _next(level), lambda: self._watch(run)))

        ctx.push(SoloScene(session, ended, self._best_run(level), left=lambda: self._record(session, level)))

    def _free_table(self, rules: Rules, deal: FoundDeal, solver: SolverClient) -> SoloScene:
        back = self._ctx.settings.back
        session = LiveRun(rules, deal.seed, time.perf_counter, back=back, solution=deal.moves, solver=solver)

        def ended(scene: SoloScene) -> None:
            run, entry = self._record(session, None)
            self._ctx.push(SoloEnd(scene, entry, lambda: self._watch(run)))

        return SoloScene(session, ended, left=lambda: self._record(session, None))

    def _best_run(self, level: Level) -> Callable[[int], int] | None:
        """The progress of the best run so far, to race against, if the player wants that."""
        if not self._ctx.settings.ghost:
            return None
        try:
            return load_ghost(self._writer.results.best(level.leaderboard()), self._ctx.folder)
        except ResultsError as error:
            self._ctx.notify(error)
            return None

    def _record(self, session: LiveRun, level: Level | None) -> tuple[RunReplay, PendingResult]:
        run, result = finished_run(session, level, self._ctx.settings.name, int(time.time()))
        return run, self._writer.save(run, result)

    def _watch(self, run: RunReplay) -> None:
        self._ctx.push(run_scene(self._ctx, run))


def run_scene(ctx: Context, run: RunReplay) -> SoloScene:
    """The scene that plays back a run."""
    return SoloScene(RunPlayback(run, time.perf_counter, ctx.settings.back))


def _next(level: Level) -> Level | None:
    """The challenge after this one of the same game."""
    ids = [each for each in levels()[0] if each.game == level.game]
    after = [each for each in ids if each.id > level.id]
    return after[0] if after and any(each.id == level.id for each in ids) else None
