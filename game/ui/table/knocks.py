"""The buttons with which those who play at this screen knock for a round, each with an own key."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.state import WON
from game.i18n import _
from game.sessions.session import MatchSeat, Session
from game.ui.cards.labels import key_button
from game.ui.engine import text, theme
from game.ui.engine.pads import PAD_PRESS, Pads
from game.ui.input.keys import ENTER
from game.ui.input.legend import Legend
from game.ui.table.hud import OwnSeat

BEGIN = "begin"
"""The name of the first player's button."""
_GAP = 14
"""Between two buttons, in units."""


class Knocks(NamedTuple):
    """The buttons side by side, and where they lie on the picture, by name."""

    picture: Surface
    buttons: dict[str, Rect]


class _Face(NamedTuple):
    button: str
    words: str
    key: str
    """Empty: its player is ready."""
    hover: bool


class Keys(Protocol):
    """A keyboard, or half of one."""

    def knocks(self, event: Event) -> bool:
        """Whether it is the key that knocks."""


class _Player(NamedTuple):
    seat: MatchSeat
    button: str
    key: str
    """As it stands on the button."""
    keys: Keys | None


def is_pad_knock(event: Event) -> bool:
    """Whether a button of a gamepad was pressed that knocks for a round."""
    return event.type == PAD_PRESS and event.button in ("a", "r")


class Knockers:
    """Those who play at this screen. The session passed is the current one: on a network the seats may have
    changed since the table was laid out."""

    def __init__(self, own: Sequence[OwnSeat], keyboards: Sequence[Keys], legend: Legend, pads: Pads) -> None:
        """`own`: their trays."""
        self._own, self._keyboards, self._legend, self._pads = own, keyboards, legend, pads

    def buttons(self, session: Session, words: str, unit: float, hover: str) -> Knocks | None:
        """Those of the players who have yet to knock; None: all have. `words` on the button of one who is
        alone; two have their names on theirs."""
        faces = []
        for seat, button, key, _keys in self._players(session):
            ready = session.state.ready >> seat.seat & 1
            if session.here[1:]:
                words = _("{name}: ready") if ready else _("{name}: knock")
                words = words.format(name=session.names[seat.seat])
            faces.append(_Face(button, words, "" if ready else key, hover == button))
        return _side_by_side(tuple(faces), unit) if any(face.key for face in faces) else None

    def who(self, session: Session, event: Event, button: str) -> MatchSeat | None:
        """Who goes on with the match by this press, or by a click on this button; where nobody has to knock,
        as after the last round, anyone."""
        if session.state.phase == WON or not session.plays:
            confirms = event.type == pygame.KEYDOWN and event.key in (pygame.K_SPACE, *ENTER)
            if confirms or is_pad_knock(event) or button:
                return session
        if event.type in (pygame.KEYDOWN, PAD_PRESS):
            return self._by_key(session, event)
        return next((player.seat for player in self._players(session) if player.button == button), None)

    def _by_key(self, session: Session, event: Event) -> MatchSeat | None:
        """Whose key or pad button that knocks this is."""
        players = self._players(session)
        if event.type == PAD_PRESS:
            seat = self._pads.owner(event.pad, len(players)) if is_pad_knock(event) else -1
            return players[seat].seat if 0 <= seat < len(players) else None
        for player in players:
            if player.keys.knocks(event) if player.keys else event.key == pygame.K_SPACE:
                return player.seat
        return None

    def _players(self, session: Session) -> list[_Player]:
        if len(session.here) != len(self._keyboards):
            return [_Player(seat, BEGIN, self._legend("Space"), None) for seat in session.here[:1]]
        return [
            _Player(seat, BEGIN + tray.end, tray.caps.knock if tray.caps else "", keys)
            for seat, tray, keys in zip(session.here, self._own, self._keyboards, strict=False)
        ]


@lru_cache(maxsize=4)
def _side_by_side(faces: tuple[_Face, ...], unit: float) -> Knocks:
    """Cached, because it is requested in each step."""
    pictures = [
        key_button(face.words, face.key, unit, face.hover, len(faces) == 1)
        if face.key
        else text.render(face.words, 26 * unit, theme.GOLD)
        for face in faces
    ]
    if len(pictures) == 1:
        return Knocks(pictures[0], {faces[0].button: pictures[0].get_rect()})
    gap, high = round(_GAP * unit), max(picture.height for picture in pictures)
    wide = sum(picture.width for picture in pictures) + gap * (len(pictures) - 1)
    row, buttons, x = Surface((wide, high), pygame.SRCALPHA), dict[str, Rect](), 0
    for face, picture in zip(faces, pictures, strict=True):
        place = picture.get_rect(midleft=(x, high // 2))
        text.blit(row, picture, place.topleft)
        if face.key:
            buttons[face.button] = place
        x = place.right + gap
    return Knocks(row, buttons)
