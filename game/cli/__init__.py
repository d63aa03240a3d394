"""The commands that need no window: they print.

May import: core, rules, i18n, solve, sessions, storage, challenges, net, lan.
"""
