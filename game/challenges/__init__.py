"""Challenges: from a level file or a date, begun, raced, and what a run at one is worth.

May import: core, names, rules, i18n, program, signing, solve, sessions, storage.
"""
