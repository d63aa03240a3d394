"""The scenes of a match, from the joint knock to the podium.

May import: core, rules, i18n, system, story, sessions, storage, net, lan, ui.engine, ui.view, ui.widgets,
ui.cards, ui.input, ui.covers, ui.play, ui.rulebook.
"""
