"""Every screen at all sizes, languages and text scales: is any text cut off, overlapped, outside or pale?

    python -m tests.bench.screens [--keep FOLDER] [--only SCENE ...] [--sizes 1280x720,...] [--langs de]
                                  [--scales 1.6] [--tables night,...] [--strong]

Prints what is wrong, a line each, and the counts as JSON. The scenes are reached as in
tests/desktop/everywhere.py, in this process, with SDL's dummy driver. Contrast is that of WCAG 2.1, of a
text's colour with what is beneath it: large letters at least 4.5 (1.4.3), all others 7 (1.4.6).
"""

import argparse
import json
import os
import queue
import socket
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}

import pygame
from pygame import Rect, Surface

from game import app, i18n
from game.i18n import LANGUAGES, Lang
from game.storage.settings import Settings, save_settings
from game.ui.engine import text, theme
from game.ui.engine.loop import Loop, described
from game.ui.engine.scene import Context
from game.ui.menu.title import TitleScene
from game.ui.play.scene import PlayScene
from tests.desktop.everywhere import PLACES, Place
from tests.desktop.program import Program
from tests.desktop.seen import Seen
from tests.desktop.texts import Finding, Texts, fits
from tests.gestures import clicked, dragged, struck

SIZES = ((1024, 600), (1280, 720), (1920, 1080), (2560, 1080), (3840, 2160))
SCALES = (0.8, 1.0, 1.6)
LEAST, MOST = 4.5, 7.0
"""The least contrast of large letters and of all others."""
LARGE, HUGE = 24, 100
"""The heights of large letters in units, and of huge ones with an outline, which come and go over others."""
_COVERS = ("round-end",)
"""Scenes that lie over a darkened table, besides those that say so themselves."""
_LONGEST = 5.0
"""Seconds that a screen may draw on before its picture is taken."""
_KEYS = {"Return": "return", "Escape": "escape", "Prior": "pageup", "Next": "pagedown"}


def _shown(label: str) -> str:
    """The label in the language spoken; one of a game is its kind's, with the game's name."""
    kind, colon, game = label.partition(": ")
    return i18n._(f"{kind}: {{game}}").format(game=i18n._(game)) if colon else i18n._(label)


class Inside(Program):
    """The program in this process: `go` of a place runs in a thread, the window in the main one."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.data = ctx.folder or Path()
        self.process = self  # type: ignore[assignment]
        self.now = Seen({})

    @property
    def seen(self) -> Seen:
        """What is shown."""
        return self.now

    def poll(self) -> None:
        """It runs."""

    def _hear_errors(self) -> None:
        """They are this process's own."""

    def click(self, label: str, role: str = "", button: int = 1) -> None:
        """Click a control by its English label."""
        super().click(_shown(label), role, button)

    def wait_control(self, label: str, role: str = "", seconds: float = 30) -> Any:
        """The control by its English label."""
        return super().wait_control(_shown(label), role, seconds)

    def wait_words(self, words: str, seconds: float = 30) -> Seen:
        """The English words, in the language."""
        return super().wait_words(i18n._(words), seconds)

    def click_at(self, x: int, y: int, button: int = 1) -> None:
        """A click."""
        for event in clicked((x, y), button):
            pygame.event.post(event)

    def point(self, x: int, y: int) -> None:
        """A motion."""
        pygame.event.post(clicked((x, y))[0])

    def drag(self, start: tuple[int, int], end: tuple[int, int], drop: bool = True) -> None:
        """Press, move, let go."""
        for events in dragged(start, end, drop):
            for event in events:
                pygame.event.post(event)
            time.sleep(0.02)

    def key(self, name: str, *_held: str) -> None:
        """A key."""
        for event in struck(_KEYS.get(name, name)):
            pygame.event.post(event)


def findings(surface: Surface, shown: Sequence[text.TextSpan]) -> Iterator[Finding]:
    """What is wrong with the texts shown on a surface."""
    yield from fits(surface.get_rect(), shown)
    unit = theme.unit(surface.get_size())
    over, large = [span.rect for span in shown if span.px > HUGE * unit], LARGE * unit
    for span in (span for span in shown if span.rect.collidelist(over) < 0):
        least = LEAST if span.px >= large else MOST
        if span.words.strip() and (ratio := round(contrast(surface, span), 1)) < least:
            yield Finding("pale", span.words, f"{ratio:.1f}")


def contrast(surface: Surface, span: text.TextSpan) -> float:
    """The contrast of a text's colour with what is beneath: of the half of its line's pixels that differ most
    from it, the middle one."""
    rect = span.rect.clip(surface.get_rect())
    if rect.w < 2 or rect.h < 2:
        return 21.0
    block = [
        surface.get_at((x, y)) for x in range(rect.left, rect.right) for y in range(rect.top, rect.bottom)
    ]
    tone = luminance(span.color[:3])
    ground = sorted(block, key=lambda pixel: abs(luminance(pixel) - tone))[3 * len(block) // 4]
    share = (*span.color, 255)[3] / 255
    ink = [round(share * one + (1 - share) * two) for one, two in zip(span.color[:3], ground, strict=False)]
    low, high = sorted((luminance(ink), luminance(ground)))
    return (high + 0.05) / (low + 0.05)


def luminance(color: Iterable[int]) -> float:
    """The relative luminance of a colour, 0 to 1, by WCAG 2.1."""
    red, green, blue = (
        c / 12.92 if (c := part / 255) <= 0.04045 else float(((c + 0.055) / 1.055) ** 2.4)
        for part in list(color)[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.bind(("", 0))
        port: int = sock.getsockname()[1]
    return port


class Walk:
    """One place in one language, at all sizes and scales."""

    def __init__(self, place: Place, lang: Lang, asked: argparse.Namespace) -> None:
        self._place, self._lang, self._asked = place, lang, asked
        self.found: list[tuple[str, Finding]] = []
        self.looked = 0

    def run(self) -> None:
        """Start the program, go there, and look."""
        with tempfile.TemporaryDirectory() as folder:
            chosen = {"name": "Maximiliane Wolf", "attract": False} | dict(self._place.settings)
            settings = Settings()
            for name, value in chosen.items():
                if hasattr(settings, name):
                    setattr(settings, name, value)
            save_settings(Path(folder), settings)
            sys.argv = [
                "main.py",
                *self._place.command,
                "--lang",
                self._lang,
                "--data",
                folder,
                "--size",
                "1280x720",
                "--port",
                str(_free_port()),
            ]
            app._run_scenes = self._scenes  # type: ignore[assignment]
            app.run()

    def _scenes(self, ctx: Context, begin: Any, _describer: object = None) -> None:
        text.start_recording()
        loop, game, failed = Loop(ctx), Inside(ctx), queue.SimpleQueue[str]()

        def go() -> None:
            try:
                self._place.go(game)
                game.wait_scene(self._place.scene, *self._place.then)
            except BaseException:
                failed.put(traceback.format_exc(limit=-3))

        try:
            ctx.push(TitleScene())
            begin(ctx)
            loop._paint(time.perf_counter())
            walker = threading.Thread(target=go, daemon=True)
            walker.start()
            while walker.is_alive():
                self._turn(ctx, loop, game)
            if not failed.empty():
                self.found.append((self._name("-", 1), Finding("unreached", self._place.scene, failed.get())))
                return
            for _ in range(40):
                self._turn(ctx, loop, game)
            self._look(ctx, loop, game)
        finally:
            ctx.close()
            pygame.display.quit()

    def _turn(self, ctx: Context, loop: Loop, game: Inside) -> None:
        if ctx.scene:
            pygame.event.post(pygame.Event(pygame.USEREVENT + 7))
            if ctx.changed:
                loop._paint(time.perf_counter())
            loop.turn(ctx.scene, time.perf_counter())
        if ctx.scene:
            game.now = Seen(json.loads(json.dumps(described(ctx, ctx.scene, time.perf_counter()))))

    def _settle(self, ctx: Context, loop: Loop, game: Inside) -> None:
        """Let a screen show what it has yet to draw: a coach its table, a list its small ones."""
        ends = time.perf_counter() + _LONGEST
        while ctx.scene and not isinstance(ctx.scene, PlayScene) and (now := time.perf_counter()) < ends:
            if ctx.scene.rest(now) > 0:
                break
            self._turn(ctx, loop, game)

    def _name(self, size: object, scale: float) -> str:
        kind = f"-{self._place.kind}" if self._place.kind else ""
        return f"{self._place.scene}{kind} {self._lang} {size} {scale}"

    def _look(self, ctx: Context, loop: Loop, game: Inside) -> None:
        asked = self._asked
        for table, size in product(asked.tables, asked.sizes):
            for scale in asked.scales:
                ctx.settings.text_scale, ctx.settings.table_top = scale, table
                ctx.settings.high_contrast = asked.strong
                ctx.apply_settings()
                for each in ((1300, 740), size):  # what is laid out once for a size is laid out anew
                    ctx.window.surface = pygame.display.set_mode(each, pygame.RESIZABLE)
                    ctx.redraw()
                    loop._paint(time.perf_counter())
                for _ in range(4):
                    self._turn(ctx, loop, game)
                self._settle(ctx, loop, game)
                ctx.redraw()
                loop._paint(time.perf_counter())
                look = ("" if table == theme.TABLES[0] else f" {table}") + " strong" * asked.strong
                name = self._name("x".join(map(str, size)) + look, scale)
                page = Texts()
                page.read(ctx.window.surface)
                if ctx.scene:
                    ctx.scene.describe(page)
                # What lies beneath a cover is darkened, and what cannot be pressed now is dimmed, on purpose.
                covers = ctx.scene and (ctx.scene.overlay or self._place.scene in _COVERS)
                shown = text.spans(ctx.window.surface) if covers else page.spans
                dim = [Rect(each["rect"]) for each in page.controls if not each["enabled"]]
                lit = [span for span in shown if not any(rect.contains(span.ink) for rect in dim)]
                self.found += [(name, each) for each in findings(ctx.window.surface, lit)]
                self.looked += 1
                if self._asked.keep:
                    pygame.image.save(
                        ctx.window.surface, str(self._asked.keep / f"{name.replace(' ', '_')}.png")
                    )


def main() -> None:
    """Walk, print, count."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--only", nargs="*", default=())
    parser.add_argument(
        "--sizes", type=lambda s: [tuple(map(int, each.split("x"))) for each in s.split(",")], default=SIZES
    )
    parser.add_argument("--langs", type=lambda s: s.split(","), default=list(LANGUAGES))
    parser.add_argument("--scales", type=lambda s: list(map(float, s.split(","))), default=SCALES)
    parser.add_argument("--tables", type=lambda s: s.split(","), default=theme.TABLES[:1])
    parser.add_argument("--strong", action="store_true")
    asked = parser.parse_args()
    counts, looked = Counter[str](), 0
    for place in PLACES:
        if place.pads or (asked.only and place.scene not in asked.only):
            continue
        for lang in asked.langs:
            walk = Walk(place, lang, asked)
            walk.run()
            looked += walk.looked
            for name, each in walk.found:
                counts[each.kind] += 1
                print(f"{name}: {each.kind}: {each.words!r} {each.detail}", flush=True)
    print(json.dumps({"screens": looked} | counts))


if __name__ == "__main__":
    main()
