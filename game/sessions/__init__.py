"""Sessions: one interface between a table (local, remote or recorded) and the screen.

May import: core, bots, solve, storage, net.
"""
