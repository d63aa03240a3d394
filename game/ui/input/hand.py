"""A player's hand at any table: what a device asks for becomes a wish, and the wish a move once the hand is
free."""

from game.core.state import FLIGHT, HAND, PLAYING, UNDECIDED, Event, Returned, Thrown
from game.core.table import Move, Table
from game.sessions.session import SeatSession
from game.ui.cards.stage import Stage
from game.ui.input.keys import foundations_key, pile_keys
from game.ui.input.picker import MovePicker, Refusal, Wish

_SLACK = 2000
"""Microseconds to wait after a landing, for clocks that differ."""


class Hand:
    """The hand of one seat, whatever moves it. Times are seconds of the stage unless stated otherwise.

    What asks for a move returns why it is refused, or None."""

    def __init__(self, session: SeatSession, stage: Stage, picker: MovePicker) -> None:
        """`session`: the table as the hand's seat sees it."""
        self.session, self.stage, self.picker = session, stage, picker
        self.keys = pile_keys(stage.roles, stage.owners, session.seat)
        """The key of each pile that has one."""
        self.source: int | None = None
        """The pile chosen by name."""
        self._part: tuple[Table, int | None, int] = (Table(()), None, 0)
        """How many cards of which pile were chosen, and on which table."""
        self.read: int | None = None
        """When the input being handled was read, by the host's clock; None: no input is being handled."""
        self._free_at = 0
        self._next: Wish | None = None
        """What is done once the hand is free."""

    # -- being busy

    def follow(self, event: Event) -> None:
        """Work out from the table's events how long the hand is busy."""
        own = self.session.seat
        match event:
            case Thrown(seat, move, _, at) if seat == own:
                busy = self.session.rules.busy(self.session.state.table, move) if move.count else 0
                self._free_at = at + FLIGHT + busy + _SLACK
            case Returned(seat, thrown=True) if seat == own:
                self._free_at = 0

    @property
    def waiting(self) -> bool:
        """Whether a wish waits for the hand to be free."""
        return self._next is not None

    @property
    def _busy(self) -> bool:
        """Whether a card is in flight (what becomes of it may be told late), or a full pile is being put
        aside."""
        session = self.session
        own = (flight for flight in session.state.air if flight.seat == session.seat)
        return session.now < self._free_at or any(flight.fate == UNDECIDED for flight in own)

    def step(self, now: float) -> None:
        """Do what the player wished for while the hand was busy."""
        if self._next and not self._busy:
            wish, self._next = self._next, None
            self.do(wish, now)

    def do(self, wish: Wish | None, now: float) -> Refusal | None:
        """Do it now, or once the hand is free."""
        session, state = self.session, self.session.state
        if not wish or state.phase != PLAYING or state.starts is None or session.now < state.starts:
            return None
        if self._busy:
            self._next = Wish(wish.find)  # too late to be refused
        elif move := wish.find():
            press = self.read
            if press is None or press < self._free_at:
                press = session.now
            if session.seats > 1:
                # The host's event may take long to arrive.
                flies = session.rules.flies(state.table, session.seat, move)
                self._free_at = press + (FLIGHT if flies else HAND) + _SLACK
            self.picker.play(move, press)
        elif wish.tried:
            refusal = self.picker.refuse(wish.tried, now, wish.nowhere)
            return None if wish.silent else refusal
        return None

    # -- what devices ask for

    def knock(self, now: float) -> None:
        """Knock, if a knock means anything now."""
        self.do(self.picker.knock(), now)

    def call(self, now: float) -> None:
        """Announce that nothing can be played."""
        self.do(self.picker.call(), now)

    def turn(self, now: float) -> Refusal | None:
        """Turn the stock."""
        self.source = None
        return self.do(self.picker.turn(), now)

    def lay(self, pile: int | None, now: float) -> Refusal | None:
        """Lay a pile's top card onto a foundation; None: whatever is most likely meant."""
        self.source = None
        return self.do(self.picker.lay(pile), now)

    def send(self, pile: int, count: int, now: float) -> Refusal | None:
        """Send cards where they fit best; if that choice is left to the player, select the cards, or the
        target."""
        self.source = None
        if self.session.rules.penalty:
            if self.stage.roles[pile] == "foundation":
                return self._onto(self.picker.open, pile, now)
            if pile == self.picker.open and not self.picker.click(pile, count).find():
                self.source = pile
                return None
        return self.do(self.picker.click(pile, count), now)

    def send_best(self, pile: int, now: float) -> Refusal | None:
        """Send as many cards of a pile as fit best where they fit best."""
        self.source = None
        return self.do(self.picker.again(pile, 0)._replace(silent=False), now)

    def carry(self, move: Move, now: float) -> Refusal | None:
        """Make this very move, with cards that were carried there."""
        if self.picker.plays(move):
            return self.do(Wish(lambda: move), now)
        return self.picker.refuse(move, now)

    def name(self, pile: int, now: float) -> Refusal | None:
        """A pile is named: as the source, and then as the target; the same pile twice is sent where it fits
        best. The stock turns, and a foundation that has no name of its own takes the source's card."""
        src, roles = self.source, self.stage.roles
        if roles[pile] == "stock":
            return self.turn(now)
        if roles[pile] == "foundation" and foundations_key(roles):
            return self.lay(src, now)
        if src is None and (roles[pile] == "foundation" or not self.stage.piles[pile]):
            return self._onto(self.picker.open, pile, now)
        if src is None:
            self.source = pile
            return None
        if src != pile:
            return self._onto(src, pile, now)
        wish = self.picker.again(src, self.count)
        self.source = None
        return self.do(wish, now)

    @property
    def count(self) -> int:
        """How many cards of the chosen pile; 0: as many as is most likely meant."""
        table, pile, count = self._part
        return count if table is self.session.state.table and pile == self.source else 0

    def choose_part(self, step: int) -> None:
        """Choose more or fewer cards of the chosen pile."""
        if self.source is not None and (counts := self.picker.counts(self.source)):
            at = counts.index(self.count) if self.count in counts else 0
            count = counts[max(0, min(len(counts) - 1, at + step))]
            self._part = self.session.state.table, self.source, count

    @property
    def targets(self) -> set[int]:
        """Where the chosen cards fit now, as far as the player may be shown."""
        if self.source is None:
            return set()
        counts = [self.count] if self.count else {move.count for move in self.picker.off(self.source)}
        return set().union(*(self.picker.fits(self.source, count) for count in counts))

    def _onto(self, src: int | None, dst: int, now: float) -> Refusal | None:
        """Move onto the named pile; if that does not fit, choose the named pile instead."""
        if src is None:
            return None
        count, counts = self.count, self.session.rules.penalty
        empty = self.picker.is_target(dst) and not self.stage.piles[dst]
        if counts or empty or self.picker.onto(src, dst, count):
            self.source = None
            return self.do(Wish(lambda: self.picker.onto(src, dst, count), Move(src, dst)), now)
        self.source = dst
        return self.picker.refuse(Move(src, dst, max(1, count)), now)

    def forget(self) -> None:
        """Forget what was chosen: the whole table has changed, and perhaps the host with its clock."""
        self.source = self._next = None
        self._free_at = 0
        self.picker.forget()
