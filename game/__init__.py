"""Haisty: every hand at once on one table."""
