"""No order of what a host can say gets it a proof of a deal that it could have chosen."""

from random import Random

from game.net.client.deal_verdict import PROVED, DealVerdict
from tests.many import many
from tests.net.deal_orders import Cheat, orders, walk


def test_an_honest_order_is_proved() -> None:
    cheat = Cheat(2)
    for letter in ("begin", "told 0", "gather 1", "play 1", "knock", "ask 2", "list 2", "open 2", "play 2"):
        cheat.do(letter)
    assert cheat.found == {1: DealVerdict(PROVED), 2: DealVerdict(PROVED)}
    for letter in ("rematch", "gather 1"):
        cheat.do(letter)
        assert not any(cheat.found.values()), "another match"
    cheat.do("play 1")
    assert cheat.found[1] == DealVerdict(PROVED)


def test_no_short_order_gets_a_chosen_deal_proved() -> None:
    proved = sum(DealVerdict(PROVED) in cheat.found.values() for cheat in orders(1, 4, both=False))
    assert proved


def test_no_random_order_gets_a_chosen_deal_proved() -> None:
    assert walk(many(3_000), Random(16))
