"""The wiring: settings, window, scenes and sessions.

Each command imports only what it needs, for a fast first frame.
"""

import argparse
import gc
import os
from collections.abc import Callable
from contextlib import suppress
from errno import ENOENT
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game import faults
from game.cli import arguments
from game.cli.arguments import (
    JSON,
    LEVEL,
    OPENED,
    REPLAY,
    RULE,
    SEATED,
    SEED,
    Command,
    Option,
    code_of,
    name_of,
    number,
    seconds_of,
    seed,
)
from game.cli.outcome import (
    BAD,
    DONE,
    Refused,
    closing_on_signal,
    say,
    until_signal,
    warn,
    windowless,
)
from game.core.limits import LEVELS, NAME, SEATS
from game.i18n import N_, Notice, _, reason, set_language
from game.program import PROGRAM
from game.storage.data_folder import DataFolderError, data_folder, open_folder, unwritable, write
from game.storage.settings import Settings, load_settings
from game.system import here
from game.ui.engine import requests

if TYPE_CHECKING:
    from game.cli.serve import Served
    from game.storage.match_replay import MatchReplay
    from game.storage.run_replay import RunReplay
    from game.ui.engine.loop import Describer
    from game.ui.engine.scene import Context

    Scenes = Callable[[Context], None]
    """Puts what a command shows first on top of the title."""

_NO_DISPLAY = N_("there is no display to play on; `{program} demo` plays without one")
_NO_SHOW = N_("there is no display to show the table on; without --show it is served all the same")


def run() -> int:
    """Carry out the command line and return the exit code. Errors are printed as one line."""
    args = arguments.read(COMMANDS, _title)
    faults.keep(lambda: data_folder(getattr(args, "data", None)))
    try:
        return until_signal(lambda: carry_out(args))
    except (DataFolderError, Refused) as error:
        warn(error)
        return error.code if isinstance(error, Refused) else BAD


def carry_out(args: argparse.Namespace) -> int:
    """Begin the command, in a window if it needs one, and return the exit code. Raises DataFolderError,
    Refused."""
    _check_clock()
    begun = args.begins(args)
    return begun if isinstance(begun, int) else _play(args, begun)


def _check_clock() -> None:
    """Raises Refused if the clock is beyond what Python can count: from 2262-04-12 on."""
    try:
        here().clock.calendar()
    except OverflowError:
        raise Refused(Notice(N_("the clock of this computer is wrong: set its date"))) from None


def _join(args: argparse.Namespace) -> "int | Scenes":
    if args.bot:
        return windowless("join")(args)
    from game.cli.find import find_address

    address = find_address(args) if args.host else None

    def begin(ctx: "Context") -> None:
        from game.ui.lobby.connecting import CallingScene
        from game.ui.lobby.tables import TablesScene

        ctx.settings.name = args.name or ctx.settings.name
        code = args.code or ""
        ctx.push(CallingScene(address, code) if address else TablesScene(ctx.port, True, code))

    return begin


def _host(args: argparse.Namespace) -> "Scenes":
    from game.cli.find import port_of, refusing_unavailable
    from game.cli.serve import race_of

    race = race_of(args, people=1)

    def begin(ctx: "Context") -> None:
        from game.lan.join import open_table
        from game.ui.engine.window import wake
        from game.ui.lobby.lobby import LobbyScene
        from game.ui.lobby.tables import table_of

        if args.level:
            ctx.settings.level = args.level
        name = args.name or table_of(ctx.settings.called)
        table = args.seats, args.bots, args.code or "", port_of(args)
        with refusing_unavailable():
            lan = open_table(
                ctx.settings, ctx.folder, name, *table, woken=wake, notify=ctx.notify, terms=race
            )
        ctx.push(LobbyScene(lan))

    return begin


def _serve(args: argparse.Namespace) -> int:
    if not args.show:
        return windowless("serve")(args)
    from game.cli.serve import Served, race_of

    race_of(args)
    begun: list[Served] = []
    done = _play(args, _shown(args, begun), no_display=_NO_SHOW)
    for served in begun:
        served.report()
    return done


def _shown(args: argparse.Namespace, begun: "list[Served]") -> "Scenes":
    """Serves a table, which is added to those `begun`, and watches it for all in the room."""

    def begin(ctx: "Context") -> None:
        from game.cli.find import refusing_unavailable
        from game.cli.serve import Served
        from game.lan.join import watch_table
        from game.ui.engine.window import request_quit, wake
        from game.ui.lobby.lobby import LobbyScene

        folder = open_folder(getattr(args, "data", None))
        with refusing_unavailable():
            served = Served(args, folder, ctx.settings, shown=True)
            begun.append(served)

            def look() -> None:
                if served.over():
                    request_quit()

            lan = watch_table(served.server, folder, args.code or "", look, wake, ctx.notify)
        served.say()
        ctx.tv = True
        ctx.push(LobbyScene(lan))

    return begin


def _title(_args: argparse.Namespace) -> "Scenes":
    return lambda _ctx: None


def _haisty(args: argparse.Namespace) -> "Scenes":
    def begin(ctx: "Context") -> None:
        settings = ctx.settings
        ctx.open(requests.BotMatch(args.bots or settings.bots, args.level or settings.level, args.seed))

    return begin


def _patience(args: argparse.Namespace) -> "Scenes":
    from game.rules.options import rules_from_args

    try:
        rules = rules_from_args(args.game, args.rule)
    except ValueError as error:
        raise Refused(error) from None
    return lambda ctx: ctx.open(requests.FreePlay(rules, args.seed))


def _challenge(args: argparse.Namespace) -> int:
    from game.challenges.level import LevelError, prove
    from game.challenges.level_files import named

    try:
        level = named(args.name, today=here().clock.today()) if args.name else None
        if level:
            prove(level)
    except LevelError as error:
        raise Refused(error) from None

    def begin(ctx: "Context") -> None:
        ctx.open(requests.Challenges(level.game, level.id) if level else requests.Challenges())
        if level:
            ctx.open(requests.Challenge(level.id))

    return _play(args, begin, None if level else windowless("challenges", "list_challenges"))


def _watch(args: argparse.Namespace) -> "Scenes":
    replay = _read_replay(args)
    return lambda ctx: ctx.open(requests.Shown(args.file, lambda: replay, races=False))


def _race(args: argparse.Namespace) -> "Scenes":
    from game.names.line import line
    from game.signing import key_mark
    from game.storage.run_replay import RunReplay

    run = _read_replay(args)
    if not isinstance(run, RunReplay):
        raise Refused(Notice(N_("{path} is a match: only a run can be raced"), path=args.file))
    name, mark = line(run.header.name) or _("the other run"), key_mark(run.signer) if run.signer else ""
    say(_("Against {name}").format(name=f"{name} {mark}".strip()))
    return lambda ctx: ctx.open(requests.Shown(args.file, lambda: run, races=True))


def _read_replay(args: argparse.Namespace) -> "RunReplay | MatchReplay":
    from game.challenges.replays import read_replay
    from game.cli.check import refusing_bad_replays

    with refusing_bad_replays():
        return read_replay(args.file)[0]


def _picture(args: argparse.Namespace) -> int:
    gc.disable()  # it ends soon: collections would take a sixth of its time
    from game.cli.check import refusing_bad_replays
    from game.storage.match_replay import read_match
    from game.story.match_story import match_story

    with refusing_bad_replays():
        replay = read_match(args.file)
    rounds = [each for each in match_story(replay) if each.scored]
    if not rounds or len(rounds) != len(replay.results) or replay.match().rules.apart:
        raise Refused(Notice(N_("{path}: no match can be told from it"), path=args.file))
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    from game.ui.engine.window import Window
    from game.ui.play.match.poster import SIZE, match_poster, png

    Window(SIZE)
    head, to = replay.header, args.to or args.file.with_suffix(".png")
    if not to.parent.is_dir():
        raise Refused(unwritable(to.parent, FileNotFoundError(ENOENT, os.strerror(ENOENT))))
    write(to, png(match_poster(head.names, head.backs, head.portraits, rounds, replay.finished)))
    say(str(to))
    return DONE


def _play(
    args: argparse.Namespace,
    begin: "Scenes",
    without: Callable[[argparse.Namespace], int] | None = None,
    no_display: str = _NO_DISPLAY,
) -> int:
    """Open the window with the title scene, call `begin` on top of it, and play until it is closed. If there
    is no display, call `without` instead, or say that there is `no_display`."""
    gc.disable()  # until the first frame: a collection over all imported modules takes 15 ms
    from game.ui.engine.assets import AssetError
    from game.ui.engine.window import NoDisplay, NoWindow

    try:
        ctx = _open(args)
        _run_scenes(ctx, begin, _describer(args))
    except NoDisplay as error:
        gc.enable()
        if without:
            return without(args)
        why = error if isinstance(error, NoWindow) else Notice(no_display, program=PROGRAM)
        raise Refused(why) from None
    except AssetError as error:
        raise Refused(error) from None
    return DONE


def _open(args: argparse.Namespace) -> "Context":
    """Open the window with the player's settings, which the command line overrides."""
    from game.ui.engine.assets import CardImages
    from game.ui.engine.scene import Context
    from game.ui.engine.sound import Sounds
    from game.ui.engine.window import Window

    folder, unwritable = _folder(args)
    settings, damaged = load_settings(folder) if folder else (Settings(), None)
    set_language(getattr(args, "lang", None) or settings.lang)
    fullscreen = getattr(args, "fullscreen", settings.fullscreen)
    window = Window(getattr(args, "size", settings.size), fullscreen)
    cards = CardImages()
    cards.check()
    sounds = Sounds(settings.volume, settings.muted, settings.audio_buffer)
    ctx = Context(window, cards, sounds, settings, folder, notices=list(filter(None, (unwritable, damaged))))
    faults.tell = ctx.notify
    ctx.apply_settings()
    ctx.port = getattr(args, "port", None)
    return ctx


def _describer(args: argparse.Namespace) -> "Describer | None":
    """The writer of the file that describes the screen, if --describe asks for one."""
    path: Path | None = getattr(args, "describe", None)
    if path is None:
        return None
    from game.ui.engine.loop import Describer

    try:
        return Describer(path)
    except OSError as error:
        raise Refused(Notice("{path}: {reason}", path=path, reason=reason(error))) from None


def _folder(args: argparse.Namespace) -> tuple[Path | None, Notice | None]:
    """The data folder, with a notice if it is not writable; None if there is none. Raises DataFolderError if
    the player named a folder that cannot be used."""
    asked: Path | None = getattr(args, "data", None)
    try:
        return open_folder(asked), None
    except DataFolderError as error:
        notice = Notice(N_("Settings and replays will not be kept: {reason}."), reason=error)
        with suppress(DataFolderError):
            if (folder := data_folder(asked)).is_dir():
                return folder, notice
        if asked:
            raise
        return None, notice


def _run_scenes(ctx: "Context", begin: "Scenes", describer: "Describer | None" = None) -> None:
    from game.ui.engine.loop import Loop
    from game.ui.engine.window import request_quit
    from game.ui.menu.title import TitleScene

    try:
        with closing_on_signal(request_quit):
            ctx.push(TitleScene())
            begin(ctx)
            Loop(ctx, describer).run()
    finally:
        ctx.close()
    ctx.window.close()


def _demo(args: argparse.Namespace) -> int:
    return windowless("demo" if args.fast else "demo_udp")(args)


COMMANDS: Final = (
    Command(
        "haisty",
        N_("play against bots"),
        (
            LEVEL,
            SEED,
            Option("--bots", type=number(1, SEATS - 1), metavar="N", text=N_("how many (1 to 7)")),
        ),
        _haisty,
    ),
    Command(
        "play",
        N_("play a patience on your own, with no time limit"),
        (SEED, RULE, Option("game", metavar=N_("GAME"), text=N_("acht-mal-acht, rot-und-schwarz, …"))),
        _patience,
    ),
    Command(
        "challenge",
        N_("list the timed challenges, or play one"),
        (Option("name", nargs="?", metavar=N_("NAME"), text=N_("its name, or `daily`")),),
        _challenge,
    ),
    Command("host", N_("open a table on the network and sit down at it"), OPENED, _host),
    Command(
        "serve",
        N_("open a table on the network without a window"),
        (
            *OPENED,
            JSON,
            Option("--matches", type=number(1, 9999), metavar="N", text=N_("how many matches to serve")),
            Option("--events", action="store_true", text=N_("say as JSON lines what happens there")),
            Option("--show", action="store_true", text=N_("show it in a window, for all in the room")),
        ),
        _serve,
    ),
    Command(
        "join",
        N_("sit down at a table of the network"),
        (
            Option("host", nargs="?", metavar=N_("HOST[:PORT]"), text=N_("where the table is")),
            Option("--name", type=name_of(NAME), metavar="X", text=N_("your name")),
            Option("--code", type=code_of, metavar="C", text=N_("the table's code")),
            Option(
                "--bot",
                choices=LEVELS,
                metavar=N_("LEVEL"),
                text=N_("a bot plays instead of you, without a window"),
            ),
        ),
        _join,
    ),
    Command(
        "find",
        N_("list the tables of the network"),
        (JSON, Option("--why", action="store_true", text=N_("say what may hide a table"))),
        windowless("find"),
    ),
    Command(
        "demo",
        N_("bots play a whole match without a window"),
        (
            SEATED,
            seed(N_("the same seed, the same match")),
            JSON,
            Option("--fast", action="store_true", text=N_("in simulated time, as fast as possible")),
        ),
        _demo,
    ),
    Command(
        "solve",
        N_("find out whether a solo deal comes out, and how"),
        (
            Option(
                "deal", metavar=N_("GAME|CHALLENGE"), text=N_("a game; or a challenge, by its name or file")
            ),
            Option("--seconds", type=seconds_of, default=10.0, metavar="T", text=N_("how long to search")),
            SEED,
            RULE,
            JSON,
        ),
        windowless("solve"),
    ),
    Command("watch", N_("see a replay"), (REPLAY,), _watch),
    Command("race", N_("play a run’s deal against it"), (REPLAY,), _race),
    Command(
        "ladder",
        N_("list the week’s daily runs of everyone met"),
        (JSON,),
        windowless("ladder"),
        Command(
            "add",
            N_("put runs on the ladder"),
            (
                Option("files", nargs="+", type=Path, metavar=N_("FILE"), text=N_("signed runs")),
                Option("--json", action="store_true", default=argparse.SUPPRESS, text=argparse.SUPPRESS),
            ),
            windowless("ladder", "add"),
        ),
    ),
    Command(
        "tonight",
        N_("list what all who sat here have played tonight"),
        (JSON,),
        windowless("tonight", "show"),
    ),
    Command(
        "picture",
        N_("draw a match as a picture, without a window"),
        (
            REPLAY,
            Option(
                "-o",
                dest="to",
                type=Path,
                metavar="PNG",
                text=N_("where to; beside the replay if not said"),
            ),
        ),
        _picture,
    ),
    Command("check", N_("verify a replay without a window"), (REPLAY, JSON), windowless("check")),
)
"""All commands, in the order of the help. Without one there is the title."""
