"""Solo games: free play and challenges, and the playback of their runs."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial

from game.challenges.challenge import author_run, begin_run, load_ghost, sum_of_bests
from game.challenges.level import GRADES, Challenge, LevelError, by_grade, prove
from game.challenges.level_files import levels, named
from game.challenges.recording import end_kept, level_of, record
from game.core.rules import Rules
from game.core.solo import Solo
from game.core.state import Event
from game.core.table import Move
from game.i18n import _
from game.lessons import lessons
from game.rules.options import non_default, rules_from
from game.sessions.live_run import LiveRun, RunKeeper
from game.sessions.run_playback import RunPlayback
from game.sessions.seeds import fresh_seed
from game.sessions.solo import EVERYTHING, PEACE, May
from game.solve.hints.process import FoundDeal, SolverClient
from game.storage.data_folder import KEPT_SEATS
from game.storage.kept_games import MOST, KeptGame, kept_name
from game.storage.replay_format import ReplayError
from game.storage.result import Result, ResultsError
from game.storage.run_replay import Progress, RunReplay, progress_of
from game.system import here
from game.ui.engine import requests
from game.ui.engine.scene import Context, Scene
from game.ui.play.patience.challenge_end import ChallengeEnd
from game.ui.play.patience.dealing import DealingScene
from game.ui.play.patience.free_end import PeaceEnd, SoloEnd
from game.ui.play.patience.game import SoloTable, solo_table
from game.ui.play.patience.lost import watched_run
from game.ui.play.patience.opening import Opening
from game.ui.play.scene import Extra

_LATER, _PAUSE = 2.0, 0.01
"""Seconds from the start of a challenge until the own runs are read, and between two of them."""


def free_play(
    ctx: Context, rules: Rules, seed: int | None, rival: RunReplay | None, peaceful: bool | None
) -> Scene:
    """A deal without a time limit; a random one is first proved solvable if the player wants that, and has
    any choice."""
    solver, may = SolverClient(), _may(ctx, rules.name, rival, peaceful)
    if seed is None and ctx.settings.comes_out and not rules.reflex:
        dealing = DealingScene(rules, fresh_seed(), solver)
        return dealing.then(lambda deal: ctx.push(_free_table(ctx, rules, deal, solver, may)))
    deal = FoundDeal(fresh_seed() if seed is None else seed, ())
    return _free_table(ctx, rules, deal, solver, may, rival)


def challenge(ctx: Context, name: str, rival: RunReplay | None, peaceful: bool | None) -> Scene | None:
    """A challenge; if it cannot be played, the player is notified."""
    try:
        level = named(name)
        prove(level)
    except LevelError as error:
        ctx.notify(error)
        return None
    may = _may(ctx, level.game, rival, peaceful)
    keeper, kept = _keep(ctx, level.variant(), level.seed, level.id, may)
    session = begin_run(level, here().clock.seconds, ctx.settings.back, SolverClient(), keeper, kept, may)
    other = None if rival else requests.Challenge(name, peaceful=may.time)
    extras = _opening(session.rules, other), *_way_back(ctx), RunEnd(session, level, keeper)
    if not may.time:
        return solo_table(session, None, extras)
    here().jobs.later(_LATER, _read_ahead, ctx, level)
    against = _rival(rival) or _best_run(ctx, level)
    others = _comparisons(ctx, level, rival)
    return solo_table(session, against, extras, partial(_before, ctx, level), others)


def go_on(ctx: Context, game: KeptGame) -> None:
    """A kept game; if its rules are of another version, the player is notified."""
    head = game.header
    if head.challenge:
        ctx.open(requests.Challenge(head.challenge, peaceful=game.peaceful))
        return
    try:
        rules = rules_from(head.game, head.rules)
        ctx.open(requests.FreePlay(rules, head.seed, peaceful=game.peaceful))
    except ValueError as error:
        ctx.notify(error)


def race(ctx: Context, run: RunReplay) -> None:
    """The deal of a run: played freely if the challenge has another deal now."""
    level = level_of(run)
    ctx.open(
        requests.Challenge(level.id, run) if level else requests.FreePlay(run.rules, run.header.seed, run)
    )


def play_back(ctx: Context, run: RunReplay, lost: bool, known: Sequence[Move]) -> Scene:
    """A run; of a challenge, the moves that win are known."""
    level, session = level_of(run), RunPlayback(run, here().clock.seconds, ctx.settings.back)
    return watched_run(session, level.line() if level else known, lost)


def _may(ctx: Context, game: str, rival: RunReplay | None, peaceful: bool | None) -> May:
    """What is permitted: see requests.Challenge."""
    chosen = ctx.settings.in_peace(game) and not rival if peaceful is None else peaceful
    return PEACE if chosen else EVERYTHING


def _free_table(
    ctx: Context,
    rules: Rules,
    deal: FoundDeal,
    solver: SolverClient,
    may: May,
    rival: RunReplay | None = None,
) -> SoloTable:
    keeper, kept = _keep(ctx, rules, deal.seed, "", may)
    session = LiveRun(
        rules,
        deal.seed,
        here().clock.seconds,
        back=ctx.settings.back,
        solution=deal.moves,
        solver=solver,
        keeper=keeper,
        kept=kept,
        may=may,
    )
    session.vain = deal.vain
    other = None if rival else requests.FreePlay(rules, deal.seed, peaceful=may.time)
    extras = _opening(rules, other), *_way_back(ctx), RunEnd(session, None, keeper)
    return solo_table(session, _rival(rival), extras)


def _opening(rules: Rules, other: requests.Request | None) -> Opening:
    return Opening(rules.name in lessons(), other)


def _way_back(ctx: Context) -> Iterator[Extra]:
    """Who has ever had a seat at a table is called back to it."""
    if ctx.folder and (ctx.folder / KEPT_SEATS).exists():
        from game.ui.lobby.way_back import CalledBack  # noqa: PLC0415 - nobody else needs the network

        yield CalledBack()


def _keep(
    ctx: Context, rules: Rules, seed: int, challenge: str, may: May
) -> tuple[RunKeeper, RunReplay | None]:
    """What keeps a game at this deal, and the run kept of it earlier, if there is one."""
    name = kept_name(rules.name, seed, non_default(rules), challenge, not may.time)
    archive = ctx.archive
    keeper = RunKeeper(archive.kept, name, challenge, ctx.settings.name)
    if game := archive.kept.find(name):
        try:
            run, solo = archive.kept.read(game)
        except ReplayError as error:
            ctx.notify(error)
        else:
            if (solo.rules, solo.seed) == (rules, seed):
                return keeper, run
            end_kept(archive, game)  # the challenge has another deal now
    games, _unusable = archive.kept.games()
    for oldest in games[MOST - 1 :]:
        end_kept(archive, oldest)
    return keeper, None


def _best_run(ctx: Context, level: Challenge) -> Progress | None:
    """The progress of the best run so far, to race against, if the player wants that."""
    return load_ghost(_before(ctx, level)[0], ctx.folder) if ctx.settings.ghost else None


def _read_ahead(ctx: Context, level: Challenge) -> None:
    """Read all own runs before they are compared with: each takes up to 50 ms, while the clock runs."""
    with suppress(ResultsError):
        like = ctx.archive.results.best(level.leaderboard())
        for each in ctx.archive.results.ranking(like, -1) if like else ():
            load_ghost(each, ctx.folder)
            here().clock.pause(_PAUSE)


def _comparisons(
    ctx: Context, level: Challenge, rival: RunReplay | None
) -> Sequence[Callable[[], Progress | None]]:
    """What a run at the challenge can be compared with: the run that is raced, the own best, the best parts
    of all own runs, and the author's line."""

    def best() -> Progress | None:
        return load_ghost(_before(ctx, level)[0], ctx.folder)

    def parts() -> Progress | None:
        like, _tries = _before(ctx, level)
        try:
            found = sum_of_bests(ctx.archive.results.ranking(like, -1), ctx.folder) if like else None
        except ResultsError as error:
            ctx.notify(error)
            return None
        return found and found._replace(name=_("Sum of best"))

    def author() -> Progress:
        return progress_of(author_run(level))._replace(name=_("the author"))

    return partial(_rival, rival), best, parts, author


def _before(ctx: Context, level: Challenge) -> tuple[Result | None, int]:
    """The best result so far, and how many there are."""
    results, board = ctx.archive.results, level.leaderboard()
    try:
        return results.best(board), results.tries(board)
    except ResultsError as error:
        ctx.notify(error)
        return None, 0


class RunEnd(Extra):
    """Records a run once it has ended, and shows its result."""

    def __init__(self, session: LiveRun, level: Challenge | None, keeper: RunKeeper) -> None:
        self._session, self._level, self._keeper = session, level, keeper
        self._others = [each for each in levels()[0] if each.game == level.game] if level else []
        """The challenges of its game: read before it begins, not at its end."""
        self._recorded: Solo | None = None
        """The run that has been recorded: the same deal may have been begun again since."""
        self._solo = session.solo
        """The run as it was seen last."""

    def filter(self, events: Sequence[Event], now: float) -> Sequence[Event]:
        """Record a run as soon as it has ended, whatever the player does before its result is shown; count
        one at a challenge that was dropped to begin again."""
        before, self._solo = self._solo, self._session.solo
        dropped = before is not self._solo and before is not self._recorded and before.log
        if dropped and self._level and self._session.may.time:
            self.table.ctx.archive.writer.reset(self._level.leaderboard())
        if self._session.over and self._recorded is not self._session.solo:
            self._recorded = self._session.solo
            ctx = self.table.ctx
            self._run, self._entry = record(
                ctx.archive, self._session, self._level, ctx.settings, self._keeper
            )
        return events

    def show_end(self) -> bool:
        """Show what the run is worth."""
        table, level, run, entry = self.table, self._level, self._run, self._entry
        if not self._session.may.time:
            after = _next(level, self._others) if level else None
            rules = self._session.rules
            following = requests.Challenge(after.id) if after else requests.FreePlay(rules)
            table.ctx.archive.ended = level.id if level else ""
            table.ctx.push(PeaceEnd(table, entry, run, following._replace(peaceful=True)))
        elif level:
            after, fiendish = _next(level, self._others), _fiendish(level, self._others)
            table.ctx.archive.ended = level.id
            rival = partial(_best_run, table.ctx, level)
            table.ctx.push(ChallengeEnd(table, level, entry, after, run, rival, fiendish))
        else:
            table.ctx.push(SoloEnd(table, entry, run))
        return True

    def leave(self) -> None:
        """A run that has ended in this moment is recorded, too."""
        self.filter((), 0.0)


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
