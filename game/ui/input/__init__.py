"""Pointer and keys become moves.

May import: core, sessions, ui.engine, ui.cards.
"""
