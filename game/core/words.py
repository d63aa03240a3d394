"""Texts for the player that are stated where nothing is translated yet."""


def N_(message: str) -> str:
    """Mark a message for the catalogues without translating it yet."""
    return message
