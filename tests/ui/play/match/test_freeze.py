"""The knock: the name across the screen, a ring from the knocker's seat, and what keeps its colours."""

from itertools import pairwise

import pygame
import pytest
from pygame import Rect, Surface

from game.core.cards import Pile
from game.core.match import Match
from game.core.state import SCORED, Knock
from game.core.table import Move
from game.rules.haisty import Haisty
from game.sessions.local import LocalSession
from game.ui.engine import text, theme
from game.ui.play.match.knock import Freeze, Freezing, Lit
from game.ui.play.match.tables import match_table
from tests.sessions.dealing import dealing
from tests.ui.pilot import Pilot, context, described

SLOT = 21


class Knocked(Pilot):
    """Two people and a bot that does nothing: the first knocks while the second's card is in the air."""

    def __init__(self, still: bool = False) -> None:
        super().__init__(context(reduced_motion=still))
        dealt = Haisty().deal(7, 3)
        hand = tuple(card for card in dealt.piles[0].cards + dealt.piles[5].cards)
        ace = next(card for pile in dealt.piles[7:14] for card in pile.cards if card.rank == 1)
        own = [Pile(tuple(c for c in pile.cards if c != ace), pile.up) for pile in dealt.piles[7:14]]
        own[1] = Pile((*own[1].cards, ace), 1)
        piles = (Pile(), *dealt.piles[1:5], Pile(hand), Pile(), *own, *dealt.piles[14:])
        match = Match(dealing(Haisty(), dealt._replace(piles=piles)), 3, 7)
        self.session = LocalSession(
            match, {2: "easy"}, ("Ann", "Bo", "C"), (0, 1, 2), lambda: self.time, lambda: None, people=2
        )
        self.scene = match_table(self.session)
        self.ctx.push(self.scene)
        self.wait(1.5)
        for seat in self.session.local_seats:
            seat.ask(Knock())
        self.until(lambda: self.session.now > (self.session.state.starts or 10**9) + 100_000)
        self.session.local_seats[0].play(Move(0, 0, 0))
        self.wait(0.04)
        self.session.local_seats[1].play(Move(8, SLOT))
        while not self.freeze:
            self.step()

    @property
    def freeze(self) -> Freeze | None:
        return next(extra for extra in self.scene.extras if isinstance(extra, Freezing))._freeze


@pytest.fixture(autouse=True)
def read() -> None:
    """What is written is told."""
    text.start_recording()


def colored(screen: Surface, rect: Rect) -> bool:
    """Whether it has colours there."""
    part = screen.subsurface(rect)
    grey = pygame.transform.grayscale(part)
    grey.blit(part, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    return max(pygame.transform.average_color(grey)[:3]) > 4


@pytest.mark.parametrize("still", [False, True])
def test_the_knockers_seat_and_the_cards_in_the_air_keep_their_colours(still: bool) -> None:
    knocked = Knocked(still)
    freeze, stage = knocked.freeze, knocked.scene.stage
    assert freeze and stage
    assert freeze.words == "Ann knocks!"
    seat, card = freeze.lit
    assert seat == Lit(Rect(next(area.box for area in stage.layout.areas if area.seat == 0)), theme.GOLD)
    assert card.words == "Bo", "whose card it was"
    way = Rect(stage.layout.places[8].box).union(stage.layout.places[SLOT].box)
    assert way.inflate(60, 60).contains(card.rect)
    screen = knocked.ctx.window.surface
    assert colored(screen, seat.rect) and not colored(screen, Rect(500, 30, 280, 50)), (
        "in its very first frame"
    )
    told = [part["text"] for part in described(knocked.scene).content["texts"]]
    assert "Ann knocks!" in told and "Bo" in told
    knocked.wait(1.2)
    assert knocked.freeze
    knocked.wait(0.3)
    assert not knocked.freeze and knocked.session.state.phase == SCORED


def test_the_ring_runs_out_and_the_name_comes_to_stand_across_the_screen() -> None:
    knocked = Knocked()
    freeze, screen = knocked.freeze, knocked.ctx.window.surface
    assert freeze
    start = knocked.time

    def seen_of(color: theme.Color, rect: Rect) -> int:
        mask = pygame.mask.from_threshold(screen.subsurface(rect), color, (12, 12, 12, 255))
        return int(mask.count())

    right, red = Rect(1100, 250, 170, 150), theme.ground("sheet").gold
    assert not seen_of(red, right), "the words are yet to come there"
    seen = 0
    top = Rect(300, 110, 200, 40)
    for _ in range(40):
        knocked.step()
        seen = max(seen, seen_of(theme.GOLD, top))
    assert seen > 300, "the ring has passed"
    assert not seen_of(theme.GOLD, top) and seen_of(red, right) > 500
    assert knocked.time - start < 1
    shown = screen.copy()
    knocked.step()
    assert pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(screen, "RGB"), "it stands still"


def test_a_long_name_is_whole() -> None:
    surface = pygame.display.set_mode((1280, 720))
    freeze = Freeze("Wilhelmina Wunderwasser knocks!", 0.0, 1.0, False)
    for _ in range(2):
        freeze.draw(surface, 1.0)
    red = pygame.mask.from_threshold(surface, theme.ground("sheet").gold, (30, 30, 30, 255))
    letters = [rect for rect in red.get_bounding_rects() if rect.h > 20]
    assert min(rect.left for rect in letters) > 20 and max(rect.right for rect in letters) < 1260


def test_in_a_window_of_another_size_the_knockers_seat_stays_lit() -> None:
    knocked = Knocked()
    knocked.wait(0.5)
    knocked.ctx.window.surface = screen = pygame.display.set_mode((1600, 900))
    knocked.ctx.redraw()
    knocked.draw()
    freeze, stage = knocked.freeze, knocked.scene.stage
    assert freeze and stage and stage.layout.size == (1600, 900)
    seat = Rect(next(area.box for area in stage.layout.areas if area.seat == 0))
    assert freeze.lit[0].rect == seat and colored(screen, seat)
    knocked.wait(1)
    assert not knocked.freeze


def test_the_colours_come_back_gently() -> None:
    knocked = Knocked()
    knocked.until(lambda: knocked.freeze and knocked.time > knocked.freeze.ends - 0.2)
    screen, spot, hues = knocked.ctx.window.surface, Rect(500, 30, 280, 50), list[int]()
    while knocked.freeze:
        knocked.step()
        color = pygame.transform.average_color(screen, spot)[:3]
        hues.append(max(color) - min(color))
    gains = [after - before for before, after in pairwise(hues)]
    assert min(gains) >= -1, "but for rounding they only rise"
    assert hues[0] < 0.4 * hues[-1]
    assert max(gains) < 0.4 * hues[-1]


def test_a_pause_does_not_let_the_count_begin_while_all_stands_still() -> None:
    knocked = Knocked()
    knocked.key(pygame.K_ESCAPE, pygame.K_ESCAPE)
    begun = knocked.scene.clock(knocked.time)
    knocked.step()
    assert knocked.freeze and knocked.scene.clock(knocked.time) == begun
