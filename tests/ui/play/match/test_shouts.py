"""The shouts: six in a ring on one tag, by mouse, key and pad."""

import pygame
import pytest
from pygame.event import Event as Input

from game.ui.engine.devices import PAD_PRESS
from tests.ui.pilot import told
from tests.ui.play.match.test_table import Evening


class Talker(Evening):
    """Somebody in the middle of a round, who plays no card."""

    def __init__(self) -> None:
        super().__init__()
        self.me.wake = 10**12
        self.wait(2)
        self.key(pygame.K_SPACE)
        self.until_play()

    @property
    def ring(self) -> list[str]:
        """The shouts that can be chosen now."""
        return [name for name in self.hud.buttons if name.startswith("shout ")]

    @property
    def said(self) -> str:
        self.step()
        return told(self.scene.stage, "bubble0")

    def mouse(self, kind: int, button: str) -> None:
        pos = self.hud.buttons[button].center
        self.send(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))
        self.send(kind, pos=pos, button=pygame.BUTTON_LEFT)

    def pad(self, *buttons: str) -> None:
        for button in buttons:
            self.send(PAD_PRESS, button=button, pad=0, repeat=False)


@pytest.fixture
def talker() -> Talker:
    return Talker()


def test_a_click_opens_the_ring_and_another_says_it(talker: Talker) -> None:
    assert not talker.ring
    tag = talker.hud.buttons["shouts"].center
    for opens in (True, False, True):
        talker.click_at(tag)
        assert bool(talker.ring) == opens
    talker.click_at(talker.hud.buttons["shout 3"].center)
    assert talker.said == "Quick!" and not talker.ring


def test_held_on_the_tag_it_is_said_where_the_pointer_lets_go(talker: Talker) -> None:
    talker.mouse(pygame.MOUSEBUTTONDOWN, "shouts")
    assert len(talker.ring) == 6
    talker.mouse(pygame.MOUSEBUTTONUP, "shout 6")
    assert talker.said == "Bravo!" and not talker.ring


def test_a_press_elsewhere_closes_it_and_means_what_it_always_does(talker: Talker) -> None:
    for event in (
        Input(pygame.KEYDOWN, key=pygame.K_v, mod=0, unicode="v"),
        Input(pygame.MOUSEBUTTONDOWN, pos=(640, 20), button=pygame.BUTTON_LEFT),
        Input(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode=""),
    ):
        talker.key(pygame.K_t)
        assert talker.ring
        talker.scene.receive(event, talker.time)
        assert not talker.ring and talker.top is talker.scene
    talker.step()
    assert talker.state.table.piles[6].cards, "the hand has been turned"


def test_a_key_says_it_with_the_ring_and_without(talker: Talker) -> None:
    talker.key(pygame.K_F2)
    assert talker.said == "Ha!"
    talker.key(pygame.K_t, pygame.K_F3)
    talker.wait(2)
    talker.key(pygame.K_F3)
    assert talker.said == "Oh no!" and not talker.ring


def test_a_pad_goes_round_the_ring_and_back_to_the_cards(talker: Talker) -> None:
    pad = talker.scene.game.players[0]._gamepad
    assert pad
    before = pad.at
    talker.pad("select")
    assert pad.at == "shout 1"
    talker.pad("right", "down", "down", "a")
    assert talker.said == "Drat!" and not talker.ring and pad.at == before
    for closes in ("select", "b"):
        talker.pad("select", closes)
        assert not talker.ring and pad.at == before
