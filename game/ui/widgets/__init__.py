"""The widget library, for mouse and keyboard alike: rows, buttons, fields, groups, toasts, plots.

May import: core, names, rules, i18n, ui.engine, ui.view, ui.cards.
"""
