"""Tables on the network with sockets, clocks and threads.

May import: core, names, rules, i18n, program, system, bots, sessions, storage, story, challenges, net.
"""
