"""Putting games together: which session and which scene begin when a player asks for a game.

May import: core, rules, i18n, system, lessons, bots, solve, sessions, storage, challenges, ui.engine,
ui.play, ui.play.match, ui.play.patience, ui.play.lesson, ui.lobby.
"""
