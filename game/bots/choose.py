"""How a bot chooses: one seat's view in, a move out.

It knows piles by their roles alone and takes legal moves from the rules.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from game.core.build import alternate_down
from game.core.cards import ACE, Card
from game.core.hand import SharedPiles
from game.core.rules import Rules, Spot
from game.core.shuffle import Stream
from game.core.table import Move, Table


class Profile(NamedTuple):
    """What a level notices, how often it errs, and what it values.

    `lay` and `put` are the values of moving a card to a table pile and to a build pile, each from the
    13-pile, a build pile and the turned cards: the highest is played first, 0 is never considered.
    """

    lay: tuple[int, int, int]
    put: tuple[int, int, int]
    sees_lay: tuple[int, int, int]
    """Of 256 looks at a card that fits a table pile, in how many it is noticed; from the same three."""
    sees_put: tuple[int, int, int]
    """The same for a card that fits a build pile."""
    slips: int
    """Of 256 choices, how many fall on any noticed move instead of the best."""
    ahead: bool
    """Whether it thinks one card ahead: what a move uncovers, where the 13-pile's card could go."""
    extra: int
    """How many more cards it lays, with an empty 13-pile, before it knocks."""
    chatty: int = 1
    """How many times as often as others it shouts."""


PROFILES = {
    # It lays what it sees and says so: what makes it easy is its pace.
    "easy": Profile((70, 66, 68), (60, 55, 45), (245,) * 3, (240,) * 3, 60, ahead=True, extra=2, chatty=4),
    "medium": Profile((70, 66, 68), (60, 55, 45), (205,) * 3, (170,) * 3, 16, ahead=False, extra=2),
    "hard": Profile((100, 70, 72), (60, 58, 30), (253,) * 3, (250,) * 3, 0, ahead=True, extra=2),
}
"""The profile of each level."""

EMPTIES = 95
"""The value of laying the last card of a build pile, if it thinks ahead: the 13-pile then refills it."""

_RESERVE, _BUILD, _WASTE = range(3)


class SeatPiles(NamedTuple):
    """The numbers of a seat's piles by role, of the shared table piles, and of every seat's 13-pile."""

    reserve: int
    builds: tuple[int, ...]
    stock: int
    waste: int
    foundations: range
    reserves: tuple[int, ...]


class Candidates(NamedTuple):
    """The moves a survey found: a card to play, whether it flies to the table, and turn, call and knock."""

    play: Move | None = None
    lays: bool = False
    turn: Move | None = None
    call: Move | None = None
    knock: Move | None = None


@lru_cache(maxsize=64)
def seat_piles(rules: Rules, piles: int, seat: int) -> SeatPiles:
    """The piles of a seat, at a table with `piles` piles. Raises ValueError if the game has no such table."""
    spots = _spots(rules, piles)

    def of(role: str, owner: int | None) -> tuple[int, ...]:
        return tuple(i for i, spot in enumerate(spots) if (spot.role, spot.seat) == (role, owner))

    (reserve,), (stock,), (waste,) = (of(role, seat) for role in ("reserve", "stock", "waste"))
    shared = of("foundation", None)
    reserves = tuple(i for i, spot in enumerate(spots) if spot.role == "reserve")
    return SeatPiles(reserve, of("build", seat), stock, waste, range(shared[0], shared[-1] + 1), reserves)


@lru_cache(maxsize=64)
def shared_piles(rules: Rules, piles: int) -> SharedPiles:
    """The shared piles of a table with `piles` piles. Raises ValueError if the game has no such table."""
    return SharedPiles(_spots(rules, piles))


def _spots(rules: Rules, piles: int) -> Sequence[Spot]:
    spots = next((spots for spots in map(rules.spots, rules.seats) if len(spots) == piles), None)
    if spots is None:
        raise ValueError(f"{rules.name} has no table of {piles} piles")
    return spots


def careful(profile: Profile) -> Profile:
    """The profile after a while without a move: half of what it would overlook it now sees."""
    return profile._replace(sees_lay=_opened(profile.sees_lay), sees_put=_opened(profile.sees_put))


def _opened(shares: tuple[int, int, int]) -> tuple[int, int, int]:
    one, two, three = ((share + 256) // 2 for share in shares)
    return one, two, three


def survey(rules: Rules, view: Table, seat: int, profile: Profile, rng: Stream) -> Candidates:
    """Survey the table once. Draws one number from the stream."""
    at = seat_piles(rules, len(view.piles), seat)
    chance = rng.next64()
    slip = chance >> 56 < profile.slips
    play = turn = call = knock = None
    best, first = 0, at.foundations.start
    for move in rules.moves(view, seat):
        src, dst, count = move
        if not count:
            if src == at.reserve:
                knock = move
            else:
                call = move
        elif src == at.stock:
            turn = move
        else:
            # Eight random bits per source: a card is noticed or overlooked for all its targets at once.
            kind = _RESERVE if src == at.reserve else _WASTE if src == at.waste else _BUILD
            glance = chance >> 8 * (at.builds.index(src) if kind == _BUILD else 4 + kind // 2) & 255
            if dst >= first:
                worth = _lay(view, at, move, kind, profile) if glance < profile.sees_lay[kind] else 0
            else:
                worth = _put(view, at, move, kind, profile) if glance < profile.sees_put[kind] else 0
            if worth:
                # Equal moves, as free places for an ace, are chosen at random, so that seats do not collide.
                rank = (0 if slip else worth << 8) + (chance >> 40) * (src + 7 * dst + 1) % 251 + 1
                if rank > best:
                    best, play = rank, move
    return Candidates(play, play is not None and play.dst >= first, turn, call, knock)


def _lay(view: Table, at: SeatPiles, move: Move, kind: int, profile: Profile) -> int:
    """The value of laying a card on a table pile: a point, and what follows from it."""
    reserve = view.piles[at.reserve]
    if kind == _BUILD and profile.put[_BUILD] and reserve.cards:
        if len(view.piles[move.src].cards) == 1:
            return EMPTIES
        if profile.ahead and reserve.exposed and _homes(view, at, reserve.exposed) == [move.src]:
            return profile.put[_RESERVE] - 1  # the 13-pile's card goes on it first
    return profile.lay[kind]


def _put(view: Table, at: SeatPiles, move: Move, kind: int, profile: Profile) -> int:
    """The value of a move between the seat's own piles; 0 if it would only go to and fro."""
    piles, worth = view.piles, profile.put[kind]
    source, target, reserve = piles[move.src], piles[move.dst], piles[at.reserve]
    if kind == _RESERVE or not worth:
        return worth
    if kind == _BUILD:
        if move.count == len(source.cards):
            return worth if reserve.cards else 0
        bare = source.cards[-move.count - 1]
        useful = profile.ahead and (
            _wanted(view, at, bare)
            or _gives_home(view, at, reserve.exposed, bare)
            or _gives_home(view, at, piles[at.waste].exposed, bare)
        )
        return worth - 2 if useful else 0
    if profile.ahead:
        # A card in the hand comes up again; on a build pile it covers another: only to make room for more.
        bare = source.cards[-1]
        bases = [piles[build].cards[0] for build in at.builds if piles[build].cards]
        home = _gives_home(view, at, reserve.exposed, bare)
        if not home and not any(_gives_home(view, at, base, bare) for base in bases):
            return 0
        # Prefer the longest pile: short ones are emptied sooner and refilled from the 13-pile.
        worth += min(len(target.cards), 8) + 20 * home
    return worth


def _wanted(view: Table, at: SeatPiles, card: Card) -> bool:
    """Whether a table pile waits for the card."""
    for slot in at.foundations:
        cards = view.piles[slot].cards
        if cards[-1][:2] == (card.rank - 1, card.suit) if cards else card.rank == ACE:
            return True
    return False


def _homes(view: Table, at: SeatPiles, card: Card) -> list[int]:
    """The build piles that take the card."""
    piles = view.piles
    return [build for build in at.builds if not (on := piles[build].cards) or alternate_down(on[-1], card)]


def _gives_home(view: Table, at: SeatPiles, card: Card | None, bare: Card) -> bool:
    """Whether the card, which fits on no build pile yet, would fit on the card `bare`."""
    return card is not None and alternate_down(bare, card) and not _homes(view, at, card)
