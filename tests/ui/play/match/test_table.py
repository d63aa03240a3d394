"""The table scene over a real session of bots, in simulated time: from the joint knock to the podium."""

import pygame
import pytest
from pygame.event import Event as Input

from game.bots.bot import Bot
from game.core.cards import Pile
from game.core.match import Match
from game.core.state import PLAYING, SCORED, WAITING, WON, Play, State
from game.core.table import Move
from game.rules.haisty import Haisty
from game.sessions.local import LocalSession
from game.ui.covers.cover import PauseScene
from game.ui.engine import theme
from game.ui.play.match.hud import Hud
from game.ui.play.match.match_end import MatchEnd
from game.ui.play.match.round_end import RoundEnd
from game.ui.play.match.tables import match_table
from game.ui.rulebook.page import HelpScene
from tests.sessions.dealing import dealing
from tests.ui.pilot import STEP, Heard, Pilot, context


class Evening(Pilot):
    """A table with a quick bot for a person."""

    def __init__(self, target: int = 100, bots: int = 2, rules: Haisty | None = None) -> None:
        self.sounds = Heard()
        super().__init__(context(sounds=self.sounds))
        self.match = match = Match(rules or Haisty(), bots + 1, 7, target)
        levels = dict.fromkeys(range(1, bots + 1), "hard")
        names, backs = tuple("ABCDEFGH"[: bots + 1]), tuple(range(bots + 1))
        self.session = LocalSession(match, levels, names, backs, lambda: self.time, lambda: None)
        self.me = Bot(match.rules, 0, "hard", 1)
        self.scene = match_table(self.session)
        self.ctx.push(self.scene)
        self.step()

    @property
    def hud(self) -> Hud:
        """What the scene writes beside the cards; nobody else is to reach into it, so a test looks there."""
        return self.scene.game.hud

    @property
    def state(self) -> State:
        return self.session.state

    def step(self, drawn: bool = True, seconds: float = STEP) -> None:
        if self.session.state.phase == PLAYING and self.me.wake <= self.session.now:
            for request in self.me.look(self.session.state, self.session.now):
                if isinstance(request, Play):
                    self.session.play(request.move)
        super().step(drawn, seconds)

    def until_play(self) -> None:
        self.until(lambda: self.state.phase == PLAYING and self.session.now > (self.state.starts or 0))


@pytest.fixture
def evening() -> Evening:
    return Evening()


def test_a_round_from_the_joint_knock_to_the_next_deal(evening: Evening) -> None:
    evening.until(lambda: evening.time > 2)
    assert evening.state.phase == WAITING
    evening.key(pygame.K_SPACE)
    evening.until_play()
    assert evening.sounds.names.count("knock") >= 3, "the joint knocks are heard"
    evening.until(lambda: evening.state.phase == SCORED)
    evening.sounds.names.clear()
    evening.until(lambda: isinstance(evening.top, RoundEnd))
    evening.until(lambda: "count" in evening.sounds.names)
    evening.wait(0.5)
    evening.key(pygame.K_SPACE)
    evening.wait(1)
    evening.key(pygame.K_SPACE)
    evening.until(lambda: evening.state.round == 2 and evening.top is evening.scene, 20)
    evening.until_play()
    assert evening.scene.stage
    for sprites, pile in zip(evening.scene.stage.piles, evening.state.table.piles, strict=True):
        assert [sprite.card for sprite in sprites] == list(pile.cards)


def test_a_press_counts_from_when_it_was_read(evening: Evening) -> None:
    evening.key(pygame.K_SPACE)
    evening.until_play()
    evening.until(lambda: evening.session.now > (evening.state.starts or 0) + 100_000)
    read = evening.time
    evening.time += 0.03  # as long as it took to come to it
    evening.scene.handle(Input(pygame.KEYDOWN, key=pygame.K_v, mod=0), read)
    own = [entry for entry in evening.match.log if entry.seat == 0 and entry.move]
    assert own[-1].press == evening.session.moment(read) == evening.session.now - 30_000


def middle(evening: Evening) -> tuple[int, int]:
    """Of the button on the table's middle."""
    assert evening.top is evening.scene
    return evening.hud.buttons["begin"].center


def test_the_prompt_is_a_button_that_knocks(evening: Evening) -> None:
    evening.wait(2)
    where = middle(evening)
    evening.click_at((where[0], where[1] + 60))
    assert not evening.state.ready & 1, "only the button knocks"
    evening.click_at(where)
    assert evening.state.ready & 1
    evening.step()
    assert "begin" not in evening.hud.buttons
    evening.until_play()
    evening.click_at(where)


def test_a_knock_presses_the_block_and_sends_out_rings(evening: Evening) -> None:
    evening.wait(2)
    assert evening.scene.stage
    tags, block = evening.scene.stage.canvas.tags, evening.hud.buttons["knock"]
    assert tags["seat 0 0.0"].rect.y == block.y
    evening.send(pygame.MOUSEMOTION, pos=block.center, rel=(0, 0), buttons=(0, 0, 0))
    evening.send(pygame.MOUSEBUTTONDOWN, pos=block.center, button=pygame.BUTTON_LEFT)
    assert evening.state.ready & 1 and "rings0" in tags
    assert tags["seat 0 0.0"].rect.y == block.y + 6 and tags["seat 0 0.0"].rect.bottom == block.bottom
    evening.send(pygame.MOUSEBUTTONUP, pos=block.center, button=pygame.BUTTON_LEFT)
    evening.until_play()
    assert tags["seat 0 0.0"].rect.y == block.y and "rings0" not in tags
    evening.key(pygame.K_SPACE)
    evening.until(lambda: tags["seat 0 0.0"].rect.y > block.y, 1)
    evening.until(lambda: tags["seat 0 0.0"].rect.y == block.y, 1)
    assert "rings0" not in tags, "nothing has come of it"


def test_a_button_is_not_held_any_more_once_the_table_has_been_covered(evening: Evening) -> None:
    evening.wait(2)
    assert evening.scene.stage
    tags, block = evening.scene.stage.canvas.tags, evening.hud.buttons["knock"]
    evening.send(pygame.MOUSEBUTTONDOWN, pos=evening.hud.buttons["call"].center, button=pygame.BUTTON_LEFT)
    for _ in range(2):  # the button is released over the menu
        evening.key(pygame.K_ESCAPE)
    assert evening.top is evening.scene
    evening.send(pygame.MOUSEMOTION, pos=block.center, rel=(0, 0), buttons=(0, 0, 0))
    assert tags["seat 0 0.0"].rect.y == block.y


def an_ace_left() -> Haisty:
    """Deals in which the first seat's 13-pile is one ace; the rest of it lies in the hand."""
    dealt = Haisty().deal(7, 3)
    cards = dealt.piles[0].cards + dealt.piles[5].cards
    ace = next(card for card in cards if card.rank == 1)
    hand = Pile(tuple(card for card in cards if card != ace), 0)
    piles = (Pile((ace,), 1), *dealt.piles[1:5], hand, *dealt.piles[6:])
    return dealing(Haisty(), dealt._replace(piles=piles))


def test_an_empty_13_pile_calls_for_its_knock() -> None:
    evening = Evening(rules=an_ace_left())
    evening.me.wake = 10**12
    evening.key(pygame.K_SPACE)
    evening.until_play()
    assert evening.scene.stage
    tags = evening.scene.stage.canvas.tags
    assert "call place 0.0" not in tags
    calm = tags["seat 0 0.0"].surface
    evening.sounds.names.clear()
    slot = next(move.dst for move in evening.match.rules.moves(evening.state.table, 0) if move.src == 0)
    evening.session.play(Move(0, slot))
    evening.until(lambda: not evening.state.table.piles[0].cards, 1)
    evening.step()
    assert evening.sounds.names.count("last") == 1
    seen = set()
    for _ in range(120):
        evening.step()
        seen.add(pygame.image.tobytes(tags["call place 0.0"].surface, "RGBA"))
    assert len(seen) > 4, "it pulses"
    assert tags["seat 0 0.0"].surface is not calm, "the block is lit"
    assert tags["seat 0 0.0"].rect == evening.hud.buttons["knock"]
    assert evening.sounds.names.count("last") == 1, "heard once"
    evening.key(pygame.K_SPACE)
    evening.until(lambda: evening.state.phase == SCORED, 1)
    evening.until(lambda: isinstance(evening.top, RoundEnd), 5)
    assert not {"call place 0.0", "call 0.0"} & set(tags)


def test_input_meant_for_the_play_cuts_neither_count_nor_standings_short() -> None:
    evening = Evening(bots=1)
    evening.key(pygame.K_SPACE)
    evening.until(lambda: isinstance(evening.top, RoundEnd))
    end = evening.top
    assert isinstance(end, RoundEnd)
    for _ in range(13):  # of frantic play, after two seconds in which all stood still
        evening.step()
        evening.key(pygame.K_SPACE)
        evening.click_at((640, 360))
    assert evening.scene.clock(evening.time) < end.count.end, "it is still counted"
    evening.wait(0.2)
    evening.key(pygame.K_RETURN)
    evening.step()
    assert evening.scene.clock(evening.time) >= end.count.end, "now it was meant: the standings"
    for _ in range(20):
        evening.step()
        assert not end.tree.controls, "what does not yet hear is not yet shown"
        evening.key(pygame.K_SPACE)
        evening.key(pygame.K_RETURN)
    assert not evening.state.ready & 1
    evening.wait(0.2)
    for key in (pygame.K_v, pygame.K_1):
        evening.key(key)
    evening.click_at((5, 5))
    assert not evening.state.ready & 1, "the next round begins by a knock alone"
    evening.key(pygame.K_RETURN)
    assert evening.state.round == 2 or evening.state.ready & 1


def test_a_knock_too_many_does_not_skip_the_count(evening: Evening) -> None:
    evening.key(pygame.K_SPACE)
    evening.until(lambda: evening.state.phase == SCORED)
    while not isinstance(evening.top, RoundEnd):
        evening.key(pygame.K_SPACE)
        evening.step()
    evening.wait(2)
    assert isinstance(evening.top, RoundEnd)
    assert evening.state.round == 1


def test_a_knock_freezes_the_screen_in_silence(evening: Evening) -> None:
    evening.key(pygame.K_SPACE)
    evening.until(lambda: evening.state.phase == SCORED)
    evening.sounds.names.clear()
    frozen = evening.scene.clock(evening.time)
    for _ in range(50):
        evening.step()
    assert evening.scene.clock(evening.time) == frozen
    assert evening.sounds.names == []


def totals_shown(evening: Evening) -> list[bytes]:
    """The pictures of the totals beside the names."""
    assert evening.scene.stage
    tags, places = evening.scene.stage.canvas.tags.values(), evening.hud._overlay.places
    found = {
        seat: [tag for tag in tags if places[f"total {seat}"].inflate(2, 2).contains(tag.rect)]
        for seat in range(3)
    }
    assert all(found.values())
    return [pygame.image.tobytes(tag.surface, "RGBA") for each in found.values() for tag in each]


@pytest.mark.parametrize("size", [None, (1600, 900)])
def test_the_totals_give_nothing_away_before_the_count(
    evening: Evening, size: tuple[int, int] | None
) -> None:
    if size:
        evening.ctx.window.surface = pygame.display.set_mode(size)
        evening.step()
    before = totals_shown(evening)
    evening.key(pygame.K_SPACE)
    evening.until_play()
    if size:
        evening.ctx.window.surface = pygame.display.set_mode((1280, 720))
    evening.until(lambda: evening.state.phase == SCORED)
    if size:
        evening.ctx.window.surface = pygame.display.set_mode(size)
    assert all(evening.state.scores), "every total changes"
    evening.step()
    assert totals_shown(evening) == before, "in the freeze"
    evening.until(lambda: isinstance(evening.top, RoundEnd))
    evening.until(lambda: "count" in evening.sounds.names)
    assert totals_shown(evening) == before, "while it is counted"
    evening.key(pygame.K_SPACE)
    evening.until(lambda: totals_shown(evening) != before, 20)
    shown = totals_shown(evening)
    evening.ctx.window.surface = pygame.display.set_mode((1280, 800))
    evening.step()
    evening.ctx.window.surface = pygame.display.set_mode(size or (1280, 720))
    evening.step()
    assert totals_shown(evening) == shown, "counted once and for all"


def test_the_match_ends_on_the_podium() -> None:
    evening = Evening(target=1)
    evening.key(pygame.K_SPACE)
    evening.until(lambda: evening.state.phase == WON)
    evening.until(lambda: isinstance(evening.top, RoundEnd))
    for _ in range(2):
        evening.wait(1)
        evening.key(pygame.K_SPACE)
    assert isinstance(evening.top, MatchEnd)
    evening.key(pygame.K_ESCAPE)
    assert isinstance(evening.top, MatchEnd), "that was meant for the standings"
    evening.wait(4)
    if evening.state.winner == 0:
        evening.key(pygame.K_RETURN)
    evening.until(lambda: bool({"gracious", "gloating"} & set(evening.sounds.names)), 20)
    assert evening.ctx.music == "podium"
    evening.key(pygame.K_ESCAPE)
    assert evening.ctx.stack == []


def test_time_stands_still_under_pause_and_help(evening: Evening) -> None:
    evening.key(pygame.K_SPACE)
    evening.until(lambda: evening.state.phase == PLAYING and evening.time > 4)
    evening.key(pygame.K_p)
    assert isinstance(evening.top, PauseScene)
    before, now = evening.state, evening.session.now
    evening.until(lambda: evening.time > 10)
    assert (evening.state, evening.session.now) == (before, now)
    assert evening.top and evening.top.rest(evening.time) == float("inf")
    evening.key(pygame.K_F1)
    assert isinstance(evening.top, HelpScene)
    evening.key(pygame.K_ESCAPE)
    evening.key(pygame.K_ESCAPE)
    assert evening.ctx.stack == [evening.scene]
    evening.key(pygame.K_F1)
    assert isinstance(evening.top, HelpScene)
    evening.key(pygame.K_ESCAPE)
    assert not evening.session.paused


def test_leaving_the_match_leaves_nothing_behind(evening: Evening) -> None:
    evening.key(pygame.K_ESCAPE)
    evening.key(pygame.K_UP)
    evening.key(pygame.K_RETURN)
    assert evening.ctx.stack == []


def test_the_table_survives_another_window_size_at_any_time(evening: Evening) -> None:
    evening.key(pygame.K_SPACE)
    evening.until(lambda: evening.time > 12)
    evening.ctx.window.surface = pygame.display.set_mode((1600, 900))
    evening.step()
    assert evening.scene.stage and evening.scene.stage.layout.size == (1600, 900)
    evening.until(lambda: isinstance(evening.top, RoundEnd))
    evening.step()
    evening.ctx.window.surface = pygame.display.set_mode((1280, 800))
    evening.ctx.changed = True
    evening.step()
    evening.wait(1)
    evening.key(pygame.K_SPACE)
    evening.until(lambda: evening.state.round == 2, 20)


def test_a_standing_table_keeps_no_pictures_and_looks_the_same_afterwards(evening: Evening) -> None:
    evening.until(lambda: evening.time > 2)
    assert evening.scene.stage
    seen, deck = evening.ctx.window.surface.copy(), evening.scene.stage.canvas.deck
    evening.key(pygame.K_p)
    evening.step()
    assert not deck._pictures._kept  # memory shows nowhere else
    evening.key(pygame.K_p)
    evening.step()
    assert evening.ctx.window.surface.get_buffer().raw == seen.get_buffer().raw


def test_the_table_wears_at_once_what_is_chosen_and_goes_on_as_it_was(evening: Evening) -> None:
    evening.key(pygame.K_SPACE)
    evening.until_play()
    before, settings = evening.scene.stage, evening.ctx.settings
    evening.ctx.redraw()
    evening.draw()
    assert evening.scene.stage is before, "nothing has been chosen"
    old, settings.four_colours = evening.session.backs, True
    settings.back = old[2]
    evening.ctx.apply_settings()
    evening.draw()
    stage = evening.scene.stage
    assert stage and stage is not before
    assert tuple(stage.backs) == evening.session.backs == (old[2], old[1], old[0], *old[3:])
    piles = evening.state.table.piles
    assert [len(sprites) for sprites in stage.piles] == [len(pile.cards) for pile in piles]
    settings.four_colours = False
    evening.ctx.apply_settings()


def test_what_calls_for_attention_does_not_pulse_with_reduced_motion(evening: Evening) -> None:
    evening.ctx.settings.reduced_motion = True
    evening.ctx.redraw()
    evening.key(pygame.K_SPACE)
    evening.until_play()
    stage = evening.scene.stage
    assert stage
    low = stage.find("reserve", 0)
    del stage.piles[low][3:]
    evening.hud.refresh()
    frames = set()
    for tenth in range(20):
        evening.hud.before_draw(tenth / 10)
        frames.add(stage.canvas.tags[f"glow{low} 0.0"].surface)
    assert len(frames) == 1


@pytest.mark.parametrize("still", [False, True])
def test_a_sheet_slides_in_from_below(still: bool) -> None:
    evening = Evening()
    evening.ctx.settings.reduced_motion = still
    evening.wait(2)
    evening.key(pygame.K_ESCAPE)
    surface, seen = evening.ctx.window.surface, list[int]()
    for _ in range(20):
        evening.draw()
        pale = pygame.mask.from_threshold(surface, theme.ground("sheet").fill, (3, 3, 3, 255))
        seen.append(max(pale.get_bounding_rects(), key=lambda rect: rect.w * rect.h).y)
        evening.time += STEP
    assert seen == sorted(seen, reverse=True) and len(set(seen)) > 6 * (not still)
    assert seen[0] - seen[-1] == (0 if still else 72)
    kept = pygame.image.tobytes(surface, "RGB")
    evening.ctx.redraw()
    evening.draw()
    assert pygame.image.tobytes(surface, "RGB") == kept, "nothing is left behind"
