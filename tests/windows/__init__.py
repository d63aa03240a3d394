"""The program for Windows, built and tried on Linux by Wine and the driver of tests/desktop.

`make windows` puts all of it together in `.cache/windows` (what it downloads is pinned in requirements.txt,
with SHA-256), builds the archives for Windows and for Linux by distribution/build.py, and walks through the
game in what it unpacks from them. `make windows ARGS=tests` runs, by Windows' Python, the tests of what has
no window. More arguments are pytest's.

Wine has no timers of 15.6 ms, no scaling, no OneDrive, no firewall and no sound device to lose.
"""
