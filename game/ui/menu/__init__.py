"""The title and all that is chosen from it.

May import: core, rules, i18n, storage, challenges, ui.engine, ui.widgets, ui.cards, ui.rulebook, ui.lobby.
"""
