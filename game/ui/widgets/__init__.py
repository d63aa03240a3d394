"""Rows, buttons, fields, groups, questions, plots: for mouse and keyboard alike.

May import: core, rules, i18n, net, ui.engine, ui.cards.
"""
