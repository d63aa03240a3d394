"""A bot's hand comes over the shared piles with its card, and tells nothing of its own piles."""

from game.bots.bot import Bot
from game.bots.pace import AIMING, CROSSING, PACES, crossed
from game.core.hand import Hand, SharedPiles
from game.core.state import Play
from tests.bots.table import Asked, Table


class Watched(Table):
    """Notes where each hand was when its bot asked for something."""

    def __init__(self, levels: tuple[str, ...], seed: int) -> None:
        self.hands: list[tuple[Asked, Hand | None, Hand | None]] = []
        """With where it was 200 ms before."""
        super().__init__(levels, seed)

    def _look(self, bot: Bot, now: int) -> None:
        before, hands = len(self.asked), (bot.hand(now), bot.hand(now - 200_000))
        super()._look(bot, now)
        self.hands += [(asked, *hands) for asked in self.asked[before:]]


def test_a_hand_crosses_gently_and_never_longer_than_the_quickest_reach() -> None:
    assert min(pace.reach.quantiles[0] for pace in PACES.values()) * 1000 >= CROSSING + AIMING
    steps = [crossed(time) for time in range(-1000, CROSSING + 1000, 1000)]
    assert steps == sorted(steps) and (steps[0], steps[-1]) == (0.0, 1.0)


def test_it_is_at_the_pile_when_the_card_is_thrown_and_elsewhere_for_its_own_piles() -> None:
    table = Watched(("easy", "medium", "hard"), 5)
    table.run(60_000_000)
    piles, laid = SharedPiles(table.match.rules.spots(3)), 0
    for asked, hand, before in table.hands:
        if not isinstance(asked.request, Play):
            continue
        if asked.request.move.dst in piles and asked.request.move.count:
            assert hand and piles.at(hand)[0] == asked.request.move.dst
            assert before and before != hand, "it was still on its way"
            laid += 1
        elif hand:
            assert hand[1] < 40, "it goes back"
    assert laid > 20
