"""Challenges as a player goes through them: the list, the table, and the end, once it is recorded."""

from collections.abc import Iterator

from game.challenges.level_files import FOLDER, read_level
from game.core.table import Move
from game.sessions.live_run import LiveRun
from game.system import here
from game.ui.engine import requests, text
from game.ui.engine.scene import Context
from game.ui.menu.challenges import ChallengesScene
from game.ui.play.patience.challenge_end import ChallengeEnd
from game.ui.play.patience.game import SoloTable
from game.ui.play.scene import PlayScene
from game.ui.view.node import Control, Node, Placed
from tests.ui.pilot import described, draw
from tests.waiting import until

LEVEL = read_level(FOLDER / "paare-01.toml")


def listed(ctx: Context, game: str = "paare", last: str = "") -> ChallengesScene:
    """The list of a game that has sixty challenges."""
    scene = ChallengesScene(game, last)
    ctx.push(scene)
    draw(ctx)
    return scene


def written(ctx: Context) -> None:
    """Wait until all is on the disk, and until the scene has shown it."""
    scene = ctx.scene
    assert scene
    until(lambda: not ctx.archive.recording)
    until(lambda: not isinstance(scene, ChallengeEnd) or scene._entry.saved)
    scene.step(here().clock.seconds())
    here().clock.pause(4)
    scene.step(here().clock.seconds())


def tiles(scene: ChallengesScene) -> list[Placed]:
    scene.renew()
    return [each for each in scene.tree.controls if each.name.startswith("tile ")]


def first_help(scene: ChallengesScene) -> str:
    """What is said of the first challenge."""
    first = tiles(scene)[0].control
    assert first
    return first.help


def focus(scene: ChallengesScene) -> Control:
    """The control in focus."""
    assert scene.tree.here
    assert scene.tree.here.control
    return scene.tree.here.control


def at_table(ctx: Context) -> SoloTable:
    """The table that lies there."""
    assert isinstance(ctx.scene, PlayScene)
    return ctx.scene


def begun(ctx: Context) -> SoloTable:
    """The table of the challenge, as it is seen first."""
    ctx.open(requests.Challenge(LEVEL.id))
    draw(ctx)
    return at_table(ctx)


def ended(ctx: Context, moves: tuple[Move, ...]) -> ChallengeEnd:
    """The end of the challenge after these moves, once it is recorded."""
    ctx.open(requests.Challenge(LEVEL.id))
    play_through(ctx, moves)
    end = ctx.scene
    assert isinstance(end, ChallengeEnd)
    written(ctx)
    draw(ctx)
    return end


def some_move(ctx: Context) -> tuple[Move, ...]:
    """One of those that may be made at the table that lies there."""
    session = at_table(ctx).game.session
    return (next(session.rules.moves(session.state.table, 0)),)


def play_through(ctx: Context, moves: tuple[Move, ...], pace: float = 0.25) -> None:
    """Make the moves at the table that lies there, and wait for what comes after the last."""
    scene = at_table(ctx)
    draw(ctx)
    for move in moves:
        scene.game.session.play(move)
        scene.step(here().clock.seconds())
        here().clock.pause(pace)
    if not scene.game.session.over:
        assert isinstance(scene.game.session, LiveRun)
        scene.game.session.give_up()

    def step() -> None:
        scene.step(here().clock.seconds())
        draw(ctx)  # the cards leave as they are drawn
        here().clock.pause(0.1)

    until(lambda: ctx.scene is not scene, "what comes after the last move", step)


def said(ctx: Context) -> set[str]:
    """What is written on the screen as it is now."""
    text.start_recording()
    ctx.redraw()
    draw(ctx)
    assert ctx.scene
    page = described(ctx.scene)
    page.read(ctx.window.surface)
    return {each["text"] for each in page.content["texts"]}


def below(node: Node | None) -> Iterator[Node]:
    """A node and all nodes in it."""
    assert node
    yield node
    for child in getattr(node, "children", ()):
        if child:
            yield from below(child)
