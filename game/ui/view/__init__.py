"""A screen is a value: a tree of nodes that one engine measures, places, focuses, paints and describes.

May import: core, names, i18n, ui.engine.
"""
