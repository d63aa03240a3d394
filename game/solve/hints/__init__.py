"""Hints during play: the solver in a process of its own, and a cache of its answers.

May import: core, rules, system, solve.
"""
