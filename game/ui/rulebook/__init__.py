"""The rules of each game for people to read, with drawn examples, and the help at a table.

May import: core, rules, i18n, lessons, challenges, ui.engine, ui.view, ui.input, ui.widgets, ui.cards,
ui.covers.
"""
