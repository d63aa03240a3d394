"""Everything on the screen: the only importer of pygame.

May import: nothing.
"""
