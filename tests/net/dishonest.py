"""What a host could do to a deal that nobody may choose, or to a round, in its own program."""

from typing import Any, Protocol

from game.core import match as judge
from game.core.fair_deal import NUMBER
from game.core.match import Match
from game.core.rules import IllegalMove, Rules, play
from game.core.shuffle import lot
from game.core.table import Move
from game.net.server import live_match
from game.net.server.deal_gathering import DealGathering
from game.net.wire.messages import ToClient
from game.net.wire.round_log import reveal


class Patch(Protocol):
    """Puts something else in place, as pytest's does."""

    def setattr(self, target: Any, name: str, value: object, /) -> None:
        """Have the target's attribute be this."""


def dealt_otherwise(patch: Patch) -> None:
    """It deals another deal."""
    patch.setattr(Match, "_seed_of", lambda match, number: bytes(32))


def other_secret(patch: Patch) -> None:
    """It opens another number than it committed to."""

    def other(deal: Any, *more: Any) -> list[ToClient]:
        return reveal(deal._replace(secret=bytes(NUMBER)), *more)

    patch.setattr(live_match, "reveal", other)


def chosen_late(patch: Patch) -> None:
    """It draws its number anew once it knows all others."""
    hear = DealGathering.take

    def late(gathering: DealGathering, *message: Any) -> None:
        hear(gathering, *message)
        if gathering._openings:
            gathering._secret = bytes(NUMBER)

    patch.setattr(DealGathering, "take", late)


def drawn_otherwise(patch: Patch) -> None:
    """It gives each tie to the seat that lost the draw."""
    patch.setattr(judge, "lot", lambda *path: -lot(*path))


def refused(patch: Patch) -> None:
    """It refuses the first card that lands, as if the rules did not allow it."""
    first: list[tuple[int, Move]] = []

    def unfair(rules: Rules, table: Any, seat: int, move: Move) -> Any:
        if move.count and not first:
            first.append((seat, move))
        if (seat, move) in first:
            raise IllegalMove("not this one")
        return play(rules, table, seat, move)

    patch.setattr(judge, "play", unfair)


def dated_back(patch: Patch) -> None:
    """It writes another press into the log than it told of."""

    def other(deal: Any, starts: int, entries: list[Any]) -> list[ToClient]:
        return reveal(deal, starts, [entry._replace(press=entry.press - 5_000) for entry in entries])

    patch.setattr(live_match, "reveal", other)


def left_out_of_the_log(patch: Patch) -> None:
    """It says nothing of the first landing."""

    def other(deal: Any, starts: int, entries: list[Any]) -> list[ToClient]:
        return reveal(deal, starts, [entry for entry in entries if entry.move][1:])

    patch.setattr(live_match, "reveal", other)


CHEATS = dealt_otherwise, other_secret, chosen_late, refused, dated_back, left_out_of_the_log
"""Those that show in any round."""
