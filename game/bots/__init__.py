"""Bots: what they see, what they choose, and how long they take.

May import: core.
"""
