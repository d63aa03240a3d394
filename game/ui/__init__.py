"""Everything on the screen: the only importer of pygame.

May import: nothing.
"""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # before anything here imports pygame
