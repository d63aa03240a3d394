"""The layout: every pile has its place inside its area, at any number of seats and any size."""

from itertools import combinations, pairwise

import pytest
from pygame import Rect
from pygame.mask import Mask

from game.core.rules import Spot
from game.rules import games
from game.rules.haisty import Haisty
from game.rules.staffelpatience import Staffelpatience
from game.ui.cards.layout import BESIDE_STEP, LEAST_STEP, PLATES, SHARED, TRAY, Box, Layout
from game.ui.engine import text
from game.ui.play.match.layout import table_layout
from game.ui.play.patience.layout import solo_layout
from game.ui.play.patience.rhythm import FOOT
from tests.ui.sizes import SEATED, SHAPES, SIZES


def inside(inner: Box, outer: Box) -> bool:
    return Rect(outer).contains(inner)


def apart(one: Box, other: Box) -> bool:
    return not Rect(one).colliderect(other)


def haisty(size: tuple[int, int], seats: int, *own: int) -> Layout:
    return table_layout(size, Haisty().spots(seats), own)


@pytest.mark.parametrize(("size", "seats"), SEATED)
def test_areas_lie_apart_inside_the_window(size: tuple[int, int], seats: int) -> None:
    found = haisty(size, seats, 1)
    window = Box(0, 0, *size)
    assert len(found.areas) == seats + 2
    for area in found.areas:
        assert inside(area.box, window)
    for one, other in combinations(found.areas, 2):
        assert apart(one.box, other.box), (one, other)


@pytest.mark.parametrize(("size", "seats"), SEATED)
def test_piles_lie_apart_inside_their_area(size: tuple[int, int], seats: int) -> None:
    found = haisty(size, seats, 0)
    shown = [place for place in found.places if place.shown]
    for place in shown:
        assert inside(place.box, found.areas[place.area].box), place
    for one, other in combinations(shown, 2):
        assert apart(one.box, other.box), (one, other)


@pytest.mark.parametrize("seats", range(2, 9))
def test_who_plays_with_more_than_three_others_sees_only_their_13_piles(seats: int) -> None:
    found = haisty((1280, 720), seats, 0)
    others = [place for place in found.places if found.areas[place.area].kind == PLATES]
    hidden = {place.role for place in others if not place.shown}
    assert hidden == ({"build", "stock", "waste"} if seats > 4 else set())
    assert all(place.shown for place in haisty((1280, 720), seats).places), "who watches sees all"


@pytest.mark.parametrize(("size", "seats"), SEATED)
def test_thirteen_cards_of_a_build_pile_stay_inside(size: tuple[int, int], seats: int) -> None:
    found = haisty(size, seats, 0)
    for pile, place in enumerate(found.places):
        if place.role == "build" and place.shown:
            x, y = found.at(pile, 13, 13, 12)
            assert inside(Box(x, y, place.box.w, place.box.h), found.areas[place.area].box)
            assert y > place.box.y


def test_turned_cards_stay_left_of_the_panel() -> None:
    for seats in range(2, 9):
        found = haisty((1280, 720), seats, 0)
        x, _ = found.at(6, 20, 20, 19)
        assert x + found.places[6].box.w < found.panel.x


def test_only_the_last_three_turned_cards_fan() -> None:
    found = haisty((1280, 720), 4, 0)
    lefts = [found.at(6, 9, 9, i)[0] for i in range(9)]
    assert len(set(lefts[:7])) == 1
    assert lefts[6] < lefts[7] < lefts[8]


def test_plates_follow_in_seat_order_after_mine() -> None:
    found = haisty((1280, 720), 5, 2)
    assert [area.seat for area in found.areas if area.kind == PLATES] == [3, 4, 0, 1]
    assert found.areas[0].kind == TRAY
    assert found.areas[-1].kind == SHARED


def test_own_cards_are_the_large_ones() -> None:
    for seats in range(2, 9):
        tray, *plates, _aside, shared = haisty((1280, 720), seats, 0).areas
        assert all(plate.card * 1.5 < tray.card for plate in plates)
        assert all(plate.card >= 30 for plate in plates), "mini cards must stay readable"
        assert shared.card >= 64


def test_someone_who_only_watches_sees_a_plate_for_each_seat() -> None:
    found = haisty((1280, 720), 4)
    assert {area.seat for area in found.areas if area.kind == PLATES} == {0, 1, 2, 3}


@pytest.mark.parametrize("scale", [1.0, 1.6])
@pytest.mark.parametrize(
    ("size", "seats"), [*SEATED, *((size, seats) for size in SIZES[1:] for seats in range(3, 8))]
)
def test_for_a_room_all_seats_lie_alike_and_apart(
    size: tuple[int, int], seats: int, scale: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text, "letters", text.Letters(1.0, scale))
    found, window = haisty(size, seats), Box(0, 0, *size)
    plates = [area for area in found.areas if area.kind == PLATES]
    assert len(plates) == seats
    for sizes in zip(*((area.card, area.box.h, area.panel.w, area.panel.h) for area in plates), strict=True):
        assert max(sizes) - min(sizes) <= 2, "but for rounding"
    boxes = [area.box for area in found.areas] + [found.panel]
    assert all(inside(box, window) for box in boxes)
    assert all(apart(*each) for each in combinations(boxes, 2))
    for number, place in enumerate(found.places):
        area = found.areas[place.area]
        assert place.shown and inside(place.box, area.box)
        assert apart(place.box, area.panel), "no card lies on a name"
        if place.role == "build":
            assert inside(Box(*found.at(number, 13, 13, 12), *place.box[2:]), area.box)
    for one, other in combinations(found.places, 2):
        assert apart(one.box, other.box), (one, other)


def test_what_a_room_watches_is_large() -> None:
    for seats in range(2, 9):
        *plates, aside, shared = haisty((1280, 720), seats).areas
        assert shared.card >= 62 and aside.card >= 62
        assert all(plate.card >= 38 and plate.panel.h >= 72 for plate in plates)


def test_the_first_half_of_the_seats_lies_above_and_all_follow_clockwise() -> None:
    plates = [area for area in haisty((1920, 1080), 7).areas if area.kind == PLATES]
    at = {area.seat: (area.box.y > 540, area.box.x) for area in plates}
    upper, lower = [0, 1, 2, 3], [4, 5, 6]
    assert sorted(upper, key=lambda seat: at[seat]) == upper
    assert sorted(lower, key=lambda seat: at[seat]) == lower[::-1]
    assert not any(at[seat][0] for seat in upper) and all(at[seat][0] for seat in lower)


def test_a_game_for_one_fills_the_window() -> None:
    spots = [Spot("column", 1.1 * i, 0, "down", 0) for i in range(8)]
    spots += [Spot("foundation", 1.1 * i, 0) for i in range(8)]
    spots += [Spot("stock", 9, 0, "", 0), Spot("waste", 9, 1.2, "", 0)]
    found = solo_layout((1280, 720), spots)
    for place in found.places:
        assert inside(place.box, found.areas[place.area].box)
    for one, other in combinations(found.places, 2):
        assert apart(one.box, other.box)
    x, y = found.at(0, 20, 20, 19)
    assert inside(Box(x, y, *found.places[0].box[2:]), found.areas[0].box)


@pytest.mark.parametrize(("size", "seats"), SEATED[:-2])
def test_an_own_build_pile_is_one_column_whose_run_can_be_read(size: tuple[int, int], seats: int) -> None:
    found = haisty(size, seats, 0)
    for pile in range(1, 5):
        left, _, w, h = found.places[pile].box
        for count in range(2, 14):
            at = [found.at(pile, count, count, i) for i in range(count)]
            assert {x for x, _ in at} == {left}, "two columns look like two piles"
            assert all(b - a >= 0.035 * h for (_, a), (_, b) in pairwise(at)), "each card is seen"
            told = range(count) if count <= 6 else [0, count - 1]  # base and top tell the rest
            for index in told:
                corner = Box(*at[index], int(0.19 * w), int(0.145 * h))
                assert all(apart(corner, Box(*other, w, h)) for other in at[index + 1 :]), (count, index)


@pytest.mark.parametrize(("size", "seats"), SEATED)
def test_a_key_cap_has_room_left_of_the_shared_places(size: tuple[int, int], seats: int) -> None:
    found = haisty(size, seats, 0)
    assert found.areas[-1].kind == SHARED
    assert found.areas[-1].box.x > 24 * found.unit


@pytest.mark.parametrize(("size", "seats"), SEATED)
def test_for_the_left_hand_the_own_tray_is_mirrored_and_nothing_else(
    size: tuple[int, int], seats: int
) -> None:
    spots = Haisty().spots(seats)
    right, left = table_layout(size, spots, (0,)), table_layout(size, spots, (0,), True)
    assert left.panel.x + left.panel.w < min(place.box.x for place in left.places[:7])
    order = [place.box.x for place in left.places[:7]]
    assert order == sorted(order, reverse=True), "the 13-pile at the right, the turned cards at the left"
    assert abs(left.areas[0].card - right.areas[0].card) <= 1, "as large for either hand"
    x, _ = left.at(6, 20, 20, 19)
    assert x + left.places[6].box.w < left.places[5].box.x, "turned cards do not cover the stock"
    for one, other in zip(left.places[7 : 7 * seats], right.places[7 : 7 * seats], strict=True):
        assert one.box == other.box
    shown = [place for place in left.places if place.shown]
    for one, other in combinations(shown, 2):
        assert apart(one.box, other.box)
    for place in shown:
        assert inside(place.box, left.areas[place.area].box)


def test_columns_keep_their_order_when_stock_and_waste_change_sides() -> None:
    spots = games()["rot-und-schwarz"]().spots(1)
    found = solo_layout((1280, 720), spots, 0.0, True)
    builds = [place.box.x for place in found.places if place.role == "build"]
    stock = next(place.box.x for place in found.places if place.role == "stock")
    assert builds == sorted(builds)
    assert found.panel.x < stock < builds[0]


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("size", SHAPES)
def test_books_lie_above_the_staircase_and_a_run_to_the_ace_below_can_be_read(
    size: tuple[int, int], mirrored: bool
) -> None:
    found = solo_layout(size, Staffelpatience().spots(1), 0.0, mirrored)
    columns = [number for number, place in enumerate(found.places) if place.role == "build"]
    ends = [found.places[number].box for number in (columns[0], columns[-1])]
    for book in (place.box for place in found.places if place.role == "foundation"):
        assert ends[0].x <= book.x <= ends[1].x
        assert book.y + book.h <= ends[0].y
    first, high = columns[0], ends[0].h
    tops = [found.at(first, 13, 13, index)[1] for index in range(13)]
    assert tops[-1] + high <= size[1]
    assert min(below - above for above, below in pairwise(tops)) >= int(LEAST_STEP * high) - 1


def test_a_mirrored_patience_lies_apart_beside_its_panel() -> None:
    for kind in games().values():
        found = solo_layout((1280, 720), kind().spots(1), 0.0, True)
        assert all(place.box.x >= found.panel.x + found.panel.w for place in found.places)
        assert all(place.box.x + place.box.w <= 1280 for place in found.places)
        assert all(apart(one.box, other.box) for one, other in combinations(found.places, 2))


@pytest.mark.parametrize(
    ("seats", "own", "card", "shared"),
    [
        (2, (0,), 180, 150),
        (4, (0,), 150, 110),
        (8, (0,), 140, 98),
        (2, (0, 1), 105, 150),
        (8, (0, 1), 105, 99),
    ],
)
def test_cards_are_as_wide_as_the_screen_allows(
    seats: int, own: tuple[int, ...], card: int, shared: int
) -> None:
    found = haisty((1920, 1080), seats, *own)
    assert found.areas[0].card >= card
    assert found.areas[-1].card >= shared


def empty(found: Layout) -> float:
    """What part of the mat of a game for one belongs to no pile: neither to its cards nor to the room where
    it fans, nor to 8 units of air around them."""
    mat, air = Rect(found.areas[0].box).inflate(26 * found.unit, 26 * found.unit), round(16 * found.unit)
    taken = Mask(mat.size)
    for place in found.places:
        pile = Rect(place.box)
        pile.h += place.room if place.fan == "down" else 0
        pile.w += round(BESIDE_STEP * pile.w) if place.fan == "beside" else 0
        pile.inflate_ip(air, air)
        taken.draw(Mask(pile.size, True), (pile.x - mat.x, pile.y - mat.y))
    return 1 - taken.count() / (mat.w * mat.h)


@pytest.mark.parametrize("size", [*SIZES, *SHAPES[3:-1], (1024, 768), (720, 1280)])
@pytest.mark.parametrize("name", sorted(name for name, kind in games().items() if 1 in kind.seats))
def test_a_patience_leaves_no_more_than_a_fifth_of_its_mat_empty(name: str, size: tuple[int, int]) -> None:
    rules = games()[name]()
    assert empty(solo_layout(size, rules.spots(1), FOOT if rules.reflex else 0.0)) <= 0.2


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("size", [*SHAPES, (960, 1080), (512, 600)])
@pytest.mark.parametrize("name", sorted(name for name, kind in games().items() if 1 in kind.seats))
def test_no_pile_of_a_patience_ever_reaches_beyond_its_mat(
    name: str, size: tuple[int, int], mirrored: bool
) -> None:
    rules = games()[name]()
    found = solo_layout(size, rules.spots(1), FOOT if rules.reflex else 0.0, mirrored)
    mat, edge = found.areas[0].box, 20 * found.unit - 2
    assert min(mat.x, mat.y, size[0] - mat.x - mat.w, size[1] - mat.y - mat.h) >= edge
    for number, place in enumerate(found.places):
        for count in (1, 3, 13, 20):
            assert (
                inside(
                    Box(
                        *found.at(number, min(count, 2) if place.fan == "beside" else count, count, -1),
                        *place.box[2:],
                    ),
                    mat,
                )
                or not place.fan
            )
