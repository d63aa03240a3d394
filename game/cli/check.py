"""`check`: verify a replay, a level file or a stored solution."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from game.challenges.replays import check_list, read_replay
from game.cli.outcome import DONE, FAILED, Refused, say
from game.core.match import Match
from game.i18n import _, ngettext
from game.storage.replay_format import Mismatch, ReplayError
from game.storage.run_replay import RunReplay


@contextmanager
def refusing_bad_replays() -> Iterator[None]:
    """Turn the errors of a replay into Refused."""
    try:
        yield
    except ReplayError as error:
        raise Refused(error) from None
    except Mismatch as error:
        raise Refused(error, FAILED) from None


def check(args: argparse.Namespace) -> int:
    """Replay the file and print a line if it gives the stated result."""
    with refusing_bad_replays():
        say(check_text(args.file))
    return DONE


def check_text(path: Path) -> str:
    """The line about a file that has been replayed. Raises ReplayError or Mismatch."""
    if (count := check_list(path)) is not None:
        text = ngettext("{path}: {count} deal comes out", "{path}: {count} deals come out", count)
        return text.format(path=path, count=count)
    match read_replay(path):
        case RunReplay() as run, _solo:
            return _run_text(path, run)
        case _replay, Match() as match:
            return _match_text(path, match)


def _run_text(path: Path, run: RunReplay) -> str:
    head, result = run.header, run.result
    text = _("{path} replays: {game}, seed {seed}, {placed} of {cards} cards, {time}")
    time = f"{result.time // 60_000_000}:{result.time % 60_000_000 / 1e6:04.1f}"
    placed, cards = result.placed, result.cards
    return text.format(path=path, game=head.game, seed=head.seed, placed=placed, cards=cards, time=time)


def _match_text(path: Path, match: Match) -> str:
    known = match.resumed
    totals = ", ".join(map(str, match.state.totals))
    if known:
        text = ngettext(
            "{path} replays: {rounds} round, {moves} moves, totals {totals}; only since it was taken over "
            "in round {round} at {before}",
            "{path} replays: {rounds} rounds, {moves} moves, totals {totals}; only since it was taken over "
            "in round {round} at {before}",
            len(match.results),
        )
        before = ", ".join(map(str, known.totals))
        return text.format(
            path=path,
            round=known.round,
            before=before,
            rounds=len(match.results),
            moves=len(match.log),
            totals=totals,
        )
    text = ngettext(
        "{path} replays: {rounds} round, {moves} moves, totals {totals}",
        "{path} replays: {rounds} rounds, {moves} moves, totals {totals}",
        len(match.results),
    )
    return text.format(path=path, rounds=len(match.results), moves=len(match.log), totals=totals)
