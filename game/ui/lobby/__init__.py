"""Tables on the network: found, opened, entered, and the places there before the match.

May import: core, rules, i18n, system, storage, challenges, net, lan, ui.engine, ui.view, ui.widgets,
ui.input, ui.covers, ui.rulebook, ui.settings, ui.play, ui.play.match, ui.play.race.
"""
