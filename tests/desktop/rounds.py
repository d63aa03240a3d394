"""A player of Haisty who goes by what is shown: with the mouse, or with the keys on the piles."""

import time
from collections.abc import Callable, Iterator, Sequence

from tests.desktop.program import Program
from tests.desktop.seen import Card, Control, Pile, Seen

ROUND = 600.0
"""Seconds within which a round must end."""
_ANSWER = 0.8
"""Seconds after which a move without effect is given up."""
_STUCK = 14
"""After so many turns of the hand without a move, there is none."""
_KEYS = {"Space": "space"}


def fits(card: Card, on: Card) -> bool:
    """Whether a card fits onto another on a build pile."""
    return card.rank == on.rank - 1 and card.red != on.red


def moves(seen: Seen) -> Iterator[tuple[Pile, Card, Pile]]:
    """Possible moves of the own cards, best first: pile, lowest card moved, target."""
    open_ = [pile for role in ("reserve", "build", "waste") for pile in seen.own(role) if pile.top]
    table = seen.piles_of("foundation")
    for pile in open_:
        assert pile.top
        for place in table:
            top = place.top
            if (top is None and pile.top.rank == 1) or (
                top and (top.suit, top.rank) == (pile.top.suit, pile.top.rank - 1)
            ):
                yield pile, pile.top, place
                break
    builds = seen.own("build")
    for pile in builds:
        for other in builds:
            if pile.cards and other.top and pile is not other and fits(pile.cards[0], other.top):
                yield pile, pile.cards[0], other
    for pile in [*seen.own("reserve"), *seen.own("waste")]:
        for build in builds:
            if pile.top and (fits(pile.top, build.top) if build.top else not seen.own("reserve")[0].size):
                yield pile, pile.top, build


def agree(*people: Program) -> None:
    """Players who are asked whether they are stuck call speltorka too."""
    for each in people:
        if "Nothing to play? Press D." in each.seen.words:
            each.key("d")


def in_play(seen: Seen) -> bool:
    """Whether no countdown is shown."""
    return "Get ready" not in seen.words


def started(game: Program) -> None:
    """Wait for the countdown and through it."""
    game.wait_words("Get ready")
    game.wait(in_play, "the start")


class Round:
    """Plays until the round is over."""

    def __init__(
        self, game: Program, keys: bool = False, others: Sequence[Program] = (), first: bool = True
    ) -> None:
        """`keys`: only by keyboard, else only by mouse. `others`: sit there too and play no card.
        `first`: of a match, where all knock to begin; later rounds begin by themselves."""
        self._game, self._keys, self._others, self._first = game, keys, others, first
        self._turns = 0
        self.moves = 0
        """How many moves have happened."""

    def play(self, goes_on: Callable[[], bool] = lambda: True) -> None:
        """Knock to begin, if still necessary, and play until the round is over or `goes_on` returns False."""
        scene = self._game.wait_scene("table", "lan-table").scene
        if scene == "table" and self._first:  # on the LAN all have knocked before
            self._press(self._game.wait_control("Knock to begin"))
            self._game.wait_words("Get ready")
        self._game.wait(in_play, "the start")
        end = time.monotonic() + ROUND
        while self._game.seen.scene in ("table", "lan-table") and goes_on():
            assert time.monotonic() < end, "the round does not end"
            self._act()

    def _act(self) -> None:
        seen = self._game.seen
        if seen.scene not in ("table", "lan-table"):
            return
        for move in moves(seen):
            if self._changes(seen, lambda move=move: self._move(*move)):  # type: ignore[misc]
                self.moves += 1
                self._turns = 0
                return
        if not seen.own("reserve")[0].size:
            self._changes(seen, lambda: self._press(seen.control("Knock")))
            return
        self._turns += 1
        if self._turns > _STUCK and self._turns % _STUCK == 0 and seen.has("Stuck"):
            self._press(seen.control("Stuck"))
            agree(*self._others)
        self._changes(seen, lambda: self._turn(seen.own("stock")[0]))

    def _changes(self, seen: Seen, act: Callable[[], None]) -> bool:
        """Act; returns whether the own cards change within a while, or the round has ended."""
        act()
        end = time.monotonic() + _ANSWER
        while time.monotonic() < end:
            now = self._game.seen
            if now.scene != seen.scene or _own(now) != _own(seen):
                return True
            time.sleep(0.01)
        return False

    def _move(self, pile: Pile, card: Card, to: Pile) -> None:
        if self._keys:
            self._game.key(pile.key)
            self._game.key(to.key)
        elif to.role == "foundation" and self.moves % 2:
            self._game.click_at(*card.middle, button=3)
        else:
            self._game.drag(card.middle, to.target)

    def _turn(self, stock: Pile) -> None:
        if self._keys:
            self._game.key(stock.key.lower())
        else:
            self._game.click_at(*stock.target)

    def _press(self, button: Control) -> None:
        if self._keys:
            self._game.key(_KEYS.get(button.key, button.key.lower()))
        else:
            self._game.click_at(*button.middle)


def _own(seen: Seen) -> list[tuple[int, tuple[Card, ...]]]:
    return [(pile.size, pile.cards) for pile in seen.piles if pile.seat == seen.seat]


def leave_the_match(game: Program) -> None:
    """Leave it from its menu; before it is over this is asked once more."""
    game.wait_scene("pause")
    game.click("Leave the match")
    if game.wait_scene("ask", "title").scene == "ask":
        game.click("Leave the match")
    game.wait_scene("title")
