"""The command-line arguments: what a command is, its options, their valid values, and how they are read."""

import argparse
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NoReturn

from game.core.limits import CODE, GAME, LEVELS, SEATS, TABLE
from game.i18n import LANGUAGES, N_, _, one_line, set_language, translate_library
from game.names.line import is_line, line
from game.program import PROGRAM, VERSION

Begins = Callable[[argparse.Namespace], int | Callable[[Any], None]]
"""Carries out a command and returns its exit code; or, if it needs a window, what it begins with there."""
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


class Option:
    """An option of a command, or a word that it takes; its texts are marked by N_."""

    def __init__(self, *names: str, text: str, metavar: str | None = None, **how: Any) -> None:
        """`how`: see add_argument of argparse."""
        self._names, self._text, self._metavar, self._how = names, text, metavar, how

    def add_to(self, parser: argparse.ArgumentParser) -> None:
        """Let a parser read it."""
        shown: dict[str, Any] = {"metavar": _(self._metavar)} if self._metavar else {}
        parser.add_argument(*self._names, help=_(self._text), **shown, **self._how)


LEVEL: Final = Option("--level", choices=LEVELS, text=N_("how good they are"))
SEATED: Final = Option(
    "--seats", type=number(2, SEATS), default=4, metavar="N", text=N_("how many seats (2 to 8)")
)


def seed(text: str = N_("the same seed, the same cards")) -> Option:
    """The seed of what is dealt."""
    return Option("--seed", type=number(0, 2**64 - 1), metavar="S", text=text)


SEED: Final = seed()
RULE: Final = Option(
    "--rule",
    action="append",
    default=[],
    metavar="K=V",
    text=N_("an option of the game (may be given more than once)"),
)
JSON: Final = Option("--json", action="store_true", text=N_("one JSON object on standard output"))
REPLAY: Final = Option(
    "file",
    type=Path,
    metavar=N_("FILE"),
    text=N_("the replay, a challenge by its name or file, or what solve --json wrote"),
)
OPENED: Final = (
    Option("--name", type=name_of(TABLE), metavar="X", text=N_("what the table is called")),
    SEATED,
    Option("--bots", type=number(0, SEATS), default=0, metavar="N", text=N_("how many of them are for bots")),
    LEVEL,
    Option("--code", type=code_of, metavar="C", text=N_("the code that lets people in")),
    Option(
        "--game",
        type=name_of(GAME),
        default="",
        metavar=N_("RACE"),
        text=N_("a race instead of Haisty: GAME, GAME/GRADE (1 to 5), CHALLENGE, cup[:GAME] or duel:GAME"),
    ),
    Option("--best-of", type=number(1, 7), metavar="N", text=N_("how many deals a race has (1, 3, 5 or 7)")),
)
"""Those of a table on the network."""


@dataclass(frozen=True)
class Command:
    """A command: its parser, its line in the help, and what happens follow from it."""

    name: str
    text: str
    """What the help says of it, marked by N_."""
    options: tuple[Option, ...]
    begins: Begins
    under: "Command | None" = None
    """One whose name follows this one's."""


def read(commands: Iterable[Command], without: Begins) -> argparse.Namespace:
    """This program's arguments, read in the language that they ask for; `begins` is what the command begins,
    `without` if there is none. Exits if they are invalid."""
    language = Parser(add_help=False, allow_abbrev=False)
    language.add_argument("--lang", nargs="?")
    asked = language.parse_known_args()[0].lang
    set_language(asked if asked in LANGUAGES else None)
    translate_library()
    common = Parser(prog=PROGRAM, parents=[_common()], add_help=False, allow_abbrev=False)
    args, more = common.parse_known_args(namespace=argparse.Namespace(begins=without))
    return parser(commands).parse_args(namespace=args) if more else args  # those of all commands take 5 ms


def parser(commands: Iterable[Command]) -> Parser:
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
    listed = top.add_subparsers(metavar=_("COMMAND"))
    for command in commands:
        text = _(command.text)
        made = listed.add_parser(
            command.name, help=text, description=text, parents=[common], allow_abbrev=False
        )
        _fill(made, command)
        if under := command.under:
            further = made.add_subparsers(metavar=under.name)
            _fill(
                further.add_parser(under.name, help=_(under.text), parents=[common], allow_abbrev=False),
                under,
            )
    return top


def _fill(made: Parser, command: Command) -> None:
    for option in command.options:
        option.add_to(made)
    made.set_defaults(begins=command.begins)


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
