"""Asking the search while somebody plays: a process of its own, and what it has said so far.

May import: core, rules, solve.
"""
