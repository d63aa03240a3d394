"""Cards on the screen: where each lies, how it travels, how it is drawn; and what is said at a table.

May import: core, ui.engine, ui.view.
"""
