"""Benchmarks: figures as data, never asserted in the tests. `python -m tests.bench` prints all as JSON."""
