"""The command line of Haisty."""

import os
import signal

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    # Nothing is to be kept before a command begins: Ctrl+C ends at once while all else is read in.
    signal.signal(signal.SIGINT, lambda number, _frame: os._exit(128 + number))

import argparse
import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from game import app
from game.core.limits import CODE, LEVELS, NAME, SEATS, TABLE, is_line, line
from game.i18n import LANGUAGES, N_, _, one_line, reason, set_language, translate_library

LEAST, MOST = (1280, 720), (15360, 8640)
"""Bounds of the window's size in pixels."""


_DIGITS = 100
"""More than any number that is asked for has."""
ARGPARSE = (
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
"""What argparse itself says."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line and exits with 2."""

    def error(self, message: str) -> NoReturn:
        """Print the line, without argparse's English beginning."""
        print(one_line(f"{self.prog}: {message.removeprefix('argument ')}"), file=sys.stderr)
        sys.exit(2)


def size(text: str) -> tuple[int, int]:
    """The window's size from WxH."""
    width, _x, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and len(text) <= _DIGITS):
        raise argparse.ArgumentTypeError(_("{text!r} is not WxH, such as 1920x1080").format(text=text))
    if not (LEAST[0] <= int(width) <= MOST[0] and LEAST[1] <= int(height) <= MOST[1]):
        raise argparse.ArgumentTypeError(_("{text} is not between 1280x720 and 15360x8640").format(text=text))
    return int(width), int(height)


def number(least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers within bounds."""

    def read(text: str) -> int:
        if not text.isdecimal() or len(text) > _DIGITS or not least <= int(text) <= most:
            message = _("{text!r} is not a whole number from {least} to {most}")
            raise argparse.ArgumentTypeError(message.format(text=text, least=least, most=most))
        return int(text)

    return read


def seconds_of(text: str) -> float:
    """A length of time."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 86400:
        raise argparse.ArgumentTypeError(
            _("{text!r} is not a number of seconds up to a day").format(text=text)
        )
    return seconds


def name_of(most: int) -> Callable[[str], str]:
    """A reader of names of at most so many signs."""

    def read(text: str) -> str:
        name = line(text).strip()
        if len(name) > most or not is_line(text):
            message = _("{text!r} is not a name of at most {most} characters")
            raise argparse.ArgumentTypeError(message.format(text=text, most=most))
        return name

    return read


def code_of(text: str) -> str:
    """A table's code."""
    code = line(text).strip()
    if not 0 < len(code) <= CODE or not is_line(text):
        raise argparse.ArgumentTypeError(_("a code has 1 to {most} characters").format(most=CODE))
    return code


def parser() -> Parser:
    """All commands; the common options may stand before or after the command."""
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
    top = Parser(
        prog="main.py",
        description=_("Haisty Patience: every hand at once."),
        parents=[common],
        allow_abbrev=False,
    )
    commands = top.add_subparsers(dest="command", metavar=_("COMMAND"))
    seed = number(0, 2**64 - 1)

    def command(name: str, text: str) -> Parser:
        return commands.add_parser(name, help=text, description=text, parents=[common], allow_abbrev=False)

    haisty = command("haisty", _("play against bots"))
    haisty.add_argument("--bots", type=number(1, SEATS - 1), metavar="N", help=_("how many (1 to 7)"))
    haisty.add_argument("--level", choices=LEVELS, help=_("how good they are"))
    haisty.add_argument("--seed", type=seed, metavar="S", help=_("the same seed, the same cards"))

    play = command("play", _("play a patience on your own, with no time limit"))
    play.add_argument("game", metavar=_("GAME"), help=_("acht-mal-acht, rot-und-schwarz, …"))
    play.add_argument("--seed", type=seed, metavar="S", help=_("the same seed, the same cards"))
    play.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="K=V",
        help=_("a house rule (may be given more than once)"),
    )

    challenge = command("challenge", _("list the timed challenges, or play one"))
    challenge.add_argument("name", nargs="?", metavar=_("NAME"), help=_("its name, or `daily`"))

    def table(name: str, text: str) -> Parser:
        made = command(name, text)
        made.add_argument("--name", type=name_of(TABLE), metavar="X", help=_("what the table is called"))
        made.add_argument(
            "--seats", type=number(2, SEATS), default=4, metavar="N", help=_("how many seats (2 to 8)")
        )
        made.add_argument(
            "--bots", type=number(0, SEATS), default=0, metavar="N", help=_("how many of them are for bots")
        )
        made.add_argument("--level", choices=LEVELS, help=_("how good they are"))
        made.add_argument("--code", type=code_of, metavar="C", help=_("the code that lets people in"))
        return made

    table("host", _("open a table on the network and sit down at it"))
    served = table("serve", _("open a table on the network without a window"))
    served.add_argument("--matches", type=number(1, 9999), metavar="N", help=_("how many matches to serve"))
    served.add_argument("--json", action="store_true", help=_("one JSON object on standard output"))

    join = command("join", _("sit down at a table of the network"))
    join.add_argument("host", nargs="?", metavar=_("HOST[:PORT]"), help=_("where the table is"))
    join.add_argument("--name", type=name_of(NAME), metavar="X", help=_("your name"))
    join.add_argument("--code", type=code_of, metavar="C", help=_("the table's code"))
    join.add_argument(
        "--bot", choices=LEVELS, metavar=_("LEVEL"), help=_("a bot plays instead of you, without a window")
    )

    find = command("find", _("list the tables of the network"))
    find.add_argument("--json", action="store_true", help=_("one JSON object on standard output"))

    demo = command("demo", _("bots play a whole match without a window"))
    demo.add_argument(
        "--seats", type=number(2, SEATS), default=4, metavar="N", help=_("how many seats (2 to 8)")
    )
    demo.add_argument("--seed", type=seed, metavar="S", help=_("the same seed, the same match"))
    demo.add_argument("--json", action="store_true", help=_("one JSON object on standard output"))
    demo.add_argument("--fast", action="store_true", help=_("in simulated time, as fast as possible"))

    solve = command("solve", _("find out whether a solo deal comes out, and how"))
    solve.add_argument("deal", metavar=_("GAME|LEVELFILE"), help=_("a game, or a file from levels/"))
    solve.add_argument("--seed", type=seed, metavar="S", help=_("the same seed, the same cards"))
    solve.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="K=V",
        help=_("a house rule (may be given more than once)"),
    )
    solve.add_argument("--seconds", type=seconds_of, default=10.0, metavar="T", help=_("how long to search"))
    solve.add_argument("--json", action="store_true", help=_("one JSON object on standard output"))

    watch = command("watch", _("see a replay"))
    check = command("check", _("verify a replay without a window"))
    for reader in (watch, check):
        reader.add_argument(
            "file", type=Path, metavar=_("FILE"), help=_("the replay, a level, or what solve --json wrote")
        )
    return top


def stand_in() -> None:
    """Where the program was started without them, let standard streams lead nowhere: else the next file
    that is opened takes their numbers, and what is said to them."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    nowhere = Path(os.devnull)
    sys.stdout = sys.stdout or nowhere.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or nowhere.open("w", encoding="utf-8")


def main() -> int:
    """Do what the command line says and return the exit code, whatever comes between."""
    stand_in()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            return run()
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except OSError as error:
        gone = isinstance(error, BrokenPipeError)  # whoever read has had enough
        if not gone:
            print(one_line(f"main.py: {reason(error)}"), file=sys.stderr)
        # What is still to be flushed at exit goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0 if gone else 2


def run() -> int:
    """Read the command line in the language it asks for, and do what it says."""
    language = Parser(add_help=False, allow_abbrev=False)
    language.add_argument("--lang", nargs="?")
    asked = language.parse_known_args()[0].lang
    set_language(asked if asked in LANGUAGES else None)
    translate_library()
    return app.run(parser().parse_args())


if __name__ == "__main__":
    sys.exit(main())
