"""A race on the network: the own patience, the others beside it, and the standings after each deal.

May import: core, rules, i18n, solve, sessions, storage, challenges, net, lan, ui.engine, ui.view, ui.widgets,
ui.cards, ui.input, ui.covers, ui.play, ui.play.match, ui.play.patience.
"""
