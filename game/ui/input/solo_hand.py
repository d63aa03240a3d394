"""The player's hand in a game for one: pointer and keys become moves; what is legal, only the rules say."""

from collections.abc import Iterable

import pygame
from pygame.event import Event as Input

from game.core.state import Dealt, Event, Resumed
from game.core.table import Move, Table
from game.core.why import NOWHERE, why_not
from game.sessions.solo import SoloSession
from game.ui.cards.stage import Stage
from game.ui.input.grip import Grip, meant, shake
from game.ui.input.hand import CLICK, Say
from game.ui.input.keys import STOCK, foundations_key, named, pile_keys
from game.ui.input.solo_moves import SoloMoves

_NEAR, _WRONG = 0.6, 0.1
"""From how far, in card widths, cards go where they fit, and where they do not."""
_OPEN = ("waste", "turned")
"""Roles of the pile that is meant when a key names only where to."""


class SoloHand:
    """One person's input at a table of one's own."""

    def __init__(self, session: SoloSession, stage: Stage) -> None:
        self._session, self._stage = session, stage
        self.grip = Grip(stage)
        self.keys = pile_keys(stage.roles)
        self.source: int | None = None
        """The pile chosen by key."""
        self._part: tuple[Table, int | None, int] = (Table(()), None, 0)
        """How many cards of which pile were chosen by key, on which table."""
        self._pressed: tuple[int, int, tuple[int, int]] | None = None
        self._moves = SoloMoves(session, stage)
        self.say: Say = lambda why, pile, now: None
        """Told why a card was refused."""

    @property
    def count(self) -> int:
        """How many cards of the pile chosen by key; 0: as many as is likely meant."""
        table, pile, count = self._part
        return count if table is self._session.state.table and pile == self.source else 0

    # -- doing it

    def follow(self, event: Event) -> None:
        """Forget what was chosen on a table that is another now."""
        if isinstance(event, Resumed | Dealt):
            self.source, self._pressed = None, None
            self._moves.forget()

    def _do(
        self, move: Move | None, now: float, refused: Iterable[int] = (), wish: Move | None = None
    ) -> None:
        """Make the move; if there is none, show that; where mistakes count, have the wish judged."""
        if move is None:
            rules, table = self._session.rules, self._session.state.table
            if wish and rules.penalty:
                self._session.play(wish)
            elif wish and (why := why_not(rules, table, 0, wish)):
                self.say(why, wish.src, now)
            for pile in refused:
                shake(self._stage, self._stage.piles[pile][-1:], now)
            return
        self._moves.sent(move)
        self.source = None
        self._session.play(move)

    def turn(self, now: float) -> None:
        """Turn the stock, or turn the waste over when it is empty."""
        stocks = [i for i, role in enumerate(self._stage.roles) if role == "stock"]
        moves = [m for m in self._moves.legal if m.src in stocks] or [
            m for m in self._moves.legal if m.dst in stocks
        ]
        wish = None
        if not moves and (open_ := self._open()) is not None and stocks:
            full = self._stage.piles[stocks[0]]
            wish = Move(stocks[0], open_) if full else Move(open_, stocks[0], len(self._stage.piles[open_]))
        self.source = None
        self._do(moves[0] if moves else None, now, [*stocks, *([wish.src] if wish else [])], wish)

    def lay(self, now: float, src: int | None = None) -> None:
        """Lay a pile's top card on a foundation; without a pile, the first that fits."""
        roles = self._stage.roles
        up = [m for m in self._moves.legal if roles[m.dst] == "foundation" and src in (None, m.src)]
        from_ = self._open() if src is None else src
        place = None if from_ is None else meant(self._stage, from_)
        if not up and from_ is not None and place is not None and self._stage.piles[from_]:
            self._session.play(Move(from_, place))  # it comes back, and says why
        else:
            self._do(up[0] if up else None, now)

    def _open(self) -> int | None:
        """The pile that lies open to be placed."""
        return next((i for i, role in enumerate(self._stage.roles) if role in _OPEN), None)

    # -- keys

    def key(self, event: Input, now: float) -> bool:
        """A key press; True if it meant a pile."""
        if event.key in (pygame.K_UP, pygame.K_DOWN) and self.source is not None:
            self._choose_part(self.source, 1 if event.key == pygame.K_UP else -1)
            return True
        name = named(event.key, self._stage.roles)
        piles = [pile for pile, key in self.keys.items() if key == name]
        if not piles or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return False
        src, roles = self.source, self._stage.roles
        if name == STOCK:
            self.turn(now)
        elif name == foundations_key(roles):
            self.source = None
            self.lay(now, src)
        elif src is None and (roles[piles[0]] == "foundation" or not self._stage.piles[piles[0]]):
            self._key_onto(self._open(), piles[0], now)
        elif src is None:
            self.source = piles[0]
        elif src == piles[0]:
            counts = (
                [self.count] if self.count else sorted({m.count for m in self._moves.off(src)})[::-1] or [1]
            )
            self.source = None
            found = [move for count in counts if (move := self._moves.best(src, count))]
            ups = [move for move in found if roles[move.dst] == "foundation"]
            self._do(next(iter(ups or found), None), now, [src])
        else:
            self._key_onto(src, piles[0], now)
        return True

    def _choose_part(self, pile: int, step: int) -> None:
        """More or fewer cards of the pile."""
        stocks = [i for i, role in enumerate(self._stage.roles) if role == "stock"]
        counts = sorted({move.count for move in self._moves.off(pile) if move.dst not in stocks})
        if counts:
            at = counts.index(self.count) if self.count in counts else 0
            count = counts[max(0, min(len(counts) - 1, at + step))]
            self._part = self._session.state.table, pile, count

    def _key_onto(self, src: int | None, dst: int, now: float) -> None:
        if src is None or not self._stage.piles[src]:
            return
        move = self._moves.onto(src, dst, self.count)
        if move or self._session.rules.penalty or not self._stage.piles[dst]:
            self.source = None
            self._do(move, now, [src], Move(src, dst))
        else:
            self._session.play(Move(src, dst, max(1, self.count)))  # it comes back, and says why
            self.source = dst  # that pile is chosen instead

    # -- pointer

    def under(self, pos: tuple[int, int]) -> tuple[int, int] | None:
        """The pile under the pointer, and the first of the cards that a press would take."""
        hit = None if self.grip.holding else self.grip.pick(pos)
        if not hit or (hit[1] < 0 and self._stage.roles[hit[0]] != "stock"):
            return None
        pile, index = hit
        if self._stage.roles[pile] == "stock":
            return pile, max(0, len(self._stage.piles[pile]) - 1)
        role, count = self._stage.roles[pile], self._moves.count(pile, index)
        if self._session.rules.penalty and role == "foundation":
            return pile, len(self._stage.piles[pile]) - 1
        movable = count and (self._moves.off(pile) or (self._moves.secret and role in _OPEN))
        return (pile, len(self._stage.piles[pile]) - count) if movable else None

    def press(self, event: Input, now: float) -> None:
        """A button went down."""
        if self.grip.holding or not (hit := self.grip.pick(event.pos)):
            return
        pile, index = hit
        self.source = None
        if event.button == pygame.BUTTON_RIGHT and index >= 0:
            if self._session.rules.penalty:
                self._click(pile, 1, now)
            else:
                self.lay(now, pile)
        elif event.button == pygame.BUTTON_LEFT:
            if self._stage.roles[pile] == "stock":
                self.turn(now)
            elif index >= 0:
                self._pressed = pile, index, event.pos

    def move(self, pos: tuple[int, int]) -> None:
        """The pointer moved."""
        if self.grip.holding:
            self.grip.drag_to(pos)
        elif self._pressed:
            pile, index, start = self._pressed
            away = max(abs(pos[0] - start[0]), abs(pos[1] - start[1]))
            if away >= CLICK * self._stage.layout.unit and (count := self._moves.count(pile, index)):
                self.grip.grab(pile, len(self._stage.piles[pile]) - count, start)
                self.grip.drag_to(pos)

    def release(self, event: Input, now: float) -> None:
        """The left button came up."""
        pressed, self._pressed = self._pressed, None
        if not pressed:
            return
        pile, index, _ = pressed
        count = self._moves.count(pile, index) if index < len(self._stage.piles[pile]) else 0
        if not self.grip.holding:
            self._click(pile, count, now)
            return
        fits = {m.dst: _NEAR for m in self._moves.off(pile) if m.count == count}
        target = None if self._moves.secret else self.grip.over(fits)
        if target is None:
            others = [
                i for i, role in enumerate(self._stage.roles) if i != pile and role not in ("stock", "row")
            ]
            target = self.grip.over(dict.fromkeys(others, _NEAR if self._moves.secret else _WRONG))
        self.grip.drop(now)
        if target is not None:
            self._do(Move(pile, target, count), now)

    @property
    def fits(self) -> set[int]:
        """Where what is being carried fits, unless that is the player's to know."""
        if not self.grip.holding or not self._pressed or self._moves.secret:
            return set()
        pile, index, _ = self._pressed
        count = self._moves.count(pile, index)
        return {move.dst for move in self._moves.off(pile) if move.count == count}

    def _click(self, pile: int, count: int, now: float) -> None:
        """Send cards where they fit best; where that is the player's to say, choose them, or the place."""
        judged, role = self._session.rules.penalty, self._stage.roles[pile]
        if judged and role == "foundation":
            self._key_onto(self._open(), pile, now)
        elif move := self._moves.best(pile, count) if count else None:
            self._do(move, now)
        elif judged and role in _OPEN:
            self.source = pile
        else:
            shake(self._stage, self._stage.piles[pile][-max(1, count) :], now)
            self.say(NOWHERE, pile, now)

    def let_go(self, now: float) -> None:
        """Put back what is held, as when the table is covered."""
        self._pressed = self.source = None
        self.grip.drop(now)
