"""What several screens show: medals, ceremonies, times, deals and house rules in words, plots, notices.

May import: core, rules, i18n, system, storage, ui.engine, ui.view, ui.cards.
"""
