"""Finds deals that come out, proves and measures them, and writes the levels and the daily deals:
`python -m levels.make_levels [GAME ...]`.

Seeds are tried in order with the house rules of recipes.py, on all cores, or on a Dask cluster
(`--scheduler tcp://…`). Solver and player have limits of positions and moves, never of seconds, so the same
arguments give the same files wherever it runs. What has been searched is kept in .cache/levels: a run that
was broken off goes on where it was; `--fresh` begins anew. Daily deals that there are keep their places if
their day comes before the calendar's last epoch; challenges that there are stay where their grade has room
for them (choose.py).

**Difficulty.** A careful player, who sees no hidden card (careful.py), plays a deal a few times, and if it
wins one of these, or the solver finds a line, 36 times in all. Of a game's sixty challenges twelve each are
those of which it wins more than three quarters, more than a half, more than a quarter, some, and hardly any.
So the grades are what they say. `grade` is in bits: -log2 of the share of games that it wins, with half a win
added, and where it wins none, the mean share of cards that it does not lay. A daily deal it wins at least two
times in five of these.
A reflex game has nothing to choose, and shows no grades: its challenges are in the order of how many answers
differ from the one before. `tests/bench/grades.py` compares the grades with a player that they do not know.

**The line** of a deal (its presses: the economy; its hand's time: the author's medal) is the shortest that is
known: one of the careful player's games (120 for a challenge, 40 for a day), of beams that count presses, or
the solver's, shortened until no move can be left out (lines.py); `--shorter` looks for shorter ones of the
deals that there are. `usual`, by
which runs of different deals compare (the index), is how many presses the careful player mostly needs; where
it never wins, as many more than the line has as in the other deals.

**Times** are those of a quick person (gold), whose hands, eyes and thoughts are modelled in effort.py, and
1.5, 2.5 and 4 times as much (silver, bronze, limit), rounded up to 5 s, in a reflex game to 1 s. The author's
time is that of the hand alone. `--author` writes it anew for the deals that there are, from
their solutions, and plays each challenge 48 times as the careful player does: so the list can say
what a grade means.
"""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
from msgspec.structs import replace

from game.challenges.level import Deal, LevelError
from game.challenges.level_files import COLUMNS, DAILY, FOLDER, Calendar, checked, listed, read_toml
from game.challenges.packed import pack, unpack
from game.rules import games
from game.rules.options import rules_from
from levels.careful import careful
from levels.choose import begun, enough, share
from levels.executors import Workers, cluster, local
from levels.lines import MANY, QUICK, SOME, shortest, usual
from levels.measure import known, measure, times
from levels.recipes import EVERY_GAME, RECIPES
from levels.search import Found, Line, Order, find, lines

CACHE = FOLDER.parent / ".cache" / "levels"


def make(game: str, workers: Workers, folder: Path, cache: Path, fresh: bool = False) -> None:
    """Search and write the levels and daily deals of a game. Raises LevelError if those that there are cannot
    be read."""
    days, calendar = folder / DAILY / f"{game}.toml", folder / DAILY / "calendar.toml"
    published, current = (_there(path) for path in (days, folder / f"{game}.toml"))
    past = published[: begun(checked(read_toml(calendar), Calendar, calendar))] if published else []
    gone, stay = (frozenset(deal.seed for deal in deals) for deals in (past, current))
    orders = [Order(game, recipe) for recipe in RECIPES.get(game, EVERY_GAME)]
    found = [find(order, workers, cache, partial(enough, gone=gone, stay=stay), fresh) for order in orders]
    picked = share(orders, found, gone, stay)
    dealt: dict[int, Deal] = {}
    for order in orders:
        for played, picks in zip((MANY, SOME), picked, strict=True):
            own = [one for each, one in picks if each is order]
            solved = lines(order, [one.seed for one in own], played, workers, cache, fresh)
            dealt |= {deal.seed: deal for deal in deals(order, own, solved)}
    levels, others = ([dealt[one.seed] for _order, one in picks] for picks in picked)
    write(game, levels, [*map(partial(_paced, game), past), *others], folder)
    tell_chances(game, folder)


def deals(order: Order, found: Sequence[Found], solved: Sequence[Line]) -> list[Deal]:
    """The deals with their lines, and what is measured of these."""
    rules = order.rules()
    moves = [unpack(rules, rules.deal(line.number, 1), line.solution) for line in solved]
    longer = [line.usual / len(own) for line, own in zip(solved, moves, strict=True) if line.usual]
    return [
        Deal(
            seed=one.seed,
            rules=asdict(rules),
            grade=one.grade,
            solution=line.solution,
            usual=line.usual or round(median(longer or [1]) * len(own)),
            **times(rules, measure(rules, one.seed, own)),
            **known(rules, one.seed, line.solution),
        )
        for one, line, own in zip(found, solved, moves, strict=True)
    ]


def write(game: str, levels: Sequence[Deal], days: Sequence[Deal], folder: Path) -> None:
    """Write the files of a game in place of those that it had."""
    (folder / DAILY).mkdir(exist_ok=True)
    for path, deals in ((folder / f"{game}.toml", levels), (folder / DAILY / f"{game}.toml", days)):
        path.write_text(list_text(game, deals), "utf-8")


def tell_chances(game: str, folder: Path) -> None:
    """Add to the challenges of a game how often they come out for a careful player. Raises LevelError."""
    path = folder / f"{game}.toml"
    path.write_text(list_text(game, _there(path), careful(listed(path))), "utf-8")


def list_text(game: str, deals: Sequence[Deal], chances: Sequence[int] = ()) -> str:
    """The file of the deals, whose solutions are packed; `chances`: of a careful player, grade by grade."""
    sets: list[dict[str, bool | int | str]] = []
    lines: list[str] = []
    for deal in deals:
        if deal.rules not in sets:
            sets.append(deal.rules)
        stated = {column: getattr(deal, column) for column in COLUMNS} | {"rules": sets.index(deal.rules)}
        lines.append(" ".join(map(str, stated.values())))
    rules = "".join(f"    {_table(each)},\n" for each in sets)
    told = f"careful = {list(chances)}\n" if chances else ""
    head = f'game = "{game}"\n{told}rules = [\n{rules}]\n# {" ".join(COLUMNS)}\n'
    return "\n".join([f"{head}deals = '''", *lines, "'''", ""])


def _table(rules: dict[str, bool | int | str]) -> str:
    """House rules as an inline table."""
    stated = ", ".join(f"{key} = {msgspec.json.encode(value).decode()}" for key, value in rules.items())
    return f"{{ {stated} }}" if stated else "{}"


def _there(path: Path) -> list[Deal]:
    """The deals of a list, if there is one, with all house rules that there are by now. Raises LevelError."""
    found = listed(path) if path.exists() else []
    stated = [{field: getattr(level, field) for field in Deal.__struct_fields__} for level in found]
    every: list[Any] = [level.variant() for level in found]
    return [Deal(**{**one, "rules": asdict(rules)}) for one, rules in zip(stated, every, strict=True)]


def _known(game: str, deal: Deal) -> Deal:
    """The deal with what its solution asks of one who knows it, measured anew."""
    return replace(deal, **known(rules_from(game, deal.rules), deal.seed, deal.solution))


def shorter(game: str, deal: Deal) -> Deal:
    """The deal with a shorter line and what is measured of that, if one is found."""
    rules = rules_from(game, deal.rules)
    moves, _usual = shortest(rules, deal.seed, QUICK, MANY)
    if not 0 < len(moves) < deal.presses:
        return deal
    solution = pack(rules, rules.deal(deal.seed, 1), moves)
    found = {**times(rules, measure(rules, deal.seed, moves)), **known(rules, deal.seed, solution)}
    return replace(deal, solution=solution, **found)


def shorten_lines(game: str, workers: Workers, folder: Path) -> None:
    """Write the challenges and daily deals that there are with shorter lines, where any are found; what has
    been published stays. Raises LevelError."""
    calendar = folder / DAILY / "calendar.toml"
    past = begun(checked(read_toml(calendar), Calendar, calendar))
    levels, days = (_there(path) for path in (folder / f"{game}.toml", folder / DAILY / f"{game}.toml"))
    task = partial(shorter, game)
    found = [list(workers.executor.map(task, deals)) for deals in (levels, days[past:])]
    write(game, found[0], [*days[:past], *found[1]], folder)
    tell_chances(game, folder)


def _paced(game: str, deal: Deal) -> Deal:
    """The deal with how many presses the careful player mostly needs."""
    return deal if deal.usual else replace(deal, usual=usual(rules_from(game, deal.rules), deal.seed, MANY))


def main() -> None:
    """Make the levels of all games, or of those named."""
    alone = sorted(name for name, kind in games().items() if 1 in kind.seats)
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(alone))
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes of this machine")
    where.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler, as tcp://192.168.1.7:8786")
    parser.add_argument("--fresh", action="store_true", help="forget what earlier runs have searched")
    where.add_argument("--author", action="store_true", help="only measure the deals that there are anew")
    parser.add_argument("--shorter", action="store_true", help="only look for shorter lines of these deals")
    args = parser.parse_args()
    if unknown := set(args.games) - set(alone):
        parser.error(f"no such solo game: {min(unknown)}")
    if args.author and args.shorter:
        parser.error("--author measures the deals as they are, --shorter seeks other lines: one at a time")
    if args.jobs < 1:
        parser.error("at least one process is needed")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    if args.author:
        for game in args.games or alone:
            paths = FOLDER / f"{game}.toml", FOLDER / DAILY / f"{game}.toml"
            levels, days = ([_known(game, deal) for deal in _there(path)] for path in paths)
            write(game, levels, days, FOLDER)
            tell_chances(game, FOLDER)
        return
    place: AbstractContextManager[Workers] = cluster(args.scheduler) if args.scheduler else local(args.jobs)
    try:
        with place as workers:
            for game in args.games or alone:
                if args.shorter:
                    shorten_lines(game, workers, FOLDER)
                else:
                    make(game, workers, FOLDER, CACHE, args.fresh)
    except KeyboardInterrupt:
        sys.exit("\nbroken off; the same command goes on from here")
    except (LevelError, OSError, ValueError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
