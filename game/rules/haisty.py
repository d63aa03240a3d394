"""Haisty Patience: 1 to 8 seats, every hand at once (rules: seed 000, Peter Möller).

A solo player wins by laying the last card of the 13-pile, without a knock.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from game.core.build import BELOW
from game.core.cards import ACE, KING, SUITS, Pile, pack
from game.core.limits import HANDICAPS
from game.core.rules import Outcome, Rules, Spot, carry, option
from game.core.shuffle import Seed, Stream, derive, shuffled
from game.core.table import Called, Mode, Move, Moved, Table, TableEvent, Turned, fold
from game.core.words import N_

RESERVE, BUILD, STOCK, WASTE, OWN = 0, 1, 5, 6, 7
"""A seat's piles start at OWN * seat: 13-pile, four build piles, hand, turned cards."""
RESERVE_SIZE, BUILDS, SLOTS = HANDICAPS[0], 4, 4

THREES, ONES, FROZEN = range(3)
"""Modes of the table: the hand is turned three at a time or one at a time, or the round is over."""

_ACES = tuple((ACE, suit) for suit in SUITS)

KING_BUSY = 400_000
"""Microseconds that putting a full pile aside keeps the hand busy."""


def seats_of(table: Table) -> int:
    """How many seats the table has."""
    return (len(table.piles) - 1) // (OWN + SLOTS)


@dataclass(frozen=True)
class Haisty(Rules):
    """The house rules, each with the reading that is played by default."""

    any_part: bool = option(
        False,
        N_("Build piles move"),
        {False: N_("whole"), True: N_("any part")},
        N_("From one build pile to another: only the whole pile, or any part of it from the exposed end."),
    )
    round_corner: bool = option(
        True,
        N_("When the hand runs out"),
        {True: N_("round the corner"), False: N_("start over")},
        N_(
            "With fewer than three cards left: either the turned ones go under them, so that it is "
            "always three; or what is left is turned, and it all starts over."
        ),
        source=(False,),
    )
    auto_knock: bool = option(
        False,
        N_("Knocking"),
        {False: N_("by hand"), True: N_("automatic")},
        N_(
            "Once your 13-pile is empty you may knock, or lay more cards first; "
            "or the table knocks by itself at once."
        ),
        seats=range(2, 9),
    )

    speltorka_any_time: bool = option(
        False,
        N_("Speltorka, alone"),
        {False: N_("in a drought only"), True: N_("at any time")},
        N_(
            "In a drought: when nothing can be played, and going round and round through the hand "
            "would bring up nothing that can."
        ),
        seats=range(1, 2),
    )
    name: ClassVar[str] = "haisty"
    title: ClassVar[str] = N_("Haisty Patience")
    seats: ClassVar[range] = range(1, 9)
    pausable: ClassVar[bool] = True
    handicaps: ClassVar[tuple[int, ...]] = HANDICAPS
    goal: ClassVar[str] = N_("Get rid of all the cards of your 13-pile.")
    how_to_play: ClassVar[tuple[str, ...]] = (
        N_(
            "Empty your 13-pile: on your own you have won; with others you knock, and everyone plays at once."
        ),
        N_("Lay aces on the table, then build them up in suit to the kings, no matter whose cards they are."),
        N_("Your build piles go down, red on black and black on red. A whole pile moves where it fits."),
        N_("An empty build pile is filled from the 13-pile by itself."),
        N_("Turn your hand three cards at a time; the top turned card is playable."),
        N_("With nothing to play, call speltorka: once all have, cards are turned one at a time."),
        N_(
            "On your own you may call it when going round and round through the hand would bring up "
            "nothing to play."
        ),
    )
    advice: ClassVar[tuple[str, ...]] = (N_("The 13-pile is what has to go: look at its card first."),)
    readings: ClassVar[tuple[str, ...]] = (
        N_("In the source whoever passes 100 points wins. Here 100 are enough."),
        N_("The lowest card of a build pile, which may go to the middle, is the one at its open end here."),
        N_(
            "The source refills an empty build pile from the 13-pile. Here that happens by itself; with the "
            "13-pile empty, any card or whole build pile may go there."
        ),
        N_(
            "The source does not say how long speltorka lasts. Here it ends with the next card in the middle."
        ),
    )
    origin: ClassVar[str] = N_(
        "Also called Hasti Patience, Hasty Patience, Simultanpatiens or Djävulsgalopp; elsewhere Racing "
        "Demon or Nertz. By the rules of Peter Möller."
    )

    @property
    def gestures(self) -> Mapping[str, str]:
        """The label of the call of a seat with nothing to play."""
        return {"stock": N_("Stuck")}

    def spots(self, seats: int) -> tuple[Spot, ...]:
        """A seat's piles from left to right as in the source; the table piles in one row or two."""
        spots: list[Spot] = []
        for seat in range(seats):
            spots.append(Spot("reserve", 0, 0, "", seat))
            spots += [Spot("build", 1.17 + 1.14 * i, 0, "down", seat) for i in range(BUILDS)]
            spots += [Spot("stock", 5.77, 0, "", seat), Spot("waste", 6.9, 0, "right", seat)]
        slots = SLOTS * seats
        rows = 1 if seats <= 2 else 2
        columns = slots // rows
        spots += [Spot("foundation", 1.1 * (i % columns), 1.09 * (i // columns)) for i in range(slots)]
        return (*spots, Spot("finished", 1.1 * columns + 0.2, 0.545 * (rows - 1)))

    def deal(self, seed: Seed, seats: int) -> Table:
        """Each seat's own pack: 13 with the top card up, four build cards, 35 in the hand."""
        return _dealt(seed, [RESERVE_SIZE] * seats)

    def next_deal(self, seed: Seed, totals: Sequence[int], handicaps: Sequence[int] = ()) -> Table:
        """The same; what a seat's 13-pile has less is in its hand."""
        if not handicaps:
            return self.deal(seed, len(totals))
        return _dealt(seed, [*handicaps, *[RESERVE_SIZE] * (len(totals) - len(handicaps))])

    def moves(self, table: Table, seat: int) -> Iterator[Move]:
        """Lay, build, move a build pile, turn the hand, call speltorka; with several seats, knock."""
        if table.mode == FROZEN:
            return
        piles, own = table.piles, OWN * seat
        company = seats_of(table) > 1
        yield from (plays := tuple(self._plays(table, own)))
        if turned := self._turned(table, own):
            yield Move(own + STOCK, own + WASTE, turned)
        if not table.calls >> seat & 1 and (company or self._may_call(table, plays)):
            yield Move(own + STOCK, own + STOCK, 0)
        if company and not piles[own + RESERVE].cards:
            yield Move(own + RESERVE, own + RESERVE, 0)

    def _plays(self, table: Table, own: int) -> Iterator[Move]:
        """Lay, build, move a build pile."""
        piles, wanted = table.piles, _wanted(table)
        builds = range(own + BUILD, own + BUILD + BUILDS)
        takes = [(dst, _taken(piles[dst])) for dst in builds]
        for src in (own + RESERVE, *builds, own + WASTE):
            card = piles[src].exposed
            if card is None:
                continue
            for dst in wanted.get(card[:2], ()):
                yield Move(src, dst)
            alone = src not in builds or len(piles[src].cards) == 1 or self.any_part
            for dst, taken in takes:
                if dst != src and (taken is None or (alone and card[:2] in taken)):
                    yield Move(src, dst)
        for src in builds:
            cards = piles[src].cards
            for count in range(2 if self.any_part else max(2, len(cards)), len(cards) + 1):
                for dst, taken in takes:
                    if dst != src and (taken is None or cards[-count][:2] in taken):
                        yield Move(src, dst, count)

    def _may_call(self, table: Table, plays: Iterable[Move]) -> bool:
        """Whether the only seat may call speltorka: in a drought. A part of a build pile that fits another is
        no way on. A card that is hidden counts as one that cannot be played."""
        if self.speltorka_any_time or table.mode == ONES:
            return table.mode == THREES
        piles = table.piles
        stock, waste = piles[STOCK].cards, piles[WASTE].cards
        hand = waste + stock[::-1]
        if not hand or any(
            move.dst >= OWN or move.count == len(piles[move.src].cards) or move.src in (RESERVE, WASTE)
            for move in plays
        ):
            return False
        fits = {*_wanted(table)}.union(*(_taken(pile) or () for pile in piles[BUILD : BUILD + BUILDS]))
        return fits.isdisjoint(hand[place][:2] for place in self.tops(len(hand), len(waste)))

    def tops(self, size: int, turned: int) -> set[int]:
        """Which cards of a hand of that size lie on top as it is turned on by threes until the same come up
        again, the one on top now included: their places in the order of turning, of which so many are turned.
        """
        if not self.round_corner:
            return {*range((turned or 3) - 1, size, 3), *range(2, size, 3), size - 1}
        return {(turned - 1 + min(3, size) * turn) % size for turn in range(size + 1)}

    def effects(self, table: Table, seat: int, move: Move) -> Iterator[TableEvent]:
        """The move, then a refill from the 13-pile, a full pile put aside, calls and single turns ended."""
        own = OWN * seat
        if move.count == 0:
            yield from self._gesture(table, seat, move)
        elif move.src == own + STOCK:
            yield from _turn(table, seat, move)
        else:
            yield (first := carry(table, seat, move))
            after = fold(table, first)
            reserve = after.piles[own + RESERVE]
            if own + BUILD <= move.src < own + STOCK and not after.piles[move.src].cards and reserve.cards:
                yield (refill := Moved(seat, own + RESERVE, move.src, reserve.cards[-1:]))
                reserve = fold(after, refill).piles[own + RESERVE]
            if reserve.cards and not reserve.up:
                yield Turned(own + RESERVE, reserve.cards[-1])
            if self.flies(table, seat, move):
                pile = after.piles[move.dst].cards
                if pile[-1].rank == KING:
                    yield Moved(seat, move.dst, len(table.piles) - 1, pile)
                if table.mode != THREES or table.calls:
                    yield Mode(THREES)
            if self.auto_knock and not reserve.cards:
                yield from _knock(seat)

    def outcome(self, table: Table) -> Outcome | None:
        """Knocked; stuck, when all call speltorka while already turning one at a time; or, solo, won."""
        seats = seats_of(table)
        if seats == 1 and not table.piles[RESERVE].cards:
            return Outcome("won", 0, self.scores(table))
        if table.mode == FROZEN:
            return Outcome("knock", table.calls.bit_length() - 1, self.scores(table))
        if table.mode == ONES and table.calls == (1 << seats) - 1:
            return Outcome("stuck", None, self.scores(table))
        return None

    def progress(self, table: Table) -> tuple[int, int]:
        """How much of the first seat's 13-pile is gone."""
        return RESERVE_SIZE - len(table.piles[RESERVE].cards), RESERVE_SIZE

    def flies(self, table: Table, seat: int, move: Move) -> bool:
        """A move to the table piles flies, and so does a knock."""
        return move.dst >= OWN * seats_of(table) or (move.count == 0 and move.src == OWN * seat + RESERVE)

    def busy(self, table: Table, move: Move) -> int:
        """The seat that lays a king has to put the full pile aside."""
        card = table.piles[move.src].exposed
        return KING_BUSY if card and card.rank == KING and move.dst >= OWN * seats_of(table) else 0

    def _turned(self, table: Table, own: int) -> int:
        """How many cards the next turn of the hand brings up; 0 if it would change nothing."""
        stock, waste = len(table.piles[own + STOCK].cards), len(table.piles[own + WASTE].cards)
        want = 1 if table.mode == ONES else 3
        if stock == 0 and waste <= want:
            return 0
        if 0 < stock < want and not self.round_corner:
            return stock
        return min(want, stock + waste)

    def _gesture(self, table: Table, seat: int, move: Move) -> Iterator[TableEvent]:
        if move.src == OWN * seat + RESERVE:
            yield from _knock(seat)
            return
        yield Called(seat)
        if table.mode == THREES and table.calls | 1 << seat == (1 << seats_of(table)) - 1:
            yield Mode(ONES)

    def scores(self, table: Table) -> tuple[int, ...]:
        """Each seat's score if the round ended now: its cards on the table, less two for each left."""
        seats = seats_of(table)
        scores = [-2 * len(table.piles[OWN * seat + RESERVE].cards) for seat in range(seats)]
        for pile in table.piles[OWN * seats :]:
            for card in pile.cards:
                scores[card.pack] += 1
        return tuple(scores)


def _dealt(seed: Seed, sizes: Sequence[int]) -> Table:
    """Each seat's own pack, with so many cards in its 13-pile."""
    if len(sizes) not in Haisty.seats:
        raise ValueError(f"{len(sizes)} seats: Haisty takes {Haisty.seats.start} to {Haisty.seats.stop - 1}")
    piles: list[Pile] = []
    for seat, size in enumerate(sizes):
        cards = shuffled(pack(seat), Stream(derive(seed, seat)))
        piles.append(Pile(cards[:size], 1))
        piles += [Pile((card,), 1) for card in cards[size : size + BUILDS]]
        piles += [Pile(cards[size + BUILDS :]), Pile()]
    return Table((*piles, *[Pile()] * (SLOTS * len(sizes) + 1)))


def _taken(pile: Pile) -> Collection[tuple[int, int]] | None:
    """The rank and suit of what a build pile takes: one rank lower in the other colour; None: any card."""
    return BELOW.get(pile.cards[-1][:2], ()) if pile.cards else None


def _wanted(table: Table) -> dict[tuple[int, int], list[int]]:
    """The table piles by the rank and suit that each waits for; an empty one takes any ace."""
    slots = range(OWN * seats_of(table), len(table.piles) - 1)
    empty = [slot for slot in slots if not table.piles[slot].cards]
    wanted = dict.fromkeys(_ACES, empty) if empty else {}
    for slot in slots:
        if cards := table.piles[slot].cards:
            rank, suit, _pack = cards[-1]
            wanted.setdefault((rank + 1, suit), []).append(slot)
    return wanted


def _turn(table: Table, seat: int, move: Move) -> Iterator[TableEvent]:
    """Turn the hand; if it holds too few, the waste is first turned over and put beneath it."""
    stock, waste = table.piles[move.src].cards, table.piles[move.dst].cards
    if len(stock) < move.count:
        yield Moved(seat, move.dst, move.src, waste[::-1], up=False, under=True)
        stock = waste[::-1] + stock
    yield Moved(seat, move.src, move.dst, stock[-move.count :][::-1])


def _knock(seat: int) -> Iterator[TableEvent]:
    """End the round; the only call left is the knocker's."""
    yield Mode(FROZEN)
    yield Called(seat)
