"""What is said among the cards of a solo game: keys, counts, what a pile needs next, hints, rising text."""

from collections.abc import Sequence

from game.core.table import Move
from game.sessions.solo import SoloSession
from game.solve.verdict import WON
from game.ui.cards.canvas import AIR, OVER
from game.ui.cards.frames import Frames
from game.ui.cards.labels import brass, pill
from game.ui.cards.moments import FADES, RISES, At, AtPile
from game.ui.cards.stage import Stage
from game.ui.engine import theme
from game.ui.engine.description import Description
from game.ui.input.keys import Legend
from game.ui.view.boxes import Column
from game.ui.view.leaves import Artwork, Gap, KeyCap, Plate, Style, Text
from game.ui.view.node import Node

GREEN, RED = (104, 196, 128), (238, 116, 98)
TELLS, _LASTS, _FLASH = 2.5, 1.1, 0.3
"""Seconds that reasons and other text rise, and that a flash is seen."""
_FOOT = 0.964
"""How far down a card it stands what a pile needs next."""
_EDGE = 9
"""The least distance of keys and counts from the window's upper edge, in units: a high stock leaves little
room."""
_COUNT = 19
"""The radius of the disc that says how many cards are left, in units."""
_NEEDS = Style(30, 32)
_BEATS = 12
"""Steps of the hint's pulse in a second."""


class Remarks:
    """Keeps the tags over and under the cards in sync with the session."""

    def __init__(
        self, stage: Stage, session: SoloSession, keys: dict[int, str], legend: Legend, courts: str
    ) -> None:
        """`courts`: the letters of jack, queen and king."""
        self._legend, self._courts = legend, dict(zip("JQK", courts.split(), strict=True))
        self._stage, self._session, self._keys = stage, session, keys
        self.frames, self._overlay = Frames(stage.overlay), stage.overlay
        self._stocks = [pile for pile, role in enumerate(stage.roles) if role == "stock"]
        self._noted = set[int]()
        """The piles that say what they need next."""
        self.renew_keys()

    def describe(self, page: Description) -> None:
        """Describe the keys on the piles and the cursor."""
        self.frames.describe(page)
        page.seat = 0
        page.keys |= self._legend.of_piles(self._keys)

    def renew_keys(self) -> None:
        """Show the keys as they are now."""
        shown = set()
        for pile, key in self._keys.items():
            if key not in shown:  # piles that share a key show it once
                self._write_key(pile, self._stage.layout.places[pile].box.y)
            shown.add(key)

    def _write_key(self, pile: int, top: float) -> None:
        """A pile's key on its upper edge."""
        box, u = self._stage.layout.places[pile].box, self._stage.layout.unit
        letter, at = self._legend(self._keys[pile]), (box.x + box.w / 2, max(_EDGE * u, top - 4 * u))
        self._overlay.say(f"key{pile}", KeyCap(letter) if letter else None, At("center", at), level=OVER)

    def refresh(self) -> None:
        """Update what can change: counts, what piles need next, whether the waste may be turned over."""
        session, stage = self._session, self._stage
        for pile in self._stocks:
            self._mark_stock(pile)
        notes = session.rules.notes(session.state.table)
        for pile in self._noted - notes.keys():
            self._overlay.end(f"note{pile}")
        self._noted = set(notes)
        for pile, rank in notes.items():
            needs, foot = _needs(self._courts.get(rank, rank)), AtPile(pile, _FOOT, anchor="midbottom")
            self._overlay.say(f"note{pile}", needs, foot, level=OVER)
        run = whole_run(session, stage.roles)
        self._overlay.frame("whole", run.src if run else None, theme.GOLD, index=-run.count if run else -1)

    def _mark_stock(self, pile: int) -> None:
        """How many cards are left on its corner, and whether the waste may be turned over."""
        stage, u, sprites = self._stage, self._stage.layout.unit, self._stage.piles[pile]
        top = stage.card(pile)
        count = brass(len(sprites), _COUNT) if sprites else None
        at = top.right - 13 * u, top.bottom - 15 * u
        self._overlay.say(f"count{pile}", count, At("center", at), level=OVER)
        if pile in self._keys:
            self._write_key(pile, top.y)  # the stock rises above its place
        again = not sprites and any(move.dst == pile for move in self._session.moves)
        size, place = 0.46 * top.w / u, theme.colors.place
        ring = Plate((*place, 0), (*place, 130), size / 2, 0.1 * size, wide=size, high=size)
        self._overlay.show(f"again{pile}", ring if again else None, AtPile(pile))

    # -- what is shown for a moment

    @property
    def moving(self) -> bool:
        """Whether the hint pulses."""
        return bool(self._session.advice)

    def rise(
        self,
        words: str,
        at: At | AtPile,
        now: float,
        color: theme.Color,
        size: float = 34,
        lasts: float = _LASTS,
    ) -> None:
        """Let text rise from there; it replaces text still rising there."""
        self._overlay.say(f"rise{at}", pill(words, size, color), at, until=now + lasts, enters=RISES)

    def flash(self, pile: int, now: float, color: theme.Color, wrong: bool = False) -> None:
        """Flash a frame around a pile; `wrong`: with a cross."""
        end, size = now + _FLASH, 0.5 * self._stage.card(pile).w / self._stage.layout.unit
        self._overlay.frame(f"flash{pile}", pile, color, AIR, until=end, enters=FADES)
        cross = Artwork("sign/cross", size, color, wide=size, high=size) if wrong else None
        self._overlay.say(f"cross{pile}", cross, AtPile(pile), until=end)

    def step(self, now: float) -> None:
        """Pulse the hint."""
        advice = self._session.advice
        move = advice.move if advice else None
        tint = theme.GOLD if advice and advice.verdict == WON else theme.colors.ivory
        color = (*tint, 90 + 20 * self._stage.pulse(now, _BEATS))
        taken = -move.count if move and move.count else -1
        self._overlay.frame("hint from", move.src if move else None, color, index=taken)
        onto = move.dst if move and move.src not in (move.dst, *self._stocks) else None
        self._overlay.frame("hint to", onto, color)


def _needs(words: str) -> Node:
    """What a pile needs next."""
    return Column(Text(words, _NEEDS), Gap(wide=20), gap=0, ground="note", pad=(10, 0))


def whole_run(session: SoloSession, roles: Sequence[str]) -> Move | None:
    """The move of several cards at once onto a foundation, which the player must request; None: there is
    none."""
    if session.over or session.rules.reflex:
        return None
    whole = [move for move in session.moves if move.count > 1 and roles[move.dst] == "foundation"]
    return whole[0] if whole else None
