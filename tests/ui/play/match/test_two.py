"""Two at one table's screen: two trays, two halves of the keyboard, two knocks, and a pointer for both."""

import pygame
import pytest

from game.bots.bot import Bot
from game.core.match import Match
from game.core.state import PLAYING, Play
from game.rules.haisty import Haisty
from game.sessions.local import LocalSession
from game.ui.cards.layout import TRAY, Box
from game.ui.input.half_legend import letter
from game.ui.input.keys import AT_THE_TABLE
from game.ui.play.match.commands import HALVES
from game.ui.play.match.layout import table_layout
from game.ui.play.match.round_end import RoundEnd
from game.ui.play.match.tables import match_table
from tests.ui.pilot import Pilot, context, described, told
from tests.ui.sizes import SEATED

LEFT, RIGHT = ({cap: code for code, cap in half.items()} for half in HALVES)


def apart(one: Box, other: Box) -> bool:
    return not pygame.Rect(one).colliderect(other)


@pytest.mark.parametrize(("size", "seats"), SEATED[:-4])
def test_two_trays_of_one_size_lie_side_by_side_apart_from_all_else(
    size: tuple[int, int], seats: int
) -> None:
    found = table_layout(size, Haisty().spots(seats), (0, 1))
    trays = [area for area in found.areas if area.kind == TRAY]
    assert [tray.seat for tray in trays] == [0, 1]
    plates, shared = [area.card for area in found.areas[2:-2]], found.areas[-1].card
    assert trays[0].card == trays[1].card > max(plates, default=0)
    assert shared <= 1.36 * trays[0].card, "both look there, but play from their own cards"
    assert trays[0].box.y == trays[1].box.y and trays[0].box.x < trays[1].box.x
    window = pygame.Rect(0, 0, *size)
    for number, area in enumerate(found.areas):
        assert window.contains(area.box)
        assert all(apart(area.box, other.box) for other in found.areas[:number])
    for place in found.places:
        area = found.areas[place.area]
        if area.kind == TRAY:
            assert pygame.Rect(area.box).contains(place.box) and apart(place.box, area.panel)


def test_no_key_is_in_both_halves_and_each_has_a_letter() -> None:
    assert len({*LEFT.values(), *RIGHT.values()}) == 20
    assert all(letter(key) for half in HALVES for key in half)


class Two(Pilot):
    """A table of two people and a bot."""

    def __init__(self) -> None:
        super().__init__(context())
        match = Match(Haisty(), 3, 7)
        names = ("Ann", "Bo", "Bot")
        self.session = LocalSession(
            match, {2: "hard"}, names, (0, 1, 2), lambda: self.time, lambda: None, people=2
        )
        self.scene = match_table(self.session)
        self.ctx.push(self.scene)
        self.wait(1.5)

    def press(self, scancode: int) -> None:
        """Press the key at this place of the keyboard."""
        self.send(pygame.KEYDOWN, key=pygame.K_F12, scancode=scancode, mod=0, unicode="")

    def begin(self) -> None:
        self.press(LEFT["Space"])
        self.press(RIGHT["Space"])
        self.wait(2)
        assert self.session.state.phase == PLAYING

    def play_on(self) -> None:
        """Let bots play for both, to the end of the round."""
        bots = [Bot(self.session.rules, seat.seat, "hard", seat.seat) for seat in self.session.local_seats]
        while self.session.state.phase == PLAYING:
            self.time += 1 / 30
            for bot, seat in zip(bots, self.session.local_seats, strict=True):
                for request in bot.look(self.session.state, self.session.now):
                    if isinstance(request, Play):
                        seat.play(request.move)
            self.scene.step(self.time)

    def waste(self, seat: int) -> int:
        return len(self.session.state.table.piles[7 * seat + 6].cards)

    @property
    def ready(self) -> int:
        return self.session.state.ready & 0b11


@pytest.fixture
def two() -> Two:
    return Two()


def test_for_the_left_hand_the_table_of_two_is_laid_out_once(two: Two) -> None:
    before = two.scene.stage
    two.ctx.settings.left_handed = True
    two.wait(0.1)
    laid = two.scene.stage
    assert laid is not before
    two.wait(0.5)
    assert two.scene.stage is laid


def test_each_half_knocks_for_its_own_player(two: Two) -> None:
    two.press(RIGHT["Space"])
    assert two.ready == 0b10
    two.wait(0.1)
    assert two.session.state.phase != PLAYING
    two.press(LEFT["Space"])
    two.wait(2)
    assert two.session.state.phase == PLAYING


def test_each_has_a_button_to_begin_and_the_one_who_is_ready_has_it_no_more(two: Two) -> None:
    buttons = two.scene.game.hud.buttons
    two.click_at(buttons["begin 2"].center)
    two.wait(0.05)
    assert two.ready == 0b10 and "begin" in buttons and "begin 2" not in buttons


def test_the_halves_play_at_the_same_time_each_with_its_own_cards(two: Two) -> None:
    two.begin()
    two.press(LEFT["V"])
    two.press(RIGHT["V"])
    assert (two.waste(0), two.waste(1)) == (3, 3)
    two.wait(0.1)
    two.press(RIGHT["V"])
    assert (two.waste(0), two.waste(1)) == (3, 6)


def test_one_sits_a_round_out_beside_the_other_who_plays(two: Two) -> None:
    two.session._table._server.ready(1, two.session.now, out=True)
    two.press(LEFT["Space"])
    two.wait(2)
    assert two.session.state.phase == PLAYING and two.session.state.sits_out(1)
    two.wait(0.1)
    buttons = two.scene.game.hud.buttons
    assert "knock" in buttons and "knock 2" not in buttons
    assert told(two.scene.stage, "seat 1") == "sits out"


def test_what_one_chooses_is_not_chosen_by_the_other(two: Two) -> None:
    two.begin()
    two.press(LEFT["3"])
    first, second = two.scene.game.hands
    assert (first.source, second.source) == (2, None)
    two.press(RIGHT["2"])
    assert (first.source, second.source) == (2, 8)


def test_the_pointer_plays_for_whoevers_cards_it_takes(two: Two) -> None:
    two.begin()
    assert two.scene.stage
    for seat in (1, 0):
        box = pygame.Rect(two.scene.stage.layout.places[7 * seat + 5].box)
        two.click_at(box.center)
        assert two.waste(seat) == 3
        two.wait(0.1)


def test_both_knock_for_the_next_round_each_with_an_own_key(two: Two) -> None:
    two.begin()
    two.play_on()
    two.wait(4)
    assert isinstance(two.ctx.scene, RoundEnd)
    two.wait(12)
    two.press(LEFT["Space"])
    assert two.ready == 0b01
    two.wait(0.1)
    two.press(RIGHT["Space"])
    two.wait(0.5)
    assert two.session.state.round == 2


def test_each_player_is_told_why_a_card_does_not_go(two: Two) -> None:
    two.begin()
    assert two.scene.stage
    tags = two.scene.stage.canvas.tags
    trays = [area.box for area in two.scene.stage.layout.areas if area.kind == TRAY]
    for half, tray in zip((LEFT, RIGHT), trays, strict=True):
        told = False
        for cap in "12345":  # some card fits nowhere
            two.press(half[cap])
            two.press(half[cap])
            two.wait(0.1)
            told |= "note" in tags and tags["note"].rect.colliderect(tray)
        assert told


def test_each_seat_tells_its_own_key_for_the_shared_piles() -> None:
    two = Two()
    keys = [letter(half[AT_THE_TABLE["foundation"]]) for half in (LEFT, RIGHT)]
    assert [seat["key"] for seat in described(two.scene).seats] == [*keys, ""]
