"""The commands that need no window, each in a module of its own, imported on demand."""

import argparse
from importlib import import_module

from game.cli.outcome import Refused

_NETWORK = ("demo_udp", "find", "join", "serve")


def run(args: argparse.Namespace) -> int:
    """Carry out the command and return its exit code. Raises Refused."""
    name = "demo_udp" if args.command == "demo" and not args.fast else args.command
    carry_out = getattr(import_module(f"game.cli.{name}"), name)
    if name not in _NETWORK:
        return int(carry_out(args))
    from game.lan.client import TableUnavailable

    try:
        return int(carry_out(args))
    except TableUnavailable as error:
        raise Refused(error) from None
