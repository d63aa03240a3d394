"""Who plays: one interface between a table, wherever it is, and whoever looks at it.

May import: core, bots, solve, storage, net.
"""
