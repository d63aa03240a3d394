"""The words for what is refused: in each game, positions where a person knows why."""

from typing import Any

from game.core.cards import Pile
from game.core.rules import Rules
from game.core.table import Move, Table
from game.core.why import why_not, why_nowhere
from game.rules.acht_mal_acht import AchtMalAcht
from game.rules.farbwechsel import Farbwechsel
from game.rules.haisty import Haisty
from game.rules.paare import Paare
from game.rules.rot_und_schwarz import RotUndSchwarz
from game.rules.staffelpatience import Staffelpatience
from game.rules.zahlenpatience import Zahlenpatience
from tests.ui.play.patience.solotable import pile


def table(rules: Rules, piles: dict[int, str], down: tuple[int, ...] = (), **more: Any) -> Table:
    """The cards of some piles, the others empty; those `down` lie face down."""
    seats = rules.seats[0]
    laid = [pile(piles.get(number, "")) for number in range(len(rules.spots(seats)))]
    for number in down:
        laid[number] = Pile(laid[number].cards)
    return Table(tuple(laid), **more)


def test_haisty() -> None:
    rules = Haisty()
    lies = table(rules, {0: "5h", 1: "9c", 2: "Tc 9h 8s", 3: "Jd", 4: "Qd", 6: "8s", 7: "Ah", 8: "2c 3c"})
    why = {
        Move(6, 1): "same colour",
        Move(0, 1): "needs an 8",
        Move(2, 3, 2): "needs a 10",
        Move(2, 3, 3): None,
        Move(0, 7): "needs a 2",
        Move(0, 9): "needs an ace",
        Move(6, 0): "nothing goes there",
        Move(2, 8, 2): "one card only",
        Move(5, 6): "no cards left",
    }
    assert {move: why_not(rules, lies, 0, move) for move in why} == why
    part = table(rules, {0: "Kc", 1: "Ts", 2: "Tc 9h 8s"})
    assert why_not(rules, part, 0, Move(2, 1, 2)) == "whole pile only"
    assert why_not(Haisty(any_part=True), part, 0, Move(2, 1, 2)) is None
    exposed = table(rules, {0: "Kc", 1: "9d", 2: "Tc 9h 8s"})
    assert why_not(rules, exposed, 0, Move(2, 1)) == "whole pile only"
    full = table(rules, {0: "2c", 7: "Ah", 8: "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"})
    assert why_not(rules, full, 0, Move(0, 7)) == "needs hearts"
    assert why_not(rules, full, 0, Move(0, 8)) == "pile is full"


def test_what_fits_nowhere_says_where_it_would() -> None:
    def onto(rules: Rules, src: int, lies: Table, count: int = 1) -> str:
        why, cards = why_nowhere(rules, lies, 0, Move(src, src, count))
        return why.format(cards=" ".join(f"{rank}{'cdhs'[suit]}" for rank, suit, _pack in cards))

    lies = table(Haisty(), {0: "5h", 1: "9c", 2: "Tc 9h 8s", 3: "Jd", 4: "Qd"})
    assert onto(Haisty(), 0, lies) == "only onto 4h 6c 6s"
    assert onto(Haisty(), 2, lies, 2) == "fits nowhere", "a part of a pile"
    assert onto(Haisty(), 1, table(Haisty(), {1: "9c", 3: "Th"})) == "fits nowhere", "it would not have to"
    columns = dict(enumerate(["Kc", "3d", "3h", "9d", "Jd", "9h", "Jh"]))
    assert onto(Staffelpatience(), 0, table(Staffelpatience(), columns)) == "only onto an empty place"
    must = table(RotUndSchwarz(), {8: "5h", 9: "6s", 10: "9h", 17: "8s"}, mode=1)
    assert onto(RotUndSchwarz(), 8, must) == "a card fits: lay it first"


def test_a_knock_too_soon() -> None:
    rules = Haisty()
    assert why_not(rules, rules.deal(1, 2), 0, Move(0, 0, 0)) == "not now"


def test_acht_mal_acht() -> None:
    rules = AchtMalAcht()
    lies = table(rules, {8: "Tc 9h 8s", 9: "9d", 10: "Th", 11: "7d 5s", 17: "7s"})
    why = {
        Move(8, 9): None,
        Move(8, 10): "needs a 9",
        Move(17, 9): "needs an 8",
        Move(11, 8, 2): "no run",
        Move(17, 0): "needs an ace",
        Move(17, 12): None,
        Move(16, 17): "no cards left",
    }
    assert {move: why_not(rules, lies, 0, move) for move in why} == why
    run = table(rules, {8: "Kd Tc 9h 8s", 9: "Ts"})
    assert why_not(rules, run, 0, Move(8, 9, 2)) == "whole run only"
    assert why_not(AchtMalAcht(any_part=True), run, 0, Move(8, 9, 2)) is None
    last = lies._replace(passes=2)
    assert why_not(rules, last, 0, Move(17, 16, 1)) == "no more passes"


def test_rot_und_schwarz() -> None:
    rules = RotUndSchwarz()
    lies = table(rules, {0: "Ah", 1: "As", 8: "Tc 9h 8s", 9: "Jd", 10: "9d", 12: "Ts", 17: "2d"})
    why = {
        Move(8, 12, 2): "whole pile only",
        Move(8, 9, 3): None,
        Move(8, 11): "turned cards only",
        Move(17, 11): None,
        Move(17, 0): "same colour",
        Move(17, 1): None,
        Move(0, 9): "stays there",
    }
    assert {move: why_not(rules, lies, 0, move) for move in why} == why


def test_rot_und_schwarz_while_the_drawn_card_must_be_laid() -> None:
    rules = RotUndSchwarz()
    lies = table(
        rules, {0: "Ah", 1: "As", 8: "9h", 9: "Ts", 10: "5c", 16: "4c", 17: "8s"}, down=(16,), mode=1
    )
    why = {
        Move(17, 8): None,
        Move(17, 11): None,
        Move(17, 10): "needs a 4",
        Move(16, 17): "a card fits: lay it first",
        Move(8, 9): "a card fits: lay it first",
        Move(10, 9): "turned cards only",
    }
    assert {move: why_not(rules, lies, 0, move) for move in why} == why
    free = {Move(16, 17): None, Move(8, 9): None, Move(10, 9): "needs a 9"}
    assert {move: why_not(rules, lies._replace(mode=0), 0, move) for move in free} == free


def test_staffelpatience() -> None:
    rules = Staffelpatience()
    lies = table(rules, {0: "Kc Qh", 1: "Jd", 2: "5c", 7: "3c 4d"}, down=(7,))
    why = {
        Move(1, 3): "needs a king",
        Move(0, 9): "king to ace only",
        Move(1, 0): "same colour",
        Move(2, 1): "needs a 10",
        Move(0, 3, 2): None,
    }
    assert {move: why_not(rules, lies, 0, move) for move in why} == why


def test_zahlenpatience() -> None:
    rules = Zahlenpatience(must_lay=True)
    sums = {0: "Ah", 1: "2h", 2: "3h", 3: "4h", 4: "2c", 5: "4c", 6: "6c", 7: "Kc", 8: "5c"}
    lies = table(rules, {**sums, 9: "3s"}, down=(8,))
    why = {
        Move(9, 4): None,
        Move(9, 5): "needs a 6",
        Move(9, 7): "pile is full",
        Move(8, 9): "a card fits: lay it first",
    }
    assert {move: why_not(rules, lies, 0, move) for move in why} == why


def test_games_of_speed() -> None:
    colours = table(Farbwechsel(), {0: "2c", 1: "9h", 2: "4d"}, down=(0,))
    assert why_not(Farbwechsel(), colours, 0, Move(1, 2)) == "same colour"
    assert why_not(Farbwechsel(), colours, 0, Move(1, 3)) is None
    pairs = table(Paare(), {1: "9h 4d"})
    assert why_not(Paare(), pairs, 0, Move(1, 2, 2)) == "same colour"
    pairs = table(Paare(), {1: "9h 4s"})
    assert why_not(Paare(), pairs, 0, Move(1, 3, 2)) == "a card fits: lay it first"
