"""The table, whatever is played at it: its stage and its clock, and the extras that follow what happens.

May import: core, i18n, system, sessions, ui.engine, ui.view, ui.widgets, ui.cards, ui.input, ui.covers,
ui.rulebook.
"""
