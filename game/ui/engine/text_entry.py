"""Entering text without a keyboard: a field asks, and the loop opens the letters on the screen."""

from typing import Final, Protocol

import pygame
from pygame.event import Event

TYPE_TEXT: Final = pygame.event.custom_type()
"""A player without a keyboard wants to fill in `field`, an TextEntry."""


class TextEntry(Protocol):
    """A field that takes text."""

    @property
    def text(self) -> str:
        """What has been typed so far."""

    @property
    def label(self) -> str:
        """What it is for."""

    def insert(self, typed: str) -> None:
        """Add typed text at the end."""

    def erase(self) -> None:
        """Remove the last character."""


def ask_for_letters(field: TextEntry) -> None:
    """Have the letters shown, to fill in this field."""
    pygame.event.post(Event(TYPE_TEXT, field=field))
