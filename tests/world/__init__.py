"""A simulated time in which threads and machines live: the same seed gives the same, to the byte. Each test
that is not marked as real has a machine in a world of its own.

`world` has the clock and the baton; `threads`, `wires` and `system` are what a program finds there instead of
the system.
"""
