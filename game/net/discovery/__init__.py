"""Finding tables: the question, the answer, the list.

May import: core, names, signing, system, net, net.wire.
"""
