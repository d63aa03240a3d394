"""What travels between a host and its clients. No clock, no socket inside.

May import: core, names, signing, system, net.wire.
"""
