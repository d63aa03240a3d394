"""Draws the table before the match: the layout of panels and widgets, and the text on them."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pygame import Rect, Surface

from game.i18n import _
from game.lan.discovery import interfaces
from game.lan.table import RemoteTable, names_of
from game.net.wire.messages import Room
from game.net.wire.packet import PORT
from game.ui.engine import text, theme
from game.ui.engine.tabletop import tabletop
from game.ui.lobby.seats import LIT, draw_seat
from game.ui.widgets.group import GAP, place_column
from game.ui.widgets.house_rules import MatchRules, house_rule_rows
from game.ui.widgets.rows import Button, Choice, Widget

_LEFT, _RIGHT, _BETWEEN, _PAD = 630, 490, 18, 18
"""Widths of the two columns, the gap between panels, and their padding, in units."""
_TOP, _HIGH, _HEAD = 80, 512, 42
"""The columns' top and height, and the height of a panel's heading."""
_TALL, _WATCH, _LINE = 100, 36, 26
"""The greatest height of a seat's row, the least height of the watchers' panel and of a line in it."""
_REMOVE, _LEVEL, _ADD = 40, 168, 190
"""Widths of the buttons in a seat's row: remove, a bot's level, another bot."""
_FOOT, _KNOCK, _SIDE = 608, (400, 60), 240
"""Top and size of the big button at the foot, and the width of the buttons beside it."""
_WORDS = 690
_COMPANY = 148
"""Width of the choice of how many play here, in units."""
_ADDRESSES = 2
"""The most addresses shown."""


class LobbyState(NamedTuple):
    """What is drawn besides the widgets."""

    room: Room | None
    lan: RemoteTable
    house: MatchRules
    words: str
    """What the match is waiting for."""
    back: Callable[[int, int], Surface]
    """Paints a card's back."""


class MainButton(Button):
    """The button at the foot; `lit` once it has been pressed and waits for the others."""

    lit = False

    def __init__(self, action: Callable[[], None]) -> None:
        super().__init__("", action, primary=True)

    def draw(self, surface: Surface) -> None:
        if not self.lit:
            super().draw(surface)
            where = self.rect.right - 20 * self.u, self.rect.centery
            text.draw(surface, _("Space"), 20 * self.u, theme.INK, midright=where)
            return
        edge = theme.IVORY if self.focused else theme.GOLD
        radius, line = round(10 * self.u), max(1, round(2 * self.u))
        surface.blit(theme.rounded(self.rect.size, radius, LIT, edge, line), self.rect)
        text.draw(surface, _("ready"), 34 * self.u, theme.GOLD, center=self.rect.center)


class RemoveButton(Button):
    """The small cross that empties a seat."""

    def __init__(self, action: Callable[[], None]) -> None:
        super().__init__("×", action)

    @property
    def size(self) -> float:
        return 40 * self.u


def draw_lobby(surface: Surface, state: LobbyState, widgets: Mapping[str, Widget]) -> None:
    """Draw everything but the widgets, and lay those out."""
    size = wide, high = surface.get_size()
    u = theme.unit(size)
    surface.blit(tabletop(size), (0, 0))
    left, top = (wide - (_LEFT + _BETWEEN + _RIGHT) * u) / 2, (high - 720 * u) / 2
    right = left + (_LEFT + _BETWEEN) * u
    _draw_header(surface, state, left, top, u)
    if state.room:
        bottom = _draw_seats(surface, state, state.room, widgets, (left, top + _TOP * u), u)
        _draw_watchers(surface, state.room, (left, bottom, top + (_TOP + _HIGH) * u), u)
        bottom = _draw_you(surface, widgets, (right, top + _TOP * u), u)
        _draw_house(surface, state, widgets, (right, bottom, top + (_TOP + _HIGH) * u), u)
    middle = wide / 2
    foot = Rect(0, 0, round(_KNOCK[0] * u), round(_KNOCK[1] * u))
    foot.midtop = round(middle), round(top + _FOOT * u)
    for key, x in (("sit", left), ("main", foot.x), ("leave", right + (_RIGHT - _SIDE) * u)):
        if widget := widgets.get(key):
            widget.u = u
            size = foot.size if key == "main" else (round(_SIDE * u), round(48 * u))
            widget.rect = Rect((0, 0), size)
            widget.rect.midleft = round(x), foot.centery
    if "main" not in widgets:
        text.draw(surface, state.words, 26 * u, theme.GOLD, max_width=foot.w * 1.4, center=foot.center)
    else:
        below = middle, top + _WORDS * u
        text.draw(surface, state.words, 23 * u, theme.GOLD, max_width=wide * 0.9, center=below)


def addresses(lan: RemoteTable) -> list[str]:
    """The addresses of a table hosted here, the likeliest to work first; none for another's table."""
    if lan.server is None:
        return []
    found = [ip.ip for interface in interfaces() for ip in interface.ipv4 if not ip.is_link_local]
    found.sort(key=lambda ip: (not ip.is_private, not str(ip).startswith("192.168.")))
    port = lan.server.ports.port
    return [str(ip) if port == PORT else f"{ip}:{port}" for ip in found[:_ADDRESSES]]


def _draw_header(surface: Surface, state: LobbyState, left: float, top: float, u: float) -> None:
    right, y = left + (_LEFT + _BETWEEN + _RIGHT) * u, top + 44 * u
    if where := addresses(state.lan):
        x = right
        if state.lan.code:
            words = _("code {code}").format(code=state.lan.code)
            end = text.draw(surface, words, 27 * u, theme.GOLD, max_width=320 * u, midright=(x, y - 11 * u))
            x = end.x - round(18 * u)
        end = text.draw(surface, "  ·  ".join(where), 27 * u, theme.IVORY, midright=(x, y - 11 * u))
        words = _("Others see this table in their list, or can enter this address.")
        line = text.draw(surface, words, 20 * u, theme.MIST, midright=(right, y + 15 * u))
        right = min(end.x, line.x) - 24 * u
    name = state.room.name if state.room and state.room.name.strip() else _("The table")
    text.draw(surface, name, 48 * u, theme.IVORY, max_width=right - left, midleft=(left, y))


def _panel(surface: Surface, box: Rect, heading: str, u: float) -> None:
    theme.panel(surface, box, u)
    text.draw(surface, heading, 23 * u, theme.MIST, midleft=(box.x + _PAD * u, box.y + 22 * u))


def _draw_seats(
    surface: Surface,
    state: LobbyState,
    room: Room,
    widgets: Mapping[str, Widget],
    at: tuple[float, float],
    u: float,
) -> float:
    """The seats; returns the y below their panel and the gap."""
    count = len(room.places)
    pitch = min(_TALL + GAP, (_HIGH - _BETWEEN - _WATCH - _HEAD - _PAD + GAP) / count)
    box = Rect(round(at[0]), round(at[1]), round(_LEFT * u), round((_HEAD + count * pitch - GAP + _PAD) * u))
    taken = sum(place.kind != "empty" for place in room.places)
    _panel(surface, box, _("At the table"), u)
    seats = _("{taken} of {seats} seats taken").format(taken=taken, seats=count)
    text.draw(surface, seats, 20 * u, theme.MIST, midright=(box.right - _PAD * u, box.y + 22 * u))
    for number in range(count):
        row = Rect(
            round(at[0] + _PAD * u),
            round(at[1] + (_HEAD + number * pitch) * u),
            round((_LEFT - 2 * _PAD) * u),
            round((pitch - GAP) * u),
        )
        end = row.right
        for key, width in (("remove", _REMOVE), ("level", _LEVEL), ("add", _ADD)):
            if widget := widgets.get(f"{key}{number}"):
                widget.u = u
                widget.rect = Rect(0, 0, round(width * u), min(round(40 * u), row.h - round(8 * u)))
                widget.rect.midright = end - round(6 * u), row.centery
                end = widget.rect.x
        own = room.places[number].member in state.lan.members_here
        draw_seat(surface, row, room, number, own, state.back, row.right - end, u)
    return box.bottom + _BETWEEN * u


def _draw_watchers(surface: Surface, room: Room, at: tuple[float, float, float], u: float) -> None:
    """The watchers, in the part of the column below the seats."""
    x, y, bottom = at
    box = Rect(round(x), round(y), round(_LEFT * u), round(bottom) - round(y))
    names = ", ".join(name.strip() or _("somebody") for name in room.watchers) or _("nobody")
    color = theme.IVORY if room.watchers else theme.MIST
    inside = box.w - 2 * _PAD * u
    if box.h < (_HEAD + _LINE) * u:
        theme.panel(surface, box, u)
        head = text.draw(surface, _("Watching"), 21 * u, theme.MIST, midleft=(box.x + _PAD * u, box.centery))
        where = head.right + 14 * u
        end = box.right - _PAD * u - where
        text.draw(surface, names, 21 * u, color, max_width=end, midleft=(where, box.centery))
        return
    _panel(surface, box, _("Watching"), u)
    lines = text.wrap(names, 22 * u, inside)[: max(1, int((box.h / u - _HEAD - 10) // _LINE))]
    first = box.x + _PAD * u, box.y + (_HEAD + 0.5 * _LINE) * u
    text.draw_lines(surface, lines, 22 * u, color, _LINE * u, inside, midleft=first)


def _draw_you(surface: Surface, widgets: Mapping[str, Widget], at: tuple[float, float], u: float) -> float:
    """The own name and card back, and how many play here; returns the y below the panel and the gap."""
    rows = [widgets[key] for key in ("name", "back") if key in widgets]
    bottom = place_column(rows, at[0] + _PAD * u, at[1] + _HEAD * u, (_RIGHT - 2 * _PAD) * u, u)
    if company := widgets.get("company"):
        name = rows[0].rect
        company.u, company.rect = u, Rect(0, name.y, round(_COMPANY * u), name.h)
        company.rect.right, name.w = name.right, name.w - company.rect.w - round(GAP * u)
    box = Rect(round(at[0]), round(at[1]), round(_RIGHT * u), round(bottom + (_PAD - GAP) * u - at[1]))
    _panel(surface, box, _("You"), u)
    return box.bottom + _BETWEEN * u


def _draw_house(
    surface: Surface,
    state: LobbyState,
    widgets: Mapping[str, Widget],
    at: tuple[float, float, float],
    u: float,
) -> None:
    """What is played: rows of choices for the owner, text for the others."""
    x, y, bottom = at
    box = Rect(round(x), round(y), round(_RIGHT * u), round(bottom) - round(y))
    _panel(surface, box, _("House rules"), u)
    inside = box.x + _PAD * u, box.y + _HEAD * u, box.w - 2 * _PAD * u
    if "house0" in widgets:
        place_column([widgets[f"house{i}"] for i in range(5)], *inside, u)
        return
    room = state.room
    owner = next(
        (i for i, place in enumerate(room.places) if place.member == room.owner) if room else iter(()), None
    )
    if room and owner is not None:
        words = _("set by {name}").format(name=names_of(room)[owner])
        text.draw(surface, words, 20 * u, theme.MIST, midright=(box.right - _PAD * u, box.y + 22 * u))
    rules = house_rule_rows(state.house, lambda house: None)
    rows = [Choice(rule.label, [*enumerate(rule.names)], rule.at, rule.changed) for rule in rules]
    place_column(rows, *inside, u)
    for row in rows:
        line = Rect(row.rect)
        surface.blit(theme.rounded(line.size, round(8 * u), (0, 0, 0, 40)), line)
        row.draw_label(surface)
        where = line.right - 16 * u, line.centery
        text.draw(surface, row.name, 25 * u, theme.IVORY, max_width=line.w * 0.44, midright=where)
