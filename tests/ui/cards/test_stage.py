"""The stage: it mirrors the table, ends where the layout says, and shows the same however it is drawn."""

from collections.abc import Iterator

import pygame
import pytest

from game.core.cards import HIDDEN, Card, Pile
from game.core.rules import play
from game.core.shuffle import Stream
from game.core.state import FLIGHT, Event, Returned, Thrown
from game.core.table import Move, Moved, Table, fold, mask
from game.rules.haisty import Haisty
from game.ui.cards.canvas import AIR
from game.ui.cards.deck import Deck
from game.ui.cards.labels import backdrop
from game.ui.cards.layout import RATIO
from game.ui.cards.sprite import askew
from game.ui.cards.stage import Stage
from game.ui.engine.window import Window
from game.ui.play.match.layout import table_layout

RULES = Haisty()
SIZE = (960, 600)


def art(name: str, width: int) -> pygame.Surface:
    """A plain card with a colour of its own, for speed."""
    picture = pygame.Surface((width, round(width * RATIO)), pygame.SRCALPHA)
    color = [hash_ % 200 + 40 for hash_ in (sum(map(ord, name)) * k for k in (7, 31, 57))]
    pygame.draw.rect(picture, color, picture.get_rect(), border_radius=max(2, width // 14))
    pygame.draw.circle(picture, "white", (width // 3, width // 3), width // 5)
    return picture


@pytest.fixture
def surface() -> pygame.Surface:
    return Window(SIZE).surface


def build(seats: int = 4) -> Stage:
    spots = RULES.spots(seats)
    places = table_layout(SIZE, spots, (0,))
    deck = Deck(art, tuple({area.card for area in places.areas}), places.unit, 16 << 20)
    return Stage(places, spots, deck, tuple(range(seats)), backdrop(places))


def game(table: Table, steps: int, seed: int) -> Iterator[tuple[Table, list[Event]]]:
    """A random game: what flies is thrown first; now and then a throw returns."""
    stream, seats = Stream(seed), 4
    for _ in range(steps):
        seat = stream.below(seats)
        moves = [move for move in RULES.moves(table, seat) if move.count]
        moves = [m for m in moves if RULES.flies(table, seat, m) and stream.below(2)] or moves
        if not moves:
            continue
        move = moves[stream.below(len(moves))]
        events: list[Event] = []
        if RULES.flies(table, seat, move):
            events.append(Thrown(seat, move, table.piles[move.src].cards[-1:], 0))
            if not stream.below(5):
                yield table, [*events, Returned(seat, move, None)]
                continue
        done = play(RULES, table, seat, move)
        for event in done:
            table = fold(table, event)
        yield table, [*events, *map(mask, done)]


def mirrored(stage: Stage) -> tuple[Pile, ...]:
    return tuple(
        Pile(tuple(s.card if s.up else HIDDEN for s in sprites), sum(s.up for s in sprites))
        for sprites in stage.piles
    )


def check_places(stage: Stage, table: Table) -> None:
    for number, pile in enumerate(table.piles):
        for i, sprite in enumerate(stage.piles[number]):
            x, y = stage.layout.at(number, len(pile.cards), pile.up, i)
            w = stage.layout.places[number].box.w
            pose = sprite.pose(1e9)
            assert (pose.x, pose.y, pose.w) == (x + w / 2, y + round(w * RATIO) / 2, w), (number, i)


def test_after_any_game_the_sprites_mirror_the_table_and_lie_in_their_places(
    surface: pygame.Surface,
) -> None:
    stage = build()
    table, now = RULES.deal(3, 4), 0.0
    stage.reset(table.view())
    for number, (after, events) in enumerate(game(table, 500, 11)):
        table = after
        for event in events:
            stage.apply(event, now)
        assert mirrored(stage) == table.view().piles
        now += 0.03
        if number % 50 == 0:
            stage.draw(surface, now + 5)
            assert not stage.moving
            check_places(stage, table.view())
            now += 5


def test_a_stage_that_shows_another_position_takes_any_event_and_is_put_right(
    surface: pygame.Surface,
) -> None:
    """As on the network, where a snapshot may come between a stage and its events."""
    stage, table = build(), RULES.deal(3, 4)
    stage.reset(table.view()._replace(piles=(Pile(),) * len(table.piles)))
    for after, events in game(table, 500, 11):
        table = after
        for event in events:
            stage.apply(event, 0.0)
    stage.sync(table.view(), 0.0)
    assert mirrored(stage) == table.view().piles


def colors(surface: pygame.Surface) -> bytes:
    """What is seen: a fourth byte of each pixel may be anything."""
    return pygame.image.tobytes(surface, "RGB")


def test_the_incremental_screen_equals_a_full_redraw_byte_for_byte(surface: pygame.Surface) -> None:
    stage = build()
    table, now = RULES.deal(3, 4), 0.0
    stage.reset(table.view())
    stage.deal(now)
    other = surface.copy()
    note = pygame.Surface((90, 40), pygame.SRCALPHA)
    note.fill((200, 10, 10, 120))
    stage.draw(surface, now, True)
    for number, (_, events) in enumerate(game(table, 160, 5)):
        for event in events:
            stage.apply(event, now)
        stage.canvas.tag("note", note if number % 3 else None, (300 + number, 200))
        stage.canvas.tag("air", note if number % 4 else None, (500, 100 + number), AIR)
        for _ in range(3):
            now += 0.017
            rects = stage.draw(surface, now)
            stage.canvas.redraw(other, now)
            assert colors(surface) == colors(other), number
            assert all(surface.get_rect().contains(rect) for rect in rects)
    stage.draw(surface, now + 9)
    assert stage.draw(surface, now + 10) == [], "nothing moves: nothing is drawn"


def test_what_changed_lies_inside_the_rectangles_returned(surface: pygame.Surface) -> None:
    stage = build()
    table, now = RULES.deal(8, 4), 0.0
    stage.reset(table.view())
    stage.draw(surface, now, True)
    for _, events in game(table, 60, 6):
        for event in events:
            stage.apply(event, now)
        now += 0.02
        before = surface.copy()
        rects = stage.draw(surface, now)
        for rect in rects:
            before.blit(surface, rect, rect)
        assert colors(surface) == colors(before)


def test_a_thrown_card_arrives_when_its_flight_ends(surface: pygame.Surface) -> None:
    stage = build(2)
    table = RULES.deal(1, 2)
    stage.reset(table.view())
    slot = 14
    stage.apply(Thrown(0, Move(1, slot, 1), (), 0), 10.0, late=0.03)
    sprite = stage.piles[1][-1]
    assert sprite.tween and sprite.tween.end == pytest.approx(10.0 + FLIGHT / 1e6 - 0.03)
    there = stage.layout.places[slot].box
    pose = sprite.pose(10.07)
    assert (pose.x, pose.y) == (there.x + there.w / 2, there.y + there.h / 2)
    assert stage.moving, "it stays in the air until it is known to land or return"
    stage.apply(Returned(0, Move(1, slot, 1), 1), 10.1)
    stage.draw(surface, 12.0)
    assert not stage.moving
    assert sprite.pose(12.0) == sprite.rest


def test_a_card_not_yet_known_stands_in_mid_turn_until_it_is_named(surface: pygame.Surface) -> None:
    stage = build(2)
    table = RULES.deal(1, 2)
    stage.reset(table.view())
    turned = Moved(0, 5, 6, (HIDDEN,) * 3)
    stage.apply(turned, 1.0)
    stage.draw(surface, 3.0)
    top = stage.piles[6][-1]
    assert top.pose(3.0).squeeze < 0.3
    named = fold(table, play(RULES, table, 0, Move(5, 6, 3))[0]).view()
    stage.sync(named, 3.0)
    assert top.card == named.piles[6].cards[-1]
    stage.draw(surface, 5.0)
    assert not stage.moving
    assert top.pose(5.0).squeeze == 1.0


def test_a_card_lies_askew_the_same_way_each_time() -> None:
    tilts = {askew(Card(rank, suit, pack)) for rank in range(1, 14) for suit in range(4) for pack in range(8)}
    assert max(tilts) <= 3 and min(tilts) >= -3 and len(tilts) > 5
    assert askew(Card(5, 2, 1)) == askew(Card(5, 2, 1))


def test_with_reduced_motion_a_card_flies_straight_and_lies_still_at_once(surface: pygame.Surface) -> None:
    stage, table = build(), RULES.deal(3, 4)
    heard: list[str] = []
    stage._play_sound = lambda kind, pan, seat: heard.append(kind)
    stage.calm = True
    stage.reset(table.view())
    stage.deal(0.0)
    assert not stage.moving and heard == ["deal"], "nothing flies at the deal, which is heard"
    source = next(i for i, sprites in enumerate(stage.piles) if sprites and sprites[-1].up)
    target = stage.find("foundation", None)
    sprite = stage.piles[source][-1]
    flies = Thrown(0, Move(source, target, 1), (sprite.card,), 0)
    stage.apply(flies, 1.0)
    flight, tilt = FLIGHT / 1e6, askew(sprite.card)
    for part in (0.2, 0.5, 0.8):
        assert 0 <= sprite.pose(1.0 + part * flight).angle / tilt <= 1, "it only turns to how it will lie"
    assert sprite.tween and sprite.tween.done(1.0 + flight)


def test_a_pile_that_is_complete_and_a_13_pile_that_is_empty_are_heard() -> None:
    stage, dealt = build(), RULES.deal(3, 4)
    heard: list[str] = []
    stage._play_sound = lambda kind, pan, seat: heard.append(kind)
    slot, piles = stage.find("foundation", None), list(dealt.piles)
    piles[0] = Pile((Card(13, 2, 0), Card(12, 2, 0)), 2)
    piles[slot] = Pile(tuple(Card(rank, 2, 1) for rank in range(1, 12)), 11)
    table = dealt._replace(piles=tuple(piles))
    stage.reset(table)
    queen, king = (Moved(0, 0, slot, (Card(rank, 2, 0),)) for rank in (12, 13))
    stage.apply(queen, 1.0)
    assert heard == ["land"]
    stage.apply(king, 2.0)
    assert heard == ["land", "king", "last"]
