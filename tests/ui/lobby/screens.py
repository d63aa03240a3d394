"""Several players' windows on one table of the network, their loops' work done by hand."""

import math
from collections.abc import Callable, Mapping

import pygame

from game.core.match import Match
from game.core.state import PLAYING
from game.lan.join import join_table, open_table
from game.lan.table import JOINED, RemoteTable
from game.storage.settings import Settings
from game.system import here
from game.ui.engine.assets import CardImages
from game.ui.engine.scene import Context, Scene
from game.ui.engine.window import Window
from game.ui.lobby.lobby import LobbyScene
from game.ui.menu.title import TitleScene
from game.ui.play.match.game import MatchTable
from game.ui.play.match.round_end import RoundEnd
from game.ui.play.scene import PlayScene
from game.ui.view import screen as view
from game.ui.view.node import Control
from tests.ui.pilot import FRAME, WAITED, Heard, draw, labelled, labels, press

LONG = 120.0
"""Seconds after which a test gives up waiting."""


class Screen:
    """One player's window on the table."""

    def __init__(
        self, name: str, lan: Callable[[Settings], RemoteTable], window: Window, cards: CardImages
    ) -> None:
        self.sounds = Heard()
        self.ctx = Context(window, cards, self.sounds, Settings(name=name))
        self.ctx.push(TitleScene())
        self.lan = lan(self.ctx.settings)
        self.lobby = LobbyScene(self.lan)
        self.ctx.push(self.lobby)
        self.froze_at = 0
        """The host's time when the silent moment was first seen."""

    @property
    def scene(self) -> Scene | None:
        return self.ctx.scene

    def scenes(self) -> list[type[Scene]]:
        """What lies on the screen, from the bottom up."""
        return [type(scene) for scene in self.ctx.stack]

    @property
    def marks(self) -> Mapping[int, str]:
        """What the table says of who is not there; the scene's own business, so it is looked up there."""
        return self.table.game.hud.marks

    @property
    def table(self) -> MatchTable:
        return next(scene for scene in self.ctx.stack if isinstance(scene, PlayScene))

    def turn(self, drawn: bool = True) -> None:
        """A step and, if wanted, a drawing, as the loop does."""
        ctx, now = self.ctx, here().clock.seconds()
        if ctx.scene:
            ctx.scene.step(now)
        # A freeze is that nothing changes: from outside it is seen only when it is over.
        if not self.froze_at and isinstance(ctx.scene, PlayScene) and ctx.scene.still:
            self.froze_at = ctx.scene.session.now
        if drawn or ctx.changed:
            draw(ctx, now, 0.0)

    def key(self, key: int) -> None:
        press(self.ctx, key)

    def turns(self) -> bool:
        """Turn the own hand; whether that is seen at once."""
        before = self.lan.state.table
        self.key(pygame.K_v)
        return self.lan.state.table != before

    def control(self, name: str) -> Control | None:
        """The control of the lobby that is known by this name."""
        self.lobby.renew()
        return next((each.control for each in self.lobby.tree.controls if each.name == name), None)

    def act(self, name: str) -> None:
        """Press a control of the lobby."""
        control = self.control(name)
        assert control
        control.act()

    def change(self, name: str, steps: int = 1) -> None:
        """Change the value of a control of the lobby by steps."""
        control = self.control(name)
        assert control
        control.step_by(steps)

    def labels(self) -> list[str]:
        """What is written on whatever can be pressed."""
        assert isinstance(self.scene, view.Screen)
        self.scene.renew()
        return labels(self.scene.tree)

    def press(self, label: str) -> None:
        """Press the button of this label."""
        assert isinstance(self.scene, view.Screen)
        self.scene.renew()
        control = labelled(self.scene.tree, label).control
        assert control
        control.act()

    def cards_lie(self) -> bool:
        """Whether the stage shows what the state says."""
        stage, state = self.table.stage, self.table.session.state
        if not stage:
            return False
        seen = [tuple(sprite.card for sprite in sprites) for sprites in stage.piles]
        return seen == [pile.cards for pile in state.table.piles]


class Party:
    """A table, and those who come to it."""

    def __init__(self) -> None:
        self.screens: list[Screen] = []
        self.window, self.cards = Window((1280, 720)), CardImages()

    def open(self, seats: int, bots: int = 0, code: str = "", rounds: int = 2) -> Screen:
        def opened(settings: Settings) -> RemoteTable:
            settings.rounds = rounds
            return open_table(settings, None, "Ours", seats, bots, code, 0, "hard")

        return self._come(Screen("Anna", opened, self.window, self.cards))

    def visit(self, name: str, watch: bool = False) -> Screen:
        server = self.screens[0].lan.server
        assert server
        address = ("127.0.0.1", server.ports.port)

        def visited(settings: Settings) -> RemoteTable:
            return join_table(settings, None, address, watch=watch)

        return self._come(Screen(name, visited, self.window, self.cards))

    def _come(self, screen: Screen) -> Screen:
        """Until there is a seat on the screen, if one can be had."""

        def there() -> bool:
            room = screen.lobby.room
            if screen.lan.status != JOINED or room is None:
                return False
            free = screen.lan.wants and any(place.kind == "empty" for place in room.places)
            return bool(screen.lobby.own or room.playing or not free)

        self.screens.append(screen)
        self.until(there)
        return screen

    def until(self, done: Callable[[], object]) -> None:
        """Let all screens go on until it is so. Only some frames are drawn meanwhile."""
        clock, steps = here().clock, 0
        while not done():
            assert steps < LONG / WAITED, "it did not come to that"
            clock.pause(WAITED)
            steps += 1
            for screen in self.screens:
                screen.turn(steps % FRAME == 0)

    @property
    def match(self) -> Match:
        server = self.screens[0].lan.server
        assert server and server.table.room.match
        return server.table.room.match

    def begin(self) -> None:
        """All knock, and wait for the countdown."""
        for screen in self.screens:
            screen.key(pygame.K_SPACE)
        self.until(lambda: all(isinstance(screen.scene, PlayScene) for screen in self.screens))
        self.until(self.all_play)

    def all_play(self) -> bool:
        return all(
            isinstance(screen.scene, PlayScene)
            and screen.table.stage
            and screen.table.session.state.phase == PLAYING
            and screen.table.session.now >= (screen.table.session.state.starts or 0)
            for screen in self.screens
        )

    def all_count(self) -> bool:
        return all(isinstance(screen.scene, RoundEnd) for screen in self.screens)

    def go_on(self, *screens: Screen) -> None:
        """Cut the count short and knock for what comes next."""
        for screen in screens:
            scene = screen.scene
            assert isinstance(scene, RoundEnd)
            self.until(lambda scene=scene: not math.isinf(scene.count.end))  # type: ignore[misc]
            screen.key(pygame.K_SPACE)
            self.until(lambda scene=scene: scene.tree.controls)  # type: ignore[misc]
            screen.key(pygame.K_SPACE)


def kill(lan: RemoteTable) -> None:
    """Let this machine fall silent without a goodbye, as a killed one does."""
    if lan.server:
        lan.server._say_goodbye = lambda: None  # type: ignore[method-assign]
    for table in reversed(lan.local_tables):
        table._stop.set()
        table._thread.join()
        table.connection.close()
