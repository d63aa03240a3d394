"""What a match tells: functions of what was seen of it, or of its replay.

May import: core, storage.
"""
