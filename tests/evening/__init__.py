"""Evenings: whole programs with their windows, the network between them and the people before them, in one
simulated time. The same seed gives the same evening, to the byte.

They live in a world (`tests/world`). `program` is the real one from its context up, `people` sit before it,
`acts` is the list of what they do and `mishaps` of what befalls them; `party` is an evening that goes on,
`invariants` must hold for it, `shrink` finds the shortest list of acts that still falls. `make evenings`
plays as many as wanted.
"""
