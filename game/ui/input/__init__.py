"""Pointer, keys and gamepads become moves.

May import: core, i18n, sessions, storage, ui.engine, ui.view, ui.cards.
"""
