"""Each game in the middle of a deal, as a small picture for lists."""

from functools import lru_cache
from typing import Any

from pygame import Rect, Surface

from game.challenges.level import LevelError
from game.challenges.level_files import FOLDER, read_level
from game.core.limits import BACKS
from game.core.rules import Rules, replay
from game.core.table import Table
from game.ui.cards.deck import Art
from game.ui.cards.layout import RATIO, UP_STEP
from game.ui.cards.miniature import as_dealt, cut_round, extent, miniature
from game.ui.engine import theme
from game.ui.engine.scene import Context
from game.ui.engine.tabletop import cloth
from game.ui.view.leaves import Picture
from game.ui.view.screen import Screen

_MARGIN = 0.05
"""The felt around the piles, as a share of the picture's height."""


def small_table(rules: Rules, size: tuple[int, int], art: Art, table: Table | None = None) -> Surface:
    """The game's `table` for one, or else one in the middle of a deal, on felt, as a picture of this size."""
    spots, table = rules.spots(1), table or middle(rules)
    places = as_dealt(spots)
    across, down = extent(spots, places, table, step=UP_STEP)
    pad = round(_MARGIN * size[1])
    room = size[0] - 2 * pad, size[1] - 2 * pad
    card = max(4, int(min(room[0] / across, room[1] / (RATIO * down))))
    corner = round((size[0] - across * card) / 2), max(pad, round((size[1] - down * card * RATIO) / 2))
    drawn = miniature(art, table, spots, places, cloth(size), card, corner, range(BACKS))
    return cut_round(drawn.picture, max(3, round(0.06 * size[1])), theme.ground("sheet").edge)


class SmallTables:
    """The pictures of a list, drawn one after the other so that the list is there at once, and shown once all
    of them have been drawn."""

    def __init__(self, art: Art) -> None:
        self._art = art
        self._wanted: list[tuple[Rules, tuple[int, int]]] = []
        self._drawn: dict[tuple[str, tuple[int, int]], Surface] = {}

    def get(self, rules: Rules, size: tuple[int, int]) -> Surface | None:
        """The picture, or None if it or another one is still to be drawn."""
        found = self._drawn.get((rules.name, size))
        if not found and (rules, size) not in self._wanted:
            self._wanted.append((rules, size))
        return None if self._wanted else found

    @property
    def waiting(self) -> bool:
        """Whether there is one to be drawn."""
        return bool(self._wanted)

    def node(self, rules: Rules, chosen: bool = False, **how: Any) -> Picture:
        """The picture as a node; it is there once it has been drawn. The `chosen` one has a frame."""

        def draw(surface: Surface, rect: Rect, u: float) -> None:
            if picture := self.get(rules, rect.size):
                surface.blit(picture, rect)
            if chosen:
                wide = max(2, round(2.5 * u))
                around = rect.inflate(wide, wide)
                frame = theme.rounded(around.size, rect.h // 10, (0, 0, 0, 0), theme.GOLD, wide)
                surface.blit(frame, around)

        drawn = (size for name, size in self._drawn if name == rules.name)
        return Picture((rules.name, chosen, self.waiting, *drawn), draw, **how)

    def draw_next(self) -> None:
        """Draw one of those asked for, if there are any."""
        if not self._wanted:
            return
        rules, size = self._wanted.pop(0)
        others = {key: picture for key, picture in self._drawn.items() if key[0] != rules.name}
        self._drawn = others | {(rules.name, size): small_table(rules, size, self._art)}

    def keep(self, *sizes: tuple[int, int]) -> None:
        """Drop the pictures of other sizes, as after the window has changed its own."""
        self._wanted.clear()
        self._drawn = {key: picture for key, picture in self._drawn.items() if key[1] in sizes}


class GamesScreen(Screen[None]):
    """A screen with the games' tables."""

    def enter(self, ctx: Context) -> None:
        """None is drawn yet."""
        super().enter(ctx)
        self.tables = SmallTables(ctx.cards.image)

    def resume(self) -> None:
        """Draw the tables again: the deck may be another one."""
        self.tables.keep()

    def step(self, now: float) -> None:
        """Draw the next table."""
        self.tables.draw_next()
        super().step(now)

    def rest(self, now: float) -> float:
        """Seconds until its next step: at once while there are tables to draw."""
        return 0.0 if self.tables.waiting else super().rest(now)


def middle(rules: Rules) -> Table:
    """A table in the middle of a deal: of the game's first challenge, or else its first deal."""
    return _played(rules.name) or rules.deal(1, rules.seats.start)


@lru_cache(maxsize=16)
def _played(game: str) -> Table | None:
    """The first challenge of the game after half of its solution; None: it has none."""
    try:
        level = read_level(FOLDER / f"{game}-01.toml")
        rules, line = level.variant(), level.line()
    except LevelError:
        return None
    return replay(rules, rules.deal(level.seed, 1), line[: len(line) // 2])
