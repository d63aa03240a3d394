"""The challenges, one file each, and their maker."""
