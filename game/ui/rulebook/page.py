"""A game's rules and the help at a table, as pages that are turned."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.rules import Rules
from game.i18n import _
from game.rules import games
from game.rules.options import standing
from game.ui.covers.cover import Cover, PausableTable
from game.ui.engine import text, theme
from game.ui.engine.scene import Context
from game.ui.input.commands import Command, help_rows
from game.ui.input.half_legend import HalfLegend
from game.ui.input.keys import Legend
from game.ui.rulebook.books import chapters_of
from game.ui.rulebook.example import Drawing, Example
from game.ui.view.boxes import Column, Row
from game.ui.view.leaves import NOTE, Button, Gap, Rule, Style, Text
from game.ui.view.node import Node
from game.ui.widgets.house_rules import rule_words, title_words

_COLUMN, _BETWEEN, _HIGH = 564, 36, 554
"""The width and the height of a column, and the gap between two."""
_TITLE, _HOUSE = Style(38, 50), Style(21, 27, "gold")
_LEADING = 1.14
"""A line's height relative to its letters'."""
_INDENT, _MOST_INDENT = 8.6, 0.42
"""The width of the keys in a table, relative to the height of its letters, and as a share of a column."""
_CAPS = 4
"""As many keys have a cap each."""
_NARROW = 0.5
"""A picture no wider than this share of a column has its words beside it."""


class Block(NamedTuple):
    """What stays together in a column, and the space below it."""

    node: Node
    after: float


def _style(letters: float, u: float, leading: float = _LEADING, color: str = "ivory") -> Style:
    return Style(letters, leading * text.size(letters * u) / u, color)


def paragraph(words: str, u: float, picture: Node | None = None, mark: str = "") -> Block:
    """A few sentences, beside or below a picture if there is one, and a mark above them."""
    said: Node = Text(words, _style(22, u), at="start", wraps=True)
    if mark:
        said = Column(Text(mark, _style(20, u, color="gold"), at="start"), said, gap=0)
    if not picture:
        return Block(said, 14)
    if picture.width(u) > _NARROW * _COLUMN * u:
        return Block(Column(picture.replaced(align="start"), said, gap=9), 14)
    return Block(Row(picture.replaced(align="middle"), said.replaced(grow=1.0, align="middle"), gap=17), 14)


def key_row(keys: Sequence[str], meaning: str, u: float, columns: int = 1) -> Block:
    """A key, or what the pointer does, and what that means. `columns`: of keys, for two players each."""
    style = _style(20, u)
    wide = min(_INDENT * columns * text.size(20 * u) / u, _MOST_INDENT * _COLUMN)
    what = Text(meaning, style, at="start", wraps=True, grow=1)
    each = wide / len(keys) - 10

    def cap(words: str) -> Node:
        return Row(Text(words, style, wraps=bool(keys[1:])), ground="tag", pad=(9, 1), align="start")

    caps = (Row(*map(cap, _caps(key)), gap=4, align="start") for key in keys)
    return Block(Row(*(Column(row, wide=each) for row in caps), what, gap=10), 3)


def _caps(keys: str) -> Sequence[str]:
    """Each of a few keys, or all of many."""
    each = keys.split(" · ") if " · " in keys else keys.split(" ")
    single = " · " in keys or all(len(key) == 1 for key in each)
    return each if single and len(each) <= _CAPS else [keys]


def chapter(heading: str, blocks: Sequence[Block], u: float) -> list[Block]:
    """The blocks below a heading, which stays with the first."""
    head = Text(heading, _style(28, u, 1.3), at="start")
    first = blocks[0]._replace(node=Column(head, Rule(high=1), blocks[0].node, gap=5))
    *most, last = (first, *blocks[1:])
    return [*most, last._replace(after=last.after + 6)]


def set_pages(title: str, house: str, blocks: Sequence[Block], u: float) -> list[Node]:
    """The pages, column by column. `house`: the house rules, at the right of the title."""
    columns, used = [list[Node]()], 0.0
    for node, after in blocks:
        high = node.height(u, _COLUMN * u) / u
        if used and used + high > _HIGH:
            columns.append([])
            used = 0.0
        columns[-1] += [node, Gap(high=after)]
        used += high + after
    head = Row(Text(title, _TITLE), Text(house, _HOUSE, at="end", grow=1), gap=40, high=68)
    nodes = [Column(*column, gap=0, wide=_COLUMN) for column in columns]
    pairs = (nodes[at : at + 2] for at in range(0, len(nodes), 2))
    return [Column(Gap(high=8), head, Row(*pair, gap=_BETWEEN), gap=0) for pair in pairs]


_WIDE = 176
"""A button, in units."""
_ON = (pygame.K_RIGHT, pygame.K_DOWN, pygame.K_PAGEDOWN)
_BACK = (pygame.K_LEFT, pygame.K_UP, pygame.K_PAGEUP)
_SHUT = (pygame.K_ESCAPE, pygame.K_BACKSPACE)


class RulePage(Cover[None]):
    """The rules of a game with these house rules, a page at a time; push it over any scene. Another key than
    those that turn pages closes it."""

    first = "on"
    _page = 0
    _pages: Sequence[Node] = ()
    _most: int | None = None
    """How many chapters it has, and nothing of house rules, if not all."""

    def __init__(self, rules: Rules, table: PausableTable | None = None) -> None:
        """`table`: the one that it covers, if it covers one."""
        super().__init__(table)
        self._rules = rules
        self._widths: set[int] = set()
        """Of the cards drawn for it."""

    def leave(self) -> None:
        """Drop the pictures of its cards and text: it has more text than all other scenes together."""
        super().leave()
        text.forget()
        self.ctx.cards.drop(*self._widths)

    def handle(self, event: Event, now: float) -> None:
        """A click beside the buttons turns pages too, and so does the wheel."""
        super().handle(event, now)
        if event.type == pygame.MOUSEWHEEL:
            self._turn(-1 if event.y > 0 else 1)
        elif event.type == pygame.MOUSEBUTTONDOWN and not self._on_button(event.pos):
            if event.button == pygame.BUTTON_LEFT:
                self._on()
            elif event.button == pygame.BUTTON_RIGHT:
                self._turn(-1)

    def key(self, event: Event) -> bool:
        """Turn pages; any key without a meaning closes it."""
        if event.key in _ON:
            self._turn(1)
        elif event.key in _BACK:
            self._turn(-1)
        elif event.key in _SHUT or not super().key(event):
            self.back()
        return True

    def show_help(self) -> None:
        """It is shown already: close it."""
        self.back()

    def view(self) -> Node:
        last = self._page + 1 >= len(self._pages)
        foot = Row(
            Button(_("Back"), self.back, icon="back", name="on" if last else "", wide=_WIDE),
            Text(f"{self._page + 1} / {len(self._pages)}" if self._pages[1:] else "", NOTE, grow=1),
            Button(_("Previous page"), lambda: self._turn(-1), name="before", wide=_WIDE)
            if self._page
            else Gap(wide=_WIDE),
            Gap(wide=_WIDE) if last else Button(_("Next page"), self._on, name="on", wide=_WIDE),
            gap=10,
            high=38,
        )
        page = Column(*self._pages[self._page : self._page + 1], high=630)
        return self.sheet(page, foot, gap=10, wide=1224, high=692, pad=(30, 0))

    def draw(self, surface: Surface, now: float, alpha: float, full: bool) -> Sequence[Rect]:
        """Set the pages for this size of window, and show one."""
        if full:
            u, house = theme.unit(surface.get_size()), [] if self._most else rule_words(self._rules)
            self._pages = set_pages(title_words(self._rules), " · ".join(house), self._blocks(u), u)
            self._page = min(self._page, len(self._pages) - 1)
        return super().draw(surface, now, alpha, full)

    def _on_button(self, pos: tuple[int, int]) -> bool:
        return any(each.rect.collidepoint(pos) for each in self.tree.controls)

    def _on(self) -> None:
        """The next page, or back where there is none."""
        if self._page + 1 < len(self._pages):
            self._turn(1)
        else:
            self.back()

    def _turn(self, by: int) -> None:
        to = max(0, min(len(self._pages) - 1, self._page + by))
        if to != self._page:
            self._page = to
            self.tree.focus("on")
            text.forget()
            self.ctx.redraw()

    def _blocks(self, u: float) -> list[Block]:
        """The chapters."""
        blocks = []
        for title, rules in chapters_of(self._rules)[: self._most]:
            said = [
                paragraph(_(words), u, example and self._picture(example, u), self._standing(option))
                for words, example, option in rules
            ]
            blocks += chapter(_(title), said, u) if title else said
        return blocks

    def _standing(self, option: str) -> str:
        return _(words) if option and (words := standing(self._rules, option)) else ""

    def _picture(self, example: Example, u: float) -> Node:
        drawing = Drawing(example, self._rules, self.ctx.cards.image, u)
        self._widths.add(drawing.card)
        return drawing.node


Rows = list[tuple[str, ...]]
"""Keys, or what the pointer does, and what each of them means; where each of two has a key, these first."""


class HelpText(NamedTuple):
    """What the help says before the rules at length."""

    devices: Sequence[tuple[str, Rows]]
    """Keys, mouse and so on, each with its heading."""
    short: Sequence[str]
    """The rules in short."""
    chapters: int | None = None
    """How many chapters of the rules hold here; None: all."""


def keys_of(legend: Legend, make: Callable[[Legend], Rows]) -> Rows:
    """What `make` makes of the keys; of two players' side by side, where these are not the same."""
    if not isinstance(legend, HalfLegend):
        return make(legend)
    rows = [
        (first, meaning) if first == second else (first, second, meaning)
        for (first, meaning), (second, _meaning) in zip(*map(make, legend.both), strict=True)
    ]
    below = [(_("players below"), _("a gamepad each, or the mouse"))] if legend.keyless else []
    return [(_("left player"), _("right player"), ""), *rows, *below]


def help_of(
    legend: Legend,
    commands: Sequence[Command],
    short: Sequence[str],
    keys: Callable[[Legend], Rows] | None = None,
    mouse: Rows | None = None,
    pad: Sequence[tuple[str, ...]] = (),
) -> HelpText:
    """The devices, the one in use first: what they do with the cards, if anything, and the commands."""

    def rows(legend: Legend) -> Rows:
        return [*(keys(legend) if keys else ()), *help_rows(commands, legend.told)]

    devices = [(_("Keys"), [*(keys_of(legend, rows) if keys else rows(legend)), *_window()])]
    if mouse:
        devices.append((_("Mouse"), mouse))
    if legend.has_pad and (pads := [*pad, *help_rows(commands, legend.pad)]):
        devices.insert(0 if legend.make else 2, (_("Gamepad"), pads))
    return HelpText(devices, short)


def of_duel(words: HelpText) -> HelpText:
    """In a duel, where it goes as alone, but for other points and to another end."""
    short = [
        _("Whoever presses the right key first gets the card. A wrong key freezes you for a second."),
        _("Each correct press scores 1 point, whichever pile it is for."),
        _("The deal ends with the stock: the waste is not played again."),
    ]
    return words._replace(short=short, chapters=1)


def _window() -> Rows:
    """Keys that mean the same everywhere."""
    return [
        (_("F11 or Alt+Enter"), _("fullscreen")),
        ("F8", _("sound off and on")),
        ("F1", _("this help")),
    ]


class HelpScene(RulePage):
    """The keys and the rules in short on the first page."""

    def __init__(self, table: PausableTable, rules: Rules, words: HelpText) -> None:
        super().__init__(rules, table)
        self.words, self._most = words, words.chapters

    def _blocks(self, u: float) -> list[Block]:
        blocks = []
        for device, rows in self.words.devices:
            columns = max(map(len, rows)) - 1
            blocks += chapter(device, [key_row(keys, meaning, u, columns) for *keys, meaning in rows], u)
        if short := [paragraph(words, u) for words in self.words.short]:
            blocks += chapter(_("In short"), short, u)
        return blocks + super()._blocks(u)


def rulebook(ctx: Context, game: str) -> RulePage:
    """The rules of this game, with the player's house rules."""
    return RulePage(ctx.settings.rules(games()[game]))
