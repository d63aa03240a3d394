"""The game in a real window, under a virtual X server; skipped where there is none."""
