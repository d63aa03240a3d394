"""What is kept: settings, replays, results; files that are written whole or not at all.

May import: core, rules, i18n.
"""
