"""The scenes of a game for one.

May import: core, i18n, system, solve, sessions, storage, challenges, ui.engine, ui.view, ui.widgets,
ui.cards, ui.input, ui.covers, ui.play, ui.rulebook.
"""
