"""What a host could do to a deal that nobody may choose, in its own program."""

from typing import Any, Protocol

from game.challenges.race import read_terms
from game.core.fair_deal import NUMBER
from game.core.match import Match
from game.core.shuffle import Seed
from game.lan import race_deals
from game.net.server import live_match
from game.net.server.deal_gathering import DealGathering
from game.net.server.race_judge import Patience
from game.net.wire.messages import Reveal
from game.net.wire.round_log import reveal


class Patch(Protocol):
    """Puts something else in place, as pytest's does."""

    def setattr(self, target: Any, name: str, value: object, /) -> None:
        """Have the target's attribute be this."""


def dealt_otherwise(patch: Patch) -> None:
    """It deals another deal, or has another challenge raced for."""
    draw = race_deals.draw_patience

    def other(race: str, seed: Seed, number: int, name: str = "", rounds: int = 0) -> Patience:
        drawn = draw(race, seed, number, name, rounds).name
        others = (one.id for one in read_terms(race).pool if one.id != drawn)
        return draw(race, seed, number, name or next(others, drawn), rounds)

    patch.setattr(Match, "_seed_of", lambda match, number: bytes(32))
    patch.setattr(race_deals, "draw_patience", other)


def other_secret(patch: Patch) -> None:
    """It opens another number than it committed to."""

    def other(deal: Any, *more: Any) -> Reveal:
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


CHEATS = dealt_otherwise, other_secret, chosen_late
"""Those that show in any round."""
