"""What lies over a table, whatever is played at it: the menu, the help, a question.

May import: i18n, ui.engine, ui.view.
"""
