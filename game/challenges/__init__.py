"""Challenges: from a level file or a date, begun, raced, what a run at one is worth, and the week's ladder.

May import: core, names, rules, i18n, program, signing, system, solve, sessions, storage.
"""
