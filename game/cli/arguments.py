"""The command-line arguments: every command with its options and their valid values."""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, NoReturn

from game.core.limits import CODE, LEVELS, NAME, RACE, SEATS, TABLE
from game.i18n import LANGUAGES, N_, _, one_line, set_language, translate_library
from game.names.line import is_line, line
from game.program import PROGRAM, VERSION

SMALLEST: Final = (1024, 600)
LARGEST: Final = (15360, 8640)
"""The largest size of the window in pixels."""
_DIGITS: Final = 100
"""The most digits of any number."""
ARGPARSE: Final = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("expected one argument"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"),
    N_("ignored explicit argument %r"),
    N_("not allowed with argument %s"),
)
"""Messages of argparse, listed here for the catalogues."""


class Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line and exits with 2."""

    def error(self, message: str) -> NoReturn:
        """Print the error and exit, without argparse's English prefix."""
        print(one_line(f"{self.prog}: {message.removeprefix('argument ')}"), file=sys.stderr)
        sys.exit(2)


def size(text: str) -> tuple[int, int]:
    """Parse a window size, WxH."""
    width, _x, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and len(text) <= _DIGITS):
        raise _invalid(N_("{text!r} is not WxH, such as 1920x1080"), text=text)
    if not (SMALLEST[0] <= int(width) <= LARGEST[0] and SMALLEST[1] <= int(height) <= LARGEST[1]):
        raise _invalid(N_("{text} is not between 1024x600 and 15360x8640"), text=text)
    return int(width), int(height)


def number(least: int, most: int) -> Callable[[str], int]:
    """A parser of whole numbers within bounds."""

    def read(text: str) -> int:
        if not text.isdecimal() or len(text) > _DIGITS or not least <= int(text) <= most:
            message = N_("{text!r} is not a whole number from {least} to {most}")
            raise _invalid(message, text=text, least=least, most=most)
        return int(text)

    return read


def seconds_of(text: str) -> float:
    """Parse a duration in seconds."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 86400:
        raise _invalid(N_("{text!r} is not a number of seconds up to a day"), text=text)
    return seconds


def name_of(most: int) -> Callable[[str], str]:
    """A parser of names of at most `most` characters."""

    def read(text: str) -> str:
        name = line(text).strip()
        if len(name) > most or not is_line(text):
            raise _invalid(N_("{text!r} is not a name of at most {most} characters"), text=text, most=most)
        return name

    return read


def code_of(text: str) -> str:
    """Parse a table's code."""
    code = line(text).strip()
    if not 0 < len(code) <= CODE or not is_line(text):
        raise _invalid(N_("a code has 1 to {most} characters"), most=CODE)
    return code


def _invalid(message: str, **fields: object) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(_(message).format(**fields))


def read() -> argparse.Namespace:
    """This program's arguments, read in the language that they ask for. Exits if they are invalid."""
    language = Parser(add_help=False, allow_abbrev=False)
    language.add_argument("--lang", nargs="?")
    asked = language.parse_known_args()[0].lang
    set_language(asked if asked in LANGUAGES else None)
    translate_library()
    without = Parser(prog=PROGRAM, parents=[_common()], add_help=False, allow_abbrev=False)
    args, more = without.parse_known_args(namespace=argparse.Namespace(command=None))
    return parser().parse_args() if more else args  # the parsers of all commands take 5 ms


def parser() -> Parser:
    """The parser of all commands; common options may come before or after the command."""
    common = _common()
    top = Parser(
        prog=PROGRAM,
        description=_("Haisty Patience: every hand at once."),
        parents=[common],
        allow_abbrev=False,
    )
    top.add_argument(
        "--version", action="version", version=f"Haisty {VERSION}", help=_("show the version and exit")
    )
    commands = top.add_subparsers(dest="command", metavar=_("COMMAND"))

    def command(name: str, text: str, *options: Callable[[Parser], None]) -> Parser:
        made = commands.add_parser(name, help=text, description=text, parents=[common], allow_abbrev=False)
        for add in options:
            add(made)
        return made

    haisty = command("haisty", _("play against bots"), _level, _seed)
    haisty.add_argument("--bots", type=number(1, SEATS - 1), metavar="N", help=_("how many (1 to 7)"))
    play = command("play", _("play a patience on your own, with no time limit"), _seed, _rule)
    play.add_argument("game", metavar=_("GAME"), help=_("acht-mal-acht, rot-und-schwarz, …"))
    challenge = command("challenge", _("list the timed challenges, or play one"))
    challenge.add_argument("name", nargs="?", metavar=_("NAME"), help=_("its name, or `daily`"))
    command("host", _("open a table on the network and sit down at it"), _table)
    served = command("serve", _("open a table on the network without a window"), _table, _json)
    served.add_argument("--matches", type=number(1, 9999), metavar="N", help=_("how many matches to serve"))
    served.add_argument("--events", action="store_true", help=_("say as JSON lines what happens there"))
    command("join", _("sit down at a table of the network"), _join)
    found = command("find", _("list the tables of the network"), _json)
    found.add_argument("--why", action="store_true", help=_("say what may hide a table"))
    match = partial(_seed, text=_("the same seed, the same match"))
    demo = command("demo", _("bots play a whole match without a window"), _seats, match, _json)
    demo.add_argument("--fast", action="store_true", help=_("in simulated time, as fast as possible"))
    command("solve", _("find out whether a solo deal comes out, and how"), _solve, _seed, _rule, _json)
    command("watch", _("see a replay"), _replay)
    command("race", _("play a run’s deal against it"), _replay)
    ladder = command("ladder", _("list the week’s daily runs of everyone met"), _json)
    added = ladder.add_subparsers(dest="action", metavar="add").add_parser(
        "add", help=_("put runs on the ladder"), parents=[common], allow_abbrev=False
    )
    added.add_argument("files", nargs="+", type=Path, metavar=_("FILE"), help=_("signed runs"))
    added.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    drawn = command("picture", _("draw a match as a picture, without a window"), _replay)
    drawn.add_argument(
        "-o", dest="to", type=Path, metavar="PNG", help=_("where to; beside the replay if not said")
    )
    command("check", _("verify a replay without a window"), _replay, _json)
    return top


def _common() -> Parser:
    """The options that every command has."""
    common = Parser(add_help=False, allow_abbrev=False, argument_default=argparse.SUPPRESS)
    screen = common.add_mutually_exclusive_group()
    screen.add_argument("--fullscreen", action="store_true", help=_("fill the screen"))
    screen.add_argument("--windowed", dest="fullscreen", action="store_false", help=_("play in a window"))
    common.add_argument("--size", type=size, metavar=_("WxH"), help=_("size of the window"))
    common.add_argument("--lang", choices=tuple(LANGUAGES), help=_("language of all texts"))
    common.add_argument("--data", type=Path, metavar=_("DIR"), help=_("folder for settings and replays"))
    common.add_argument(
        "--port",
        type=number(0, 65535),
        metavar="P",
        help=_("UDP port where tables are opened and looked for"),
    )
    common.add_argument(
        "--describe", type=Path, metavar=_("FILE"), help=_("keep a JSON file that says what the window shows")
    )
    return common


def _table(command: Parser) -> None:
    """Add the options of the table that `host` and `serve` open."""
    command.add_argument("--name", type=name_of(TABLE), metavar="X", help=_("what the table is called"))
    _seats(command)
    command.add_argument(
        "--bots", type=number(0, SEATS), default=0, metavar="N", help=_("how many of them are for bots")
    )
    _level(command)
    command.add_argument("--code", type=code_of, metavar="C", help=_("the code that lets people in"))
    command.add_argument(
        "--game",
        type=name_of(RACE),
        default="",
        metavar=_("RACE"),
        help=_("a race instead of Haisty: GAME, GAME/GRADE (1 to 5), CHALLENGE, cup[:GAME] or duel:GAME"),
    )
    command.add_argument(
        "--best-of", type=number(1, 7), metavar="N", help=_("how many deals a race has (1, 3, 5 or 7)")
    )


def _join(command: Parser) -> None:
    command.add_argument("host", nargs="?", metavar=_("HOST[:PORT]"), help=_("where the table is"))
    command.add_argument("--name", type=name_of(NAME), metavar="X", help=_("your name"))
    command.add_argument("--code", type=code_of, metavar="C", help=_("the table's code"))
    command.add_argument(
        "--bot", choices=LEVELS, metavar=_("LEVEL"), help=_("a bot plays instead of you, without a window")
    )


def _solve(command: Parser) -> None:
    command.add_argument(
        "deal", metavar=_("GAME|CHALLENGE"), help=_("a game; or a challenge, by its name or file")
    )
    command.add_argument(
        "--seconds", type=seconds_of, default=10.0, metavar="T", help=_("how long to search")
    )


def _replay(command: Parser) -> None:
    command.add_argument(
        "file",
        type=Path,
        metavar=_("FILE"),
        help=_("the replay, a challenge by its name or file, or what solve --json wrote"),
    )


def _level(command: Parser) -> None:
    command.add_argument("--level", choices=LEVELS, help=_("how good they are"))


def _seats(command: Parser) -> None:
    command.add_argument(
        "--seats", type=number(2, SEATS), default=4, metavar="N", help=_("how many seats (2 to 8)")
    )


def _seed(command: Parser, text: str = "") -> None:
    text = text or _("the same seed, the same cards")
    command.add_argument("--seed", type=number(0, 2**64 - 1), metavar="S", help=text)


def _rule(command: Parser) -> None:
    command.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="K=V",
        help=_("an option of the game (may be given more than once)"),
    )


def _json(command: Parser) -> None:
    command.add_argument("--json", action="store_true", help=_("one JSON object on standard output"))
