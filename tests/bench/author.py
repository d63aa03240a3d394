"""The clock's own figures: splits as they come in play and from the replay; the author's times, and a
bot that plays the stored lines at the hand's pace."""

from game.challenges.challenge import begin_run, finished_run, result_of
from game.challenges.level import Challenge
from game.challenges.level_files import levels
from game.core.solo import PARTS
from game.sessions.live_run import LiveRun
from game.storage.run_replay import check_run
from game.storage.settings import Settings
from levels.effort import efforts
from levels.shorten import walk

WITHIN = 0.01


def by_hand(level: Challenge) -> tuple[LiveRun, list[int]]:
    """A run of the stored line, each move after as long as the hand takes for it; and its splits."""
    rules, line, now, seen = level.variant(), level.line(), [0.0], list[int]()
    tables = walk(rules, rules.deal(level.seed, 1), line)
    session = begin_run(level, lambda: now[0], 0, None)
    for move, effort in zip(line, efforts(rules, line, tables, [1] * len(line)), strict=True):
        now[0] += effort.hand
        session.play(move)
        session.poll()
        seen += session.solo.splits[len(seen) :]
    return session, seen


def measure() -> dict[str, object]:
    """Over all challenges."""
    same = faster = near = medals = 0
    worst, found = 0.0, levels()[0]
    for level in found:
        session, seen = by_hand(level)
        run, result = finished_run(session, level, Settings(), 0)
        again = check_run(run)
        same += len(seen) == PARTS and seen == again.splits == session.solo.splits
        faster += 0 < level.author < level.gold
        off = abs(result.time / 1e6 / level.author - 1)
        near, worst = near + (off <= WITHIN), max(worst, off)
        medals += result_of(run, again, level, 0).medal in ("author", "gold")
    return {
        "challenges": len(found),
        "splits_live_are_those_of_the_replay": same,
        "author_below_gold": faster,
        "bot_within_1_percent_of_author": near,
        "worst_percent": round(100 * worst, 4),
        "bot_wins_author_or_gold": medals,
    }
