"""One connection: sealed packets, and messages that arrive whole, once and in order.

May import: names, system, net.wire.
"""
