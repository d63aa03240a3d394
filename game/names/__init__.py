"""Texts that people type: one printable line, in one form; and names that look alike.

May import: core.
"""
