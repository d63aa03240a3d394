"""Solo games: free play and challenges, and the playback of their runs."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from game.challenges.challenge import begin_run, finished_run, load_ghost, result_of
from game.challenges.ladder import Ladder
from game.challenges.level import GRADES, Challenge, LevelError, by_grade, prove
from game.challenges.level_files import levels, named
from game.core.rules import Rules
from game.core.solo import Solo
from game.core.state import Event
from game.core.table import Move
from game.i18n import N_, Notice, _
from game.rules.options import changed, rules_from_file
from game.sessions.live_run import LiveRun, RunKeeper
from game.sessions.run_playback import RunPlayback
from game.sessions.seeds import fresh_seed
from game.solve.hints.process import FoundDeal, SolverClient
from game.storage.data_folder import DataFolderError
from game.storage.kept_games import MOST, KeptGame, KeptGames, kept_name
from game.storage.replay_format import Mismatch, ReplayError
from game.storage.replay_writer import run_path, share_run
from game.storage.result import PendingResult, Result, ResultsError
from game.storage.results_writer import ResultsWriter
from game.storage.run_replay import Progress, RunReplay, progress_of, read_checked_run
from game.system import here
from game.ui.engine.scene import Context
from game.ui.play.patience.challenge_end import ChallengeEnd
from game.ui.play.patience.dealing import DealingScene
from game.ui.play.patience.free_end import SoloEnd
from game.ui.play.patience.game import SoloTable, solo_table
from game.ui.play.patience.lost import watched_run
from game.ui.play.scene import Extra


class SoloGames:
    """Starts solo games, or goes on with one that was kept. However they end, they are recorded."""

    def __init__(self, ctx: Context, writer: ResultsWriter, kept: KeptGames) -> None:
        self._ctx, self._writer, self._kept = ctx, writer, kept

    def free_play(self, rules: Rules, seed: int | None = None, rival: RunReplay | None = None) -> None:
        """Start without a time limit, or go on if that deal is kept; without a seed, a random deal, first
        proved solvable if the player wants that, and has any choice. `rival`: a checked run of the deal to
        race."""
        ctx, solver = self._ctx, SolverClient()

        def dealt(deal: FoundDeal) -> None:
            ctx.push(self._free_table(rules, deal, solver))

        if seed is None and ctx.settings.comes_out and not rules.reflex:
            ctx.push(DealingScene(rules, fresh_seed(), solver).then(dealt))
        else:
            deal = FoundDeal(fresh_seed() if seed is None else seed, ())
            ctx.push(self._free_table(rules, deal, solver, rival))

    def challenge(self, name: str, rival: RunReplay | None = None) -> None:
        """Start a challenge, or go on with it if it is kept, against `rival`, a checked run, or the best run
        so far if the player wants that. If it cannot be played, the player is notified."""
        ctx = self._ctx
        try:
            level = named(name)
            prove(level)
        except LevelError as error:
            ctx.notify(error)
            return
        keeper, kept = self._keep(level.variant(), level.seed, level.id)
        session = begin_run(level, here().clock.seconds, ctx.settings.back, SolverClient(), keeper, kept)
        ghost = _rival(rival) or self.best_run(level)
        ctx.push(solo_table(session, ghost, [RunEnd(self, session, level, keeper)]))

    def go_on(self, game: KeptGame) -> None:
        """Go on with a kept game."""
        head = game.header
        if head.challenge:
            self.challenge(head.challenge)
            return
        try:
            self.free_play(rules_from_file(head.game, head.rules), head.seed)
        except ValueError as error:
            self._ctx.notify(error)

    def end_kept(self, game: KeptGame) -> None:
        """End a kept game as it stands, as if it had been given up."""
        try:
            run, solo = self._kept.read(game)
        except ReplayError as error:
            self._ctx.notify(error)
            return
        level = _level_of(run)
        played = run.result.time - solo.penalty
        ended = RunReplay.from_solo(solo, played, level.id if level else "", run.header.name)
        result = result_of(ended, solo, level, int(game.when))
        self._kept.end(game.name)
        self._writer.save(ended, result, lambda: self._kept.forget(game.name))

    def watch(self, result: Result) -> None:
        """Show the run of a result."""
        if run := self._run_of(result):
            self.play_back(run)

    def share(self, run: RunReplay) -> str:
        """Write a run to a file for others to race; where it is, or what went wrong."""
        try:
            path = share_run(self._ctx.folder, run, self._ctx.notify) if self._ctx.folder else None
        except DataFolderError as error:
            return str(error)
        words = _("For your friends: {path}")
        return words.format(path=path) if path else _("This run was not kept.")

    def race_result(self, result: Result) -> None:
        """Play the deal of a result against its run."""
        if run := self._run_of(result):
            self.race(run)

    def race(self, run: RunReplay) -> None:
        """Play the deal of a checked run against it: freely if the challenge has another deal now."""
        if level := _level_of(run):
            self.challenge(level.id, run)
            return
        self.free_play(run.rules, run.header.seed, run)

    def _run_of(self, result: Result) -> RunReplay | None:
        """The run of a result, checked. If it cannot be read, the player is notified."""
        ctx = self._ctx
        if not (ctx.folder and result.run):
            ctx.notify(Notice(N_("This run was not kept.")))
            return None
        try:
            return read_checked_run(run_path(ctx.folder, result.run))[0]
        except (ReplayError, Mismatch) as error:
            ctx.notify(error)
            return None

    def _free_table(
        self, rules: Rules, deal: FoundDeal, solver: SolverClient, rival: RunReplay | None = None
    ) -> SoloTable:
        keeper, kept = self._keep(rules, deal.seed, "")
        session = LiveRun(
            rules,
            deal.seed,
            here().clock.seconds,
            back=self._ctx.settings.back,
            solution=deal.moves,
            solver=solver,
            keeper=keeper,
            kept=kept,
        )
        session.vain = deal.vain
        return solo_table(session, _rival(rival), [RunEnd(self, session, None, keeper)])

    # -- what is kept and recorded

    def _keep(self, rules: Rules, seed: int, challenge: str) -> tuple[RunKeeper, RunReplay | None]:
        """What keeps a game at this deal, and the run kept of it earlier, if there is one."""
        name = kept_name(rules.name, seed, changed(rules), challenge)
        keeper = RunKeeper(self._kept, name, challenge, self._ctx.settings.name)
        if game := self._kept.find(name):
            try:
                run, solo = self._kept.read(game)
            except ReplayError as error:
                self._ctx.notify(error)
            else:
                if (solo.rules, solo.seed) == (rules, seed):
                    return keeper, run
                self.end_kept(game)  # the challenge has another deal now
        games, _unusable = self._kept.games()
        for oldest in games[MOST - 1 :]:
            self.end_kept(oldest)
        return keeper, None

    def best_run(self, level: Challenge) -> Progress | None:
        """The progress of the best run so far, to race against, if the player wants that."""
        if not self._ctx.settings.ghost:
            return None
        try:
            return load_ghost(self._writer.results.best(level.leaderboard()), self._ctx.folder)
        except ResultsError as error:
            self._ctx.notify(error)
            return None

    def record(
        self, session: LiveRun, level: Challenge | None, keeper: RunKeeper | None = None
    ) -> tuple[RunReplay, PendingResult]:
        """Record a run that has ended; it is no longer kept, if it was."""
        run, result = finished_run(session, level, self._ctx.settings.name, int(here().clock.calendar()))
        if keeper:
            keeper.end()
        kept = keeper.name if keeper else ""
        return run, self._writer.save(run, result, lambda: self._settle(run, kept))

    def _settle(self, run: RunReplay, kept: str) -> None:
        """A run has been recorded: it is no longer kept, and may be one for the ladder."""
        if kept:
            self._kept.forget(kept)
        if self._ctx.folder:
            with suppress(DataFolderError):  # the player has been told that nothing can be written there
                try:
                    Ladder(self._ctx.folder, self._ctx.notify).add_own(run)
                except ReplayError as error:
                    self._ctx.notify(
                        Notice(N_("This run is not on the ladder ({reason})."), reason=str(error))
                    )

    def play_back(self, run: RunReplay, lost: bool = False, known: Sequence[Move] = ()) -> None:
        """Show a run; or where it was `lost`. `known`: moves that win the deal, if it is no challenge's."""
        level, session = _level_of(run), RunPlayback(run, here().clock.seconds, self._ctx.settings.back)
        self._ctx.push(watched_run(session, level.line() if level else known, lost))


class RunEnd(Extra):
    """Records a run once it has ended, and shows its result."""

    def __init__(
        self, games: SoloGames, session: LiveRun, level: Challenge | None, keeper: RunKeeper
    ) -> None:
        self._games, self._session, self._level, self._keeper = games, session, level, keeper
        self._others = [each for each in levels()[0] if each.game == level.game] if level else []
        """The challenges of its game: read before it begins, not at its end."""
        self._recorded: Solo | None = None
        """The run that has been recorded: the same deal may have been begun again since."""

    def sift(self, events: Sequence[Event], now: float) -> Sequence[Event]:
        """Record a run as soon as it has ended, whatever the player does before its result is shown."""
        if self._session.over and self._recorded is not self._session.solo:
            self._recorded = self._session.solo
            self._run, self._entry = self._games.record(self._session, self._level, self._keeper)
        return events

    def over(self) -> bool:
        """Show what the run is worth."""
        table, level, run, entry = self.table, self._level, self._run, self._entry
        if level:
            after, fiendish = _next(level, self._others), _fiendish(level, self._others)
            table.ctx.launcher.ended = level.id
            rival = partial(self._games.best_run, level)
            table.ctx.push(ChallengeEnd(table, level, entry, after, run, rival, fiendish))
        else:
            table.ctx.push(SoloEnd(table, entry, run))
        return True

    def leave(self) -> None:
        """A run that has ended in this moment is recorded, too."""
        self.sift((), 0.0)


def _level_of(run: RunReplay) -> Challenge | None:
    """The challenge of a run, if it still has the same deal and its solution can be read."""
    with suppress(LevelError):
        level = named(run.header.challenge) if run.header.challenge else None
        if level and level.line() and (level.variant(), level.seed) == (run.rules, run.header.seed):
            return level
    return None


def _rival(run: RunReplay | None) -> Progress | None:
    """How the run came on that is raced, if any is."""
    return progress_of(run)._replace(name=run.header.name or _("the other run")) if run else None


def _next(level: Challenge, others: Sequence[Challenge]) -> Challenge | None:
    """The challenge after this one among those of the same game."""
    after = [each for each in others if each.id > level.id]
    return after[0] if after and any(each.id == level.id for each in others) else None


def _fiendish(level: Challenge, others: Sequence[Challenge]) -> bool:
    """Whether it is among the hardest of those of the same game."""
    grades = by_grade(others)
    return len(grades) == len(GRADES) and any(each.id == level.id for each in grades[-1])
