"""Rows, buttons, fields, groups, plots: for mouse and keyboard alike.

May import: core, rules, i18n, net, ui.engine, ui.cards.
"""
