"""Races at a table of the network, over real sockets, on several screens."""
