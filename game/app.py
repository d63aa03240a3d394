"""The wiring: settings, window, scenes and sessions.

What a command needs is imported by it alone: the first frame waits for nothing else.
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from game import store
from game.i18n import _, set_language

if TYPE_CHECKING:
    from game.session import Session
    from game.ui.scene import Context

DONE, BAD = 0, 2
"""Exit codes: done; bad arguments or input."""


class Refused(Exception):
    """What was asked for cannot be done; one line says why."""


def run(args: argparse.Namespace) -> int:
    """Do what the command line says and return the exit code. What is wrong is one line."""
    commands = {None: _title, "haisty": _haisty, "watch": _watch, "demo": _headless, "check": _headless}
    try:
        return commands[args.command](args)
    except (store.DataFolderError, Refused) as error:
        print(f"main.py: {error}", file=sys.stderr)
        return BAD


def _headless(args: argparse.Namespace) -> int:
    from game import headless
    from game.replay import ReplayError

    try:
        return headless.demo(args) if args.command == "demo" else headless.check_replay(args)
    except ReplayError as error:
        raise Refused(str(error)) from None


def _title(args: argparse.Namespace) -> int:
    return _play(args, lambda ctx: None)


def _haisty(args: argparse.Namespace) -> int:
    def begin(ctx: "Context") -> None:
        settings = ctx.settings
        _start_match(ctx, args.bots or settings.bots, args.level or settings.level, args.seed)

    return _play(args, begin)


def _watch(args: argparse.Namespace) -> int:
    from game.replay import ReplayError, read_replay
    from game.watch import ReplaySession

    try:
        replay = read_replay(args.file)
    except ReplayError as error:
        raise Refused(str(error)) from None

    def begin(ctx: "Context") -> None:
        _show_table(ctx, ReplaySession(replay, time.perf_counter))

    return _play(args, begin)


def _play(args: argparse.Namespace, begin: "Callable[[Context], None]") -> int:
    """Open the window on the title, `begin` on top of it, and play until it is closed."""
    from game.ui.assets import AssetError
    from game.ui.window import NoDisplay

    try:
        ctx = _open(args)
        _run_scenes(ctx, begin)
    except NoDisplay:
        raise Refused(_("there is no display to play on; `main.py demo` plays without one")) from None
    except AssetError as error:
        raise Refused(str(error)) from None
    return DONE


def _open(args: argparse.Namespace) -> "Context":
    """The window with the player's settings, as far as the command line does not say otherwise."""
    from game.ui.assets import Cards
    from game.ui.scene import Context
    from game.ui.sound import Sounds
    from game.ui.window import Window

    folder, notice = _folder(args)
    settings, problem = store.load(folder) if folder else (store.Settings(), None)
    set_language(getattr(args, "lang", None) or settings.lang)
    fullscreen = getattr(args, "fullscreen", settings.fullscreen)
    window = Window(getattr(args, "size", settings.size), fullscreen)
    cards = Cards()
    cards.check()
    sounds = Sounds(settings.volume, settings.muted, settings.audio_buffer)
    ctx = Context(window, cards, sounds, settings, folder, notice=notice or problem or "")
    ctx.start_match = lambda bots, level: _start_match(ctx, bots, level, None)
    return ctx


def _folder(args: argparse.Namespace) -> tuple[Path | None, str]:
    """The data folder; without a usable one of the player's own, none and a line that says so."""
    asked: Path | None = getattr(args, "data", None)
    try:
        return store.open_folder(asked), ""
    except store.DataFolderError as error:
        if asked:
            raise
        return None, str(error)


def _run_scenes(ctx: "Context", begin: "Callable[[Context], None]") -> None:
    from game.ui.loop import Loop
    from game.ui.scenes.title import TitleScene

    ctx.push(TitleScene())
    begin(ctx)
    Loop(ctx).run()
    ctx.window.close()


def _start_match(ctx: "Context", bots: int, level: store.Level, seed: int | None) -> None:
    """Sit down with bots at a table of one's own."""
    from game.core.match import Match
    from game.record import Recorder
    from game.rules.haisty import Haisty
    from game.session import BOT_NAMES, LocalSession, fresh_seed

    settings = ctx.settings
    rules = settings.rules(Haisty)
    match = Match(
        rules,
        bots + 1,
        fresh_seed() if seed is None else seed,
        0 if settings.rounds else settings.target,
        settings.rounds,
    )
    names = (settings.name or _("You"), *BOT_NAMES[:bots])
    backs = (settings.back, *[back for back in range(8) if back != settings.back][:bots])
    recorder: Recorder | None = None
    try:
        recorder = Recorder(ctx.folder, match, names, backs) if ctx.folder else None
    except store.DataFolderError as error:
        ctx.notice = str(error)

    def save() -> None:
        try:
            if recorder:
                recorder.save()
        except store.DataFolderError as error:
            ctx.notice = str(error)

    levels = {seat: str(level) for seat in range(1, bots + 1)}
    _show_table(ctx, LocalSession(match, levels, names, backs, time.perf_counter, save))


def _show_table(ctx: "Context", session: "Session") -> None:
    from game.ui.scenes.table import TableScene

    ctx.push(TableScene(session))
