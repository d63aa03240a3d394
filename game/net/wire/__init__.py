"""Messages and datagrams as bytes and back, every field checked.

May import: core, names.
"""
