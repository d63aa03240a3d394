"""What a player waits for and what the game costs, in a real window under a virtual X server."""

import json
import statistics
import subprocess
import sys
import tempfile
import time

import psutil

from tests.desktop.x11 import ROOT, Screen, missing
from tests.waiting import until

SIZE = (1920, 1080)
WINDOW = ["--size", "1920x1080"]
HAND = (1136, 740)
"""Where the hand lies at this size, in pixels."""

# Prints the monotonic time at which the first frame has been shown, then goes on.
_FIRST_FRAME = """
import sys, time
import game.ui.engine.window as window
present = window.Window.present
def shown(self, rects=None):
    present(self, rects)
    print(time.monotonic(), flush=True)
    window.Window.present = present
window.Window.present = shown
sys.argv = ["main.py", *sys.argv[1:]]
import main
main.main()
"""

_EMPTY = """
import time
import pygame
pygame.display.init()
pygame.display.set_mode((1920, 1080)).fill((20, 60, 40))
pygame.display.flip()
print(time.monotonic(), flush=True)
time.sleep(60)
"""

_BARE = """
import os
os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"
import pygame
pygame.display.init()
surface = pygame.display.set_mode((1920, 1080))
pygame.display.flip()
shade = 0
while True:
    if pygame.event.wait().type == pygame.MOUSEBUTTONDOWN:
        shade = 255 - shade
        pygame.display.update(surface.fill((shade, shade, shade), (1000, 700, 176, 219)))
"""


def start_to_first_frame(screen: Screen, runs: int = 9) -> dict[str, float]:
    """Milliseconds from starting the process to the first frame of the title, and how many times that is what
    an empty Pygame window needs, started in turn. The first start of each is not counted: it compiles."""
    spent: dict[str, list[float]] = {_FIRST_FRAME: [], _EMPTY: []}
    with tempfile.TemporaryDirectory() as folder:
        compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": folder}
        environment = screen.environment() | compiled
        for run in range(runs + 1):
            for code, times in spent.items():
                begun = time.monotonic()
                command = [sys.executable, "-c", code, "--size", f"{SIZE[0]}x{SIZE[1]}", "--data", folder]
                game = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
                assert game.stdout
                shown = next(line for line in game.stdout if line[0].isdigit())
                if run:
                    times.append((float(shown) - begun) * 1000)
                game.kill()
                game.wait()
    own, empty = (statistics.median(times) for times in spent.values())
    return {
        "median_ms": round(own, 1),
        "max_ms": round(max(spent[_FIRST_FRAME]), 1),
        "to_empty_window": round(own / empty, 2),
    }


def idle(screen: Screen, *keys: str, settle: float = 6, seconds: float = 10) -> dict[str, float]:
    """CPU in percent of a core and resident megabytes once nothing moves after these keys."""
    with tempfile.TemporaryDirectory() as folder:
        game = screen.start(*WINDOW, "--data", folder)
        process = psutil.Process(game.pid)
        time.sleep(2)
        for key in keys:
            screen.key(key)
            time.sleep(3)
        time.sleep(settle)
        before = process.cpu_times()
        time.sleep(seconds)
        after = process.cpu_times()
        cpu = (after.user - before.user + after.system - before.system) / seconds * 100
        memory = process.memory_info().rss / 1e6
        game.kill()
        game.wait()
    return {"cpu_percent": round(cpu, 2), "memory_mb": round(memory, 1)}


def memory_of_play(screen: Screen) -> dict[str, object]:
    """Resident megabytes in the course of half an hour of play, and the most of them."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tests.bench.memory", folder]
        played = subprocess.run(
            command, cwd=ROOT, env=screen.environment(), stdout=subprocess.PIPE, text=True, check=True
        )
    held = json.loads(played.stdout.splitlines()[-1])
    return {"every_5_min_mb": held, "most_mb": max(held)}


def click_to_pixel(screen: Screen) -> dict[str, float]:
    """Milliseconds from a press on the hand to the first changed pixel of it, during play."""
    with tempfile.TemporaryDirectory() as folder:
        empty = screen.picture()
        game = screen.start(
            "haisty", "--bots", "1", "--level", "easy", "--seed", "3", *WINDOW, "--data", folder
        )
        until(lambda: screen.picture() != empty)
        time.sleep(2)
        screen.key("space")
        time.sleep(3)
        return _clicks(screen, game)


def least_click_to_pixel(screen: Screen) -> dict[str, float]:
    """The same for a program that does nothing but fill a rectangle when it is pressed."""
    game = subprocess.Popen([sys.executable, "-c", _BARE], env=screen.environment(), cwd=ROOT)
    time.sleep(2)
    return _clicks(screen, game)


def _clicks(screen: Screen, game: "subprocess.Popen[str] | subprocess.Popen[bytes]") -> dict[str, float]:
    spent = []
    x, y = HAND
    box = (x - 60, y - 60, 120, 120)
    for _ in range(100):
        screen.point(x, y)
        time.sleep(0.45)
        before = screen.pixels(*box)
        begun = time.perf_counter()
        screen.press()
        while screen.pixels(*box) == before and time.perf_counter() - begun < 0.2:
            pass
        spent.append((time.perf_counter() - begun) * 1000)
        screen.press(down=False)
    game.kill()
    game.wait()
    spent.sort()
    return {"median_ms": round(statistics.median(spent), 2), "p99_ms": round(spent[98], 2)}


def measure() -> dict[str, object]:
    """All of them; or why there are none."""
    if reason := missing():
        return {"skipped": reason}
    with Screen(SIZE) as screen:
        return {
            "start_to_first_frame": start_to_first_frame(screen),
            "title": idle(screen),
            "paused_table": idle(screen, "Return", "space", "p"),
            "half_an_hour_of_play": memory_of_play(screen),
            "click_to_pixel": click_to_pixel(screen),
            "least_click_to_pixel": least_click_to_pixel(screen),
        }
