"""Limits on lengths, counts and sizes, each stated once for forms, command line, settings and the wire."""

from typing import Final, Literal, get_args

from game.core.words import N_

Level = Literal["easy", "medium", "hard", "adaptive"]
"""A bot's level."""
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
LEVEL_NAMES: Final[dict[Level, str]] = {
    "easy": N_("Easy"),
    "medium": N_("Medium"),
    "hard": N_("Hard"),
    "adaptive": N_("As good as you"),
}

NAME: Final = 16
"""Characters in a player's name: what fits at a seat."""
TABLE: Final = 24
"""Characters in a table's name: "Maximiliane’s table" in every language, for the longest name of a player."""
CODE: Final = 64
"""Characters in a table's code."""
ADDRESS: Final = 300
"""Characters in an address as a player types it."""
SEATS: Final = 8
"""The most seats at a table; the minimum is two."""
SUCCESSORS: Final = 12
"""The most machines named to take a table over; they fit a packet."""
Handicap = Literal[13, 10, 7]
HANDICAPS: Final[tuple[Handicap, ...]] = get_args(Handicap)
"""How many cards the 13-pile of a seat may have, the usual number first."""
BACKS: Final = 8
"""Card backs to choose from."""
TARGET: Final = 9999
"""The highest target score of a match."""
ROUNDS: Final = 99
"""The highest fixed number of rounds; a match played to a score may take more."""
GAME: Final = 48
"""Characters in what is played, and in the name of a challenge."""
