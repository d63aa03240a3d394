"""What any scene stands on: the loop, the window, the stack of scenes, text, colours, sounds.

May import: core, i18n, program, system, storage.
"""
