"""The catalogues of the other languages, and what makes them, for development.

May import: i18n.
"""
