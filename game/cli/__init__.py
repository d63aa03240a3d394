"""The command line: its arguments, and the commands that need no window, a module each.

May import: core, names, rules, i18n, program, signing, system, solve, sessions, storage, challenges,
net, lan.
"""
