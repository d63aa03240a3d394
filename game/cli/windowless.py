"""The commands that need no window, by name; each is imported on demand."""

import argparse

from game.cli.outcome import Refused


def run(args: argparse.Namespace) -> int:
    """Carry out the command and return its exit code. Raises Refused."""
    if args.command in ("find", "join", "serve") or (args.command == "demo" and not args.fast):
        return _on_the_network(args)
    if args.command == "demo":
        from game.cli.demo import demo

        return demo(args)
    if args.command == "solve":
        from game.cli.solve import solve

        return solve(args)
    from game.cli.check import check

    return check(args)


def _on_the_network(args: argparse.Namespace) -> int:
    from game.lan.refusals import TableUnavailable

    try:
        if args.command == "find":
            from game.cli.find import find

            return find(args)
        if args.command == "join":
            from game.cli.join import join_bot

            return join_bot(args)
        if args.command == "serve":
            from game.cli.serve import serve

            return serve(args)
        from game.cli.demo_udp import demo_udp

        return demo_udp(args)
    except TableUnavailable as error:
        raise Refused(error) from None
