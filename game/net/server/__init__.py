"""A table at its host, from datagram to datagram: listener, room, match, outbox.

May import: core, names, system, net, net.discovery, net.transport, net.wire.
"""
