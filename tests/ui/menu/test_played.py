"""All matches: those with a handicap count in a line of their own, and in no other; each is watched again."""

from game.cli.demo import play_match
from game.core.match import Match
from game.rules.haisty import Haisty
from game.sessions.match_playback import MatchPlayback
from game.storage.match_replay import Company
from game.storage.replay_writer import ReplayWriter
from game.storage.result import HANDICAP, MatchResult, Opponent, match_result
from game.system import here
from game.ui.engine import text
from game.ui.engine.scene import Context
from game.ui.menu.played import MatchesScene
from game.ui.play.scene import PlayScene
from tests.ui.pilot import draw


def words(ctx: Context) -> list[str]:
    """All that is written."""
    text.start_recording()
    ctx.redraw()
    draw(ctx)
    return [span.words for span in text.spans(ctx.window.surface)]


def test_matches_with_a_handicap_have_a_line_of_their_own(ctx: Context) -> None:
    opponents = (Opponent("Bo", "", 90),)
    for number, kind in enumerate(("", HANDICAP, HANDICAP)):
        match = MatchResult(
            key=f"{number}", kind=kind, lan=True, won=True, place=1, points=100 + 10 * number, rounds=3,
            opponents=opponents, when=number,
        )  # fmt: skip
        ctx.archive.results.matches.add(match)
        ctx.push(MatchesScene())
        assert ("With a handicap" in words(ctx)) == bool(number)
        ctx.pop(ctx.stack[-1])
    ctx.push(MatchesScene())
    found = words(ctx)
    assert found[found.index("All matches") + 1] == "1" and found[found.index("Bo") + 1] == "1"
    assert found[found.index("With a handicap") + 1 :][:5] == ["2", "2", "100 %", "115", "–"]


def test_a_match_of_which_there_is_a_replay_is_watched_again(ctx: Context) -> None:
    assert ctx.folder
    names = "Ada", "Bo"
    for seed, kept in ((7, True), (8, False)):
        match = Match(Haisty(), 2, seed, target=10)
        replay = ReplayWriter(ctx.folder, match, Company(names, (0, 1)))
        play_match(match)
        if kept:
            replay.save()
        when = int(here().clock.calendar())
        result = match_result(
            match.state, 0, names, ("", ""), key=f"{seed}", lan=True, fastest=(0, 0), when=when
        )
        ctx.archive.results.matches.add(result)
    ctx.push(scene := MatchesScene())
    scene.open()
    assert "Watch the match" in words(ctx), "of an opponent the matches are listed"
    scene.choose("0")
    scene.open()
    assert str(ctx.notices[-1]) == "There is no replay of this match on this computer."
    assert ctx.scene is scene
    scene.choose("1")
    scene.open()
    assert isinstance(ctx.scene, PlayScene) and isinstance(ctx.scene.game.session, MatchPlayback)
