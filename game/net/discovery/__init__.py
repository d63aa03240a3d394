"""Finding tables: the question, the answer, the list.

May import: core, names, net, net.wire.
"""
