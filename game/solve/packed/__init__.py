"""Positions of single games as small numbers, for searches that see millions of them.

May import: core, rules.
"""
