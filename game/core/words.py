"""Marks texts for translation in modules that do not translate."""


def N_(message: str) -> str:
    """Mark a message for the catalogues without translating it yet."""
    return message
