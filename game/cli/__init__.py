"""The commands that need no window: they print.

May import: core, rules, i18n, bots, solve, sessions, storage, challenges, net, lan.
"""
