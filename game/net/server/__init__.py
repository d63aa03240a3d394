"""A table at its host: who comes in, who sits where, the match, what everyone is told of it.

May import: core, net, net.discovery, net.transport, net.wire.
"""
