"""What a match tells: functions of its replay.

May import: core, storage.
"""
