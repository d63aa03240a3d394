"""All matches: those with a handicap count in a line of their own, and in no other."""

from game.storage.result import HANDICAP, MatchResult, Opponent
from game.ui.engine import text
from game.ui.engine.scene import Context
from game.ui.menu.played import MatchesScene
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
