"""Finding tables: the question, the answer, the list.

May import: core, net, net.wire.
"""
