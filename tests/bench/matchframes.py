"""Frames as players get them: a match of eight hard bots, the first seconds of each patience, and its win.

Sixty frames a second, pictures cold at the start; a frame is a step of the scene, its drawing and the update.
"""

import json
import sys
import time

from game.challenges.level_files import levels
from game.cli.demo import play_match
from game.core.match import Match
from game.core.portraits import BOT_NAMES
from game.core.rules import Rules
from game.core.shuffle import Stream
from game.rules import games
from game.rules.haisty import Haisty
from game.sessions.live_run import LiveRun
from game.sessions.match_playback import MatchPlayback
from game.storage.match_replay import MatchHeader, MatchReplay
from game.storage.settings import Settings
from game.ui.engine.assets import CardImages
from game.ui.engine.scene import Context
from game.ui.engine.sound import Sounds
from game.ui.engine.window import Window
from game.ui.play.match.tables import match_table
from game.ui.play.patience.game import solo_table
from game.ui.play.scene import Extra
from tests.bench.figures import apart, figures
from tests.bench.frames import SIZES, forty_flying

SEATS, ROUNDS = 8, 1
_FRAME = 1 / 60
_FIRST, _APART = 4.0, 0.4
"""Seconds of a patience that count as its first, and from one move in them to the next."""


class Show:
    """A scene in a window without a screen, at the speed of play."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.time = 0.0
        self.ctx = Context(Window(size), CardImages(), Sounds(muted=True), Settings())

    def frame(self) -> float:
        """Go on by a frame; the milliseconds it took."""
        ctx, begun = self.ctx, time.perf_counter()
        self.time += _FRAME
        assert ctx.scene
        ctx.scene.step(self.time)
        full, ctx.changed = ctx.changed, False
        for scene in ctx.stack if full else ctx.stack[-1:]:
            rects = scene.draw(ctx.window.surface, self.time, 0.0, full)
        ctx.window.present(None if full else rects)
        spent = time.perf_counter() - begun
        time.sleep(max(0.0, _FRAME - spent))
        return spent * 1000


def replay(rounds: int) -> MatchReplay:
    """A match of hard bots."""
    match = Match(Haisty(), SEATS, 1, target=0, rounds=rounds)
    play_match(match)
    header = MatchHeader("haisty", {}, SEATS, 1, 0, rounds, BOT_NAMES, tuple(range(SEATS)))
    return MatchReplay(header, tuple(match.log), {}, True)


def in_a_match() -> dict[str, dict[str, float]]:
    """Milliseconds a frame by size, from the first knock on to the last card, at the speed of the play."""
    played = replay(ROUNDS)
    return {f"{w}x{h}": _watched((w, h), played) for w, h in SIZES}


def _watched(size: tuple[int, int], played: MatchReplay) -> dict[str, float]:
    show = Show(size)
    session = MatchPlayback(played, lambda: show.time)
    table = match_table(session)
    show.ctx.push(table)
    times = []
    while session.state.phase != "won":
        spent = show.frame()
        if show.ctx.scene is table and session.state.phase == "playing":
            times.append(spent)
        elif session.state.phase == "scored":
            session.skip()
    return figures(times)


def first_seconds() -> dict[str, dict[str, dict[str, float]]]:
    """Milliseconds a frame in the first seconds of each patience, with moves in them; not the very first
    frame, which lays the table. Each in a process of its own."""
    return {f"{w}x{h}": {name: apart("matchframes", w, h, name) for name in games()} for w, h in SIZES}


def wins() -> dict[str, dict[str, dict[str, float]]]:
    """Milliseconds a frame while the cards of a won patience leave the table."""
    names = sorted(name for name, kind in games().items() if 1 in kind().seats)
    return {f"{w}x{h}": {name: _won((w, h), name) for name in names} for w, h in SIZES}


def measure() -> dict[str, object]:
    """All figures of frames."""
    return {
        "forty_flying": forty_flying(),
        "in_a_match": in_a_match(),
        "first_seconds_alone": first_seconds(),
        "wins_alone": wins(),
    }


def _begun(size: tuple[int, int], rules: Rules) -> dict[str, float]:
    show, stream = Show(size), Stream(1)
    session = LiveRun(rules, 1, lambda: show.time)
    show.ctx.push(solo_table(session))
    show.frame()
    times, due = [], 1.5
    while show.time < _FIRST:
        if show.time >= due:
            due += _APART
            if moves := list(rules.moves(session.state.table, 0)):
                session.play(moves[stream.below(len(moves))])
        times.append(show.frame())
    return figures(times)


class _End(Extra):
    """Sees the end."""

    seen = False

    def show_end(self) -> bool:
        self.seen = True
        return True


def _won(size: tuple[int, int], name: str) -> dict[str, float]:
    level = next(level for level in levels()[0] if level.game == name)
    show, end = Show(size), _End()
    session = LiveRun(level.variant(), level.seed, lambda: show.time)
    show.ctx.push(scene := solo_table(session, extras=[end]))
    show.frame()
    for move in level.line():
        session.play(move)
        scene.pump(show.time)
    times = []
    while not end.seen:
        times.append(show.frame())
    return figures(times[60:])  # before that the last cards are laid, here all at once


if __name__ == "__main__":
    print(json.dumps(_begun((int(sys.argv[1]), int(sys.argv[2])), games()[sys.argv[3]]())))
