"""The table, whatever is played at it: its stage and its clock, and the extras that follow what happens.

May import: core, sessions, ui.engine, ui.cards, ui.input, ui.widgets.
"""
