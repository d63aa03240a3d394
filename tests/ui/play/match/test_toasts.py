"""What appears for a moment over the table says it where the eyes are, and covers no cards."""

import pygame
import pytest
from pygame import Rect
from pygame.event import Event as Input

from game.core.match import Match
from game.core.state import Dealt, Dud, Returned, Thrown
from game.core.table import Move
from game.core.why import why_not
from game.i18n import _, set_language
from game.rules.haisty import Haisty
from game.sessions.local import LocalSession
from game.storage.settings import Fits
from game.ui.engine import theme
from game.ui.engine.assets import cameo
from game.ui.engine.kept import shared
from game.ui.engine.sound import Sounds
from game.ui.play.match.commands import CRIES
from game.ui.play.match.game import MatchTable
from game.ui.play.match.said import shout
from game.ui.play.match.tables import match_table
from tests.ui.pilot import context
from tests.waiting import until

NAMES = tuple(f"Maximiliane {letter}" for letter in "ABCDEFGH")


def seated(
    seats: int,
    size: tuple[int, int] = (1280, 720),
    fits: Fits = "easy",
    easy: bool = False,
    sounds: Sounds | None = None,
    still: bool = False,
) -> MatchTable:
    """A table just dealt. `still`: with reduced motion."""
    ctx = context(size=size, sounds=sounds, fits=fits, reduced_motion=still)
    match, levels = Match(Haisty(), seats, 7), dict.fromkeys(range(1, seats), "easy")
    scene = match_table(
        LocalSession(match, levels, NAMES[:seats], (0,) * seats, lambda: 0.0, lambda: None), easy
    )
    ctx.push(scene)
    scene.draw(ctx.window.surface, 0, 0, True)
    return scene


@pytest.mark.parametrize(
    ("seats", "size", "code"),
    [
        *((seats, (1024, 600), code) for seats in (2, 8) for code in ("en", "sv", "de")),
        (4, (1280, 720), "de"),
        (8, (3840, 2160), "sv"),
    ],
)
def test_what_a_seat_says_covers_no_pile(seats: int, size: tuple[int, int], code: str) -> None:
    set_language(code)
    scene = seated(seats, size)
    assert scene.stage
    tags, layout = scene.stage.canvas.tags, scene.stage.layout
    cards = [Rect(place.box) for place in layout.places if place.shown]
    plates = [rect for name, rect in scene.game.hud._overlay.places.items() if not name.startswith("face")]
    for seat in range(seats):
        # What says it, itself: a match in which everyone says everything would take minutes.
        said: list[Rect] = []
        for words in (*map(_, CRIES), "Speltorka!"):
            shout(scene.stage, scene.game.hud, seat, words, theme.PAPER, 0.0)
            said.append(tags[f"bubble{seat}"].rect)
        others = [Rect(area.box) for area in layout.areas if area.seat != seat]
        for rect in said:
            assert rect.collidelist(cards) < 0, "no card is covered"
            assert rect.collidelist(plates) < 0, "no name and no total is covered"
            assert rect.collidelist(others) < 0, "it is the seat's own"
            assert scene.ctx.window.surface.get_rect().contains(rect)


@pytest.mark.parametrize("seats", [2, 8])
def test_who_was_faster_is_said_where_the_card_came_back_from_and_the_pile_is_marked(seats: int) -> None:
    scene = seated(seats)
    assert scene.stage
    tags, slot = scene.stage.canvas.tags, 7 * seats
    throw = Move(1, slot)
    card = scene.session.state.table.piles[1].cards[-1]
    scene.show([Thrown(0, throw, (card,), 0), Returned(0, throw, 1)], 0.5)
    place, own = Rect(scene.stage.layout.places[slot].box), Rect(scene.stage.layout.places[1].box)
    said, mark = tags["duel"].rect, tags["duel pile 0.0"].rect.union(tags["duel pile 0.1"].rect)
    assert said.colliderect(place) and not said.colliderect(own)
    assert mark.contains(place) and mark.w < 1.3 * place.w
    assert scene.ctx.window.surface.get_rect().contains(said)
    scene.stage.overlay.step(1.0)
    assert "duel" in tags
    scene.stage.overlay.step(3.0)
    assert not [key for key in tags if key.startswith("duel")]


@pytest.mark.parametrize("code", ["en", "sv", "de"])
def test_a_note_at_the_edge_of_the_window_stays_inside(code: str) -> None:
    set_language(code)
    for scene in seated(2), seated(4), seated(8):
        assert scene.stage
        scene.show([Dud(0)], 1.0)
        assert scene.ctx.window.surface.get_rect().contains(scene.stage.canvas.tags["note"].rect)


def test_a_reason_is_told_once_a_round_and_anew_in_the_next() -> None:
    scene = seated(2)
    stage = scene.stage
    assert stage
    tags, table = stage.canvas.tags, scene.session.state.table
    places = stage.layout.places

    def refused(move: Move, thrown: bool, at: float) -> bool:
        """Whether it is told why."""
        scene.show([Returned(0, move, None, thrown=thrown)], at)
        told = "note" in tags
        if told:
            note, pile = tags["note"].rect, Rect(places[move.dst].box)
            assert abs(note.centerx - pile.centerx) < 3 and note.bottom <= pile.y, (
                "where it was to go, and beside it"
            )
        stage.overlay.step(at + 5)
        return told

    assert why_not(scene.session.rules, table, 0, Move(1, 14)) == "needs an ace"
    assert refused(Move(1, 14), True, 1.0)
    assert not refused(Move(2, 14), True, 11.0), "the same mistake"
    assert refused(Move(1, 2), True, 21.0), "another"
    fits = next(move for move in scene.session.rules.moves(table, 0) if move.count)
    assert not refused(fits, True, 31.0), "by now it would fit"
    assert refused(fits, False, 41.0), "pressed while the hand was busy"
    assert not refused(Move(5, 5, 0), False, 51.0), "a call, too; but that has been said"
    scene.show([Dealt(2, table)], 61.0)
    assert refused(Move(5, 5, 0), False, 71.0)
    assert refused(Move(1, 14), True, 81.0)


@pytest.mark.parametrize(
    ("fits", "easy", "lit"),
    [("easy", True, True), ("easy", False, False), ("always", False, True), ("never", True, False)],
)
def test_where_a_carried_card_fits_is_lit_if_the_player_wants_it(fits: Fits, easy: bool, lit: bool) -> None:
    scene = seated(2, fits=fits, easy=easy)
    assert scene.stage
    stage, table = scene.stage, scene.session.state.table
    tags = stage.canvas.tags
    rules, seat = scene.session.rules, scene.session.seat
    goes = next(m for m in rules.moves(table, seat) if m.count and stage.roles[m.src] in ("reserve", "build"))
    places = {m.dst for m in rules.moves(table, seat) if (m.src, m.count) == (goes.src, goes.count)}
    rest = stage.piles[goes.src][-1].rest
    start = round(rest.x), round(rest.y)
    scene.handle(Input(pygame.MOUSEBUTTONDOWN, pos=start, button=1), 3.0)
    scene.handle(Input(pygame.MOUSEMOTION, pos=(start[0] + 40, start[1]), rel=(0, 0), buttons=(1, 0, 0)), 3.0)
    assert {key.partition(" ")[0] for key in tags if key.startswith("fits")} == {
        f"fits{pile}" for pile in places if lit
    }
    scene.handle(Input(pygame.MOUSEBUTTONUP, pos=(640, 5), button=1), 3.1)
    assert not [key for key in tags if key.startswith("fits")]


def test_a_face_shows_for_a_while_that_its_seat_has_lost_a_contest() -> None:
    scene = seated(3)
    hud = scene.game.hud
    hud.beat(1, 5.0)
    looks = [[seat.expression for seat in hud.view.seats]]
    for now in (6.1, 6.5):
        hud.before_draw(now)
        looks.append([seat.expression for seat in hud.view.seats])
    calm, beaten = ["calm"] * 3, ["calm", "beaten", "calm"]
    assert looks == [beaten, beaten, calm]


def test_no_face_is_shown_more_than_three_times_in_four_seconds() -> None:
    hud, before = seated(3).game.hud, "calm"
    starts: list[float] = []
    for tick in range(200):
        now = tick / 20
        hud.before_draw(now)
        if tick % 25 == 0:
            hud.beat(1, now)
        look = hud.view.seats[1].expression
        starts += [now] if look == "beaten" != before else []
        before = look
    assert starts
    assert all(sum(begun <= start < begun + 4 for start in starts) <= 3 for begun in starts)


def test_every_expression_is_drawn_before_it_is_needed() -> None:
    shared.clear()

    def drawn() -> list[str]:
        return [f"{key}" for key in shared._kept if cameo.__qualname__ in f"{key}"]

    scene = seated(8)
    until(lambda: len(drawn()) == 10, "three sizes of three faces, and a peg's")
    scene.game.hud.beat(1, 5.0)
    scene.draw(scene.ctx.window.surface, 5.0, 0, True)
    assert len(drawn()) == 10
