"""Frame work of the table: 8 seats, 40 cards flying, without a window; prints JSON.

Beside it, in the same run: a full redraw of the same frames, and a bare copy of the frame buffer.
"""

import json
import os
import sys
import time
from collections.abc import Callable

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from game.core.rules import play
from game.core.shuffle import Stream
from game.core.table import Table, fold
from game.rules.haisty import Haisty
from game.ui.cards.deck import Deck
from game.ui.cards.labels import backdrop
from game.ui.cards.motion import Motion
from game.ui.cards.sprite import Sprite
from game.ui.cards.stage import Stage
from game.ui.engine.assets import CardImages
from game.ui.engine.tabletop import forget
from game.ui.play.match.layout import table_layout
from tests.bench.figures import figures

SIZES = ((1920, 1080), (3840, 2160))
SEATS, FLYING = 8, 40
_FRAME = 1 / 60
_MOTION = Motion(0.5, arc=0.08, tilt=13, settle=0.16)


def forty_flying(count: int = 600) -> dict[str, dict[str, object]]:
    """Milliseconds a frame, by size and method; and the median's share of a full redraw's."""
    pygame.display.init()
    pygame.font.init()
    return {f"{w}x{h}": _one_size((w, h), count) for w, h in SIZES}


def _one_size(size: tuple[int, int], count: int) -> dict[str, object]:
    surface = pygame.display.set_mode(size)
    forget()
    stage = _stage(size)
    flights = _Flights(stage)
    for i in range(240):  # what has been seen once is kept
        flights.keep_up(i * _FRAME)
        stage.draw(surface, i * _FRAME, i == 0)
    spare = surface.copy()
    works: dict[str, Callable[[float], object]] = {
        "changed": lambda now: pygame.display.update(stage.draw(surface, now)),
        "full": lambda now: stage.canvas.redraw(surface, now),
        "copy": lambda now: spare.blit(surface, (0, 0)),
    }
    found: dict[str, dict[str, float]] = {}
    begin = 240
    for name, work in works.items():
        stage.draw(surface, begin * _FRAME, True)
        times = []
        for i in range(begin, begin + count):
            flights.keep_up(i * _FRAME)
            start = time.perf_counter()
            work(i * _FRAME)
            times.append((time.perf_counter() - start) * 1000)
        found[name] = figures(times)
        begin += count
    return found | {"share_of_full": round(found["changed"]["p50"] / found["full"]["p50"], 3)}


class _Flights:
    """Keeps so many cards in the air, from and to the shared table."""

    def __init__(self, stage: Stage) -> None:
        self._stage, self._stream = stage, Stream(1)
        tops = [sprites[depth] for depth in (-1, -2) for sprites in stage.piles if len(sprites) >= -depth]
        self._sprites = tops[:FLYING]
        self._home: dict[Sprite, bool] = {}
        assert len(self._sprites) == FLYING

    def keep_up(self, now: float) -> None:
        stage, slots = self._stage, [i for i, role in enumerate(self._stage.roles) if role == "foundation"]
        for i, sprite in enumerate(self._sprites):
            if sprite.tween is None or sprite.tween.done(now):
                away = self._home[sprite] = not self._home.get(sprite, False)
                slot = slots[self._stream.below(len(slots))]
                to = stage.rest(slot, 0, sprite.card) if away else sprite.rest
                time_ = 0.3 + 0.02 * (i % 20)
                stage.travel(sprite, _MOTION._replace(time=time_), now, to=to)
                sprite.aloft = True
                stage.show_owner(sprite)


def _stage(size: tuple[int, int]) -> Stage:
    rules = Haisty()
    spots = rules.spots(SEATS)
    places = table_layout(size, spots, (0,))
    deck = Deck(CardImages().image, tuple({area.card for area in places.areas}), places.unit, 512 << 20)
    stage = Stage(places, spots, deck, tuple(range(SEATS)), backdrop(places), own=(0,))
    stage.reset(_midgame(rules).view())
    return stage


def _midgame(rules: Haisty) -> Table:
    """A table after many moves, cards on the table first."""
    table, stream = rules.deal(7, SEATS), Stream(7)
    for _ in range(600):
        seat = stream.below(SEATS)
        moves = [move for move in rules.moves(table, seat) if move.count]
        moves = [move for move in moves if rules.flies(table, seat, move)] or moves
        if moves:
            for event in play(rules, table, seat, moves[stream.below(len(moves))]):
                table = fold(table, event)
    return table


if __name__ == "__main__":
    json.dump(forty_flying(), sys.stdout, indent=2)
    print()
