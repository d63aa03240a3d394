"""Pictures that are kept while there is room for them: those used least recently are dropped first."""

from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Any, Final, Generic, ParamSpec, TypeVar

from pygame import Surface

_Key = TypeVar("_Key", bound=Hashable)
_Asked = ParamSpec("_Asked")
_PART = 4
"""What would take more than one part in so many of the room is drawn rarely, and is not kept."""


class Pictures(Generic[_Key]):
    """Pictures by what they show. Any thread may ask for one."""

    def __init__(self, room: float, make: Callable[[_Key], Surface]) -> None:
        """`room`: the most bytes of pictures; `make` makes one that is not there."""
        self.room, self._make = room, make
        self._kept: dict[_Key, Surface] = {}
        self._taken = 0
        """Bytes of what is kept."""
        self._lock = Lock()

    def get(self, key: _Key) -> Surface:
        """The picture of this."""
        found = self._kept.pop(key, None)
        if found is not None:
            self._kept[key] = found  # at the end: the last to be dropped
            return found
        found = self._make(key)
        if _PART * _bytes(found) <= self.room:
            with self._lock:
                self._drop(key)
                self._kept[key] = found
                self._taken += _bytes(found)
                for old in [*self._kept] if self._taken > self.room else ():
                    self._drop(old)
                    if self._taken <= self.room:
                        break
        return found

    def _drop(self, key: _Key) -> None:
        if old := self._kept.pop(key, None):
            self._taken -= _bytes(old)

    def clear(self) -> None:
        """Drop all of them."""
        with self._lock:
            self._kept.clear()
            self._taken = 0


def _bytes(picture: Surface) -> int:
    return picture.get_height() * picture.get_pitch()


def _drawn(asked: tuple[Callable[..., Surface], tuple[Any, ...], tuple[tuple[str, Any], ...]]) -> Surface:
    draw, args, named = asked
    return draw(*args, **dict(named))


shared: Final = Pictures(0, _drawn)
"""What is drawn of more than one part of the screen."""


def fit(size: tuple[int, int]) -> None:
    """Keep as much as is good for a window of this size in pixels: three quarters of a picture of it."""
    shared.room = 3 * size[0] * size[1]


fit((1280, 720))


def kept(draw: Callable[_Asked, Surface]) -> Callable[_Asked, Surface]:
    """Keep what this function has drawn, by what it was asked for."""

    @wraps(draw)
    def drawn(*args: _Asked.args, **named: _Asked.kwargs) -> Surface:
        return shared.get((draw, args, tuple(named.items())))

    return drawn
