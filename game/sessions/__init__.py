"""Sessions: one interface between a table (local, remote or recorded) and the screen.

May import: core, names, system, lessons, bots, solve, storage, net, story.
"""
