"""The keys at the tables: all of them, each to be changed."""

from collections.abc import Callable, Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.i18n import _
from game.ui.engine import text, theme
from game.ui.engine.page import Described
from game.ui.engine.scene import Context
from game.ui.input.keymap import SLOTS, Keymap, Slot, key_words, usable
from game.ui.widgets.form_scene import FormScene
from game.ui.widgets.group import Group, place_column
from game.ui.widgets.hint import HintBar
from game.ui.widgets.rows import Button
from game.ui.widgets.scrolled import Scrolled
from game.ui.widgets.two_panels import draw_two_panels

_PAD = 18
"""The padding around rows, in units."""
_LETTERS, _LINE = 22, 29
"""Height of letters and lines on the left, in units."""


class _KeyRow(Button):
    """What a key does, and the key."""

    def __init__(self, slot: Slot, label: str, key: str, action: Callable[[], None]) -> None:
        super().__init__(label, action)
        self.slot, self._key = slot, key
        self.help = _("Enter, then the new key. Esc leaves it as it is.")

    def described(self) -> Described:
        return super().described() | {"key": self._key}

    def draw_inside(self, surface: Surface) -> None:
        self.draw_label(surface)
        field = self.field()
        middle = field.right - 70 * self.u, field.centery
        text.draw(surface, self._key, self.size, theme.GOLD, max_width=field.w * 0.9, center=middle)


class KeysScene(FormScene):
    """Lies over the settings; the scene beneath goes on."""

    wrong = ""
    """What happened to the key pressed last."""
    _waits: str | None = None
    """The slot whose new key is awaited."""

    def enter(self, ctx: Context) -> None:
        """Show all keys."""
        super().enter(ctx)
        self._list = Scrolled()
        self._build(0)

    def _build(self, focus: int) -> None:
        settings = self.ctx.settings
        self._keymap = Keymap(settings.keys, settings.left_handed)
        rows = [self._row(slot) for slot in SLOTS]
        self._list.rows = rows
        self._foot = [Button(_("Standard keys"), self._reset), Button(_("Back"), self.back)]
        self.group = Group([*rows, *self._foot], focus)

    def _row(self, slot: Slot) -> _KeyRow:
        key = _("Press a key …") if self._waits == slot.name else key_words(self._keymap.key_of(slot.name))
        number = slot.name.split()[-1]
        return _KeyRow(slot, _(slot.label).format(n=number), key, lambda: self._ask(slot.name))

    # -- choosing

    def _ask(self, name: str) -> None:
        self._waits, self.wrong = name, ""
        self.ctx.redraw()

    def _choose(self, name: str, key: int) -> None:
        """Give the slot this key, unless it always means the same."""
        if not usable(key):
            self.wrong = _("{key} cannot be chosen.").format(key=key_words(key) or "?")
            return
        if other := self._keymap.choose(name, key):
            slot = next(slot for slot in SLOTS if slot.name == other)
            words = _("{key} was “{other}”, which is now on {former}.")
            label = _(slot.label).format(n=other.split()[-1])
            former = key_words(self._keymap.key_of(other))
            self.wrong = words.format(key=key_words(key), other=label, former=former)
        self._keep(self._keymap.chosen)

    def _reset(self) -> None:
        self.wrong = ""
        self._keep({})

    def _keep(self, chosen: dict[str, str]) -> None:
        self.ctx.settings.keys = chosen
        self.ctx.apply_settings()
        self.ctx.redraw()

    # -- the scene

    def handle(self, event: Event, now: float) -> None:
        """While a key is awaited it is taken, whatever it is; Esc leaves all as it is."""
        if self._waits is None or event.type != pygame.KEYDOWN:
            super().handle(event, now)
            return
        name, self._waits = self._waits, None
        if event.key != pygame.K_ESCAPE and not hasattr(event, "pad"):
            self._choose(name, event.key)
        self.ctx.redraw()

    def take(self, event: Event) -> None:
        """As in any form; the wheel scrolls."""
        if event.type == pygame.MOUSEWHEEL and self._list.scroll(-event.y):
            self.ctx.redraw()
            return
        before = self.group.index
        self.group.handle(event)
        if before != self.group.index and event.type == pygame.KEYDOWN:
            self.wrong = ""
            self.ctx.redraw()

    def step(self, now: float) -> None:
        """Let the scene beneath go on."""
        self.ctx.stack[self.ctx.stack.index(self) - 1].step(now)

    def rest(self, now: float) -> float:
        """As the scene beneath."""
        return self.ctx.stack[self.ctx.stack.index(self) - 1].rest(now)

    def lay_out(self, surface: Surface) -> None:
        """An explanation on the left, the keys on the right."""
        focus = self.group.index
        self.group.blur()
        self._build(focus)
        left, right, plate, x, top, wide, u = draw_two_panels(surface, _("Keys"))
        pad = _PAD * u
        self._explain(surface, left.inflate(-2 * round(pad), -2 * round(pad)), u)
        here = self.group.widgets[self.group.index]
        self._list.lay_out(surface, right.inflate(-2 * round(pad), -2 * round(pad)), u, here)
        self.hint_bar = HintBar(surface, plate, u, _("Up, Down: choose a row · Enter: change it · Esc: back"))
        half = wide / 2 - 3 * u
        for i, button in enumerate(self._foot):
            place_column(
                [button], x + wide / 2 + (i - 1) * 266 * u + 3 * u, top + 658 * u, min(half, 260 * u), u
            )

    def _explain(self, surface: Surface, box: Rect, u: float) -> None:
        y: float = box.y
        for paragraph in self._paragraphs():
            lines = text.wrap(paragraph, _LETTERS * u, box.w)
            text.draw_lines(surface, lines, _LETTERS * u, theme.IVORY, _LINE * u, topleft=(box.x, y))
            y += (len(lines) + 0.5) * _LINE * u

    @staticmethod
    def _paragraphs() -> Sequence[str]:
        return (
            _("Haisty: pile 1 is the 13-pile, 2 to 5 are the build piles, 6 the turned cards, 7 the table."),
            _("Patiences: the piles are the columns from the left."),
            _("Esc always opens the menu, F1 the help; Enter always turns the hand, too."),
            _("With Left-handed in the settings all keys lie the other way round."),
        )
