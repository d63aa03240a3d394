"""The settings: pages of rows, each of which changes a setting at once.

May import: core, rules, i18n, storage, ui.engine, ui.view, ui.input, ui.widgets, ui.covers,
ui.play.match, ui.play.patience.
"""
