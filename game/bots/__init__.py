"""Players without a person: what they see, choose, and how long they take.

May import: core.
"""
