"""A table for one under test: a real session and scene."""

from collections.abc import Sequence
from typing import Any

import pygame

from game.challenges.challenge import finished_run
from game.core.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Card, Pile
from game.core.rules import Rules
from game.core.shuffle import Stream
from game.core.table import Move, Table
from game.sessions.live_run import LiveRun
from game.storage.result import Result
from game.storage.run_replay import Progress
from game.storage.settings import Settings
from game.system import here
from game.ui.cards.stage import Stage
from game.ui.engine.devices import PAD_PRESS, PadButton
from game.ui.input.hand import Hand
from game.ui.input.pointer import Pointer
from game.ui.play.patience.free_end import SoloEnd
from game.ui.play.patience.game import solo_table
from game.ui.play.patience.panel import SoloPanel
from game.ui.play.patience.rhythm import Rhythm
from game.ui.play.scene import Extra, PlayScene
from tests.sessions.dealing import dealing
from tests.ui.pilot import Heard, Pilot, context, told


class Ended(Extra):
    """Shows the end as in free play, and counts how often there has been one."""

    def __init__(self, alone: "Alone") -> None:
        self._alone = alone

    def show_end(self) -> bool:
        alone = self._alone
        alone.ends += 1
        run, alone.result = finished_run(alone.session, None, Settings(), 0)
        entry = alone.ctx.archive.writer.save(run, alone.result)
        alone.ctx.push(SoloEnd(self.table, entry, run))
        return True


class Alone(Pilot):
    """A person at a table of their own."""

    def __init__(
        self,
        rules: Rules,
        seed: int = 3,
        size: tuple[int, int] = (1280, 720),
        table: Table | None = None,
        ghost: Progress | None = None,
        against: Sequence[Progress | None] = (),
        **more: Any,
    ) -> None:
        self.sounds, self.ends = Heard(), 0
        self.result: Result
        super().__init__(context(size=size, sounds=self.sounds), here().clock.seconds())
        rules = dealing(rules, table) if table else rules
        self.session = LiveRun(rules, seed, lambda: self.time, **more)
        others = [lambda each=each: each for each in against]
        self.scene = solo_table(self.session, ghost, [Ended(self)], comparisons=others)
        self.ctx.push(self.scene)
        self.draw()
        self.wait(1.5)

    # What the scene shows and nobody else is to reach into; the tests look at it there, for from the pixels
    # it could only be guessed.

    @property
    def panel(self) -> SoloPanel:
        return self.scene.game.panel

    @property
    def hand(self) -> Hand:
        return self.pointer.hand

    @property
    def pointer(self) -> Pointer:
        return self.scene.game.players[0]._pointer

    @property
    def rhythm(self) -> Rhythm:
        assert self.scene.game.rhythm
        return self.scene.game.rhythm

    @property
    def rising(self) -> list[str]:
        """The words that rise over the table now."""
        return [told(self.stage, name) for name in self.stage.canvas.tags if name.startswith("rise")]

    @property
    def stage(self) -> Stage:
        assert self.scene.stage
        return self.scene.stage

    @property
    def table(self) -> Table:
        return self.scene.session.state.table

    def watch(self) -> None:
        """Go by the scene that is topmost now."""
        assert isinstance(self.ctx.scene, PlayScene)
        self.scene = self.ctx.scene
        self.draw()
        self.wait(0.1)

    def pad(self, *buttons: PadButton) -> None:
        """Press buttons of a gamepad, as the loop passes them on."""
        self.ctx.pads.used = 0
        for button in buttons:
            self.send(PAD_PRESS, pad=0, button=button, repeat=False)

    def middle(self, number: int, index: int = -1) -> tuple[int, int]:
        sprites = self.stage.piles[number]
        if not sprites:
            x, y, w, h = self.stage.layout.places[number].box
            return x + w // 2, y + h // 2
        rest = sprites[index].rest
        top = index in (-1, len(sprites) - 1)
        return round(rest.x), round(rest.y if top else rest.y - rest.w * 0.7 + 4)

    def click(self, number: int, index: int = -1, button: int = pygame.BUTTON_LEFT) -> None:
        pos = self.middle(number, index)
        self.send(pygame.MOUSEBUTTONDOWN, pos=pos, button=button)
        self.send(pygame.MOUSEBUTTONUP, pos=pos, button=button)

    def drag(self, number: int, to: tuple[int, int], index: int = -1) -> None:
        start = self.middle(number, index)
        self.send(pygame.MOUSEBUTTONDOWN, pos=start, button=pygame.BUTTON_LEFT)
        for pos in ((start[0] + 12, start[1] + 12), to):
            self.send(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(1, 0, 0))
        self.send(pygame.MOUSEBUTTONUP, pos=to, button=pygame.BUTTON_LEFT)

    def press(self, name: str) -> None:
        """Click on a button of the panel."""
        self.click_at(self.panel.buttons[name].center)

    def ranks(self, number: int) -> list[int]:
        return [card.rank for card in self.table.piles[number].cards]

    def check(self) -> None:
        """What is to be seen is what is on the table, and lies where the layout says."""
        for number, pile in enumerate(self.table.piles):
            sprites = self.stage.piles[number]
            assert [sprite.card for sprite in sprites] == list(pile.cards)
            assert [sprite.up for sprite in sprites] == [
                i >= len(pile.cards) - pile.up for i in range(len(pile.cards))
            ]
            for index, sprite in enumerate(sprites):
                assert sprite.pile == number
                assert sprite.pose(self.time) == sprite.rest == self.stage.rest(number, index)


def stroll(rules: Rules, table: Table, stream: Stream) -> Move | None:
    """Some legal move, rather one that leads on."""
    moves = [move for move in rules.moves(table, 0) if move.count]
    roles = [spot.role for spot in rules.spots(1)]
    good = [move for move in moves if roles[move.dst] == "foundation"] if stream.below(2) else []
    moves = good or moves
    return moves[stream.below(len(moves))] if moves else None


def card(name: str, pack: int = 0) -> Card:
    """A card from its rank and suit, such as Th."""
    suit = {"c": CLUBS, "d": DIAMONDS, "h": HEARTS, "s": SPADES}[name[1]]
    return Card("A23456789TJQK".index(name[0]) + 1, suit, pack)


def pile(names: str = "") -> Pile:
    """Face-up cards from their names."""
    cards = tuple(map(card, names.split()))
    return Pile(cards, len(cards))
