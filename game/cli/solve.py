"""`solve`: find out whether a solo deal comes out."""

import argparse
import textwrap
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec

from game.challenges.level import Challenge, LevelError
from game.challenges.level_files import named, read_level
from game.cli.outcome import DONE, FAILED, Refused, say
from game.core.notation import move_text, pile_names
from game.core.rules import Rules
from game.i18n import N_, Notice, _
from game.rules import games
from game.rules.options import rules_from_args
from game.sessions.seeds import fresh_seed
from game.solve import solve as search
from game.solve.verdict import HOPELESS, UNDECIDED, WON
from game.storage.solution import Solution
from game.system import here

_WIDTH = 100
"""Characters in a line of moves."""


def solve(args: argparse.Namespace) -> int:
    """Search the deal that the arguments name and print the result."""
    try:
        rules, seed = _deal(args)
    except ValueError as error:
        raise Refused(error) from None
    found = find_solution(rules, seed, args.seconds)
    if args.json:
        print(msgspec.json.encode(found).decode())
    else:
        say(_text(found))
    return DONE if found.verdict == WON else FAILED


def find_solution(rules: Rules, seed: int, seconds: float) -> Solution:
    """Search a deal for at most `seconds`."""
    game: Any = rules
    names = pile_names(rules.spots(1), 0)
    begun = here().clock.seconds()
    verdict, moves, expanded = search(rules, rules.deal(seed, 1), seconds)
    took = round(here().clock.seconds() - begun, 3)
    found = tuple(move_text(move, names) for move in moves)
    return Solution(game.name, seed, asdict(game), verdict, found, expanded, took)  # type: ignore[arg-type]


def _deal(args: argparse.Namespace) -> tuple[Rules, int]:
    """The solo deal of a game or of a challenge. Raises ValueError."""
    level = None if args.deal in games() else _level(args.deal)
    if level is None:
        rules = rules_from_args(args.deal, args.rule)
        if 1 not in rules.seats:
            raise ValueError(Notice(N_("there is no solo game {game!r}"), game=args.deal))
        return rules, fresh_seed() if args.seed is None else args.seed
    if args.rule or args.seed is not None:
        raise ValueError(Notice(N_("a level states its own seed and options")))
    return level.variant(), level.seed


def _level(said: str) -> Challenge | None:
    """The level in a file, or of that name; None if there is neither. Raises LevelError for a bad file."""
    path = Path(said)
    if path.is_file() or path.suffix == ".toml":
        return read_level(path)
    try:
        return named(said, today=here().clock.today())
    except LevelError:
        return None


def _text(found: Solution) -> str:
    """The verdict, the effort of the search, and the moves, as text."""
    says = {
        WON: _("comes out"),
        HOPELESS: _("cannot come out: everything has been tried"),
        UNDECIDED: _("not decided in this time"),
    }
    text = _("{game}, seed {seed}: {verdict} ({expanded} positions, {seconds:.2f} s)")
    first = text.format(**msgspec.structs.asdict(found) | {"verdict": says[found.verdict]})
    return "\n".join([first, *textwrap.wrap(" ".join(found.moves), _WIDTH)])
