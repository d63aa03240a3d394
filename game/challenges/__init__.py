"""A level file or a date becomes a challenge; what its end is worth.

May import: core, rules, i18n, solve, sessions, storage.
"""
