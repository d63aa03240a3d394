"""Each game in the middle of a deal, as a small picture for lists."""

from collections.abc import Mapping, Sequence
from typing import Any

from pygame import Rect, Surface

from game.core.limits import BACKS
from game.core.notation import parse_table, pile_names
from game.core.rules import Rules
from game.core.table import Table
from game.ui.cards.deck import Art
from game.ui.cards.fan import UP_STEP
from game.ui.cards.layout import RATIO
from game.ui.cards.miniature import as_dealt, cut_round, extent, miniature
from game.ui.engine import theme
from game.ui.engine.scene import Context
from game.ui.engine.tabletop import tabletop
from game.ui.view.leaves import Picture
from game.ui.view.screen import Screen

_MARGIN = 0.05
"""The felt around the piles, as a share of the picture's height."""


def small_table(rules: Rules, size: tuple[int, int], art: Art, felt: Surface) -> Surface:
    """The game's table as a picture of this size. `felt`: that of the window."""
    spots = rules.spots(1)
    table, places = middle(rules), as_dealt(spots)
    across, down = extent(spots, places, table, step=UP_STEP)
    pad = round(_MARGIN * size[1])
    room = size[0] - 2 * pad, size[1] - 2 * pad
    card = max(4, int(min(room[0] / across, room[1] / (RATIO * down))))
    base = Surface(size, 0, felt)
    base.blit(felt, (0, 0), Rect((felt.width - size[0]) // 2, round(felt.height * 0.2), *size))
    corner = round((size[0] - across * card) / 2), max(pad, round((size[1] - down * card * RATIO) / 2))
    drawn = miniature(art, table, spots, places, base, card, corner, range(BACKS))
    return cut_round(drawn.picture, max(3, round(0.06 * size[1])), theme.colors.tray_edge)


class SmallTables:
    """The pictures of a list, drawn one after the other so that the list is there at once."""

    def __init__(self, art: Art) -> None:
        self._art = art
        self._wanted: list[tuple[Rules, tuple[int, int]]] = []
        self._drawn: dict[tuple[str, tuple[int, int]], Surface] = {}

    def get(self, rules: Rules, size: tuple[int, int]) -> Surface | None:
        """The picture, or None if it is still to be drawn."""
        found = self._drawn.get((rules.name, size))
        if not found and (rules, size) not in self._wanted:
            self._wanted.append((rules, size))
        return found

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
        return Picture((rules.name, chosen, *drawn), draw, **how)

    def draw_next(self, felt: Surface) -> None:
        """Draw one of those asked for, if there are any."""
        if not self._wanted:
            return
        rules, size = self._wanted.pop(0)
        others = {key: picture for key, picture in self._drawn.items() if key[0] != rules.name}
        self._drawn = others | {(rules.name, size): small_table(rules, size, self._art, felt)}

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
        self.tables.draw_next(tabletop(self.ctx.window.size))
        super().step(now)

    def rest(self, now: float) -> float:
        """Seconds until its next step: at once while there are tables to draw."""
        return 0.0 if self.tables.waiting else super().rest(now)


def middle(rules: Rules) -> Table:
    """A table in the middle of a deal; of a game that has none here, its deal."""
    if rules.name not in _TABLES:
        return rules.deal(1, rules.seats.start)
    return parse_table(_TABLES[rules.name], pile_names(rules.spots(1), 0))


_TABLES: Mapping[str, Sequence[str]] = {
    "acht-mal-acht": (
        "F1: | As.1 2s 3s.1 4s.1 5s.1 6s.1 7s",
        "F2: | Ad.1 2d.1 3d.1 4d 5d",
        "F3: | Ah.1 2h.1",
        "F4: | Ad",
        "F5: | As 2s.1",
        "F6: | Ac.1 2c 3c.1 4c 5c",
        "F7: | Ac",
        "B1: | 2d 8d",
        "B2: | 9h.1 Ts.1 Kc 7c Tc 3h 7d.1",
        "B3: | 5d.1 3d 4h.1 Jh 9s 9c.1 5s 8s 7h 6c 5h.1",
        "B4: | Tc.1 Td 7d Qs.1",
        "B5: | Qd.1 3c Js.1 Qs Ks.1 9c 8d.1",
        "B6: | 3h.1 4s 6h Ah Kd Qc.1 Jd.1 Ts 9d 8c.1 7h.1 6c.1 5h 4c.1",
        "B7: | 9d.1 6d.1 2c.1 6h.1 Th.1 Kh Jc Kh.1 Qc",
        "B8: | 7s.1 8h.1 Qd Jc.1 Td.1 9s.1 8h",
        "W: | 8s.1 3s Js 4d.1 Ks 7c.1 4h 5c.1 Th Qh.1 2h 6s Kc.1 Jh.1 8c Jd 9h Kd.1 Qh 6d",
    ),
    "rot-und-schwarz": (
        "F1: | Ac 2d 3c 4d.1 5s 6h.1 7c.1 8h.1 9c.1 Th Jc Qh Ks",
        "F2: | Ac.1 2h.1 3c.1 4h 5c 6d.1 7c",
        "F3: | Ad 2s.1 3d.1 4s.1 5d.1 6s 7d.1 8c.1 9h Tc",
        "F4: | Ad.1 2c.1 3h.1 4c.1 5h 6c.1",
        "F5: | Ah",
        "F6: | Ah.1",
        "F7: | As 2d.1 3s.1 4h.1",
        "F8: | As.1 2h",
        "B1: | Kh Qs Jh.1",
        "B2: | Td",
        "B4: | 7s.1 6h",
        "B5: | Kd Qc Jd.1 Ts.1 9d 8s",
        "B6: | Kc",
        "B7: | Ks.1 Qd.1 Js Th.1 9s.1",
        "B8: | 8c",
        "S:" + 31 * " ??" + " |",
        "W: | Qs.1 Qd 6c Jc.1 Js.1 4c 7s Kd.1 Kh.1 4s",
    ),
    "zahlenpatience": (
        "R1: | Ah",
        "R2: | 2d",
        "R3: | 3h",
        "R4: | 4s",
        "F1: | 2c 3s 4d 5h 6s 7h",
        "F2: | 4h 6c 8c Th Qc",
        "F3: | 6d 9h Qs 2h 5c",
        "F4: | 8h Qh 3d 7d Jc 2s 6h",
        "S:" + 6 * " ??" + " |",
        "W: | Js Jh Ad Jd 8s Ks Ac 5s 9d Ts Tc 3c Qd 9s 4c 5d Kh 7c 8d",
    ),
    "staffelpatience": (
        "B1: ?? | 3d",
        "B2: ?? | 3h 2c",
        "B3: ?? ?? ?? ?? | Kd Qs",
        "B4: ?? ?? | Ac",
        "B5: ?? ?? | 8c 7d 6c 5d",
        "B6: | Ks Qd Jc Th 9s 8h 7s 6d",
        "B7: | 8s 7h",
        "S: ?? ?? ?? ?? ?? |",
        "W: | Tc Jh 4h Ts",
        "F1: | Kc Qh Js Td 9c 8d 7c 6h 5s 4d 3c 2d As",
    ),
    "haisty": (
        "R:" + 9 * " ??" + " | 8d",
        "B1: | 7h",
        "B2: | Jd",
        "B3: | Td",
        "B4: | Qs Jh Ts 9h",
        "S:" + 4 * " ??" + " |",
        "W: | Jc 5s Ks 7s 9d 6s 8c 6h 2h 3c 5h 8h Kc 6d 9c Kh 7d 5d 8s Qc 4h 3h",
        "F1: | Ac 2c",
        "F2: | Ad 2d 3d",
        "F3: | As 2s 3s 4s",
    ),
    "farbwechsel": (
        "S:" + 22 * " ??" + " |",
        "T: | 4c",
        "F: | Tc Jh 7c Qd Ts 2d 2s 4h 3c Th As 5h Kc 4d Js 9h 3s 9d 9c 6d 8s 8d 8c 2h",
        "W: | Td 5d 7h 7d 6h",
    ),
    "paare": (
        "S:" + 22 * " ??" + " |",
        "T: | 6s Kh",
        "F: | Qs Th 6c Qh Jd 8s 4h 4s 9c 8h 9d Qc 5d 9s Ts Ad",
        "W: | Jc Tc 8c 2s 2h 9h Js Ac Qd 3h 5c 5s",
    ),
}
