"""A race on the network: the own patience, the others beside it, and the standings after each deal.

May import: core, i18n, solve, sessions, story, challenges, net, lan, ui.engine, ui.view, ui.widgets,
ui.cards, ui.input, ui.covers, ui.play, ui.play.match, ui.play.patience.
"""
