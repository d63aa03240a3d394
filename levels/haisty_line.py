"""Short lines for Haisty alone, counted in presses: a turn of the hand is one, a card laid or built too.

A beam goes from one number of presses to the next. A step turns the hand until a card comes up that can be
played, and plays it, or plays a card of the piles; so it leads to a later layer of the beam, by as many
presses as it takes. Of a layer the most promising positions go on. What is found is short, not proved to be
the shortest.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from game.core.cards import KING, SUITS
from game.core.table import Move, Table
from game.rules.haisty import BUILD, BUILDS, OWN, RESERVE, STOCK, WASTE, Haisty
from game.solve.packed.haisty import BELOW, number_of
from levels.shorten import after, way_to

WIDTHS = 150, 400
"""How many positions of a layer go on, beam by beam: a wider one is not always the better."""
WIDER = 4_000
"""How many if these find nothing."""
FURTHEST = 220
"""Presses after which the beam is given up."""
LAY = -1
"""The target of a step to the table."""
_BELOW = tuple(sum(1 << card for card in cards) for cards in BELOW)


class Position(NamedTuple):
    """The cards are numbers. The hand is turned in this order; its first `turned` cards lie face up."""

    left: int
    laid: bytes
    builds: tuple[bytes, ...]
    hand: bytes
    turned: int
    ones: bool = False


class Step(NamedTuple):
    """Turn the hand so often, once called speltorka if need be, and move what lies from a card on."""

    turns: int
    call: bool
    card: int
    onto: int
    """The card that it goes on; LAY to the table."""


def short_line(rules: Haisty, table: Table) -> tuple[Move, ...]:
    """The shorter of the lines that the beams find from the deal; empty if they find none."""
    found = [line for width in WIDTHS if (line := _beam(rules, table, width))]
    return min(found, key=len) if found else _beam(rules, table, WIDER)


def _beam(rules: Haisty, table: Table, width: int) -> tuple[Move, ...]:
    reserve = bytes(map(number_of, table.piles[RESERVE].cards))
    came: dict[Position, tuple[Position, Step] | None] = {}
    layers: list[list[tuple[int, int, Position, tuple[Position, Step] | None]]]
    layers = [[] for _presses in range(FURTHEST + 1)]
    layers[0].append((0, 0, _packed(table), None))
    born = 0
    for presses, layer in enumerate(layers):
        room = width
        for *_order, here, before in sorted(layer):
            if here in came:
                continue
            came[here] = before
            if not here.left:
                return _moves(rules, table, way_to(came, here))
            for cost, step, there in _steps(here, reserve):
                if presses + cost <= FURTHEST and there not in came:
                    born += 1
                    score = 16 * there.left - sum(there.laid)
                    layers[presses + cost].append((score, born, there, (here, step)))
            if not (room := room - 1):
                break
        layer.clear()
    return ()


def _takes(laid: bytes, builds: Sequence[bytes]) -> int:
    """The cards that can be played, a bit each."""
    takes = 0
    for suit, height in enumerate(laid):
        if height < KING:
            takes |= 1 << suit * KING + height
    for build in builds:
        takes |= _BELOW[build[-1]]
    return takes


def _steps(here: Position, reserve: bytes) -> Iterator[tuple[int, Step, Position]]:
    """Every step, with its presses and the position that it leads to."""
    left, laid, builds, hand, turned, ones = here
    takes = _takes(laid, builds)
    top, stuck = reserve[left - 1], True
    for onto, up, grown in _targets(top, laid, builds):
        stuck = False
        there = Position(left - 1, up, grown, hand, turned, ones and onto != LAY)
        yield 1, Step(0, False, top, onto), there
    for number, build in enumerate(builds):
        if takes >> build[-1] & 1 and laid[build[-1] // KING] == build[-1] % KING:
            stuck = False
            rest, kept = _without(left, builds, number, build[:-1], reserve)
            up = _higher(laid, build[-1] // KING)
            yield 1, Step(0, False, build[-1], LAY), Position(rest, up, kept, hand, turned)
        for other, target in enumerate(builds):
            if other != number and build[0] in BELOW[target[-1]]:
                stuck = False
                joined = (*builds[:other], target + build, *builds[other + 1 :])
                rest, kept = _without(left, joined, number, b"", reserve)
                yield 1, Step(0, False, build[0], target[-1]), Position(rest, laid, kept, hand, turned, ones)
    if any(takes >> card & 1 for card in hand):
        found = list(_from_hand(here, takes, ones, call=False))
        yield from found or (_from_hand(here, takes, True, call=True) if stuck and not ones else ())


def _from_hand(here: Position, takes: int, ones: bool, call: bool) -> Iterator[tuple[int, Step, Position]]:
    """The steps of the cards of the hand as each first comes up, turned one at a time or three, after a call
    of speltorka or not."""
    for turns, hand, turned in _tops(here.hand, here.turned, ones):
        card = hand[turned - 1]
        if takes >> card & 1:
            takes ^= 1 << card
            rest = hand[: turned - 1] + hand[turned:]
            for onto, up, grown in _targets(card, here.laid, here.builds):
                there = Position(here.left, up, grown, rest, turned - 1, ones and onto != LAY)
                yield turns + 1 + call, Step(turns, call, card, onto), there


def _tops(hand: bytes, turned: int, ones: bool) -> Iterator[tuple[int, bytes, int]]:
    """What turning on brings up until it comes up again: the turns, the hand then, its turned cards."""
    size, count = len(hand), 1 if ones else 3
    seen: set[tuple[bytes, int]] = set()
    turns = 0
    while (hand, turned) not in seen:
        seen.add((hand, turned))
        if turned:
            yield turns, hand, turned
        left = size - turned
        if not left and turned <= count:
            return
        if left < count:
            hand, turned = hand[turned:] + hand[:turned], min(count, size)
        else:
            turned += count
        turns += 1


def _targets(
    card: int, laid: bytes, builds: tuple[bytes, ...]
) -> Iterator[tuple[int, bytes, tuple[bytes, ...]]]:
    """Where a card may go, and foundations and build piles after that."""
    suit = card // KING
    if laid[suit] == card % KING:
        yield LAY, _higher(laid, suit), builds
    for number, build in enumerate(builds):
        if card in BELOW[build[-1]]:
            grown = (*builds[:number], build + bytes((card,)), *builds[number + 1 :])
            yield build[-1], laid, tuple(sorted(grown))


def _without(
    left: int, builds: tuple[bytes, ...], number: int, rest: bytes, reserve: bytes
) -> tuple[int, tuple[bytes, ...]]:
    """The 13-pile and the build piles after one keeps the rest only; an empty one is refilled."""
    if not rest:
        left, rest = left - 1, reserve[left - 1 : left]
    return left, tuple(sorted((*builds[:number], rest, *builds[number + 1 :])))


def _higher(laid: bytes, suit: int) -> bytes:
    return laid[:suit] + bytes((laid[suit] + 1,)) + laid[suit + 1 :]


def _packed(table: Table) -> Position:
    piles = table.piles
    laid = [0] * len(SUITS)
    for pile in piles[OWN:]:
        for card in pile.cards:
            laid[card.suit] += 1
    builds = (bytes(map(number_of, pile.cards)) for pile in piles[BUILD : BUILD + BUILDS])
    hand = bytes(map(number_of, (*piles[WASTE].cards, *reversed(piles[STOCK].cards))))
    left, turned = len(piles[RESERVE].cards), len(piles[WASTE].cards)
    return Position(left, bytes(laid), tuple(sorted(builds)), hand, turned)


def _moves(rules: Haisty, table: Table, steps: Sequence[Step]) -> tuple[Move, ...]:
    """The steps as moves."""
    moves: list[Move] = []

    def make(move: Move) -> None:
        nonlocal table
        moves.append(move)
        table = after(rules, table, move)

    for step in steps:
        if step.call:
            make(Move(STOCK, STOCK, 0))
        for _turn in range(step.turns):
            make(next(move for move in rules.moves(table, 0) if move.src == STOCK and move.count))
        make(next(move for move in rules.moves(table, 0) if _is(table, move, step)))
    return tuple(moves)


def _is(table: Table, move: Move, step: Step) -> bool:
    """Whether the move carries out what the step does after its turns."""
    source, target = table.piles[move.src].cards, table.piles[move.dst].cards
    if not move.count or move.src == STOCK or number_of(source[-move.count]) != step.card:
        return False
    if step.onto == LAY:
        return move.dst >= OWN
    whole = not BUILD <= move.src < BUILD + BUILDS or move.count == len(source)
    return move.dst < OWN and whole and bool(target) and number_of(target[-1]) == step.onto
