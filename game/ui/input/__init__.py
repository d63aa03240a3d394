"""Pointer and keys become moves.

May import: core, i18n, sessions, ui.engine, ui.cards, ui.table, ui.solo.
"""
