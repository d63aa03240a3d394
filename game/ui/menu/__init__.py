"""The title and all that is chosen from it.

May import: core, rules, i18n, system, sessions, storage, challenges, ui.engine, ui.view, ui.widgets,
ui.covers, ui.cards, ui.rulebook, ui.lobby.
"""
