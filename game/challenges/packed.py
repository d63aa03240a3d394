"""Solutions in a few bytes: what each move is among the legal ones.

The rules say which moves are legal, so a move is its place among them, and a solution is one number in a
mixed radix: the first move is the lowest digit. It ends with the win. The number is written in base 85 (in
RFC 1924's alphabet, which has no quotation marks), the most significant byte first.

Bytes a solution, the mean of 20 deals a game (in base 85 a quarter more):

| | moves | notation | zlib, each | zlib, all in one | place among legal moves |
|---|---|---|---|---|---|
| Acht mal Acht | 264 | 1480 | 474 | 363 | 101 |
| Rot und Schwarz | 252 | 1268 | 324 | 229 | 56 |
| Staffelpatience | 197 | 944 | 230 | 150 | 43 |
| Haisty | 153 | 764 | 137 | 79 | 19 |
| Zahlenpatience | 132 | 579 | 117 | 63 | 6 |
| Farbwechsel | 73 | 293 | 49 | 22 | 1 |
| Paare | 37 | 222 | 39 | 14 | 1 |

With seed, rules, times and grade, 3,852 deals of seven games take 64 bytes each, 248 kB in all; as TOML keys
with the solution in notation they would take 3.5 MB.

Weighing the moves (foundations first) would save another fifth of the longest, and make that weighing part of
the form. The seed alone would save all of it, but would prove nothing before the deal has been solved again.
"""

from base64 import b85decode, b85encode
from collections.abc import Sequence
from typing import Final

from game.core.rules import IllegalMove, Rules, fold_all
from game.core.table import Move, Table

LONGEST: Final = 5_000
"""The most moves of a solution."""


def pack(rules: Rules, table: Table, moves: Sequence[Move]) -> str:
    """The moves that win from the table. Raises IllegalMove, ValueError if they do not end with the win."""
    digits: list[tuple[int, int]] = []
    for number, move in enumerate(moves, 1):
        legal = sorted(rules.moves(table, 0))
        if move not in legal or rules.won(table):
            error = IllegalMove(f"move {number} may not be played")
            error.number = number
            raise error
        digits.append((legal.index(move), len(legal)))
        table = fold_all(table, tuple(rules.effects(table, 0, move)))
    if not rules.won(table) or len(moves) > LONGEST:
        raise ValueError("the moves do not win, or are too many")
    number = 0
    for digit, radix in reversed(digits):
        number = number * radix + digit
    return b85encode(number.to_bytes(max(1, -(-number.bit_length() // 8)))).decode()


def unpack(rules: Rules, table: Table, text: str) -> tuple[Move, ...]:
    """The moves that the text stands for, which win from the table. Raises ValueError."""
    number = int.from_bytes(b85decode(text))
    moves: list[Move] = []
    while not rules.won(table):
        legal = sorted(rules.moves(table, 0))
        if not legal or len(moves) == LONGEST:
            raise ValueError("it does not come out")
        number, digit = divmod(number, len(legal))
        moves.append(legal[digit])
        table = fold_all(table, tuple(rules.effects(table, 0, moves[-1])))
    if number:
        raise ValueError("it goes on after the win")
    return tuple(moves)
