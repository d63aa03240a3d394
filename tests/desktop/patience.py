"""A player who plays known moves of a patience: with the mouse, or with the keys on the piles."""

import time
from collections.abc import Sequence

from game.challenges.level import Challenge, by_grade
from game.challenges.level_files import levels
from game.core.rules import Rules, fold_all, play
from game.core.table import Move, Table
from tests.desktop.program import Program
from tests.desktop.seen import Pile, Seen

_KEYS = {"F": "f", "J": "j", "V": "v", "D": "d"}


def gentle(game: str) -> Challenge:
    """The gentle challenge of a game with the shortest solution."""
    own = [level for level in levels()[0] if level.game == game]
    return min(by_grade(own)[0], key=lambda each: len(each.line()))


class Patience:
    """Makes moves and checks that each of them happens."""

    def __init__(self, game: Program, rules: Rules, seed: int, keys: bool = False) -> None:
        """`keys`: only by keyboard, else only by mouse."""
        self._game, self.rules, self._keys = game, rules, keys
        self.roles = [spot.role for spot in rules.spots(1)]
        self.deal = self.table = rules.deal(seed, 1)
        self.see(self.deal)

    def go_on(self, game: Program, table: Table) -> None:
        """Play in another program from now on, which shows this table."""
        self._game = game
        self.see(table)

    def see(self, table: Table) -> Seen:
        """What is shown once it is this table."""
        sizes = [len(pile.cards) for pile in table.piles]
        self.table = table
        return self._game.wait(
            lambda seen: seen if [pile.size for pile in seen.piles] == sizes else None, f"piles of {sizes}"
        )

    def play(self, line: Sequence[Move]) -> None:
        """Make these moves."""
        for move in line:
            seen = self._game.seen
            meant = self._by_keys(seen, move) if self._keys else self._by_mouse(seen, move)
            events = play(self.rules, self.table, 0, meant)
            self.see(fold_all(self.table, events))

    def skip(self, *scenes: str) -> Seen:
        """What is shown at the end, which a key brings sooner."""
        while self._game.seen.scene == "solo":
            self._game.key("space")
            time.sleep(0.2)
        return self._game.wait_scene(*scenes)

    def _by_mouse(self, seen: Seen, move: Move) -> Move:
        src, dst = seen.piles[move.src], seen.piles[move.dst]
        if not move.count:
            gesture = next(each for each in seen.controls if each.key == "D")
            self._game.click(gesture.label)
        elif self.rules.reflex:
            self._game.click_at(*dst.target)
        elif "stock" in (src.role, dst.role):
            self._game.click_at(*(src if src.role == "stock" else dst).target)
        else:
            still = self._game.wait_still()
            self._game.drag(still.piles[move.src].cards[-move.count].middle, still.piles[move.dst].target)
        return move

    def _by_keys(self, seen: Seen, move: Move) -> Move:
        src, dst = seen.piles[move.src], seen.piles[move.dst]
        if not move.count:
            self._strike("D")
        elif self.rules.reflex:
            self._strike(dst.key)
        elif "stock" in (src.role, dst.role):
            self._strike("V")
        else:
            self._strike(src.key)
            if not dst.size and src.role == dst.role:
                self._choose(src, move.count)
            self._strike(dst.key)
            if dst.role == "foundation" and not self.rules.penalty:
                return self._first(move)  # they share a key, which means the first one that fits
        return move

    def _choose(self, src: Pile, count: int) -> None:
        """Choose how many cards of the pile to move."""
        off = (move for move in self.rules.moves(self.table, 0) if move.src == src.number)
        counts = sorted({move.count for move in off if self.roles[move.dst] != "stock"})
        if count == counts[-1]:
            return  # as many as possible is the default
        for key in ["Down", *["Up"] * counts.index(count)]:
            self._game.key(key)

    def _first(self, move: Move) -> Move:
        legal = self.rules.moves(self.table, 0)
        return next(m for m in legal if m.src == move.src and self.roles[m.dst] == "foundation")

    def _strike(self, key: str) -> None:
        self._game.key(_KEYS.get(key, key.lower()))
