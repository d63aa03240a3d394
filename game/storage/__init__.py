"""What is kept in the data folder: settings, replays, results; every file is written whole or not at all.

May import: core, names, rules, i18n, signing, system.
"""
