"""Tables on the network with sockets, clocks and threads.

May import: core, names, rules, i18n, bots, sessions, storage, story, challenges, net.
"""
