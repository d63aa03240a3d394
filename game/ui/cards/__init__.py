"""Cards on the screen: where each lies, how it travels, how it is drawn.

May import: core, ui.engine, ui.view.
"""
