"""Lessons at a real table: what to do next is said above it, and its cards are lit.

May import: core, i18n, lessons, sessions, ui.engine, ui.view, ui.cards, ui.input, ui.covers, ui.play.
"""
