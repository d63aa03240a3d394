"""The rules of play: cards, tables, moves, matches. No clock, no socket, no file, no screen.

May import: nothing.
"""
