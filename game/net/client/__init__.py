"""A table at one of its clients: the connection, the state as one seat sees it, own moves shown at once.

May import: core, system, net, net.transport, net.wire.
"""
